"""The games that a ruleset stands for: every number of players, every option at its extremes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from attrs import field, frozen

from ruledsl import compiling
from ruledsl.engine.text import written_value
from ruledsl.lower.builder import Configuration
from ruledsl.lower.options import options_of
from ruledsl.machine.model import Machine
from ruledsl.validate.corners import values_of
from ruledsl.validate.unused import mentioned

_MOST = 64
"""So many settings are looked at to be sure that an option makes no difference."""

Alternatives = Callable[[str], "Iterator[Sequence[Machine]] | None"]
"""For an option the groups of machines that differ in nothing but its value; None where there are too many."""


@frozen
class Setting:
    """One way to play: the number of players, and the option (if any) that is not as it is declared.

    ``told`` says so in a few words (nothing where there is only one way), ``arguments`` are those with which the command
    line plays it.
    """

    machine: Machine = field(eq=False, repr=False)
    players: int
    option: str
    value: str
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
    (name, value), *_ = [*configuration.options.items(), ("", 0)]
    shown = next(
        (written_value(machine, o.type, value) for o in machine.options if o.name == name), ""
    )
    told = [f"{players} players"] if several else []
    arguments = ["--players", str(players)] if several else []
    if name:
        told.append(f"`{name} = {shown}`")
        arguments += ["--set", f"{name}={shown}"]
    return Setting(machine, players, name, shown, " and ".join(told), tuple(arguments))
