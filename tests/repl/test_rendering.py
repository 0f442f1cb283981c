"""How a session looks: long lists, narrow screens, places in the rules, control characters."""

from __future__ import annotations

import io

import pytest

from ruledsl import compiling
from ruledsl.diagnostics.visible import width_of
from ruledsl.engine.happenings import Revealed
from ruledsl.engine.knowledge.tell import Told
from ruledsl.machine import serial
from ruledsl.repl import about
from ruledsl.repl.lines import Line, Manner, columns, table, wrapped
from ruledsl.repl.rendering import Rendering
from ruledsl.repl.results import Numbered
from ruledsl.repl.screen import Screen
from ruledsl.repl.views import NEWS
from tests.language.small import NUMBERS, begun
from tests.repl.games import game, session, transcript


def _texts(lines):
    return [line.text for line in lines]


@pytest.mark.parametrize("width", [1, 20, 37, 80, 200])
def test_lines_keep_to_the_width(width):
    parts = [f"part {number}" for number in range(30)]
    for lines in (
        wrapped("head: ", parts, Manner(width)),
        columns(parts, Manner(width)),
        table([("x", parts, "end")], Manner(width)),
    ):
        assert max(width_of(line.text) for line in lines) <= max(width, 26)
        assert " ".join(_texts(lines)).replace(",", "").split().count("part") == 30


def test_wide_characters_take_two_columns():
    lines = _texts(table([("龍", (), "a"), ("xy", (), "b")], Manner(80)))
    assert [width_of(line.split(line[-1])[0]) for line in lines] == [6, 6]


def test_long_lists_of_moves_are_folded_and_said_how_to_unfold():
    machine = game("whisper").machine
    move = session("whisper").moves[0].move
    many = [Numbered(number, move) for number in range(1, 101)]
    rendering = Rendering.of(machine, Manner(80))
    text = "\n".join(_texts(rendering.views.moves(many)))
    assert "... 60 more moves, 41 to 100; `moves show` lists them" in text
    assert len(_texts(rendering.views.moves(many, in_full=True))) > len(text.split("\n"))
    assert "100  " in "\n".join(_texts(rendering.views.moves(many, in_full=True)))


def test_much_news_is_told_by_its_moves():
    rendering = Rendering.of(game("whisper").machine, Manner(80))
    news = [Told("played", "seat 2: bid(1)")]
    news += [Told("moved", f"card {number} goes") for number in range(NEWS)]
    texts = _texts(rendering.views.news(news))
    assert texts[1] == "  seat 2: bid(1)"
    # `log` is a move of this game, so the command wears its slash.
    assert texts[2] == f"  ({NEWS} lesser things besides; `/log` tells all)"


def test_equal_news_in_a_row_are_one_line():
    rendering = Rendering.of(game("whisper").machine, Manner(80))
    news = [Told("moved", "a card goes")] * 3
    assert _texts(rendering.views.news(news))[1:] == ["  a card goes (3 times)"]


def test_values_that_a_seat_does_not_see_are_not_shown():
    _, text = transcript(session("whisper"), ["table"])
    assert "coins[1] 9" in text
    assert "coins[2]" not in text
    assert "hand[2]  3 cards" in text


def test_piles_say_which_end_is_shown_and_long_ones_are_cut():
    text = f"""{NUMBERS}
deck stock:
    N(each 1..40)
pile heap seen by all
setup:
    move all from stock to heap
play:
    end game
"""
    state = begun(text)
    rendering = Rendering.of(state.game.machine, Manner(400))
    shown = state.observation(1)
    assert "8 (top first, 32 more; `table` shows them)" in _texts(rendering.views.table(shown))[1]
    assert "40 (top first)" in _texts(rendering.views.table(shown, in_full=True))[1]


