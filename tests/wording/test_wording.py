"""Phrases, saying them, ASCII, and machines with other names."""

from __future__ import annotations

import copy
import pickle

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from ruledsl.engine.errors import UnreadableMove
from ruledsl.engine.game import Game
from ruledsl.machine.model import Announce
from ruledsl.phrase import counted, enumerated, joined, phrase, seat_named, together
from ruledsl.wording.ascii import in_ascii, told_apart
from ruledsl.wording.catalogue import read
from ruledsl.wording.choosing import wording
from ruledsl.wording.renaming import announced, ascii_machine, renamed
from ruledsl.wording.wording import PLAIN, Wording
from tests.language.small import NUMBERS, begun
from tests.repl.games import game
from tests.wording.sessions import LANGUAGES, SCRIPTS


def test_a_phrase_is_its_english_text_and_remembers_its_parts():
    made = phrase("{seat} pays {n}", seat=seat_named(2), n=3)
    assert made == "seat 2 pays 3"
    assert str(made).values["seat"].pattern == "seat {seat}"
    assert str(UnreadableMove(made)).pattern == "{seat} pays {n}"
    for other in (pickle.loads(pickle.dumps(made)), copy.deepcopy(made)):
        assert other == made
        assert other.pattern == made.pattern
        assert other.values == made.values


def test_numbers_and_rows():
    assert [counted(n, "{n} card", "{n} cards") for n in (0, 1, 2)] == [
        "0 cards",
        "1 card",
        "2 cards",
    ]
    assert [enumerated("abc"[:n]) for n in range(4)] == ["", "a", "a or b", "a, b or c"]
    assert together(["a", "b"]) == "a and b"
    assert joined(" {x} ", ["{a}", 2]) == "{a} {x} 2"


def test_a_phrase_is_said_part_by_part():
    nb = wording("nb", game("kuhn").machine)
    row = together([seat_named(1), seat_named(2), "Per {x}"])
    made = phrase("{card} goes from {source} to {target}", card="{card}", source=row, target="x")
    assert nb.say(made) == "{card} går fra spiller 1, spiller 2 og Per {x} til x"
    called = nb.calling({2: "Bo"})
    assert called.say(row) == "spiller 1, Bo og Per {x}"
    assert nb.say("the game is over") == "the game is over"
    assert nb.say(phrase("the game is over")) == "spillet er slutt"
    assert (
        nb.say(counted(1, "{n} move taken back", "{n} moves taken back")) == "1 trekk tatt tilbake"
    )
    assert PLAIN.say(made) == made


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("blå kjøp", "bla kjop"),
        ("Ærlig straße", "AErlig strasse"),
        ("é ﬁ ½", "e fi 1/2"),
        ("“a” – b…", '"a" - b...'),
        ("\u241b", "^["),
        ("中", "\\u4e2d"),
        ("K♠", "KS"),
    ],
)
def test_ascii(text, plain):
    assert in_ascii(text) == plain


@given(st.text())
def test_whatever_it_is_it_becomes_ascii_and_stays_so(text):
    once = in_ascii(text)
    assert once.isascii()
    assert in_ascii(once) == once
    assert Wording(ascii=True).shown(text).isascii()


@given(st.sets(st.text(alphabet="aåäAÅøoØ", min_size=1, max_size=3)))
def test_names_stay_apart_in_ascii(names):
    # Names that differ in capitals only are one name to whoever types them.
    by_case = {name.casefold(): name for name in names}
    told = told_apart(by_case.values())
    assert all(name.isascii() for name in told.values())
    assert len(set(told.values())) == len(by_case)
    assert all(told[name] == name for name in told if name.isascii() and _alone(name, told))


def _alone(name, told):
    return sum(in_ascii(other).casefold() == name.casefold() for other in told) == 1


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_machine_with_the_same_words_is_the_same(name):
    machine = game(name).machine
    assert renamed(machine, lambda _, text: text) == machine
    assert ascii_machine(machine) == machine


@pytest.mark.parametrize("name", SCRIPTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_renamed_machine_differs_in_what_people_read_alone(name, language):
    machine = game(name).machine
    other = wording(language, machine).worded(game(name)).machine
    assert other != machine
    back = {
        field: getattr(machine, field)
        for field in (
            *("title", "doc", "options", "teams", "enumerations", "looks", "decks", "families"),
            *(
                "zones",
                "accounts",
                "variables",
                "actions",
                "routines",
                "states",
                "matches",
                "notes",
            ),
        )
    }
    assert evolve(other, **back) == machine
    assert [look.values for look in other.looks] == [look.values for look in machine.looks]
    assert [zone.base for zone in other.zones] == [zone.base for zone in machine.zones]
    assert [action.params[0].domain for action in other.actions if action.params] == [
        action.params[0].domain for action in machine.actions if action.params
    ]


@pytest.mark.parametrize("name", SCRIPTS)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ascii", [False, True])
def test_every_move_is_understood_as_it_is_shown_in_every_wording(name, language, ascii):
    own = game(name)
    said = wording(language, own.machine, ascii=ascii)
    worded = said.worded(own)
    state = own.start(seed=5)
    for step in range(60):
        if state.is_over:
            break
        told = state.told_by(worded)
        assert told.legal_moves == state.legal_moves
        for move in told.legal_moves[:40]:
            assert told.parse_move(said.shown(str(move))) == move
        for move in state.legal_moves[:10]:
            assert told.parse_move(str(move)) == move
        assert told.observation(1).knowledge == state.observation(1).knowledge
        state.push(state.legal_moves[(7 * step) % len(state.legal_moves)])


def test_seats_are_understood_by_their_names_and_in_either_language():
    text = f"""{NUMBERS}
var x: 0..9 = 0 seen by all
action ask(whom in Player):
    x = 1

play:
    player 1 acts:
        must ask

score p in Player = x
win by highest score
ties shared
"""
    own = begun(text).game
    nb = wording("nb", own.machine).calling({2: "Ann Lee"})
    told = own.start(seed=1).told_by(nb.worded(own))
    for typed in ("ask Ann Lee", "ask spiller 2", "ask seat 2", "ask 2", "ask(ann lee)"):
        move = told.parse_move(typed)
        assert move.arguments == (2,)
        assert nb.say(str(move)) == "ask(Ann Lee)"


def test_announcements_keep_their_values(tmp_path):
    text = f"""{NUMBERS}
var x: 0..9 = 0 seen by all
action tell(n in 1..3):
    announce "{{n}} is told to {{me}}"

play:
    player 1 acts:
        must tell

score p in Player = x
win by highest score
ties shared
"""
    state = begun(text)
    own = state.game
    announcement = next(s for s in own.machine.states if isinstance(s, Announce))
    assert announced(own.machine, announcement) == "{n} is told to {me}"
    path = tmp_path / "x.po"
    path.write_text(
        'msgctxt "announcement"\nmsgid "{n} is told to {me}"\nmsgstr "{n} sies til {me}!"\n',
        encoding="utf-8",
    )
    said = Wording(wording("nb", own.machine).texts, read(path))
    state.push(state.parse_move("tell 3"))
    told = state.told_by(said.worded(own))
    from ruledsl.engine.knowledge.tell import tell

    lines = tell(told.game.machine, told.information_state(1).events)
    assert "3 sies til spiller 1!" in [said.say(line.text) for line in lines]
    assert "3 is told to seat 1" in [
        line.text for line in tell(own.machine, state.information_state(1).events)
    ]


def test_a_game_that_needs_no_other_words_is_the_very_game():
    own = game("kuhn")
    assert Wording().worded(own) is own
    assert isinstance(Wording(ascii=True).worded(own), Game)
