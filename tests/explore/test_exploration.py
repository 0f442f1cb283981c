"""Explorations: the same seed, small games as a whole, games without end, options, what is left out."""

from __future__ import annotations

import pytest
from attrs import evolve

from ruledsl import compiling
from ruledsl.coverage.watching import Watched
from ruledsl.diagnostics.codes.play import PLAY as CODES
from ruledsl.engine.errors import RuleFault
from ruledsl.engine.luck import Luck
from ruledsl.engine.runner import Program
from ruledsl.explore.budget import Budget, Clock, Dice, OutOfTime
from ruledsl.explore.exhaustive import whole
from ruledsl.explore.exploration import Exploration
from ruledsl.explore.findings import findings, games
from ruledsl.explore.meeting import Met
from ruledsl.explore.positions import Positions
from ruledsl.explore.settings import settings
from ruledsl.explore.shrink import Shrinker
from ruledsl.explore.walking import Line, Walk, begun
from ruledsl.machine.model import Machine
from tests.explore.played import EFFORT, by_play, explored, opened_text, shipped
from tests.validate.games import varied

CODE = {code.code: code for code in CODES}


def machine_of(text: str, players: int | None = None) -> Machine:
    outcome = compiling.compile_program(compiling.open_text("example.rules", text), players)
    assert outcome.machine is not None
    return outcome.machine


def budget(steps: int = 1_000_000) -> Budget:
    return Budget(steps, Clock(300.0))


def test_the_same_seed_finds_the_same() -> None:
    opened = opened_text(varied("ka_ching", " or idle == player_count", ""), "ka_ching.rules")
    (one, told), (other, told_again) = explored(opened), explored(opened)
    assert told == told_again
    assert one.coverage == other.coverage
    assert (one.games, one.sought, one.positions) == (other.games, other.sought, other.positions)
    (shown,), (again,) = one.shown.values(), other.shown.values()
    assert shown.met.line.moves == again.met.line.moves
    assert shown.met.line.luck.draws == again.met.line.luck.draws


def test_the_seconds_put_an_end_to_it_and_that_is_known() -> None:
    opened = opened_text(varied("cat_in_the_sack"), "cat_in_the_sack.rules")
    came = Exploration(settings(opened, most_too=False), evolve(EFFORT, seconds=0.001), 1).run()
    assert not came.is_finished
    assert opened.program is not None
    # What was not met in so short a time says nothing.
    assert came.coverage.missing or not came.settings
    assert findings(came, opened.program.symbols, "cat_in_the_sack", 1, {}) == ()


def test_every_number_of_players_and_the_extremes_of_options() -> None:
    opened = opened_text(varied("cat_in_the_sack"), "cat_in_the_sack.rules")
    told = [s.told for s in settings(opened, most_too=False)]
    assert told == [
        "3 players",
        "4 players",
        "5 players",
        "3 players and `starting_coins = 0`",
        "3 players and `starting_coins = 100`",
        "3 players and `show_all_before_last_offer = yes`",
        "3 players and `card_points_break_ties = yes`",
    ]
    more = [s for s in settings(opened, most_too=True) if s.told not in told]
    assert [s.players for s in more] == [5, 5, 5, 5]
    assert more[0].arguments == ("--players", "5", "--set", "starting_coins=0")


def test_a_small_game_is_gone_through_as_a_whole() -> None:
    program = Watched(machine_of(shipped("kuhn")))
    found = whole(program, 1, budget(), 1_000)
    assert found.is_complete
    # Six deals of two cards out of three: 54 positions, the last of which differ in scores and cards alone.
    assert found.positions == 48
    assert not found.met
    assert {p for p in program.points.all if p not in program.met.points} == set()


def test_a_larger_one_is_left() -> None:
    program = Watched(machine_of(shipped("goofspiel")))
    assert not whole(program, 1, budget(), 300).is_complete
    assert not whole(program, 1, budget(50), 10_000).is_complete


def test_the_whole_of_a_game_has_the_shortest_way_to_a_fault() -> None:
    program = Watched(machine_of(CODE["RD551"].bad))
    found = whole(program, 1, budget(), 1_000)
    assert min(met.length for met in found.met) == 3


SHY = CODE["RD553"].bad
"""A game in which players may do nothing for ever."""


def test_the_game_of_a_whole_one_leads_back_to_the_same_position() -> None:
    program = Watched(machine_of(SHY))
    (met,) = whole(program, 1, budget(), 1_000).met
    assert met.fault is None
    positions = Positions(program.frame)
    before = begun(program, met.line.luck, met.line.moves[: -met.back])
    after = begun(program, met.line.luck, met.line.moves)
    assert positions.key(before.cells) == positions.key(after.cells)


