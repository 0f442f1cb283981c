"""Places where constructs meet, each of which once had another meaning than it says."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ruledsl import compiling
from ruledsl.engine.errors import RuleFault
from ruledsl.engine.game import Game
from ruledsl.testing.runner import run_tests
from tests.language.small import findings
from tests.validated import of_lines

HEAD = 'language 1\ngame corners "Corners"\n'
TAIL = "\nscore p in Player = 0\n"
PIPS = 'card Pip(value: 1..9) shown as "pip {value}"\ncard Court(value: 1..9) shown as "court {value}"\n'


def opened(body: str) -> compiling.Outcome:
    text = HEAD + ("" if "players" in body else "players 2\n") + body
    return compiling.open_text("corners.rules", text + ("" if "score p" in text else TAIL))


def codes(body: str) -> list[str]:
    return [d.code for d in of_lines(compiling.check(opened(body)).diagnostics)]


def game(body: str, players: int | None = None, **options: object) -> Game:
    outcome = compiling.compile_program(opened(body), players, options)
    assert outcome.machine is not None, outcome.diagnostics
    return Game(outcome.machine)


WAYS = (
    PIPS
    + """
option n: 0..3 = 0
type Column = 1..3
deck pips:
    Pip(each 1..9)
row market[Column] seen by all
zone out seen by all
action wait: announce "waits"
play:
    shuffle pips
    for c in Column:
        move 2 from pips to market[c]
    if n > 0:
        move all from market[n] to out
    player 1 acts: must wait
"""
)


def test_ways_that_only_some_options_open_are_known() -> None:
    assert codes(WAYS) == []
    program = opened(WAYS)
    compiling.check(program)
    machine = compiling.compile_program(program, None, {"n": 2}).machine
    assert machine is not None
    assert Game(machine).start(seed=1).legal_moves


def test_a_test_without_a_number_of_players_is_for_the_least() -> None:
    body = """players 2..3
var x: 0..9 = player_count seen by all
action wait: announce "waits"
play:
    player 1 acts: must wait
test "two":
    expect x == 2
test "three":
    given player_count = 3
    expect x == 3
"""
    assert codes(body) == []
    reports, found = run_tests(opened(body))
    assert not found
    assert [(r.title, r.passed) for r in reports] == [("two", True), ("three", True)]


PLAY = '\naction wait: announce "waits"\nplay:\n    player 1 acts: must wait\n'


def test_rows_by_player_count_fill_all_columns() -> None:
    assert codes("table t[player_count]: a, b\n    2: 1\n" + PLAY) == ["RD218"]


def test_a_deck_reads_the_row_for_this_number_of_players() -> None:
    body = (
        "players 2..3\n"
        + PIPS
        + "table t[player_count]: value\n    2: 1\n    3: 2\ndeck d:\n    Pip(each row of t)\n"
        + PLAY
    )
    assert codes(body) == []
    assert [game(body, n).machine.looks[0].text for n in (2, 3)] == ["pip 1", "pip 2"]


def test_attributes_come_first_in_a_deck_line() -> None:
    body = PIPS + "option value: 0..9 = 0\ndeck d:\n    Pip(each 1..9) where value > 2\n" + PLAY
    assert len(game(body).machine.cards) == 7


def test_a_parameter_of_a_define_keeps_its_range() -> None:
    body = """var x: 0..50 = 5 seen by all
var y: 0..50 = 0 seen by all
define bonus(n: 1..3) = n * 10
action wait: announce "waits"
play:
    y = bonus(x)
    player 1 acts: must wait
