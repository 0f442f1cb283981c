"""Whole games: starting, pushing, taking back, seeds, results, and the market game from end to end."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruledsl.engine.chance import Outcome
from ruledsl.engine.errors import (
    IllegalMove,
    MoveError,
    NotOverError,
    OutcomeError,
    RuleFault,
    StartError,
)
from ruledsl.engine.game import Game
from ruledsl.engine.offers import ActionPlan
from ruledsl.limits import STEPS_BETWEEN_DECISIONS
from ruledsl.machine import model as m
from tests.engine.build import ME, Build, cell, e, k
from tests.engine.market import market_machine
from tests.engine.play import Picker, random_play

MARKET = Game(market_machine())
seeds = st.integers(0, (1 << 64) - 1)


# --- laws --------------------------------------------------------------------------------------


@settings(max_examples=30, deadline=None)
@given(seeds, st.integers(0, 1 << 32), st.integers(0, 60))
def test_pop_undoes_push(seed: int, choices: int, length: int) -> None:
    state = MARKET.start(seed=seed)
    picker = Picker(choices)
    passed = []
    for _ in range(length):
        if state.is_over:
            break
        passed.append((state.core, state.legal_moves, state.items, state.happenings, state.actor))
        move = state.legal_moves[picker.below(len(state.legal_moves))]
        state.push(move)
        after = state.core
        assert state.pop() == move
        assert passed[-1][0] == state.core
        state.push(move)
        assert state.core == after
    while passed:
        state.pop()
        before = (state.core, state.legal_moves, state.items, state.happenings, state.actor)
        assert before == passed.pop()
    with pytest.raises(MoveError, match="nothing to take back"):
        state.pop()


@settings(max_examples=20, deadline=None)
@given(seeds, st.integers(0, 1 << 32))
def test_the_quick_listings_are_the_general_one(seed: int, choices: int) -> None:
    state = MARKET.start(seed=seed, events=False)
    program = MARKET.program
    picker = Picker(choices)
    while not state.is_over:
        plan = program.decisions[state.cell(m.STATE)]
        cells = state.cells_copy()
        general = []
        for offer in range(plan.choices):
            action: ActionPlan = plan.plans[offer]
            bindings = action.bindings(cells)
            general += list(zip(action.moves(cells, bindings), bindings, strict=True))
        listed = [
            (move, values)
            for move, (offer, values) in state.legal_bindings.items()
            if 0 < offer <= plan.choices
        ]
        assert listed == general
        state.push(state.legal_moves[picker.below(len(state.legal_moves))])


@settings(max_examples=20, deadline=None)
@given(seeds, st.integers(0, 1 << 32))
def test_moves_of_an_equal_state_may_be_played(seed: int, choices: int) -> None:
    one, other = MARKET.start(seed=seed), Game(market_machine()).start(seed=seed, events=False)
    picker = Picker(choices)
    while not one.is_over:
        move = one.legal_moves[picker.below(len(one.legal_moves))]
        assert move in other.legal_moves
        assert one.parse_move(str(move)) == move
        one.push(move)
        other.push(move)
        assert one.core == other.core
    assert one.scores == other.scores


def drawing() -> tuple[Game, int]:
    """Eight times: draw the top card of a shuffled stock into an open row, or do nothing."""
    b = Build(1)
    kind = b.kind("Card")
    stock = b.deck("stock", [b.look(kind, name) for name in "ABCDEFGH"])
    row = b.zone("row", "row")
    draw = b.action(
        "draw",
        effects=[m.MoveSome(k(1), False, (e("zone", stock),), e("zone", row), False, -1)],
    )
    offers = (m.Offer(draw, None), m.Offer(b.action("pass"), None))
    decide = m.Decide(offers, False, None, -1, 0, -1)
    start = b.chain(m.Shuffle(e("zone", stock), -1), m.Set(m.ME, k(1), -1), *[decide] * 8, m.Over())
    return Game(b.machine(start)), row


DRAWING, DRAWN = drawing()


@settings(max_examples=50, deadline=None)
@given(seeds, *[st.lists(st.sampled_from(("draw", "pass")), min_size=8, max_size=8)] * 2)
def test_the_seed_decides_what_is_to_come_whatever_is_chosen(
    seed: int, first: list[str], second: list[str]
) -> None:
    """The next card of the stock is the same for players who choose differently."""
    rows = []
    for choices in (first, second):
        state = DRAWING.start(seed=seed)
        for choice in choices:
            state.push(state.parse_move(choice))
        cells = state.cells_copy()
        frame = DRAWING.program.frame
        rows.append([cells[frame.faces + card] for card in frame.cards(cells, DRAWN)])
    shorter, longer = sorted(rows, key=len)
    assert longer[: len(shorter)] == shorter
    assert len(longer) == max(first.count("draw"), second.count("draw"))


def test_golden_game_of_seed_7() -> None:
    state = random_play(MARKET.start(seed=7), Picker(7))
    assert [str(item) for item in state.items][:9] == GOLDEN_START
    assert (state.decisions, state.scores, state.winners) == GOLDEN_END


GOLDEN_START = [
    "seat 1",
    "blue 3",
    "green 2",
    "yellow 3",
    "red 2",
    "purple 3",
    "yellow 2",
    "green 3",
    "purple 4",
]
GOLDEN_END = (43, (42, 34), (1,))


def test_a_copy_goes_its_own_way() -> None:
    state = MARKET.start(seed=1)
    state.push(state.legal_moves[0])
    copy = state.copy()
    core = state.core
    random_play(copy, Picker(1))
    assert state.core == core
    assert copy.is_over
    assert not state.is_over
    while copy.decisions:
        copy.pop()
    assert copy.core == MARKET.start(seed=1).core


def test_explicit_chance_can_follow_a_seeded_game() -> None:
    seeded = random_play(MARKET.start(seed=3), Picker(3))
    explicit = MARKET.start(chance="explicit")
    for item in seeded.items:
        explicit.push(item)
    assert explicit.core == seeded.core
    assert explicit.happenings == seeded.happenings
    assert explicit.items == seeded.items


# --- starting and ending ------------------------------------------------------------------------


def test_what_a_start_wants() -> None:
    assert MARKET.start(seed=1, starter=2).actor == 2
    with pytest.raises(StartError, match="needs a seed"):
        MARKET.start()
    with pytest.raises(StartError, match="there is no seed"):
        MARKET.start(seed=1, chance="explicit")
    with pytest.raises(StartError, match="a seat from 1 to 2, not 3"):
        MARKET.start(seed=1, starter=3)
    with pytest.raises(StartError, match="3 totals do not fit 2 players"):
        MARKET.start(seed=1, totals=(1, 2, 3))
    with pytest.raises(StartError, match="no round 0"):
        MARKET.start(seed=1, round=0)


def test_results_come_at_the_end() -> None:
    state = MARKET.start(seed=1)
    for name in ("scores", "winners", "is_draw"):
        with pytest.raises(NotOverError, match="not over yet"):
            getattr(state, name)
    random_play(state, Picker(1))
    assert state.legal_moves == ()
    assert state.actor is None
    assert max(state.scores) == state.scores[state.winners[0] - 1]


@pytest.mark.parametrize(
    ("win", "ties", "scores", "tie_values", "winners", "draw"),
    [
        ("highest", "shared", (1, 5, 5), (0, 0, 0), (2, 3), False),
        ("lowest", "shared", (1, 5, 5), (0, 0, 0), (1,), False),
        ("highest", "shared", (-2, -2, -2), (0, 0, 0), (1, 2, 3), True),
        ("highest", "highest", (5, 5, 5), (1, 3, 3), (2, 3), False),
        ("highest", "lowest", (5, 5, 1), (4, 2, 0), (2,), False),
    ],
)
def test_who_wins(
    win: str,
    ties: str,
    scores: tuple[int, ...],
    tie_values: tuple[int, ...],
    winners: tuple[int, ...],
    draw: bool,
) -> None:
    b = Build(3)
    b.win, b.ties = win, ties
    seat = b.register()
    b.tables += [scores, tie_values]
    start = b.chain(
        m.Score(seat, e("table", 0, cell(seat)), e("table", 1, cell(seat)), -1), m.Over()
    )
    state = Game(b.machine(start)).start(seed=0)
    assert (state.scores, state.winners, state.is_draw) == (scores, winners, draw)


# --- faults and refusals -------------------------------------------------------------------------

FAULTY = """language 1
    pay 1 from purse to bank
    move 1 from empty to pile
