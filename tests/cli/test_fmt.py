"""``ruledsl fmt``: what is written, what is left alone, and the exit codes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ruledsl.cli import rewriting
from ruledsl.cli.main import main
from tests.cli.command import Ran, environment, process, ran

CRUMPLED = 'language 1\ngame   duel  "Duel"\nplayers 2 # two\n'
LAID = 'language 1\ngame duel "Duel"\n\nplayers 2  # two\n'
FAULTY = 'language 1\ngame duel "Duel"\nplayers two three\n'


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path):  # type: ignore[no-untyped-def]
    """Runs a command line in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def go(*args: str, typed: str = "") -> Ran:
        return ran(capsys, monkeypatch, args, typed)

    return go


def test_a_file_is_laid_out_once(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "duel.rules"
    file.write_text(CRUMPLED, encoding="utf-8")
    os.chmod(file, 0o640)
    first = run("fmt", "duel.rules")
    assert (first.code, first.out) == (0, "laid out `duel.rules`\n1 file laid out anew\n")
    assert file.read_text(encoding="utf-8") == LAID
    assert file.stat().st_mode & 0o777 == 0o640
    assert [path.name for path in tmp_path.iterdir()] == ["duel.rules"]
    again = run("fmt", "duel.rules")
    assert (again.code, again.out) == (0, "1 file as it should be\n")
    assert run("fmt", "duel").code == 0  # an own file by its bare name


def test_check_and_diff_write_nothing(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "duel.rules"
    file.write_text(CRUMPLED, encoding="utf-8")
    checked = run("fmt", "--check", ".")
    assert (checked.code, checked.out) == (
        1,
        "would lay out `duel.rules`\n1 file would be laid out anew\n",
    )
    shown = run("fmt", "--diff", "duel.rules")
    assert shown.code == 1
    assert shown.out.startswith("--- duel.rules\n+++ duel.rules\n@@ -1,3 +1,4 @@\n language 1\n")
    assert '-game   duel  "Duel"\n' in shown.out
    assert file.read_text(encoding="utf-8") == CRUMPLED
    file.write_text(LAID, encoding="utf-8")
    assert run("fmt", "--check", "duel.rules").code == 0
    assert run("fmt", "--diff", "duel.rules") == Ran(0, "", "")


@pytest.mark.parametrize("text", [CRUMPLED, CRUMPLED.rstrip("\n")])
def test_a_diff_can_be_applied(run, tmp_path: Path, text: str) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "duel.rules").write_text(text, encoding="utf-8")
    patch = run("fmt", "--diff", "duel.rules").out
    done = subprocess.run(
        ["git", "apply", "-p0", "-"],
        input=patch.encode(),
        cwd=tmp_path,
        check=False,
        capture_output=True,
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "duel.rules").read_text(encoding="utf-8") == LAID


def test_a_folder_with_a_faulty_file(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "a.rules").write_text(CRUMPLED, encoding="utf-8")
    (tmp_path / "b.rules").write_text(FAULTY, encoding="utf-8")
    (tmp_path / "c.rules").write_text(LAID, encoding="utf-8")
    (tmp_path / "other.txt").write_text("not   rules", encoding="utf-8")
    result = run("fmt", str(tmp_path))
    assert result.code == 1
    assert result.out.endswith(
        "1 file laid out anew, 1 file as it should be, 1 file with faults, left alone\n"
    )
    assert "error[RD060]" in result.err
    assert (tmp_path / "b.rules").read_text(encoding="utf-8") == FAULTY
    assert (tmp_path / "a.rules").read_text(encoding="utf-8") == LAID


def test_the_input(run) -> None:  # type: ignore[no-untyped-def]
    assert run("fmt", "-", typed=CRUMPLED) == Ran(0, LAID, "")
    assert run("fmt", "--check", "-", typed=CRUMPLED) == Ran(1, "", "")
    assert run("fmt", "--check", "-", typed=LAID) == Ran(0, "", "")
    assert run("fmt", "--diff", "-", typed=CRUMPLED).out.startswith("--- input\n")
    faulty = run("fmt", "-", typed=FAULTY)
    assert (faulty.code, faulty.out) == (1, "")
    assert "input:3:13" in faulty.err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["fmt"], "required: FILE|FOLDER|-"),
        (["fmt", "-", "x.rules"], "`-` stands for the input"),
        (["fmt", "none.rules"], "there is no file `none.rules`"),
        (["fmt", "kuhn"], "`kuhn` comes with ruledsl"),
        (["fmt", "."], "there are no rule files"),
        (["fmt", ""], "a name is empty"),
    ],
)
def test_what_cannot_be_done(run, args: list[str], said: str) -> None:  # type: ignore[no-untyped-def]
    result = run(*args)
    assert result.code == 2
    assert said in result.err


def test_line_ends_are_kept_and_a_byte_order_mark_goes(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "duel.rules"
    file.write_bytes(b"\xef\xbb\xbf" + CRUMPLED.replace("\n", "\r\n").encode())
    assert run("fmt", "duel.rules").code == 0
    assert file.read_bytes() == LAID.replace("\n", "\r\n").encode()
    assert run("fmt", "--check", "duel.rules").code == 0


def test_a_link_stays_a_link(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    file, link = tmp_path / "duel.rules", tmp_path / "link.rules"
    file.write_text(CRUMPLED, encoding="utf-8")
    link.symlink_to(file)
    assert run("fmt", "link.rules").code == 0
    assert link.is_symlink()
    assert file.read_text(encoding="utf-8") == LAID


def test_when_writing_fails_the_file_is_as_it_was(
    run,  # type: ignore[no-untyped-def]
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = tmp_path / "duel.rules"
    file.write_text(CRUMPLED, encoding="utf-8")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(rewriting.os, "fsync", full)
    result = run("fmt", "duel.rules")
    assert result.code == 2
    assert "`duel.rules` cannot be written: no space left on device" in result.err
    assert file.read_text(encoding="utf-8") == CRUMPLED
    assert [path.name for path in tmp_path.iterdir()] == ["duel.rules"]


def test_as_a_process(tmp_path: Path) -> None:
    done = process(["fmt", "-"], CRUMPLED.encode())
    assert (done.returncode, done.stdout) == (0, LAID.encode())
    nothing = process(["fmt", "-"], b"\0")
    assert nothing.returncode == 1
    assert b"RD003" in nothing.stderr


def test_the_formatter_starts_quickly() -> None:
    """It needs the parser and nothing that lowers, plays or validates."""
    code = "import sys, ruledsl.cli.verbs.fmt; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment(), check=True
    )
    loaded = set(done.stdout.split())
    assert "ruledsl.syntax.formatter" in loaded
    assert not loaded & {"cattrs", "jsonschema", "ruledsl.lower", "ruledsl.engine.game"}
    assert callable(main)
