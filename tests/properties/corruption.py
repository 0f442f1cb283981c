"""Damaged rulesets in bulk: ``python tests/properties/corruption.py --help``.

Each damage must end in diagnostics or in a clean check, never in an exception, and soon. What
checks clean must compile, survive being written as a machine file and read back, and be playable: the
only thing that may go wrong in play is a `RuleFault`.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import re
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import islice
from pathlib import Path

from attrs import evolve, frozen

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from ruledsl import compiling
from ruledsl.diagnostics import human, json_lines, short
from ruledsl.engine.errors import RuleFault
from ruledsl.engine.game import Game
from ruledsl.machine import serial
from ruledsl.machine.model import Machine
from ruledsl.semantics.library import shipped_rulesets
from ruledsl.syntax.reading import read_bytes

SECONDS = 2.0
"""A check may take this long."""

GAMES = 3
MOVES = 300
"""Games that are played with what checks clean, and the moves of each."""

Damage = Callable[[random.Random, str, str], str]
"""From a source of chance, a ruleset and another one to damaged text."""

TOKEN = re.compile(r'"[^"\n]*"|\w+|\.\.|[<>=!]=|[^\w\s]')
"""What a token is here; it need not be the language's own idea of one."""


# --- damage ----------------------------------------------------------------------------------


def on_lines(change: Callable[[random.Random, list[str], list[str]], None]) -> Damage:
    """Damage that changes a list of lines; it also gets the lines of another ruleset."""

    def damage(chance: random.Random, text: str, other: str) -> str:
        lines = text.split("\n")
        change(chance, lines, other.split("\n"))
        return "\n".join(lines)

    return damage


def on_tokens(change: Callable[[random.Random, list[str], list[str]], str]) -> Damage:
    """Damage that puts something in the place of one token; it gets all tokens and the chosen one's text."""

    def damage(chance: random.Random, text: str, other: str) -> str:
        places = list(TOKEN.finditer(text))
        if not places:
            return text
        words = [place.group() for place in places]
        found = chance.choice(places)
        foreign = [found.group(), *TOKEN.findall(other)]
        return text[: found.start()] + change(chance, words, foreign) + text[found.end() :]

    return damage


def _delete_lines(chance: random.Random, lines: list[str], other: list[str]) -> None:
    start = chance.randrange(len(lines))
    del lines[start : start + chance.choice((1, 1, 1, 2, 5, 20))]


def _repeat_line(chance: random.Random, lines: list[str], other: list[str]) -> None:
    lines.insert(chance.randrange(len(lines)), chance.choice(lines))


def _swap_lines(chance: random.Random, lines: list[str], other: list[str]) -> None:
    one, two = chance.randrange(len(lines)), chance.randrange(len(lines))
    lines[one], lines[two] = lines[two], lines[one]


def _foreign_lines(chance: random.Random, lines: list[str], other: list[str]) -> None:
    start = chance.randrange(len(other))
    at = chance.randrange(len(lines))
    lines[at:at] = other[start : start + chance.choice((1, 1, 3, 10))]


def _indent(chance: random.Random, lines: list[str], other: list[str]) -> None:
    at = chance.randrange(len(lines))
    lines[at] = chance.choice(("", " ", "    ", "\t", "        ")) + lines[at].lstrip()


def _join_lines(chance: random.Random, lines: list[str], other: list[str]) -> None:
    at = chance.randrange(len(lines))
    lines[at : at + 2] = [" ".join(lines[at : at + 2])]


def _delete_token(chance: random.Random, words: list[str], foreign: list[str]) -> str:
    return ""


def _repeat_token(chance: random.Random, words: list[str], foreign: list[str]) -> str:
    return f"{foreign[0]} {foreign[0]}"


def _other_token(chance: random.Random, words: list[str], foreign: list[str]) -> str:
    return chance.choice(words)


def _foreign_token(chance: random.Random, words: list[str], foreign: list[str]) -> str:
    return chance.choice(foreign)


def _more_tokens(chance: random.Random, words: list[str], foreign: list[str]) -> str:
    return f"{foreign[0]} {chance.choice(words)}"


def _number(chance: random.Random, words: list[str], foreign: list[str]) -> str:
    return chance.choice(("0", "-1", "1", "2", "7", "1000", "999999999", "9" * 20, "1..9999999"))


