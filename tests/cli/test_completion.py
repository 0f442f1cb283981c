"""Completion: what the scripts offer is what the command line takes, and the shells understand them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from ruledsl.cli.completion import Taken, taken
from ruledsl.cli.main import VERBS
from ruledsl.cli.shells import SHELLS
from ruledsl.semantics.library import shipped_rulesets
from tests.cli.command import ran

RULESETS = tuple(shipped_rulesets())
ALL = taken(VERBS, RULESETS)


def needs(shell: str) -> str:
    found = shutil.which(shell)
    if found is None:
        pytest.skip(f"{shell} is not on this machine")
    return found


def test_every_verb_tells_what_it_takes() -> None:
    assert [verb.name for verb in ALL.verbs] == list(VERBS)
    check = next(verb for verb in ALL.verbs if verb.name == "check")
    assert check.place is not None
    assert check.place.sort == "rulesets"
    (form,) = (option for option in check.options if "--format" in option.names)
    assert form.value is not None
    assert ALL.words(form.value)[:2] == ("human", "short")
    strict = next(option for option in check.options if "--strict" in option.names)
    assert strict.value is None


@pytest.mark.parametrize("shell", sorted(SHELLS))
def test_a_script_is_written(
    shell: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    done = ran(capsys, monkeypatch, ["completion", shell])
    assert done.code == 0
    assert done.out == SHELLS[shell](ALL)
    assert done.err == ""


@pytest.mark.parametrize("shell", sorted(SHELLS))
def test_the_shell_understands_its_script(shell: str, tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text(SHELLS[shell](ALL), encoding="utf-8")
    done = subprocess.run([needs(shell), "-n", str(script)], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr == b""


def test_another_shell_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    done = ran(capsys, monkeypatch, ["completion", "tcsh"])
    assert done.code == 2
    assert "bash" in done.err


def in_bash(line: str, folder: Path, everything: Taken = ALL) -> set[str]:
    """What bash would offer for the last word of a line, in a folder."""
    words = line.split(" ")
    listed = " ".join(f"'{word}'" for word in words)
    text = (
        f"{SHELLS['bash'](everything)}\n"
        f"COMP_WORDS=({listed})\nCOMP_CWORD={len(words) - 1}\n"
        '_ruledsl\nprintf "%s\\n" "${COMPREPLY[@]}"\n'
    )
    done = subprocess.run(
        [needs("bash"), "--norc", "-c", text],
        capture_output=True,
        text=True,
        cwd=folder,
        check=True,
    )
    assert done.stderr == ""
    return set(filter(None, done.stdout.split("\n")))


def test_bash_offers_verbs_options_and_values(tmp_path: Path) -> None:
    assert in_bash("ruledsl ", tmp_path) == {*VERBS, "--help", "--version"}
    assert in_bash("ruledsl ch", tmp_path) == {"check"}
    assert in_bash("ruledsl check --st", tmp_path) == {"--static", "--strict"}
    assert {"human", "short", "json"} <= in_bash("ruledsl check --format ", tmp_path)
    assert in_bash("ruledsl explain RD10", tmp_path) >= {"RD101", "RD102"}
    assert in_bash("ruledsl completion z", tmp_path) == {"zsh"}
    assert in_bash("ruledsl play --seed ", tmp_path) == set()


def test_bash_offers_values_behind_an_equals_sign(tmp_path: Path) -> None:
    """Bash itself divides there."""
    assert in_bash("ruledsl check --format = sh", tmp_path) == {"short"}
    assert in_bash("ruledsl check --format =", tmp_path) >= {"human", "short", "json"}


def test_bash_offers_rulesets_and_files(tmp_path: Path) -> None:
    (tmp_path / "two words.rules").touch()
    assert in_bash("ruledsl check ", tmp_path) == {*RULESETS, "two words.rules"}
    assert in_bash("ruledsl test two", tmp_path) == {"two words.rules"}
    assert set(RULESETS) <= in_bash("ruledsl new --variant-of ", tmp_path)


def test_nothing_in_a_script_is_run() -> None:
    """Meanings and words stand between quotation marks: a meaning with one in it does no harm."""
    odd = taken({"list": "it's `odd` $(echo no): really"}, ("kuhn",))
    for shell in SHELLS:
        done = subprocess.run(
            [needs(shell), "-n"],
            input=SHELLS[shell](odd).encode(),
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, (shell, done.stderr)
