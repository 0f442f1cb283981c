"""What is completed leads to a legal move or a command, and tells nothing but that."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruledsl.repl import commands
from ruledsl.repl.completion import completions
from ruledsl.repl.moves import beginning, plain
from ruledsl.repl.results import Ambiguous, Played
from tests.repl.games import session

GAMES = ["whisper", "twins", "kuhn", "ka_ching", "goofspiel", "cat_in_the_sack", "cherki"]


def completed(text: str, word: str) -> str:
    """The text with its last word completed, as a terminal does it."""
    last = "" if not text or text[-1].isspace() else text.split()[-1]
    return text[: len(text) - len(last)] + word


def leads_on(played, text: str) -> bool:
    """Whether a text is the beginning of a legal move, word for word, or of a command."""
    words = plain(text).split()
    moves = [plain(str(entry.move)).split() for entry in played.moves]
    head = text.split()[0].removeprefix("/").casefold()
    return any(move[: len(words)] == words for move in moves) or head in commands.COMMANDS


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(GAMES),
    st.integers(0, 2**32),
    st.lists(st.integers(0, 40), max_size=8),
    st.data(),
)
def test_every_completion_leads_on_and_the_last_one_plays(name, seed, picks, data):
    played = session(name, seed=seed)
    for pick in picks:
        if not played.is_over and played.moves:
            played.answer(str(1 + pick % len(played.moves)))
            played.proceed()
    if played.is_over:
        assert all(word.removeprefix("/") in commands.COMMANDS for word in completions(played, ""))
        return
    # A move of words that are completed one after the other.
    wanted = data.draw(st.sampled_from(played.moves)).move
    text = ""
    for word in plain(str(wanted)).split():
        cut = data.draw(st.integers(0, len(word)))
        found = completions(played, text + word[:cut])
        assert word in found, (text, word, cut, found)
        assert len(set(found)) == len(found)
        for each in found:
            assert leads_on(played, completed(text + word[:cut], each)), (text, each)
        text = completed(text + word[:cut], word) + " "
    result = played.answer(text)
    if isinstance(result, Ambiguous):
        # Cards that look alike and are told apart by their places alone.
        assert len(beginning(played.state, str(wanted))) <= len(result.candidates)
    else:
        assert result == Played(str(wanted))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("b", ("bid", "bot")),
        ("bid ", ("1", "2", "3", "4")),
        ("bid(", ("bid(1", "bid(2", "bid(3", "bid(4")),
        ("bid(3", ("bid(3",)),
        ("bid(9", ()),
        ("/b", ("/bot",)),
        ("/lo", ("/log", "/load")),
        ("lo", ("log", "load")),
        ("x", ()),
        ("why ", ("not", "show", "bid", "log")),
        ("why not b", ("bid",)),
        ("help re", ("redo", "restart", "record", "reload")),
        ("hint ", ("random", "greedy", "rollout")),
        ("bot ", ("1", "2")),
        ("bot 2 h", ("human",)),
        ("moves s", ("show",)),
        ("record ", ("test",)),
        ("undo ", ()),
        ("\x1b[A", ()),
    ],
)
def test_what_is_completed(text, found):
    assert completions(session("whisper"), text) == found


def test_of_cards_only_ones_own_are_completed():
    for seed in range(8):
        played = session("whisper", people=(1, 2), seed=seed)
        own = {
            str(card) for zone in played.state.observation(1).zones for card in zone.cards if card
        }
        assert set(completions(played, "show ")) <= own
        assert set(completions(played, "why not show ")) <= own
