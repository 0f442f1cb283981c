"""What tests of the language say of what seats see: what holds, what is told where it does not."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ruledsl
from ruledsl import compiling
from ruledsl.lower import scenario as sc
from ruledsl.testing import sight
from ruledsl.testing.failure import Failure
from ruledsl.testing.runner import Report, run_tests
from tests.language.small import findings, full

RULES = """
type Suit = clubs, hearts
type Plan = none_yet, low, high_up
card Pip(value: 1..5, suit: Suit) shown as "{value} of {suit}"
card Joker() shown as "joker"
deck stock:
    Pip(each 1..5, each Suit)
    2 * Joker()
zone hand[Player] seen by owner
pile heap seen by all
pile cellar seen by nobody
row queue seen by nobody
money coins[Player] = 10 up to 20 seen by owner
money bank = unlimited seen by all
var plan[Player]: Plan = none_yet seen by owner
var latest: Pip or none = none seen by all
var trick: 0..9 = 0 seen by all

setup:
    shuffle stock
    each player:
        move 3 from stock to your hand
    reveal bottom(stock) to 1
action lay(c in your hand):
    move c to heap
    if c is Pip:
        latest = c
action hide(c in your hand):
    move c to queue
action sink(c in your hand):
    move c to cellar
action show(c in your hand):
    reveal c
action spend(n in 1..your coins):
    pay n from your coins to bank
action think(secretly p in Plan):
    your plan = p
action turn_up(n in 1..size(queue)):
    reveal queue[n]
play:
    repeat 20 times:
        each player: may lay or hide or sink or show or spend or think or turn_up
