"""Loops that last until all but one are out: whether that one is always left, and whether everybody who is in has a turn."""

from __future__ import annotations

import pytest

from ruledsl.compiling import check_text
from tests.validate.lengths import compared
from tests.validate.loops_made_up import dropping

GAME = """language 1
game small "Small"
players 2..4
money coins[Player] = 12 up to 60 seen by all
money pot = 0 up to 60 seen by all
var is_in[Player]: Bool = yes seen by all
define active = count(p in Player where is_in[p])
action stay:
    require your coins > 0, otherwise "too poor"
    pay 1 from your coins to pot
action leave:
    your is_in = no
phase circuit:
    each player from starter where is_in[me]:
        if active > 1:
            must stay or leave
play:
    repeat until active == 1:
        do circuit
score p in Player = coins[p]
"""

LEAVE = "action leave:\n    your is_in = no\n"
ASKED = "        if active > 1:\n            must stay or leave\n"
IN = "var is_in[Player]: Bool = yes seen by all\n"
DEFINED = "define active = count(p in Player where is_in[p])\n"
EACH = "    each player from starter where is_in[me]:\n"
UNTIL = "    repeat until active == 1:\n        do circuit\n"


def codes(*changes: str) -> list[str]:
    """What is found in the game with the odd ones of these texts replaced by those that follow them."""
    text = GAME
    for old, new in zip(changes[::2], changes[1::2], strict=True):
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return [d.code for d in check_text("small.rules", text).diagnostics]


@pytest.mark.parametrize(
    "changes",
    [
        (),
        ("active > 1", "1 < active"),
        ("active > 1", "active >= 2"),
        ("active > 1", "active != 1"),
        ("active > 1", "not (active <= 1)"),
        ("active > 1", "count(p in Player where is_in[p]) > 1"),
        ("until active == 1", "until count(q in Player where is_in[q]) == 1"),
        (ASKED, "        if active == 1:\n            end circuit\n        must stay or leave\n"),
        (ASKED, "        must stay or leave\n", LEAVE, LEAVE.replace(":\n", ":\n    require active > 1\n", 1)),
        (EACH, "    each player where is_in[me]:\n"),
        (EACH, "    each player from starter:\n", ASKED, "        if is_in[me]:\n            if active > 1:\n                must stay or leave\n"),
        (UNTIL, "    turns from starter where is_in[me] until active == 1:\n        do turn\n", EACH, "", ASKED, "    must stay or leave\n", "phase circuit", "phase turn"),
        # Nobody may be left, and the loop ends then too; whether there is more than one is asked in one breath with who is in.
        ("until active == 1", "until active <= 1", ASKED, "        must stay or leave\n"),
        ("until active == 1", "until active < 2", ASKED, "        must stay or leave\n"),
        ("until active == 1", "until not (active > 1)", EACH, "    each player from starter:\n", "if active > 1", "if is_in[me]"),
        (EACH, "    each player from starter:\n", "if active > 1", "if is_in[me] and active > 1"),
        (EACH, "    each player from starter:\n", "if active > 1", "if 2 <= active and is_in[me]"),
        (EACH, "    each player from starter where is_in[me] and active > 1:\n", ASKED, "        must stay or leave\n"),
        # Who has left may come back; what is counted may be asked of two variables, and by another name.
        ("    pay 1 from your coins to pot\n", "    pay 1 from your coins to pot\n    is_in[starter] = yes\n"),
        (
            IN, f"{IN}var tired[Player]: Bool = no seen by all\n",
            DEFINED, "define plays(p: Player) = is_in[p] and not tired[p]\ndefine active = count(p in Player where plays(p))\n",
            EACH, "    each player from starter where plays(me):\n",
            LEAVE, LEAVE + "    your tired = no\n",
        ),
        (
            IN, "var is_in[Player]: 0..3 = 3 seen by all\n",
            DEFINED, "define active = count(p in Player where is_in[p] > 0)\n",
            EACH, "    each player from starter where is_in[me] > 0:\n",
            LEAVE, LEAVE.replace("no", "0"),
        ),
    ],
)  # fmt: skip
def test_one_is_always_left(changes: tuple[str, ...]) -> None:
    assert codes(*changes) == []


