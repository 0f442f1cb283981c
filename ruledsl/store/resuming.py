"""Going on with a kept game: the journal read back, and all that was done done again."""

from __future__ import annotations

from pathlib import Path

from ruledsl.engine.errors import PlayError
from ruledsl.engine.game import Game
from ruledsl.machine import serial
from ruledsl.phrase import Phrase, joined, phrase
from ruledsl.store.compare import differences
from ruledsl.store.entries import Header, NewEntry, RulesEntry, seed_of
from ruledsl.store.errors import DamagedFile, DifferentRules, StoreError
from ruledsl.store.files import FILES, Files
from ruledsl.store.journal import Journal
from ruledsl.store.lines import Reading
from ruledsl.store.sitting import Sitting
from ruledsl.version import __version__


def resume(path: Path, game: Game | None = None, files: Files = FILES) -> Sitting:
    """The sitting in a journal, exactly as it was after its last whole entry; it is kept there further.

    It goes on with the rules that it was begun with, which the journal holds; what has become of the rule
    file since does not matter. With ``game`` it goes on with that one, if it is of the same rules, players and options
    (for a journal whose rules this program cannot read, say).

    Raises :class:`StoreError`: what `Journal.open` raises, :class:`DifferentRules` where ``game`` is another,
    :class:`DamagedFile` where something in it cannot be done again.
    """
    journal, reading = Journal.open(path, files)
    try:
        sitting = replayed(reading, game)
    except BaseException:
        journal.close()
        raise
    sitting.journal = journal
    return sitting


def replayed(reading: Reading, game: Game | None = None) -> Sitting:
    """The sitting in a journal that was read; it is not kept. Raises as `resume` does."""
    header = reading.header
    if game is None:
        game = _own_game(header, reading.rules)
    found = differences(game.machine, header)
    if found:
        raise DifferentRules(
            phrase(
                "the journal is of another game: {differences}",
                differences=joined("; ", found.values()),
            ),
            tuple(found),
        )
    try:
        return _sitting(game, reading)
    except DamagedFile as error:
        raise DamagedFile(joined("", [str(error), *_other_program(header)])) from error


def _sitting(game: Game, reading: Reading) -> Sitting:
    header = reading.header
    first, *rest = reading.entries
    seats = dict(enumerate(header.seats, 1))
    assert isinstance(first, NewEntry)  # `read_lines` has seen to that
    try:
        sitting = Sitting(game, seed_of(first.seed), seats, header.match, first.draws)
    except PlayError as error:
        raise DamagedFile(
            phrase("the game cannot be begun again: {reason}", reason=str(error))
        ) from error
    sitting.check(first)
    for entry in rest:
        sitting.apply(entry)
    return sitting


def _own_game(header: Header, rules: RulesEntry) -> Game:
    """The game of the rules in the journal."""
    try:
        return Game(serial.read(rules.machine))
    except serial.MachineFileError as error:
        unusable = phrase("the rules in the journal cannot be used: {reason}", reason=str(error))
        raise StoreError(joined("", [unusable, *_other_program(header)])) from error
    except PlayError as error:
        raise DamagedFile(
            phrase("the rules in the journal cannot be played: {reason}", reason=str(error))
        ) from error


def _other_program(header: Header) -> tuple[Phrase, ...]:
    if header.program == __version__:
        return ()
    return (
        phrase(
            " (it was written by version {written} of ruledsl, this is {own})",
            written=header.program[:20],
            own=__version__,
        ),
    )
