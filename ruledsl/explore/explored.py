"""What explorations come to: all that was found so far, each with the setting in which it is so."""

from __future__ import annotations

from attrs import define, field, frozen

from ruledsl.coverage.measure import Coverage
from ruledsl.coverage.points import Point
from ruledsl.engine.moves import Move
from ruledsl.explore.meeting import Met, Place
from ruledsl.explore.settings import Setting
from ruledsl.explore.walking import Line
from ruledsl.simulation.results import Faulted
from ruledsl.source import Span


@frozen
class Shown:
    """Something wrong in one setting, with the shortest game found that shows it."""

    setting: Setting
    met: Met


@frozen
class Leak:
    """A game after which a seat may do ``here`` what it may not do in another game that looks the same to it, or the other way round.

    ``move`` is legal in one of the two; None where another seat must choose, or at another place of the rules.
    """

    line: Line
    seat: int
    state: int
    move: Move | None
    is_legal: bool


@frozen
class Leaking:
    """A leak in one setting."""

    setting: Setting
    leak: Leak


@frozen
class Long:
    """A random game that was not over after as many decisions as there may be: number ``number`` of the series of ``seed``."""

    setting: Setting
    seed: int
    number: int
    span: Span


@frozen
class Untold:
    """A fault of game number ``fault.number`` of the series of ``seed``, which there was no time to tell again."""

    setting: Setting
    seed: int
    place: Place
    fault: Faulted


@define
class Explored:
    """What an exploration came to, or has come to so far."""

    settings: int = 0
    games: int = 0
    """Games that were played by a back end."""
    sought: int = 0
    """Games in which players sought something; what they exercised is measured."""
    positions: int = 0
    """Positions of games that were gone through as a whole."""
    whole: int = 0
    """Settings in which that was possible."""
    shown: dict[Place, Shown] = field(factory=dict)
    leaking: dict[Span, Leaking] = field(factory=dict)
    long: dict[Span, Long] = field(factory=dict)
    untold: dict[Place, Untold] = field(factory=dict)
    useless: dict[str, int] = field(factory=dict)
    """Options that change nothing, with the number of games in which they did not."""
    coverage: Coverage = field(default=Coverage(()))

    @property
    def fails(self) -> bool:
        """Whether games stop before their end: what is never met may then only be what comes after that."""
        return bool(self.long or self.untold) or any(
            s.met.place.wrong != "endless" for s in self.shown.values()
        )

    @property
    def unmet(self) -> tuple[Point, ...]:
        """What should have been exercised, and was not."""
        return tuple(point for point in self.coverage.missing if not point.is_settled)

    is_finished: bool = False
    """Whether all was done that was to be done."""
