"""Rules that ask for too much: ``python tests/properties/bounds.py`` measures each in a process of its own.

A text of some thousand bytes may ask for more than any computer has. Each of these must be
compiled, or refused with a diagnostic, within `SECONDS` and `MEGABYTES`.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections.abc import Callable
from pathlib import Path

from attrs import frozen

from tests.validated import of_lines

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

SECONDS = 2.0
"""Processor time that a check of any of them may take."""

MEGABYTES = 500
"""Memory that the process may have used at its end."""

HEAD = 'language 1\ngame bounds "Bounds"\n'
PLAYERS = "players 2\n"
ACTION = 'action wait:\n    require yes, otherwise "never"\n'
PLAY = "play:\n    each player:\n        must wait\n"
RESULT = "win by highest score\nties shared\n"


def rules(
    declarations: str = "",
    *,
    players: str = PLAYERS,
    action: str = ACTION,
    play: str = PLAY,
    score: str = "0",
) -> str:
    """A small whole ruleset with some declarations in it."""
    return f"{HEAD}{players}{declarations}{action}{play}score p in Player = {score}\n{RESULT}"


def many(count: int, line: Callable[[int], str]) -> str:
    """``count`` lines."""
    return "".join(f"{line(number)}\n" for number in range(count))


def flow(*statements: str) -> str:
    """A ``play`` with some statements before its decisions."""
    return (
        "play:\n"
        + "".join(f"    {s}\n" for s in statements)
        + "    each player:\n        must wait\n"
    )


CARDS = "type Colour = red, blue\ntype Rank = 1..1000\ncard C(rank: Rank)\n"
HANDS = """\
type Rank = 1..36
card C(rank: Rank)
deck stock:
    C(each Rank)
zone hand[Player] seen by owner
setup:
    move all from stock to hand[1]
