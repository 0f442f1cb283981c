"""Every check tries the rules with a few games: what they meet, and what they leave alone."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent
from time import process_time

import pytest

import ruledsl
from ruledsl import compiling
from ruledsl.engine.errors import RuleFault
from ruledsl.engine.game import Game
from ruledsl.explore.settings import checked
from ruledsl.explore.trial import Trial, met_in, tried
from ruledsl.semantics.library import shipped_rulesets
from tests.cli.command import Ran, ran
from tests.explore.passing import Tally, main, played, together
from tests.explore.slow import SLOW
from tests.explore.stall import stall

OPTION = 'option most: 1..3 = 1 "how much may be paid in at once"\n'

PANTRY = f"""\
language 1
game pantry "Pantry"

players 2..3
{OPTION}
money beans[Player] = 9 up to 30 seen by all
money pot = 0 up to 30 seen by all
var meals: 0..9 = 0 seen by all

action pay_in(n in 1..most):
    require n <= your beans, otherwise "you have not so many beans"
    pay n from your beans to pot

action eat:
    pay 2 from your beans to pot
    meals += 1

play:
    repeat 3 times:
        each player:
            must pay_in or eat

score p in Player = beans[p] * meals
win by highest score
ties shared
"""


def outcome(text: str, name: str = "pantry.rules") -> compiling.Outcome:
    """What a check says of a text, and a trial of it."""
    return tried(compiling.check_text(name, dedent(text)), name)


def codes(text: str) -> list[str]:
    """The codes of what is found in a text."""
    return [found.code for found in outcome(text).diagnostics]


def test_rules_in_order_say_nothing() -> None:
    assert codes(PANTRY) == []


@pytest.mark.parametrize("name", shipped_rulesets())
def test_shipped_rulesets_say_nothing(name: str) -> None:
    assert ruledsl.check(name) == ()


@pytest.mark.parametrize(
    ("right", "wrong", "code"),
    [
        ("pay 2 from your", "pay 4 from your", "RD551"),
        ("= 9 up to 30", "= 3 up to 30", "RD551"),
        ("meals: 0..9", "meals: 0..3", "RD550"),
        ("= 9 up to 30", "= 5 up to 30", "RD552"),
        ("        each player:", "        player highest(p in Player by beans[p]) acts:", "RD550"),
    ],
)
def test_a_fault_that_comes_up_is_told_with_a_game(right: str, wrong: str, code: str) -> None:
    assert right in PANTRY
    text = PANTRY.replace(right, wrong)
    if code == "RD552":
        text = text.replace("must pay_in or eat", "must pay_in")
    found = [each for each in outcome(text).diagnostics if each.code == code]
    assert len(found) == 1
    notes = "; ".join(found[0].notes)
    assert "the shortest game found has" in notes or "this is so before the first choice" in notes
    assert notes.endswith(
        "`ruledsl check --play pantry.rules` looks for more, and keeps games to open"
    )


def test_it_is_met_with_the_number_of_players_that_has_it() -> None:
    text = PANTRY.replace("meals: 0..9", "meals: 0..6")
    (found,) = outcome(text).diagnostics
    assert found.code == "RD550"
    assert found.notes[0].startswith("this is so with 3 players")


def test_the_same_is_found_again() -> None:
    text = PANTRY.replace("pay 2 from your", "pay 3 from your")
    assert outcome(text).diagnostics == outcome(text).diagnostics


def test_rules_with_errors_are_not_tried() -> None:
    text = PANTRY.replace("meals: 0..9", "meals: 0..3").replace("eat:", "eat(n in nothing):")
    assert "RD550" not in codes(text)


def test_rules_that_take_long_are_left_after_a_while() -> None:
    opened = compiling.check_text("slow.rules", SLOW.replace("5000", "9"))
    assert opened.diagnostics == ()
    assert met_in(tuple(checked(opened)), 1, Trial(elements=500)) == ({}, False)
    assert tried(opened, "slow.rules").diagnostics == opened.diagnostics


MATCH = """\
language 1
game heaps "Heaps"

players 2
var heap[Player]: 0..9 = 9 seen by all
var taken: 0..9 = 0 seen by all

action take(n in 1..2):
    your heap -= n
    taken = round

match long "Long":
    rounds = 4
    starter = alternates

