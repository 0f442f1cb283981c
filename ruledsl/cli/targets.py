"""What a person names on the command line: shipped rulesets, files, folders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from ruledsl.cli.console import note
from ruledsl.cli.outcomes import UsageError
from ruledsl.phrase import phrase
from ruledsl.semantics.library import (
    SUFFIX,
    hides_shipped,
    is_path,
    own_file,
    shipped_rulesets,
    your_own,
)
from ruledsl.source import SourceFile

if TYPE_CHECKING:
    from ruledsl import compiling


@frozen
class Target:
    """One ruleset to open: what to give to `compiling.open_named`."""

    name: str


def targets(named: Iterable[str]) -> list[Target]:
    """The rulesets that are named, each once; folders stand for the rule files in them, however deep.

    Raises :class:`UsageError` for a folder without rule files.
    """
    found: dict[str, None] = {}
    for name in named:
        path = Path(_given(name))
        if path.is_dir():
            found |= dict.fromkeys(map(str, rule_files(path)))
        else:
            found[_own(name)] = None
    return [Target(name) for name in found]


def rule_files(folder: Path) -> list[Path]:
    """The rule files in a folder, however deep. Raises :class:`UsageError` where there are none."""
    files = sorted(file for file in folder.rglob(f"*{SUFFIX}") if not _hidden(file, folder))
    if not files:
        raise UsageError(f"there are no rule files (*{SUFFIX}) in the folder `{folder}`")
    return files


def named_files(named: Iterable[str]) -> list[str]:
    """The rule files that are named, each once: paths, own files by their bare name, those in folders.

    Raises :class:`UsageError` for a folder without rule files, and for the name of a ruleset that
    comes with ruledsl, for those are nobody's to write.
    """
    found: dict[str, None] = {}
    for name in named:
        path = Path(_given(name))
        own = own_file(name)
        if path.is_dir():
            found |= dict.fromkeys(map(str, rule_files(path)))
        elif own is None and not is_path(name) and name in shipped_rulesets():
            raise UsageError(f"`{name}` comes with ruledsl; name a file of your own")
        else:
            found[str(own or name)] = None
    return list(found)


def target(name: str, tell: Callable[[str], None] = note) -> Target:
    """The one ruleset of that name; ``tell`` says what is to be mentioned. Raises :class:`UsageError` for a folder."""
    if Path(_given(name)).is_dir():
        raise UsageError(
            phrase("`{name}` is a folder; name a rule file or a shipped ruleset", name=name)
        )
    return Target(_own(name, tell))


def _given(name: str) -> str:
    """The name, which must not be empty (that would be the present folder)."""
    if not name:
        raise UsageError(phrase("a name is empty; name a rule file, a folder or a shipped ruleset"))
    return name


def _hidden(file: Path, top: Path) -> bool:
    return any(part.startswith(".") for part in file.relative_to(top).parts)


def _own(name: str, tell: Callable[[str], None] = note) -> str:
    """A name, or the person's own rule file that it stands for."""
    own = own_file(name)
    if own is None:
        return name
    said = hides_shipped(name)
    if said is not None:
        tell(said)
    return str(own)


def opened(target: Target, said: set[str], tell: Callable[[str], None] = note) -> compiling.Outcome:
    """Read a ruleset; bases that are a person's own files under a shipped name are mentioned.

    ``said`` is what has been mentioned before, and grows; ``tell`` says it.
    """
    from ruledsl import compiling

    outcome = compiling.open_named(target.name)
    for text in _own_bases(outcome.sources.values(), target):
        if text not in said:
            said.add(text)
            tell(text)
    return outcome


def _own_bases(sources: Iterable[SourceFile], target: Target) -> Iterator[str]:
    bases = [
        Path(s.name) for s in sources if s.name != target.name and Path(s.name).suffix == SUFFIX
    ]
    if not bases:
        return
    known = shipped_rulesets()
    for path in bases:
        shipped = known.get(path.stem)
        if shipped is not None and not _same(shipped, path):
            yield your_own(path.stem, path)


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False


def configured(
    name: str, players: int | None, settings: Sequence[str], tell: Callable[[str], None] = note
) -> compiling.Outcome:
    """Read a ruleset and make its machine; ``tell`` says what is to be mentioned.

    Raises :class:`UsageError` for settings that are none.
    """
    from ruledsl import compiling
    from ruledsl.cli.arguments import options

    chosen = options(settings)
    return compiling.compile_program(opened(target(name, tell), set(), tell), players, chosen)
