"""Games that are killed at random moments and resumed must end as undisturbed ones do.

    python tests/properties/killed_games.py --number 200     kills 200 times, and says what came of it

Each game is played in a process of its own by a *player*, which is started, killed without a warning (SIGKILL; on Windows
TerminateProcess), started again to resume, and so on to the end of the game. What it does at the table depends on
its seed and on what has been done so far alone, so that the end can be compared with that of a game that nobody
disturbed. A player is anything that has `Player`'s three methods; `AtTheStore` plays through `ruledsl.store`.

Half of the kills come from outside, after a random time; the others the player brings upon itself at a line of its journal:
before it is written, with a part of it written, with all of it written but not synced, or when it is on the disk.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Protocol
from zlib import crc32

from attrs import Factory, define, frozen

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import ruledsl
from ruledsl.engine.game import Game
from ruledsl.store.entries import Seat
from ruledsl.store.files import Files
from ruledsl.store.resuming import resume
from ruledsl.store.savefiles import to_bytes
from ruledsl.store.saves import save_of
from ruledsl.store.shelf import shelf
from ruledsl.store.sitting import Sitting, begin
from tests.engine.play import Picker

ROOT = Path(__file__).resolve().parents[2]

GAMES: tuple[tuple[str, str], ...] = (
    ("ka_ching", "best_of_three"),
    ("goofspiel", ""),
    ("cherki", "three_deals"),
    ("cat_in_the_sack", ""),
    ("kuhn", ""),
    ("ka_ching_4", ""),
)
"""What is played: a ruleset, and a match of it or none."""

PLACES = ("before", "amid", "written", "synced")
"""Where a player may kill itself at a line of its journal."""

LONGEST = 300
"""Doings of a game; then it counts as ended."""

READY = b"at the table\n"
"""What a player says when it has begun, or resumed, and will now play."""

KILLED = -signal.SIGKILL if hasattr(signal, "SIGKILL") else 1


@frozen
class Task:
    """A game to be played: which, and the seed of it and of all that is done in it."""

    ruleset: str
    match: str
    seed: int


@cache
def game_of(ruleset: str) -> Game:
    """The game of a ruleset."""
    return ruledsl.load(ruleset)


class Player(Protocol):
    """What plays a game in a process of its own, from its start or where it was killed."""

    def command(self, task: Task, folder: Path, own_end: str) -> list[str]:
        """The command that begins the game or, if it was begun, resumes it; it says `READY` before it plays.

        ``folder`` is a state folder of its own, ``own_end`` where it is to kill itself (empty: nowhere).
        """

    def result(self, folder: Path) -> bytes:
        """What came of the game, once the command has ended well."""

    def undisturbed(self, task: Task) -> bytes:
        """What comes of the same game when nobody disturbs it."""


class AtTheStore:
    """Plays through `ruledsl.store`, undoing, redoing, changing seats and going on to the next game at random."""

    def command(self, task: Task, folder: Path, own_end: str) -> list[str]:
        """This very file, as a child."""
        words = [task.ruleset, task.match, str(task.seed), str(folder), own_end]
        return [sys.executable, __file__, "--child", *words]

    def result(self, folder: Path) -> bytes:
        """The save that the child has written at its end."""
        return (folder / "result").read_bytes()

    def undisturbed(self, task: Task) -> bytes:
        """The same, in this process and without a journal."""
        game = game_of(task.ruleset)
        sitting = Sitting(game, task.seed, _seats(game), task.match or None)
        for number in range(LONGEST):
            if not do(sitting, task.seed, number):
                break
        return _result(sitting)


def _seats(game: Game) -> dict[int, Seat]:
    return {seat: Seat("human", f"player {seat}") for seat in range(1, game.players + 1)}


def _result(sitting: Sitting) -> bytes:
    return to_bytes(save_of(sitting))


def do(sitting: Sitting, seed: int, number: int) -> bool:
    """Do what is to be done as number ``number``, one entry of the journal; False at the end."""
    picker = Picker(seed * 1_000_003 + number)
    picker.below(2)
    what = picker.below(24)
    done, back = len(sitting.done), len(sitting.taken_back)
    if sitting.is_over:
        return False
    if what == 0 and done:
        sitting.undo(picker.below(done))
    elif what < 4 and back:
        sitting.redo(done + 1 + picker.below(back))
    elif what == 4:
        seat = 1 + picker.below(sitting.game.players)
        sitting.sit(seat, Seat("human", f"guest {number}"))
    elif sitting.state.is_over:
        sitting.next_game()
    else:
        moves = sitting.state.legal_moves
        sitting.play(moves[picker.below(len(moves))], ("person", "bot")[picker.below(2)])
    return True


# --- the child ---------------------------------------------------------------------------------------


class Deadly(Files):
    """Files with which the process kills itself at line number ``at`` (from 0) that it writes, at one of `PLACES`."""

    def __init__(self, at: int, place: str) -> None:
        self._left = at
        self._place = place

    def _come_to(self, place: str) -> None:
        if self._left == 0 and self._place == place:
            os.kill(os.getpid(), signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)

    def write(self, descriptor: int, data: bytes) -> int:
        self._come_to("before")
        if self._left == 0 and self._place == "amid":
            super().write(descriptor, data[: 1 + crc32(data) % (len(data) - 1)])
            self._come_to("amid")
        written = super().write(descriptor, data)
        self._come_to("written")
        return written

    def sync(self, descriptor: int) -> None:
        super().sync(descriptor)
        self._come_to("synced")
        self._left -= 1


def child(task: Task, folder: Path, own_end: str) -> None:
    """Begin or resume the game, play it to its end, and leave the result in the folder."""
    files = Files()
    if own_end:
        at, place = own_end.split()
        files = Deadly(int(at), place)
    games = folder / "games"
    sitting = _sitting(task, games, files)
    journal = sitting.journal
    assert journal is not None, sitting.notice()
    sys.stdout.buffer.write(READY)
    sys.stdout.buffer.flush()
    # All entries after the first are doings: the journal knows how many there were.
    number = journal.path.read_bytes().count(b"\n") - 3
    while number < LONGEST and do(sitting, task.seed, number):
        number += 1
        assert sitting.notice() is None
    (folder / "result").write_bytes(_result(sitting))


def _sitting(task: Task, games: Path, files: Files) -> Sitting:
    found = shelf(games, files)
    assert not found.unreadable, found.unreadable
    kept = (*found.unfinished, *found.finished)
    assert len(kept) < 2, kept
    if kept:
        return resume(kept[0].path, files=files)
    game = game_of(task.ruleset)
    return begin(game, task.seed, _seats(game), task.match or None, folder=games, files=files)


# --- the one who kills ---------------------------------------------------------------------------------


@define
class Tally:
    """What has happened so far; ``lines`` are the lengths of the journals at each kill, -1 for none at all."""

    games: int = 0
    by_place: Counter[str] = Factory(Counter)
    lines: list[int] = Factory(list)
    torn: int = 0
    different: list[str] = Factory(list)

    @property
    def kills(self) -> int:
        """How often a game was killed."""
        return self.by_place.total()


def kill_games(player: Player, number: int, seed: int) -> Tally:
    """Play games with so many kills among them."""
    chooser = random.Random(seed)
    tally = Tally()
    while tally.kills < number:
        ruleset, match = GAMES[tally.games % len(GAMES)]
        task = Task(ruleset, match, chooser.getrandbits(48))
        folder = Path(tempfile.mkdtemp(prefix="killed-"))
        try:
            _play(player, task, folder, chooser, tally, number)
            if player.result(folder) != player.undisturbed(task):
                tally.different.append(str(task))
        finally:
            shutil.rmtree(folder)
        tally.games += 1
    return tally


def _play(
    player: Player, task: Task, folder: Path, chooser: random.Random, tally: Tally, number: int
) -> None:
    """Play a game to its end, killing it again and again."""
    for attempt in range(30):
        killing = attempt < 12 and tally.kills < number
        own = killing and chooser.random() < 0.5
        place = chooser.choice(PLACES)
        # The first time early, so that the beginning is not passed over.
        at = chooser.randrange(4 if attempt == 0 else 40)
        command = player.command(task, folder, f"{at} {place}" if own else "")
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            if killing and not own:
                process.stdout.readline()
                time.sleep(chooser.random() * 0.15)
                process.kill()
            code = process.wait()
        if code == 0:
            return
        if code != KILLED:
            raise AssertionError(f"{task}: the player ended with code {code}")
        tally.by_place[place if own else "outside"] += 1
        journals = [path.read_bytes() for path in folder.rglob("*.jsonl")]
        tally.lines.append(sum(data.count(b"\n") for data in journals) if journals else -1)
        tally.torn += any(data and not data.endswith(b"\n") for data in journals)
    raise AssertionError(f"{task}: the game does not end")


def main() -> int:
    """Kill, and say what came of it; 1 where a game ended otherwise than an undisturbed one."""
    if sys.argv[1:2] == ["--child"]:
        ruleset, match, seed, folder, own_end = sys.argv[2:]
        child(Task(ruleset, match, int(seed)), Path(folder), own_end)
        return 0
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--number", type=int, default=200, help="kills")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    started = time.monotonic()
    tally = kill_games(AtTheStore(), arguments.number, arguments.seed)
    return report(tally, time.monotonic() - started)


def report(tally: Tally, seconds: float) -> int:
    """Say what came of it; 1 where a game ended otherwise than an undisturbed one."""
    places = ", ".join(f"{place} {count}" for place, count in sorted(tally.by_place.items()))
    lines = sorted(tally.lines)
    print(f"{tally.kills} kills ({places}) in {tally.games} games, {seconds:.0f} s")
    print(
        f"lines in the journal when it was killed: {lines[0]} to {lines[-1]}, half of them"
        f" {lines[len(lines) // 2]} or more; {tally.torn} with a torn last line"
    )
    print(f"{len(tally.different)} games ended otherwise than undisturbed ones")
    for task in tally.different:
        print(f"  {task}")
    return 1 if tally.different else 0


if __name__ == "__main__":
    sys.exit(main())