"""

TAIL = '\ntest "other":\n    given hand[1] = 1 of clubs, joker\n    when 1: hide(joker)\n'


def report(lines: str, more: str = TAIL) -> Report:
    """What comes of a test of these lines."""
    text = full(RULES.strip("\n") + f'\ntest "t":\n{_indented(lines)}\n' + more)
    found, problems = run_tests(compiling.open_text("small.rules", text), "t")
    assert not problems, [d.message for d in problems]
    return next(r for r in found if r.title == "t")


def said(line: str, more: str = TAIL) -> list[tuple[str, str]]:
    """The findings about a test of one line: code, help."""
    text = RULES.strip("\n") + f'\ntest "t":\n    {line}\n    when 1: skip\n' + more
    return [(d.code, d.help or "") for d in findings(text) if d.is_error]


def _indented(lines: str) -> str:
    return "\n".join(f"    {line}" for line in lines.strip("\n").split("\n"))


HANDS = "given hand[1] = 1 of clubs, 2 of clubs, joker, joker\ngiven hand[2] = 5 of hearts\n"

HOLDS = [
    "expect 1 sees 1 of clubs in hand[1]\nexpect 1 sees joker, 2 of clubs, joker in hand[1]",
    "expect 1 sees hand[1]\nexpect 1 sees 4 cards in hand[1]\nexpect 1 does not see hand[2]",
    "expect 2 does not see 1 of clubs, joker in hand[1]\nexpect 2 sees no cards in hand[1]",
    "expect onlooker does not see hand[1], hand[2]\nexpect onlooker sees trick",
    "expect 1 sees Pip(1, clubs) in hand[1]\nexpect 1 sees joker in hand[1], 1 of clubs in hand[1]",
    'when 1: show(joker)\nexpect 2 sees joker in hand[1]\nexpect 2 sees 1 card in hand[1]\nexpect 2 does not see "2 of clubs" in hand[1]',
    "when 1: hide(joker)\nexpect 1 sees joker in queue[1]\nexpect 2 does not see queue\nexpect 1 sees queue[1]",
    "when 1: hide(joker)\nwhen 2: hide(5 of hearts)\nexpect 2 sees 5 of hearts in last(queue)\nexpect 2 does not see first(queue)\nexpect 2 sees 5 of hearts in queue\nexpect 2 sees 1 card in queue",
    "when 1: hide(joker)\nwhen 2: turn_up(1)\nexpect onlooker sees joker in first(queue)",
    "when 1: lay(1 of clubs)\nwhen 2: lay(5 of hearts)\nexpect onlooker sees 5 of hearts in top(heap)\nexpect onlooker sees 1 of clubs in bottom(heap)\nexpect onlooker sees heap",
    "when 1: sink(joker)\nexpect 1 sees joker in top(cellar)\nexpect 2 does not see top(cellar)",
    "when 1: spend(3)\nexpect 1 sees coins[1] == 7\nexpect 2 does not see coins[1]\nexpect 2 sees coins[2]",
    "when 1: think(high_up)\nexpect 1 sees plan[1] == high_up\nexpect 2 does not see plan[1]",
    "expect onlooker sees latest == none\nwhen 1: lay(1 of clubs)\nexpect onlooker sees latest == Pip(1, clubs)",
    'when 1: hide(joker)\nexpect 2 sees 0 cards in hand[1]\nexpect 1 can tell this from "other"',
]


@pytest.mark.parametrize("lines", HOLDS)
def test_what_seats_see_holds(lines: str) -> None:
    found = report(HANDS + lines)
    assert (found.passed, found.message, found.details) == (True, "", ())


FAILS = [
    (
        "expect 2 sees joker in hand[1]",
        "seat 2 does not see `joker` in hand[1]",
        "seat 2 sees of hand[1]: 4 cards",
    ),
    (
        "expect 1 sees 1 of clubs, 1 of clubs in hand[1]",
        "seat 1 does not see `1 of clubs` in hand[1] so often",
        "seat 1 sees of hand[1]: 1 of clubs, 2 of clubs, joker, joker",
    ),
    (
        "expect 1 does not see 3 of clubs, joker in hand[1]",
        "seat 1 sees `joker` in hand[1]",
        "seat 1 sees of hand[1]: 1 of clubs, 2 of clubs, joker, joker",
    ),
    (
        "when 1: show(joker)\nexpect 2 sees joker, joker in hand[1]",
        "seat 2 does not see `joker` in hand[1] so often",
        "seat 2 sees of hand[1]: 4 cards, surely with joker",
    ),
    (
        "when 1: show(joker)\nexpect 2 sees 2 cards in hand[1]",
        "seat 2 sees 1 card in hand[1], not 2",
        "seat 2 sees of hand[1]: 4 cards, surely with joker",
    ),
    (
        "when 1: show(joker)\nexpect 2 does not see hand[1]",
        "seat 2 sees 1 card in hand[1]",
        "seat 2 sees of hand[1]: 4 cards, surely with joker",
    ),
    (
        "when 1: show(joker)\nexpect 2 sees hand[1]",
        "seat 2 does not see all cards in hand[1]",
        "seat 2 sees of hand[1]: 4 cards, surely with joker",
    ),
    (
        "when 1: hide(joker)\nwhen 2: turn_up(1)\nexpect 2 does not see queue[1]",
        "seat 2 sees queue[1]",
        "seat 2 sees of queue: joker",
    ),
    (
        "when 1: sink(joker)\nexpect onlooker sees top(cellar)",
        "an onlooker does not see top(cellar)",
        "an onlooker sees of cellar: 1 card",
    ),
    (
        "when 1: sink(joker)\nexpect 1 sees 1 of clubs in bottom(cellar)",
        "seat 1 does not see `1 of clubs` in bottom(cellar)",
        "seat 1 sees of cellar: joker",
    ),
    (
        "when 1: hide(joker)\nexpect 2 sees last(queue)",
        "seat 2 does not see last(queue)",
        "seat 2 sees of queue: 1 card",
    ),
    ("expect 2 sees queue[2]", "no card lies at that place of queue", "queue has no card"),
    (
        "expect 2 does not see queue",
        "queue is empty: there is nothing to be seen or not seen",
        None,
    ),
    ("expect 1 does not see coins[1]", "seat 1 sees coins[1]", "it sees coins[1] = 10"),
    (
        "when 1: spend(3)\nexpect 1 sees coins[1] == 10",
        "seat 1 sees another value of coins[1]",
        "it sees coins[1] = 7",
    ),
]


@pytest.mark.parametrize(("lines", "message", "detail"), FAILS)
def test_where_it_does_not_hold_it_is_told_what_the_seat_sees(
    lines: str, message: str, detail: str | None
) -> None:
    found = report(HANDS + lines)
    assert not found.passed
    assert found.message == message
    assert found.details == (() if detail is None else (detail,))


def test_two_situations_are_compared_by_all_that_has_been_seen() -> None:
    other = (
        '\ntest "other":\n    given hand[1] = 2 of clubs, joker\n    given hand[2] = 5 of hearts\n'
        "    given stock = joker\n    when 1: hide(2 of clubs)\n"
    )
    same = "given hand[1] = 2 of clubs, joker\ngiven hand[2] = 5 of hearts\ngiven stock = joker\n"
    tail = 'expect 2 cannot tell this from "other"\nexpect onlooker cannot tell this from "other"\n'
    assert report(same + "when 1: hide(joker)\n" + tail, other).passed
    found = report(same + 'when 1: hide(joker)\nexpect 1 cannot tell this from "other"', other)
    assert found.details == (
        "here it sees: seat 1: hide(joker)",
        "there it sees: seat 1: hide(2 of clubs)",
    )
    found = report(same + 'expect 2 cannot tell this from "other"', other)
    assert found.details[0] == "here it sees no more"
    found = report(same + 'when 1: hide(joker)\nexpect 2 can tell this from "other"', other)
    assert found.message == 'seat 2 has seen the same here and in "other"'


def test_a_test_that_comes_to_no_end_cannot_be_compared_with() -> None:
    other = '\ntest "other":\n    when 2: skip\n'
    found = report('expect 2 cannot tell this from "other"', other)
    assert found.message == "\"other\" does not come to its end: it is seat 1's turn, not seat 2's"


def test_expectations_of_the_other_test_do_not_count() -> None:
    other = '\ntest "other":\n    expect trick == 7\n    expect 2 can tell this from "t"\n'
    assert report('expect 2 cannot tell this from "other"', other).passed


def test_without_a_given_seats_remember_the_setup() -> None:
    # The bottom of the stock was shown to seat 1; once a position is given it is as if never seen.
    assert report("expect 1 sees bottom(stock)\nexpect 2 does not see bottom(stock)").passed
    assert report("given trick = 1\nexpect 1 does not see bottom(stock)").passed


def test_what_happens_in_a_phase_that_is_run_is_seen() -> None:
    rules = """