def test_the_luck_of_a_whole_game_leads_to_the_same_fault() -> None:
    text = shipped("kuhn").split("\ntest ")[0].replace("chips[Player] = 2", "chips[Player] = 1")
    program = Watched(machine_of(text))
    found = whole(program, 1, budget(), 1_000).met
    assert found
    for met in found:
        walk = begun(program, met.line.luck, met.line.moves[:-1])
        with pytest.raises(RuleFault) as raised:
            walk.play(met.line.moves[-1])
        assert met.fault is not None
        assert str(raised.value) == str(met.fault)


FLIPPING = """language 1
game flipping "Flipping"
players 2
var lit[Player]: Bool = no seen by all
var stop: Bool = no seen by all
action flip:
    your lit = not your lit
action finish:
    stop = yes
play:
    repeat until stop:
        player 1 acts:
            must flip or finish
    stop = no
    repeat until stop:
        player 2 acts:
            must flip or finish
score p in Player = 1 if lit[p] else 0
"""


def test_each_way_round_of_a_small_game_is_told() -> None:
    came, _ = explored(opened_text(FLIPPING))
    assert came.whole == 1
    assert [p.wrong for p in came.shown] == ["endless", "endless"]
    assert sorted(p.span.line for p in came.shown) == [13, 17]


def test_a_way_back_by_chance_is_no_game_without_end() -> None:
    text = """language 1
game rolling "Rolling"
players 2
var pips: 1..6 = 1 seen by all
action roll:
    pips = random(1..6)
play:
    turns from 1 until pips == 6:
        must roll
score p in Player = pips
win by highest score
ties shared
"""
    came, _ = explored(opened_text(text))
    assert not came.shown
    endless, _ = explored(opened_text(text.replace("random(1..6)", "pips")))
    assert [p.wrong for p in endless.shown] == ["endless"]


def test_positions_do_not_depend_on_what_is_only_counted() -> None:
    program = Program(machine_of(CODE["RD553"].bad))
    positions = Positions(program.frame)
    walk = Walk(program, Luck(1))
    first = positions.key(walk.cells)
    (skip,) = [move for move in walk.legal if move.name == "skip"]
    walk.play(skip)
    assert positions.key(walk.cells) != first  # another seat is to choose
    walk.play(skip)
    assert positions.key(walk.cells) == first


def test_cards_that_look_alike_are_not_told_apart() -> None:
    program = Program(machine_of(shipped("ka_ching")))
    positions = Positions(program.frame)
    one, other = Walk(program, Luck(1)).cells, Walk(program, Luck(1)).cells
    frame = program.frame
    faces = [other[frame.faces + card] for card in range(frame.card_count)]
    twin = next((a, b) for a in range(35) for b in range(a) if faces[a] == faces[b])
    places = [other.index(card, frame.bases[0] + 1) for card in twin]
    other[places[0]], other[places[1]] = other[places[1]], other[places[0]]
    assert one != other
    assert positions.key(one) == positions.key(other)


def test_a_long_game_is_made_short() -> None:
    unpaid = '    require bought.value <= your cash, otherwise "you cannot afford that card"\n'
    text = varied("ka_ching", unpaid, "")
    program = Program(machine_of(text))
    place = next(iter(explored(opened_text(text, "ka_ching.rules"))[0].shown))
    shrinker = Shrinker(program, budget(60_000), Dice(5, 5))
    place = evolve(place, span=evolve(place.span, file="example.rules"))
    met: Met | None = None
    number = 0
    while met is None or met.length < 8:
        met = shrinker.shown(Luck(number), (), place, 10_000)
        number += 1
    short = shrinker.shortest(met)
    assert short.place == met.place
    # Five cards that cost more than 20 together are enough, and the other player need not be in it.
    assert short.length <= 9
    walk = begun(program, short.line.luck, short.line.moves[:-1])
    assert short.line == Line(short.line.luck, (*walk.moves, short.line.moves[-1]))


def test_what_tests_exercise_has_shown_that_it_matters() -> None:
    text = CODE["RD556"].bad
    assert {d.code for d in by_play(text)} == {"RD556"}
    opened = opened_text(text)
    first, _ = explored(opened)
    came = Exploration(settings(opened, most_too=False), EFFORT, 1, tested=first.unmet).run()
    assert came.unmet == ()


def test_what_follows_from_a_fault_is_no_finding() -> None:
    found = by_play(CODE["RD552"].bad)
    assert [d.code for d in found] == ["RD552"]


