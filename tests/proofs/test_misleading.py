"""Rule files written to mislead proofs: nothing excluded happens in them, at no step."""

from __future__ import annotations

from textwrap import indent

import pytest

from ruledsl.engine.game import Game
from ruledsl.explore.settings import settings
from tests.explore.played import opened_text
from tests.proofs.misleading import FIRST, HEAD
from tests.proofs.misleading_more import SECOND
from tests.proofs.misleading_rest import THIRD
from tests.proofs.playing import hold

ALL = FIRST | SECOND | THIRD


@pytest.mark.parametrize("name", ALL)
def test_nothing_excluded_happens(name: str) -> None:
    made = ALL[name]
    text = HEAD.format(players=made.players, decl=made.declared, actions=made.actions)
    text += indent(made.play, "    ") + "score p in Player = n\n"
    machines = [setting.machine for setting in settings(opened_text(text), most_too=False)]
    assert machines
    for machine in machines[:3]:
        assert hold(Game(machine), 12).games == 12
