"""What is proven, and what is left open: of shipped games, and of small ones made for it."""

from __future__ import annotations

import pytest
from attrs import evolve

from ruledsl import api
from ruledsl.engine.game import Game
from ruledsl.explore.settings import settings
from ruledsl.machine.bounds import Bound, Bounds
from ruledsl.machine.model import Expr
from ruledsl.proofs.effort import is_shallow
from ruledsl.proofs.findings import Proved, findings, summary
from ruledsl.proofs.proving import prove, ways_through
from ruledsl.proofs.sites import Proofs
from ruledsl.source import NOWHERE
from tests.explore.played import opened_text, shipped
from tests.proofs.playing import hold
from tests.proofs.proved import by_proof, proved
from tests.validate.games import line_of

OPEN = {
    "kuhn": [("better = next(folded)", "several may fit")],
    "goofspiel": [("points[winner] +=", "`points` is 0..91, and becomes 0..104")],
    "ka_ching": [("pay up to a.value * b.value", "`cash` may come to hold more than 2000")],
    "cherki": [("must discard", "there may be no legal move")],
    "first_game": [("highest(", "several may fit")],
    "kuhn_3": [("better = highest(", "several may fit")],
}
"""What is left open of some games: the line in which it stands, and what is told of it."""


@pytest.mark.parametrize("name", OPEN)
def test_what_is_left_open_of_shipped_games(name: str) -> None:
    text = shipped(name)
    lines = text.split("\n")
    told = []
    for found in by_proof(text):
        assert found.code == "RD580"
        told.append((lines[found.primary.span.line - 1], found.message))
    assert len(told) == len(OPEN[name])
    for (line, message), (part, what) in zip(told, OPEN[name], strict=True):
        assert part in line
        assert message == f"it is not proven that this always works: {what}"


GAME = """language 1
game small "Small"

players 2
option most: 1..3 = 2 "how much may be taken"
type Suit = red, blue
type Place = 1..2
card Card(suit: Suit, value: 1..4) shown as "{{suit}} {{value}}"
deck stock:
    Card(each Suit, each of 1 2 3 4)
zone hand[Player] seen by owner
pile laid seen by all
money coins[Player] = 6 up to 12 seen by all
money pot = 0 up to 12 seen by all
var n: 0..10 = 0 seen by all
var marked: Player or none = none seen by all
var limits[Place]: 1..3 = 1 seen by all
{declared}
setup:
    shuffle stock
    each player:
        move 3 from stock to your hand

action go(a in 1..3):
{action}

action stop:
    n = 0

play:
    repeat 4 times:
        each player:
            must go or stop
{after}
score p in Player = n
win by highest score
ties shared
"""


def small(action: str, after: str = "", declared: str = "") -> str:
    """A small game with these lines in it."""

    def below(text: str, depth: int) -> str:
        return "\n".join(" " * depth + line for line in text.split("\n") if line)

    return GAME.format(action=below(action, 4), after=below(after, 4), declared=declared)


PAIRS = {
    "a variable that is asked about": ("n += a", "require n + a <= 10\nn += a"),
    "a number that stops at a limit": ("n += 2 * a", "n = min(10, n + 2 * a)"),
    "a number in brackets": ("n = limits[n]", "require n >= 1 and n <= 2\nn = limits[n]"),
    "none": ("n = ordinal(marked)", "if marked != none:\n    n = ordinal(marked)\nmarked = me"),
    "none, asked the other way round": (
        "n = ordinal(marked)",
        "if marked == none:\n    marked = me\nelse:\n    n = ordinal(marked)",
    ),
    "more, if there is room": ("n += a", "n += a if n + a <= 10 else 0"),
    "one sum or another": ("n = n + a", "n = n + a if n + a <= 10 else 10"),
    "a division": ("n = 10 div n", "n = 10 div max(1, n)"),
    "a division that is asked about": ("n = 10 div n", "if n > 0:\n    n = 10 div n"),
    "money that is asked for": (
        "pay a from your coins to pot",
        "require a <= your coins\npay a from your coins to pot",
    ),
    "money by another name": (
        "pay 2 * a from your coins to pot",
        "let price = 2 * a\nrequire your coins >= price\npay price from your coins to pot",
    ),
    "money up to what there is": (
        "pay a from your coins to pot",
        "pay up to a from your coins to pot",
    ),
    "what is left is no less than nothing": (
        "pay up to a from your coins to pot\nn = 6 + coins[1] - coins[2]",
        "pay up to a from your coins to pot\nif coins[1] >= coins[2]:\n    n = coins[1] - coins[2]",
    ),
    "a card that is there": (
        "n = top(laid).value",
        "if laid is not empty:\n    n = top(laid).value",
    ),
    "as many cards as there are": (
        "move a from stock to laid",
        "require size(stock) >= a\nmove a from stock to laid",
    ),
    "cards that are counted": (
        "move a from stock to laid",
        "let many = min(a, size(stock))\nmove many from stock to laid",
    ),
    "as many cards as there are, at once": (
        "move max(a, size(stock)) from stock to laid",
        "move min(a, size(stock)) from stock to laid",
    ),
    "something to choose from": (
        "n = max(c.value for c in laid)",
        "n = max(c.value for c in laid else 0)",
    ),
    "the only one that can fit": (
        "n = ordinal(the(p in Player where ordinal(p) <= a)) - 1",
        "n = ordinal(the(p in Player where ordinal(p) == 2)) - 2",
    ),
    "several that fit": (
        "marked = highest(p in Player by coins[p])",
        "marked = highest(p in Player by coins[p], first of equals)",
    ),
}
"""An action of which something is open, and the same with nothing open."""


