"""Lines that nobody would type, at the prompt of every ruleset.

    python tests/properties/random_lines.py --number 10000

Each ruleset is played at a pipe, with lines of words, numbers, beginnings of words, scripts, control characters, very long lines.
Whatever comes, the program must answer in text that a terminal does not obey, and must play no move that was not clearly named:
every move that is played must follow from the line by the rules of the prompt, as they are stated here once more.
"""

from __future__ import annotations

import argparse
import io
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import Factory, define

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import ruledsl
from ruledsl.engine.game import Game
from ruledsl.repl import commands
from ruledsl.repl.lines import Manner
from ruledsl.repl.rendering import Rendering
from ruledsl.repl.results import Broken, Left, Played, Result
from ruledsl.repl.screen import Screen
from ruledsl.repl.session import Session
from ruledsl.semantics.library import shipped_rulesets
from ruledsl.store.entries import Seat
from ruledsl.store.sitting import Sitting
from ruledsl.table import Table

ODD = (
    "\x00", "\x07", "\x1b[2J", "\x1b]0;title\x07", "\x7f", "\x85", "\u200b", "\u202e", "\u2028", "é", "e\u0301",
    "ß", "İ", "٣", "３", "Ⅳ", "½", "🂡", "\U0010ffff", "\ud800", "\ufeff",
)  # fmt: skip
"""Characters that programs stumble over."""

MARKS = (
    "(",
    ")",
    ",",
    "[",
    "]",
    "/",
    "#",
    ".",
    "-",
    "+",
    "?",
    '"',
    "'",
    "`",
    "\\",
    "%s",
    "{}",
    "\t",
)

MEGABYTE = 1 << 20


def lines(chooser: random.Random, session: Session) -> Iterator[str]:
    """Random lines without end, made of what is around at the table now."""
    while True:
        yield _line(chooser, session)


def _line(chooser: random.Random, session: Session) -> str:
    words = _words(session)
    match chooser.randrange(12):
        case 0:
            return str(chooser.choice((0, 1, 2, 3, 7, 10, 99, -1, 10**19, 10**400)))
        case 1:
            return "".join(
                chr(chooser.randrange(0x20, 0x300)) for _ in range(chooser.randrange(40))
            )
        case 2:
            return "".join(chooser.choice(ODD) for _ in range(chooser.randrange(1, 9)))
        case 3 | 4:
            return " ".join(chooser.choice(words) for _ in range(chooser.randrange(1, 5)))
        case 5 | 6:
            return " ".join(_begun(chooser, words) for _ in range(chooser.randrange(1, 5)))
        case 7:
            return _mixed(chooser, words)
        case 8:
            return f"{chooser.choice(('', '/'))}{chooser.choice(tuple(commands.COMMANDS))} {_mixed(chooser, words)}"
        case 9:
            text = str(chooser.choice(session.moves).move) if session.moves else ""
            cut = chooser.randrange(len(text) + 1)
            return text[:cut] + chooser.choice((*ODD, *MARKS, "", "")) + text[cut:]
        case 10:
            return chooser.choice(("", " ", "\t  ", "​"))
        case _:
            return _long(chooser, words)


def _words(session: Session) -> Sequence[str]:
    moves = [re.split(r"[ (),]+", str(entry.move)) for entry in session.moves]
    own = [word for move in moves for word in move if word]
    return (
        *own,
        *own,
        *commands.COMMANDS,
        *commands.ALIASES,
        "not",
        "all",
        "1",
        "2",
        "40",
        "at",
        "seat",
    )


def _begun(chooser: random.Random, words: Sequence[str]) -> str:
    word = chooser.choice(words)
    return word[: chooser.randrange(1, len(word) + 1)]


def _mixed(chooser: random.Random, words: Sequence[str]) -> str:
    parts = (*words, *MARKS, *ODD, " ", " ")
    return "".join(chooser.choice(parts) for _ in range(chooser.randrange(8)))


