"""Leaks: what may be chosen, or who must choose, depends on what the player cannot see.

A check of the text refuses such rules, so the machines are changed here: what all could see is hidden afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import evolve

from ruledsl.engine.game import Game
from ruledsl.explore.budget import Budget, Clock, OutOfSteps
from ruledsl.explore.exploration import PLAY, Exploration
from ruledsl.explore.findings import findings, games
from ruledsl.explore.leaks import Leak, Leaks
from ruledsl.explore.settings import Setting
from ruledsl.machine.model import Machine
from tests.explore.played import EFFORT, opened_text

RULES = """language 1
game asking "Asking"

players 2

type Rank = 1..4

card Pip(rank: Rank) shown as "{rank}"
deck stock:
    3 * Pip(each Rank)

zone hand[Player] seen by all
zone out seen by all
var asked: 0..20 = 0 seen by all

setup:
    shuffle stock
    each player:
        move 4 from stock to your hand

action ask(r in Rank):
    require CONDITION, otherwise "nobody has that"
    asked += 1

action wait:
    asked += 1

play:
    turns from 1 until asked == 6:
        must ask or wait
    each player from 1:
        move all from your hand to out

score p in Player = asked
win by highest score
ties shared
"""

OTHERS = RULES.replace("CONDITION", "any(c.rank == r for c in hand[next(me)])")
OWN = RULES.replace("CONDITION", "any(c.rank == r for c in hand[me])")

WHO = RULES.replace("CONDITION", "any(c.rank == r for c in hand[me])").replace(
    "        must ask or wait\n",
    "        if any(c.rank == 1 for c in hand[next(me)]):\n"
    "            must ask\n"
    "        must wait\n",
)


def machine(text: str) -> Machine:
    made = opened_text(text, "asking.rules").machine
    assert made is not None
    return made


def hidden(made: Machine) -> Machine:
    """The same, but hands are seen by their owners alone."""
    families = tuple(
        evolve(family, seen_by="owner") if family.name == "hand" else family
        for family in made.families
    )
    return evolve(made, families=families)


def leaks(made: Machine, steps: int = 4_000) -> Iterator[Leak]:
    try:
        yield from Leaks(Game(made), 1, Budget(steps, Clock(300.0))).play(20)
    except OutOfSteps:
        return


def test_what_is_legal_depends_on_the_hand_of_another() -> None:
    found = [*leaks(hidden(machine(OTHERS)))]
    assert found
    assert all(leak.move is not None and leak.move.name == "ask" for leak in found)
    # The first game that was played ends where the leak is, and says so truly.
    for leak in found:
        state = Game(hidden(machine(OTHERS))).start(leak.line.luck.value)
        for move in leak.line.moves:
            state.push(move)
        assert state.actor == leak.seat
        assert (leak.move in state.legal_moves) == leak.is_legal


MAYBE_SHOWN = """language 1
game told "Told"
players 2
var kept[Player]: 0..2 = random(0..2) seen by owner
var named: 0..2 = 0 seen by all
action tell:
    reveal your kept to next(me)
action keep(secretly n in 0..2):
    your kept = n
action name_one(n in 0..kept[next(me)]):
    named = n
play:
    player 1 acts: must tell or keep
    player 2 acts: may name_one
score p in Player = kept[p]
"""


def test_what_may_have_been_shown_and_was_not_is_found_by_a_short_look() -> None:
    """Reading is content where a value may have been shown before; play is not where it was not."""
    made = opened_text(MAYBE_SHOWN, "told.rules").machine
    assert made is not None
    came = Exploration([Setting(made, 2, "", "", ())], PLAY, 1).run()
    (span,) = came.leaking
    assert span == made.actions[2].span


def test_what_depends_on_ones_own_hand_is_no_leak() -> None:
    assert [*leaks(hidden(machine(OWN)))] == []


def test_what_all_see_is_no_leak() -> None:
    assert [*leaks(machine(OTHERS))] == []


def test_who_must_choose_depends_on_a_hidden_hand() -> None:
    found = [*leaks(hidden(machine(WHO)), 60_000)]
    assert any(leak.move is None for leak in found)


def test_a_leak_is_told_with_its_game() -> None:
    made = hidden(machine(OTHERS))
    setting = Setting(made, 2, "", "", ())
    came = Exploration([setting], EFFORT, 1).run()
    (span,) = came.leaking
    assert span == made.actions[0].span
    (game,) = games(came)
    assert (game.code, game.moves) == ("RD559", len(game.line.moves))
    symbols: Any = opened_text(OTHERS).program
    found = findings(came, symbols.symbols, "asking.rules", 1, {})
    (told,) = [d for d in found if d.code == "RD559"]
    assert told.is_error
    assert told.message.startswith("what is legal tells what nobody has shown: seat ")
