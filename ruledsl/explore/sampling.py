"""Which settings a trial looks at, of the many that a ruleset with options stands for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import TypeAlias

from attrs import define, evolve, field, frozen

from ruledsl import compiling
from ruledsl.diagnostics.model import Diagnostic
from ruledsl.explore.budget import Clock, Dice, OutOfTime
from ruledsl.explore.combining import between, extremes
from ruledsl.explore.costs import LOWERED
from ruledsl.explore.settings import Setting, checked, named_in, one_fewer, setting_of, told_of
from ruledsl.lower import assemble
from ruledsl.lower.builder import Configuration
from ruledsl.lower.options import Options, options_of, reaching
from ruledsl.machine.flow import parts_of
from ruledsl.machine.model import OptionValue
from ruledsl.source import Span

_PART = 2
"""A check and its trial look at one in so many of the settings that there is time for, and leave the others to what is asked further."""

Picked: TypeAlias = "Callable[[Sequence[OptionValue]], list[int]]"
"""The values of options, which depend on how far each of them goes."""

_STARTS = 1 << 16
"""More than any number of values between two extremes that all come up."""


def spread(many: int, most: int) -> list[int]:
    """Of ``many`` things at most so many, evenly spread, the first and the last among them; counted from 0."""
    if many <= most or most < 2:
        return list(range(min(many, most)))
    return [number * (many - 1) // (most - 1) for number in range(most)]


@frozen
class Some:
    """Settings with one option at the most that is not as it is declared, those that are ``combined`` of several, and what is wrong
    in others that cannot be compiled."""

    settings: tuple[Setting, ...]
    combined: tuple[Setting, ...]
    diagnostics: tuple[Diagnostic, ...]


def some(
    outcome: compiling.Outcome, most: int, together: int, inside: int, dice: Dice, clock: Clock
) -> Some:
    """Every number of players with the options as they are declared, and others of those that a ruleset was checked for; with the
    most players each option at an extreme.

    They are evenly spread, at most so many, but a third more where there are many numbers of players. Those in which extremes of
    options are ``together`` are as many at most, and as many those in which options have values from ``inside`` of their range. Of
    rules that are too large to be checked for many settings there are fewer, and none are compiled any more when the ``clock`` says
    so.
    """
    program = outcome.program
    if program is None or program.players is None or outcome.machine is None:
        return Some((), (), ())
    least, greatest = program.players
    affordable = compiling.affordable(program, len(outcome.machine.states)) // _PART
    found: list[Setting | Configuration] = [*checked(outcome)]
    room = max(affordable - len(found), 0)
    options = options_of(program.ruleset, program.symbols, greatest)
    if least < greatest:
        ends = [Configuration(greatest, {name: value}) for name, value in options.extremes()]
        found += ends[: room // 2]
    combined = islice(_combined(program, options, together, inside, dice), room - room // 2)
    plain = [each for each in found if isinstance(each, Setting) and not each.option]
    others = [each for each in found if isinstance(each, Configuration) or each.option]
    chosen = [
        *(plain[number] for number in spread(len(plain), most)),
        *(others[number] for number in spread(len(others), max(most - len(plain), most // 3))),
    ]
    making = _Making(program, clock, parts_of(outcome.machine) * LOWERED)
    one = tuple(making.made(chosen))
    several = tuple(making.made(combined))
    return Some(one, several, tuple(making.wrong))


@define
class _Making:
    """Makes settings as long as there is time; each takes so many ``steps``."""

    program: compiling.Program
    clock: Clock
    steps: float
    seen: set[str] = field(factory=set)
    wrong: list[Diagnostic] = field(factory=list)
    """What is wrong where there is no machine."""

    def made(self, wanted: Iterable[Setting | Configuration]) -> Iterator[Setting]:
        """The settings that were not made yet."""
        for each in wanted:
            if isinstance(each, Configuration):
                try:
                    made = self._setting(each)
                except OutOfTime:
                    return
                if made is not None:
                    yield made
            else:
                self.seen.add(each.told)
                yield each

    def _setting(self, wanted: Configuration) -> Setting | None:
        several = self._several
        told = told_of(self._named(wanted), wanted.players, several=several)
        if told in self.seen:
            return None
        self.seen.add(told)
        result = self._lowered(wanted)
        if result.machine is not None:
            return setting_of(result.machine, wanted, several=several)
        if not _places(result.diagnostics) <= _places(self.wrong):
            self.wrong += self._errors(wanted, result.diagnostics)
        return None

    def _lowered(self, configuration: Configuration) -> assemble.Lowered:
        self.clock.tick(self.steps)
        return compiling.lowered(self.program, configuration)

    def _named(self, configuration: Configuration) -> list[tuple[str, str]]:
        program = self.program
        known = options_of(program.ruleset, program.symbols, configuration.players)
        return named_in(known.declared, known.enumerations, configuration)

    @property
    def _several(self) -> bool:
        return self.program.players is not None and len(set(self.program.players)) > 1

    def _plainest(
        self, configuration: Configuration, found: Sequence[Diagnostic]
    ) -> tuple[Configuration, Sequence[Diagnostic]]:
        """The same errors with as few options as have them, as far as there is time."""
        what = _places(found)
        with suppress(OutOfTime):
            for _ in configuration.options:
                for there in one_fewer(self.program, configuration):
                    result = self._lowered(there)
                    if result.machine is None and _places(result.diagnostics) == what:
                        configuration, found = there, result.diagnostics
                        break
                else:
                    break
        return configuration, found

    def _errors(
        self, configuration: Configuration, found: Sequence[Diagnostic]
    ) -> Iterator[Diagnostic]:
        """The errors that keep a setting from being played, with what it is."""
        plainest, errors = self._plainest(configuration, found)
        told = told_of(self._named(plainest), plainest.players, several=self._several)
        here = f"this is so with {told}"
        return (evolve(d, notes=(*d.notes, here)) for d in errors if d.is_error)


def _places(found: Sequence[Diagnostic]) -> set[tuple[str, Span]]:
    return {(d.code, d.primary.span) for d in found if d.is_error}


def _combined(
    program: compiling.Program, options: Options, together: int, inside: int, dice: Dice
) -> Iterator[Configuration]:
    """The fewest or the most players and options at their extremes, any three together; then options somewhere between."""
    assert program.players is not None
    least, most = program.players
    declared = options.declared
    if not declared:
        return

    def made(players: int, values: Picked) -> Iterator[Configuration]:
        changed = reaching(program.ruleset, program.symbols, players, values)
        if changed is not None:
            yield Configuration(players, changed)

    for many, *at_most in extremes(1 + len(declared), together, dice):
        yield from made(most if many else least, partial(_ends, at_most))
    rows = min(inside, max(o.high - o.low - 1 for o in declared))
    starts = [dice.below(_STARTS) for _ in declared]
    for row in range(rows):
        players = least + dice.below(most - least + 1)
        yield from made(players, partial(_between, row, rows, starts))


def _ends(at_most: Sequence[bool], options: Sequence[OptionValue]) -> list[int]:
    return [o.high if is_high else o.low for o, is_high in zip(options, at_most, strict=True)]


def _between(
    row: int, rows: int, starts: Sequence[int], options: Sequence[OptionValue]
) -> list[int]:
    pairs = zip(options, starts, strict=True)
    return [between(o.low, o.high, row, rows, start) for o, start in pairs]