def _long(chooser: random.Random, words: Sequence[str]) -> str:
    length = chooser.choice(
        (300, 301, 10_000, 10_001, *([MEGABYTE] if chooser.random() < 0.1 else []))
    )
    start = chooser.choice(("1", "why 1", chooser.choice(words), ""))
    return (start + chooser.choice((" ", "x", "1 ", "é")) * length)[:length]


# --- what a line names ---------------------------------------------------------------------------------


def names(line: str, number: int, text: str) -> bool:
    """Whether a line clearly names the move of that number and text: by its number, or word for word, where words may
    be cut short and marks, capitals and words that only say where something is may be left out."""
    digits = line.strip().removeprefix("#").removesuffix(".")
    if digits.isascii() and digits.isdigit():
        return int(digits) == number
    typed, words = _plain(line), iter(_plain(text))
    return bool(typed) and all(
        any(word == part or (part.isalpha() and word.startswith(part)) for word in words)
        for part in typed
    )


def _plain(text: str) -> list[str]:
    return re.sub(r"[()\[\]_,]", " ", text.casefold()).split()


@define
class Tally:
    """What has come of the lines."""

    lines: int = 0
    played: int = 0
    kinds: Counter[str] = Factory(Counter)
    unnamed: list[str] = Factory(list)


def type_lines(game: Game, number: int, seed: int) -> Tally:
    """Type so many lines into sessions of a game, one after the other, with a person at every seat.

    What may raise goes on upwards: no line may make the program fail.
    """
    chooser = random.Random(seed)
    tally = Tally()
    while tally.lines < number:
        who = {seat: Seat("human") for seat in range(1, game.players + 1)}
        sitting = Sitting(game, chooser.getrandbits(64), who)
        session = Session(Table(sitting), adviser="random", open_hands=chooser.random() < 0.3)
        _one_game(session, chooser, tally, min(number - tally.lines, 400))
    return tally


def _one_game(session: Session, chooser: random.Random, tally: Tally, most: int) -> None:
    rendering = Rendering.of(session.game.machine, Manner(chooser.choice((20, 40, 100))))
    source = lines(chooser, session)
    for _ in range(most):
        session.proceed()
        moves = {str(entry.move): entry.number for entry in session.moves}
        typed = next(source)
        read = _read(typed)
        if read is None:
            continue  # an empty input
        result = session.answer(read)
        tally.lines += 1
        tally.kinds[type(result).__name__] += 1
        _show(rendering, result)
        assert not isinstance(result, Broken), (typed, result)
        if isinstance(result, Played):
            tally.played += 1
            # The line itself, not what was read of it: what is cut off may not change what it means.
            if len(typed) > 300 or not names(typed, moves[result.text], result.text):
                tally.unnamed.append(f"{typed[:300]!r} played {result.text}")
        if isinstance(result, Left) or (session.is_over and chooser.random() < 0.1):
            return


def _read(typed: str) -> str | None:
    """A line as the program reads it from a pipe."""
    data = typed.encode("utf-8", "surrogatepass") + b"\n"
    reader = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8", errors="replace")
    return Screen(reader, io.StringIO()).ask("> ")


def _show(rendering: Rendering, result: Result) -> None:
    shown = io.StringIO()
    if not isinstance(result, Left):
        Screen(io.StringIO(), shown).show(rendering.result(result))
    text = shown.getvalue()
    assert "\x1b" not in text, text
    assert "Traceback" not in text, text


def main() -> int:
    """Type the lines, and say what came of them; 1 where a move was played that was not named."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--number", type=int, default=10_000, help="lines for each ruleset")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    bad = 0
    for name in sorted(shipped_rulesets()):
        started = time.monotonic()
        tally = type_lines(ruledsl.load(name), options.number, options.seed)
        kinds = ", ".join(f"{kind} {count}" for kind, count in tally.kinds.most_common())
        print(
            f"{name}: {tally.lines} lines, {tally.played} moves played, {len(tally.unnamed)} of them not named"
            f" ({time.monotonic() - started:.0f} s; {kinds})",
            flush=True,
        )
        for text in tally.unnamed[:20]:
            print(f"  {text}")
        bad += len(tally.unnamed)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