def _wrapped(chance: random.Random, words: list[str], foreign: list[str]) -> str:
    depth = chance.choice((1, 2, 30, 200))
    return "(" * depth + foreign[0] + ")" * depth


def _character(chance: random.Random, text: str, other: str) -> str:
    at = chance.randrange(len(text) + 1)
    new = chance.choice(("", "", *'"():,.=<>[]{}#_ \n\tx0', "é", "\u202e", "\U0001f0a1", "\u0301"))
    return text[:at] + new + text[at + chance.choice((0, 1)) :]


def _truncate(chance: random.Random, text: str, other: str) -> str:
    return text[: chance.randrange(len(text) + 1)]


def _splice(chance: random.Random, text: str, other: str) -> str:
    return text[: chance.randrange(len(text))] + other[chance.randrange(len(other)) :]


DAMAGES: dict[str, Damage] = {
    "delete lines": on_lines(_delete_lines),
    "repeat a line": on_lines(_repeat_line),
    "swap lines": on_lines(_swap_lines),
    "foreign lines": on_lines(_foreign_lines),
    "indent": on_lines(_indent),
    "join lines": on_lines(_join_lines),
    "delete a token": on_tokens(_delete_token),
    "repeat a token": on_tokens(_repeat_token),
    "another token": on_tokens(_other_token),
    "a foreign token": on_tokens(_foreign_token),
    "more tokens": on_tokens(_more_tokens),
    "a number": on_tokens(_number),
    "parentheses": on_tokens(_wrapped),
    "a character": _character,
    "truncate": _truncate,
    "splice": _splice,
}
"""Every kind of damage to text; damage to bytes comes on top."""


@cache
def shipped_texts() -> dict[str, str]:
    """The texts of the shipped rulesets by name."""
    return {name: path.read_text("utf-8") for name, path in shipped_rulesets().items()}


def damaged(seed: int, name: str, texts: dict[str, str]) -> tuple[str, bytes]:
    """What is done to a ruleset for this seed, and the bytes of the file that comes of it."""
    chance = random.Random(f"{name} {seed}")
    text = texts[name]
    kinds = []
    for _ in range(chance.choice((1, 1, 1, 1, 2, 4))):
        kind = chance.choice(list(DAMAGES))
        text = DAMAGES[kind](chance, text, texts[chance.choice(list(texts))]) or "\n"
        kinds.append(kind)
    data = text.encode()
    if chance.random() < 0.05:
        at = chance.randrange(len(data))
        data = data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :]
        kinds.append("a byte")
    return ", ".join(kinds), data


# --- what comes of it ----------------------------------------------------------------------------


@frozen
class Result:
    """What came of one damaged ruleset: ``clean``, ``refused`` or ``fault`` (in play), or what failed."""

    place: str
    kind: str
    outcome: str
    seconds: float
    play_seconds: float = 0.0
    failure: str = ""


class Failure(AssertionError):
    """A damaged ruleset that was not treated as it must be."""


def examine(task: tuple[str, int]) -> Result:
    """Check one damaged ruleset and, where it checks clean, play it."""
    name, seed = task
    kind, data = damaged(seed, name, shipped_texts())
    place = f"{name}, seed {seed}"
    began = time.process_time()
    checked = began
    failure = ""
    outcome = "failed"
    try:
        opened = check(f"{name}.rules", data)
        checked = time.process_time()
        outcome = "refused" if opened is None else play(opened, seed)
    except Failure as error:
        failure = str(error)
    except Exception:  # noqa: BLE001 - that there is none is what is examined
        failure = traceback.format_exc()
    if checked == began:
        checked = time.process_time()
    seconds = checked - began
    if not failure and seconds > SECONDS:
        failure = f"the check took {seconds:.1f} s"
    return Result(place, kind, outcome, seconds, time.process_time() - checked, failure)


