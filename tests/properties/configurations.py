"""The games that a ruleset stands for: every number of players, every option at its extremes."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from ruledsl import api, compiling
from ruledsl.engine.game import Game
from ruledsl.machine.model import Machine, OptionValue


@frozen
class Setting:
    """One way to play: a shipped name or a path, the number of players, options as (name, value)."""

    ruleset: str
    players: int
    options: tuple[tuple[str, int | bool | str], ...] = ()

    def load(self) -> Game:
        """The game. Raises :class:`ruledsl.RulesError`."""
        return api.load(self.ruleset, players=self.players, options=dict(self.options))

    def __str__(self) -> str:
        options = "".join(f", {name} = {value}" for name, value in self.options)
        return f"{self.ruleset}, {self.players} players{options}"


def shipped() -> tuple[str, ...]:
    """The names of the shipped rulesets."""
    return tuple(info.name for info in api.rulesets())


def player_counts(ruleset: str) -> range:
    """The numbers of players that a ruleset allows. Raises :class:`ruledsl.RulesError`."""
    opened = compiling.open_named(ruleset)
    if opened.program is None or opened.program.players is None or opened.has_errors:
        raise api.RulesError(opened)
    least, most = opened.program.players
    return range(least, most + 1)


def settings(ruleset: str) -> Iterator[Setting]:
    """All numbers of players; then, with the fewest and the most, each option at its least and most."""
    counts = player_counts(ruleset)
    for players in counts:
        yield Setting(ruleset, players)
    for players in sorted({counts[0], counts[-1]}):
        machine = Setting(ruleset, players).load().machine
        for option in machine.options:
            for value in sorted({option.low, option.high} - {option.value}):
                yield Setting(ruleset, players, ((option.name, spoken(machine, option, value)),))


def spoken(machine: Machine, option: OptionValue, value: int) -> int | bool | str:
    """The value of an option as it is given to `ruledsl.load`."""
    if option.type.kind == "bool":
        return bool(value)
    if option.type.kind == "member":
        return machine.enumerations[option.type.enumeration].members[value - 1]
    return value
