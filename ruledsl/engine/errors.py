"""What can go wrong in play, in people's words.

After any of these errors the state is what it was before, and playable.
"""

from __future__ import annotations

from ruledsl.limits import DECISIONS_OF_A_GAME, STEPS_BETWEEN_DECISIONS
from ruledsl.source import Span

TOO_LONG = f"the game goes on for {DECISIONS_OF_A_GAME} decisions"
"""What is wrong with a game that has as many decisions as there may be."""

ENDLESS = f"play goes on for {STEPS_BETWEEN_DECISIONS} steps without a decision"
"""What is wrong with a game in which nobody is asked any more."""


class PlayError(ValueError):
    """Something that was asked of a game cannot be done."""


class MoveError(PlayError):
    """A move that cannot be played."""


class UnreadableMove(MoveError):  # noqa: N818
    """A text that is no move of this game; ``column`` is where in it reading stopped, from 0."""

    def __init__(self, message: str, column: int | None = None) -> None:
        super().__init__(message)
        self.column = column


class IllegalMove(MoveError):  # noqa: N818
    """A move that is not legal now.

    ``reason`` says why in one line; ``line`` is the line of the rule that forbids it (0 if
    there is none).
    """

    def __init__(self, reason: str, line: int = 0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line


class AmbiguousMove(MoveError):  # noqa: N818
    """A text that may mean several moves: ``candidates`` are their texts."""

    def __init__(self, text: str, candidates: tuple[str, ...]) -> None:
        shown = ", ".join(f"`{candidate}`" for candidate in candidates[:8])
        more = f" and {len(candidates) - 8} more" if len(candidates) > 8 else ""
        super().__init__(f"`{text}` may mean {shown}{more}")
        self.candidates = candidates


class OutcomeError(PlayError):
    """An outcome that the chance event at hand does not have."""


class NotOverError(PlayError):
    """The result was asked for before the game is over."""


class NoSample(PlayError):  # noqa: N818 - the name that the language reference uses
    """No other history was found in which the seat would have seen the same."""


class StartError(PlayError):
    """A game that cannot be started this way."""


class MachineError(PlayError):
    """A machine that cannot be played at all."""


class RecordError(PlayError):
    """A record of play that cannot be used."""


class DamagedRecord(RecordError):  # noqa: N818
    """A record that is not whole, or does not fit the game."""


class NewerRecord(RecordError):  # noqa: N818
    """A record that only a newer version of the program can read."""


class OtherRules(RecordError):  # noqa: N818
    """A record of a game with other rules: ``recorded`` and ``present`` are the rules hashes."""

    def __init__(self, message: str, recorded: str, present: str) -> None:
        super().__init__(message)
        self.recorded = recorded
        self.present = present


class RuleFault(PlayError):  # noqa: N818 - the name that the language reference uses
    """A fault in the rules that came to light in play.

    ``span`` and ``line`` are its place, ``message`` what is wrong, ``quoted`` the line of the rules,
    ``values`` what mattered, as (text, shown value) pairs.
    """

    def __init__(
        self,
        message: str,
        span: Span,
        quoted: str = "",
        values: tuple[tuple[str, str], ...] = (),
    ) -> None:
        place = f"{span.file or 'the rules'}:{span.line}: " if span.line else ""
        shown = "".join(f", {name} = {value}" for name, value in values)
        rule = f"\n    {quoted}" if quoted else ""
        super().__init__(f"{place}{message}{' (' + shown[2:] + ')' if shown else ''}{rule}")
        self.message = message
        self.span = span
        self.line = span.line
        self.quoted = quoted
        self.values = values


class NoLegalMove(RuleFault):
    """A choice that leaves ``seat`` nothing to choose."""

    def __init__(self, span: Span, quoted: str, seat: int) -> None:
        message = f"seat {seat} has no legal move here, and there is no `otherwise`"
        super().__init__(message, span, quoted)
        self.seat = seat
