"""``check --fix``: each kind of mend, and that only what helps is kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ruledsl.cli.findings import Checked
from ruledsl.cli.mending import check_text, mend
from ruledsl.diagnostics.catalogue import all_codes
from ruledsl.diagnostics.example import GAME, changed
from ruledsl.diagnostics.model import Diagnostic, Edit, Fix, Label
from ruledsl.source import SourceFile, Span
from tests.cli.command import ran

REQUIRE = 'require rounds < 8, otherwise "too late"'

# what is written, what should be: each a piece of the example game, and the code
SAFE: list[tuple[str, str, str]] = [
    ("language 1\n", "", "RD010"),
    ("language 1\n", "Language 1\n", "RD041"),
    ("require rounds == 8, ", "require rounds = 8, ", "RD050"),
    ("    rounds = 1\n", "    rounds == 1\n", "RD051"),
    ("require 1 < rounds and rounds < 8, ", "require 1 < rounds < 8, ", "RD052"),
    (
        "require 1 < size(your hand) and size(your hand) < 8, ",
        "require 1 < size(your hand) < 8, ",
        "RD052",
    ),
    (REQUIRE, 'require rounds < 8 otherwise "too late"', "RD054"),
    (REQUIRE, 'require rounds < 8 because "too late"', "RD042"),
    (REQUIRE, "require rounds < 8, otherwise 'too late'", "RD033"),
    (
        "    if rounds == 8:\n        rounds = 1\n",
        "    if rounds == 8\n        rounds = 1\n",
        "RD024",
    ),
    (
        "    if rounds == 8:\n        rounds = 1\n    elif rounds == 7:\n        rounds = 2\n",
        "    if rounds == 8:\n        rounds = 1\n    else if rounds == 7:\n        rounds = 2\n",
        "RD053",
    ),
    (
        "    for p in Player:\n        rounds += 1\n",
        "    for p of Player:\n        rounds += 1\n",
        "RD055",
    ),
    (
        "    for p in Player:\n        rounds += 1\n",
        "    for p Player:\n        rounds += 1\n",
        "RD055",
    ),
    (REQUIRE, 'reqiure rounds < 8, otherwise "too late"', "RD041"),
    ("var rounds: 0..9 = 0 seen by all", "var rounds: 0..9 = 0 sen by all", "RD041"),
    ("shuffle stock", "shufle stock", "RD041"),
    ("move all from your hand to discards", "move all from my hand to discards", "RD042"),
    ("    your points += 1\n", "    my points += 1\n", "RD042"),
    ("rounds < 8 and rounds > 1", "rounds < 8&&rounds > 1", "RD036"),
    ("rounds < 8 or rounds > 1", "rounds < 8 || rounds > 1", "RD036"),
    ("not (rounds == 8)", "! (rounds == 8)", "RD036"),
    ("rounds != 8", "rounds <> 8", "RD036"),
    ("rounds != 8", "rounds ≠ 8", "RD036"),
    ("rounds <= 8", "rounds ≤ 8", "RD036"),
    ("rounds mod 2 == 1", "rounds % 2 == 1", "RD036"),
    ("2 * rounds == 4", "2 × rounds == 4", "RD036"),
    ("    rounds = 1\n", "    rounds := 1\n", "RD036"),
    ("var rounds: 0..9 = 0", "var rounds: 0…9 = 0", "RD036"),
    ("rounds < 8", "rounds\u200b< 8", "RD035"),
    (
        "    shuffle stock\n    each player:\n        move",
        "\tshuffle stock\n\teach player:\n\t\tmove",
        "RD020",
    ),
    ("rounds == 8 and yes", "rounds == 8 and true", "RD115"),
]
UNSAFE: list[tuple[str, str, str]] = [
    ("rounds div 2 == 1", "rounds / 2 == 1", "RD036"),
    ("rounds >= 8", "rounds => 8", "RD036"),
    ("rounds - 1 < 8", "rounds – 1 < 8", "RD036"),
    (REQUIRE, 'require rounds < 8, otherwise "too late', "RD030"),
    ("    your points += 1\n", "    me.points += 1\n", "RD060"),
    ("must discard or buy", "must discard, buy", "RD060"),
    ("must discard or buy", "must discard() or buy()", "RD060"),
    ("    rounds += 2\n", "    increase rounds by 2\n", "RD060"),
    ("    rounds += 1\n", "    rounds++\n", "RD060"),
    ("    rounds += 2\n", "    rounds =+ 2\n", "RD060"),
    (
        "    if rounds == 2:\n        rounds = 1\n",
        "    when rounds == 2:\n        rounds = 1\n",
        "RD060",
    ),
    ("repeat 2 times:", "repeat 2:", "RD060"),
    ("move 2 from stock to your hand", "move 2 cards from stock to your hand", "RD060"),
    ("move c to discards underneath", "move c to bottom of discards", "RD060"),
    ("must discard or buy", "must discrad or buy", "RD118"),
    ("do turn", "do trun", "RD117"),
    ("repeat until rounds == 2:", "while rounds != 2:", "RD042"),
    (REQUIRE, 'assert rounds < 8, otherwise "too late"', "RD042"),
    ("your coins to bank", "your coins to bnak", "RD115"),
    ("your coins to bank", "your cions to bank", "RD115"),
    ("require rounds < 8", "require ruonds < 8", "RD115"),
    ("size(discards) < 8", "size(dicsards) < 8", "RD115"),
    ("any(c.rank == ace for c in your hand)", "any(c.rnak == ace for c in your hand)", "RD207"),
    ("rank: Rank, suit", "rank: Rnak, suit", "RD107"),
    ("    Pip(each Rank", "    Pipp(each Rank", "RD108"),
    ("rounds += 1\n", "your rounds += 1\n", "RD206"),
    ("size(stock) > 1", "siez(stock) > 1", "RD115"),
]


def game(piece: str) -> str:
    """The example game with a piece in it, where such a piece stands."""
    if piece in GAME:
        return GAME
    if piece.startswith(("    rounds", "    if", "    for", "    your")):
        return changed("    your points += 1\n", piece)
    if piece.startswith("repeat"):
        return changed("repeat 2 times:", piece)
    if piece.startswith("require"):
        return changed("require rounds < 8, ", piece)
    if piece.startswith("move"):
        return changed("move c to discards", piece)
    return changed("require rounds < 8, ", f"require {piece}, ")


def source(text: str) -> SourceFile:
    return SourceFile("duel.rules", text)


def faulty(row: tuple[str, str, str]) -> tuple[str, str]:
    """A right text, and the same with the fault in it."""
    right, wrong, _ = row
    text = game(right)
    assert text.count(right) == 1, right
    assert not [d for d in check_text(source(text)).found if d.is_error]
    return text, text.replace(right, wrong)


@pytest.mark.parametrize("row", SAFE, ids=lambda row: f"{row[2]} {row[1].strip()[:40]}")
def test_what_is_certain_is_mended(row: tuple[str, str, str]) -> None:
    right, wrong = faulty(row)
    assert row[2] in [d.code for d in check_text(source(wrong)).found]
    mended = mend(source(wrong), unsafe=False)
    assert mended.source.text.replace("\u200b", " ") == right
    assert row[2] in [found.code for found, _ in mended.done]
    assert mended.left.found == check_text(source(right)).found


@pytest.mark.parametrize("row", UNSAFE, ids=lambda row: f"{row[2]} {row[1].strip()[:40]}")
def test_what_is_likely_is_mended_only_if_asked_for(row: tuple[str, str, str]) -> None:
    right, wrong = faulty(row)
    kept = mend(source(wrong), unsafe=False)
    assert kept.source.text == wrong
    assert not kept.done
    assert row[2] in [d.code for d in kept.left.found]
    mended = mend(source(wrong), unsafe=True)
    assert mended.source.text == right
    assert mended.left.found == check_text(source(right)).found


def test_a_misspelt_card_in_a_test() -> None:
    right = GAME + '\ntest "a": \n    given hand[1] = 2 of spades\n    expect size(stock) == 3\n'
    wrong = right.replace("2 of spades", "2 of spdaes")
    assert [d.code for d in check_text(source(wrong)).found] == ["RD407"]
    assert mend(source(wrong), unsafe=False).source.text == wrong
    assert mend(source(wrong), unsafe=True).source.text == right


def test_several_faults_are_mended_at_once_and_one_after_the_other() -> None:
    wrong = changed(
        "require rounds < 8,",
        "require 1 < rounds < 8 && rounds = 3",
        "shuffle stock",
        "shufle stock",
    )
    mended = mend(source(wrong), unsafe=False)
    assert mended.source.text == changed(
        "require rounds < 8,", "require 1 < rounds and rounds < 8 and rounds == 3,"
    )
    assert len(mended.done) == 5


def test_a_name_near_two_others_is_left_alone() -> None:
    wrong = changed("rounds: 0..9 = 0 seen by all", "rounds: 0..9 = 0 seen by all\nvar rounds_a: 0..9 = 0 seen by all\nvar rounds_b: 0..9 = 0 seen by all",
                    "require rounds < 8", "require rounds_c < 8")  # fmt: skip
    found = [d for d in check_text(source(wrong)).found if d.code == "RD115"]
    assert [d.fix for d in found] == [None]
    assert found[0].help is not None
    assert found[0].help.startswith("did you mean")


@pytest.mark.parametrize("code", [c for c in all_codes() if c.bad], ids=lambda c: c.code)
def test_mending_an_example_never_makes_it_worse(code: object) -> None:
    bad: str = code.bad  # type: ignore[attr-defined]
    before = check_text(source(bad))
    mended = mend(source(bad), unsafe=True)
    assert len(mended.left.found) <= len(before.found)
    if not mended.done:
        assert mended.source.text == bad


@pytest.mark.parametrize(
    "line",
    [
        "increase rounds by points[me] + 1",
        "increase rounds by size(stock)",
        "deal 3 cards to each player",
        "pay 3 coins from bank to your coins",
        "rounds = 1, points[me] = 2",
        "put rounds in the discards",
        f"rounds++ {'+ 1 ' * 120}",
    ],
)
def test_no_line_is_rewritten_that_would_lose_something(line: str) -> None:
    wrong = changed("    your points += 1\n", f"    {line}\n")
    mended = mend(source(wrong), unsafe=True)
    assert mended.source.text == wrong
    assert any(found.is_error for found in mended.left.found)


def at(line: int, start: int, end: int) -> Span:
    return Span("duel.rules", line, start, line, end)


def fake(*rows: tuple[str, Span, str]) -> Checked:
    """A check that finds these things, each with a fix that writes a text."""
    found = tuple(
        Diagnostic(code, "wrong", Label(span), fix=Fix("x", (Edit(span, text),), is_safe=True))
        for code, span, text in rows
    )
    return Checked(found, {})


def test_a_fix_that_does_not_help_is_not_kept() -> None:
    def check(text: SourceFile) -> Checked:
        return fake(("RD115", at(1, 1, 2), "b"))

    mended = mend(source("a\n"), unsafe=False, check=check)
    assert mended.source.text == "a\n"
    assert mended.done == ()


def test_of_a_batch_what_helps_is_kept() -> None:
    def check(text: SourceFile) -> Checked:
        rows = [("RD115", at(n, 1, 2), "b") for n in (1, 2, 3) if text.line(n) == "a"]
        if text.line(2) == "b":
            rows.append(("RD201", at(2, 1, 2), "a"))
        return fake(*rows)

    mended = mend(source("a\na\na\n"), unsafe=False, check=check)
    assert mended.source.text == "b\na\nb\n"
    assert [found.primary.span.line for found, _ in mended.done] == [1, 3]


# --- the command ------------------------------------------------------------------------------


def test_the_command_mends_and_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "duel.rules"
    wrong = changed("require rounds < 8", "require rounds = 8", "do turn", "do trun")
    file.write_bytes(wrong.replace("\n", "\r\n").encode())
    plain = ran(capsys, monkeypatch, ["check", str(file)])
    assert plain.code == 1
    assert "2 errors\n`--fix` mends 1 of them, `--unsafe-fixes` 1 more\n" in plain.out
    shown = ran(capsys, monkeypatch, ["check", "--fix", "--diff", str(file)])
    assert shown.code == 1
    assert "-    require rounds = 8" in shown.out
    assert "+    require rounds == 8" in shown.out
    assert "would mend" in shown.err
    assert b"rounds = 8" in file.read_bytes()
    done = ran(capsys, monkeypatch, ["check", "--fix", str(file)])
    assert done.code == 1
    assert f"mended {file}:30:20: RD050 " in done.err
    assert "RD117" in done.out
    assert b'rounds == 8, otherwise "too late"\r\n' in file.read_bytes()
    last = ran(capsys, monkeypatch, ["check", "--unsafe-fixes", str(file)])
    assert last.code == 0
    assert "no faults" in last.out
    again = ran(capsys, monkeypatch, ["check", "--fix", "--diff", str(file)])
    assert (again.code, again.out, again.err) == (0, "", "")


def test_a_base_is_not_mended_with_its_variant(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    base, variant = tmp_path / "duel.rules", tmp_path / "duel_2.rules"
    wrong = changed("require rounds < 8", "require rounds = 8")
    base.write_text(wrong, encoding="utf-8")
    variant.write_text('language 1\nvariant duel_2 of duel "Two"\n', encoding="utf-8")
    assert ran(capsys, monkeypatch, ["check", "--fix", str(variant)]).code == 1
    assert base.read_text(encoding="utf-8") == wrong
    assert ran(capsys, monkeypatch, ["check", "--fix", str(tmp_path)]).code == 0


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--diff"], "`--diff` goes with `--fix`"),
        (["--watch", "--fix"], "`--watch` writes nothing"),
        (["--watch", "--format", "json"], "`--watch` is for people"),
    ],
)
def test_what_does_not_go_together(
    args: list[str], said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    result = ran(capsys, monkeypatch, ["check", *args, "kuhn"])
    assert result.code == 2
    assert said in result.err


def test_fixes_are_told_to_programs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "duel.rules"
    file.write_text(changed("require rounds < 8", "require rounds<8&&yes"), encoding="utf-8")
    out = ran(capsys, monkeypatch, ["check", "--format", "json", str(file)]).out
    (found,) = json.loads(out)["diagnostics"]
    assert found["fix"]["safe"] is True
    (edit,) = found["fix"]["edits"]
    assert (edit["text"], edit["line"], edit["column"], edit["end_column"]) == (" and ", 30, 21, 23)