card N(value: 1..3) shown as "{value}"
deck stock:
    N(each 1..3)
row line seen by nobody
setup:
    shuffle stock
    move 2 from stock to line
action wait: announce "waits"
phase opening:
    reveal line[1]
    player 1 acts: must wait
play:
    do opening
test "t":
    given line = 2, 3
    when phase opening
    expect onlooker sees 2 in line[1]
    expect onlooker sees 1 card in line
"""
    found, problems = run_tests(compiling.open_text("small.rules", full(rules.strip("\n"))))
    assert not problems
    assert [(r.passed, r.message) for r in found] == [(True, "")]


@pytest.mark.parametrize(
    ("line", "code", "help_text"),
    [
        ("expect 2 sees coins[1]", "RD607", "`does not see coins[1]`"),
        ("expect onlooker sees plan[1]", "RD607", "`does not see plan[1]`"),
        ("expect 2 sees bank", "RD406", "everybody knows it"),
        ("expect 2 sees joker", "RD608", "`joker in PLACE`"),
        ("expect 2 sees Pip(1, clubs)", "RD608", "in PLACE`"),
        ("expect 2 sees 1 of clubs", "RD608", "`1 of clubs in PLACE`"),
        ("expect 2 sees nothing in hand[1]", "RD608", "does not see hand[1]`"),
        (
            "expect 2 does not see 2 cards in hand[1]",
            "RD608",
            "`does not see hand[1]` if it sees none",
        ),
        ("expect 2 sees 1 card in queue[1]", "RD608", "sees 1 cards in queue`"),
        ("expect 2 sees joker, joker in queue[1]", "RD608", "name one card"),
        ("expect 2 sees size(queue)", "RD608", "a seat sees cards in a place"),
        ("expect 2 sees trick > 3", "RD608", "`expect trick > ...`"),
        ("expect 2 does not see trick == 3", "RD608", "`does not see trick`"),
        ("expect 2 sees size(heap) == 3", "RD608", "a seat sees cards in a place"),
        ("expect 2 sees plan[2] == 7", "RD201", ""),
        ("expect 2 sees coins", "RD206", "`coins[1]`"),
        ("expect 2 sees joker in hand", "RD206", "`hand[1]`"),
        ("expect 2 sees joker in trick", "RD201", "a seat sees cards in a place"),
        ("expect 2 sees joker in top(queue)", "RD402", "`first` and `last`"),
        ("expect 2 sees queue[0]", "RD211", "`[1]` for the first"),
        ("expect 2 sees queue[trick]", "RD210", ""),
        ("expect 2 sees hand[next(1)]", "", ""),
        ("expect 2 sees 6 of clubs in hand[1]", "RD407", "did you mean"),
        ("expect 2 sees 20 cards in hand[1]", "RD606", "never move"),
        ("expect 3 sees heap", "RD213", "1..2"),
        ("expect bystander sees heap", "RD115", ""),
        ('expect 2 can tell this from "t"', "RD609", "a second test"),
        ('expect 2 can tell this from "othr"', "RD609", '`"other"`'),
    ],
)
def test_misuse_is_a_finding(line: str, code: str, help_text: str) -> None:
    found = said(line)
    assert [c for c, _ in found] == ([code] if code else [])
    assert all(help_text in h for _, h in found)


def test_a_card_called_like_a_number_of_cards_is_a_card() -> None:
    rules = """