def test_what_is_known_of_hidden_cards_is_shown():
    text = f"""{NUMBERS}
deck stock:
    N(each 1..4)
row sack seen by nobody
zone box seen by nobody
setup:
    shuffle stock
    move 2 from stock to sack
    move 2 from stock to box
play:
    reveal sack[2]
    reveal box
    end game
"""
    state = begun(text)
    lines = _texts(Rendering.of(state.game.machine, Manner(400)).views.table(state.observation(1)))
    reveal = [h for h in state.happenings if isinstance(h, Revealed)]
    looks = [state.game.machine.looks[card.look].text for h in reveal for card in h.cards]
    assert f"  sack  ?, {looks[0]}" in lines
    assert f"  box   2 cards, surely {' and '.join(sorted(looks[1:]))}" in lines


def test_places_in_the_rules_of_base_and_variant(tmp_path):
    from pathlib import Path

    from tests.repl.games import RULES

    base = Path(RULES / "whisper.rules").read_text()
    (tmp_path / "whisper.rules").write_text(base)
    variant = 'language 1\nvariant thrifty of whisper "Thrifty"\n\namend action bid:\n'
    variant += '    require amount != 3, otherwise "three is unlucky"\n'
    (tmp_path / "thrifty.rules").write_text(variant)
    _, text = transcript(session(str(tmp_path / "thrifty.rules")), ["why not bid 3"])
    assert 'thrifty.rules:5: require amount != 3, otherwise "three is unlucky"' in text
    # The name of a file stands where it changes, and not on every line.
    assert "whisper.rules:30: action bid(amount in 1..4):" in text
    assert "      line 32: require amount + (1 if tax else 0) <= your coins" in text


def test_nothing_that_a_terminal_obeys_gets_through():
    out = io.StringIO()
    screen = Screen(io.StringIO("\x1b]0;x\x07\n"), out)
    screen.show([Line("a\x1b[2Jb\rc\u202ed")])
    assert screen.ask("\x1b> ") == "\x1b]0;x\x07"
    screen.clear()
    assert not set(out.getvalue()) & set("\x1b\r\x07\u202e")


def test_an_endless_line_is_read_to_its_end_and_cut():
    screen = Screen(io.StringIO("x" * 1_000_000 + "\nnext\n"), io.StringIO())
    assert len(screen.ask("> ") or "") == 10_000
    assert screen.ask("> ") == "next"
    assert screen.ask("> ") is None


def test_a_transcript_reads_like_a_talk():
    _, text = transcript(session("whisper"), ["bid 1", "quit"])
    assert "seat 1> bid 1\nyou play: bid(1)\n" in text
    assert text.endswith("seat 1> quit\nyou leave; the game is not finished\n")


DESCRIBED = '''language 1
game told "Told"
"""The game."""
players 2
"""Two play."""
option length: 1..3 = 2 "how long"
"""It goes on."""
type Colour = red, blue
"""What cards show."""
card Stock(colour: Colour)
deck supply:
    """All the cards."""
    Stock(each Colour)
define twice(n: Colour) = ordinal(n) * 2
"""Two for one."""
action go:
    """Go on."""
    end game
setup:
    """All come together."""
    gather supply
play:
    """One of them goes."""
    player starter acts:
        must go
score p in Player = 0
"""Nobody wins."""
test "nothing":
    """For the author."""
    expect not over
'''


def test_the_rules_tell_every_docstring():
    outcome = compiling.compile_program(compiling.open_text("told.rules", DESCRIBED))
    assert outcome.machine is not None
    again = serial.read(serial.dump(outcome.machine).encode(), "told.json")
    assert again == outcome.machine
    lines = [" ".join(line.text.split()) for line in about.rules(again, Manner(60))]
    assert lines == [
        "Told",
        "The game.",
        "options:",
        "length = 2 how long",
        "length It goes on.",
        "words:",
        "players Two play.",
        "Colour What cards show.",
        "twice Two for one.",
        "the table:",
        "supply All the cards.",
        "moves:",
        "go Go on.",
        "play:",
        "setup All come together.",
        "play One of them goes.",
        "the end:",
        "score Nobody wins.",
    ]
