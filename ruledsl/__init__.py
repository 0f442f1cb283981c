"""ruledsl: rules of card, money and auction games as data: checked, compiled, played.

Everything that programs may rely on is named here; everything else may move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.version import __version__

if TYPE_CHECKING:
    from ruledsl.api import RulesError, RulesetInfo, check, load, load_machine, rulesets
    from ruledsl.engine.errors import (
        AmbiguousMove,
        IllegalMove,
        MoveError,
        NotOverError,
        OutcomeError,
        PlayError,
        RecordError,
        RuleFault,
        StartError,
        UnreadableMove,
    )
    from ruledsl.engine.game import Game
    from ruledsl.engine.knowledge.information import InformationState
    from ruledsl.engine.knowledge.observation import Observation
    from ruledsl.engine.match import Match
    from ruledsl.engine.moves import Move
    from ruledsl.engine.record import Record, read_record, write_record
    from ruledsl.engine.state import State
    from ruledsl.machine.serial import MachineFileError

_HOMES = {
    "RulesError": "ruledsl.api",
    "RulesetInfo": "ruledsl.api",
    "check": "ruledsl.api",
    "load": "ruledsl.api",
    "load_machine": "ruledsl.api",
    "rulesets": "ruledsl.api",
    "AmbiguousMove": "ruledsl.engine.errors",
    "IllegalMove": "ruledsl.engine.errors",
    "MoveError": "ruledsl.engine.errors",
    "NotOverError": "ruledsl.engine.errors",
    "OutcomeError": "ruledsl.engine.errors",
    "PlayError": "ruledsl.engine.errors",
    "RecordError": "ruledsl.engine.errors",
    "RuleFault": "ruledsl.engine.errors",
    "StartError": "ruledsl.engine.errors",
    "UnreadableMove": "ruledsl.engine.errors",
    "Game": "ruledsl.engine.game",
    "Move": "ruledsl.engine.moves",
    "MachineFileError": "ruledsl.machine.serial",
    "InformationState": "ruledsl.engine.knowledge.information",
    "Match": "ruledsl.engine.match",
    "Observation": "ruledsl.engine.knowledge.observation",
    "Record": "ruledsl.engine.record",
    "read_record": "ruledsl.engine.record",
    "write_record": "ruledsl.engine.record",
    "State": "ruledsl.engine.state",
}

__all__ = [
    "AmbiguousMove",
    "Game",
    "IllegalMove",
    "InformationState",
    "MachineFileError",
    "Match",
    "Move",
    "MoveError",
    "NotOverError",
    "Observation",
    "OutcomeError",
    "PlayError",
    "Record",
    "RecordError",
    "RuleFault",
    "RulesError",
    "RulesetInfo",
    "StartError",
    "State",
    "UnreadableMove",
    "__version__",
    "check",
    "load",
    "load_machine",
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
