"""Whole sessions at a pipe, every command in them, with all that is shown.

RULEDSL_WRITE_GOLDEN=1 pytest tests/cli/test_sessions.py     writes tests/cli/sessions anew
"""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path

import pytest

from ruledsl.repl.commands import COMMANDS
from ruledsl.wording.ascii import in_ascii
from tests.cli.command import HERE, RULES, ran

SHOWN = Path(__file__).parent / "sessions"
WRITES = bool(os.environ.get("RULEDSL_WRITE_GOLDEN"))

ALL = [
    "", "help", "help bid", "help undo", "help zebra", "rules", "where", "moves", "moves show", "table", "/log", "score",
    "why 1", "why not bid 9", "why bid", "why zebra", "hint", "hint greedy", "hint nobody",
    "bid 9", "zebra", "bid lots", "bid(2", "show", "s", "99", "/nonsense", "undo it", "#0",
    "b 3", "undo", "undo", "redo", "redo", "save a.save", "save seat mine.save", "restart", "restart", "redo",
    "bot 2 greedy", "bot 9 random", "bot 2 human", "auto 1", "transcript", "transcript seen.txt", "transcript seen.txt",
    "load a.save", "load none.save", "reload", "record test early", "deal 4", "deal x", "1", "1",
    "table", "score", "/log", "why bid", "1", "undo", "auto", "score", "record test mine", "record test mine mine.txt",
    "record test mine mine.txt", "restart", "quit",
]  # fmt: skip
"""Every command, well and badly used, in the game of `whisper.rules`."""

GAMES = {
    "match": (["whisper.rules", "--match", "two", "--set", "shows=1"], ["bid 1", "score", "undo", "/log", "log", "score", "quit"]),
    "open": (["whisper.rules", "--seat", "2=human", "--open"], ["bid 1", "record test early", "2", "undo", "transcript", "q"]),
    "bots": (["whisper.rules", "--seat", "1=greedy", "--log"], []),
    "fault": (["brittle.rules", "--seat", "2=human", "--open"], ["light", "burn", "wait", "wait", "wait", "wait"]),
    "twins": (["twins.rules"], ["take stone", "why take stone", "take stone at 2", "quit"]),
    "short": (["whisper.rules"], ["bid 1"]),
}  # fmt: skip
"""Other sessions: what is called and what is typed."""

SAID = {
    "nb": {"bid": "by", "show": "vis", "lots": "mange", "zebra": "sebra", "s": "v", "c": "k"},
    "nl": {"bid": "bied", "show": "toon", "lots": "veel", "zebra": "zebra", "s": "t", "c": "k"},
}
"""What is typed in other languages in place of these words."""

WIDTHS = {"40": {"COLUMNS": "40"}, "120": {"COLUMNS": "120"}}


