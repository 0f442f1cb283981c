"""The library's face: `rulesets`, `check`, `load`, and games from machine files."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from os import PathLike, fspath
from typing import TYPE_CHECKING

from attrs import frozen

from ruledsl import compiling
from ruledsl.diagnostics import human
from ruledsl.diagnostics.model import Diagnostic

if TYPE_CHECKING:
    from ruledsl.simulation.game import Game


class RulesError(ValueError):
    """The rules (or what is asked of them) are faulty; ``diagnostics`` says how, the text renders them."""

    def __init__(self, outcome: compiling.Outcome) -> None:
        self.diagnostics: tuple[Diagnostic, ...] = outcome.diagnostics
        super().__init__(human.render(outcome.diagnostics, outcome.sources))


@frozen
class RulesetInfo:
    """A shipped ruleset: its name, title, the least and greatest number of players, the base it varies (or None)."""

    name: str
    title: str
    players: tuple[int, int]
    base: str | None


def rulesets() -> tuple[RulesetInfo, ...]:
    """The rulesets that come with the package, by name.

    Raises :class:`RulesError` if one of them cannot be read.
    """
    from ruledsl.semantics.library import shipped_rulesets

    found = []
    for name in shipped_rulesets():
        outcome = compiling.open_shipped(name)
        program = outcome.program
        if program is None or program.players is None:
            raise RulesError(outcome)
        base = program.ruleset.header.base
        found.append(
            RulesetInfo(name, program.ruleset.title, program.players, base.text if base else None)
        )
    return tuple(found)


def check(ruleset: str | PathLike[str]) -> tuple[Diagnostic, ...]:
    """What is wrong with a ruleset, in reading order; `load` says how it is named.

    The rules are read, and games are played for about a second. Nothing is raised, whatever the file holds: a file that cannot be
    read is a finding too.
    """
    from ruledsl.explore.trial import tried

    name = fspath(ruleset)
    _say_whose(name)
    return tried(compiling.check_named(name), name).diagnostics


def load_machine(path: str | PathLike[str]) -> Game:
    """The game of a machine file, as ``ruledsl compile`` writes it; the rules are not needed.

    Raises :class:`ruledsl.machine.serial.MachineFileError` for a file that is damaged, too new or
    too old, :class:`OSError` for one that cannot be read.
    """
    from ruledsl.machine import serial
    from ruledsl.simulation.game import Game

    return Game(serial.read_file(fspath(path)))


def load(
    ruleset: str | PathLike[str],
    players: int | None = None,
    options: Mapping[str, object] | None = None,
) -> Game:
    """The game of a ruleset: the path of a rule file, or a name.

    A name stands for the rule file of that name in the present folder (``nim`` for ``nim.rules``), else
    for the shipped ruleset. Where there are both, a :class:`UserWarning` says that it is the file.

    ``players`` is the number of players (the least that the ruleset allows, if None),
    ``options`` sets options by name: numbers, truth values (or ``"yes"``/``"no"``) or the
    text of a member. Raises :class:`RulesError`.
    """
    from ruledsl.simulation.game import Game

    _say_whose(fspath(ruleset))
    outcome = compiling.compile_program(compiling.open_named(fspath(ruleset)), players, options)
    if outcome.machine is None or outcome.has_errors:
        raise RulesError(outcome)
    return Game(outcome.machine)


def _say_whose(name: str) -> None:
    """Warn where an own file is used instead of a shipped ruleset of the same name."""
    from ruledsl.semantics.library import hides_shipped

    text = hides_shipped(name)
    if text is not None:
        warnings.warn(text, stacklevel=3)
