"""Leaks planted in copies of the shipped rulesets: each is refused, or caught by a law of play.

What a rule does openly is no leak but disclosure, whatever it depends on; but it is listed by
`check --knowledge`, and what the shipped rulesets list is written down here.
"""

from __future__ import annotations

import pytest

from ruledsl import compiling
from ruledsl.compiling import Outcome
from ruledsl.engine.game import Game
from tests.properties.configurations import shipped
from tests.properties.knowledge import examine_random, examine_tree
from tests.rulesets.mutations import rules_text

Edit = tuple[str, str]
"""A piece of rule text that stands in a ruleset once, and what is put in its place."""


def planted(ruleset: str, *edits: Edit) -> str:
    """A copy of a ruleset with changes, without its tests."""
    text = rules_text(ruleset).split('\ntest "')[0] + "\n"
    for old, new in edits:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def checked(ruleset: str, *edits: Edit) -> Outcome:
    """What `check` says of a copy with changes."""
    return compiling.check_text(ruleset, planted(ruleset, *edits))


def after(line: str, *lines: str) -> Edit:
    """More lines behind one."""
    return line, "\n".join((line, *lines))


OPENS = "play:\n    player 1 acts:\n        must check or bet"
BIDS = "    together each player:\n        must bid"
LAYS = '    """Lay a card face down."""'
DRAWS = "    let card = top(stock)\n    move card to your hand\n    your drawn = card"
BID_OF_COINS = "action bid(amount in standing_bid + 1 .. your coins):"
TELLING = after("zone offer[Player] seen by owner", "var told[Player]: 0..13 = 0 seen by owner")

# --- refused ------------------------------------------------------------------------------------

REFUSED: dict[str, tuple[str, str, tuple[Edit, ...]]] = {
    "a player is asked only where he can call": (
        "cherki",
        "RD413",
        (("    if not your called:", "    if not your called and ready(me):"),),
    ),
    "a phase ends early for who is ready": (
        "cherki",
        "RD413",
        (after("    must discard", "    if ready(me):", "        end turn"),),
    ),
    "a sealed bid that is told with the move": (
        "goofspiel",
        "RD415",
        (
            TELLING,
            ("action bid(c in your hand):", "action bid(c in your hand, n in 1..13):"),
            after("    move c to your offer", "    your told = n"),
        ),
    ),
    "who has the better hand begins": (
        "goofspiel",
        "RD413",
        (
            (
                BIDS,
                "    each player from highest(p in Player by sum(c.value for c in hand[p]), first of equals):\n"
                "        must bid",
            ),
        ),
    ),
    "the number of questions is a card of another": (
        "kuhn",
        "RD413",
        ((OPENS, OPENS.replace("must", "repeat strength(Player[2]) times:\n            must")),),
    ),
    "a question hangs on another's card": (
        "kuhn",
        "RD413",
        (("    if pot == 3:\n        player 2", "    if pot == 3 and strength(Player[1]) > 1:\n        player 2"),),
    ),
    "the choices are as many as another's court cards": (
        "cat_in_the_sack",
        "RD411",
        ((BID_OF_COINS, BID_OF_COINS.replace("your coins", "your coins + count(c in hand[next(me)] where c is Court)")),),
    ),
    "a call is legal only while the next player is not ready": (
        "cherki",
        "RD411",
        (("    require ready(me),", "    require ready(me) and not ready(next(me)),"),),
    ),
    "a price is compared with another's money": (
        "ka_ching",
        "RD411",
        (("<= your cash,", "<= cash[next(me)],"),),
    ),
    "a card is chosen from another's hand": (
        "cat_in_the_sack",
        "RD412",
        (("action lay(c in your hand):", "action lay(c in hand[next(me)]):"),),
    ),
    "an announcement of one's strength": (
        "kuhn",
        "RD414",
        (('announce "no bet so far"', 'announce "no bet with {strength(me)}"'),),
    ),
    "an announcement of who is ready": (
        "cherki",
        "RD414",
        (after("    your called = yes", '    announce "{count(p in Player where ready(p))}"'),),
    ),
    "what is legal depends on what another chose together with it": (
        "goofspiel",
        "RD312",
        (after(LAYS, "    require offer[next(me)] is empty or c.value != 3"),),
    ),
    "what is chosen together changes what is the other's": (
        "goofspiel",
        "RD312",
        (TELLING, after("    move c to your offer", "    told[next(me)] = c.value")),
    ),
}  # fmt: skip


