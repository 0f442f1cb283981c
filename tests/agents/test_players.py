"""What bots choose where it is plain what is good."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest

import ruledsl
from ruledsl.agents import playouts
from ruledsl.agents.catalogue import make
from ruledsl.agents.greedy_bot import GreedyBot
from ruledsl.agents.interface import Answer, question
from ruledsl.agents.nearness import nearness
from ruledsl.agents.playouts import Result
from ruledsl.agents.playouts import play_out as random_playouts
from ruledsl.agents.playouts import playout as random_playout
from ruledsl.agents.rollout_bot import RolloutBot
from ruledsl.engine.course import Course
from ruledsl.engine.errors import NoSample
from ruledsl.engine.moves import Move
from ruledsl.engine.resample.effort import Allowance
from ruledsl.engine.state import State
from tests.agents import small as games
from tests.engine.resample.texts import TEXTS
from tests.language import small

THINKERS = ("greedy", "rollout:60")


def chosen(text: str, kind: str, *moves: str, seed: int = 1) -> str:
    """What a bot of that kind chooses after these moves."""
    state = small.played(small.begun(text), *moves)
    return str(make(kind, seed, 1).choose(question(state)).move)


@pytest.mark.parametrize("kind", THINKERS)
def test_the_most_points_are_taken(kind: str) -> None:
    assert chosen(games.CHOICES, kind) == "gain(5)"
    assert chosen(games.CHOICES, kind, "gain(2)") == "gain(5)"


@pytest.mark.parametrize("kind", THINKERS)
def test_where_the_lowest_score_wins_the_least_points_are_taken(kind: str) -> None:
    assert chosen(games.LESS, kind) == "gain(0)"


@pytest.mark.parametrize("kind", THINKERS)
def test_partners_share_a_value(kind: str) -> None:
    before = ("help(0)", "help(0)", "help(0)")
    assert chosen(games.TEAMS, kind, *before) == "help(5)"


@pytest.mark.parametrize("kind", THINKERS)
def test_what_is_bid_together_counts_once_it_happens(kind: str) -> None:
    assert chosen(games.TOGETHER, kind) == "offer(5)"


def test_both_look_further_than_the_next_point() -> None:
    for kind in THINKERS:
        assert chosen(games.HONEYPOT, kind) == "wait"


def test_greedy_does_what_it_may_do_rather_than_nothing() -> None:
    assert {chosen(games.OPTIONAL, "greedy", seed=seed) for seed in range(8)} == {"act"}


def test_greedy_works_towards_what_it_is_not_allowed_yet() -> None:
    for seed in range(6):
        state = small.begun(games.PAIR)
        while not state.is_over:
            state.push(make("greedy", seed, 1).choose(question(state)).move)
        assert [str(item) for item in state.items][-1] == "show"


def test_nearness_counts_what_fails() -> None:
    state = small.begun(games.PAIR)
    distance = nearness(state.game)

    def far() -> int:
        return distance(Course(state, 0).cells_of(1))

    first = far()
    small.played(state, "drop(5)", "drop(7)", "drop(9)")
    assert far() == 0 < first
    other = small.played(small.begun(games.PAIR), "drop(3)", "drop(7)", "drop(9)")
    assert distance(Course(other, 0).cells_of(1)) == 1


def test_forced_moves_are_played_without_a_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    state = small.played(small.begun(games.HONEYPOT), "wait")

    def never(*_: object) -> State:
        raise AssertionError("there is only one move")

    monkeypatch.setattr("ruledsl.engine.resample.sampling.Sampler.sample", never)
    for kind in THINKERS:
        assert str(make(kind, 1, 2).choose(question(state)).move) == "wait"


# --- playouts ---------------------------------------------------------------------------------


def counted(text: str, playouts: int) -> tuple[dict[str, int], Answer]:
    """How many playouts each move got, and what was chosen."""
    counts: dict[str, int] = {}

    def counting(state: State, moves: Sequence[Move], seed: int, seat: int) -> list[Result]:
        for move in moves:
            counts[str(move)] = counts.get(str(move), 0) + 1
        return random_playouts(state, moves, seed, seat)

    state = small.begun(text)
    return counts, RolloutBot("1", playouts, counting).choose(question(state))


@pytest.mark.parametrize("playouts", [1, 2, 5, 6, 7, 20, 60, 200])
def test_the_budget_is_kept_and_good_moves_get_the_most_of_it(playouts: int) -> None:
    counts, answer = counted(games.CHOICES, playouts)
    assert sum(counts.values()) <= playouts
    assert sum(counts.values()) > playouts - 6
    assert len(counts) == min(playouts, 6)
    if playouts >= 60:
        assert str(answer.move) == "gain(5)"
        assert counts["gain(5)"] == max(counts.values())
        assert counts["gain(0)"] == min(counts.values())


def test_playouts_of_a_round_share_state_and_luck() -> None:
    asked: list[tuple[int, int]] = []

    def even(state: State, moves: Sequence[Move], seed: int, seat: int) -> list[Result]:
        asked.append((len(moves), seed))
        return [(Fraction(1, 2), 0) for _ in moves]

    RolloutBot("1", 12, even).choose(question(small.begun(games.CHOICES)))
    assert asked[0][0] == 6
    assert len({seed for _, seed in asked}) == len(asked) > 1


def test_a_playout_gives_the_part_of_the_win() -> None:
    state = small.played(small.begun(games.CHOICES), "gain(3)")
    results = {str(move): random_playout(state, move, 5, 2) for move in state.legal_moves}
    assert results["gain(5)"] == (Fraction(1), 2)
    assert results["gain(3)"] == (Fraction(1, 2), 0)
    assert results["gain(0)"] == (Fraction(0), -3)
    assert state.decisions == 1
    assert not state.is_over


def test_partners_win_together() -> None:
    state = small.played(small.begun(games.TEAMS), "help(0)", "help(0)", "help(0)")
    move = state.parse_move("help(5)")
    assert random_playout(state, move, 1, 4) == random_playout(state, move, 1, 2) == (1, 5)
    assert random_playout(state, move, 1, 1) == random_playout(state, move, 1, 3) == (0, -5)


def test_a_playout_in_which_the_rules_fail_says_nothing() -> None:
    state = small.begun(games.FAULTY)
    small.played(state, "go(3)")
    assert random_playout(state, state.parse_move("go(1)"), 1, 2) == (Fraction(1, 2), 0)
    for kind in THINKERS:
        assert make(kind, 1, 2).choose(question(state)).move in state.legal_moves


def test_an_endless_playout_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playouts, "LONGEST", 0)
    state = small.begun(games.CHOICES)
    assert random_playout(state, state.legal_moves[5], 1, 1) == (Fraction(1, 2), 0)


# --- no sample ----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", THINKERS)
def test_a_bot_that_cannot_sample_says_so(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(self: object, seed: int) -> State:
        raise NoSample("nothing fits")

    monkeypatch.setattr("ruledsl.engine.resample.sampling.Sampler.sample", nothing)
    asked = question(small.begun(games.CHOICES))
    answers = {make(kind, seed, 1).choose(asked) for seed in range(40)}
    assert {answer.unsampled for answer in answers} == {"nothing fits"}
    assert {answer.move for answer in answers} == set(asked.moves)


def test_where_nothing_is_found_within_the_allowance_the_bot_says_so() -> None:
    """A caller has a pair, which the first hand that is drawn for him hardly ever is."""
    game = small.game(TEXTS["ready"])
    nothing = Allowance(histories=1, search=0, redraw=0, changes=0)
    said = []
    for seed in range(400):
        state = game.start(seed=seed)
        if len(state.legal_moves) < 2:
            continue
        state.push(state.parse_move("call"))
        if len(state.legal_moves) < 2:
            continue
        answer = GreedyBot("1").choose(question(state, nothing))
        assert answer.move in state.legal_moves
        said.append(answer.unsampled)
    assert any(said)


# --- a course -----------------------------------------------------------------------------------


def test_a_course_comes_to_the_same_end_as_the_state() -> None:
    for name in ("kuhn", "goofspiel", "ka_ching", "cat_in_the_sack"):
        state = ruledsl.load(name).start(seed=11, events=False)
        assert state.seed is not None
        course = Course(state, state.seed.value)
        while not state.is_over:
            assert course.actor == state.actor
            assert tuple(course.legal) == state.legal_moves
            move = state.legal_moves[state.decisions % len(state.legal_moves)]
            state.push(move)
            course.play(move)
        assert course.is_over
        assert (course.scores, course.winners) == (state.scores, state.winners)


def test_copies_of_a_course_go_their_own_ways() -> None:
    state = small.begun(games.CHOICES)
    course = Course(state, 1)
    other = course.copy()
    other.play(state.parse_move("gain(4)"))
    ended = other.ended()
    assert ended is not None
    assert (course.actor, other.actor, state.actor) == (1, 2, 1)
    assert ended.scores == (4, 0)
    assert ended.is_over
    assert not other.is_over


@pytest.mark.parametrize("kind", THINKERS)
@pytest.mark.parametrize("seed", range(6))
def test_rules_that_tell_a_secret_by_what_is_legal_are_played(kind: str, seed: int) -> None:
    """A sample is a state in which the bot could choose from the same moves."""
    state = small.game(games.PEEKED).start(seed=seed)
    state.push(state.parse_move("peek(1)"))
    asked = question(state)
    assert all(asked.sample(number).legal_moves == asked.moves for number in range(8))
    answer = make(kind, 1, 2).choose(asked)
    assert answer.move in asked.moves
    assert not answer.unsampled
