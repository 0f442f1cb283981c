"""``ruledsl check --proofs``: what it tells, and what may be left open."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ruledsl.diagnostics.codes.proofs import PROOFS
from tests.cli.command import ran

Run = Any

OPEN = PROOFS[0]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Runs a command in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return lambda *args: ran(capsys, monkeypatch, args)


def written(text: str) -> str:
    Path("toll.rules").write_text(text, encoding="utf-8")
    return "toll.rules"


def allowed(reason: str, text: str = OPEN.bad) -> str:
    """The rules with an allowance behind the line that counts."""
    return text.replace("carts += 1\n", f"carts += 1  # allow: RD580{reason}\n")


def test_what_is_open_is_a_note_and_no_fault(run: Run) -> None:
    result = run("check", "--proofs", written(OPEN.bad))
    assert result.code == 0
    assert result.out.startswith("note[RD580]: it is not proven that this always works: ")
    assert "1 note\n" in result.out
    last = result.out.splitlines()[-1]
    assert last.startswith("`toll.rules`: ")
    assert "could stop play with a fault in 1 setting" in last


def test_a_plain_check_says_nothing_of_it(run: Run) -> None:
    assert run("check", written(OPEN.bad)).out == "no faults in `toll.rules`\n"


def test_with_strict_everything_must_be_proven(run: Run) -> None:
    assert run("check", "--proofs", "--strict", written(OPEN.bad)).code == 1
    result = run("check", "--proofs", "--strict", written(OPEN.good))
    assert result.code == 0
    assert result.out.startswith("no faults in `toll.rules`\n")


def test_what_is_open_may_be_allowed_with_a_reason(run: Run) -> None:
    text = allowed(" because coins are enough for four")
    result = run("check", "--proofs", "--strict", written(text))
    assert result.code == 0
    assert result.out.splitlines()[-1].endswith(", 1 is allowed to be open")
    assert run("check", "--strict", written(text)).code == 0


def test_an_allowance_of_what_is_proven_is_told_where_proofs_are(run: Run) -> None:
    text = allowed(" because of nothing", OPEN.good)
    assert run("check", "--strict", written(text)).code == 0
    result = run("check", "--proofs", "--strict", written(text))
    assert result.code == 1
    assert "RD063" in result.out


def test_for_programs(run: Run) -> None:
    told = json.loads(run("check", "--proofs", "--format", "json", written(OPEN.bad)).out)
    assert (told["errors"], told["warnings"], told["notes"]) == (0, 0, 1)
    assert [found["severity"] for found in told["diagnostics"]] == ["note"]
    github = run("check", "--proofs", "--format", "github", written(OPEN.bad)).out
    assert github.startswith("::notice file=toll.rules,line=")
    sarif = json.loads(run("check", "--proofs", "--format", "sarif", written(OPEN.bad)).out)
    assert [result["level"] for result in sarif["runs"][0]["results"]] == ["note"]


def test_rules_with_errors_are_not_proven(run: Run) -> None:
    result = run(
        "check", "--proofs", written(OPEN.good.replace("your coins >= 3", "your pearls >= 3"))
    )
    assert result.code == 1
    assert "could stop play" not in result.out


def test_several_at_once(run: Run) -> None:
    result = run("check", "--proofs", "kuhn", written(OPEN.bad))
    assert result.code == 0
    assert [line.split(":")[0] for line in result.out.splitlines()[-2:]] == [
        "`kuhn`",
        "`toll.rules`",
    ]


@pytest.mark.parametrize("other", ["--play", "--thorough", "--watch"])
def test_what_does_not_go_together(run: Run, other: str) -> None:
    result = run("check", "--proofs", other, written(OPEN.good))
    assert result.code == 2
    assert "--proofs" in result.err or "without proofs" in result.err