@pytest.mark.parametrize("leak", REFUSED)
def test_a_leak_is_refused(leak: str) -> None:
    ruleset, code, edits = REFUSED[leak]
    assert checked(ruleset).diagnostics == ()
    assert [d.code for d in checked(ruleset, *edits).diagnostics if d.is_error] == [code]


# --- done openly, and listed --------------------------------------------------------------------

TOLD: dict[str, tuple[str, str, tuple[Edit, ...]]] = {
    "a hand goes through a place that all see": (
        "goofspiel",
        "moves from `hand` to `prize`, which all see",
        (
            (
                BIDS,
                "    each player:\n        move all from your hand to prize\n"
                "        move all from prize to your hand\n" + BIDS,
            ),
        ),
    ),
    "who has the king pays": (
        "kuhn",
        "what happens under this condition: tells of `hand`",
        (after("    folded = me", "    if strength(me) == 3:", "        pay 1 from your chips to pot"),),
    ),
    "a variable is set in a loop over a hand": (
        "cherki",
        "what happens under this condition: tells of `hand`",
        (after(DRAWS, "    for c in your hand where c.kind == red_flower:", "        taken = yes"),),
    ),
    "a variable is a sum over a hand": (
        "kuhn",
        "sets `folded`, which all see: tells of `hand`",
        (("    folded = me", "    folded = me if strength(me) < 3 else next(me)"),),
    ),
    "an amount is a card": (
        "kuhn",
        "pays an amount that all see: tells of `hand`",
        (after("    folded = me", "    pay up to strength(me) from your chips to pot"),),
    ),
    "so many cards are drawn as there are of a kind": (
        "cherki",
        "all see how many cards come from where: tells of `hand`",
        (after(DRAWS, "    move up to held(me, red_flower) from stock to your hand"),),
    ),
    "so many cards are drawn as was chosen secretly": (
        "cherki",
        "all see how many cards come from where: tells of `n`",
        (
            ("action draw:", "action draw(secretly n in 1..2):"),
            after(DRAWS, "    move up to n from stock to your hand"),
        ),
    ),
    "a card goes to who is ready": (
        "cherki",
        "all see where cards go: tells of `hand`",
        (after(DRAWS, "    move 1 from stock to hand[the(p in Player where ready(p) else me)]"),),
    ),
    "who has most court cards is paid": (
        "cat_in_the_sack",
        "all see who pays whom: tells of `hand`",
        (
            after(
                "    standing_bid = amount",
                "    pay 1 from bank to coins["
                "highest(p in Player by count(c in hand[p] where c is Court), first of equals)]",
            ),
        ),
    ),
    "an element is set that was chosen secretly": (
        "cat_in_the_sack",
        "all see which `bidding` is set: tells of `p`",
        (
            (BID_OF_COINS, BID_OF_COINS.replace("):", ", secretly p in Player):")),
            after("    standing_bid = amount", "    bidding[p] = yes"),
        ),
    ),
    "the neighbour is told": (
        "cherki",
        "sets `waits_for`, which its owner sees: tells of `hand`",
        (after("    your waits_for = pair_kind(me)", "    waits_for[next(me)] = pair_kind(me)"),),
    ),
    "a glance into the neighbour's hand": (
        "cherki",
        "sets `waits_for`, which its owner sees: tells of `hand`",
        (("    your waits_for = pair_kind(me)", "    your waits_for = pair_kind(next(me))"),),
    ),
    "a shuffle that is seen only where somebody is ready": (
        "cherki",
        "what happens under this condition: tells of `hand`",
        (after(DRAWS, "    if ready(me):", "        shuffle stock"),),
    ),
    "the game ends when somebody is ready": (
        "cherki",
        "what happens under this condition: tells of `hand`",
        (after("    must discard", "    if ready(me):", "        end game"),),
    ),
}  # fmt: skip