"""
BILLION = "1000000000"


@frozen
class Case:
    """Rules that ask for too much, and the code that they are refused with; None: they compile."""

    name: str
    text: str
    code: str | None


def doubling(count: int) -> str:
    """Defines each of which is worth twice the one before."""
    return "define d0 = player_count\n" + many(count, lambda n: f"define d{n + 1} = d{n} + d{n}")


def doubling_phases(count: int) -> str:
    """Phases each of which does the one before twice."""
    return "var x: 0..1 = 0 seen by all\nphase p0:\n    x = 1\n" + many(
        count, lambda n: f"phase p{n + 1}:\n    do p{n}\n    do p{n}"
    )


def nested_blocks(depth: int) -> str:
    """An ``if`` within an ``if`` within an ``if``."""
    lines = [" " * (n + 1) + "if player_count == 2:" for n in range(depth)]
    return "play:\n" + "\n".join(lines) + "\n" + " " * (depth + 1) + "do w\n"


CASES = (
    Case("60 defines, each double the one before", rules(doubling(60), score="d60"), "RD502"),
    Case("45 defines, each double the one before", rules(doubling(45), score="d45"), "RD504"),
    Case("45 doubling defines that nobody uses", rules(doubling(45)), None),
    Case("12 doubling defines", rules(doubling(12), score="d12"), None),
    Case(
        "defines 2000 deep",
        rules(
            "define d0 = player_count\n" + many(2000, lambda n: f"define d{n + 1} = d{n} + 1"),
            score="d2000",
        ),
        "RD502",
    ),
    Case(
        "defines with parameters 1200 deep",
        rules(
            "define d0(n: 0..9) = n\n"
            + many(1200, lambda n: f"define d{n + 1}(n: 0..9) = d{n}(n)"),
            score="d1200(1)",
        ),
        "RD502",
    ),
    Case(
        "phases 2000 deep",
        rules(
            "phase p0:\n    let x = 1\n" + many(2000, lambda n: f"phase p{n + 1}:\n    do p{n}"),
            play=flow("do p2000"),
        ),
        "RD502",
    ),
    Case(
        "40 defines deep, each of 60 parentheses",
        rules(
            "define d0 = player_count\n"
            + many(40, lambda n: f"define d{n + 1} = {'(1 + ' * 60}d{n}{')' * 60}"),
            score="d40",
        ),
        "RD502",
    ),
    Case("60 doubling phases", rules(doubling_phases(60), play=flow("do p60")), "RD502"),
    Case("40 doubling phases", rules(doubling_phases(40), play=flow("do p40")), None),
    Case("a deck of a billion cards", rules(CARDS + f"deck d:\n    {BILLION} * C(1)\n"), "RD501"),
    Case(
        "a billion values in a deck line",
        rules(f"card C(rank: 1..{BILLION})\ndeck d:\n    C(each 1..{BILLION})\n"),
        "RD501",
    ),
    Case(
        "a product of three long lists in a deck line",
        rules(
            "card C(a: 1..900, b: 1..900, c: 1..900)\ndeck d:\n    C(each 1..900, each 1..900, each 1..900)\n"
        ),
        "RD501",
    ),
    Case(
        "a million decks of a player",
        rules(CARDS + "type Big = 1..1000000\ndeck d[Big]:\n    C(1)\n"),
        "RD217",
    ),
    Case("a type of a billion values", rules(f"type Big = 1..{BILLION}\n"), None),
    Case(
        "zones by a type of a billion values",
        rules(f"type Big = 1..{BILLION}\nzone z[Big] seen by all\n"),
        "RD217",
    ),
    Case(
        "accounts by a type of a billion values",
        rules(f"type Big = 1..{BILLION}\nmoney z[Big] = 0 up to 1 seen by all\n"),
        "RD217",
    ),
    Case(
        "variables by a type of a billion values",
        rules(f"type Big = 1..{BILLION}\nvar z[Big]: 0..1 = 0 seen by all\n"),
        "RD217",
    ),
    Case(
        "150 zones that could hold 1000 cards each",
        rules(
            "type R = 1..1000\ncard C(r: R)\ndeck d:\n    C(each R)\n"
            + many(150, lambda n: f"zone z{n} seen by all")
            + "setup:\n    move all from d to z0\n"
            + many(149, lambda n: f"    move all from z{n} to z{n + 1}"),
        ),
        "RD502",
    ),
    Case("a range of a billion", rules(f"var x: 0..{BILLION} = 0 seen by all\n"), None),
    Case("a number of 900 digits", rules(f"var x: 0..{'9' * 900} = 0 seen by all\n"), "RD007"),
    Case(
        "a billion players",
        rules(players=f"players 2..{BILLION}\n"),
        "RD212",
    ),
    Case("2 to 50 players", rules(players="players 2..50\n"), None),
    Case("an option of a billion values", rules(f"option big: 0..{BILLION} = 0\n"), None),
    Case(
        "a deck as large as an option allows",
        rules(CARDS + f"option big: 1..{BILLION} = 1\ndeck d:\n    big * C(1)\n"),
        "RD501",
    ),
    Case("60 options", rules(many(60, lambda n: f"option o{n}: 0..9 = 1")), None),
    Case("300 options", rules(many(300, lambda n: f"option o{n}: 0..9 = 1")), "RD502"),
    Case(
        "100 options and 1000 lines of play",
        rules(
            "var x: 0..9 = 0 seen by all\n" + many(100, lambda n: f"option o{n}: 0..9 = 1"),
            play=flow(*(f"x = o{n % 100}" for n in range(1000))),
        ),
        "RD508",
    ),
    Case(
        "2 to 50 players and 3000 lines of play",
        rules(
            "var x: 0..9 = 0 seen by all\n",
            players="players 2..50\n",
            play=flow(*(f"x = {n % 10}" for n in range(3000))),
        ),
        "RD508",
    ),
    Case(
        "1400 phases",
        rules(
            "var x: 0..9 = 0 seen by all\n"
            + many(1400, lambda n: f"phase p{n}:\n    x = {n % 10}"),
            play=flow(*(f"do p{n}" for n in range(1400))),
        ),
        None,
    ),
    Case(
        "300 parentheses within each other",
        rules(score="(" * 300 + "1" + ")" * 300),
        "RD006",
    ),
    Case(
        "20000 parentheses over many lines",
        rules(score="\n".join(["(" * 400] * 50) + "1" + "\n".join([")" * 400] * 50)),
        "RD006",
    ),
    Case("500 negations", rules(score="-" * 500 + "1"), "RD006"),
    Case("a sum of 450 terms", rules(score="+".join(["1"] * 450)), "RD006"),
    Case("a sum of 100000 terms", rules(score="(" + "+\n".join(["1"] * 100_000) + ")"), "RD005"),
    Case(
        "600 ifs within each other",
        rules("phase w:\n    each player:\n        must wait\n", play=nested_blocks(600)),
        "RD006",
    ),
    Case(
        "a choice of 8 from 36 cards",
        rules(HANDS, action="action wait(a, b, c, d, e, f, g, h in your hand):\n    let x = 1\n"),
        "RD503",
    ),
    Case(
        "a choice of a billion numbers",
        rules(action=f"action wait(n in 1..{BILLION}):\n    let x = n\n"),
        "RD503",
    ),
    Case(
        "a choice of 3 from 1000 numbers",
        rules(action="action wait(a in 1..1000, b in 1..1000, c in 1..1000):\n    let x = a\n"),
        "RD503",
    ),
    Case("a billion repetitions", rules(play=flow(f"repeat {BILLION} times: let x = 1")), None),
    Case("repeat without end", rules(play="play:\n    repeat:\n        let x = 1\n"), "RD314"),
    Case("a loop over a billion", rules(play=flow(f"for x in 1..{BILLION}: let y = x")), "RD503"),
    Case("a sum over a billion", rules(score=f"sum(x for x in 1..{BILLION})"), "RD504"),
    Case(
        "sums within sums",
        rules(score="sum(sum(sum(1 for z in 1..1000) for y in 1..1000) for x in 1..1000)"),
        "RD504",
    ),
    Case("constants that overflow", rules(score="*".join(["999999999"] * 40)), "RD222"),
    Case(
        "a match of a billion games",
        rules(
            f'match m "M":\n    rounds = {BILLION}\n    starter = lot\n    winner = most_rounds\n'
        ),
        "RD212",
    ),
    Case(
        "a table of 4500 rows",
        rules("table t: a, b\n" + many(4_500, lambda n: f"    {n}, {n}").rstrip() + "\n"),
        None,
    ),
    Case("5000 actions", rules(many(5000, lambda n: f"action a{n}:\n    let x = {n}")), "RD005"),
    Case(
        "500 actions on offer",
        rules(
            many(500, lambda n: f"action a{n}:\n    let x = {n}"),
            play="play:\n    each player:\n        must a0\n"
            + many(30, lambda n: f"            or a{n}").replace("            or", "        must"),
        ),
        "RD061",
    ),
    Case(
        "types of 9500 members together",
        rules(many(100, lambda n: f"type T{n} = " + ", ".join(f"m{n}x{k}" for k in range(95)))),
        None,
    ),
    Case(
        "300 tests", rules(many(300, lambda n: f'test "{n}":\n    play on\n    expect over')), None
    ),
)
"""What is measured."""


def check(case: Case) -> list[str]:
    """The codes of the findings of a case."""
    from ruledsl import compiling

    outcome = compiling.check_text("bounds.rules", case.text)
    return [d.code for d in of_lines(outcome.diagnostics)]


# --- the command ------------------------------------------------------------------------------


@frozen
class Measured:
    """What a check took: processor time in seconds, memory in megabytes, the codes that it gave."""

    seconds: float
    megabytes: int
    codes: tuple[str, ...]


def measure(number: int) -> Measured:
    """Check a case in this process, which must be a fresh one for its memory to mean anything."""
    import resource

    from ruledsl import compiling  # noqa: F401 - what importing takes is not what is measured

    began = time.process_time()
    try:
        codes = check(CASES[number])
    except Exception as error:  # noqa: BLE001 - the report names it
        codes = [type(error).__name__]
    seconds = time.process_time() - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    unit = 1024 * 1024 if sys.platform == "darwin" else 1024
    return Measured(seconds, peak // unit, tuple(codes))


def main(arguments: list[str] | None = None) -> int:
    """Measure every case; 1 if one of them takes too much or does not end as it should."""
    parser = argparse.ArgumentParser(description="measure what extreme rules take")
    parser.add_argument("--only", default="", help="cases with this in their name")
    wanted = parser.parse_args(arguments)
    numbers = [n for n, case in enumerate(CASES) if wanted.only in case.name]
    failed = 0
    spawn = multiprocessing.get_context("spawn")
    for number in numbers:
        case = CASES[number]
        with spawn.Pool(1) as pool:
            pending = pool.apply_async(measure, (number,))
            try:
                found = pending.get(timeout=120)
            except multiprocessing.TimeoutError:
                print(f"{case.name:45} does not end", flush=True)
                failed += 1
                continue
        fits = found.seconds <= SECONDS and found.megabytes <= MEGABYTES
        ends = (case.code in found.codes) if case.code else not found.codes
        word = "" if ends else f"  NOT {case.code or 'compiled'}"
        if not fits:
            word = "  TOO MUCH"
        failed += bool(word)
        shown = " ".join(sorted(set(found.codes))[:4]) or "compiled"
        print(
            f"{case.name:45} {found.seconds:6.2f} s {found.megabytes:5} MB  {shown}{word}",
            flush=True,
        )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
