"""Where rule files lie, and reading a ruleset: a file together with the bases it varies.

A base is named, never given by a path: it is looked for beside the file that names
it, then among the shipped rulesets.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from attrs import evolve, field, frozen

from ruledsl.diagnostics.model import Diagnostic, Label, Severity
from ruledsl.diagnostics.suggest import closest, did_you_mean, nearest, replacement
from ruledsl.limits import WORDS
from ruledsl.phrase import Phrase, phrase
from ruledsl.resources import shipped
from ruledsl.semantics.near_files import near_file
from ruledsl.source import NOWHERE, SourceFile
from ruledsl.syntax import tree
from ruledsl.syntax.parser import parse
from ruledsl.syntax.reading import read_file

SUFFIX = ".rules"
NOT_SHIPPED = phrase("not the ruleset of that name that ships with ruledsl")
MAX_DEPTH = 8
"""How many bases may stand behind a variant."""


@frozen
class Read:
    """A rule file with its bases, the outermost base first; ``files`` is empty where reading failed."""

    files: tuple[tree.File, ...]
    sources: Mapping[str, SourceFile]
    diagnostics: tuple[Diagnostic, ...]
    broken_names: frozenset[str] = field(default=frozenset())

    @property
    def is_whole(self) -> bool:
        """Whether every file was read without a fault."""
        return bool(self.files) and not any(d.is_error for d in self.diagnostics)


def shipped_rulesets() -> dict[str, Path]:
    """The rule files that come with the package, by name, in alphabetical order."""
    return {
        path.stem: path
        for path in sorted(shipped("rulesets").rglob(f"*{SUFFIX}"), key=lambda p: p.stem)
    }


def find(name: str, beside: Path | None = None) -> Path | None:
    """The file of the ruleset called ``name``: in the folder ``beside`` first, then among the shipped ones."""
    if beside is not None and (own := beside / f"{name}{SUFFIX}").is_file():
        return own
    return shipped_rulesets().get(name)


def is_path(name: str) -> bool:
    """Whether a person who names that means a file: there is a folder or the suffix in it, or a file of that name."""
    path = Path(name)
    return path.suffix == SUFFIX or path.name != name or path.is_file()


def own_file(name: str) -> Path | None:
    """The person's own rule file of that name in the present folder, where the name alone is given."""
    own = Path(f"{name}{SUFFIX}")
    return own if name and not is_path(name) and own.is_file() else None


def your_own(name: str, file: Path) -> Phrase:
    """What to tell a person whose own ``file`` is used for ``name``, which is that of a shipped ruleset."""
    return phrase(
        "`{name}` is your own file {file}, {other}", name=name, file=str(file), other=NOT_SHIPPED
    )


def hides_shipped(name: str) -> str | None:
    """What to tell a person whose own file is used where a shipped ruleset has the same name; None otherwise."""
    own = own_file(name)
    if own is None or name not in shipped_rulesets():
        return None
    return your_own(name, own)


def read_named(name: str) -> Read:
    """Read what a person names: a path, or the name of a ruleset.

    A name stands for the person's own file of that name in the present folder (``nim`` for
    ``nim.rules``), else for the shipped ruleset, just as the base of a variant does.
    """
    if is_path(name):
        return read_path(Path(name))
    path = find(name, Path()) if name else None
    if path is not None:
        return read_path(path)
    known = shipped_rulesets()
    near = nearest(name, known) or near_file(Path(name), SUFFIX)
    problem = Diagnostic(
        "RD101",
        f"there is no ruleset `{name}`",
        Label(NOWHERE),
        help=f"did you mean `{near}`?"
        if near
        else "`ruledsl list` names the shipped ones; a file of your own is given by its path",
    )
    return Read((), {}, (problem,))


def read_shipped(name: str) -> Read:
    """Read a shipped ruleset, whatever lies in the present folder. Raises :class:`KeyError`."""
    return read_path(shipped_rulesets()[name])


def read_path(path: Path) -> Read:
    """Read a rule file and the bases it names."""
    source, problems = read_file(path)
    if source is None:
        return Read((), {}, tuple(_with_near(d, path) for d in problems))
    read = read_source(source, path.parent)
    misnamed = _misnamed(read, path)
    return evolve(read, diagnostics=(*read.diagnostics, misnamed)) if misnamed else read


def _with_near(found: Diagnostic, path: Path) -> Diagnostic:
    """What is wrong with a file and, if it is not there, which one was likely meant."""
    if found.code != "RD001" or path.exists():
        return found
    near = near_file(path, SUFFIX, shipped_rulesets())
    return evolve(found, help=f"did you mean `{near}`?") if near else found


def _misnamed(read: Read, path: Path) -> Diagnostic | None:
    """A warning where a file is not called like the game in it."""
    if not read.files or path.suffix != SUFFIX:
        return None
    header = read.files[-1].header
    name = header.name.text
    if name == path.stem:
        return None
    return Diagnostic(
        "RD120",
        f"the file is called `{path.name}`, and holds `{name}`",
        Label(header.name.span),
        help=f"call the file `{name}{SUFFIX}`: a variant finds its base by the name of the file",
        severity=Severity.WARNING,
    )


def read_source(source: SourceFile, folder: Path | None = None) -> Read:
    """Read rule text, looking for its bases in ``folder`` first."""
    sources = {source.name: source}
    parsed = parse(source)
    found = list(parsed.diagnostics)
    broken = set(parsed.broken_names)
    files: list[tree.File] = [] if parsed.file is None else [parsed.file]
    room = WORDS
    seen = {files[0].header.name.text} if files else set()
    while files and (base := files[0].header.base) is not None:
        problem, path = _base(base, folder, seen, len(files))
        if problem is not None or path is None:
            found.extend([problem] if problem else [])
            return Read((), sources, tuple(found), frozenset(broken))
        base_source, problems = read_file(path)
        found.extend(problems)
        if base_source is None:
            return Read((), sources, tuple(found), frozenset(broken))
        sources[base_source.name] = base_source
        room -= parsed.words
        parsed = parse(base_source, max(0, room))
        found.extend(parsed.diagnostics)
        broken |= parsed.broken_names
        if parsed.file is None:
            return Read((), sources, tuple(found), frozenset(broken))
        seen.add(base.text)
        files.insert(0, parsed.file)
    return Read(tuple(files), sources, tuple(found), frozenset(broken))


def _base(
    base: tree.Name, folder: Path | None, seen: set[str], depth: int
) -> tuple[Diagnostic | None, Path | None]:
    if base.text in seen:
        return Diagnostic(
            "RD102",
            f"`{base.text}` is a variant of itself",
            Label(base.span, "leads back to a file that was read already"),
            help="a variant must lead to a `game` in the end",
        ), None
    if depth > MAX_DEPTH:
        return Diagnostic(
            "RD103",
            f"more than {MAX_DEPTH} bases stand behind this variant",
            Label(base.span),
            help="make one of them a `game` of its own",
        ), None
    path = find(base.text, folder)
    if path is not None:
        return None, path
    own = [p.stem for p in folder.glob(f"*{SUFFIX}")] if folder is not None else []
    near = closest(base.text, [*own, *shipped_rulesets()])
    return Diagnostic(
        "RD101",
        f"there is no ruleset `{base.text}`",
        Label(base.span, "looked for beside this file and among the shipped ones"),
        help=did_you_mean(near, "give the name of a ruleset, without a path"),
        fix=replacement(base.span, near),
    ), None