MADE_KNOWN = {
    "cat_in_the_sack": {
        "shows `sack[passes + 1]` to all",
        "shows `sack[1]` to all",
        "shows `sack` to all",
        "what happens under this condition: tells of `sack`",
        "moves from `sack` to `chased_away`, which all see",
    },
    "cherki": {
        "sets `drawn`, which its owner sees: tells of `stock`",
        "moves from `hand` to `discards`, which all see",
        "sets `winner`, which all see: tells of `drawn`, `waits_for`",
        "shows `your hand` to all",
    },
    "goofspiel": {
        "moves from `prizes` to `prize`, which all see",
        "shows `offer` to all",
        "what happens under this condition: tells of `offer`",
        "all see which `points` is set: tells of `offer`",
        'tells all "{winner} takes {the(c in prize)}"',
        "counts `offer` as known here: a `reveal` may come before",
    },
    "ka_ching": {
        "moves from `stocks` to `market`, which all see",
        "moves from `wilds` to `collection`, which all see",
    },
    "ka_ching_3": {
        "moves from `stocks` to `market`, which all see",
        "moves from `wilds` to `collection`, which all see",
    },
    "ka_ching_4": {
        "moves from `stocks` to `market`, which all see",
        "moves from `wilds` to `team_wild`, which all see",
    },
    "kuhn": {"shows `hand` to all"},
}
"""What the rules of each game make known, and nothing else: what `check --knowledge` lists."""


@pytest.mark.parametrize("leak", TOLD)
def test_what_is_told_openly_is_listed(leak: str) -> None:
    ruleset, told, edits = TOLD[leak]
    assert told not in MADE_KNOWN[ruleset]
    outcome = checked(ruleset, *edits)
    assert [d for d in outcome.diagnostics if d.is_error] == []
    assert told in {p.what for p in outcome.published}


@pytest.mark.parametrize("ruleset", shipped())
def test_the_shipped_rulesets_make_known_what_is_written_down(ruleset: str) -> None:
    outcome = compiling.check_named(ruleset)
    assert {p.what for p in outcome.published} == MADE_KNOWN[ruleset]


# --- let through, and caught by a law -------------------------------------------------------------

# A `reveal` that may come before excuses what reads the same place, though this one never comes.
EXCUSE = after("play:", "    if folded != none:", "        reveal hand")
RICH = (
    ("money chips[Player] = 2 up to 4", "money chips[Player] = 6 up to 12"),
    ("money pot = 0 up to 4", "money pot = 0 up to 12"),
)
OPENING = "    player 1 acts:\n        must check or bet\n"

SAME_MOVES = "has seen the same"
PERMUTED = "depends on what it cannot see"
UNNOTICED = "notices who is asked"

LET_THROUGH: dict[str, tuple[str, str, tuple[Edit, ...]]] = {
    "what is legal depends on another's card": (
        SAME_MOVES,
        PERMUTED,
        (
            (
                '"""Match the bet and see who has the higher card."""',
                'require strength(next(me)) < 3, otherwise "the other one looks strong"',
            ),
        ),
    ),
    "the choices are as many as another's card is high": (
        SAME_MOVES,
        PERMUTED,
        (("action bet:", "action bet(n in 1..strength(next(me))):"),),
    ),
    "who has the better card begins": (
        UNNOTICED,
        UNNOTICED,
        ((OPENING, OPENING.replace("player 1", "player better")),),
    ),
    "who has a high card is asked once more": (
        UNNOTICED,
        UNNOTICED,
        (
            (
                OPENING,
                f"{OPENING}    if strength(Player[1]) > 1:\n        player 1 acts:\n            may bet\n",
            ),
        ),
    ),
    "the number of questions is a card of another": (
        UNNOTICED,
        UNNOTICED,
        (
            (
                OPENING,
                OPENING.replace("must", "repeat strength(Player[2]) times:\n            must"),
            ),
        ),
    ),
}


def let_through(*edits: Edit) -> Game:
    """The game of a copy of the smallest ruleset with changes that `check` does not refuse."""
    outcome = checked("kuhn", EXCUSE, *RICH, *edits)
    assert [d for d in outcome.diagnostics if d.is_error] == []
    machine = compiling.compile_program(
        compiling.open_text("kuhn", planted("kuhn", EXCUSE, *RICH, *edits))
    ).machine
    assert machine is not None
    return Game(machine)


@pytest.mark.parametrize("leak", LET_THROUGH)
def test_a_leak_that_is_let_through_breaks_a_law(leak: str) -> None:
    in_tree, in_random_games, edits = LET_THROUGH[leak]
    leaky = let_through(*edits)
    with pytest.raises(AssertionError, match=in_tree):
        examine_tree(leaky, 20_000)
    with pytest.raises(AssertionError, match=f"{in_tree}|{in_random_games}"):
        examine_random(leaky, 40, seed=1)


def test_without_the_leak_the_same_changes_break_none() -> None:
    sound = let_through()
    assert examine_tree(sound, 20_000).met_again > 10
    assert examine_random(sound, 40, seed=1).permuted > 10
