"""Numbers, questions, money, results: what formulas come to, and what is a fault."""

from __future__ import annotations

import pytest

from ruledsl.engine.errors import NotOverError, RuleFault
from tests.language.small import NUMBERS, begun, errors, findings, game, moves, played, values

TABLE = f"""
players 3
type Suit = cups, swords
type Seat3 = 1..3
{NUMBERS}
deck d:
    N(each of 10 10 12)
zone z seen by all
zone nowhere seen by all
money coins[Player] = 5 seen by all
money bank = unlimited seen by all
var n: -50..50 = 0 seen by all
var b: Bool = no seen by all
var who: Player or none = none seen by all
var look: N or none = none seen by all
var marker: Player = 2 seen by all
play:
    move all from d to z
"""


def result(line: str) -> dict[str, str | None]:
    """The variables after a line (or lines) of play."""
    return values(begun(TABLE + "    " + line))


# --- numbers -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("-7 div 2", -4),
        ("7 div -2", -4),
        ("-7 div -2", 3),
        ("-7 mod 2", 1),
        ("7 mod -2", -1),
        ("7 div 2", 3),
        ("2 + 3 * 4", 14),
        ("(2 + 3) * 4", 20),
        ("10 - 3 - 2", 5),
        ("12 div 5 div 2", 1),
        ("-3 + 1", -2),
        ("2 if 1 == 2 else 3", 3),
        ("max(1, 5, 3) - min(4, 2)", 3),
        ("ordinal(marker) + 1", 3),
        ("ordinal(Player[3])", 3),
        ("ordinal(swords)", 2),
        ("ordinal(Suit[1])", 1),
        ("ordinal(next(marker)) * 10 + ordinal(next(marker, 2))", 31),
        ("ordinal(previous(Player[1]))", 3),
    ],
)
def test_arithmetic(formula: str, value: int) -> None:
    assert result(f"n = {formula}")["n"] == str(value)
    # The same worked out in play, where nothing is known beforehand.
    assert result(f"n = {formula} + size(nowhere)")["n"] == str(value)


@pytest.mark.parametrize(
    "line",
    [
        "n = 1 div n",
        "n = 1 mod n",
        "n = size(z) * 30",
        "n = 0 - size(z) * 30",
        "n += 60 - n",
        "n = coins[who]",
        "n = ordinal(who)",
        "if coins[who] > 3: n = 1",
        "pay n - 1 from coins[1] to bank",
        "pay 6 from coins[1] to bank",
    ],
)
def test_what_cannot_be_is_a_fault_in_play(line: str) -> None:
    g = game(TABLE + "    " + line)
    with pytest.raises(RuleFault) as fault:
        g.start(seed=1)
    assert fault.value.line == 20


def test_numbers_beyond_2_to_the_53_are_a_fault() -> None:
    wide = TABLE.replace("-50..50", "0..9007199254740991")
    assert values(begun(wide + "    n = 94906265\n    n = n * n"))["n"] == str(94906265**2)
    g = game(wide + "    n = 94906267\n    n = n * n")
    with pytest.raises(RuleFault):
        g.start(seed=1)


@pytest.mark.parametrize(
    "line",
    [
        "n = marker + 1",
        "n = marker",
        "marker = n",
        "b = 1 < n < 3",
        "n = 7 / 2",
        "n = none",
        "n = who",
        "b = n",
        "n = b",
        "n = cups",
        "who = 4",
        "marker = none",
        "b = marker == n",
        "b = cups == 1",
        "b = cups < marker",
        "n = z",
    ],
)
def test_what_cannot_be_calculated_is_an_error(line: str) -> None:
    assert [found for found in errors(TABLE + "    " + line) if found.startswith("20:")]


def test_none_equals_only_none() -> None:
    assert result("b = who == none")["b"] == "yes"
    assert result("b = who == Player[1]")["b"] == "no"
    assert result("who = 1\n    b = who == none")["b"] == "no"
    assert not errors(TABLE + "    n = coins[who] if who != none else 7")
    assert result("n = coins[who] if who != none else 7")["n"] == "7"
    assert result("who = 3\n    n = coins[who] if who != none else 7")["n"] == "5"