"""
    assert codes(body) == []
    with pytest.raises(RuleFault, match=r"5 is outside 1\.\.3"):
        game(body).start(seed=1)


KINDS = PIPS + "deck d:\n    Pip(each 1..3)\n    Court(1)\nzone z seen by all\n"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("for c in z: kept = c", ["RD403"]),
        ("for c in z where c is Pip: kept = c", []),
        ("for c in z: n = twice(c)", ["RD403"]),
        ("for c in z where c is Pip: n = twice(c)", []),
    ],
)
def test_a_kind_of_card_takes_that_kind_only(line: str, expected: list[str]) -> None:
    body = (
        KINDS
        + "var kept: Pip or none = none seen by all\nvar n: 0..99 = 0 seen by all\n"
        + "define twice(c: Pip) = 2 * c.value\n"
        + 'action wait: announce "waits"\nplay:\n    move all from d to z\n'
        + f"    {line}\n    player 1 acts: must wait\n"
    )
    assert codes(body) == expected


WILD = PIPS + 'card Wild() shown as "wild"\ndeck d:\n    Pip(each 1..3)\n    Wild()\n'


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("n = 1 if top(heap) is Pip and top(heap).value > 1 else 0", []),
        ("n = 1 if top(heap) is Pip implies top(heap).value > 1 else 0", []),
        ("n = 1 if not (top(heap) is Wild or top(heap).value < 2) else 0", []),
        ("n = twice(top(heap)) if top(heap) is Pip else 0", []),
        ("n = 1 if top(heap) is Pip or top(heap).value > 1 else 0", ["RD403"]),
        ("n = 1 if bottom(heap) is Pip and top(heap).value > 1 else 0", ["RD403"]),
        ("n = 1 if top(heap) is Wild and top(heap).value > 1 else 0", ["RD403"]),
        # Other cards may lie there by then.
        ("if top(heap) is Pip: n = top(heap).value", ["RD403"]),
        ("if top(heap) is Wild: end game\n    n = top(heap).value", ["RD403"]),
        ("let c = top(heap)\n    if c is Pip: n = c.value", []),
    ],
)
def test_a_card_without_a_name_is_of_a_kind_within_one_condition(
    line: str, expected: list[str]
) -> None:
    body = (
        WILD
        + "pile heap seen by all\nvar n: 0..99 = 0 seen by all\n"
        + "define twice(c: Pip) = 2 * c.value\n"
        + 'action wait: announce "waits"\nplay:\n    move all from d to heap\n'
        + f"    {line}\n    player 1 acts: must wait\n"
    )
    assert codes(body) == expected


def test_what_is_required_of_a_card_without_a_name_holds_for_what_is_required_next() -> None:
    body = (
        WILD
        + "pile heap seen by all\nvar n: 0..99 = 0 seen by all\n"
        + "action look:\n    require top(heap) is Pip\n    require top(heap).value < 3\n    n = 1\n"
        + 'action wait: announce "waits"\nplay:\n    move all from d to heap\n'
        + "    player 1 acts: must look or wait\n"
    )
    assert codes(body) == []
    assert codes(body.replace("    n = 1\n", "    n = top(heap).value\n")) == ["RD403"]


def test_an_offer_with_arguments_lists_cards_in_order() -> None:
    body = (
        KINDS
        + 'action take(a, b in z):\n    announce "{a} and {b}"\nplay:\n    move all from d to z\n'
        + "    player 1 acts: must take(the(c in z where c is Pip and c.value == 3), the(c in z where c is Pip and c.value == 2))\n"
    )
    state = game(body).start(seed=1)
    (move,) = state.legal_moves
    assert str(move) == "take(pip 2, pip 3)"
    assert state.parse_move(str(move)) == move


def test_numbers_that_are_members_may_be_ranged_over() -> None:
    body = """type Rank = 6, 7, 8, 9
var r: Rank = 7 seen by all
var n: 0..1 = 0 seen by all
action wait: announce "waits"
play:
    if r in 7..8:
        n = 1
    player 1 acts: must wait
"""
    assert codes(body) == []
    state = game(body).start(seed=1)
    (n,) = (v for v in state.game.machine.variables if v.name == "n")
    assert state.core[n.base] == 1


def test_a_loop_has_room_for_cards_that_come_twice() -> None:
    body = (
        KINDS
        + "var n: 0..99 = 0 seen by all\n"
        + 'action wait: announce "waits"\nplay:\n    move all from d to z\n'
        + "    for c in z + z: n += 1\n    player 1 acts: must wait\n"
    )
    state = game(body).start(seed=1)
    (n,) = (v for v in state.game.machine.variables if v.name == "n")
    assert state.core[n.base] == 8


def run(body: str) -> list[str]:
    reports, found = run_tests(opened(body))
    assert not found
    return ["" if r.passed else r.message for r in reports]


def test_an_expectation_does_not_look_at_cards_that_nobody_has_drawn() -> None:
    body = (
        KINDS
        + 'action wait: announce "waits"\nsetup: shuffle d\nplay:\n    player 1 acts: must wait\n'
        + 'test "a":\n    expect top(d) is Court\ntest "b":\n    expect count(c in d where c is Court) == 1\n'
    )
    assert run(body) == ["this depends on a card that nobody has drawn yet", ""]


def test_a_phase_that_is_run_alone_may_end_the_phase_around_it() -> None:
    body = """var n: 0..9 = 0 seen by all
