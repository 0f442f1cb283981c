"""What happens in a session: moves, refusals, taking back, matches, faults."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruledsl.repl.results import (
    Ambiguous,
    Broken,
    Explained,
    HelpShown,
    Illegal,
    Left,
    Listed,
    LogShown,
    Played,
    TableShown,
    Undone,
    Unreadable,
)
from tests.repl.games import game, session, transcript

BEASTS = ("adder", "badger", "crane", "dove", "eel", "fox", "gull", "hare", "ibis")

ANSWERS = [
    ("", Listed),
    ("moves", Listed),
    ("moves bid", Listed),
    ("table", TableShown),
    ("/log", LogShown),
    ("help", HelpShown),
    ("quit", Left),
    ("undo", Undone),
    ("zebra", Unreadable),
    ("0", Unreadable),
    ("99", Unreadable),
    ("99999999999999999999", Unreadable),
    ("bid", Unreadable),
    ("bid lots", Unreadable),
    ("bid 9", Illegal),
    ("why bid 9", Explained),
    ("why not bid 1", Explained),
    ("why 1", Explained),
    ("why 99", Unreadable),
    ("why zebra", Unreadable),
]


@pytest.mark.parametrize(("line", "kind"), ANSWERS)
def test_lines_that_are_no_moves_change_nothing(line, kind):
    played = session("whisper")
    before = played.state.core
    assert type(played.answer(line)) is kind
    assert (played.state.core, played.asked) == (before, 1)


@pytest.mark.parametrize("line", ["bid 2", "BID(2)", " bid  2 ", "Bid, 2"])
def test_a_move_in_words(line):
    played = session("whisper")
    assert played.answer(line) == Played("bid(2)")
    assert played.state.actor == 2


def test_a_move_by_number_is_the_one_that_was_listed():
    for number, entry in enumerate(session("whisper").moves, 1):
        assert entry.number == number
        assert session("whisper").answer(str(number)) == Played(str(entry.move))


def test_a_refusal_has_the_reason_and_the_line():
    # Seed 1 need not give the eel to seat 1, so look for a seed that does.
    for seed in range(50):
        played = session("whisper", seed=seed)
        if "eel" in str(played.answer("table")):
            break
    answer = played.answer("show eel")
    assert isinstance(answer, Illegal)
    assert answer.verdict.reason == "the eel stays hidden"
    assert answer.verdict.line == 27
    _, text = transcript(played, ["show eel", "why not show eel"])
    assert "`show(eel)` is not legal: the eel stays hidden" in text
    assert 'whisper.rules:27: require c.beast != eel, otherwise "the eel stays hidden"' in text
    assert "fails: c.beast != eel" in text


def test_taking_back_goes_through_bots_to_the_own_choice():
    played = session("whisper", players=3)
    before = (played.state.core, played.moves)
    played.answer("bid 2")
    played.proceed()
    assert played.asked == 1
    assert played.answer("undo") == Undone(3)
    assert (played.state.core, played.moves, played.asked) == (*before, 1)
    assert played.answer("undo") == Undone(0)


def test_taking_back_and_playing_again_meets_the_same_answers():
    played = session("whisper", players=3)
    lines = []
    for _ in range(2):
        played.answer("bid 2")
        played.proceed()
        lines.append([str(item) for item in played.state.items])
        played.answer("undo")
    assert lines[0] == lines[1]


def test_taking_back_among_several_people_is_to_the_own_choice():
    played = session("whisper", players=3, people=(1, 2))
    played.answer("bid 1")
    before = played.state.core
    played.answer("bid 2")
    played.proceed()
    played.answer("bid 3")
    assert (played.asked, played.answer("undo")) == (2, Undone(3))
    assert (played.state.core, played.asked) == (before, 2)


def test_news_are_told_once():
    played = session("whisper")
    assert played.choice().news
    assert not played.choice().news
    played.answer("bid 1")
    played.proceed()
    texts = [line.text for line in played.choice().news]
    assert texts[0] == "seat 1: bid(1)"
    assert any(text.startswith("seat 2: ") for text in texts)


def test_single_moves_are_played_only_when_asked_for():
    asked = session("goofspiel", seed=3)
    for _ in range(12):
        asked.answer("1")
        asked.proceed()
    assert len(asked.moves) == 1
    forced = session("goofspiel", seed=3, forced=True)
    for _ in range(12):
        forced.answer("1")
        forced.proceed()
    assert forced.is_over


def test_a_match_is_played_to_its_end():
    played = session("whisper", match="two")
    outcome, text = transcript(played, ["bid 1"] * 4)
    assert outcome == "over"
    assert "game 1 is over" in text
    assert "game 2 is over" in text
    assert "Two games: 2 of 2 games played" in text
    assert re.search(r"seats? .*wins? the match", text)


def test_a_fault_in_the_rules_by_a_persons_move_leaves_the_game_as_it_was():
    played = session("brittle", people=(1, 2))
    assert played.answer("light") == Played("light")
    before = played.state.core
    answer = played.answer("burn")
    assert isinstance(answer, Broken)
    assert played.state.core == before
    assert played.answer("wait") == Played("wait")
    outcome, text = transcript(played, ["burn", "wait", "wait", "wait", "wait"], open_hands=True)
    assert outcome == "over"
    assert "the rules fail here: " in text
    assert "brittle.rules:10: division by 0" in text


def test_a_fault_in_the_rules_by_a_bots_move_ends_play():
    outcomes = set()
    for seed in range(30):
        outcome, text = transcript(session("brittle", seed=seed), ["light", "light", "light"])
        outcomes.add(outcome)
        assert ("division by 0" in text) == (outcome == "broken")
    assert outcomes == {"over", "broken"}


def test_no_people_no_questions():
    outcome, text = transcript(session("whisper", people=()), [])
    assert outcome == "over"
    assert "the game is over" in text
    assert "> " not in text


def test_ambiguous_moves_get_the_candidates_with_their_numbers():
    played = session("twins")
    answer = played.answer("take stone")
    assert isinstance(answer, Ambiguous)
    assert [entry.number for entry in answer.candidates] == [1, 2, 3, 4, 5, 6]
    _, text = transcript(played, ["take stone"])
    assert "`take stone` may mean several moves; which one?" in text
    assert played.answer("take stone at 2") == Played("take(stone at 2)")


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
        allowed |= set(zone.cards or ())
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
    from ruledsl.engine.view import view

    zones = view(played.state, seat).zones
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
        st.text(max_size=40),
        st.lists(WORDS, max_size=6).map(" ".join),
        st.lists(WORDS, max_size=4).map("".join),
    ),
    max_size=25,
)


@settings(max_examples=150, deadline=None)
@given(LINES)
def test_nonsense_is_answered_and_plays_nothing_that_was_not_named(lines):
    played = session("whisper", players=3)
    _, text = transcript(played, lines)
    assert "\x1b" not in text
    assert "Traceback" not in text
    for shown in re.findall(r"^you play: (.*)$", text, re.MULTILINE):
        name = re.match(r"[a-z]+", shown)
        assert name is not None
        # A number names a move, and so does its word; nothing else does.
        typed = [line.casefold() for line in lines]
        assert any(name[0] in line or re.fullmatch(r"\s*#?\d+\.?\s*", line) for line in typed)
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


def test_equal_questions_get_equal_answers():
    from ruledsl.agents.catalogue import make
    from ruledsl.agents.interface import Question
    from ruledsl.engine.view import view

    state = game("whisper").start(4)
    question = Question(view(state, 1), state.legal_moves, 0)
    backwards = Question(view(state, 1), state.legal_moves[::-1], 0)
    choices = {make("random", seed, 1).choose(question) for seed in range(60)}
    assert choices == set(state.legal_moves)
    for seed in range(20):
        bot = make("random", seed, 1)
        assert bot.choose(question) == make("random", seed, 1).choose(backwards)
