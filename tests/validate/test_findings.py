"""What is found in a small game with a change in it, and what is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.cli.mending import mend
from ruledsl.compiling import check_text
from ruledsl.diagnostics.example import GAME, changed
from ruledsl.source import SourceFile
from tests.validate.good import rulesets
from tests.validate.small_games import GAMES, text_of

BANK = "money bank = unlimited seen by all\n"
BUY = '    require rounds < 8, otherwise "too late"\n    pay amount from your coins to bank\n'
REQUIRE = "require rounds < 8"
TWICE = "    repeat 2 times:\n"
TURN = "    must discard or buy\n"
DEAL = "        move 2 from stock to your hand\n"
EXCHANGE = "    pay amount from your coins to bank\n    pay amount from bank to your coins\n"


def said(text: str) -> list[tuple[str, str]]:
    return [(d.code, d.message) for d in check_text("example.rules", text).diagnostics]


def codes(*changes: str) -> list[str]:
    return codes_of(changed(*changes))


def codes_of(text: str) -> list[str]:
    return [code for code, _ in said(text)]


# --- names ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "zone spare seen by nobody",
        "var spare: 0..9 = 0 seen by all",
        "money spare = 3 up to 9 seen by all",
        "define spare = 3",
        "define spare(p: Player) = points[p]",
        "type Spare = one, other",
        "type Spare = 1..3",
        "option spare: 0..9 = 3",
        "table spare: value\n    1\n    2",
        'card Spare(value: 1..3) shown as "spare {value}"',
    ],
)
def test_what_nothing_mentions(line: str) -> None:
    text = changed(BANK, f"{line}\n{BANK}")
    assert [code for code, _ in said(text)] == ["RD121"]
    mended = mend(SourceFile("example.rules", text), unsafe=True)
    assert mended.source.text == GAME
    assert mend(SourceFile("example.rules", text), unsafe=False).done == ()


def test_what_has_a_docstring_is_left_to_its_author() -> None:
    lines = 'zone spare seen by nobody\n"""Where nothing\nlies."""\n'
    text = changed(BANK, lines + BANK)
    assert [code for code, _ in said(text)] == ["RD121"]
    assert mend(SourceFile("example.rules", text), unsafe=True).done == ()


@pytest.mark.parametrize(
    "line",
    [
        'option talk: Bool = yes "partners may talk"',
        'define shown = 3\ntest "three":\n    expect shown == 3',
        'match best "Best of three":\n    rounds = 3',
    ],
)
def test_what_may_stand_unused(line: str) -> None:
    assert codes("ties shared\n", f"ties shared\n{line}\n") == []


def test_what_a_test_alone_uses_is_not_taken_out() -> None:
    test = 'test "t":\n    given spare = 2\n    expect spare == 2\n'
    text = changed(BANK, f"var spare: 0..9 = 0 seen by all\n{BANK}") + test
    assert [code for code, _ in said(text)] == ["RD121"]
    assert mend(SourceFile("example.rules", text), unsafe=True).done == ()


def test_a_value_that_is_drawn_or_told_elsewhere_may_stay() -> None:
    score = "score p in Player = points[p]\n"
    for first in ("random(0..9)", "player_count", "ordinal(starter)"):
        var = f"var luck: 0..9 = {first} seen by all\n"
        assert codes(BANK, var + BANK, score, "score p in Player = points[p] + luck\n") == []


def test_names_in_texts_count() -> None:
    told = '    announce "{amount} of {rounds}"\n'
    offered = "action buy(amount in 1..your coins):\n" + BUY
    assert codes(
        offered,
        "action buy(amount in 1..9):\n" + told,
        BANK,
        "",
        "coins[Player] = 10",
        "coins[Player] = 9",
    ) == ["RD121"]


@pytest.mark.parametrize(
    ("param", "expected"),
    [
        ("what in Suit", []),
        ("what in 0..9", []),
        ("what in 0..size(your hand)", []),
        ("what in Player", []),
        ("secretly what in Suit", ["RD122"]),
        ("what in your hand", ["RD122"]),
        ("what in discards", ["RD122"]),
        ("what in low_cards", ["RD122"]),
    ],
)
def test_what_is_spoken_is_used(param: str, expected: list[str]) -> None:
    """A number or a word that a move names is told to everybody; a card may be seen by nobody else."""
    low = "define low_cards = discards\n" if "low_cards" in param else ""
    assert codes("action discard(", f"{low}action discard({param}, ") == expected


def test_a_variant_is_told_of_its_own_lines_only(tmp_path: Path) -> None:
    (tmp_path / "duel.rules").write_text(changed(BANK, f"define spare = 3\n{BANK}"), "utf-8")
    head = 'language 1\nvariant duel_b of duel "Duel B"\n'
    assert check_text("duel_b.rules", head, tmp_path).diagnostics == ()
    (found,) = check_text("duel_b.rules", f"{head}define other = 3\n", tmp_path).diagnostics
    assert (found.code, found.primary.span.line) == ("RD121", 3)


# --- conditions -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("amount > 0", ["RD318"]),
        ("amount > 20", ["RD318"]),
        ("amount != 0 and rounds >= 0", ["RD318"]),
        ("amount > 1", []),
        ("rounds < 9", []),
        ("size(your hand) >= 0", ["RD318"]),
        ("size(your hand) < 6", []),
        ("size(your hand) < 7", ["RD318"]),
        ("any(coins[p] > 20 for p in Player)", ["RD318"]),
        ("player_count == 2", ["RD318"]),
    ],
)
def test_a_requirement_that_is_decided(condition: str, expected: list[str]) -> None:
    assert codes(REQUIRE, f"require {condition}") == expected


def test_what_depends_on_an_option_is_not_decided() -> None:
    option = "players 2\n", 'players 2\noption most: 0..30 = 25 "most coins"\n'
    assert codes(*option, REQUIRE, "require amount <= most") == []
    assert (
        codes(
            *option,
            REQUIRE,
            "require rounds < 8 and limit > 3",
            BANK,
            f"define limit = most\n{BANK}",
        )
        == []
    )


OPTIONS = (
    "players 2\n",
    "players 2\noption one: Bool = no\noption two: Bool = no\noption level: 0..100 = 0\n",
)


@pytest.mark.parametrize(
    ("latest", "expected"),
    [
        ("2 if one and two else 8", []),
        ("2 if level == 37 else 8", []),
        ("2 if one and level == 37 else 8", []),
        ("8 if one and two else 8", ["RD126", "RD126"]),
        ("8 if level == 37 else 8", ["RD126"]),
    ],
)
def test_options_that_make_a_difference_together(latest: str, expected: list[str]) -> None:
    left = OPTIONS[1].split("\n", 1)[1].splitlines(keepends=True)
    options = "players 2\n" + "".join(o for o in left if o.split()[1].rstrip(":") in latest)
    define = f"define latest = {latest}\n{BANK}"
    assert codes(OPTIONS[0], options, BANK, define, "rounds < 8", "rounds < latest") == expected


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("not (one and two)", []),
        ("level != 37", []),
        ("latest < 5", []),
        ("rounds < 9", []),
        ("player_count == 2", ["RD318"]),
    ],
)
def test_what_is_reached_with_some_options_only(condition: str, expected: list[str]) -> None:
    define = f"define latest = 6 if one and two else 4\n{BANK}"
    text = f"    if {condition}:\n        end game\n    rounds = 0\n"
    found = codes(*OPTIONS, BANK, define, TWICE, f"{text}{TWICE}")
    assert [code for code in found if code in ("RD317", "RD318")] == expected


def test_what_holds_for_one_number_of_players_only() -> None:
    players = "players 2\n", "players 2..3\n"
    assert codes(*players, TURN, "    if player_count == 3:\n        must buy\n" + TURN) == []
    never = "    if player_count == 4:\n        must buy\n"
    assert codes(*players, TURN, never + TURN) == ["RD318"]


# --- length -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("loop", "buy", "expected"),
    [
        ("    repeat until hand is empty:\n", BUY, []),
        ("    repeat until rounds == 9:\n", EXCHANGE, []),
        ("    repeat until hand is empty:\n", EXCHANGE, ["RD319"]),
        ("    repeat until coins[1] == 3:\n", EXCHANGE, ["RD319"]),
        ("    repeat until any(points[p] > 9 for p in Player):\n", EXCHANGE, ["RD319"]),
    ],
)
def test_loops(loop: str, buy: str, expected: list[str]) -> None:
    assert codes(TWICE, loop, BUY, buy) == expected


@pytest.mark.parametrize(
    ("game", "old", "new"),
    [
        ("a pot that is exhausted by shares of it", "pot >= 2", "your purse < 38"),
        ("a pot that is exhausted by shares of it", "pot >= 2", "pot >= 1"),
        ("a share that an if leaves aside where it is nothing", "share > 0:", "share >= 0:"),
        ("what is chosen must be something", "n > 0 and n <= left", "n <= left"),
        ("what is chosen must be something", "n > 0 and", "n != 1 and"),
        ("what is chosen must be more for one of two", "n + m >= 1", "n + m >= 0"),
        ("two bounds, one behind the other", "wait(n in 1..3)", "wait(n in 0..3)"),
    ],
)
def test_a_step_that_may_be_nothing(game: str, old: str, new: str) -> None:
    text = rulesets()[game]
    assert codes_of(text) == []
    assert "RD320" in codes_of(changed(old, new, text=text))


def test_points_that_a_player_may_refuse_for_ever() -> None:
    forced = "phase turn:\n    must roll\n"
    text = text_of(GAMES["pushing one's luck"])
    assert text.count(forced) == 1
    ((code, message),) = said(text.replace(forced, "phase turn:\n"))
    assert code == "RD320"
    assert "with `stop` again and again" in message


def test_what_is_left_without_anybody_choosing() -> None:
    flip = "    repeat until rounds == 3:\n        rounds = 9 - rounds\n"
    (finding,) = said(changed(TWICE, flip + TWICE))
    assert finding[0] == "RD320"
    assert "without anybody being asked, it can go on for ever" in finding[1]


def test_skipping_for_ever() -> None:
    (finding,) = said(
        changed(
            TWICE,
            "    repeat until hand is empty:\n",
            TURN,
            TURN.replace("must", "may"),
            "        rounds += 1\n",
            "        rounds = 9\n",
        )
    )
    assert finding[0] == "RD320"
    assert "while all skip, it can go on for ever" in finding[1]


# --- beginnings -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("new", "message"),
    [
        (
            "        move 4 from stock to your hand\n",
            "4 cards should be moved from `stock`, and it holds 2 by then",
        ),
        (
            DEAL + "        pay 11 from your coins to bank\n",
            "11 is to be paid from `coins`, which holds 10 by then",
        ),
        (
            DEAL + "        pay 6 from coins[1] to coins[2]\n",
            "6 is to be paid from `coins`, which holds 4 by then",
        ),
        (
            DEAL + "        rounds += 5\n",
            "`rounds` becomes 10 here, and it is 0..9",
        ),
        (
            DEAL + "        rounds = 6 div (rounds - ordinal(me) + 1)\n",
            "something is divided by 0 here",
        ),
        (
            DEAL + "        points[Player[rounds + 1]] = 1\n        rounds += 2\n",
            "place 3 of `points` is asked for here, and it has 2",
        ),
        (
            DEAL + "        move top(discards) to stock\n",
            "a card is to be taken from `discards`, which is empty by then",
        ),
    ],
)
def test_a_game_that_cannot_begin(new: str, message: str) -> None:
    assert ("RD419", message) in said(changed(DEAL, new))


@pytest.mark.parametrize(
    "new",
    [
        DEAL
        + "        if any(c.rank == ace for c in your hand):\n            move 9 from stock to your hand\n",
        DEAL
        + "        let n = random(1..2)\n        if n == 1:\n            move 1 from stock to your hand\n",
        DEAL
        + "        if any(c.rank == ace for c in your hand) and 6 div points[starter] > 1:\n            rounds = 1\n",
        DEAL
        + "        if any(i == 1 or 6 div points[starter] > i for i in 1..3):\n            rounds = 1\n",
        "        move up to 4 from stock to your hand\n",
    ],
)
def test_what_hangs_on_a_face_or_on_chance_is_not_told(new: str) -> None:
    assert "RD419" not in codes(DEAL, new)


# --- ties -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("highest(c in your hand by c.rank)", ["RD418"]),
        ("lowest(c in your hand by ordinal(c.rank) mod 2)", ["RD418"]),
        ("highest(c in your hand where c.rank != ace by c.rank)", ["RD418"]),
        ("highest(c in your hand by c.rank, first of equals)", []),
        ("highest(c in your hand where c.suit == hearts by c.rank)", []),
        ("highest(c in your hand where c.suit == top(stock).suit by c.rank)", []),
        ("highest(c in your hand by ordinal(c.rank) * 2 + ordinal(c.suit))", []),
        ("highest(c in your hand by worth(c))", []),
        ("highest(c in your hand by ordinal(c.rank) + rounds)", []),
    ],
)
def test_cards_that_may_tie(question: str, expected: list[str]) -> None:
    worth = "define worth(c: Pip) = ordinal(c.rank) + (10 if c.suit == hearts else 0)\n"
    need = worth + BANK if "worth" in question else BANK
    assert codes(DEAL, f"{DEAL}        move {question} to discards\n", BANK, need) == expected


def test_cards_of_which_one_is_the_highest_by_count() -> None:
    best = "define best = max(ordinal(c.rank) for c in hand)\n"
    count = "count(c in hand where ordinal(c.rank) == best)"
    move = "move highest(c in hand by c.rank) to discards\n"
    for lines in (
        f"        if {count} == 1:\n            {move}",
        f"        let many = {count}\n        if many > 1:\n            rounds = 0\n        else:\n            {move}",
    ):
        assert "RD418" not in codes(DEAL, DEAL + lines, BANK, best + BANK)
    guarded = f"        if hand is not empty:\n            {move}"
    assert "RD418" in codes(DEAL, DEAL + guarded)


# --- what runs out ------------------------------------------------------------------------------

IN_TURNS = "        move 1 from stock to discards\n        do turn\n        rounds += 1\n"
TURNS = """    repeat 2 times:
        each player from starter:
            do turn
        rounds += 1
