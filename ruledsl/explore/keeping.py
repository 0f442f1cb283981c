"""Games that show what is wrong, as save files: opened, they stand one move before it."""

from __future__ import annotations

from pathlib import Path

from ruledsl.engine.game import Game
from ruledsl.explore.walking import Line
from ruledsl.machine.model import Machine
from ruledsl.store.entries import Seat
from ruledsl.store.savefiles import save
from ruledsl.store.saves import Save, save_of
from ruledsl.store.sitting import Sitting
from ruledsl.table import PERSON


def kept(machine: Machine, line: Line, moves: int) -> Save:
    """A save of the game after so many of its moves; people have all seats."""
    game = Game(machine)
    seats = {seat: Seat(PERSON) for seat in range(1, machine.players + 1)}
    sitting = Sitting(game, line.luck.value, seats, draws=line.luck.draws)
    for move in line.moves[:moves]:
        sitting.play(move, "person")
    return save_of(sitting)


def keep(machine: Machine, line: Line, moves: int, path: Path) -> None:
    """Write such a save; one of that name is replaced. Raises :class:`~ruledsl.store.errors.CannotSave`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    save(path, kept(machine, line, moves), replace=True)
