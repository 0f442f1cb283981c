"""What comes of a line that a person typed."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from ruledsl.engine.errors import RuleFault
from ruledsl.engine.knowledge.observation import Observation
from ruledsl.engine.knowledge.tell import Told
from ruledsl.engine.moves import Move
from ruledsl.engine.why import Verdict
from ruledsl.engine.why_action import ActionVerdict
from ruledsl.machine.model import Action
from ruledsl.source import Span
from ruledsl.store.entries import Seat
from ruledsl.table import Refitted


@frozen
class Numbered:
    """A legal move with the number that it is chosen by."""

    number: int
    move: Move


@frozen
class Ending:
    """How a game ended: scores in seat order, winners, news for ``seat`` (0: an onlooker) and what it sees."""

    seat: int
    news: tuple[Told, ...]
    view: Observation
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    round: int


@frozen
class MatchStanding:
    """How a match stands: games played, games won and points by seat, and who has won it, once it is over."""

    title: str
    played: int
    rounds: int
    won: tuple[int, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...] | None


@frozen
class Opening:
    """A game of a match begins: its number and how many there are; ``starter`` is 0 where the rules know none."""

    title: str
    round: int
    rounds: int
    starter: int


@frozen
class Choice:
    """What a seat is shown when it must choose.

    ``news`` is what has happened since it chose last, as it may know it; ``round`` counts the
    games of a match from 1 and is 0 outside of one.
    """

    seat: int
    news: tuple[Told, ...]
    view: Observation
    moves: tuple[Numbered, ...]
    round: int


@frozen
class Played:
    """A move was played."""

    text: str


@frozen
class Listed:
    """The legal moves are to be shown: all of them in full, or those that fit ``wanted``, or in short."""

    moves: tuple[Numbered, ...]
    in_full: bool
    wanted: str = ""


@frozen
class TableShown:
    """The table is to be shown again."""

    view: Observation


@frozen
class LogShown:
    """All that has happened in this game so far."""

    lines: tuple[Told, ...]


@frozen
class HelpShown:
    """The commands are to be explained; those in ``slashed`` need a ``/``, being moves of the game too."""

    slashed: frozenset[str]
    usages: tuple[tuple[str, str], ...]
    """The moves of the game: how each is written, and what it does."""


@frozen
class MoveHelp:
    """One kind of move is to be explained."""

    action: Action


@frozen
class CommandHelp:
    """One command is to be explained; ``slashed`` where it needs a ``/``."""

    command: str
    slashed: bool


@frozen
class RulesShown:
    """What the rules say of themselves is to be told."""


@frozen
class ScoreShown:
    """How the game ended (None: it is not over) and how the match stands (None: there is none)."""

    ending: Ending | None
    standing: MatchStanding | None


@frozen
class Unreadable:
    """The line is neither a command nor a move; ``column`` is where in it reading stopped, from 0."""

    reason: str
    line: str = ""
    column: int | None = None


@frozen
class NoMoves:
    """A move is asked for or about, and the game is over."""


@frozen
class Illegal:
    """A move that is not legal now."""

    text: str
    verdict: Verdict


@frozen
class Ambiguous:
    """A move that may be any of these."""

    text: str
    candidates: tuple[Numbered, ...]


@frozen
class Explained:
    """Why a move is legal or is not."""

    verdict: Verdict


@frozen
class ActionExplained:
    """Why moves of an action are legal, or why none is."""

    verdict: ActionVerdict


@frozen
class Undone:
    """So many moves were taken back; 0: there was nothing to take back, in game ``round`` of a match."""

    count: int
    round: int = 0


@frozen
class Redone:
    """So many moves were made again; 0: nothing had been taken back, or something was played since."""

    count: int


@frozen
class Restarted:
    """The game is back at its first choice, and so many moves were taken back."""

    count: int


@frozen
class DealtAnew:
    """Everything began anew with other luck."""


@frozen
class Reloaded:
    """The rules were read again, and this is how far the moves could be made again."""

    refitted: Refitted


@frozen
class Loaded:
    """A game was taken from a file."""

    name: str


@frozen
class Written:
    """Something was written to a file."""

    what: str
    name: str


@frozen
class Refused:
    """What was asked for cannot be done; the game is what it was."""

    lines: tuple[str, ...]


@frozen
class Hinted:
    """What a bot of that kind would do, and what it thinks of the moves, the best first."""

    kind: str
    move: Numbered
    estimates: tuple[tuple[Numbered, float], ...]
    unsampled: str = ""
    """Why the bot could not think, where that is so."""


@frozen
class Lent:
    """A bot of that kind chooses for the seat: so many times, or (None) to the end of the game."""

    seat: int
    kind: str
    count: int | None


@frozen
class SeatGiven:
    """A seat has another player."""

    seat: int
    who: Seat


@frozen
class PlaceShown:
    """Where in the rules play has come to, and the line that stands there (empty if it is not known)."""

    span: Span
    quoted: str


@frozen
class TranscriptShown:
    """The game as the one who looks has seen it."""

    lines: tuple[str, ...]


@frozen
class WrittenTest:
    """A test in the rule language that plays this game."""

    text: str


@frozen
class Broken:
    """The rules failed; the game stands where it stood."""

    fault: RuleFault


@frozen
class Left:
    """The person wants to leave."""


Result: TypeAlias = (
    Played
    | Listed
    | TableShown
    | LogShown
    | HelpShown
    | MoveHelp
    | CommandHelp
    | RulesShown
    | ScoreShown
    | Unreadable
    | NoMoves
    | Illegal
    | Ambiguous
    | Explained
    | ActionExplained
    | Undone
    | Redone
    | Restarted
    | DealtAnew
    | Reloaded
    | Loaded
    | Written
    | Refused
    | Hinted
    | Lent
    | SeatGiven
    | PlaceShown
    | TranscriptShown
    | WrittenTest
    | Broken
    | Left
)
GOES_ON = (Played, DealtAnew, Reloaded, Loaded, Lent, SeatGiven)
"""Results after which the game may stand elsewhere, so that whoever is to choose is shown the table again."""
