"""Save files: a sitting for everybody's eyes, or what one seat has seen of it.

A *save* holds the records of the games and the seed, so the sitting can be gone on with from it; whoever has it can
see every card, and those to come. A *seat save* holds what one seat has seen and done and nothing else: it
can be given to that player, and read, but not gone on with.
"""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from ruledsl.engine.errors import MoveError, PlayError
from ruledsl.engine.game import Game
from ruledsl.engine.knowledge.tell import tell
from ruledsl.engine.luck import Draw
from ruledsl.engine.record import MoveItem, Record
from ruledsl.phrase import joined, phrase, seat_named
from ruledsl.store.compare import differences
from ruledsl.store.entries import By, Seat, options_of, seed_of
from ruledsl.store.errors import DamagedFile, DifferentRules, ForeignFile
from ruledsl.store.sitting import PlayedGame, Sitting
from ruledsl.version import __version__

FORMAT = "ruledsl save"
SEAT_FORMAT = "ruledsl seat save"
VERSION = 1
"""The version of both that this program writes."""
OLDEST = 1
"""The oldest version of both that can be read."""


@frozen
class Save:
    """A sitting: who sits where, the seed (a decimal number, as text), the match, and the games so far.

    ``by`` says for each game who chose each of its moves. Of a single game ``draws`` may be settled beforehand, and the
    seed decides the others.
    """

    program: str
    seed: str
    match: str | None
    seats: tuple[Seat, ...]
    games: tuple[Record, ...]
    by: tuple[tuple[By, ...], ...]
    draws: tuple[Draw, ...] = ()
    format: str = FORMAT
    version: int = VERSION
    min_reader: int = VERSION


@frozen
class SeatSave:
    """What a seat has seen of the present game of a sitting, and of nothing more.

    ``events`` are the lines of its information state, ``told`` the same as people read them, ``moves`` those of
    them that are moves, ``table`` is what it sees now. ``round`` is the number of the game in a match.
    """

    program: str
    ruleset: str
    title: str
    rules_hash: str
    language: int
    players: int
    options: dict[str, str]
    match: str | None
    round: int
    seats: tuple[Seat, ...]
    seat: int
    events: tuple[str, ...]
    moves: tuple[str, ...]
    told: tuple[str, ...]
    table: str
    digest: str
    format: str = SEAT_FORMAT
    version: int = VERSION
    min_reader: int = VERSION


AnySave: TypeAlias = Save | SeatSave


# --- from a sitting --------------------------------------------------------------------------------


def save_of(sitting: Sitting) -> Save:
    """A sitting as a save; what was taken back is not in it."""
    games = sitting.games
    return Save(
        __version__,
        str(sitting.seed),
        sitting.match_name,
        sitting.seats,
        tuple(game.record for game in games),
        tuple(game.by for game in games),
        sitting.draws,
    )


def seat_save_of(sitting: Sitting, seat: int) -> SeatSave:
    """What a seat has seen of the present game. Raises :class:`PlayError` for a seat that there is not.

    All of it is made from the information state of the seat and from what stands on the box.
    """
    machine = sitting.game.machine
    information = sitting.state.information_state(seat)
    told = tell(machine, information.events)
    return SeatSave(
        __version__,
        machine.name,
        machine.title,
        machine.rules_hash,
        machine.language,
        machine.players,
        options_of(machine),
        sitting.match_name,
        sitting.match.round if sitting.match is not None else 1,
        sitting.seats,
        seat,
        information.lines,
        tuple(line.text for line in told if line.kind in ("played", "chosen")),
        tuple(line.text for line in told),
        str(sitting.state.observation(seat)),
        information.digest,
    )


# --- and back ---------------------------------------------------------------------------------------


def rebuild(save: AnySave, game: Game) -> Sitting:
    """The sitting of a save, not kept in a journal yet (see `Sitting.keep`).

    Raises :class:`DifferentRules` where ``game`` is another or has other rules, players or options, saying
    which; :class:`DamagedFile` where the save does not fit them; :class:`ForeignFile` for a seat save.
    """
    if isinstance(save, SeatSave):
        raise ForeignFile(
            phrase(
                "this file holds only what {seat} has seen; it can be read, not played on",
                seat=seat_named(save.seat),
            )
        )
    if not save.games or len(save.by) != len(save.games):
        raise DamagedFile(
            phrase("the save file is damaged: its games and who played them do not fit")
        )
    for record in save.games:
        found = differences(game.machine, record)
        if found:
            raise DifferentRules(
                phrase(
                    "the save is of another game: {differences}",
                    differences=joined("; ", found.values()),
                ),
                tuple(found),
            )
    try:
        seats = dict(enumerate(save.seats, 1))
        sitting = Sitting(game, seed_of(save.seed), seats, save.match, save.draws)
    except PlayError as error:
        raise DamagedFile(
            phrase("the save cannot be begun: {reason}", reason=str(error))
        ) from error
    for number, (record, by) in enumerate(zip(save.games, save.by, strict=True), 1):
        try:
            if number > 1:
                sitting.next_game()
            _play(sitting, record, by)
        except PlayError as error:
            raise DamagedFile(
                phrase("game {number} of the save cannot be played again", number=number)
            ) from error
        if sitting.games[-1] != PlayedGame(record, by):
            raise DamagedFile(
                phrase(
                    "game {number} of the save comes out otherwise than it did{besides}",
                    number=number,
                    besides=_other_program(save),
                )
            )
    return sitting


def _play(sitting: Sitting, record: Record, by: tuple[By, ...]) -> None:
    moves = [item for item in record.items if isinstance(item, MoveItem)]
    if len(moves) != len(by):
        raise MoveError("not every move has somebody who chose it")
    for item, chooser in zip(moves, by, strict=True):
        sitting.play(sitting.find(item), chooser)


def _other_program(save: Save) -> str:
    if save.program == __version__:
        return ""
    return phrase(
        " (it was written by version {written} of ruledsl, this is {own})",
        written=save.program[:20],
        own=__version__,
    )
