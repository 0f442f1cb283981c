"""``ruledsl check``: all that is wrong with rule files."""

from __future__ import annotations

import sys
from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

from ruledsl import compiling
from ruledsl.cli import faults
from ruledsl.cli.arguments import Parser, seed
from ruledsl.cli.findings import (
    FORMS,
    Checked,
    checked,
    of_outcome,
    together,
    tried,
    write,
    write_published,
)
from ruledsl.cli.outcomes import FINDINGS, INTERRUPTED, UsageError
from ruledsl.cli.targets import Target, opened, targets
from ruledsl.diagnostics.model import Diagnostic
from ruledsl.diagnostics.visible import visible

FOUND = "found_games"
"""The folder in which games are kept that show something."""


def main(argv: Sequence[str]) -> int:
    """Check what is named; the exit code."""
    arguments = _parser().parse(argv)
    by_play = arguments.play or arguments.thorough
    fixes = arguments.fix or arguments.unsafe_fixes
    _agree(arguments, by_play=by_play, fixes=fixes)
    if arguments.watch:
        return _watch(arguments)
    named = targets(arguments.targets)
    said: set[str] = set()
    changed = fixes and _fix(named, arguments)
    if by_play:
        return _further(named, said, arguments, _by_play(arguments), by_play=True)
    if arguments.proofs:
        return _further(named, said, arguments, _by_proof(), by_play=False)
    is_tried = not arguments.static
    result = together([checked(target, said, is_tried=is_tried) for target in named])
    if arguments.diff:
        return FINDINGS if changed else faults.exit_code(result.found, arguments.strict)
    _show(result, [target.name for target in named], arguments)
    return faults.exit_code(result.found, arguments.strict)


def _agree(arguments: Namespace, *, by_play: bool, fixes: bool) -> None:
    """Raise :class:`UsageError` for options that do not go together."""
    for option in ("seconds", "coverage"):
        if getattr(arguments, option) and not by_play:
            raise UsageError(f"`--{option}` goes with `--play` or `--thorough`")
    if arguments.diff and not fixes:
        raise UsageError("`--diff` goes with `--fix` or `--unsafe-fixes`")
    if arguments.proofs and by_play:
        raise UsageError("`--proofs` proves without playing: ask for one of both at a time")
    if arguments.static and by_play:
        raise UsageError("`--static` plays nothing: ask for one of both")
    if arguments.watch and arguments.proofs:
        raise UsageError("`--watch` checks without proofs")
    if arguments.watch and by_play:
        raise UsageError("`--watch` checks without playing")
    if arguments.watch and fixes:
        raise UsageError("`--watch` writes nothing and goes with no fixes")


Further: TypeAlias = Callable[[compiling.Outcome, str], tuple[tuple[Diagnostic, ...], str, bool]]
"""Looks further into a ruleset without errors: what is found, what is told of it, whether Ctrl-C has put an end to it."""


def _by_play(arguments: Namespace) -> Further:
    """Plays a ruleset."""
    from attrs import evolve

    from ruledsl.cli.covered import told
    from ruledsl.cli.exploring import Asked, played
    from ruledsl.explore.exploration import PLAY, THOROUGH

    effort = THOROUGH if arguments.thorough else PLAY
    if arguments.seconds:
        effort = evolve(effort, seconds=arguments.seconds)
    asked = Asked(effort, arguments.seed, Path(arguments.keep))

    def play(opened: compiling.Outcome, name: str) -> tuple[tuple[Diagnostic, ...], str, bool]:
        result = played(opened, name, asked)
        text = f"{visible(result.summary)}\n"
        if arguments.coverage:
            text += told(name, result.coverage, opened.sources, annotate=False)
        return result.found, text, result.interrupted

    return play


def _by_proof() -> Further:
    """Proves what can be proven of a ruleset."""
    from ruledsl.cli.proving import proved

    def prove(opened: compiling.Outcome, name: str) -> tuple[tuple[Diagnostic, ...], str, bool]:
        result = proved(opened, name)
        return result.found, f"{visible(result.summary)}\n", result.interrupted

    return prove


def _further(
    named: Sequence[Target], said: set[str], arguments: Namespace, look: Further, *, by_play: bool
) -> int:
    """Check, and look further into the rulesets that have no errors; the exit code."""
    parts: list[Checked] = []
    tail: list[str] = []
    interrupted = False
    for target in named:
        outcome = compiling.check(opened(target, said))
        is_tried = not by_play and not arguments.static
        shown = tried(outcome, target.name) if is_tried else outcome
        parts.append(of_outcome(shown))
        if outcome.has_errors or outcome.program is None or interrupted:
            continue
        found, text, interrupted = look(outcome, target.name)
        # That a place is not proven goes without saying where a game fails there.
        failing = {each.primary.span for each in shown.diagnostics if each.is_error}
        left = tuple(each for each in found if each.primary.span not in failing)
        parts.append(Checked(left, outcome.sources))
        tail.append(text)
    whole = together(parts)
    _show(whole, [target.name for target in named], arguments)
    if arguments.format == "human":
        sys.stdout.write("".join(tail))
    return INTERRUPTED if interrupted else faults.exit_code(whole.found, arguments.strict)


