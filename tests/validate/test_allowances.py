"""``# allow: CODE because ...``: what it hides, and what is wrong with it."""

from __future__ import annotations

import pytest

from ruledsl.cli.mending import mend
from ruledsl.compiling import check_text
from ruledsl.diagnostics.example import GAME, changed
from ruledsl.source import SourceFile

SPARE = "zone spare seen by nobody"
UNUSED = changed("money bank", f"{SPARE}\nmoney bank")


def codes(text: str) -> list[tuple[int, str]]:
    found = check_text("example.rules", text).diagnostics
    return [(d.primary.span.line, d.code) for d in found]


@pytest.mark.parametrize(
    "line",
    [
        f"{SPARE}  # allow: RD121 because it is for later",
        f"{SPARE} # Allow:rd121, RD318 because it is for later",
        f"# allow: RD121 because it is for later\n{SPARE}",
        f"# allow: RD121 because it is for later\n\n# A place of its own.\n{SPARE}  # so there",
        f'{SPARE}  # allow RD121 because of "#" and \'',
    ],
)
def test_a_warning_is_allowed_with_a_reason(line: str) -> None:
    assert codes(UNUSED.replace(SPARE, line)) == []


def test_it_holds_for_its_line_alone() -> None:
    line = f"{SPARE}  # allow: RD121 because it is for later"
    text = UNUSED.replace(SPARE, f"{line}\nzone other seen by nobody")
    assert codes(text) == [(17, "RD121")]


def test_one_of_several_codes_may_be_used() -> None:
    text = UNUSED.replace(SPARE, f"{SPARE}  # allow: RD318, RD121 because it is for later")
    assert codes(text) == []


def test_a_reason_is_wanted() -> None:
    assert codes(UNUSED.replace(SPARE, f"{SPARE}  # allow: RD121")) == [(16, "RD062")]
    assert codes(UNUSED.replace(SPARE, f"{SPARE}  # allow: RD121 because")) == [(16, "RD062")]
    assert codes(UNUSED.replace(SPARE, f"{SPARE}  # allow: RD121, for later")) == [(16, "RD062")]
    assert codes(GAME.replace("ties shared", "ties shared  # allow: it")) == [(44, "RD062")]


def test_an_error_is_not_allowed() -> None:
    line = "    rounds = red  # allow: RD115 because I say so"
    assert codes(changed("        rounds += 1", line.replace("    ", "        ", 1))) == [
        (40, "RD115")
    ]


def test_what_allows_nothing_is_found_and_taken_out() -> None:
    text = changed("ties shared", "ties shared  # allow: RD121 because it was once")
    assert [code for _, code in codes(text)] == ["RD063"]
    mended = mend(SourceFile("example.rules", text), unsafe=False)
    assert mended.source.text == GAME
    assert mended.left.found == ()


def test_a_comment_in_a_text_allows_nothing() -> None:
    text = changed(
        "move c to discards", 'announce "# allow: RD121 because"\n    move c to discards'
    )
    assert codes(text) == []
    doc = changed("players 2\n", 'players 2\n"""\n# allow: RD121 because it is a docstring\n"""\n')
    assert codes(doc) == []


def test_a_comment_that_begins_so_is_a_comment() -> None:
    assert codes(changed("players 2", "players 2  # allow more of them later")) == []