@pytest.fixture
def played(tmp_path, monkeypatch, capsys):
    """What is shown when something is played in a folder with the rules of the tests."""
    for path in (*RULES.glob("*.rules"), *(HERE / "words").glob("*.po")):
        shutil.copy(path, tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RULEDSL_STATE", str(tmp_path / "state"))
    for name in ("COLUMNS", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)

    def play(words, typed, **env):
        for name, value in env.items():
            monkeypatch.setenv(name, value)
        for path in (*tmp_path.glob("*.txt"), *tmp_path.glob("*.save")):
            path.unlink()
        bots = [] if any("--seat" in word for word in words) else ["--seat", "2=random"]
        words = ["play", *words, *bots, "--seed", "1", "--adviser", "random"]
        result = ran(capsys, monkeypatch, words, "".join(f"{line}\n" for line in typed))
        for name in env:
            monkeypatch.delenv(name)
        assert "Traceback" not in result.out + result.err
        assert not result.err, result.err
        return result.out

    return play


def check(name: str, text: str) -> None:
    path = SHOWN / f"{name}.txt"
    if WRITES:
        path.write_text(text, encoding="utf-8", newline="\n")
    assert text == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("width", WIDTHS)
def test_every_command(played, width):
    check(f"every_command_{width}", played(["whisper.rules"], ALL, **WIDTHS[width]))


def test_every_command_plain(played):
    check("every_command_plain", played(["whisper.rules", "--plain"], ALL))


def said(language: str) -> list[str]:
    """What is typed in that language."""
    return [
        re.sub(r"[a-z]+", lambda word: SAID[language].get(word[0], word[0]), line)
        if line.partition(" ")[0] in ("bid", "b", "show", "s", "zebra", "why", "moves", "help")
        else line
        for line in ALL
    ]


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("language", SAID)
def test_every_command_in_other_languages(played, language, width):
    text = played(["whisper.rules", "--lang", language], said(language), **WIDTHS[width])
    check(f"every_command_{language}_{width}", text)


@pytest.mark.parametrize("language", SAID)
def test_every_manner_tells_the_same_in_other_languages(played, language):
    typed = said(language)
    wide = played(["whisper.rules", "--lang", language], typed, COLUMNS="120")
    narrow = played(["whisper.rules", "--lang", language], typed, COLUMNS="40")
    plain = played(["whisper.rules", "--lang", language, "--plain"], typed)
    assert words(narrow) == words(wide) == words(plain)
    in_one = words(" ".join(plain.split()))
    assert not in_one & UNTRANSLATED


UNTRANSLATED = {"and", "you", "cannot", "there", "game", "with", "name", "already"}
"""Words that no other of the languages has, and that the rules of the game have in no line that is quoted."""


@pytest.mark.parametrize("language", SAID)
def test_every_command_in_ascii(played, language):
    typed = said(language)
    text = played(["whisper.rules", "--lang", language, "--ascii"], typed)
    assert text.isascii()
    check(f"every_command_{language}_ascii", text)
    whole = played(["whisper.rules", "--lang", language], typed)
    assert words(text) == {in_ascii(word) for word in words(whole)}


def test_ascii_is_all_there_is_in_english(played):
    assert played(["whisper.rules", "--ascii"], ALL) == played(["whisper.rules"], ALL)


@pytest.mark.parametrize("more", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
@pytest.mark.parametrize("language", SAID)
def test_a_pipe_looks_the_same_in_other_languages(played, language, more):
    typed = said(language)
    shown = played(["whisper.rules", "--lang", language], typed, **more)
    assert shown == played(["whisper.rules"], typed, LC_ALL=f"{language}.UTF-8")


@pytest.mark.parametrize("name", GAMES)
def test_other_sessions(played, name):
    words, typed = GAMES[name]
    check(name, played(words, typed))


def as_json(line: str) -> str:
    """What a program sends in place of a typed line; what is no command is a move."""
    word, _, rest = line.partition(" ")
    word = word.removeprefix("/")
    if word in COMMANDS and line != "log":
        return json.dumps({"command": word, "with": rest} if rest else {"command": word})
    digits = line.removeprefix("#")
    return json.dumps({"move": int(digits) if digits.isdigit() else line})


def test_every_command_in_json(played):
    typed = [as_json(line) for line in ALL]
    text = played(["whisper.rules", "--json"], typed)
    check("every_command_json", text)
    again = played(["whisper.rules", "--json"], typed)
    assert text == again, "with a seed the same lines make the same lines"


@pytest.mark.parametrize("name", ["match", "fault", "twins"])
def test_other_sessions_in_json(played, name):
    words, typed = GAMES[name]
    check(
        f"{name}_json",
        played(
            [*words, "--json"]
            if name != "fault"
            else [w for w in words if w != "--open"] + ["--json"],
            [as_json(line) for line in typed],
        ),
    )


def test_every_type_and_code_of_the_protocol_comes_up():
    page = (Path(__file__).parents[2] / "docs" / "json.md").read_text(encoding="utf-8")
    page_came = page.split("## What comes")[1]
    types = set(re.findall(r"^\| `(\w+)` \|", page_came.split("Answers to")[0], re.MULTILINE))
    types |= set(re.findall(r"`(\w+)`", page_came.split("have the type")[1].split("After one")[0]))
    codes = set(re.findall(r"^\| `(\w+)` \|", page_came.split("| code |")[1], re.MULTILINE))
    messages = [
        json.loads(line)
        for path in SHOWN.glob("*_json.txt")
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    found = {message["type"] for message in messages}
    # A notice tells of a disk that cannot be written; see `test_kept_tables`.
    assert found == types - {"notice"}
    assert {message["code"] for message in messages if message["type"] == "error"} == codes
    for path in SHOWN.glob("*_json.txt"):
        numbers = [
            json.loads(line)["number"] for line in path.read_text(encoding="utf-8").splitlines()
        ]
        assert numbers == list(range(1, len(numbers) + 1))


def test_all_commands_are_there():
    typed = {line.partition(" ")[0].removeprefix("/") for line in ALL}
    assert set(COMMANDS) <= typed


@pytest.mark.parametrize(
    "more", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {"COLUMNS": "100"}, {"COLUMNS": "x"}]
)
def test_a_pipe_looks_the_same(played, more):
    assert played(["whisper.rules"], ALL, **more) == played(["whisper.rules"], ALL)


def words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text))


def test_every_manner_tells_the_same(played):
    narrow = played(["whisper.rules"], ALL, COLUMNS="40")
    wide = played(["whisper.rules"], ALL, COLUMNS="120")
    plain = played(["whisper.rules", "--plain"], ALL)
    assert words(narrow) == words(wide) == words(plain)


def too_wide(text: str, width: int) -> list[str]:
    """The lines that are wider than the screen, but for rules that are to be copied and words that cannot be broken."""
    tests = re.findall(r"^test \"(?:.|\n)*?(?=^\S)", text, re.MULTILINE)
    copied = {line for test in tests for line in test.splitlines()}
    return [
        line
        for line in text.splitlines()
        if len(line) > width and line not in copied and len(line.split()) > 1
    ]


@pytest.mark.parametrize("language", ["en", *SAID])
def test_no_line_is_wider_than_the_screen(played, language):
    typed = ALL if language == "en" else said(language)
    typed = [line for line in typed if len(line) < 20]  # they stand behind the prompt
    text = played(["whisper.rules", "--lang", language, "--match", "two"], typed, COLUMNS="40")
    assert too_wide(text, 40) == []


def test_faults_in_rules_are_no_wider_than_the_screen(played):
    words, typed = GAMES["fault"]
    assert too_wide(played(words, typed, COLUMNS="40"), 40) == []