play:
    repeat 3 times:
        each player from starter: must take

score p in Player = heap[p]
"""


@pytest.mark.parametrize(
    ("right", "wrong", "game"),
    [
        ("taken: 0..9", "taken: 0..2", "game 3 of a match"),
        ("taken = round", "taken = 9 div (4 - round)", "game 4 of a match"),
        ("taken = round", "taken = total[1]", "of a match"),
        ("taken = round", "taken = ordinal(starter) * 5 * (round div 3)", "with seat"),
    ],
)
def test_later_games_of_a_match_are_tried(right: str, wrong: str, game: str) -> None:
    assert codes(MATCH) == []
    assert right in MATCH
    (found,) = outcome(MATCH.replace(right, wrong)).diagnostics
    assert found.code == "RD550"
    assert game in "; ".join(found.notes)


def test_a_match_that_is_decided_is_not_played_on() -> None:
    text = MATCH.replace(
        "    starter = alternates", "    starter = winner\n    winner = most_rounds"
    )
    # Whoever starts wins, so that a match is over after the third of four games.
    text = text.replace(
        "score p in Player = heap[p]", "score p in Player = 1 if p == starter else 0"
    )
    assert codes(text.replace("taken: 0..9", "taken: 0..3")) == []
    assert codes(text.replace("taken: 0..9", "taken: 0..2")) == ["RD550"]


def test_what_is_told_of_a_match_is_a_game_of_it() -> None:
    opened = compiling.check_text("heaps.rules", MATCH.replace("taken = round", "taken = total[1]"))
    (shown,) = met_in(tuple(checked(opened)), 1)[0].values()
    line = shown.met.line
    state = Game(shown.setting.machine).start(
        seed=line.luck.value,
        draws=line.luck.draws,
        round=line.opening.round,
        totals=line.opening.totals,
        starter=line.opening.starter,
    )
    *before, last = line.moves
    for move in before:
        state.push(move)
    with pytest.raises(RuleFault):
        state.push(last)


RACE = """\
language 1
game race "Race"

players 2..6
option back: 0..5 = 3
option more: 0..5 = 3
option most: 1..5 = 3
var at[Player]: 0..40 = 0 seen by all
var laps: 0..99 = 0 seen by all

action go:
    your at = min(40, your at + 1)
action back_up:
    your at = max(0, your at - (1 if back + more + most > 0 else 0))

play:
    repeat 80 times:
        each player from 1: must go or back_up
    laps = 99

