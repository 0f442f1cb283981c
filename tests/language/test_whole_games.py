"""Options, variants, matches, and why a move is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

import ruledsl
from ruledsl.engine.errors import IllegalMove, StartError
from tests.language.small import begun, cards, errors, findings, game, moves, played, values

# --- options ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [2, 13])
def test_an_option_decides_how_many_cards_there_are(size: int) -> None:
    state = ruledsl.load("goofspiel", options={"cards": size}).start(seed=1)
    assert len(state.legal_moves) == size
    machine = state.game.machine
    assert len(machine.cards) == 3 * size
    assert {o.name: o.value for o in machine.options}["cards"] == size
    assert machine.players == 2


@pytest.mark.parametrize(
    "options",
    [
        {"cards": 1},
        {"cards": 14},
        {"cards": "many"},
        {"cards": True},
        {"card": 3},
        {"prizes_come": "soon"},
    ],
)
def test_options_outside_their_range_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(ruledsl.RulesError):
        ruledsl.load("goofspiel", options=options)


def test_an_option_may_decide_who_sees_something() -> None:
    for value, seen in ((False, None), (True, 20)):
        state = ruledsl.load("ka_ching", options={"show_money": value}).start(seed=1)
        accounts = {a.label: a.value for a in state.observation(2).accounts}
        assert (accounts.get("cash[1]"), accounts["cash[2]"]) == (seen, 20)


def test_options_are_checked_at_their_extremes_and_for_every_number_of_players() -> None:
    text = 'players 2..3\noption high: 1..4 = 2\ncard N(value: 1..9) shown as "{value}"\ndeck d:\n    N(each 1..high)\nzone z seen by all\nvar a: 0..3 = 0 seen by all\n'
    assert errors(text + "play:\n    a = 3") == []
    assert errors(text + "table t[high]\n    1..3: 1\nplay:\n    a = t[high]")
    assert errors("players 2..4\nteam us = 1, 3\nteam them = 2, 4")
    assert errors(
        "players 2..3\ntable t[player_count]\n    2: 1\nvar a: 0..3 = t[player_count] seen by all"
    )


def test_what_an_option_switches_off_is_checked_all_the_same() -> None:
    text = "option odd: Bool = no\nvar a: 0..3 = 0 seen by all\nplay:\n    if odd: a = nonsense"
    (found,) = errors(text)
    assert "nonsense" in found


# --- variants -------------------------------------------------------------------------------------------

BASE = """language 1
game shop "Shop"
players 2
card Ware(value: 1..3) shown as "ware {value}"
deck wares:
    Ware(each 1..3)
zone bought seen by all
var n: 0..99 = 0 seen by all
action buy(k in 1..3):
    require k != 1, otherwise "the base forbids it"
    n += 1
action pass:
    end game
define worth(c: Ware) = c.value
play:
    player 1 acts: must buy or pass
    for c in wares: n += worth(c)
score p in Player = n
test "buying counts":
    when 1: buy(3)
    expect score[1] == 7
"""
FIRST = """language 1
variant shop_a of shop "A"
amend action buy:
    require k != 1 and k != 2, otherwise "the first variant forbids it"
    n = n * 3
remove test "buying counts"
"""
SECOND = """language 1
variant shop_b of shop_a "B"
amend action buy:
    require k == 0, otherwise "the second variant forbids it"
    n = n + 10
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in (("shop", BASE), ("shop_a", FIRST), ("shop_b", SECOND)):
        (tmp_path / f"{name}.rules").write_text(text, encoding="utf-8")
    return tmp_path


def test_amendments_follow_the_base_in_order(folder: Path) -> None:
    state = ruledsl.load(folder / "shop_b.rules").start(seed=1)
    verdict = state.why("buy 1")
    reasons = [c.reason for c in verdict.checks if c.held is False]
    assert reasons == [
        "the base forbids it",
        "the first variant forbids it",
        "the second variant forbids it",
    ]
    assert verdict.reason == "the base forbids it"
    assert state.why("buy 2").reason == "the first variant forbids it"
    assert moves(state) == ["pass"]
    loose = SECOND.replace("k == 0", "k == 3")
    (folder / "shop_b.rules").write_text(loose, encoding="utf-8")
    state = played(ruledsl.load(folder / "shop_b.rules").start(seed=1), "buy 3")
    assert state.scores[0] == (0 + 1) * 3 + 10 + 6


def test_a_variant_that_breaks_its_base_is_told_where(folder: Path) -> None:
    text = 'language 1\nvariant odd of shop "Odd"\nreplace card Ware(size: 1..3) shown as "ware {size}"\n'
    (folder / "odd.rules").write_text(text, encoding="utf-8")
    with pytest.raises(ruledsl.RulesError) as refused:
        ruledsl.load(folder / "odd.rules")
    found = [d for d in refused.value.diagnostics if d.is_error]
    assert any("value" in d.message for d in found)
    places = {(Path(d.primary.span.file).name, d.primary.span.line) for d in found}
    notes = {(Path(n.span.file).name, n.span.line) for d in found for n in d.secondary}
    assert ("shop.rules", 14) in places | notes