action wait: announce "waits"
phase inner:
    n = 1
    if n == 1:
        end outer
    n = 2
phase outer:
    do inner
    n = 3
play:
    do outer
    player 1 acts: must wait
test "inner":
    when phase inner
    expect n == 1
    expect not over
"""
    assert codes(body) == []
    assert run(body) == [""]


def test_given_cards_are_of_kinds_that_can_be_there() -> None:
    body = (
        KINDS
        + "zone pips seen by all\n"
        + 'action wait: announce "waits"\nplay:\n    move all from d to z\n'
        + "    for c in z where c is Pip: move c to pips\n    player 1 acts: must wait\n"
        + 'test "t":\n    given pips = court 1\n    expect pips is empty\n'
    )
    assert codes(body) == ["RD606"]


def test_a_balance_may_be_drawn() -> None:
    body = "money purse = random(3..5) up to 9 seen by all\n" + PLAY
    assert codes(body) == []
    state = game(body).start(chance="explicit")
    assert [str(outcome) for outcome, _ in state.chance_outcomes] == ["3", "4", "5"]
    state.push(state.chance_outcomes[1][0])
    assert state.core[state.game.machine.accounts[0].base] == 4


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("play:\n    repeat 0 - 1 times:\n        player 1 acts: must wait\n", ["RD212"]),
        (
            KINDS + "play:\n    move top(d) to z\n    player 1 acts: must wait\n",
            ["RD410"],
        ),
    ],
)
def test_more_of_that_kind(body: str, expected: list[str]) -> None:
    assert codes('action wait: announce "waits"\n' + body) == expected


def probabilities(body: str, label: str) -> dict[int, Fraction]:
    """How likely each number of cards in a place is when the first player must choose."""
    found: dict[int, Fraction] = {}
    start = game(body).start(chance="explicit")
    waiting = [(start, Fraction(1))]
    while waiting:
        state, chance = waiting.pop()
        if not state.is_chance:
            zone = next(z for z in state.game.machine.zones if z.label == label)
            size = state.core[zone.base]
            found[size] = found.get(size, Fraction(0)) + chance
        for outcome, share in state.chance_outcomes:
            after = state.copy()
            after.push(outcome)
            waiting.append((after, chance * share))
    return found


TWINS = PIPS + "deck d:\n    5 * Pip(1)\nzone box seen by nobody\nzone line seen by all\n"
WAIT = "    player 1 acts: must wait\n"


@pytest.mark.parametrize("shuffled", [True, False])
def test_equal_cards_that_have_a_name_are_drawn_as_often_as_others(shuffled: bool) -> None:
    body = (
        TWINS
        + 'action wait: announce "waits"\nplay:\n'
        + ("    shuffle d\n" if shuffled else "")
        + "    move 3 from d to box\n    let x = random(box)\n    let y = random(box)\n"
        + "    move x to line\n    move y to line\n"
        + WAIT
    )
    assert probabilities(body, "line") == {1: Fraction(1, 3), 2: Fraction(2, 3)}


def test_a_card_that_was_named_before_the_draw_may_be_left() -> None:
    body = (
        TWINS
        + "var there: 0..1 = 0 seen by all\nzone kept seen by all\n"
        + 'action wait: announce "waits"\nplay:\n    let c = top(d)\n    move 3 from d to box\n'
        + "    let x = random(box)\n    move x to line\n    if c in box: move c to kept\n"
        + WAIT
    )
    assert probabilities(body, "kept") == {1: Fraction(2, 3), 0: Fraction(1, 3)}


def test_an_index_may_begin_anywhere() -> None:
    body = (
        "type Floor = 0..2\nvar load[Floor]: 0..9 = 0 seen by all\n"
        + "var lit[Bool]: 0..9 = 0 seen by all\n"
        + 'action wait: announce "waits"\nplay:\n    load[2] = 7\n    load[0] = 3\n    lit[yes] = 5\n'
        + WAIT
    )
    seen = game(body).start(seed=1).observation(1)
    assert {v.label: v.text for v in seen.variables} == {
        "load[0]": "3",
        "load[1]": "0",
        "load[2]": "7",
        "lit[no]": "0",
        "lit[yes]": "5",
    }


def test_a_list_of_nothing_is_a_fault() -> None:
    body = "define odd = any(x == 1 for x in [])\nscore seat in Player = 1 if odd else 0\n"
    (found,) = findings(body)
    assert (found.code, found.message) == ("RD223", "there is nothing in this list")
