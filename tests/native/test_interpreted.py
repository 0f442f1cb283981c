"""The interpreter in the place of a back end: the same games, chance included, step by step."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruledsl import api
from ruledsl.agents.playouts import on
from ruledsl.engine.game import Game
from ruledsl.machine.model import Machine
from ruledsl.native.program.names import Role
from ruledsl.native.running.backend import Play
from ruledsl.native.running.choose import Wanted, choose
from ruledsl.native.running.interpreted import Generator, Interpreted
from ruledsl.native.running.python import PythonBackend
from ruledsl.native.translate.lower import TooLarge, lower
from tests.language.small import game
from tests.machine.machines import auction
from tests.native.in_step import WORDS, in_step, players
from tests.native.test_choose import HERE
from tests.properties.configurations import Setting, shipped
from tests.properties.configurations import settings as settings_of
from tests.properties.programs import made_up, written
from tests.properties.test_programs import game_of

SETTINGS = [setting for name in shipped() for setting in settings_of(name)]


def both(machine: Machine) -> tuple[Play, Interpreted]:
    """A back end, and the interpreter in the place of one."""
    return Play(PythonBackend(lower(machine))), Interpreted(machine)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_shipped_rulesets(setting: Setting) -> None:
    all_players = players(setting.load().machine)
    for number in range(4):
        made, fault = in_step(all_players, number, most=400)
        assert made > 0
        assert fault is None


@given(st.integers(0, 1 << 40), st.sampled_from([0.0, 0.3]))
@settings(max_examples=30, deadline=None)
def test_made_up_programs(number: int, asking: float) -> None:
    made = game_of(written(made_up(number, asking)))
    if made is None:
        return
    try:
        all_players = players(made.machine)
    except TooLarge:
        return  # a bid of up to a million: such rules are left to the interpreter
    for seed in range(3):
        in_step(all_players, seed, most=100)


def test_a_machine_with_every_kind_of_state() -> None:
    all_players = players(auction())
    for number in range(20):
        assert in_step(all_players, number)[1] is None


def test_a_state_crosses_over_and_chance_is_the_same_from_there() -> None:
    """Undecided cards are met with in the same order, and get the same faces."""
    machine = api.load("ka_ching").machine
    played = Game(machine)
    for seed in range(10):
        state = played.start(seed=seed, events=False)
        for _ in range(seed):
            state.push(state.legal_moves[0])
        ends = []
        for playing in both(machine):
            playing.load(state.core)
            playing.seed(WORDS, seed)
            assert playing.playout(1000)
            ends.append(playing.core)
        assert ends[0] == ends[1]
        assert Interpreted(machine).core != ends[0]


@given(st.tuples(*[st.integers(0, 0xFFFFFFFF)] * 3), st.integers(0, 0xFFFFFFFF), st.data())
@settings(max_examples=50, deadline=None)
def test_the_generators_are_one(
    words: tuple[int, int, int], number: int, data: st.DataObject
) -> None:
    space = BACKEND._functions[Role.SEEDED].__globals__  # type: ignore[attr-defined]
    cells = BACKEND._all
    BACKEND.call(Role.SEEDED, *words, number)
    ours = Generator(words, number)
    for _ in range(20):
        bound = data.draw(st.integers(1, 1 << 32))
        assert ours.pick(bound) == space["below"](cells, bound)


BACKEND = PythonBackend(lower(api.load("ka_ching").machine))
"""Its text has the library's generator as a function of its own."""

WANTED: tuple[Wanted, ...] = ("interpreter", "python", *(("wasm",) if HERE else ()))


@pytest.mark.parametrize("name", ["kuhn", "ka_ching_3", "goofspiel"])
def test_playouts_come_out_the_same_whoever_plays(name: str) -> None:
    loaded = api.load(name)
    for seed in range(6):
        state = loaded.start(seed=seed)
        for move in state.legal_moves[:4]:
            results = {on(backend)(state, [move], seed, 1)[0] for backend in WANTED}
            assert len(results) == 1


@pytest.mark.parametrize("name", ["kuhn", "ka_ching_3", "goofspiel", "cat_in_the_sack"])
def test_a_rollout_is_a_playout_of_each_move(name: str) -> None:
    """Of each from the same state with the same luck; and nothing of it is left behind."""
    machine = api.load(name).machine
    first, many = machine.layout.scores, machine.players
    for number in range(5):
        rows = []
        for playing in players(machine):
            playing.begin()
            playing.seed(WORDS, number)
            playing.run()
            core, moves = playing.core, playing.moves()
            places = list(reversed(range(len(moves))))[:40]
            found = playing.rollout(places, WORDS, number + 7, 3000)
            assert playing.core == core
            assert playing.moves() == moves
            for place, (ended, _, scores) in zip(places, found, strict=True):
                playing.load(core)
                playing.seed(WORDS, number + 7)
                playing.moves()
                playing.play(place)
                assert playing.playout(3000) == (ended == 0)
                assert scores == playing.cells(first, many)
            rows.append(found)
        assert all(row == rows[0] for row in rows)


def test_rollouts_that_do_not_end_or_fail_say_so() -> None:
    for playing in players(api.load("kuhn").machine):
        playing.begin()
        playing.seed(WORDS, 1)
        playing.run()
        assert [row[:2] for row in playing.rollout([0, 1], WORDS, 1, 0)] == [(1, 0), (1, 0)]
    failing = game(FAULTY).machine
    for playing in players(failing):
        playing.begin()
        playing.seed(WORDS, 1)
        playing.run()
        ended = {playing.rollout([0], WORDS, n, 10)[0][:2] for n in range(30)}
        assert ended == {(0, 3), (2, 0)}


FAULTY = """
var n: 0..3 = 0 seen by all
action go:
    n = 0
play:
    player 1 acts: must go
    n = random(0..3)
    n = random(n..n + 2)
"""


def test_more_moves_than_there_is_room_for_are_played_in_parts() -> None:
    for playing in players(api.load("kuhn").machine):
        playing.begin()
        playing.seed(WORDS, 1)
        playing.run()
        found = playing.rollout([0, 1] * 4000, WORDS, 3, 100)
        assert found == found[:2] * 4000


def test_a_choice_makes_what_plays() -> None:
    machine = api.load("kuhn").machine
    assert isinstance(choose(machine, "interpreter").playing(), Interpreted)
    assert isinstance(choose(machine, "python").playing(), Play)
