"""The parts that resampling is made of, and what it asks for."""

from __future__ import annotations

from collections import Counter

import pytest

from ruledsl import load
from ruledsl.engine.errors import NoSample, PlayError, StartError
from ruledsl.engine.resample.dice import Dice
from ruledsl.engine.resample.effort import Allowance
from ruledsl.engine.resample.grading import grade
from ruledsl.engine.resample.plan import Choice, Named, Order, Placed, Plan
from ruledsl.engine.resample.sampling import sample
from ruledsl.engine.resample.table import Table
from tests.engine.play import Picker, random_play
from tests.engine.resample.texts import TEXTS
from tests.language.small import begun, game, played

# --- chance and plans -------------------------------------------------------------------------------


def test_dice_are_even_and_repeat() -> None:
    dice, same = Dice(5), Dice(5)
    drawn = [dice.below(6) for _ in range(6000)]
    assert drawn == [same.below(6) for _ in range(6000)]
    assert all(850 < count < 1150 for count in Counter(drawn).values())
    assert Dice(5).seed_of_play().value == dice.seed_of_play().value != Dice(6).seed_of_play().value
    orders = Counter()
    for _ in range(3000):
        order = [1, 2, 3]
        dice.shuffle(order)
        orders[tuple(order)] += 1
    assert len(orders) == 6
    assert min(orders.values()) > 400


def test_names_are_exchanged_from_an_entry_on() -> None:
    plan = Plan(
        [Order((1, 2, 3)), Choice(0, (Named(1), Placed(2, 1), 1), True), None, Order((3, 2))]
    )
    plan.exchange(1, 2, 1)
    assert plan.entries == [
        Order((1, 2, 3)),
        Choice(0, (Named(2), Placed(2, 1), 1), True),
        None,
        Order((3, 1)),
    ]
    assert plan.exchanges == [(1, 2, 1)]


def test_exchanged_cards_keep_what_they_went_through_before() -> None:
    """Who exchanges parts at entry 1 has before it gone through what the other had."""
    frame = load("kuhn").program.frame
    table = Table(frame, frame.fresh(), Plan([None, None]))
    table.masks = [0b10, 0b11, 0b01]
    table.exchange(0, 1, 1)
    assert table.names == [1, 0, 2]
    assert table.masks == [0b11, 0b10, 0b01]
    assert table.partners(1) == [0]
    assert [table.face(card) for card in range(3)] == [frame.machine.cards[n] for n in (1, 0, 2)]
    table.settle(0)
    assert table.partners(1) == []


def test_coming_back_keeps_exchanges() -> None:
    frame = load("kuhn").program.frame
    table = Table(frame, frame.fresh(), Plan([None, None]))
    table.masks = [1, 1, 1]
    saved = table.save()
    table.exchange(0, 2, 0)
    table.settle(0)
    table.restore(saved, 1)
    assert table.names == [2, 1, 0]
    assert table.masks == [1, 1, 1]
    table.restore(saved, 0)
    assert table.names == [0, 1, 2]


# --- how far a condition is from holding -------------------------------------------------------------


def test_no_distance_is_the_same_as_truth() -> None:
    """For every guard of cherki and of following suit, in random positions."""
    seen = Counter()
    for played_game, seeds in ((load("cherki"), 3), (game(TEXTS["follow"]), 60)):
        compiler = played_game.program.compiler
        guards = [
            (guard.value, compiler.closure(guard.value), grade(compiler, guard.value))
            for action in played_game.machine.actions
            for guard in action.guards
            if guard.cell < 0 and not action.params
        ]
        for seed in range(seeds):
            picker = Picker(seed)
            state = played_game.start(seed=seed)
            for _ in range(80):
                if state.is_over:
                    break
                cells = state.cells_copy()
                for _, truth, distance in guards:
                    try:
                        holds = bool(truth(cells))
                    except PlayError:
                        continue
                    seen[holds] += 1
                    assert (distance(cells) == 0) == holds
                state.push(state.legal_moves[picker.below(len(state.legal_moves))])
    assert min(seen[True], seen[False]) > 50


def test_a_hand_comes_nearer_card_by_card() -> None:
    state = begun(TEXTS["ready"])
    compiler = state.game.program.compiler
    (guard,) = state.game.machine.actions[0].guards
    cells = state.cells_copy()
    assert grade(compiler, guard.value)(cells) in (0, 1)
    assert grade(compiler, guard.value, wanted=False)(cells) in (0, 1)


# --- what is asked for ---------------------------------------------------------------------------------


def test_a_sample_is_an_ordinary_state() -> None:
    state = played(begun(TEXTS["again"]), "skip")
    other = state.resample(1, 3)
    assert other.seed is not None
    replayed = other.game.replay(other.record())
    assert replayed.core == other.core
    assert replayed.information_state(1) == state.information_state(1)
    before = other.core, other.information_state(2)
    random_play(other, Picker(1))
    assert other.is_over
    while other.items != replayed.items:
        other.pop()
    assert (other.core, other.information_state(2)) == before


def test_the_same_seed_gives_the_same_sample_and_play() -> None:
    state = begun(TEXTS["blind"])
    one, other = state.resample(2, 9), state.resample(2, 9)
    assert one.items == other.items
    assert one.core == other.core
    assert random_play(one, Picker(1)).record() == random_play(other, Picker(1)).record()
    assert len({state.resample(2, seed).items for seed in range(40)}) > 1


def test_the_state_that_is_sampled_from_stays_as_it_is() -> None:
    state = begun(TEXTS["blind"])
    before = state.core, state.items, state.happenings
    state.resample(1, 1)
    assert (state.core, state.items, state.happenings) == before


def test_where_chance_is_at_work_a_sample_waits_for_it_too() -> None:
    state = game(TEXTS["blind"]).start(chance="explicit")
    other = state.resample(1, 1)
    assert other.is_chance
    assert other.items == ()


def test_a_match_goes_on_where_it_was() -> None:
    played_game = load("cherki")
    state = played_game.start(seed=1, starter=3, round=2, totals=(4, -2, -2))
    other = state.resample(2, 5)
    assert other.started == state.started
    assert other.information_state(2) == state.information_state(2)


def test_refusals() -> None:
    state = begun(TEXTS["blind"])
    with pytest.raises(PlayError, match="no seat 3"):
        state.resample(3, 1)
    with pytest.raises(StartError, match="seed"):
        state.resample(1, -1)
    with pytest.raises(PlayError, match="events=False"):
        game(TEXTS["blind"]).start(seed=1, events=False).resample(1, 1)


def test_effort_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ruledsl.engine.resample.sampling.LAST_SEARCHES", 0)
    state = begun(TEXTS["again"])
    played(state, "skip")
    with pytest.raises(NoSample, match="2 searches of 1 steps"):
        sample(state.game, state.started, state.information_state(1), 1, Allowance(2, search=1))


def test_a_last_search_takes_longer() -> None:
    state = begun(TEXTS["again"])
    played(state, "skip")
    found = sample(state.game, state.started, state.information_state(1), 1, Allowance(2, search=1))
    assert found.information_state(1) == state.information_state(1)


def test_what_nothing_fits_is_given_up() -> None:
    """A game that was started otherwise: no play of it shows this."""
    played_game = load("cherki")
    state = played_game.start(seed=1, starter=3)
    start = played_game.start(seed=1, starter=2).started
    with pytest.raises(NoSample):
        sample(played_game, start, state.information_state(1), 1, Allowance(2, search=300))
