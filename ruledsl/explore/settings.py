"""The games that a ruleset stands for: every number of players, every option at its extremes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from attrs import evolve, field, frozen

from ruledsl import compiling
from ruledsl.diagnostics.model import Diagnostic
from ruledsl.explore.budget import Dice
from ruledsl.lower.builder import Configuration
from ruledsl.lower.options import options_of, shown
from ruledsl.machine.model import Enumeration, Machine, OptionValue
from ruledsl.validate.corners import values_of
from ruledsl.validate.unused import mentioned

_MOST = 64
"""So many settings are looked at to be sure that an option makes no difference."""

Alternatives = Callable[[str], "Iterator[Sequence[Machine]] | None"]
"""For an option the groups of machines that differ in nothing but its value; None where there are too many."""


@frozen
class Setting:
    """One way to play: the number of players, and the (first) ``option`` that is not as it is declared, if there is one.

    ``told`` says so in a few words (nothing where there is only one way), ``arguments`` are those with which the command
    line plays it.
    """

    machine: Machine = field(eq=False, repr=False)
    players: int
    option: str
    told: str
    arguments: tuple[str, ...]


def settings(opened: compiling.Outcome, *, most_too: bool) -> Iterator[Setting]:
    """The settings of a ruleset without errors: all numbers of players; then each option at its least and greatest value.

    That is with the fewest players, and with ``most_too`` with the most as well. A setting that cannot be compiled is
    passed over: `ruledsl check` says what is wrong with it.
    """
    program = opened.program
    if program is None or program.has_errors or program.players is None:
        return
    least, most = program.players
    wanted = [Configuration(players) for players in range(least, most + 1)]
    for players in sorted({least, most}) if most_too else [least]:
        options = options_of(program.ruleset, program.symbols, players)
        wanted += [Configuration(players, {name: value}) for name, value in options.extremes()]
    for configuration in wanted:
        machine = compiling.lowered(program, configuration).machine
        if machine is not None:
            yield _setting(machine, configuration, several=least != most)


def checked(outcome: compiling.Outcome) -> Iterator[Setting]:
    """The settings that a ruleset was checked for, with one option at most that is not as it is declared."""
    players = {case.machine.players for case in outcome.cases}
    for case in outcome.cases:
        if len(case.options) <= 1:
            configuration = Configuration(case.machine.players, case.options)
            yield _setting(case.machine, configuration, several=len(players) > 1)


@frozen
class Some:
    """Some settings, and what is wrong in others that cannot be compiled."""

    settings: tuple[Setting, ...]
    diagnostics: tuple[Diagnostic, ...]


def some(outcome: compiling.Outcome, most: int, mixed: int, dice: Dice) -> Some:
    """At most so many settings: of those that a ruleset was checked for, and with the most players each option at an extreme.

    They are evenly spread; and so many at the most are ``mixed`` by lot: some number of players, and options at any values.
    What is too large to be checked as a whole has none but those that it was checked for.
    """
    found: list[Setting | Configuration] = [*checked(outcome)]
    program = outcome.program
    if program is None or program.players is None:
        return Some((), ())
    least, greatest = program.players
    several = least < greatest
    chosen: list[Configuration] = []
    if all(d.code != "RD508" for d in outcome.diagnostics):
        options = options_of(program.ruleset, program.symbols, greatest)
        if several:
            found += [Configuration(greatest, {name: value}) for name, value in options.extremes()]
        if sum(option.high - option.low for option in options.declared) > 1:
            by_lot = (_by_lot(program, dice) for _ in range(mixed))
            chosen = [each for each in by_lot if each is not None]
    spread_out = [found[number] for number in spread(len(found), most - len(chosen))]
    settings: dict[tuple[int, str], Setting] = {}
    wrong: list[Diagnostic] = []
    for each in (*spread_out, *chosen):
        if isinstance(each, Configuration):
            result = compiling.lowered(program, each)
            if result.machine is None:
                known = options_of(program.ruleset, program.symbols, each.players)
                named = _named(known.declared, known.enumerations, each)
                here = f"this is so with {_told(named, each.players, several=several)}"
                errors = (d for d in result.diagnostics if d.is_error)
                wrong += [evolve(d, notes=(*d.notes, here)) for d in errors]
                continue
            each = _setting(result.machine, each, several=several)
        settings.setdefault((each.players, each.told), each)
    return Some(tuple(settings.values()), tuple(wrong))


def _by_lot(program: compiling.Program, dice: Dice) -> Configuration | None:
    """Some number of players, and each option as it is declared, at its least or greatest, or somewhere between.

    None where they do not go together: how large one may be may hang on another.
    """
    assert program.players is not None
    least, greatest = program.players
    players = least + dice.below(greatest - least + 1)
    values = {}
    for option in options_of(program.ruleset, program.symbols, players).declared:
        between = option.low + dice.below(option.high - option.low + 1)
        value = (option.value, option.low, option.high, between, between)[dice.below(5)]
        if value != option.value:
            values[option.name] = value
    together = options_of(program.ruleset, program.symbols, players, values)
    fits = all(option.low <= option.value <= option.high for option in together.declared)
    return Configuration(players, values) if fits and not together.has_errors else None


def spread(many: int, most: int) -> list[int]:
    """Of ``many`` things at most so many, evenly spread, the first and the last among them; counted from 0."""
    if many <= most or most < 2:
        return list(range(min(many, most)))
    return [number * (many - 1) // (most - 1) for number in range(most)]


def alternatives(opened: compiling.Outcome) -> Alternatives:
    """For an option of a ruleset without errors all its values, with all values of the other options that rules mention."""
    program = opened.program
    assert program is not None
    assert program.players is not None
    least, most = program.players
    names = mentioned(program.ruleset)

    def machines(players: int, options: Mapping[str, int]) -> Iterator[Machine]:
        machine = compiling.lowered(program, Configuration(players, options)).machine
        if machine is not None:
            yield machine

    def groups(name: str) -> Iterator[Sequence[Machine]] | None:
        found: list[tuple[int, tuple[Mapping[str, int], ...]]] = []
        for players in range(least, most + 1):
            declared = {
                option.name: option
                for option in options_of(program.ruleset, program.symbols, players).declared
                if option.name in names
            }
            option = declared.pop(name, None)
            if option is None:
                return None
            settings = values_of(option, [*declared.values()], _MOST // (most - least + 1))
            if settings is None:
                return None
            found += [(players, each) for each in settings]
        return (
            [machine for options in each for machine in machines(players, options)]
            for players, each in found
        )

    return groups


def _setting(machine: Machine, configuration: Configuration, *, several: bool) -> Setting:
    players = configuration.players
    named = _named(machine.options, machine.enumerations, configuration)
    arguments = ["--players", str(players)] if several else []
    for name, value in named:
        arguments += ["--set", f"{name}={value}"]
    told = _told(named, players, several=several)
    return Setting(machine, players, named[0][0] if named else "", told, tuple(arguments))


def _named(
    options: Sequence[OptionValue],
    enumerations: Sequence[Enumeration],
    configuration: Configuration,
) -> list[tuple[str, str]]:
    """The options that are not as they are declared, each with its value as it stands in rules."""
    return [
        (option.name, shown(option, configuration.options[option.name], enumerations))
        for option in options
        if option.name in configuration.options
    ]


def _told(named: Sequence[tuple[str, str]], players: int, *, several: bool) -> str:
    told = [f"{players} players"] if several else []
    return " and ".join([*told, *(f"`{name} = {value}`" for name, value in named)])
