"""Games in other languages, on a pipe: what is shown, and that it is the same whatever the layout."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from ruledsl.engine.record import write_record
from ruledsl.wording.ascii import in_ascii
from tests.wording.sessions import LANGUAGES, SCRIPTS, lines_of, plainly, spoken, transcript

GOLDEN = Path(__file__).parent / "golden"
WORD = re.compile(r"[^\W_]+", re.UNICODE)


def _shown(name, language, **layout):
    named = {2: "Åse Ø"} if name in ("kuhn", "ka_ching_4") else {}
    session, _ = spoken(name, language, ascii=layout.pop("ascii", False), names=named)
    return transcript(session, lines_of(name, language), **layout)


@pytest.mark.parametrize("name", SCRIPTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_in_another_language(name, language):
    text = _shown(name, language)
    file = GOLDEN / f"{name}.{language}.txt"
    if os.environ.get("RULEDSL_WRITE_GOLDEN"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")
    assert text == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", SCRIPTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_layout_tells_the_same(name, language):
    # Folded rows of moves and columns are laid out anew, so what is compared are the words.
    wide = _words(_shown(name, language))
    assert _words(_shown(name, language, width=40)) == wide
    assert _words(_shown(name, language, plain=True)) == wide
    ascii_text = _shown(name, language, ascii=True)
    assert ascii_text.isascii()
    assert _words(ascii_text) == {in_ascii(word) for word in wide}


def _words(text):
    # The rule line of a caret is left out where it does not fit on the screen.
    lines = [line for line in text.split("\n") if line.strip() != "nonsense"]
    return set(WORD.findall("\n".join(lines)))


@pytest.mark.parametrize("name", SCRIPTS)
def test_the_words_change_nothing_in_the_game(name):
    records = []
    for language in ("en", *LANGUAGES):
        session, _ = spoken(name, language)
        transcript(session, lines_of(name, language))
        records.append(write_record(session.state.record()))
    assert records[0] == records[1] == records[2]


@pytest.mark.parametrize("name", SCRIPTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_of_the_rules_is_left_in_the_table_and_the_moves(name, language):
    """What a seat sees and may do is told without an English name, where the languages differ."""
    session, _ = spoken(name, language)
    own = plainly(name)
    session.proceed()
    own.proceed()
    choice, before = session.choice(), own.choice()
    assert len(choice.moves) == len(before.moves)
    english = {zone.label.partition("[")[0] for zone in before.view.zones}
    english |= {entry.move.name for entry in before.moves if entry.move.name != "skip"}
    said = {zone.label.partition("[")[0] for zone in choice.view.zones}
    said |= {entry.move.name for entry in choice.moves}
    same = {"hand", "pass", "check"}  # words of both languages
    assert not english & said - same


def test_a_name_stands_where_the_number_stood():
    session, _ = spoken("kuhn", "en", names={1: "Ann", 2: "Bo"})
    text = transcript(session, ("bot bo greedy", "bet", "score", "quit"))
    assert "Ann (seat 1): a person" in text
    assert "Bo is `greedy` now" in text
    assert "Ann> bet" in text
    assert "Ann: bet" in text
    assert "seat 2" not in text.partition("Bo (seat 2)")[2]


def test_what_is_typed_may_be_of_either_language_and_the_beginnings_of_words():
    for typed in ("kjøp 3", "buy 3", "kj 3", "bu 3", "kjop 3", "KJØP(3)"):
        session, _ = spoken("ka_ching", "nb")
        session.proceed()
        answer = session.answer(typed)
        if typed == "kjop 3":
            assert type(answer).__name__ == "Unreadable"  # only with `--ascii`
            continue
        assert str(session.state.items[-1]) == "buy(3)", typed