@pytest.mark.parametrize(
    "changes",
    [
        (ASKED, "        must stay or leave\n"),
        ("active > 1", "active > 0"),
        ("active > 1", "active != 2"),
        (ASKED, "        if active > 1:\n            must stay or leave\n            must stay or leave\n"),
        (ASKED, "        if active > 1:\n            is_in[starter] = no\n            must stay or leave\n"),
        (EACH, "    each player from starter:\n", "if active > 1", "if is_in[me]"),
        (EACH, "    each player from starter:\n", "if active > 1", "if is_in[me] and active > 2"),
        (EACH, "    each player from starter:\n", "if active > 1", "if is_in[me] and active < 2"),
        (EACH, "    each player from starter:\n", "if active > 1", "if is_in[me] and coins[me] > 1"),
        ("until active == 1", "until active == 0"),
        (LEAVE, f"{LEAVE}    is_in[starter] = no\n"),
        (LEAVE, LEAVE.replace("no", "coins[me] > 3")),
        (
            IN, "var is_in[Player]: 0..3 = 3 seen by all\n",
            DEFINED, "define active = count(p in Player where is_in[p] > 0)\n",
            EACH, "    each player from starter where is_in[me] > 0:\n",
            LEAVE, LEAVE.replace("= no", "= random(0..3)"),
            ASKED, "        must stay or leave\n",
        ),
        (IN, IN.replace("yes", "no")),
        ("play:\n", "play:\n    each player:\n        your is_in = no\n"),
        (
            IN, f"{IN}var tired[Player]: Bool = no seen by all\n",
            DEFINED, "define active = count(p in Player where is_in[p] and not tired[p])\n",
            "    pay 1 from your coins to pot\n", "    pay 1 from your coins to pot\n    tired[starter] = yes\n",
        ),
        # It is asked for two that choose without knowing of each other.
        (EACH, "    if active > 1:\n        together each player where is_in[me]:\n", ASKED, "            must stay or leave\n"),
    ],
)  # fmt: skip
def test_it_may_be_that_nobody_is_left(changes: tuple[str, ...]) -> None:
    assert "RD320" in codes(*changes)


ROUNDS = """language 1
game small "Small"
players 2..4
var is_in[Player]: Bool = yes seen by all
var points[Player]: 0..9 = 0 seen by all
action stay:
    points[me] = 1
action leave:
    your is_in = no
play:
    repeat until count(p in Player where is_in[p]) == 0:
        each player where is_in[me]:
            if count(p in Player where is_in[p]) == 0:
                end game
            must stay or leave
score p in Player = points[p]
"""


def test_that_somebody_is_in_tells_nothing_in_the_middle_of_a_round() -> None:
    """It may be one of those whose turn is over."""
    found = check_text("small.rules", ROUNDS).diagnostics
    assert [(d.code, d.message.split(":")[1].split(",")[0]) for d in found] == [
        ("RD320", " with `stay` again and again")
    ]


def test_what_is_asked_at_the_end_of_a_turn_is_not_who_has_one() -> None:
    """Somebody has points, and that does not mean that somebody with points has a turn."""
    turn = "            if points[me] > 0:\n                must stay or leave\n"
    text = ROUNDS.replace(ROUNDS.split("is_in[me]:\n")[1].split("score")[0], turn).replace(
        "count(p in Player where is_in[p]) == 0", "not any(points[p] > 0 for p in Player)"
    )
    assert "RD320" in [d.code for d in check_text("small.rules", text).diagnostics]


BIDDING = """language 1
game small "Small"
players 2..3
var high: 0..6 = 0 seen by all per bidding
var low: 1..6 = 1 seen by all per bidding
var lives[Player]: 0..3 = 3 seen by all
var turns_taken: 0..90 = 0 seen by all
action bid(n in 1..6, k in 1..6):
    require n > high or n == high and k > low, otherwise "higher"
    high = n
    low = k
action doubt:
    require high > 0
    lives[me] -= 1
    end bidding
phase bidding:
    turns from starter where lives[me] > 0:
        must bid or doubt
play:
    repeat until any(lives[p] == 0 for p in Player):
        do bidding
score p in Player = lives[p] + turns_taken
"""