card Count(value: 1..3) shown as "{value} cards"
deck stock:
    Count(each 1..3)
zone hand[Player] seen by all
setup:
    shuffle stock
    each player: move 1 from stock to your hand
test "t":
    given hand[1] = "2 cards"
    expect 2 sees 2 cards in hand[1]
"""
    found, problems = run_tests(compiling.open_text("small.rules", full(rules.strip("\n"))))
    assert not problems
    assert [(r.passed, r.message) for r in found] == [(True, "")]


# --- laws over all games --------------------------------------------------------------------------

GAMES = [info.name for info in ruledsl.rulesets()]


def holds(check: object, *arguments: object) -> bool:
    """Whether an expectation holds; one about nothing holds not."""
    assert callable(check)
    try:
        check(*arguments)
    except Failure:
        return False
    return True


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(GAMES), st.integers(0, 2**32), st.integers(0, 40), st.data())
def test_what_is_seen_and_what_is_not_agree(
    name: str, seed: int, plies: int, data: st.DataObject
) -> None:
    state = ruledsl.load(name).start(seed=seed)
    for _ in range(plies):
        if state.is_over:
            break
        state.push(data.draw(st.sampled_from(state.legal_moves)))
    seat = data.draw(st.integers(0, state.game.players))
    seen = state.observation(seat)
    for number, zone in enumerate(seen.zones):
        counts = [
            n
            for n in range(zone.size + 1)
            if holds(sight.sees_some, seen, sc.SeesSome(seat, n, number))
        ]
        assert len(counts) == (1 if zone.size else 0)
        all_seen = holds(sight.sees_place, seen, sc.SeesPlace(seat, False, number, 0))
        none_seen = holds(sight.sees_place, seen, sc.SeesPlace(seat, True, number, 0))
        assert all_seen == (counts == [zone.size] and zone.size > 0)
        assert none_seen == (counts == [0] and zone.size > 0)
        for look in range(len(state.game.machine.looks)):
            some = holds(sight.sees_cards, seen, sc.SeesCards(seat, False, number, 0, (look,)))
            none = holds(sight.sees_cards, seen, sc.SeesCards(seat, True, number, 0, (look,)))
            assert some != none
            truly = {state.game.program.texts.look(look)} & {
                str(state.game.program.texts.look(state.cell(state.game.program.frame.faces + c)))
                for c in state.game.program.frame.cards(state.cells_copy(), number)
            }
            assert not some or truly, "nobody knows what is not so"


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(GAMES), st.integers(0, 2**32), st.integers(0, 30), st.data())
def test_tests_name_moves_as_the_prompt_shows_them(
    name: str, seed: int, plies: int, data: st.DataObject
) -> None:
    """Every legal move, as it is shown, can stand in a test and means that move there."""
    game = ruledsl.load(name)
    state = game.start(seed=seed)
    for _ in range(plies):
        if state.is_over:
            break
        state.push(data.draw(st.sampled_from(state.legal_moves)))
    if state.is_over:
        return
    moves = data.draw(st.lists(st.sampled_from(state.legal_moves), min_size=1, max_size=6))
    written = "; ".join(map(str, moves))
    text = f'language 1\nvariant it of {name} "It"\ntest "moves it is":\n    given player_count = {game.players}\n    when 1: {written}\n'
    opened = compiling.open_text("it.rules", text)
    found = [
        (test, problems)
        for _, tests, problems in compiling.compile_tests(opened)
        for test in tests
        if test.title == "moves it is"
    ]
    ((test, problems),) = found
    assert not problems
    lowered = [step.move for step in test.steps if isinstance(step, sc.Play)]
    assert [state.parse_move(move) for move in lowered] == moves
