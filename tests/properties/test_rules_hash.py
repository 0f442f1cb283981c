"""What the rules hash depends on, and that nothing depends on the hashes of Python."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import ruledsl
from ruledsl import compiling
from ruledsl.engine.errors import OtherRules
from ruledsl.engine.game import Game
from ruledsl.source import SourceFile
from ruledsl.syntax.parser import parse
from ruledsl.syntax.printer import show
from tests.engine.play import Picker, random_play
from tests.properties.golden_games import GOLDEN
from tests.rulesets.mutations import rules_text

TEXT = rules_text("ka_ching")


def hash_of(text: str) -> str:
    outcome = compiling.open_text("ka_ching", text)
    assert not outcome.has_errors, [d.message for d in outcome.diagnostics]
    assert outcome.program is not None
    return outcome.program.rules_hash


def changed(old: str, new: str) -> str:
    assert old in TEXT
    return TEXT.replace(old, new, 1)


KEEP = {
    "a comment": TEXT.replace("\n\n", "\n\n# nobody reads this\n", 3),
    "a comment behind a line": changed("players 2\n", "players 2  # seats\n"),
    "the title": changed('"Ka-Ching!"', '"Something else"'),
    "a docstring": changed("Buy stock cards at face value", "Buy cards"),
    "a docstring fewer": changed('    """You can neither buy nor sell."""\n', ""),
    "a reason": changed("you cannot afford that card", "too dear"),
    "a reason fewer": changed(', otherwise "that column is empty"', ""),
    "the meaning of an option": changed('"money lies open on the table"', '"open money"'),
    "a shown text": changed('shown as "{colour} {value}"', 'shown as "{value} of {colour}"'),
    "blanks and blank lines": re.sub(r"\n\n", "\n\n\n", TEXT).replace(" == ", "  ==  "),
    "brackets that say nothing": changed(
        "    pay up to a.value * b.value from", "    pay up to (a.value * b.value) from"
    ),
    "line ends": TEXT.replace("\n", "\r\n"),
    "no tests": TEXT.split('\ntest "')[0] + "\n",
    "the title of a match": changed('"Best of three"', '"Two wins"'),
}

CHANGE = {
    "a value in a deck": changed("each of 2 2 3 3 4 5 6", "each of 2 2 3 3 4 5 5"),
    "one card more": changed("each of 2 2 3 3 4 5 6", "each of 2 2 3 3 4 5 6 6"),
    "the number of cards of a line": changed("    Wild(2)", "    2 * Wild(2)"),
    "the order of members": changed("red, yellow, green", "yellow, red, green"),
    "the default of an option": changed("= 20  ", "= 21  "),
    "the range of an option": changed("0..4 = 2", "1..4 = 2"),
    "who sees a place": changed("zone sold seen by nobody", "zone sold seen by all"),
    "a kind of place": changed("zone sold", "pile sold"),
    "a condition": changed("bought.value <= your cash", "bought.value < your cash"),
    "one require fewer": changed(
        '    require market[column] is not empty, otherwise "that column is empty"\n', ""
    ),
    "the order of offers": changed("must buy or sell", "must sell or buy"),
    "may instead of must": changed("    may sell", "    must sell, otherwise pass"),
    "who wins": changed("win by highest", "win by lowest"),
    "a name": TEXT.replace("collection", "shop"),
    "a line that pays": changed("    pay bought.value from", "    pay bought.value + 1 from"),
}


@pytest.mark.parametrize("what", KEEP)
def test_words_leave_the_hash_as_it_is(what: str) -> None:
    assert KEEP[what] != TEXT
    assert hash_of(KEEP[what]) == hash_of(TEXT)


@pytest.mark.parametrize("what", CHANGE)
def test_rules_change_the_hash(what: str) -> None:
    assert hash_of(CHANGE[what]) != hash_of(TEXT)


def test_every_change_has_a_hash_of_its_own() -> None:
    assert len({hash_of(text) for text in CHANGE.values()}) == len(CHANGE)


@pytest.mark.parametrize("name", ["ka_ching", "kuhn", "goofspiel"])
def test_the_printed_tree_has_the_same_hash(name: str) -> None:
    text = rules_text(name)
    file = parse(SourceFile(name, text)).file
    assert file is not None
    assert hash_of(show(file)) == hash_of(text)


def test_the_hash_is_the_same_with_other_players_and_options() -> None:
    plain = ruledsl.load("ka_ching").machine.rules_hash
    assert ruledsl.load("ka_ching", options={"starting_cash": 30}).machine.rules_hash == plain
    assert re.fullmatch("[0-9a-f]{64}", plain)


def test_a_record_outlives_new_words_and_no_new_rules() -> None:
    record = random_play(ruledsl.load("ka_ching").start(seed=3), Picker(3)).record()

    def game(text: str) -> Game:
        machine = compiling.compile_program(compiling.open_text("ka_ching", text)).machine
        assert machine is not None
        return Game(machine)

    for text in KEEP.values():
        assert game(text).replay(record).is_over
    with pytest.raises(OtherRules) as refused:
        game(CHANGE["a condition"]).replay(record)
    assert refused.value.recorded == hash_of(TEXT)
    assert refused.value.present == hash_of(CHANGE["a condition"])
    for digest in (refused.value.recorded, refused.value.present):
        assert digest[:16] in str(refused.value)


@pytest.mark.parametrize("hash_seed", ["0", "1", "4242"])
def test_records_do_not_depend_on_the_hashes_of_python(hash_seed: str) -> None:
    script = Path(__file__).with_name("golden_games.py")
    done = subprocess.run(
        [sys.executable, str(script)],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        check=True,
    )
    assert done.stdout.decode("utf-8") == GOLDEN.read_text(encoding="utf-8")
