"""A bot has no way to what its seat does not know, and answers by what it knows alone."""

from __future__ import annotations

import gc
import types
from collections.abc import Iterator

import pytest

import ruledsl
from ruledsl.agents.catalogue import make
from ruledsl.agents.interface import Answer, Bot, Question, question
from ruledsl.engine.seeds import Seed
from ruledsl.engine.state import State
from tests.agents.small import CHOICES, begun_at
from tests.engine.resample.texts import TEXTS
from tests.language import small

KINDS = ("random", "greedy", "rollout:6")

NOT_FOLLOWED = (types.ModuleType, type, types.BuiltinFunctionType, types.FrameType)


def within_reach(thing: object) -> Iterator[object]:
    """Everything that can be got at from a thing, without what all of Python can get at anyway."""
    waiting = [thing]
    seen: set[int] = set()
    while waiting:
        node = waiting.pop()
        if id(node) in seen or isinstance(node, NOT_FOLLOWED):
            continue
        seen.add(id(node))
        yield node
        if isinstance(node, types.FunctionType):
            waiting += [node.__closure__, node.__defaults__, node.__kwdefaults__]
        else:
            waiting += gc.get_referents(node)


def hidden_parts(state: State) -> list[object]:
    """The objects of a state that know what its players do not."""
    parts = [state, state._cells, state._log, state._items, state._undo, state._book]
    assert None not in parts
    return parts


@pytest.mark.parametrize("name", ["kuhn", "goofspiel", "ka_ching", "cat_in_the_sack", "cherki"])
def test_the_state_is_out_of_reach(name: str) -> None:
    state = begun_at(ruledsl.load(name), seed=3, moves=1)
    asked = question(state)
    hidden = {id(part) for part in hidden_parts(state)}
    count = 0
    for thing in within_reach(asked):
        count += 1
        assert id(thing) not in hidden
        assert not isinstance(thing, State | Seed)
    assert count > 1000


def test_what_is_within_reach_is_found() -> None:
    """The walk of the test above finds a state that somebody leaves in a corner."""
    state = begun_at(ruledsl.load("kuhn"), seed=3, moves=1)
    asked = question(state)

    def leak() -> State:
        return state

    for corner in (leak, [{"a": (leak,)}], {"state": state}):
        assert any(isinstance(thing, State) for thing in within_reach((asked, corner)))


def answers(kind: str, asked: Question, seeds: int = 4) -> list[Answer]:
    return [make(kind, seed, 1).choose(asked) for seed in range(seeds)]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("text", ["sealed", "face down", "blind", "follow", "ready"])
def test_hidden_things_do_not_change_an_answer(kind: str, text: str) -> None:
    compared = different = 0
    for seed in range(4):
        for moves in range(3):
            state = begun_at(small.game(TEXTS[text]), seed, moves)
            if state.actor is None or len(state.legal_moves) < 2:
                continue
            expected = answers(kind, question(state))
            for other_seed in range(3):
                other = state.resample(state.actor, other_seed)
                assert answers(kind, question(other)) == expected
                compared += 1
                different += other.core != state.core
    assert compared
    # Faces that nobody has seen are not drawn yet, so there may be nothing to differ.
    assert different or text in ("face down", "ready")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["kuhn", "cat_in_the_sack"])
def test_hidden_things_do_not_change_an_answer_in_shipped_games(kind: str, name: str) -> None:
    state = begun_at(ruledsl.load(name), seed=5, moves=1)
    assert state.actor is not None
    others = [state.resample(state.actor, seed) for seed in range(3)]
    assert any(other.core != state.core for other in others)
    expected = answers(kind, question(state), seeds=2)
    for other in others:
        assert answers(kind, question(other), seeds=2) == expected


@pytest.mark.parametrize("kind", KINDS)
def test_the_order_of_the_moves_does_not_change_an_answer(kind: str) -> None:
    import attrs

    asked = question(small.begun(CHOICES))
    backwards = attrs.evolve(asked, moves=asked.moves[::-1])
    assert answers(kind, asked, 12) == answers(kind, backwards, 12)


@pytest.mark.parametrize("kind", KINDS)
def test_a_bot_answers_with_a_legal_move_to_the_end_and_again_the_same(kind: str) -> None:
    def moves() -> list[str]:
        state = ruledsl.load("ka_ching").start(seed=2)
        bots: list[Bot] = [make(kind, 9, seat) for seat in (1, 2)]
        while state.actor is not None and state.decisions < 12:
            state.push(bots[state.actor - 1].choose(question(state)).move)
        return [str(item) for item in state.items]

    assert moves() == moves()


def test_a_question_is_asked_where_somebody_must_choose() -> None:
    state = ruledsl.load("kuhn").start(seed=1)
    while not state.is_over:
        state.push(state.legal_moves[0])
    with pytest.raises(ruledsl.PlayError, match="here none must"):
        question(state)
    with pytest.raises(ruledsl.PlayError, match="events=False"):
        question(ruledsl.load("kuhn").start(seed=1, events=False))


def test_a_sample_is_what_the_seat_may_be_in() -> None:
    state = ruledsl.load("kuhn").start(seed=1)
    asked = question(state)
    cores = set()
    for seed in range(20):
        sampled = asked.sample(seed)
        assert sampled.information_state(1) == state.information_state(1)
        cores.add(sampled.core)
    assert len(cores) > 1