"""


@pytest.mark.parametrize(
    ("loop", "expected"),
    [
        ("    turns from starter until rounds == 9:\n", ["RD420"]),
        ("    turns from starter until rounds >= 7:\n", ["RD420"]),
        ("    turns from starter until rounds == 6:\n", []),
        ("    turns from starter until rounds == 9 or stock is empty:\n", []),
        ("    repeat 7 times:\n", ["RD420"]),
        ("    repeat 6 times:\n", []),
    ],
)
def test_more_rounds_than_cards(loop: str, expected: list[str]) -> None:
    each = "        player starter acts:\n            do turn\n"
    body = IN_TURNS.replace("        do turn\n", each) if "repeat" in loop else IN_TURNS
    assert codes(TURNS, loop + body, BUY, EXCHANGE) == expected


def test_what_may_be_taken_up_to_does_not_run_out() -> None:
    body = IN_TURNS.replace("move 1", "move up to 1")
    loop = "    turns from starter until rounds == 9:\n"
    assert codes(TURNS, loop + body, BUY, EXCHANGE) == []


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("move 1 from stock to discards\n        rounds += 2", []),
        ("move 2 from stock to discards\n        rounds += 2", []),
        (
            "if rounds mod 2 == 0:\n            move 1 from stock to discards\n        rounds += 1",
            [],
        ),
        ("if rounds < 3:\n            move 1 from stock to discards\n        rounds += 1", []),
        (
            "if points[starter] == 0:\n            move 1 from stock to discards\n"
            "            points[starter] = 1\n        rounds += 1",
            [],
        ),
        ("move 1 from stock to discards\n        rounds += 1", ["RD420"]),
        ("rounds += 1\n        move 1 from stock to discards", ["RD420"]),
        ("move 1 from spare to discards\n        rounds += 1", []),
    ],
)
def test_what_is_taken_at_every_other_round_or_from_what_was_filled(
    body: str, expected: list[str]
) -> None:
    loop = f"    turns from starter until rounds == 8:\n        do turn\n        {body}\n"
    spare = f"pile spare seen by nobody\n{BANK}"
    zone = (
        (BANK, spare, DEAL, f"{DEAL}        move up to 1 from stock to spare\n")
        if "spare" in body
        else ()
    )
    assert codes(TURNS, loop, BUY, EXCHANGE, *zone) == expected


def test_a_loop_that_begins_where_another_ends() -> None:
    first = "    turns from starter until rounds == 5:\n        do turn\n        rounds += 1\n"
    second = f"    turns from starter until rounds == 9:\n{IN_TURNS}"
    assert codes(TURNS, first + second, BUY, EXCHANGE) == []


def test_what_is_so_with_some_numbers_of_players_is_told_once() -> None:
    loop = f"    turns from starter until rounds == 3 * player_count:\n{IN_TURNS}"
    text = changed("players 2\n", "players 2..3\n", TURNS, loop, BUY, EXCHANGE)
    found = [d for d in check_text("example.rules", text).diagnostics if d.code == "RD420"]
    assert [d.notes for d in found] == [("this is so with 3 players",)]


# --- what cannot be done ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ("points[starter] = 18 + step", "`points` is 0..20, and becomes 21..22 here"),
        ("points[starter] = 6 div (step - step0)", None),
        ("points[Player[step]] = 1", "number 3..4 is asked for, and there are only 1..2"),
        (
            "move 4 + step from discards to stock",
            "`discards` never has more than 6 cards, and 7 are moved from it here",
        ),
    ],
)
def test_what_cannot_be_done(step: str, message: str | None) -> None:
    var = "var step: 0..9 = 3 seen by all\nvar step0: 0..9 = 3 seen by all\n"
    set_ = "        step = random(3..4)\n        step0 = random(3..4)\n"
    text = changed(
        BANK, var + BANK, "        rounds += 1\n", f"        rounds += 1\n{set_}        {step}\n"
    )
    expected = [] if message is None else [("RD227", message)]
    assert [x for x in said(text) if x[0] == "RD227"] == expected