def _show(result: Checked, names: Sequence[str], arguments: Namespace) -> None:
    if arguments.knowledge:
        write_published(result.published)
    write(arguments.format, result, names, arguments.colour)
    if arguments.format == "human":
        sys.stdout.write(_offer(result, names))


def _offer(result: Checked, names: Sequence[str]) -> str:
    """How many findings could be mended by this command."""
    fixes = [
        found.fix
        for found in result.found
        if found.fix is not None and found.primary.span.file in names
    ]
    safe = sum(fix.is_safe for fix in fixes)
    others = len(fixes) - safe
    if not safe:
        return f"`--unsafe-fixes` mends {others} of them\n" if others else ""
    return f"`--fix` mends {safe} of them" + (
        f", `--unsafe-fixes` {others} more\n" if others else "\n"
    )


def _watch(arguments: Namespace) -> int:
    from ruledsl.cli.watching import Watch, watch

    if arguments.format not in ("human", "short"):
        raise UsageError("`--watch` is for people: `--format` is `human` or `short` then")

    def show(state: Watch) -> None:
        if state.checked.found:
            _show(state.checked, state.names, arguments)
        else:
            write("human", state.checked, state.names, arguments.colour)

    state = watch(arguments.targets, show, is_tried=not arguments.static)
    return faults.exit_code(state.checked.found, arguments.strict)


def _fix(named: Sequence[Target], arguments: Namespace) -> bool:
    """Mend the files that are named; whether anything was changed, or would be."""
    from ruledsl.cli.mending import mend
    from ruledsl.cli.rewriting import difference, read_original, replace_file

    changed = False
    for target in named:
        read, _ = read_original(target.name)
        if read is None:
            continue  # the check tells why
        mended = mend(read.source, unsafe=arguments.unsafe_fixes)
        if not mended.done:
            continue
        changed = True
        if arguments.diff:
            sys.stdout.write(difference(target.name, read.source.text, mended.source.text))
        else:
            replace_file(target.name, read.with_text(mended.source.text))
        word = "would mend" if arguments.diff else "mended"
        for found, fix in mended.done:
            place = visible(str(found.primary.span))
            what = visible(f"{found.message}: {fix.title}")
            sys.stderr.write(f"{word} {place}: {found.code} {what}\n")
    return changed


# --- arguments -------------------------------------------------------------------------------------


def _parser() -> Parser:
    parser = Parser(
        "check",
        "Look for faults in rule files: everything is read, and compiled for every number of\n"
        "players and the extremes of every option.",
        "exit codes: 0 no faults (there may be warnings), 1 faults, 2 something named is not there",
    )
    parser.add_targets("rule files, shipped rulesets, or folders with rule files")
    parser.add_argument("--format", choices=FORMS, default="human", help="how to show faults")
    parser.add_argument(
        "--strict", action="store_true", help="exit with 1 for warnings and notes as well"
    )
    parser.add_argument(
        "--knowledge",
        action="store_true",
        help="list where the rules make known what not everybody saw",
    )
    parser.add_argument("--fix", action="store_true", help="mend what can be mended for certain")
    parser.add_argument(
        "--unsafe-fixes", action="store_true", help="mend also what is likely meant otherwise"
    )
    parser.add_argument(
        "--diff", action="store_true", help="with a fix: show what it would change, write nothing"
    )
    parser.add_argument("--watch", action="store_true", help="check again whenever a file changes")
    parser.add_argument(
        "--static",
        action="store_true",
        help="only read the rules; otherwise games are played for about a second, to meet what stops one",
    )
    parser.add_argument(
        "--play",
        action="store_true",
        help="play as well: look for games in which something is wrong",
    )
    parser.add_argument("--thorough", action="store_true", help="the same, for longer")
    parser.add_argument(
        "--seconds",
        type=_seconds,
        metavar="N",
        help="play for so long at the most, for each ruleset (default: 10, or 60 with `--thorough`)",
    )
    parser.add_argument(
        "--seed", type=seed, default=1, metavar="N", help="decides all that is played (default: 1)"
    )
    parser.add_argument(
        "--keep",
        default=FOUND,
        metavar="FOLDER",
        help=f"where games are kept that show something (default: {FOUND})",
    )
    parser.add_argument(
        "--coverage",
        action="store_true",
        help="tell which parts of the rules were exercised by play",
    )
    parser.add_argument(
        "--proofs",
        action="store_true",
        help="prove where no fault can stop play, and list where that is not proven",
    )
    parser.add_colour()
    return parser


def _seconds(text: str) -> float:
    """A time. Raises what argparse turns into a complaint."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if 0 < number < float("inf"):
        return number
    raise ArgumentTypeError(f"a number of seconds is wanted, not `{text}`")
