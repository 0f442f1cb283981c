"""``ruledsl new``: a skeleton of a game or of a variant."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path

from ruledsl import compiling
from ruledsl.cli import faults
from ruledsl.cli.arguments import Parser
from ruledsl.cli.console import note
from ruledsl.cli.outcomes import FINE, UsageError
from ruledsl.cli.skeletons import new_game, new_variant, title_of
from ruledsl.diagnostics.suggest import nearest
from ruledsl.diagnostics.visible import visible
from ruledsl.limits import PLAYERS
from ruledsl.semantics.library import NOT_SHIPPED, SUFFIX, find, shipped_rulesets
from ruledsl.semantics.variants import Ruleset
from ruledsl.syntax.words import RESERVED

_NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_PLAYERS = re.compile(r"(\d{1,6})(?:\.\.(\d{1,6}))?", re.ASCII)


def main(argv: Sequence[str]) -> int:
    """Write the rule file that is wanted; the exit code."""
    parser = Parser(
        "new",
        "Write a skeleton of a game or of a variant, which can be checked, tested and played at\n"
        "once. A file that is there already is left alone.",
    )
    parser.add_argument(
        "name", metavar="NAME", help="what it is called; with a folder before it, it goes there"
    )
    parser.add_argument("--variant-of", metavar="BASE", help="a variant of that ruleset")
    parser.add_argument("--players", metavar="N..M", help="how many can play, `3` or `3..5`")
    parser.add_argument("--title", metavar="TEXT", help="the title (default: made of the name)")
    arguments = parser.parse(argv)
    path = _path(arguments.name)
    name = path.stem
    title = title_of(name) if arguments.title is None else _title(arguments.title)
    players = None if arguments.players is None else _players(arguments.players)
    if arguments.variant_of is None:
        text = new_game(name, title, players)
    else:
        base = _base(arguments.variant_of, path)
        if isinstance(base, int):
            return base
        text = new_variant(name, title, players, base)
    return _written(path, text)


def _path(named: str) -> Path:
    """The file to write. Raises :class:`UsageError` where none can be written."""
    path = Path(named)
    name = path.name.removesuffix(SUFFIX)
    if not name:
        raise UsageError("a new ruleset needs a name")
    if not _NAME.fullmatch(name):
        proper = re.sub(r"\W+", "_", name, flags=re.ASCII).strip("_")
        proper = f"game_{proper}" if proper[:1].isdigit() else proper
        hint = f"; `{proper}` can" if _NAME.fullmatch(proper) else ""
        raise UsageError(
            f"`{name}` cannot be the name of a ruleset: it is made of letters, digits and `_`, "
            f"and begins with no digit{hint}"
        )
    if name in RESERVED:
        raise UsageError(f"`{name}` is a word of the language; choose another name")
    file = path.with_name(f"{name}{SUFFIX}")
    if not file.parent.is_dir():
        raise UsageError(f"there is no folder `{file.parent}`")
    if file.exists() or file.is_symlink():
        raise UsageError(f"`{file}` is there already; it is left as it is")
    return file


def _title(text: str) -> str:
    if not text.strip() or '"' in text or not text.isprintable():
        raise UsageError("a title is a line of text without quotation marks")
    return text


def _players(text: str) -> str:
    """What stands behind `players`. Raises :class:`UsageError`."""
    match = _PLAYERS.fullmatch(text)
    if match is None:
        raise UsageError(f"`--players` wants a number or a range such as 3..5, not `{text}`")
    least, most = int(match[1]), int(match[2] or match[1])
    if not 1 <= least <= most <= PLAYERS:
        raise UsageError(f"from 1 to {PLAYERS} can play, the least number first, not `{text}`")
    return str(least) if least == most else f"{least}..{most}"


def _base(name: str, beside: Path) -> Ruleset | int:
    """The base of a variant, or the exit code where its rules are faulty."""
    if name == beside.stem:
        raise UsageError(f"`{name}` cannot be a variant of itself; give the new one another name")
    if Path(name).name != name or name.endswith(SUFFIX):
        raise UsageError(
            f"a base is given by its name, not `{name}`: it is looked for beside the new file, "
            "then among the rulesets that come with ruledsl"
        )
    file = find(name, beside.parent)
    if file is None:
        own = [path.stem for path in beside.parent.glob(f"*{SUFFIX}")]
        near = nearest(name, [*own, *shipped_rulesets()])
        hint = f"did you mean `{near}`?" if near else "`ruledsl list` names those that come along"
        raise UsageError(f"there is no ruleset `{name}`; {hint}")
    outcome = compiling.open_named(str(file))
    if outcome.program is None or outcome.has_errors:
        faults.show(outcome.diagnostics, outcome.sources, sys.stderr)
        return faults.exit_code(outcome.diagnostics)
    return outcome.program.ruleset


def _written(path: Path, text: str) -> int:
    """Write rules that are sound, and say so; the exit code."""
    outcome = compiling.check_text(str(path), text, path.parent)
    if outcome.has_errors:
        faults.show(outcome.diagnostics, outcome.sources, sys.stderr)
        note("nothing was written: the rules would be faulty")
        return faults.exit_code(outcome.diagnostics)
    try:
        with path.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
    except FileExistsError:
        raise UsageError(f"`{path}` is there already; it is left as it is") from None
    if path.stem in shipped_rulesets():
        note(f"in this folder `{path.stem}` is now your own file, {NOT_SHIPPED}")
    assert outcome.program is not None, "rules without errors are a program"
    assert outcome.program.players is not None, "and one for some number of players"
    least, most = outcome.program.players
    players = f"{least} players" if least == most else f"{least} to {most} players"
    title = visible(outcome.program.ruleset.title)
    shown = visible(str(path))
    sys.stdout.write(
        f"{shown}: {title}, {players}\n"
        f"  ruledsl check {shown}\n  ruledsl test {shown}\n  ruledsl play {shown}\n"
    )
    return FINE