SELDOM = """language 1
game hopping "Hopping"
players 2
type Pace = slow, brisk, quick
option pace: Pace = slow
option far: Bool = no
option high: Bool = no
var n: 0..9 = 0 seen by all
action walk:
    n += 1
action hop:
    require far and high, otherwise "nobody hops"
    n = min(9, n + 2)
action last_step:
    n += 1
phase brisk_step:
    must walk
play:
    turns from 1 until n == 9:
        must walk or hop
        if pace == brisk and n < 9:
            do brisk_step
        if round == 2 and n < 9:
            must last_step
score p in Player = n
match best "Best of three":
    rounds = 3
"""


def test_what_no_setting_that_is_tried_leads_to_is_not_told() -> None:
    """An option between its extremes, two options at once, a later game of a match."""
    assert by_play(SELDOM) == ()
    hindered = SELDOM.replace("n < 9:\n            do", "n > 9:\n            do")
    found = by_play(hindered.replace("pace == brisk", "pace == quick"))
    assert {d.code for d in found} == {"RD555", "RD557", "RD558"}


COUNTING = """language 1
game counting "Counting"
players 2
var taken: 0..900 = 0 seen by all
var stopped: Bool = no seen by all
action wait:
    taken += 1
action stop:
    taken += 1
    stopped = yes
play:
    turns from 1 until stopped:
        must wait or stop
score p in Player = taken
win by highest score
ties shared
"""


def test_what_is_counted_and_not_asked_about_comes_to_its_end() -> None:
    came, _ = explored(opened_text(COUNTING))
    (shown,) = came.shown.values()
    assert shown.met.fault is not None
    assert shown.met.fault.message == "`taken` cannot be 901: it is within 0..900"
    assert shown.met.length == 901


def test_what_is_counted_and_asked_about_does_not() -> None:
    asked = COUNTING.replace("until stopped:", "until stopped or taken == 900:")
    came, _ = explored(opened_text(asked))
    assert not came.shown


FEWER = evolve(EFFORT, games=50, steps=1_500, shorter=800, positions=100)
"""Enough for rules of which every game fails."""

DIVIDING = """language 1
game dividing "Dividing"
players 2
var luck: 1..300 = random(1..300) seen by all
var taken: 0..9 = 0 seen by all
action take(n in 1..3):
    taken += 6 div (n - 1) mod 2 + 6 div (n - 2) mod 2 + 1
play:
    turns from 1 until taken >= 7:
        must take
score p in Player = taken + luck
"""


def test_two_faults_of_a_line_are_two_games() -> None:
    came, found = explored(opened_text(DIVIDING), FEWER)
    assert [d.code for d in found] == ["RD550", "RD550"]
    kept = games(came)
    assert {game.span.line for game in kept} == {7}
    assert {game.name for game in kept} == {"dividing-RD550-7.json", "dividing-RD550-7-2.json"}


def test_a_fault_that_mentions_a_large_number_is_no_long_game() -> None:
    text = DIVIDING.replace("0..9 = 0", "0..99999 = 99990").replace(
        "6 div (n - 1) mod 2 + 6 div (n - 2) mod 2 + 1", "10"
    )
    came, found = explored(opened_text(text.replace("taken >= 7", "taken == 99999")), FEWER)
    assert came.games == FEWER.games
    assert not came.long
    assert [d.message for d in found] == ["`taken` cannot be 100000: it is within 0..99999"]


LATE = """language 1
game late "Late"
players 2
var taken: 0..22000 = 0 seen by all
var level: 0..9 = 0 seen by all
action wait:
    level = random(0..9)
    taken += 1
play:
    turns from 1:
        must wait
        if taken > 22000:
            end game
score p in Player = level
"""


def test_a_fault_that_is_met_late_is_told() -> None:
    came, found = explored(opened_text(LATE), evolve(EFFORT, games=3, steps=200, onward=200))
    (shown,) = came.shown.values()
    assert shown.met.length == 22_001
    assert not came.untold
    assert [d.code for d in found] == ["RD550"]
    walk = begun(Program(shown.setting.machine), shown.met.line.luck, shown.met.line.moves[:-1])
    assert walk.length == len(walk.moves) == 22_000


def test_a_fault_is_told_even_if_there_is_no_time_for_its_moves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def told(*_: object) -> Met | None:
        raise OutOfTime

    monkeypatch.setattr("ruledsl.explore.exploration.told", told)
    opened = opened_text(LATE)
    assert opened.program is not None
    came = Exploration(settings(opened, most_too=False), evolve(EFFORT, games=3), 7).run()
    assert not came.is_finished
    assert came.fails
    (found,) = findings(came, opened.program.symbols, "late.rules", 7, {})
    assert (found.code, found.primary.span.line) == ("RD550", 8)
    assert found.message == "`taken` cannot be 22001: it is within 0..22000"
    again = "`ruledsl simulate late.rules --seed 7 --first 0 --games 1` plays it again"
    assert found.notes[-1] == again
