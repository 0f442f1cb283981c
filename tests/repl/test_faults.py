"""Faults in rules name numbers and cards; where these are hidden from whoever looks, only the place is told."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from ruledsl.engine.errors import RuleFault
from ruledsl.engine.game import Game
from ruledsl.engine.knowledge.project import hides
from ruledsl.repl.lines import Manner
from ruledsl.repl.loop import play
from ruledsl.repl.rendering import Rendering
from ruledsl.repl.results import Broken, Refused, Reloaded
from ruledsl.repl.screen import Screen
from ruledsl.repl.session import Session
from ruledsl.repl.talk import talk
from ruledsl.store.entries import Seat
from tests.repl.files import changed, session_of
from tests.repl.games import game
from tests.repl.games import session as shared_session

VAULT = """language 1
game vault "Vault"
players 2

card Gem(weight: 4..9) shown as "gem {weight}"
deck mine:
    Gem(each 4..9)
zone hand[Player] seen by owner
money purse[Player] = 3 up to 99 seen by owner
money chest = 0 up to 99 seen by all

setup:
    shuffle mine
    each player:
        move 1 from mine to your hand

action wait:
    announce "waits"
action insure:
    pay sum(c.weight for c in your hand) from your purse to chest

play:
    player 1 acts: must wait or insure
    player 2 acts: must insure

score p in Player = purse[p]
"""
LINE = "pay sum(c.weight for c in your hand) from your purse to chest"


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    path = tmp_path / "vault.rules"
    path.write_text(VAULT, encoding="utf-8")
    return path


def shown(session: Session, *typed: str, open_hands: bool = False) -> str:
    out = io.StringIO()
    screen = Screen(io.StringIO("".join(f"{line}\n" for line in typed)), out)
    play(session, Rendering.of(session.machine, Manner(100)), screen, open_hands=open_hands)
    return out.getvalue()


def test_a_fault_in_the_move_of_another_tells_its_place_alone(vault):
    text = shown(session_of(vault), "wait", "quit")
    assert f"{vault}:20: what is wrong could tell what is hidden, so only `--open` shows it" in text
    assert LINE in text
    assert "more than there is" not in text
    assert "purse[2]" not in text


def test_at_an_open_table_all_of_it_is_told(vault):
    text = shown(session_of(vault, open_hands=True), "wait", "quit", open_hands=True)
    assert "is more than there is" in text
    assert "    purse[2] = 3\n" in text


def test_the_same_for_programs(vault):
    out = io.StringIO()
    talk(session_of(vault), io.StringIO('{"move": "wait"}\n'), out)
    (fault,) = (m for m in map(json.loads, out.getvalue().splitlines()) if m["type"] == "error")
    assert (fault["code"], fault["line"], fault["values"]) == ("fault", 20, {})
    assert fault["rule"] == LINE
    assert "more than there is" not in out.getvalue()


def test_the_same_where_two_people_sit_at_one_screen(vault):
    session = session_of(vault, people=(1, 2))
    session.answer("wait")
    answer = session.answer("insure")
    assert isinstance(answer, Broken)
    assert answer.fault.values == ()
    assert answer.fault.line == 20
    assert "more than" not in str(answer.fault)


def test_bots_alone_hide_nothing(vault):
    session = session_of(vault)
    session.table.seat(1, Seat("random"))
    with pytest.raises(RuleFault) as caught:
        session.proceed()
    assert session.told_of(caught.value) is caught.value


def test_a_move_that_fails_when_the_rules_are_read_again_tells_its_place_alone(vault):
    changed(vault, LINE, "pay 1 from your purse to chest")
    session = session_of(vault)
    session.answer("wait")
    session.proceed()
    changed(vault, "pay 1 from your purse to chest", LINE)
    answer = session.answer("reload")
    assert isinstance(answer, Reloaded)
    assert answer.refitted.kept == 1
    assert answer.refitted.reason == f"the rules fail there, at {vault}:20"


def test_rules_that_fail_before_the_first_choice_when_they_are_read_again(vault):
    session = session_of(vault)
    changed(vault, "move 1 from mine to your hand", "pay 50 from your purse to chest")
    answer = session.answer("reload")
    assert isinstance(answer, Refused)
    assert "vault.rules:15: what is wrong could tell what is hidden" in answer.lines[0]
    assert "purse[1] = 3" not in answer.lines[0]


@pytest.mark.parametrize(
    ("name", "hidden"), [("brittle", False), ("whisper", True), ("kuhn", True), ("goofspiel", True)]
)
def test_what_games_hide_anything(name, hidden):
    played = game(name)
    assert isinstance(played, Game)
    assert hides(played.machine) is hidden


def test_a_shipped_file_is_told_of_without_where_it_is_installed() -> None:
    from ruledsl.resources import shipped, short_path

    file = shipped("rulesets") / "kuhn" / "kuhn.rules"
    assert short_path(str(file)) == "rulesets/kuhn/kuhn.rules"
    assert short_path("kuhn.rules") == "kuhn.rules"
    assert short_path("") == ""


def test_a_command_that_there_is_not_is_told_to_a_program_with_the_one_it_may_mean() -> None:
    out = io.StringIO()
    lines = '{"command": "undoo"}\n{"command": "xyzzyxyzzy"}\n{"command": 7}\n'
    talk(shared_session("whisper"), io.StringIO(lines), out)
    told = [json.loads(line).get("message", "") for line in out.getvalue().splitlines()]
    assert "there is no command `undoo`; did you mean `undo`?" in told
    assert any(t.startswith("there is no command `xyzzyxyzzy`; there are moves, ") for t in told)
    assert any(t.startswith("it goes ") for t in told)