# --- questions -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "name", "value"),
    [
        ("n = count(c in nowhere)", "n", "0"),
        ("n = sum(c.value for c in nowhere)", "n", "0"),
        ("b = any(c.value > 0 for c in nowhere)", "b", "no"),
        ("b = every(c.value > 99 for c in nowhere)", "b", "yes"),
        ("n = max(c.value for c in nowhere else 9)", "n", "9"),
        ("look = the(c in nowhere else none)", "look", "none"),
        ("b = every(c.value > 11 for c in z)", "b", "no"),
        ("b = every(c.value > 11 for c in z where c.value != 10)", "b", "yes"),
        ("b = any(c.value > 11 for c in z where c.value == 10)", "b", "no"),
        ("n = count(c in z where c.value == 10)", "n", "2"),
        ("n = sum(c.value for c in z)", "n", "32"),
        ("n = min(c.value for c in z)", "n", "10"),
        ("n = count(p in Player where p != marker)", "n", "2"),
        ("look = highest(c in z by c.value)", "look", "12"),
        ("look = lowest(c in z by c.value)", "look", "10"),
        ("who = highest(p in Player by coins[p] else none)", "who", "none"),
        ("who = highest(p in Player by coins[p], first of equals)", "who", "seat 1"),
        (
            "who = lowest(p in Player where p != Player[1] by coins[p], first of equals)",
            "who",
            "seat 2",
        ),
        ("look = highest(c in z where c.value > 20 by c.value else none)", "look", "none"),
        ("look = the(c in z where c.value == 10)", "look", "10"),
        ("look = the(c in z where c.value >= 10 else none)", "look", "none"),
        ("b = the(c in nowhere else none) == look", "b", "yes"),
        ("b = the(c in z where c.value == 12 else none) == look", "b", "no"),
    ],
)
def test_questions(line: str, name: str, value: str) -> None:
    assert result(line)[name] == value


@pytest.mark.parametrize(
    "line",
    [
        "n = max(c.value for c in nowhere)",
        "n = min(c.value for c in nowhere)",
        "look = the(c in nowhere)",
        "look = highest(c in nowhere by c.value)",
        "who = highest(p in Player by coins[p])",
        "look = the(c in z where c.value >= 10)",
        "who = the(p in Player where p != marker)",
    ],
)
def test_no_answer_is_a_fault(line: str) -> None:
    g = game(TABLE + "    " + line)
    with pytest.raises(RuleFault) as fault:
        g.start(seed=1)
    assert fault.value.line == 20


@pytest.mark.parametrize(
    "line",
    [
        "b = any(c in z)",
        "b = every(c in z where c.value > 1)",
        "n = sum(c in z)",
        "n = highest(c in z)",
    ],
)
def test_a_question_without_its_test_is_an_error(line: str) -> None:
    assert errors(TABLE + "    " + line)


# --- money -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "coins[1] += 3",
        "coins[1] = 3",
        "bank = 2",
        "n = bank",
        "b = bank > 3",
        "pay all from bank to coins[1]",
    ],
)
def test_only_payments_change_money_and_an_unlimited_account_has_no_balance(line: str) -> None:
    assert len(errors(TABLE + "    " + line)) == 1


def test_paying_nothing_is_legal_and_no_event() -> None:
    quiet = begun(TABLE + "    end game")
    paid = begun(
        TABLE + "    pay 0 from coins[1] to bank\n    pay up to 0 from coins[1] to coins[2]"
    )
    assert len(quiet.happenings) == len(paid.happenings)
    assert (
        len(begun(TABLE + "    pay 1 from coins[1] to bank").happenings)
        == len(quiet.happenings) + 1
    )


def test_the_finite_accounts_and_what_the_bank_paid_are_constant() -> None:
    found = result(
        "pay 3 from bank to coins[1]\n    pay 4 from coins[1] to coins[2]\n    pay 2 from coins[3] to bank"
    )
    assert [found[f"coins[{p}]"] for p in (1, 2, 3)] == ["4", "9", "3"]


def test_an_account_without_limit_needs_one_where_money_comes_from_outside() -> None:
    text = "money a = 1 LIMIT seen by all\nmoney bank = unlimited seen by all\nplay:\n    pay 5 from bank to a"
    assert values(begun(text.replace("LIMIT", "up to 6")))["a"] == "6"
    with pytest.raises(RuleFault):
        begun(text.replace("LIMIT", "up to 5"))


# --- results -------------------------------------------------------------------------------------------------------

