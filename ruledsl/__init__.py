"""ruledsl: rules of card, money and auction games as data: checked, compiled, played.

Everything that programs may rely on is named here; everything else may move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.version import __version__

if TYPE_CHECKING:
    from ruledsl.agents.catalogue import UnknownBot, bot
    from ruledsl.agents.interface import Answer, Bot, Question, question
    from ruledsl.api import RulesError, RulesetInfo, check, load, load_machine, rulesets
    from ruledsl.engine.errors import (
        AmbiguousMove,
        IllegalMove,
        MoveError,
        NoSample,
        NotOverError,
        OutcomeError,
        PlayError,
        RecordError,
        RuleFault,
        StartError,
        UnreadableMove,
    )
    from ruledsl.engine.knowledge.information import InformationState
    from ruledsl.engine.knowledge.observation import Observation
    from ruledsl.engine.match import Match
    from ruledsl.engine.moves import Move
    from ruledsl.engine.record import Record, read_record, write_record
    from ruledsl.engine.state import State
    from ruledsl.machine.serial import MachineFileError
    from ruledsl.native.running.wasm import Unavailable
    from ruledsl.simulation.game import Game
    from ruledsl.simulation.results import Faulted, GameFault, Simulation

_HOMES = {
    "RulesError": "ruledsl.api",
    "RulesetInfo": "ruledsl.api",
    "check": "ruledsl.api",
    "load": "ruledsl.api",
    "load_machine": "ruledsl.api",
    "rulesets": "ruledsl.api",
    "UnknownBot": "ruledsl.agents.catalogue",
    "bot": "ruledsl.agents.catalogue",
    "Answer": "ruledsl.agents.interface",
    "Bot": "ruledsl.agents.interface",
    "Question": "ruledsl.agents.interface",
    "question": "ruledsl.agents.interface",
    "AmbiguousMove": "ruledsl.engine.errors",
    "NoSample": "ruledsl.engine.errors",
    "IllegalMove": "ruledsl.engine.errors",
    "MoveError": "ruledsl.engine.errors",
    "NotOverError": "ruledsl.engine.errors",
    "OutcomeError": "ruledsl.engine.errors",
    "PlayError": "ruledsl.engine.errors",
    "RecordError": "ruledsl.engine.errors",
    "RuleFault": "ruledsl.engine.errors",
    "StartError": "ruledsl.engine.errors",
    "UnreadableMove": "ruledsl.engine.errors",
    "Move": "ruledsl.engine.moves",
    "MachineFileError": "ruledsl.machine.serial",
    "InformationState": "ruledsl.engine.knowledge.information",
    "Match": "ruledsl.engine.match",
    "Observation": "ruledsl.engine.knowledge.observation",
    "Record": "ruledsl.engine.record",
    "read_record": "ruledsl.engine.record",
    "write_record": "ruledsl.engine.record",
    "State": "ruledsl.engine.state",
    "Game": "ruledsl.simulation.game",
    "Faulted": "ruledsl.simulation.results",
    "GameFault": "ruledsl.simulation.results",
    "Simulation": "ruledsl.simulation.results",
    "Unavailable": "ruledsl.native.running.wasm",
}

__all__ = [
    "AmbiguousMove",
    "Answer",
    "Bot",
    "Faulted",
    "Game",
    "GameFault",
    "IllegalMove",
    "InformationState",
    "MachineFileError",
    "Match",
    "Move",
    "MoveError",
    "NoSample",
    "NotOverError",
    "Observation",
    "OutcomeError",
    "PlayError",
    "Question",
    "Record",
    "RecordError",
    "RuleFault",
    "RulesError",
    "RulesetInfo",
    "Simulation",
    "StartError",
    "State",
    "Unavailable",
    "UnknownBot",
    "UnreadableMove",
    "__version__",
    "bot",
    "check",
    "load",
    "load_machine",
    "question",
    "read_record",
    "rulesets",
    "write_record",
]


def __getattr__(name: str) -> Any:
    """Import what is asked for when it is asked for: a check of rules never loads the engine."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module `ruledsl` has no `{name}`")
    from importlib import import_module

    return getattr(import_module(home), name)