def check(name: str, data: bytes) -> compiling.Outcome | None:
    """The ruleset where it checks clean. Raises :class:`Failure` for diagnostics that say nothing."""
    source, found = read_bytes(name, data)
    if source is None:
        outcome = compiling.Outcome(None, None, tuple(found), {})
    else:
        outcome = compiling.check_text(name, source.text)
    for diagnostic in outcome.diagnostics:
        span = diagnostic.primary.span
        lines = outcome.sources[span.file].lines if span.file in outcome.sources else None
        if lines is not None and not 1 <= span.line <= len(lines) + 1:
            raise Failure(f"{diagnostic.code} points at line {span.line} of {len(lines)}")
        if not diagnostic.message.strip():
            raise Failure(f"{diagnostic.code} says nothing")
    human.render(outcome.diagnostics, outcome.sources)
    short.render(outcome.diagnostics)
    json_lines.render(outcome.diagnostics)
    if outcome.has_errors:
        return None
    if outcome.machine is None:
        raise Failure("the check finds nothing wrong, and there is no machine")
    return outcome


def play(outcome: compiling.Outcome, seed: int) -> str:
    """Compile and play what has been checked, with the fewest and the most players."""
    program = outcome.program
    assert program is not None
    assert program.players is not None
    result = "clean"
    for players in sorted(set(program.players)):
        compiled = compiling.compile_program(outcome, players)
        if compiled.machine is None or compiled.has_errors:
            raise Failure(f"it checks clean, and for {players} players is refused")
        try:
            machine = serial.read(serial.dump(compiled.machine))
        except serial.MachineFileError as error:
            raise Failure(f"its own machine file is refused: {error}") from error
        # A machine file names rule files without their folders.
        if evolve(machine, texts=compiled.machine.texts) != compiled.machine:
            raise Failure("its machine file holds another machine")
        if not all(_playable(machine, seed + number) for number in range(GAMES)):
            result = "fault"
    return result


def _playable(machine: Machine, seed: int) -> bool:
    """Play some moves of a game; whether it went without a fault in the rules."""
    chance = random.Random(seed)
    try:
        state = Game(machine).start(seed=seed)
        for _ in range(MOVES):
            if state.is_over:
                break
            before = state.core, state.legal_moves
            try:
                state.push(chance.choice(state.legal_moves))
            except RuleFault:
                if before != (state.core, state.legal_moves):
                    raise Failure("after a fault the state is not what it was") from None
                raise
        state.record()
    except RuleFault:
        return False
    return True


# --- the command ------------------------------------------------------------------------------------


def main(arguments: list[str] | None = None) -> int:
    """Examine as many damaged rulesets as the command line asks for; 1 if one of them failed."""
    parser = argparse.ArgumentParser(description="check and play damaged rulesets")
    parser.add_argument("--number", type=int, default=1000, help="of each shipped ruleset")
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument(
        "--show", metavar="NAME", help="print the damaged ruleset of --seed, no more"
    )
    wanted = parser.parse_args(arguments)
    if wanted.show:
        kind, data = damaged(wanted.seed, wanted.show, shipped_texts())
        sys.stdout.buffer.write(data)
        print(f"({kind})", file=sys.stderr)
        return 0
    names = sorted(shipped_rulesets())
    seeds = range(wanted.seed, wanted.seed + wanted.number)
    began = time.perf_counter()
    with multiprocessing.Pool(wanted.jobs) as pool:
        work = ((name, seed) for seed in seeds for name in names)
        results = list(pool.imap_unordered(examine, work, chunksize=8))
    report(results, time.perf_counter() - began)
    return 1 if any(result.failure for result in results) else 0


def report(results: list[Result], seconds: float) -> None:
    """Print what came of all of them, the slowest and the failures."""
    outcomes = Counter(result.outcome for result in results)
    counted = ", ".join(f"{number:,} {outcome}" for outcome, number in sorted(outcomes.items()))
    print(f"{len(results):,} damaged rulesets in {seconds:.0f} s: {counted}")
    for result in islice(sorted(results, key=lambda r: -r.seconds), 5):
        print(f"  checked in {result.seconds:.2f} s: {result.place} ({result.kind})")
    for result in islice(sorted(results, key=lambda r: -r.play_seconds), 3):
        print(f"  played in {result.play_seconds:.2f} s: {result.place} ({result.kind})")
    failed = [result for result in results if result.failure]
    seen: Counter[str] = Counter()
    for result in failed:
        last = result.failure.strip().rsplit("\n", 1)[-1]
        seen[last] += 1
        if seen[last] == 1:
            print(f"{result.place} ({result.kind}):\n{result.failure}")
    for last, number in seen.most_common():
        print(f"{number:6} x {last}")


if __name__ == "__main__":
    sys.exit(main())
