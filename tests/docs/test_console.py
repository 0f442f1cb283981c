"""Documents carried out from top to bottom: what they say is printed is what is printed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.console import (
    DOCUMENTS,
    agrees,
    carried_out,
    commands,
    differences,
    fences,
    renewed,
    write,
)
from tests.docs.steps import declarations, worked_in

LEFT_OUT = {"CHANGELOG.md"}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda p: p.name)
def test_what_a_document_shows_is_what_happens(document: Path, tmp_path: Path) -> None:
    found = differences(document, tmp_path)
    said = [f"{document.name}:{d.fence.line}: {d.problem}" for d in found]
    assert not said, "\n".join([*said, "`python -m tests.docs.console` writes it anew"])


def test_no_block_is_of_a_kind_that_nothing_is_done_with() -> None:
    """Shell commands for setting up are run by `test_install`; drawings, JSON and catalogues show no program's output."""
    for document in DOCUMENTS:
        kinds = re.findall(r"^```(\w*)$", document.read_text(encoding="utf-8"), re.MULTILINE)
        opening = set(kinds[::2])
        assert opening <= {"rules", "console", "python", "text", "sh", "mermaid", "json", "po"}
        assert not any(kinds[1::2]), document.name


def test_there_is_much_to_carry_out() -> None:
    texts = [document.read_text(encoding="utf-8") for document in DOCUMENTS]
    kinds = [fence.kind for text in texts for fence in fences(text)]
    assert kinds.count("console") > 15
    assert kinds.count("python") >= 2


def test_a_wrong_output_is_noticed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        '```rules\nlanguage 1\ngame g "G"\nplayers 2\nvar x: 0..1 = 0 seen by all\nplay: x = 1\nscore p in Player = 0\n```\n\n'
        "```console\n$ ruledsl test g.rules\n1 passed\n```\n\n"
        "```python\nprint(1)\n```\n\n<!-- printed -->\n```text\n2\n```\n",
        encoding="utf-8",
    )
    shown, printed = differences(page, tmp_path)
    assert shown.better == "$ ruledsl test g.rules\nno tests\n"
    assert printed.better == "1\n"


def test_a_wrong_exit_code_is_noticed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("```console\n$ ruledsl explain RD999\n...\n```\n", encoding="utf-8")
    (found,) = differences(page, tmp_path)
    assert found.problem.startswith("`ruledsl explain RD999` ends with 2, not 0:\nruledsl: ")


def test_so_is_that_of_a_command_that_others_follow(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    shown = "$ ruledsl explain RD999\n...\n$ ruledsl explain RD001\n...\n"
    page.write_text(f"```console\n{shown}```\n", encoding="utf-8")
    (found,) = differences(page, tmp_path)
    assert found.problem.startswith("`ruledsl explain RD999` ends with 2, not 0:")


def test_outputs_are_written_anew(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.md"
    page.write_text("```console\n$ ruledsl check kuhn\nold\n```\n", encoding="utf-8")
    assert write([page]) == 0
    assert page.read_text(encoding="utf-8") == (
        "```console\n$ ruledsl check kuhn\nno faults in `kuhn`\n```\n"
    )
    assert capsys.readouterr().out == "page.md:2: written\n"


def test_nothing_is_written_where_an_exit_code_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.md"
    text = (
        "```console\n$ ruledsl check kuhn\nold\n```\n\n```console\n$ ruledsl check nothing\n```\n"
    )
    page.write_text(text, encoding="utf-8")
    assert write([page]) == 1
    assert page.read_text(encoding="utf-8") == text
    out = capsys.readouterr().out
    assert "page.md:7: `ruledsl check nothing` ends with 2, not 0" in out
    assert out.endswith("page.md: left as it is\n")


def test_three_dots_stand_for_any_lines() -> None:
    assert agrees("a\n...\nd\n", "a\nb\nc\nd\n")
    assert agrees("...\n", "")
    assert not agrees("a\n...\nd\n", "a\nb\nd\ne\n")


def test_what_was_left_out_stays_left_out() -> None:
    shown = "title\n...\nseat 1> take 2\n  seat 2: 5 wins\n...\nend\n"
    printed = "title\nx\ny\nseat 1> take 2\n  seat 2: 7 wins\nnew\nz\nend\n"
    better = renewed(shown, printed)
    assert better == "title\n...\nseat 1> take 2\n  seat 2: 7 wins\n...\nend\n"
    assert agrees(better, printed)
    assert renewed("a\n", "b\nc\n") == "b\nc\n"
    assert renewed("...\n", "b\nc\n") == "...\n"
    assert renewed("...\nb\n", "b\n") == "b\n"


def test_columns_may_be_wider() -> None:
    assert agrees("a  b c\n", "a     b c\n")
    assert not agrees("a  b c\n", "a  b  c\n")
    assert not agrees("a  b\n", "a b\n")
    assert not agrees("  a\n", "    a\n")


def test_a_console_block_begins_with_a_command() -> None:
    with pytest.raises(ValueError, match="begins with"):
        commands("no command\n")
    with pytest.raises(ValueError, match="not `rm`"):
        carried_out("rm -r folder", ())


GROWING = """language 1
game g "G"
\"\"\"What it is
about.\"\"\"

players 2
# The score.
score p in Player = 0
"""


def test_a_declaration_is_found_with_what_belongs_to_it() -> None:
    found = list(declarations(GROWING))
    assert [(d.kind, d.name) for d in found] == [
        ("language", ""),
        ("game", ""),
        ("players", ""),
        ("score", ""),
    ]
    assert found[1].text.endswith('about."""')
    assert found[3].text.startswith("# The score.")


def test_a_step_replaces_and_adds() -> None:
    text = worked_in(
        GROWING, "score p in Player = 1\nvar x: 0..1 = 0 seen by all\nplay:\n    x = 1\n"
    )
    assert text == (
        'language 1\ngame g "G"\n"""What it is\nabout."""\n\nplayers 2\n\n'
        "var x: 0..1 = 0 seen by all\n\nplay:\n    x = 1\n\nscore p in Player = 1\n"
    )


def test_what_is_no_declaration_is_no_step() -> None:
    with pytest.raises(ValueError, match="`move c to x` begins no declaration"):
        worked_in(GROWING, "move c to x\n")


def test_a_step_that_shows_a_mistake_is_forgotten(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    whole = f"```rules\n{GROWING}```\n\n"
    wrong = "<!-- step: g, wrong: RD001 -->\n```rules\nplayers 3\n```\n\n"
    right = "<!-- step: g -->\n```rules\nscore p in Player = 1\n```\n\n"
    shown = "<!-- whole: g -->\n```rules\n```\n"
    page.write_text(whole + wrong + right + shown, encoding="utf-8")
    (found,) = differences(page, tmp_path)
    assert found.better == GROWING.replace(
        "# The score.\nscore p in Player = 0", "score p in Player = 1"
    ).replace("players 2\n", "players 2\n\n")
    assert (tmp_path / "g.rules").read_text(encoding="utf-8") == found.better
