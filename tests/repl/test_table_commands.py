"""What the commands of the table do: taking back and making again, other deals, players, files, rules."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruledsl.repl import results
from ruledsl.repl.results import (
    DealtAnew,
    Hinted,
    Lent,
    Loaded,
    NoMoves,
    PlaceShown,
    Played,
    Redone,
    Refused,
    Reloaded,
    Restarted,
    SeatGiven,
    TranscriptShown,
    Undone,
    Unreadable,
    Written,
)
from ruledsl.store.savefiles import to_bytes
from ruledsl.store.saves import save_of
from tests.repl.files import changed, session_of
from tests.repl.games import session, transcript


def everything(played):
    """All that makes a table what it is, luck to come and all."""
    return to_bytes(save_of(played.table.sitting)), played.state.core, played.asked


# --- taking back and making again ------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(["whisper", "goofspiel", "kuhn", "ka_ching"]),
    st.integers(0, 2**64 - 1),
    st.lists(st.integers(1, 12), min_size=1, max_size=6),
    st.integers(1, 4),
)
def test_what_is_taken_back_is_made_again_as_it_was(name, seed, picks, times):
    played = session(name, seed=seed)
    stood = [everything(played)]
    for pick in picks:
        if isinstance(played.answer(str(pick)), Played):
            played.proceed()
            stood.append(everything(played))
    back = min(times, len(stood) - 1)
    for step in range(back):
        assert isinstance(played.answer("undo"), Undone)
        assert everything(played) == stood[-2 - step]
    for step in range(back):
        again = played.answer("redo")
        assert isinstance(again, Redone)
        assert again.count
        played.proceed()
        assert everything(played) == stood[len(stood) - back + step]
    assert played.answer("redo") == Redone(0)


def test_nothing_is_made_again_after_another_move():
    played = session("whisper")
    played.answer("bid 2")
    played.proceed()
    played.answer("undo")
    assert played.answer("bid 1") == Played("bid(1)")
    before = everything(played)
    played.proceed()
    stood = everything(played)
    assert before != stood
    assert played.answer("redo") == Redone(0)
    assert everything(played) == stood


def test_the_same_move_again_meets_the_same_luck():
    played = session("ka_ching", seed=3)
    played.answer("1")
    played.proceed()
    stood = played.state.core
    played.answer("undo")
    played.answer("1")
    played.proceed()
    assert played.state.core == stood


def test_from_the_start_again():
    played = session("whisper", players=3)
    first = everything(played)
    assert played.answer("restart") == Restarted(0)
    for line in ("bid 1", "bid 2"):
        played.answer(line)
        played.proceed()
    last = everything(played)
    result = played.answer("restart")
    assert isinstance(result, Restarted)
    assert result.count == 6
    assert everything(played) == first
    while played.answer("redo").count:
        played.proceed()
    assert everything(played) == last


def test_another_deal_follows_from_the_seed():
    ways = []
    for _ in range(2):
        played = session("kuhn", seed=5)
        deals = [everything(played)]
        for _ in range(3):
            assert played.answer("deal") == DealtAnew()
            deals.append(everything(played))
        ways.append(deals)
    assert ways[0] == ways[1]
    assert len({seed for seed, _, _ in ways[0]}) == 4
    # The deal after this one depends on this one alone, so that it is the same when the game was resumed.
    played.answer("deal 77")
    again = session("kuhn", seed=77)
    assert (played.answer("deal"), again.answer("deal")) == (DealtAnew(), DealtAnew())
    assert everything(played) == everything(again)


@pytest.mark.parametrize("seed", ["x", "-1", "1.5", str(1 << 64), "3 4"])
def test_no_seed(seed):
    played = session("kuhn")
    before = everything(played)
    assert isinstance(played.answer(f"deal {seed}"), Unreadable)
    assert everything(played) == before


# --- bots that help ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("bot", ["", "random", "greedy", "rollout:5"])
def test_a_hint_is_a_legal_move_and_changes_nothing(bot):
    played = session("whisper")
    before = everything(played)
    hint = played.answer(f"hint {bot}".strip())
    assert isinstance(hint, Hinted)
    assert hint.kind == (bot or "random")
    assert hint.move in played.moves
    assert played.answer(f"hint {bot}".strip()) == hint
    assert everything(played) == before
    values = [value for _, value in hint.estimates]
    assert (len(values) > 0) == bot.startswith("rollout")
    assert all(0 <= value <= 1 for value in values)


@pytest.mark.parametrize("bot", ["human", "nobody", "rollout:0", "random:4", "greedy random"])
def test_a_hint_of_nobody(bot):
    assert isinstance(session("whisper").answer(f"hint {bot}"), Unreadable)


def test_a_bot_chooses_so_many_times():
    played = session("goofspiel")
    assert played.answer("auto 3") == Lent(1, "random", 3)
    played.proceed()
    assert [done.by for done in played.table.sitting.done] == ["lent", "bot"] * 3
    assert played.asked == 1
    assert played.answer("undo") == Undone(6)


def test_a_bot_chooses_to_the_end():
    played = session("goofspiel")
    played.answer("5")
    played.proceed()
    assert played.answer("auto") == Lent(1, "random", None)
    played.proceed()
    assert played.is_over
    assert isinstance(played.answer("auto"), NoMoves)
    assert isinstance(played.answer("hint"), NoMoves)
    assert isinstance(played.answer("undo"), Undone)
    played.proceed()
    assert len(played.table.sitting.done) == 2, "it is the person's turn where the bot began"


@pytest.mark.parametrize("count", ["0", "-1", "x", "1.5", "two"])
def test_no_times(count):
    played = session("goofspiel")
    assert isinstance(played.answer(f"auto {count}"), Unreadable)
    played.proceed()
    assert not played.table.sitting.done


def test_a_bot_that_chooses_is_called_back_between_two_moves():
    played = session("goofspiel")
    played.answer("auto")
    looks = iter([False, False, False, True])
    played.proceed(lambda: next(looks, True))
    played.table.call_back()
    assert len(played.table.sitting.done) == 3
    played.proceed()
    assert (played.asked, len(played.table.sitting.done)) == (1, 4)


def test_seats_are_given_to_others():
    played = session("whisper", players=3)
    assert isinstance(played.answer("bot 2 human"), SeatGiven)
    assert isinstance(played.answer("bot 1 greedy"), SeatGiven)
    played.proceed()
    assert (played.people, played.asked) == ((2,), 2)
    for wrong in ("bot", "bot 2", "bot 9 random", "bot x random", "bot 2 nobody", "bot 0 human"):
        assert isinstance(played.answer(wrong), Unreadable), wrong
    assert played.people == (2,)


def test_where_names_a_line_of_the_rules():
    place = session("whisper").answer("where")
    assert isinstance(place, PlaceShown)
    assert place.quoted.strip() == "each player: must show or bid or log"


# --- files -------------------------------------------------------------------------------------------------


def test_a_game_is_saved_and_loaded(tmp_path):
    played = session_of(tmp_path / "drop.rules")
    played.answer("drop stone 4")
    played.proceed()
    kept = everything(played)
    name = str(tmp_path / "a.save")
    assert played.answer(f"save {name}") == Written("the game", name)
    played.answer("deal 9")
    played.proceed()
    assert everything(played) != kept
    assert played.answer(f"load {name}") == Loaded(name)
    assert everything(played) == kept
    played.answer("wait")
    played.proceed()
    assert played.answer(f"save {name}") == Written("the game", name), "an older save is replaced"


def test_files_that_are_no_saves(tmp_path):
    played = session_of(tmp_path / "drop.rules")
    before = everything(played)
    (tmp_path / "other").write_text("not a save")
    other = session_of(tmp_path / "four.rules", players=4)
    assert isinstance(other.answer(f"save {tmp_path}/four.save"), Written)
    for name in ("none", "other", "", "four.save", "no/such/folder"):
        assert isinstance(played.answer(f"load {tmp_path}/{name}"), Refused), name
    for name in ("no/such/folder", "", "other", "x" * 400, "\x00"):
        if len(name) < 250:
            assert isinstance(played.answer(f"save {tmp_path}/{name}"), Refused), name
    assert everything(played) == before
    assert (tmp_path / "other").read_text() == "not a save"


def test_files_need_somebody_to_reach_them():
    for line in ("save x", "load x", "transcript x", "reload"):
        assert isinstance(session("whisper").answer(line), Refused)


def test_a_transcript_holds_what_the_seat_has_seen(tmp_path):
    played = session_of(tmp_path / "drop.rules", people=(1, 2))
    played.answer("drop stone 4")
    played.answer("drop stone 7")
    assert played.asked == 1
    shown = played.answer("transcript")
    assert isinstance(shown, TranscriptShown)
    text = "\n".join(shown.lines)
    assert "seat 1: drop(stone 4)" in text
    assert "seat 2: drop(" in text
    assert "stone 7" not in text.replace("stone 7 goes from stones[1]", "").split("seat 1: drop")[1]
    name = str(tmp_path / "t.txt")
    assert isinstance(played.answer(f"transcript {name}"), Written)
    assert (tmp_path / "t.txt").read_text().splitlines() == ["Drop", "", *shown.lines]
    assert isinstance(played.answer(f"transcript {name}"), Refused), "nothing is overwritten"


# --- tests from games ----------------------------------------------------------------------------------------


def test_a_test_tells_all_so_it_waits_for_the_end():
    played = session("whisper")
    assert isinstance(played.answer("record test mine"), Refused)
    assert isinstance(played.answer("record"), Unreadable)
    assert isinstance(played.answer("record test"), Unreadable)
    assert isinstance(played.answer("record game mine"), Unreadable)
    played.answer("auto")
    played.proceed()
    assert isinstance(played.answer("record test mine"), results.WrittenTest)


@pytest.mark.parametrize(
    ("typed", "title"),
    [("mine", "mine"), ('"my own game"', "my own game"), ('"my own', "my own")],
)
def test_the_title_of_a_test_may_stand_in_quotes(tmp_path, typed, title):
    played = session_of(tmp_path / "drop.rules", open_hands=True)
    shown = played.answer(f"record test {typed}")
    assert isinstance(shown, results.WrittenTest)
    assert shown.text.startswith(f'test "{title}":')
    file = tmp_path / "the test.rules"
    if typed.count('"') != 1:
        assert isinstance(played.answer(f"record test {typed} {file}"), Written)
        assert file.read_text() == shown.text
    assert isinstance(played.answer('record test ""'), Unreadable)


def test_a_test_of_a_match_is_of_its_first_game():
    played = session("whisper", match="two")
    transcript(played, ["bid 1"] * 4)
    assert played.is_over
    refused = played.answer("record test second")
    assert isinstance(refused, Refused)
    assert "single games" in refused.lines[0]


# --- rules that change ---------------------------------------------------------------------------------------


def _dropped(path, people=(1,), **more):
    played = session_of(path, people=people, **more)
    for line in ("drop stone 4", "drop stone 7", "drop stone 5"):
        played.answer(line)
        played.proceed()
    return played


def test_rules_are_read_again_and_the_same_moves_made(tmp_path):
    path = tmp_path / "drop.rules"
    played = session_of(path)
    played.answer("drop stone 4")
    played.proceed()
    done = played.table.sitting.done
    changed(path, "points[1] += 1", "points[1] += 5")
    result = played.answer("reload")
    assert isinstance(result, Reloaded)
    assert (result.refitted.kept, result.refitted.total) == (2, 2)
    assert [(str(d.move), d.by) for d in played.table.sitting.done] == [
        (str(d.move), d.by) for d in done
    ]
    while not played.is_over:
        played.answer("wait")
        played.proceed()
    assert played.state.scores == (15, 0)


def test_a_move_that_is_not_legal_any_more_is_where_it_stops(tmp_path):
    path = tmp_path / "drop.rules"
    played = _dropped(path, people=(1, 2))
    assert played.asked == 2
    changed(path, "c.value < 99", "c.value < 5")
    refitted = played.answer("reload").refitted
    assert (refitted.kept, refitted.total, refitted.seat) == (1, 3, 2)
    assert refitted.reason == "it is not legal there"
    assert played.asked == 2
    assert [str(done.move) for done in played.table.sitting.done] == ["drop(stone 4)"]


def test_what_another_seat_did_in_secret_is_not_told_where_it_stops(tmp_path):
    path = tmp_path / "drop.rules"
    played = session_of(path, people=(1, 2))
    for line in ("drop stone 4", "drop stone 7"):
        played.answer(line)
    assert played.asked == 1
    changed(path, "c.value < 99", "c.value < 5")
    _, text = transcript(played, ["", "reload"], open_hands=False)
    assert "1 of 2 moves could be made again" in text
    assert "a move of seat 2 could not: it is not legal there" in text
    assert "stone 7" not in text.split("reload")[1].split("what has happened")[0]
    changed(path, "c.value < 5", "c.value < 99")
    shown = session_of(path, people=(1, 2), open_hands=True)
    for line in ("drop stone 4", "drop stone 7"):
        shown.answer(line)
    changed(path, "c.value < 99", "c.value < 5")
    assert shown.answer("reload").refitted.stopped == "drop(stone 7)"


def test_a_move_that_all_have_seen_is_told_in_the_words_of_the_table(tmp_path):
    path = tmp_path / "drop.rules"
    played = session_of(path, people=(1, 2))
    changed(path, "zone offer[Player] seen by owner", "zone offer[Player] seen by all")
    changed(path, "together each player", "each player")
    played = session_of(path, people=(1, 2))
    for line in ("drop stone 3", "drop stone 7"):
        played.answer(line)
    assert played.asked == 1
    changed(path, "c.value < 99", "c.value < 4")
    refitted = played.answer("reload").refitted
    assert (refitted.seat, refitted.stopped) == (2, "drop(stone 7)")


def test_faulty_rules_change_nothing(tmp_path):
    path = tmp_path / "drop.rules"
    played = _dropped(path)
    before = everything(played)
    for old, new in (("var points", "vra points"), ("points[1] += 1", "points[1] += missing")):
        changed(path, old, new)
        result = played.answer("reload")
        assert isinstance(result, Refused)
        assert "drop.rules" in "\n".join(result.lines)
        assert result.lines[-1] == "the game goes on with the rules it had"
        assert everything(played) == before
        changed(path, new, old)
    path.unlink()
    assert isinstance(played.answer("reload"), Refused)
    assert everything(played) == before


def test_rules_for_other_numbers_of_players(tmp_path):
    path = tmp_path / "drop.rules"
    played = session_of(path, players=3)
    played.answer("wait")
    played.proceed()
    # The least number is another now, but as many as before may still play.
    changed(path, "players 2..4", "players 2..3")
    assert isinstance(played.answer("reload"), Reloaded)
    assert played.game.players == 3
    before = everything(played)
    changed(path, "players 2..3", "players 4")
    result = played.answer("reload")
    assert isinstance(result, Refused)
    assert everything(played) == before


def test_a_match_goes_on_under_other_rules(tmp_path):
    path = tmp_path / "drop.rules"
    played = session_of(path, match="two", people=(1, 2))
    for _ in range(6):
        played.answer("wait")
    assert played.next_game()
    played.answer("drop stone 2")
    changed(path, "points[1] += 1", "points[1] += 5")
    refitted = played.answer("reload").refitted
    assert (refitted.kept, refitted.total) == (7, 7)
    assert played.table.match.totals == (15, 0)
    changed(path, 'match two "Two drops"', 'match best "Two drops"')
    assert isinstance(played.answer("reload"), Refused)


def test_rules_whose_start_fails(tmp_path):
    path = tmp_path / "drop.rules"
    played = _dropped(path)
    before = everything(played)
    changed(path, "setup:", "setup:\n    points[1] = 1 div points[1]")
    assert isinstance(played.answer("reload"), Refused)
    assert everything(played) == before


# --- who may look ----------------------------------------------------------------------------------------------


def test_no_second_person_where_nothing_can_be_hidden(tmp_path):
    path = tmp_path / "drop.rules"
    two = session_of(path, people=(1, 2))
    assert isinstance(two.answer(f"save {tmp_path}/two.save"), Written)
    played = session_of(path, one_person=True)
    assert isinstance(played.answer("bot 2 human"), Refused)
    assert isinstance(played.answer(f"load {tmp_path}/two.save"), Refused)
    assert isinstance(played.answer("bot 1 human"), SeatGiven), "that is the same person"
    assert played.people == (1,)
    shown = session_of(path, one_person=True, open_hands=True)
    assert isinstance(shown.answer("bot 2 human"), SeatGiven)


def test_choices_are_not_passed_over_once_a_second_person_is_there(tmp_path):
    played = session_of(tmp_path / "drop.rules")
    played.table.forced = True
    played.answer("bot 2 human")
    assert not played.table.forced
