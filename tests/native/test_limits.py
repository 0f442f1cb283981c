"""Limits strike back ends at the very place at which they strike the interpreter."""

from __future__ import annotations

import pytest

from ruledsl import compiling
from ruledsl.engine.game import Game
from ruledsl.limits import STEPS_BETWEEN_DECISIONS
from ruledsl.native.running.backend import Play
from ruledsl.native.translate.lower import lower
from tests.language.small import game
from tests.native.lockstep import side_by_side
from tests.native.test_lockstep import BACKENDS
from tests.properties.bounds import CASES

STEPS = f"{STEPS_BETWEEN_DECISIONS} steps without a decision"


def endless(statements: int, inner: int, extra: str = "") -> Game:
    """A game that comes to no decision, with loops of so many statements."""
    lines = [f"        n = {k % 2}" for k in range(statements)]
    nested = [f"            m = {k % 2}" for k in range(inner)]
    return game(
        "\n".join(
            [
                "var n: 0..3 = 0 seen by all",
                "var m: 0..3 = 0 seen by all",
                'card N(value: 1..4) shown as "{value}"',
                "deck stock:",
                "    N(each of 1 1 2 3 4)",
                "zone heap seen by nobody",
                "row line seen by all",
                "play:",
                "    shuffle stock",
                "    repeat until n == 3:",
                *lines,
                *(["        for k in 1..3:", *nested] if inner else []),
                extra,
            ]
        )
    )


EXTRAS = (
    "",
    "        m = random(0..3)",
    "        if m == 1:\n            n = 2",
    "        gather stock\n        shuffle stock\n        move 2 from stock to line",
    "        each player:\n            m = 1",
)


@pytest.mark.parametrize("extra", range(len(EXTRAS)))
@pytest.mark.parametrize("backend", BACKENDS, ids=lambda b: b.name)
def test_steps_without_a_decision(backend: type, extra: int) -> None:
    for statements, inner in ((1, 0), (5, 3)):
        played = endless(statements, inner, EXTRAS[extra])
        running = backend(lower(played.machine, traced=True))
        _, fault = side_by_side(played, running, 1)
        assert fault is not None
        assert STEPS in fault.message


@pytest.mark.parametrize("backend", BACKENDS, ids=lambda b: b.name)
@pytest.mark.parametrize("name", ["40 doubling phases", "a billion repetitions"])
def test_rules_that_ask_for_too_much(backend: type, name: str) -> None:
    (case,) = (case for case in CASES if case.name == name)
    machine = compiling.compile_program(compiling.open_text("bounds.rules", case.text)).machine
    assert machine is not None
    _, fault = side_by_side(Game(machine), backend(lower(machine, traced=True)), 1)
    assert fault is not None
    assert STEPS in fault.message


WORK = """
var n: 0..90000 = 0 seen by all
define much = sum(k for k in 1..5000 where k > n) + {more}
play:
    repeat until n == 90000:
        n = n + 1
        if much < 0:
            n = 1
"""


@pytest.mark.parametrize("backend", BACKENDS, ids=lambda b: b.name)
@pytest.mark.parametrize("more", ["0", "count(p in Player where p == 1)"])
def test_elements_that_are_visited(backend: type, more: str) -> None:
    played = game(WORK.format(more=more))
    _, fault = side_by_side(played, backend(lower(played.machine, traced=True)), 1)
    assert fault is not None
    assert "the rules work without end here" in fault.message


DECISIONS = """
var n: 0..1 = 0 seen by all
action go:
    n = 0
play:
    repeat until n == 1:
        player 1 acts:
            must go
"""


@pytest.mark.parametrize("backend", BACKENDS, ids=lambda b: b.name)
def test_decisions_of_a_game(backend: type) -> None:
    played = game(DECISIONS)
    running = backend(lower(played.machine))
    play = Play(running)
    play.begin()
    play.seed((1, 2, 3))
    with pytest.raises(Exception, match="the game goes on for 100000 decisions") as ours:
        play.playout(200_000)
    state = played.start(seed=1, events=False)
    program, cells = played.program, state.cells_copy()
    ((move, binding),) = program.legal(cells).items()
    cells[3] = 100_000
    with pytest.raises(Exception, match="100000 decisions") as theirs:
        program.play(cells, move, binding, None)
    assert str(ours.value) == str(theirs.value)
