"""What a trial counts as how many steps, so that the same rules have the same findings on every machine."""

from __future__ import annotations

from itertools import count
from time import process_time

import pytest

from ruledsl import compiling
from ruledsl.engine.chance import Event
from ruledsl.engine.frame import Cells
from ruledsl.engine.happenings import Log
from ruledsl.engine.luck import Luck
from ruledsl.engine.runner import Program
from ruledsl.explore import trial
from ruledsl.explore.budget import Budget, Clock, OutOfTime
from ruledsl.explore.costs import LOOKED_AT
from ruledsl.explore.settings import checked
from ruledsl.explore.trial import Trial, met_in
from ruledsl.explore.walking import Walk
from tests.explore.test_trial import PANTRY, codes, outcome


def test_a_clock_allows_so_many_steps_however_short_they_are() -> None:
    told: list[int] = []
    clock = Clock(60.0, told.append, every=2)
    clock.tick(51)
    clock.tick()
    clock.allow(3)
    assert clock.left == 3
    clock.tick()
    assert clock.left == 2
    clock.charge(1)
    clock.tick()
    with pytest.raises(OutOfTime):
        clock.tick(2)
    assert told == [51, 2, 0, 3]


def test_a_clock_allows_so_many_seconds_however_few_steps_they_have() -> None:
    times = iter([0.0, 0.5, 1.5])
    clock = Clock(1.0, now=lambda: next(times), every=1)
    clock.allow(100)
    clock.tick()
    with pytest.raises(OutOfTime):
        clock.tick()


def test_steps_count_for_the_clock_with_their_weight() -> None:
    clock = Clock(60.0, every=1)
    clock.allow(10)
    budget = Budget(8, clock, 2.5)
    budget.spend(4)
    assert (budget.left, clock.left) == (4, 0)
    with pytest.raises(OutOfTime):
        budget.spend()


@pytest.mark.parametrize("text", [PANTRY, PANTRY.replace("pay 2 from your", "pay 3 from your")])
def test_a_slow_machine_finds_the_same(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    quick = outcome(text).diagnostics
    began = process_time()
    monkeypatch.setattr(trial, "process_time", lambda: began + 4 * (process_time() - began))
    assert outcome(text).diagnostics == quick


def test_steps_that_take_far_too_long_end_a_trial(monkeypatch: pytest.MonkeyPatch) -> None:
    times = count(step=6)
    monkeypatch.setattr(trial, "process_time", lambda: float(next(times)))
    assert [found.code for found in outcome(PANTRY).diagnostics] == ["RD560"]


def test_a_trial_is_over_when_its_steps_are_taken() -> None:
    opened = compiling.check_text("pantry.rules", PANTRY)
    settings = tuple(checked(opened))
    assert met_in(settings, 1, Trial(building=0, first=500, further=0)) == ({}, True)
    text = WEARY.replace("PLAY", "repeat 90 times:\n        each player: must go")
    longer = compiling.check_text("weary.rules", text)
    few = Trial(building=0, first=40, further=0)
    assert met_in(tuple(checked(longer)), 1, few) == ({}, False)


WEARY = """\
language 1
game weary "Weary"

players 2
var k: 0..9 = 0 seen by all
var done: 0..9 = 0 seen by all

action go:
    done = min(9, done + 1)

action wait:
    do slow

phase slow:
    repeat 900 times:
        k = sum((a * k) mod 7 for a in 1..900) mod 10

play:
    PLAY

score p in Player = done
"""
"""The phase visits more than is tried between two decisions."""


@pytest.mark.parametrize(
    ("play", "most"),
    [
        ("do slow\n    each player: must go", 4),
        ("each player: must go\n    do slow\n    each player: must go", 120),
        ("repeat 40 times:\n        each player: must go or wait", 2_000),
    ],
)
def test_what_wears_patience_out_counts_as_much_as_it_takes(
    play: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs: list[Cells] = []
    run = Program.run

    def noted(program: Program, cells: Cells, log: Log) -> Event | None:
        runs.append(cells)
        return run(program, cells, log)

    monkeypatch.setattr(Program, "run", noted)
    monkeypatch.setattr(trial, "process_time", lambda: 0.0)
    told = codes(WEARY.replace("PLAY", play))
    assert [code for code in told if code != "RD123"] == ["RD560"]  # one action is offered nowhere
    assert len(runs) <= most


THROWN = """\
language 1
game thrown "Thrown"

players 2
option a: 1..6 = 1
option b: 1..6 = 1
option c: 1..6 = 1
var d: 1..6 = 1 seen by all
var u: 0..30 = 0 seen by all
var done: 0..1 = 0 seen by all

phase throw:
    d = random(1..6)
    u += d + (1 if a == 6 and b == 6 and c == 6 else 0)

action go:
    done = 1

play:
    repeat 5 times:
        do throw
    if u >= 29:
        each player: must go

score p in Player = u
"""


def test_games_that_ask_for_hardly_any_decision_are_tried_in_all_settings() -> None:
    (found,) = outcome(THROWN, "thrown.rules").diagnostics
    assert found.code == "RD550"
    assert found.notes[0].startswith("this is so with `a = 6` and `b = 6` and `c = 6`")


def test_short_games_are_played_by_the_thousand() -> None:
    text = """\
        language 1
        game rare "Rare"
        players 2
        var u: 0..99 = 0 seen by all
        var t[Player]: 0..50 = 0 seen by all
        action go(n in 1..50):
            your t = n
            u += n
        play:
            each player: must go
        score p in Player = t[p]
        """
    # Two of 2,500 games.
    assert codes(text.replace("0..99", "0..98")) == ["RD550"]


def test_a_move_counts_by_what_its_effects_look_at() -> None:
    text = WEARY.replace("PLAY", "repeat 2 times:\n        each player: must go or wait")
    text = text.replace("repeat 900", "repeat 20")
    opened = compiling.check_text("weary.rules", text)
    assert opened.machine is not None
    walk = Walk(Program(opened.machine), Luck(1))
    go, wait = walk.legal
    light, heavy = walk.copy(), walk.copy()
    light.play(go)
    heavy.play(wait)
    assert light.work == 1
    assert heavy.work >= 20 * 900 // LOOKED_AT
