"""The games that a ruleset stands for: every number of players, every option at its extremes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from attrs import field, frozen

from ruledsl import compiling
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
    """The settings of a ruleset without errors: all numbers of players; then each option at its extremes.

    These are its least and its greatest value, and every member of a type.
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
            yield setting_of(machine, configuration, several=least != most)


def checked(outcome: compiling.Outcome) -> Iterator[Setting]:
    """The settings that a ruleset was checked for, with one option at most that is not as it is declared."""
    players = {case.machine.players for case in outcome.cases}
    for case in outcome.cases:
        if len(case.options) <= 1:
            configuration = Configuration(case.machine.players, case.options)
            yield setting_of(case.machine, configuration, several=len(players) > 1)


def plainer(program: compiling.Program, setting: Setting) -> Iterator[Setting]:
    """The settings in which one option fewer is otherwise than it is declared, where that is still one."""
    declared = options_of(program.ruleset, program.symbols, setting.players).declared
    values = {o.name: o.value for o in setting.machine.options}
    changed = {o.name: values[o.name] for o in declared if values[o.name] != o.value}
    assert program.players is not None
    least, most = program.players
    for configuration in one_fewer(program, Configuration(setting.players, changed)):
        machine = compiling.lowered(program, configuration).machine
        if machine is not None:
            yield setting_of(machine, configuration, several=least != most)


def one_fewer(program: compiling.Program, setting: Configuration) -> Iterator[Configuration]:
    """The same without the value of one option each, where one at least is left and the others can be as they are."""
    if len(setting.options) < 2:
        return
    for name in setting.options:
        values = {other: value for other, value in setting.options.items() if other != name}
        if options_of(program.ruleset, program.symbols, setting.players, values).fits:
            yield Configuration(setting.players, values)


def alternatives(opened: compiling.Outcome) -> Alternatives:
    """For an option of a ruleset without errors all its values, with all values of the other options that rules mention."""
    program = opened.program
    assert program is not None
    assert program.players is not None
    least, most = program.players
    names = mentioned(program.ruleset)

    def machines(players: int, options: Mapping[str, int]) -> Iterator[Machine]:
        if not options_of(program.ruleset, program.symbols, players, options).fits:
            return
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


def setting_of(machine: Machine, configuration: Configuration, *, several: bool) -> Setting:
    """The setting for which a machine was made, of a ruleset for ``several`` numbers of players or one."""
    players = configuration.players
    named = named_in(machine.options, machine.enumerations, configuration)
    arguments = ["--players", str(players)] if several else []
    for name, value in named:
        arguments += ["--set", f"{name}={value}"]
    told = told_of(named, players, several=several)
    return Setting(machine, players, named[0][0] if named else "", told, tuple(arguments))


def named_in(
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


def told_of(named: Sequence[tuple[str, str]], players: int, *, several: bool) -> str:
    """A setting in a few words."""
    told = [f"{players} players"] if several else []
    return " and ".join([*told, *(f"`{name} = {value}`" for name, value in named)])
