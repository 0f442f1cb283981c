"""What was exercised and what was not, put together from several machines of one ruleset."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

from attrs import define, field, frozen

from ruledsl.coverage.points import KINDS, Kind, Point, points_of
from ruledsl.machine.model import Machine

Mark: TypeAlias = Literal["all", "some", "none"]
"""How much of what stands on a line was exercised."""


@frozen
class Count:
    """How many of several points were exercised."""

    met: int
    all: int

    @property
    def percent(self) -> float:
        """The part that was exercised, from 0 to 100; 100 where there is nothing."""
        return 100 * self.met / self.all if self.all else 100.0

    def __add__(self, other: Count) -> Count:
        return Count(self.met + other.met, self.all + other.all)


@frozen
class Coverage:
    """The points of a ruleset in reading order, each with whether it was exercised."""

    points: tuple[tuple[Point, bool], ...]

    @property
    def total(self) -> Count:
        """All points together."""
        return _count(met for _, met in self.points)

    @property
    def missing(self) -> tuple[Point, ...]:
        """What was not exercised."""
        return tuple(point for point, met in self.points if not met)

    def of_kind(self, kind: Kind) -> Count:
        """The points of one kind."""
        return _count(met for point, met in self.points if point.kind == kind)

    def kinds(self) -> tuple[tuple[Kind, Count], ...]:
        """The kinds of which there are any."""
        counts = ((kind, self.of_kind(kind)) for kind in KINDS)
        return tuple((kind, count) for kind, count in counts if count.all)

    def lines(self) -> Mapping[str, Mapping[int, Mark]]:
        """For each file the lines on which points stand, and how much of them was exercised."""
        found: dict[str, dict[int, list[bool]]] = {}
        for point, met in self.points:
            found.setdefault(point.span.file, {}).setdefault(point.span.line, []).append(met)
        return {
            file: {line: _mark(met) for line, met in sorted(lines.items())}
            for file, lines in sorted(found.items())
        }


def _count(met: Iterable[bool]) -> Count:
    listed = [*met]
    return Count(sum(listed), len(listed))


def _mark(met: list[bool]) -> Mark:
    return "all" if all(met) else "some" if any(met) else "none"


@define
class Measure:
    """Adds up what there is in several machines, and what was exercised in them."""

    _there: dict[Point, Point] = field(factory=dict)
    _met: set[Point] = field(factory=set)

    def there_is(self, machine: Machine) -> None:
        """What stands in the rules of this machine is to be exercised."""
        for point in points_of(machine).all:
            before = self._there.get(point)
            if before is None or before.is_settled:
                self._there[point] = point

    def was_met(self, points: Iterable[Point]) -> None:
        """These points were exercised."""
        self._met.update(points)

    def coverage(self) -> Coverage:
        """What came of it."""
        order = sorted(
            self._there.values(),
            key=lambda p: (
                p.span.file,
                p.span.line,
                p.span.column,
                KINDS.index(p.kind),
                p.name,
                p.way,
            ),
        )
        return Coverage(tuple((point, point in self._met) for point in order))


def unmet(point: Point) -> str:
    """What is missing at a point that was not exercised, in a few words."""
    match point.kind, point.way:
        case "action", _:
            return f"`{point.name}` is never played"
        case "phase", _:
            return f"phase `{point.name}` is never entered"
        case "choice", _:
            return f"`{point.name}` is never chosen here"
        case "require", "held":
            return f"this `require` of `{point.name}` never holds"
        case "require", _:
            return f"this `require` of `{point.name}` never fails"
        case "branch", "yes":
            return "this condition never holds"
        case "branch", _:
            return "this condition always holds"
        case "score term", _:
            return "this part of the score is always 0"
        case _:
            return "this is never reached"