score p in Player = at[p]
"""


def test_long_games_are_played_to_their_end_in_every_setting() -> None:
    assert "RD550" not in codes(RACE)
    (found,) = [
        d
        for d in outcome(
            RACE.replace("laps = 99", "laps = sum(at[p] + 50 for p in Player)")
        ).diagnostics
        if d.code == "RD550"
    ]
    assert "160 moves" in found.notes[1]


def test_a_step_that_takes_long_is_taken_once() -> None:
    text = MATCH.replace(
        "        each player from starter: must take", "        repeat until taken == 9: taken = 1"
    )
    opened = compiling.check_text("heaps.rules", text)
    before = process_time()
    found, _ = met_in(tuple(checked(opened)), 1)
    assert len(found) <= 1
    assert process_time() - before < 5.0


def test_at_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def command(*args: str) -> Ran:
        return ran(capsys, monkeypatch, args)

    path = tmp_path / "pantry.rules"
    path.write_text(PANTRY.replace("meals: 0..9", "meals: 0..3"), encoding="utf-8")
    found = command("check", "--format", "short", str(path))
    assert found.code == 1
    assert "RD550" in found.out
    assert command("check", "--static", str(path)).code == 0
    assert command("check", "--static", "--play", str(path)).code == 2
    assert [each.code for each in ruledsl.check(path)] == ["RD550"]


def test_made_up_programs_that_pass_do_not_fail_in_play() -> None:
    whole = Tally()
    for number in range(50):
        whole = together(whole, played(number, 10, by_play=False))
    assert whole.missed == ()
    assert whole.failing > 2
    assert whole.passed > 10


def test_what_passes_by_play_does_not_fail_either(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--programs", "12", "--games", "5", "--by-play"]) == 0
    assert "0 programs with a fault" in capsys.readouterr().out


SETTINGS = stall(
    "type Mode = short, middle, long",
    "option mode: Mode = short",
    "option cups: 1..5 = 2",
    "option spoons: 1..5 = 2",
)


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("60 div (1 if mode != middle else used * 0)", "`mode = middle`"),
        (
            "60 div (1 if player_count < 4 or cups < 5 else used * 0)",
            "with 4 players and `cups = 5`",
        ),
        ("60 div (1 if mode == short or cups == 2 else used * 0)", " and `cups = "),
    ],
)
def test_faults_of_some_settings_are_met(what: str, told: str) -> None:
    assert codes(SETTINGS.replace("WHAT", "cups + spoons + ordinal(mode)")) == []
    (found,) = (d for d in outcome(SETTINGS.replace("WHAT", what)).diagnostics if d.is_error)
    assert found.code == "RD550"
    assert told in found.notes[0]


def test_settings_in_which_no_game_can_be_made_are_told() -> None:
    text = SETTINGS.replace("WHAT", "cups + spoons + ordinal(mode)")
    # With options at their extremes, one or two of them, there is nothing wrong: 4 is between.
    text = text.replace("60 = 0", "60 = 12 div (0 if cups == 4 or spoons == 4 else 1)")
    assert not compiling.check_text("stall.rules", text).has_errors
    found = [d for d in outcome(text, "stall.rules").diagnostics if d.is_error]
    assert [d.code for d in found] == ["RD221"]
    assert " = 4`" in found[0].notes[-1]


def test_every_number_of_players_is_tried_however_many_options_there_are() -> None:
    options = "".join(f"option o{n}: 0..9 = 5\n" for n in range(5))
    text = SETTINGS.replace("players 2..4", f"players 2..10\n{options}").replace("0..60", "0..99")
    text = text.replace("= used\n", "= used + o0 + o1 + o2 + o3 + o4 + cups + spoons\n")
    assert codes(text.replace("WHAT", "used + ordinal(mode)")) == []
    for players in range(3, 11):
        wrong = text.replace(
            "WHAT",
            f"60 div max(player_count - {players}, {players} - player_count) + ordinal(mode)",
        )
        (found,) = (d for d in outcome(wrong).diagnostics if d.is_error)
        assert found.code in ("RD550", "RD221")
        assert any(f"{players} players" in note for note in found.notes)


ROUNDS = MATCH.replace("rounds = 4", "rounds = ROUNDS").replace("taken: 0..9", "taken: 0..99")


@pytest.mark.parametrize("rounds", [5, 8, 20])
def test_the_last_game_of_a_long_match_is_tried(rounds: int) -> None:
    text = ROUNDS.replace("ROUNDS", str(rounds)).replace("repeat 3 times", "repeat 4 times")
    assert codes(text.replace("taken = round", f"taken = 9 div ({rounds + 1} - round)")) == []
    wrong = text.replace("taken = round", f"taken = 9 div ({rounds} - round)")
    (found,) = outcome(wrong).diagnostics
    assert f"game {rounds} of a match" in "; ".join(found.notes)


def test_a_match_that_may_be_decided_is_tried_as_far_as_it_surely_goes() -> None:
    text = ROUNDS.replace("ROUNDS", "9").replace(
        "    starter = alternates", "    starter = winner\n    winner = most_rounds"
    )
    # Whoever starts wins, and so a match is over after five of nine games.
    text = text.replace(
        "score p in Player = heap[p]", "score p in Player = 1 if p == starter else 0"
    )
    assert codes(text.replace("taken = round", "taken = 9 div (6 - round)")) == []
    assert codes(text.replace("taken = round", "taken = 9 div (5 - round)")) == ["RD550"]


def test_it_is_told_where_no_game_was_over() -> None:
    text = """\
        language 1
        game wait "Wait"
        players 2
        option turns_each: 1..40000 = 40000
        action look: announce "{me} looks"
        action rest: announce "{me} rests"
        play:
            repeat turns_each times:
                each player: must look or rest
        score p in Player = 0
        """
    (found,) = outcome(text, "wait.rules").diagnostics
    assert (found.code, found.severity.value) == ("RD560", "note")
    assert found.help == "`ruledsl check --play wait.rules` has more time for them"
    assert codes(text.replace("= 40000", "= 400")) == []
