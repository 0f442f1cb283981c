"""The options of a ruleset, worked out without lowering anything else, and reading what they are set to.

Options mention types, other options and the number of players, and nothing that has to do
with cards or play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from attrs import frozen

from ruledsl import numerals
from ruledsl.diagnostics.model import Diagnostic, Label
from ruledsl.diagnostics.suggest import nearest
from ruledsl.lower import declare, scenarios
from ruledsl.lower.builder import Configuration
from ruledsl.lower.configured import configured
from ruledsl.machine import model as m
from ruledsl.semantics.symbols import Symbols
from ruledsl.semantics.variants import Ruleset
from ruledsl.source import NOWHERE
from ruledsl.syntax import tree

_MEMBERS = 8
"""Of a type with more members an option is looked at with the first and the last of them."""


@frozen
class Options:
    """The options of a ruleset by default, for one number of players, and what is wrong with them."""

    ruleset: str
    declared: tuple[m.OptionValue, ...]
    enumerations: tuple[m.Enumeration, ...]
    diagnostics: tuple[Diagnostic, ...]

    @property
    def has_errors(self) -> bool:
        """Whether some option could not be understood, so that others than these may have been meant."""
        return any(d.is_error for d in self.diagnostics)

    @property
    def fits(self) -> bool:
        """Whether all are set to something that they may be; how far one goes may hang on those that stand before it."""
        return not self.has_errors and all(o.low <= o.value <= o.high for o in self.declared)

    def extremes(self) -> Iterator[tuple[str, int]]:
        """The least and the greatest value of each option, where that is not its default; of members every one.

        Those of a type have no order in which what lies between two is between them in the rules too.
        """
        for option in self.declared:
            values = {option.low, option.high}
            if option.type.kind == "member" and option.high - option.low < _MEMBERS:
                values = {*range(option.low, option.high + 1)}
            for value in sorted(values - {option.value}):
                yield option.name, value


def shown(option: m.OptionValue, value: int, enumerations: Sequence[m.Enumeration]) -> str:
    """The text of a value of an option, as it stands in rules."""
    match option.type.kind:
        case "bool":
            return "yes" if value else "no"
        case "member":
            return enumerations[option.type.enumeration].members[value - 1]
        case _:
            return str(value)


def options_of(
    ruleset: Ruleset, symbols: Symbols, players: int, values: Mapping[str, int] | None = None
) -> Options:
    """The options of a ruleset with so many players, where some have other ``values`` than they are declared with."""
    b = configured(ruleset, symbols, Configuration(players, values or {}))
    return Options(ruleset.name, tuple(b.options), tuple(b.enumerations), tuple(b.found))


def asked_for(ruleset: Ruleset, symbols: Symbols, least: int) -> Iterator[Configuration]:
    """The configurations that tests of a ruleset for at least so many players ask for, each once.

    A test that asks for what there is not is passed over: that is reported where it is lowered.
    """
    b = configured(ruleset, symbols, Configuration(least))
    seen: set[tuple[int, tuple[tuple[str, int], ...]]] = set()
    for test in declare.each_of(b, tree.Test):
        wanted = scenarios.option_values(b, test, least)
        if wanted is None:
            continue
        key = (wanted.players, tuple(sorted(wanted.options.items())))
        if key not in seen:
            seen.add(key)
            yield wanted


# --- what options are set to ------------------------------------------------------------------


def reaching(
    ruleset: Ruleset,
    symbols: Symbols,
    players: int,
    picked: Callable[[Sequence[m.OptionValue]], Sequence[int]],
) -> dict[str, int] | None:
    """The values of options that are otherwise than declared, if those are ``picked`` that depend on how far each goes.

    That may hang on what others are set to. None where there is no such setting.
    """
    declared = there = options_of(ruleset, symbols, players).declared
    for _ in declared:
        values = picked(there)
        named = {o.name: value for o, value in zip(declared, values, strict=True)}
        options = options_of(ruleset, symbols, players, named)
        there = options.declared
        if options.has_errors:
            return None
        if [*picked(there)] == [*values]:
            return {o.name: named[o.name] for o in declared if named[o.name] != o.value}
    return None


def chosen(
    ruleset: Ruleset, symbols: Symbols, players: int, values: Mapping[str, object]
) -> tuple[dict[str, int], tuple[Diagnostic, ...]]:
    """The numbers that stand for the values given to options by name, and what is wrong with them.

    Values are numbers, truth values, or texts as people type them.
    """
    options = options_of(ruleset, symbols, players)
    numbers: dict[str, int] = {}
    problems: list[Diagnostic] = []
    for name, value in values.items():
        option = next((o for o in options.declared if o.name == name), None)
        number = None if option is None else _number(options, option, value)
        if option is None:
            problems.append(_unknown(options, name))
        elif number is None:
            problems.append(_not_allowed(options, option, value))
        else:
            numbers[name] = number
    together = options_of(ruleset, symbols, players, numbers)
    problems += [
        _not_allowed(together, option, values[option.name])
        for option in together.declared
        if option.name in numbers and not option.low <= option.value <= option.high
    ]
    return numbers, tuple(problems)


def _not_allowed(options: Options, option: m.OptionValue, value: object) -> Diagnostic:
    message = f"option `{option.name}` is {_allowed(options, option)}, not `{value}`"
    return Diagnostic("RD507", message, Label(NOWHERE))


def _unknown(options: Options, name: str) -> Diagnostic:
    names = [o.name for o in options.declared]
    near = nearest(name, names)
    help_text = f"did you mean `{near}`?" if near else None
    if help_text is None and names:
        help_text = "its options are " + ", ".join(f"`{o}`" for o in names)
    message = f"`{options.ruleset}` has no option `{name}`"
    return Diagnostic("RD506", message, Label(NOWHERE), help_text)


def _number(options: Options, option: m.OptionValue, value: object) -> int | None:
    """The number that stands for a value of an option; None if it is of another kind."""
    typed = value.strip() if isinstance(value, str) else None
    match option.type.kind:
        case "bool":
            if typed is not None:
                return {"yes": 1, "no": 0}.get(typed.lower())
            return int(value) if isinstance(value, bool) else None
        case "member":
            members = options.enumerations[option.type.enumeration].members
            text = str(value) if typed is None else typed
            return members.index(text) + 1 if text in members else None
        case _:
            number = numerals.whole(typed) if typed is not None else value
            return number if isinstance(number, int) and not isinstance(number, bool) else None


def _allowed(options: Options, option: m.OptionValue) -> str:
    match option.type.kind:
        case "bool":
            return "`yes` or `no`"
        case "member":
            members = options.enumerations[option.type.enumeration].members
            return "one of " + ", ".join(f"`{x}`" for x in members)
        case _:
            return f"within {option.low}..{option.high}"
