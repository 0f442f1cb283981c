"""Drafts of games: how patterns are read and written, that they are sound but for their slips, and what a check lets through."""

from __future__ import annotations

import re

import pytest

from ruledsl import compiling
from tests.explore import passing
from tests.explore.drafting import Draft, draft, patterns, read, written
from tests.explore.passing import Tally, alone, drafted, in_matches, together

MANY = len(patterns())

PATTERN = """\
# A pattern with everything that one may have.
let players = 2 | 3              # the same everywhere
let name; price = coin; 1 | note; 5 ! cheque; 9

language 1
game $name "$players"
«| # a line that may be there»
«one
    two | three»
four«, «five | six» ! , seven « ! eight»» nine
a != b and «» c: $price
"""


def drafts(number: int, slips: float = 0.0) -> Draft:
    """A draft of that pattern."""
    return written(read("sample", PATTERN), number, slips)


def test_what_is_chosen_stands_where_the_marks_were() -> None:
    texts = {drafts(number).text for number in range(200)}
    assert len(texts) == 2 * 2 * 2 * 2 * 2
    for text in texts:
        assert re.fullmatch(
            r"language 1\n"
            r'game (coin|note) "[23]"\n'
            r"(# a line that may be there\n)?"
            r"(one\n    two|three)\n"
            r"four, (five|six) nine\n"
            r"a != b and c: [15]\n",
            text,
        )
        assert ("coin" in text) == ("c: 1" in text)


def test_slips_are_told_if_they_stand_there() -> None:
    every = [drafts(number, 0.5) for number in range(200)]
    told = {slip for each in every for slip in each.slips}
    assert told == {
        *(f"`cheque; 9` for `{meant}`" for meant in ("coin; 1", "note; 5")),
        *(
            f"`, seven{more}` for `, {meant}`"
            for more in ("", " eight")
            for meant in ("five", "six")
        ),
        "`eight` for ``",
    }
    for each in every:
        assert ("cheque" in each.text) == any("cheque" in slip for slip in each.slips)
        assert (", seven" in each.text) == any(", seven" in slip for slip in each.slips)
        assert ("eight" in each.text) == any("eight" in slip for slip in each.slips)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("language 1", "language 2"),
        ("# A pattern", "A pattern"),
        ("$price", "$prize"),
        ("«one", "one"),
        ("three»", "three"),
        ("three»", "three»»«"),
    ],
)
def test_what_is_wrong_in_a_pattern_is_refused(right: str, wrong: str) -> None:
    assert right in PATTERN
    with pytest.raises(ValueError, match="sample"):
        read("sample", PATTERN.replace(right, wrong, 1))


def test_names_that_go_together_have_as_many_texts() -> None:
    with pytest.raises(ValueError, match="zip"):
        written(read("sample", PATTERN.replace("; 1 |", " |").replace("; 5", "")), 0)


def test_every_pattern_has_its_turn_and_is_the_same_again() -> None:
    assert MANY >= 47
    for number in range(3 * MANY):
        found = draft(number)
        assert found.pattern == patterns()[number % MANY].name
        assert found == draft(number)
        assert not set("«»$\0\1") & set(found.text + "".join(found.slips))
        assert not re.search(r"[^ \n]  | $|^ *\n *\n", found.text, re.MULTILINE), found.text


def test_slips_change_nothing_but_what_they_stand_for() -> None:
    with_slips = 0
    for number in range(5 * MANY):
        meant, found = draft(number, 0.0), draft(number)
        assert meant.slips == ()
        assert (found.text != meant.text) == bool(found.slips)
        with_slips += bool(found.slips)
        assert len(draft(number, 1.0).slips) >= 5
    assert 2 * MANY < with_slips < 4 * MANY


@pytest.mark.parametrize("number", range(MANY), ids=lambda number: patterns()[number].name)
def test_a_draft_without_slips_passes_and_does_not_fail_in_play(number: int) -> None:
    found = draft(number, 0.0)
    opened = compiling.check_text(f"{found.pattern}.rules", found.text)
    assert [each for each in opened.diagnostics if each.is_error] == []
    machine = max((case.machine for case in opened.cases), key=lambda each: each.players)
    for decisions, fault in (*alone(machine, 10), *in_matches(machine, 2)):
        assert fault is None
        assert decisions > 0


def test_drafts_that_pass_do_not_fail_in_play() -> None:
    """Four that games soon meet, one that needs no game, and two that do no harm. (A new pattern gives numbers to others.)"""
    whole = Tally()
    for number in (9, 13, 14, 15, 37, 74, 80):
        assert draft(number).slips
        whole = together(whole, drafted(number, 2))
    assert whole.missed == ()
    assert (whole.refused, whole.failing, whole.passed) == (1, 4, 2)
    assert whole.games == (3 + 3) * 2
    assert whole.decisions > 200


def test_what_was_missed_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it would be if a check did not play."""
    monkeypatch.setattr(passing, "checked", lambda opened, by_play: opened)
    slip = "`+ 20 div size(hand[p])` for `"
    (first,) = (n for n in range(MANY) if patterns()[n].name == "dominoes")
    number = next(
        n
        for n in range(first, 200 * MANY, MANY)
        if [each.startswith(slip) for each in draft(n).slips] == [True]
    )
    assert (
        passing.main(["--drafts", "--start", str(number), "--programs", "1", "--games", "5"]) == 1
    )
    told, fault, counted = capsys.readouterr().out.splitlines()
    assert told.startswith(f"draft {number} (dominoes), slips: {slip}")
    line = draft(number).text.count("\n")
    assert re.fullmatch(
        rf"    line {line}: division by 0: \d+ of \d+ games, [1-5] of these with [234] players",
        fault,
    )
    assert counted.endswith("1 programs with a fault")