"""


def faulty(with_chance: bool) -> Game:
    """An action that pays, perhaps lets chance speak, and then moves a card that is not there."""
    b = Build(1, FAULTY)
    purse, purse_cell = b.account("purse")
    bank, bank_cell = b.account("bank", unlimited=True)
    die = b.variable("die", 0, 6)
    kind = b.kind("Card")
    b.deck("deck", [b.look(kind, "A")])
    empty, pile = b.zone("empty", "pile"), b.zone("pile", "pile")
    roll = m.Roll(m.Address(die), 0, e("range", k(1), k(2)), -1)
    effects = [
        m.Pay(k(1), False, purse, m.Address(purse_cell), bank, m.Address(bank_cell), -1, span=b.span(2)),
        *([roll] if with_chance else []),
        m.MoveSome(k(1), False, (e("zone", empty),), e("zone", pile), False, -1, span=b.span(3)),
    ]  # fmt: skip
    bad = b.action("bad", effects=effects)
    good = b.action("good")
    start = b.chain(
        m.Open(purse, m.Address(purse_cell), k(5), -1),
        m.Set(m.ME, k(1), -1),
        m.Decide((m.Offer(bad, None), m.Offer(good, None)), False, None, -1, 0, -1),
        m.Over(),
    )
    return Game(b.machine(start))


@pytest.mark.parametrize("with_chance", [False, True])
def test_a_fault_undoes_the_whole_push(with_chance: bool) -> None:
    state = faulty(with_chance).start(chance="explicit")
    if with_chance:
        state.push(state.legal_moves[0])
        assert state.is_chance
    before = (state.core, state.legal_moves, state.items, state.happenings, state.chance_outcomes)
    item = state.chance_outcomes[0][0] if with_chance else state.legal_moves[0]
    with pytest.raises(RuleFault) as caught:
        state.push(item)
    assert caught.value.line == 3
    assert caught.value.quoted == "move 1 from empty to pile"
    assert "test.rules:3: 1 cards are asked for, `empty` has 0 cards" in str(caught.value)
    assert before == (state.core, state.legal_moves, state.items, state.happenings, state.chance_outcomes)  # fmt: skip
    if with_chance:
        state.pop()
    state.push(state.legal_moves[1])
    assert state.is_over


def test_playing_on_after_the_end_is_refused() -> None:
    state = faulty(False).start(seed=0)
    good = state.legal_moves[1]
    with pytest.raises(OutcomeError, match="no chance is at work"):
        state.push(Outcome("value", 1))
    state.push(good)
    with pytest.raises(IllegalMove, match="the game is over"):
        state.push(good)
    with pytest.raises(IllegalMove, match="the game is over"):
        state.parse_move("good")


def test_a_loop_without_decision_is_a_fault() -> None:
    b = Build(1, "repeat until 1 == 2:")
    start = b.chain(m.Branch(k(1), 1, 1), m.Branch(k(1), 0, 0))
    b.states = [
        m.Branch(k(1), 1, 1, span=b.span(1)),
        m.Branch(k(1), 0, 0, span=b.span(1)),
        m.Over(),
    ]
    with pytest.raises(RuleFault, match=f"{STEPS_BETWEEN_DECISIONS} steps") as caught:
        Game(b.machine(start)).start(seed=0)
    assert caught.value.line == 1


def test_a_decision_without_a_legal_move_is_a_fault() -> None:
    b = Build(1)
    never = b.action("never", guards=[b.require(k(0))])
    start = b.chain(
        m.Set(m.ME, k(1), -1),
        m.Decide((m.Offer(never, None),), False, None, -1, 0, -1),
        m.Over(),
    )
    with pytest.raises(RuleFault, match="seat 1 has no legal move"):
        Game(b.machine(start)).start(seed=0)


def test_a_require_that_needs_an_undecided_card_is_a_fault() -> None:
    b = Build(1)
    kind = b.kind("Card")
    stock = b.deck("stock", [b.look(kind, "A"), b.look(kind, "B")])
    top = e("drawn_face", e("last", e("zone", stock)))
    peek = b.action("peek", guards=[b.require(e("eq", top, e("look", 0)))])
    start = b.chain(
        m.Shuffle(e("zone", stock), -1),
        m.Set(m.ME, k(1), -1),
        m.Decide((m.Offer(peek, None),), True, None, -1, 0, -1),
        m.Over(),
    )
    with pytest.raises(RuleFault, match="depends on a card in `stock` that nobody knows"):
        Game(b.machine(start)).start(seed=0)


def test_ranges_limits_and_amounts_are_kept() -> None:
    for state, message in (
        (lambda b, p, v: m.Assign(0, m.Address(v), k(7), -1), "`v` cannot be 7: it is within 0..6"),
        (lambda b, p, v: m.Assign(0, m.Address(v), k(m.NONE), -1), "`v` cannot be none"),
        (lambda b, p, v: m.Open(0, m.Address(p), k(-1), -1), "`purse` cannot begin with -1"),
        (lambda b, p, v: m.Pay(k(-1), False, 0, m.Address(p), 1, m.Address(p + 1), -1), "an amount of -1 cannot be paid"),
        (lambda b, p, v: m.Pay(k(3), False, 0, m.Address(p), 1, m.Address(p + 1), -1), "3 is more than there is"),
        (lambda b, p, v: m.Pay(None, False, 1, m.Address(p + 1), 0, m.Address(p), -1), "no `all` of it"),
        (lambda b, p, v: m.Pay(k(11), False, 1, m.Address(p + 1), 0, m.Address(p), -1), "would hold 11, more than 10"),
        (lambda b, p, v: m.Assign(0, m.Address(v, 1, k(2)), k(1), -1), "it goes from 1 to 1"),
    ):  # fmt: skip
        b = Build(1)
        _, purse = b.account("purse", limit=10)
        b.account("bank", unlimited=True)
        variable = b.variable("v", 0, 6)
        start = b.chain(state(b, purse, variable), m.Over())
        with pytest.raises(RuleFault, match=message):
            Game(b.machine(start)).start(seed=0)


def test_up_to_takes_what_is_there() -> None:
    b = Build(1)
    purse, purse_cell = b.account("purse")
    other, other_cell = b.account("other")
    kind = b.kind("Card")
    deck = b.deck("deck", [b.look(kind, "A")] * 2)
    pile = b.zone("pile", "pile")
    start = b.chain(
        m.Open(purse, m.Address(purse_cell), k(5), -1),
        m.Pay(k(12), True, purse, m.Address(purse_cell), other, m.Address(other_cell), -1),
        m.MoveSome(k(3), True, (e("zone", deck),), e("zone", pile), False, -1),
        m.Over(),
    )
    state = Game(b.machine(start)).start(seed=0)
    frame = state.game.program.frame
    assert (state.cell(purse_cell), state.cell(other_cell)) == (0, 5)
    assert frame.cards(state.cells_copy(), pile) == [0, 1]  # the former bottom lies on top


def test_piles_turn_over_rows_keep_their_order_zones_have_none() -> None:
    b = Build(1)
    kind = b.kind("Card")
    looks = [b.look(kind, name) for name in "ABC"]
    deck = b.deck("deck", looks)
    row, pile, zone = (b.zone(p, p) for p in ("row", "pile", "zone"))
    all_of = [m.MoveSome(None, False, (e("zone", s),), e("zone", t), False, -1) for s, t in ((deck, row), (row, pile), (pile, zone))]  # fmt: skip
    under = m.MoveSome(k(2), False, (e("zone", zone),), e("zone", row), True, -1)
    state = Game(b.machine(b.chain(*all_of, under, m.Over()))).start(seed=0)
    frame = state.game.program.frame
    cells = state.cells_copy()
    assert frame.cards(cells, zone) == [2]
    assert frame.cards(cells, row) == [1, 0]


def test_me_is_restored_and_registers_are_cleared() -> None:
    b = Build(2)
    param = b.param("n", e("range", k(3), k(4)))
    note = b.variable("note", 0, 9)
    act = b.action("act", [param], effects=[m.Set(m.ME, k(2), -1), m.Assign(0, m.Address(note), e("add", cell(param.cell), ME), -1)])  # fmt: skip
    start = b.chain(m.Set(m.ME, k(1), -1), m.Decide((m.Offer(act, None),), False, None, -1, 0, -1), m.Over())  # fmt: skip
    state = Game(b.machine(start)).start(seed=0)
    state.push(state.parse_move("act 4"))
    assert state.cell(note) == 6
    assert state.cell(m.ME) == 1
    assert state.cell(param.cell) == 0
