"""Which settings a trial looks at, of the many that a ruleset with options stands for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import TypeAlias

from attrs import evolve, frozen

from ruledsl import compiling
from ruledsl.diagnostics.model import Diagnostic
from ruledsl.explore.budget import Dice
from ruledsl.explore.combining import between, extremes
from ruledsl.explore.settings import Setting, checked, named_in, one_fewer, setting_of, told_of
from ruledsl.lower.builder import Configuration
from ruledsl.lower.options import Options, options_of, reaching
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


def some(outcome: compiling.Outcome, most: int, together: int, inside: int, dice: Dice) -> Some:
    """Every number of players with the options as they are declared, and others of those that a ruleset was checked for; with the
    most players each option at an extreme.

    They are evenly spread, at most so many, but a third more where there are many numbers of players. Those in which extremes of
    options are ``together`` are as many at most, and as many those in which options have values from ``inside`` of their range. Of
    rules that are too large to be checked for many settings there are fewer.
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
    seen: set[str] = set()
    wrong: list[Diagnostic] = []
    plain = [each for each in found if isinstance(each, Setting) and not each.option]
    others = [each for each in found if isinstance(each, Configuration) or each.option]
    chosen = [
        *(plain[number] for number in spread(len(plain), most)),
        *(others[number] for number in spread(len(others), max(most - len(plain), most // 3))),
    ]
    one = [*_made(program, chosen, seen, wrong)]
    several = [*_made(program, combined, seen, wrong)]
    return Some(tuple(one), tuple(several), tuple(wrong))


def _made(
    program: compiling.Program,
    wanted: Iterable[Setting | Configuration],
    seen: set[str],
    wrong: list[Diagnostic],
) -> Iterator[Setting]:
    """The settings that were not ``seen`` yet; what is ``wrong`` where there is no machine is noted down."""
    assert program.players is not None
    least, most = program.players
    for each in wanted:
        if isinstance(each, Configuration):
            known = options_of(program.ruleset, program.symbols, each.players)
            named = named_in(known.declared, known.enumerations, each)
            told = told_of(named, each.players, several=least != most)
            if told in seen:
                continue
            seen.add(told)
            result = compiling.lowered(program, each)
            if result.machine is None:
                if not _places(result.diagnostics) <= _places(wrong):
                    wrong += _errors(program, each, result.diagnostics)
                continue
            yield setting_of(result.machine, each, several=least != most)
        else:
            seen.add(each.told)
            yield each


def _errors(
    program: compiling.Program, configuration: Configuration, found: Sequence[Diagnostic]
) -> Iterator[Diagnostic]:
    """The errors that keep a setting from being played, with what it is: as few options as have the same."""
    what = _places(found)
    plainest = configuration
    for _ in configuration.options:
        for there in one_fewer(program, plainest):
            result = compiling.lowered(program, there)
            if result.machine is None and _places(result.diagnostics) == what:
                plainest, found = there, result.diagnostics
                break
        else:
            break
    assert program.players is not None
    least, most = program.players
    known = options_of(program.ruleset, program.symbols, plainest.players)
    named = named_in(known.declared, known.enumerations, plainest)
    here = f"this is so with {told_of(named, plainest.players, several=least != most)}"
    return (evolve(d, notes=(*d.notes, here)) for d in found if d.is_error)


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