@pytest.mark.parametrize("name", PAIRS)
def test_what_is_asked_before_is_proven(name: str) -> None:
    bad, good = (small(action) for action in PAIRS[name])
    assert [found.code for found in by_proof(bad)], "there is something to prove"
    assert [found.message for found in by_proof(good)] == []


def test_a_choice_that_may_have_no_move() -> None:
    found = by_proof(small("require n > a\nn = 0").replace("must go or stop", "must go"))
    assert [d.message.rpartition(": ")[2] for d in found] == ["there may be no legal move"]
    assert by_proof(small("require n > a\nn = 0")) == ()


def test_rounds_are_told_apart() -> None:
    assert by_proof(small("n = 0", "repeat 2 times:\n    move 1 from stock to laid")) == ()
    found = by_proof(small("n = 0", "repeat 3 times:\n    move 1 from stock to laid"))
    assert ["there may be fewer cards than are moved" in d.message for d in found] == [True]


def test_money_goes_round() -> None:
    """All money together stays the same, so a pot that holds nearly all leaves little elsewhere."""
    action = "require pot + a <= 12\nrequire a <= your coins\npay a from your coins to pot"
    assert by_proof(small(action, "if pot >= 10:\n    n = 2 - coins[1]")) == ()
    assert len(by_proof(small(action, "if pot >= 9:\n    n = 2 - coins[1]"))) == 1


def test_options_are_looked_at_at_their_extremes() -> None:
    text = small("n = 4 * most - a")
    (found,) = by_proof(text)
    assert found.primary.span.line == line_of(text, "n = 4 * most")
    assert found.notes == ("this is so with `most = 3`",)


def test_what_is_open_is_told_once_for_all_settings() -> None:
    ways = proved(opened_text(small("n += a")))
    assert len(ways) > 1
    assert len(findings(ways, NOWHERE)) == 1


def test_a_machine_that_costs_too_much_is_not_proven() -> None:
    machine = api.load("cherki").machine
    proofs = prove(machine, work=5_000)
    assert not proofs.is_whole
    (note,) = findings([Proved("3 players", proofs)], NOWHERE)
    assert note.code == "RD581"
    assert summary("cherki", [Proved("", proofs)], 0) == "`cherki`: nothing is proven in 1 setting"
    whole = Proved("2 players", Proofs(frozenset(), {}, True))
    (note,) = findings([whole, Proved("3 players", proofs)], NOWHERE)
    assert note.notes == ("this is so with 3 players",)
    assert not proofs.sites
    assert ways_through(machine, 5_000) == ()


def test_what_is_nested_too_deeply_is_not_proven() -> None:
    machine = api.load("kuhn").machine
    assert is_shallow(machine)
    (first, *others) = machine.defines
    body = first.body
    for _ in range(120):
        body = Expr("neg", (), (body,))
    deep = evolve(machine, defines=(evolve(first, body=body), *others))
    assert not is_shallow(deep), "depth is counted through defines"
    assert ways_through(deep) == ()


