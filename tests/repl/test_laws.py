"""What holds whatever is typed in a session: nothing hidden is shown, nonsense plays nothing, `undo` takes back."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ruledsl.repl.results import Played, Undone
from tests.repl.games import session, transcript

BEASTS = ("adder", "badger", "crane", "dove", "eel", "fox", "gull", "hare", "ibis")


def _names(text: str) -> set[str]:
    return set(BEASTS) & set(re.findall(r"[a-z]+", text))


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("seed", range(6))
def test_hidden_cards_are_never_shown(players, seed):
    """Every card is unique: whatever is named must lie in the own hand or lie open in the end."""
    played = session("whisper", players=players, seed=seed)
    lines = ["help", "table", "/log", "moves", "why 1", "why not show eel", "bid 9", "undo"]
    # The second `undo` takes the first bid back, so three bids come to two.
    lines += [*lines, "bid 1", *lines, "moves show", "bid 1", "bid 1"]
    # What the person names is echoed, so the refused beast is left out of the search.
    outcome, text = transcript(played, lines)
    assert outcome == "over"
    allowed = {"eel"}
    for zone in played.ending().view.zones:
        allowed |= {card for card in zone.cards if card is not None}
    assert _names(text.split("commands:")[0]) <= allowed
    assert _names(text) <= allowed
    assert len(allowed) < len(BEASTS)


def test_open_hands_show_each_seat_only_its_own_view():
    played = session("whisper", people=(1, 2))
    hands = {seat: _hand(played, seat) for seat in (1, 2)}
    _, text = transcript(played, [], open_hands=True)
    assert hands[1] <= _names(text)
    assert not hands[2] & _names(text)


def _hand(played, seat):
    zones = played.state.observation(seat).zones
    return set(next(zone.cards for zone in zones if zone.label == f"hand[{seat}]"))


WORDS = st.sampled_from(
    [
        "bid",
        "show",
        "log",
        "undo",
        "why",
        "not",
        "moves",
        "/",
        "help",
        "1",
        "2",
        "9",
        "-1",
        "0",
        "(",
        ")",
        ",",
        "eel",
        "fox",
        "seat",
        "at",
        "in",
        "hand[1]",
        "none",
        "skip",
        "\x1b[2J",
        "é",
    ]
)
LINES = st.lists(
    st.one_of(
        # A line is one line: what ends one for the reader cannot stand in it.
        st.text(st.characters(exclude_characters="\n\r", exclude_categories=["Cs"]), max_size=40),
        st.lists(WORDS, max_size=6).map(" ".join),
        st.lists(WORDS, max_size=4).map("".join),
    ),
    max_size=25,
)


def _names_a_move(line: str, word: str) -> bool:
    """Whether a line may be the move of that word: by its number, its word, or how that begins."""
    begins = re.match(r"\W*([a-z]+)", line)
    return (
        word in line
        or re.fullmatch(r"\s*#?\d+\.?\s*", line) is not None
        or (begins is not None and word.startswith(begins[1]))
    )


@pytest.mark.parametrize(
    ("line", "is_so"),
    [
        ("l", True),
        ("lo", True),
        ("log", True),
        ("8", True),
        (" #8. ", True),
        ("g", False),
        ("", False),
        ("b", False),
    ],
)
def test_what_names_a_move(line, is_so):
    assert _names_a_move(line, "log") == is_so
    assert ("you play: log" in transcript(session("whisper", players=3), [line])[1]) == is_so


@settings(max_examples=150, deadline=None)
@given(LINES)
@example(["L"])
def test_nonsense_is_answered_and_plays_nothing_that_was_not_named(lines):
    played = session("whisper", players=3)
    _, text = transcript(played, lines)
    assert "\x1b" not in text
    assert "Traceback" not in text
    for shown in re.findall(r"^you play: (.*)$", text, re.MULTILINE):
        name = re.match(r"[a-z]+", shown)
        assert name is not None
        assert any(_names_a_move(line.casefold(), name[0]) for line in lines)
    # Whatever was typed, the game can be played to its end.
    while not played.is_over:
        assert played.asked == 1
        assert isinstance(played.answer("1"), Played)
        played.proceed()


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**64 - 1), st.lists(st.integers(0, 12), max_size=8))
def test_taking_back_restores_the_choice(seed, picks):
    played = session("whisper", players=3, seed=seed)
    seen = [played.state.core]
    for pick in picks:
        if played.is_over:
            break
        if isinstance(played.answer(str(pick)), Played):
            played.proceed()
            seen.append(played.state.core)
    while not played.is_over and len(seen) > 1:
        seen.pop()
        result = played.answer("undo")
        assert isinstance(result, Undone)
        assert result.count > 0
        assert played.state.core == seen[-1]
