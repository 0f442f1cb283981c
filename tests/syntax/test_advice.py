"""What beginners write, and what the help says to it: one finding each, and no other."""

from __future__ import annotations

import pytest

from ruledsl.syntax.advice_declarations import DECLARED, FORMS, HEADERS, LINES
from ruledsl.syntax.advice_statements import ANYWHERE, STATED, TESTED
from ruledsl.syntax.words import DECLARATIONS, STATEMENTS
from tests.syntax.texts import HEAD, in_game, read

AROUND = (
    "var heap: 0..9 = 0 seen by all\naction roll:\n    heap = 1\naction hold:\n    heap = 2\n"
    "phase turn:\n    must roll or hold\n"
)


def help_of(text: str) -> str:
    """The help of the only finding in declarations."""
    found = in_game(AROUND + text).diagnostics
    assert len(found) == 1, [(d.code, d.message, d.help) for d in found]
    assert found[0].help
    return found[0].help


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("roll", "`must roll`"),
        ("roll or hold", "`must roll or hold`"),
        ("rol", "did you mean `must roll`?"),
        ("turn", "a phase is played by `do turn`"),
        ("nonsense", "statements are `move`"),
        ("heap", "a variable is set by `heap = ...`"),
        ("heap++", "write `heap += 1`"),
        ("your heap =+ 1", "`your heap += 1`"),
        ("me.heap += 1", "`your heap += 1`"),
        ("my heap += 1", "is `your ...`"),
        ("deal 3 to each player", "`each player: move 3 from stock to your hand`"),
        ("deal", "cards are moved"),
        ("draw 2", "`move 2 from stock to your hand`"),
        ("discard c", "`move c to ...`"),
        ("c goes to table", "`move c to table`"),
        ("sort line", "nothing is sorted"),
        ("for each player:\n        heap = 1", "write `each player:`"),
        ("for every player:\n        heap = 1", "write `each player:`"),
        ("shuffle", "`shuffle stock`"),
        ("must roll, hold", "`must roll or hold`"),
        ("must roll and hold", "`must roll or hold`"),
        ("must roll() or hold()", "`must roll or hold`"),
        ("must 2 cards from hand", "comes with a later version"),
        ("must roll by next(me)", "write `must A or B`"),
        ("must roll by p", "`by p` comes with a later version"),
        ("turns until heap > 3:\n        heap = 1", "`turns from starter until heap > 3:`"),
        ("while not done:\n        heap = 1", "`repeat until done:`"),
        ("while heap < 3:\n        heap = 1", "`repeat until heap >= 3:`"),
        ("while a and b:\n        heap = 1", "the condition is turned round"),
        ("let x: 1..3 = 3", "`let x = ...`"),
        ("return heap", "`end PHASE` leaves a phase"),
        ("print heap", "`announce"),
        ("repeat 3:\n        heap = 1", "`repeat 3 times:`"),
        ("player 1:\n        heap = 1", "`player 1 acts:`"),
        ("move 3 cards from stock to hand", "`move 3 from stock to hand`"),
        ("move c into hand", "`move c to hand`"),
        ("move c to top of stock", "lies on top"),
        ("c.value = 3", "cannot be set"),
        ("pay 3 to bank", "`pay 3 from ... to bank`"),
        ("require heap > 3 \"no\"", '`require heap > 3, otherwise "no"`'),
        ("heap = highest(p by heap)", "`highest(p in Player ...)`"),
        ("heap = any(p in Player where heap > 3)", "`any(C for p in Player)`"),
        ("heap = heap +", "something is missing behind the `+`"),
        ("heap[player] += 1", "the player who acts is `me`"),
        ("end", "`end game`"),
        ('announce "a" + heap', '`announce "a{heap}"`'),
    ],
)  # fmt: skip
def test_statements(line: str, expected: str) -> None:
    assert expected in help_of(f"play:\n    {line}\n    do turn\n")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("var x = 3 seen by all", "`var x: 0..100 = 3 seen by all`"),
        ("var x: 0..3 seen by all", "`var x: 0..3 = 0 seen by all`"),
        ("var x: Player seen by all", "`var x: Player = ... seen by all`"),
        ("var x: 0..3 = 3", "`var x: 0..3 = 3 seen by all`"),
        ("zone hand[Player]", "`zone hand[Player] seen by all`"),
        ("zone hand[player] seen by owner", "`Player`"),
        ("type Rank: ace, 2", "`type Rank = ace, 2`"),
        ("option goal = 3", "`option goal: 0..100 = 3"),
        ("players: 2..6", "`players 2..6`"),
        ("players 2 to 6", "`players 2..6`"),
        ("card C(v: 1..3) shown as {v}", 'stand in a text: `"{value}"`'),
        ("score = taken", "`score p in Player = ...`"),
        ("score p in Player = points p", "`score p in Player = points[p]` say"),
        ("score p in Player = sum(c in hand[p])", "`sum(VALUE for c in hand[p])`"),
        ("define x = sum(c in your hand where c.value > 1)", "`sum(VALUE for c in your hand)`"),
        ("define x = max(c in hand[1])", "`max(VALUE for c in hand[1])`"),
        ("deck d:\n    2 Card(1)", "`2 * Card(1)`"),
        ("deck d:\n    -1 * Joker(1)", "0 or more"),
        ("action bet(n in 5, 10, 20):\n    heap = n", "`n in [5, 10, 20]`"),
        ("action steal(p in Player where p != me):\n    heap = 1", "`require p != me`"),
        ("action three(cs in 3 cards from hand):\n    heap = 1", "later version"),
        ("phase p(x: Player):\n    must roll", "later version"),
        ("use french", "later version"),
        ("part french", "later version"),
        ("amend phase turn:\n    heap = 1", "`replace phase turn:`"),
        ("amend setup:\n    heap = 1", "`replace setup:`"),
        ("amend play:\n    heap = 1", "`replace play:`"),
        ("amend action bid(amount):\n    heap = 1", "`amend action bid:`"),
        ("replace roll:\n    heap = 1", "say what it is: `replace action roll`"),
        ("turn2:\n    heap = 1", "`phase turn2:`"),
        ("goal = 30", "`define goal = 30`"),
        ("def f(x):\n    heap = 1", "what has a value is a `define`"),
        ("action end:\nheap = 1", "`end_action`"),
        ('test "t":\n    when player 1: roll', "`when 1: roll`"),
        ('test "t":\n    when 1: lay 1 of clubs', "`when 1: lay(1 of clubs)`"),
        ('test "t":\n    roll', "`when 1: roll`"),
        ('test "t":\n    heap == 0', "`expect heap == 0`"),
        ('test "t":\n    assert heap == 0', "`expect`"),
        ('test "t":\n    expect seat 2 sees heap', "`expect 2 sees heap`"),
        ('test "t":\n    expect 2 knows heap', "`expect 2 sees heap`"),
        ('test "t":\n    expect 2 can see heap', "`expect 2 sees heap`"),
        ('test "t":\n    expect 2 cannot see heap', "`expect 2 does not see heap`"),
        ('test "t":\n    expect 2 does not sees heap', "`expect 2 does not see heap`"),
        ('test "t":\n    expect 1, 2 see heap', "a line for each of 1, 2"),
        ('test "t":\n    expect everybody sees', "`expect onlooker sees ...`"),
        ('test "t":\n    expect 2 does not see', "say what"),
        ('test "t":\n    expect 2 cannot tell "u"', "`expect 2 cannot tell this from"),
        ("table t: a, b\n    1 2", "parted by commas"),
        ('match m "M":\n    rounds: 3', "`rounds = 3`"),
    ],
)  # fmt: skip
def test_declarations(text: str, expected: str) -> None:
    if text.startswith("action end"):
        found = in_game(AROUND + text + "\n").diagnostics
        assert [d.code for d in found] == ["RD040", "RD023"]
        assert expected in (found[0].help or "")
        return
    assert expected in help_of(text + "\n")


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ('game my pig "Pig"', '`game my_pig "Pig"`'),
        ("game pig", '`game pig "Title"`'),
        ('game "Pig"', '`game NAME "Pig"`'),
        ("variant w of pig.rules", "`variant w of pig`"),
        ('variant w of pig.rules "W"', '`variant w of pig "W"`'),
    ],
)
def test_headers(header: str, expected: str) -> None:
    (found,) = read(f"language 1\n{header}\nplayers 2\n").diagnostics
    assert expected in (found.help or "")