HELD = {
    "an operand that is worked out whether or not it is used": (
        small("n = safe(10 div n)", declared="define safe(x: 0..10) = x if n > 0 else 0"),
        "the divisor may be 0",
    ),
    "what a place held before all its cards left": (
        small("require size(laid) <= 1\nmove all from your hand to laid\nn = 1 - size(laid)"),
        "`n` is 0..10, and becomes -2",
    ),
    "what an account held before it was paid from": (
        small(
            "require pot <= 3\npay min(a, your coins) from your coins to pot\n"
            "if your coins == 0:\n    n = 4 - pot"
        ),
        "`n` is 0..10, and becomes -2",
    ),
    "an account of some player pays another one of the same family": (
        small("pay 1 from coins[p] to coins[q]\nn = 6 - coins[1]").replace(
            "go(a in 1..3)", "go(p in Player, q in Player)"
        ),
        "`n` is 0..10, and becomes -1..1",
    ),
    "what a variable held before `random`": (
        small("n = 0\nn = random(a..3)\nn = 1 - a"),
        "`n` is 0..10, and becomes -2..0",
    ),
    "what stands before a condition that stops play": (
        small("n = 0\nn = (10 div n) + (1 if limits[n] > 2 else 0)"),
        "the divisor may be 0",
    ),
    "a card that is listed twice": (
        small("move b, c to laid").replace("go(a in 1..3)", "go(b, c in your hand + your hand)"),
        "they may be one card",
    ),
    "`random` from what a variable held before": (
        small("if n <= 5:\n    n = random(2 * n..10)\nif n >= 5:\n    n = 5 - n"),
        "`n` is 0..10, and becomes -5..0",
    ),
}
"""A game in which something goes wrong that must not be proven away, and what is told of it."""


@pytest.mark.parametrize("name", HELD)
def test_what_was_before_is_not_taken_for_what_is(name: str) -> None:
    text, told = HELD[name]
    assert [why for why in (found.message for found in by_proof(text)) if why.endswith(told)]
    for setting in settings(opened_text(text), most_too=False):
        hold(Game(setting.machine), 8)


def test_two_cards_of_one_list_are_different() -> None:
    text = small("move b, c to laid").replace("go(a in 1..3)", "go(b, c in your hand + laid)")
    assert by_proof(text) == ()


def test_a_number_that_is_not_told_from_now_on_has_told_of_others() -> None:
    """What a parameter lies between is known of each other when the action has ended."""
    after = (
        "let lost = random(0..6)\npay lost from coins[1] to pot\n"
        "player 1 acts:\n    must go or stop\npay n from coins[1] to pot"
    )
    assert by_proof(small("require a <= your coins\nn = a", after)) == ()
    assert len(by_proof(small("n = a", after))) == 1


def test_places_are_told_apart_by_marked_players() -> None:
    """Who is marked has paid, and has no less than what is left."""
    mark = "marked = me\npay 5 from your coins to pot"
    after = (
        "if marked == 2:\n    pay 1 from coins[2] to pot\n    pay 6 from coins[1] to pot\n"
        "n = ordinal(marked) if marked != none else 0"
    )
    text = small(mark, after).replace("repeat 4 times:", "repeat until marked != none:")
    found = [d.primary.span.line for d in by_proof(text)]
    assert line_of(text, "pay 6") in found, "both may have gone in one round"
    assert by_proof(text.replace("must go or stop", "if marked == none: must go or stop")) == ()


TOGETHER = """language 1
game veiled "Veiled"

players 2
card Card(value: 1..9) shown as "{{value}}"
deck stock:
    Card(each of 1 2 3 4 5 6 7 8 9)
zone hand[Player] seen by owner
zone laid seen by all
var bid[Player]: 0..5 = 0 seen by all
var n: 0..8 = 0 seen by all

setup:
    shuffle stock
    each player:
        move 3 from stock to your hand

action say(a in 1..3):
    bid[me] = a

action lay(c in your hand):
    bid[me] = 4
    move c to laid

play:
    together each player{condition}:
        must say or lay
    n = bid[1] + bid[2] - 2
    n = size(laid) + 6

score p in Player = n
win by highest score
ties shared
"""


def test_choices_made_together_are_played_later() -> None:
    """What each offer puts by is known where it is played, whatever else lies in the same cells."""
    assert by_proof(TOGETHER.format(condition="")) == ()


@pytest.mark.parametrize("asked", ["bid[me] > 0", "hand[me] is empty"])
def test_who_has_not_chosen_plays_nothing(asked: str) -> None:
    text = TOGETHER.format(condition=f" where {asked}")
    (found,) = by_proof(text)
    assert found.primary.span.line == line_of(text, "n = bid")
    for setting in settings(opened_text(text), most_too=False):
        assert hold(Game(setting.machine), 2).faults == 2


def test_what_is_paid_is_shared_by_two_accounts() -> None:
    """Both accounts change at once, so that what they hold together stays known."""
    action = (
        "require your coins + pot <= 10\nrequire a <= your coins\n"
        "pay a from your coins to pot\nn = 10 - your coins - pot"
    )
    assert by_proof(small(action)) == ()


def test_none_is_less_than_any_number() -> None:
    bounds = Bounds(api.load("kuhn").machine)
    either, five = Bound(7, 9, True), Bound(5, 5)
    assert bounds.made(Expr("greatest"), [either, five]) == Bound(5, 9)
    assert bounds.made(Expr("greatest"), [either, either]) == Bound(7, 9, True)
    assert bounds.made(Expr("least"), [either, five]) == Bound(5, 5, True)