@pytest.mark.parametrize(
    ("old", "new", "is_told"),
    [
        ("", "", False),
        ("where lives[me] > 0", "where lives[me] >= 1", False),
        ("where lives[me] > 0", "where not (lives[me] == 0)", False),
        ("until any(lives[p] == 0 for p in Player)", "until not every(lives[p] > 0 for p in Player)", False),
        ("until any(lives[p] == 0 for p in Player)", "until every(lives[p] == 0 for p in Player)", False),
        ("where lives[me] > 0", "where lives[me] > 0 and turns_taken == 0", False),
        ("where lives[me] > 0", "where lives[me] > 1", True),
        ("where lives[me] > 0", "where lives[me] > 0 and high < 6", True),
        ("where lives[me] > 0", "where lives[me] > 0 and lives[me] < 3", True),
        ("until any(lives[p] == 0 for p in Player)", "until any(lives[p] == 0 for p in Player where p != starter)", True),
        ("        do bidding\n", "        for p in Player:\n            lives[p] = max(lives[p], 1)\n        do bidding\n", True),
    ],
)  # fmt: skip
def test_where_all_are_in_somebody_has_a_turn(old: str, new: str, is_told: bool) -> None:
    assert old in BIDDING
    result = compared(BIDDING.replace(old, new))
    assert result is not None
    assert ("RD320" in result.said) == is_told
    assert [line for line in result.wrong if line.startswith("nothing")] == []


CONTESTS = """language 1
game small "Small"
players 2..3
card Num(rank: 1..4) shown as "{rank}"
deck pack:
    4 * Num(each 1..4)
zone hand[Player] seen by owner
pile heap seen by all
zone away seen by all
var passed[Player]: Bool = no seen by all per contest
setup:
    shuffle pack
    each player:
        move 4 from pack to your hand
action lay(c in your hand):
    move c to heap
action pass:
    require heap is not empty, otherwise "whoever leads lays a card"
    your passed = yes
phase contest:
    turns from starter where not your passed and your hand is not empty until any(hand[p] is empty for p in Player):
        must lay or pass
    move all from heap to away
play:
    repeat until any(hand[p] is empty for p in Player):
        do contest
score p in Player = 0 - size(hand[p])
"""


@pytest.mark.parametrize(
    ("old", "new", "is_told"),
    [
        ("", "", False),
        ("require heap is not empty", "require size(heap) > 0", False),
        ("require heap is not empty", "require size(heap) >= 1", False),
        ("    turns", "    for p in Player:\n        passed[p] = no\n    turns", False),
        ("    turns", "    each player:\n        your passed = no\n    turns", False),
        ("    your passed = yes\n", "    your passed = yes\n    passed[next(me)] = yes\n", False),
        (" = no seen by all per contest", " = no seen by all", True),
        ("    turns", "    for p in Player:\n        passed[p] = yes\n    turns", True),
        ("    turns", "    passed[1] = yes\n    passed[2] = yes\n    turns", True),
        ("require heap is not empty", "require size(away) >= 0", True),
        ("    move all from heap to away\n", "", True),
    ],
)  # fmt: skip
def test_who_leads_lays_a_card(old: str, new: str, is_told: bool) -> None:
    assert old in CONTESTS
    result = compared(CONTESTS.replace(old, new))
    assert result is not None
    assert ("RD320" in result.said) == is_told
    assert [line for line in result.wrong if line.startswith("nothing")] == []


@pytest.mark.parametrize("first", range(1, 31, 10))
def test_games_that_players_drop_out_of(first: int) -> None:
    """Where nothing is said, every game ends; what is said need not be so, as they are odder than those that people make."""
    said = set[str]()
    for number in range(first, first + 10):
        result = compared(dropping(number))
        assert result is not None
        assert [line for line in result.wrong if line.startswith("nothing")] == [], dropping(number)
        said.update(result.said or ["nothing"])
    assert {"nothing", "RD320"} <= said
