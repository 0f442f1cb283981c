"""Which numbers of players and settings of options a ruleset is looked at for, beyond those it is checked for.

A game may be in order for many players and for a large option alone, and lack cards for both together. So
what setup and decks depend on, and what each account or variable begins with, is tried at
its extremes together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from math import prod

from ruledsl.machine.model import OptionValue
from ruledsl.semantics.symbols import Symbols
from ruledsl.semantics.variants import Ruleset
from ruledsl.syntax import tree
from ruledsl.syntax.walking import walk

_OPTIONS = 10
"""Of so many options further values are tried."""

_VALUES = 6
"""An option with more values than these is tried at so many of them."""

Setting = tuple[int, Mapping[str, int]]
"""A number of players, and the options that are set otherwise than by default."""

Declared = Callable[[int], tuple[OptionValue, ...]]
"""The options for so many players."""


def corners(
    ruleset: Ruleset, symbols: Symbols, players: tuple[int, int], declared: Declared
) -> Iterator[Setting]:
    """Extremes that meet: of two options or more, or of an option with the most players."""
    seen: set[tuple[int, tuple[tuple[str, int], ...]]] = set()
    for names in _together(ruleset, symbols):
        for count in sorted(set(players)):
            options = [o for o in declared(count) if o.name in names]
            choices = [sorted({o.low, o.value, o.high}) for o in options]
            for values in product(*choices):
                pairs = zip(options, values, strict=True)
                changed = tuple((o.name, v) for o, v in pairs if v != o.value)
                apart = len(changed) + (count != players[0])
                if not changed or apart < 2 or (count, changed) in seen:
                    continue
                seen.add((count, changed))
                yield count, dict(changed)


def further(players: tuple[int, int], declared: Declared) -> Iterator[Setting]:
    """All numbers of players, and values of each option, one option at a time."""
    for count in range(players[0], players[1] + 1):
        yield count, {}
    for option in declared(players[0])[:_OPTIONS]:
        width = option.high - option.low
        steps = min(width, _VALUES)
        for step in range(steps + 1):
            value = option.low + (width * step // steps if steps else 0)
            if value != option.value:
                yield players[0], {option.name: value}


def values_of(
    option: OptionValue, others: Sequence[OptionValue], most: int
) -> Iterator[tuple[Mapping[str, int], ...]] | None:
    """For each setting of the other options the settings that differ in the values of this one.

    Those come first that differ most from what is declared. None if there are more than so many settings in all.
    """
    ranges = [range(o.low, o.high + 1) for o in (option, *others)]
    if prod(len(values) for values in ranges) > most:
        return None
    choices = [
        sorted(values, key=lambda v, o=o: -abs(v - o.value))  # type: ignore[misc]
        for o, values in zip(others, ranges[1:], strict=True)
    ]
    names = [o.name for o in others]
    return (
        tuple({**dict(zip(names, chosen, strict=True)), option.name: v} for v in ranges[0])
        for chosen in product(*choices)
    )


def _together(ruleset: Ruleset, symbols: Symbols) -> Iterator[frozenset[str]]:
    """The options that one and the same beginning depends on."""
    beginnings: list[tuple[object, ...]] = [
        tuple(d for d in ruleset.declarations if isinstance(d, tree.Setup | tree.Deck))
    ]
    for declaration in ruleset.declarations:
        match declaration:
            case tree.Money(initial=initial, limit=limit):
                beginnings.append((initial, limit))
            case tree.Var(type=type_, initial=initial):
                beginnings.append((initial, type_))
    for parts in beginnings:
        names = frozenset(
            name
            for name in _mentioned(symbols, parts)
            if isinstance(symbols.declared.get(name), tree.Option)
        )
        if names:
            yield names


def _mentioned(symbols: Symbols, parts: tuple[object, ...]) -> set[str]:
    """All names that these mention, in what they do and define too; not what variables begin with."""
    waiting: list[object] = [parts]
    seen: set[str] = set()
    while waiting:
        for part in walk(waiting.pop()):
            match part:
                case tree.Ref(name=name) | tree.Yours(name=name):
                    pass
                case tree.Call(name=tree.Name(text=name)) | tree.Do(phase=tree.Name(text=name)):
                    pass
                case _:
                    continue
            if name in seen:
                continue
            seen.add(name)
            there = symbols.declared.get(name)
            if isinstance(there, tree.Define | tree.Phase | tree.RangeType | tree.Table):
                waiting.append(there)
    return seen