TEAMS = """
players 4
team us = 1, 3
team them = 2, 4
var points[Team]: -9..9 = 0 seen by all
action win_it:
    your points += 1
action lose_it:
    your points -= 3
play:
    player 1 acts: must win_it or lose_it
score t in Team = points[t]
"""


def test_team_scores_and_winners_are_those_of_all_members() -> None:
    s = begun(TEAMS)
    with pytest.raises(NotOverError):
        _ = s.scores
    played(s, "win_it")
    assert (s.scores, s.winners, s.is_draw) == ((1, 0, 1, 0), (1, 3), False)
    s = played(begun(TEAMS), "lose_it")
    assert (s.scores, s.winners) == ((-3, 0, -3, 0), (2, 4))
    s = played(begun(TEAMS + "win by lowest score"), "lose_it")
    assert s.winners == (1, 3)


@pytest.mark.parametrize(
    ("ties", "winners"),
    [
        ("", (1, 2, 3)),
        ("ties shared", (1, 2, 3)),
        ("ties by highest ordinal(p)", (3,)),
        ("ties by lowest ordinal(p) div 3", (1, 2)),
    ],
)
def test_ties(ties: str, winners: tuple[int, ...]) -> None:
    s = begun(f"players 3\nscore p in Player = 4\n{ties}")
    assert s.winners == winners
    assert s.is_draw == (len(winners) == 3)
    assert s.legal_moves == ()
    assert moves(s) == []


# --- `total` -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("declared", "used"),
    [
        ("define total(p: Player) = ordinal(p) + 6", "total(Player[1])"),
        ("define total = 7", "total"),
        ("var total: 0..9 = 7 seen by all", "total"),
        ("var total[Player]: 0..9 = 7 seen by all", "total[1]"),
        ("table total: worth\n    7", "total[1].worth"),
        ("type Share = half, total", "ordinal(total) + 5"),
        ("type Share = half, total", "ordinal(Share.total) + 5"),
        ("define twice(total) = total + 4", "twice(3)"),
        ("define most = max(total for total in 1..7)", "most"),
    ],
)
def test_what_rules_call_total_is_their_own(declared: str, used: str) -> None:
    state = begun(
        f"{declared}\nvar n: 0..9 = 0 seen by all\nsetup:\n    n = {used}\nplay:\n    end game"
    )
    assert values(state)["n"] == "7"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "define total(p: Player) = 3\ndefine x(p: Player) = total[p]",
            "`total` takes 1 argument, not 0",
        ),
        ("define x(total: 1..3) = total[1]", "`total` is a number: it has no places"),
        ("type Share = half, total\ndefine x = total[1]", "`total` is a `Share`: it has no places"),
        ("define x = total", "`total` is one number for each player"),
    ],
)
def test_what_is_no_total_of_a_match_is_not_taken_for_it(text: str, message: str) -> None:
    assert [error.split(": ", 1)[1] for error in errors(text)] == [message]


# --- what is said where a card stands for one of its attributes ------------------------------------------


@pytest.mark.parametrize(
    ("kind", "line", "help_"),
    [
        ("C(suit: Suit, rank: 1..3)", "prices[c] = 1", "`c.suit`"),
        ("C(rank: 1..3, suit: Suit)", "n = 1 + c", "`c.rank`"),
        ("C(suit: Suit)", "n = 1 + c", "`ordinal(c.suit)`"),
        ("C(rank: 1..3)", "prices[c] = 1", None),
    ],
)
def test_the_attribute_that_may_be_meant_is_one_that_the_card_has(kind, line, help_):
    values_ = ", ".join("each Suit" if "Suit" in part else "1" for part in kind.split(","))
    body = f"""
type Suit = cups, swords
card {kind}
deck d:
    C({values_})
var prices[Suit]: 0..9 = 0 seen by all
var n: 0..9 = 0 seen by all
play:
    let c = top(d)
    {line}
"""
    (found,) = (d for d in findings(body) if d.code == "RD201")
    assert found.help == (help_ and f"an attribute of the card may be meant: {help_}")


@pytest.mark.parametrize("declared", ["var held[Square]: 0..2 = 0", "money held[Square] = 1"])
def test_what_is_declared_wrongly_is_told_of_once(declared: str) -> None:
    text = f"""
type Square = 1..2000
{declared} seen by all
action put:
    held[1] = 2
play:
    each player: must put
"""
    assert errors(text) == ["4: `Square` has 2000 values, too many for an index"]
