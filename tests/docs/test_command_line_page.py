"""The page of the command line names every verb, every option and every command at the prompt."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

from ruledsl.cli.main import VERBS
from ruledsl.repl.commands import COMMANDS

PAGE = re.sub(
    r"^```console\n.*?^```$",
    "",
    (Path(__file__).parents[2] / "docs" / "command_line.md").read_text(encoding="utf-8"),
    flags=re.MULTILINE | re.DOTALL,
)
"""The page without its examples, which may show other verbs."""


def section(title: str) -> str:
    """The text below the heading of a verb."""
    match = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert match is not None, f"the page has no section `{title}`"
    return match[1]


def options_of(verb: str, capsys: pytest.CaptureFixture[str]) -> set[str]:
    """The options that the help of a verb names."""
    with pytest.raises(SystemExit) as left:
        import_module(f"ruledsl.cli.verbs.{verb}").main(["--help"])
    assert left.value.code == 0
    listed = re.findall(r"^ +(-[^\n]*)", capsys.readouterr().out, re.MULTILINE)
    found = {option for line in listed for option in re.findall(r"(?<![\w-])--?[a-z]+", line)}
    return found - {"-h", "--help"}


@pytest.mark.parametrize("verb", sorted(VERBS))
def test_the_options_of_a_verb_are_told(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    told = set(re.findall(r"(?<![\w-])--?[a-z]+", section(verb)))
    assert told == options_of(verb, capsys)


def test_no_verb_is_told_that_is_not_there() -> None:
    assert set(re.findall(r"^## ([a-z]+)$", PAGE, re.MULTILINE)) == set(VERBS)


def test_the_commands_at_the_prompt_are_told() -> None:
    rows = re.findall(r"^\| `(\w+)` \| ", section("play"), re.MULTILINE)
    assert rows == list(COMMANDS)
