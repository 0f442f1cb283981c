"""The same as `killed_games`, at the table: ``ruledsl play`` is killed and resumed with ``--resume``.

    python tests/properties/killed_tables.py --number 200

The killed process is the command itself, talking JSON to a program that chooses by the seed and by what was done so
far: moves, taking back, making again, from the start, another deal, other players.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from ruledsl.cli.main import main as command_line
from ruledsl.store.files import FILES
from ruledsl.store.shelf import shelf
from tests.engine.play import Picker
from tests.properties.killed_games import (
    LONGEST,
    READY,
    ROOT,
    Deadly,
    Task,
    game_of,
    kill_games,
    report,
)


class AtTheTable:
    """Plays through ``ruledsl play --json``."""

    def command(self, task: Task, folder: Path, own_end: str) -> list[str]:
        """This very file, as a child."""
        words = [task.ruleset, task.match, str(task.seed), str(folder), own_end]
        return [sys.executable, __file__, "--child", *words]

    def result(self, folder: Path) -> bytes:
        """The save that was written at the end."""
        return _saved(folder).read_bytes()

    def undisturbed(self, task: Task) -> bytes:
        """The same command in a folder of its own."""
        with tempfile.TemporaryDirectory(prefix="undisturbed-") as folder:
            command = self.command(task, Path(folder), "")
            subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
            return self.result(Path(folder))


def _saved(folder: Path) -> Path:
    return folder / "result.save"


class Other(io.TextIOBase):
    """The program at the other end: reads what the command writes, and writes what it reads."""

    def __init__(self, task: Task, folder: Path) -> None:
        super().__init__()
        self._task = task
        self._folder = folder
        self._journal: Path | None = None
        self._last: dict[str, Any] = {}
        self._asked = (-1, 0)
        self._is_saved = False

    def write(self, text: str) -> int:
        """A message of the command."""
        message = json.loads(text)
        kind = message["type"]
        if kind == "hello":
            sys.__stdout__.buffer.write(READY)
            sys.__stdout__.buffer.flush()
        assert kind != "notice", message
        assert kind != "error" or message["code"] == "refused", message
        if kind in ("choose", "over", "written"):
            self._last = message
        return len(text)

    def readline(self, most: int | None = -1) -> str:
        """The next line for the command; all that it says follows from the seed and the journal."""
        return json.dumps(self._line()) + "\n"

    def _line(self) -> dict[str, Any]:
        number = self._entries()
        attempt = self._asked[1] + 1 if self._asked[0] == number else 0
        self._asked = (number, attempt)
        if self._last["type"] == "written":
            return {"command": "quit"}
        if self._last["type"] == "over" or number >= LONGEST:
            return {"command": "save", "with": str(_saved(self._folder))}
        picker = Picker((self._task.seed * 1_000_003 + number) * 31 + attempt)
        picker.below(2)
        match picker.below(24):
            case 0:
                return {"command": "undo"}
            case 1 | 2 | 3:
                return {"command": "redo"}
            case 4:
                kind = ("random", "greedy", "human")[picker.below(3)]
                return {"command": "bot", "with": f"2 {kind}"}
            case 5 if not picker.below(3):
                return {"command": ("restart", "deal")[picker.below(2)]}
        return {"move": 1 + picker.below(len(self._last["moves"]))}

    def _entries(self) -> int:
        if self._journal is None:
            (kept,) = _kept(self._folder)
            self._journal = kept.path
        return self._journal.read_bytes().count(b"\n") - 3


def _kept(folder: Path) -> list[Any]:
    found = shelf(folder / "games")
    assert not found.unreadable, found.unreadable
    return [*found.unfinished, *found.finished]


def child(task: Task, folder: Path, own_end: str) -> int:
    """Begin or resume the game and play it to its end; the exit code."""
    os.environ["RULEDSL_STATE"] = str(folder)
    kept = _kept(folder)
    if not kept and _saved(folder).exists():
        return 0  # killed when all was done
    if own_end:
        at, place = own_end.split()
        deadly = Deadly(int(at), place)
        FILES.write, FILES.sync = deadly.write, deadly.sync  # type: ignore[method-assign]
    sys.stdin = sys.stdout = Other(task, folder)  # type: ignore[assignment]
    if kept:
        return command_line(["play", "--json", "--resume"])
    match = ["--match", task.match] if task.match else []
    seats = ["--seat", f"2={('random', 'greedy')[task.seed % 2]}"]
    seed = ["--seed", str(task.seed)]
    return command_line(["play", "--json", task.ruleset, *seed, *seats, *_bots(task), *match])


def _bots(task: Task) -> list[str]:
    """The seats beyond the second, with bots that are quick."""
    seats = range(3, game_of(task.ruleset).players + 1)
    return [word for seat in seats for word in ("--seat", f"{seat}=random")]


def main() -> int:
    """Kill, and say what came of it; 1 where a game ended otherwise than an undisturbed one."""
    if sys.argv[1:2] == ["--child"]:
        ruleset, match, seed, folder, own_end = sys.argv[2:]
        return child(Task(ruleset, match, int(seed)), Path(folder), own_end)
    parser = argparse.ArgumentParser()
    parser.add_argument("--number", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    started = time.monotonic()
    tally = kill_games(AtTheTable(), options.number, options.seed)
    return report(tally, time.monotonic() - started)


if __name__ == "__main__":
    sys.exit(main())