def test_a_variant_sets_what_the_base_declares() -> None:
    (found,) = read('language 1\nvariant w of pig "W"\ngoal = 30\n').diagnostics
    assert found.help == "a variant changes what the base declares: `set goal = 30`"


@pytest.mark.parametrize(
    ("word", "at"),
    [("end", 3), ("all", 3), ("not", 3), ("up", 3)],
)
def test_a_reserved_word_is_told_where_it_is_declared(word: str, at: int) -> None:
    text = (
        f"{HEAD}var {word}: 0..9 = 0 seen by all\naction roll:\n    {word} = 1\n    heap = {word}\n"
        f"play:\n    {word} += 1\n"
    )
    assert [(d.code, d.primary.span.line) for d in read(text).diagnostics] == [("RD040", at)]


def test_a_reserved_word_that_is_offered_before_it_is_declared() -> None:
    text = f"{HEAD}play:\n    must move or hold\naction move:\n    heap = 1\n"
    assert [(d.code, d.primary.span.line) for d in read(text).diagnostics] == [("RD040", 5)]


def test_tabs_are_told_once() -> None:
    text = f"{HEAD}play:\n\tif heap:\n\t\theap = 1\n    \t  heap = 2\n  heap = 3\n"
    assert [d.code for d in read(text).diagnostics] == ["RD020"]


def test_a_long_line_is_not_compared_without_end() -> None:
    text = f"{HEAD}play:\n    x [" + "\n      move to, " * 2000 + "\n      ]\n"
    assert all(d.help for d in read(text).diagnostics)


def test_every_kind_of_line_has_a_form() -> None:
    assert {"file", "statement", "game"} <= set(FORMS)
    assert (DECLARATIONS | STATEMENTS) - set(FORMS) - {"win", "ties"} == set()


def test_help_keeps_the_style() -> None:
    rows = [*HEADERS, *DECLARED, *STATED, *TESTED, *ANYWHERE]
    rows += [row for kind in LINES.values() for row in kind]
    for text in [help_text for _, help_text in rows] + [form for form, _ in FORMS.values()]:
        assert not text.endswith("."), text
        assert not text[:1].isupper(), text
        assert text.count("`") % 2 == 0, text


def test_a_reserved_word_that_is_right_elsewhere_is_told_where_it_is_wrong() -> None:
    text = f"{HEAD}type Suit = by, spades\nscore p in Player = 0\nwin by highest score\n"
    assert [(d.code, d.primary.span.line) for d in read(text).diagnostics] == [("RD040", 3)]