@pytest.mark.parametrize(
    "change",
    [
        "amend action sell:\n    n = 1",
        "amend define worth:\n    n = 1",
        "replace zone n seen by all",
        "replace action nothing_here:\n    end game",
        "remove action nothing_here",
        "remove zone n",
        "action buy:\n    end game",
        "set size = 3",
        "replace action pass:\n    n = 1\nreplace action pass:\n    n = 2",
        'remove test "nothing like it"',
    ],
)
def test_changes_that_fit_nothing_are_errors(folder: Path, change: str) -> None:
    text = f'language 1\nvariant odd of shop "Odd"\n{change}\n'
    (folder / "odd.rules").write_text(text, encoding="utf-8")
    with pytest.raises(ruledsl.RulesError):
        ruledsl.load(folder / "odd.rules")


def test_variants_in_a_circle_and_too_many_bases_are_refused(folder: Path) -> None:
    for name, base in (("one", "two"), ("two", "one")):
        (folder / f"{name}.rules").write_text(
            f'language 1\nvariant {name} of {base} "X"\n', encoding="utf-8"
        )
    with pytest.raises(ruledsl.RulesError):
        ruledsl.load(folder / "one.rules")
    for number in range(9):
        base = f"v{number - 1}" if number else "shop"
        (folder / f"v{number}.rules").write_text(
            f'language 1\nvariant v{number} of {base} "V"\n', encoding="utf-8"
        )
    assert ruledsl.load(folder / "v7.rules").name == "v7"
    with pytest.raises(ruledsl.RulesError):
        ruledsl.load(folder / "v8.rules")


# --- matches --------------------------------------------------------------------------------------------------

SERIES = """
var points[Player]: 0..9 = 0 seen by all
var began: Player = starter seen by all
action give(a in 0..9, b in 0..9):
    points[1] = a
    points[2] = b
play:
    player 1 acts: must give
score p in Player = points[p]
match series "Series":
    rounds = 3
    starter = alternates
    winner = most_rounds
"""


def test_a_best_of_three_ends_at_two_to_nothing() -> None:
    match = game(SERIES).match("series", seed=4)
    first = match.state.started.starter
    played(match.state, "give 3 0")
    assert not match.is_over
    began = values(match.state)["began"]
    second = match.advance()
    assert values(second)["began"] != began
    assert first in (None, 1, 2)
    assert values(second)["points[1]"] == "0"
    played(second, "give 5 1")
    assert match.is_over
    assert (match.rounds_won, match.totals, match.winners) == ((2, 0), (8, 1), (1,))
    with pytest.raises(StartError):
        match.advance()


def test_a_shared_game_counts_for_nobody() -> None:
    match = game(SERIES).match("series", seed=4)
    for scores in ("give 1 1", "give 0 2"):
        played(match.state, scores)
        match.advance()
    assert match.rounds_won == (0, 1)
    played(match.state, "give 9 9")
    assert match.is_over
    assert match.winners == (2,)


@pytest.mark.parametrize(
    "change", ["rounds = 0", "rounds = two", "starter = dealer", "winner = best", "length = 3"]
)
def test_the_settings_of_a_match_are_a_closed_list(change: str) -> None:
    word = change.split(" ")[0]
    old = {
        "rounds": "rounds = 3",
        "starter": "starter = alternates",
        "winner": "winner = most_rounds",
    }
    assert errors(SERIES.replace(old.get(word, "rounds = 3"), change))


# --- why a move is refused -------------------------------------------------------------------------------------

AUCTION = """
card N(value: 1..9) shown as "{value}"
deck d:
    N(each 1..5)
zone hand[Player] seen by owner
money coins[Player] = 12 seen by all
var high: 0..12 = 3 seen by all
action bid(amount in high + 1 .. your coins):
    high = amount
action lay(c in your hand):
    require c.value > 1, otherwise "a 1 is never laid"
    move c to d
action pass:
    high = 3
setup:
    for c in d where c.value <= 2: move c to hand[1]
    for c in d where c.value > 2: move c to hand[2]
play:
    player 1 acts: must bid or lay
    player 2 acts: must pass or bid
"""


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("bid 3", "amount must be 4..12 (high + 1 .. your coins)"),
        ("bid 13", "amount must be 4..12 (high + 1 .. your coins)"),
        ("lay 5", "5 is not in your hand"),
        ("lay 1", "a 1 is never laid"),
        ("pass", "now: bid or lay"),
        ("skip", "now: bid or lay"),
    ],
)
def test_refusals_say_what_would_be_legal(text: str, reason: str) -> None:
    state = begun(AUCTION)
    with pytest.raises(IllegalMove) as refused:
        state.parse_move(text)
    assert refused.value.reason == reason
    assert state.why(text).reason == reason
    assert not state.why(text).legal


def test_out_of_turn_and_the_order_of_reasons() -> None:
    state = begun(AUCTION)
    assert state.why("pass", seat=2).reason == "it is seat 1's turn"
    played(state, "bid 4")
    assert state.why("lay 2", seat=1).reason == "it is seat 2's turn"
    kinds = [check.kind for check in begun(AUCTION).why("lay 1").checks]
    assert kinds == ["domain", "require"]
    assert cards(state, "hand[1]", 2) is None


def test_findings_name_their_file() -> None:
    assert {d.primary.span.file for d in findings("score p in Player = nonsense")} == {
        "small.rules"
    }
