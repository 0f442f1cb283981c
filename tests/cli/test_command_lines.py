"""What command lines come to, as rows: arguments, exit code, what is said where."""

from __future__ import annotations

import json
import warnings
from pathlib import Path

import pytest

import ruledsl
from tests.cli.command import FAULTY, RULES, ran

WHISPER = str(RULES / "whisper.rules")
MISTAKEN = str(RULES / "mistaken.rules")
BRITTLE = str(RULES / "brittle.rules")
UNKNOWN = str(FAULTY / "unknown_name.rules")

# arguments, exit code, fragments of the output, fragments of the errors
ROWS: list[tuple[list[str], int, list[str], list[str]]] = [
    ([], 2, [], ["usage: ruledsl COMMAND", "check", "exit codes"]),
    (["--help"], 0, ["usage: ruledsl COMMAND", "play", "a fault in ruledsl itself"], []),
    (["help"], 0, ["usage: ruledsl COMMAND"], []),
    (["help", "check"], 0, ["usage: ruledsl check", "--strict"], []),
    (["--version"], 0, ["ruledsl 0."], []),
    (["chek"], 2, [], ["there is no command `chek`; did you mean `check`?"]),
    (["--helf"], 2, [], ["there is no option `--helf`; did you mean `--help`?"]),
    (["zzzzzz"], 2, [], ["there is no command `zzzzzz`; `ruledsl --help` names them"]),
    (["chec\x1bk"], 2, [], ["`chec␛k`"]),
    # list
    (["list"], 0, ["kuhn", "Kuhn poker", "2 players"], []),
    (["list", "kuhn"], 2, [], ["`kuhn` is not understood here"]),
    # check
    (["check", WHISPER], 0, [f"no faults in `{WHISPER}`"], []),
    (["check", str(RULES)], 1, ["brittle.rules:10:22", "play stops here", "1 error"], []),
    (["check", "--static", str(RULES)], 0, ["no faults in 4 rulesets"], []),
    (["check", WHISPER, WHISPER], 0, [f"no faults in `{WHISPER}`"], []),
    (["check", "kuhn"], 0, ["no faults in `kuhn`"], []),
    (["check", "--knowledge", "kuhn"], 0, [": shows `hand` to all", "no faults in `kuhn`"], []),
    (["check", UNKNOWN], 1, ["error[RD115]", "^^^^^", "did you mean `tokens`?", "1 error"], []),
    (["check", UNKNOWN, WHISPER], 1, ["1 error"], []),
    (["check", "--format", "short", UNKNOWN], 1, [f"{UNKNOWN}:8:23: error[RD115]: "], []),
    (["check", "--format", "json", UNKNOWN], 1, ['"format":"ruledsl-diagnostics"'], []),
    (["check", "--colour", "always", UNKNOWN], 1, ["\x1b[1;31m"], []),
    (["check", "--color", "never", UNKNOWN], 1, ["error[RD115]"], []),
    (["check", "khun"], 2, ["there is no ruleset `khun`", "did you mean `kuhn`?"], []),
    (["check", "no/such.rules"], 2, ["there is no file `no/such.rules`"], []),
    (["check", "no/such.rules", UNKNOWN], 2, ["2 errors"], []),
    (["check"], 2, [], ["required: FILE|NAME|FOLDER", "`ruledsl check --help` tells more"]),
    (["check", ""], 2, [], ["a name is empty"]),
    (["check", "a\0b.rules"], 2, ["cannot be read"], []),
    (["check", "--fromat", "short", WHISPER], 2, [], ["did you mean `--format`?"]),
    (["check", "--format", "xml", WHISPER], 2, [], ["--format", "xml"]),
    # test
    (["test", WHISPER], 0, ["passed  a log rolls", "passed  the pot takes a bid", "2 passed"], []),
    (["test", "-q", WHISPER], 0, ["2 passed"], []),
    (["test", "-k", "POT", WHISPER], 0, ["1 passed"], []),
    (["test", "-k", "zebra", WHISPER], 2, ["no test has `zebra` in its title"], []),
    (["test", BRITTLE], 0, ["no tests"], []),
    (
        ["test", MISTAKEN],
        1,
        ["FAILED  the pot takes a bid", ":59:5: expect pot == 4", "left side is 3", "1 passed, 1 failed"],
        [],
    ),
    (["test", WHISPER, MISTAKEN], 1, [f"{WHISPER}:", f"{MISTAKEN}:", "3 passed, 1 failed"], []),
    (["test", UNKNOWN], 1, [], ["error[RD115]"]),
    (["test", "no/such.rules"], 2, [], ["there is no file"]),
    (["test", "--format", "json", MISTAKEN], 1, ['"format": "ruledsl-tests"', '"failed": 1'], []),
    # compile and graph
    (["compile", WHISPER], 0, ['{"format":"ruledsl-machine"'], []),
    (["compile", WHISPER, "--players", "4"], 2, [], ["is for 2 to 3 players, not 4"]),
    (["compile", WHISPER, "--players", "0"], 2, [], ["is for 2 to 3 players, not 0"]),
    (["compile", WHISPER, "--players", "two"], 2, [], ["a whole number is wanted, not `two`"]),
    (["compile", WHISPER, "--players", "9" * 5000], 2, [], ["a whole number is wanted"]),
    (["compile", WHISPER, "--set", "show=2"], 2, [], ["no option `show`", "did you mean `shows`?"]),
    (["compile", WHISPER, "--set", "shows=9"], 2, [], ["within 1..3, not `9`"]),
    (["compile", WHISPER, "--set", "shows=\u0662"], 2, [], ["within 1..3, not `\u0662`"]),
    (["compile", WHISPER, "--set", "shows=--2"], 2, [], ["within 1..3, not `--2`"]),
    (["compile", WHISPER, "--set", "shows=0_2"], 2, [], ["within 1..3, not `0_2`"]),
    (["compile", WHISPER, "--set", "shows=" + "9" * 5000], 2, [], ["within 1..3, not `9"]),
    (["compile", WHISPER, "--players", "\u0662"], 2, [], ["a whole number is wanted, not `\u0662`"]),
    (["compile", WHISPER, "--set", "tax=perhaps"], 2, [], ["`yes` or `no`"]),
    (["compile", WHISPER, "--set", "shows"], 2, [], ["wants option=value, not `shows`"]),
    (["compile", WHISPER, "--set", "shows=1", "--set", "shows=2"], 2, [], ["set twice"]),
    (["compile", UNKNOWN], 1, [], ["error[RD115]"]),
    (["compile", str(RULES)], 2, [], ["is a folder"]),
    (["compile", WHISPER, "-o", "no/such/folder/x.json"], 2, [], ["cannot be written"]),
    (["graph", WHISPER], 0, ["flowchart TD"], []),
    (["graph", WHISPER, "--format", "dot", "--players", "3"], 0, ['digraph "whisper"'], []),
    # explain
    (["explain"], 0, ["RD520  this is no machine file"], []),
    (["explain", "rd520"], 0, ["RD520: this is no machine file"], []),
    (["explain", "RD52O"], 2, [], ["there is no code `RD52O`; did you mean `RD"]),
    (["explain", "zebra"], 2, [], ["`ruledsl explain` lists the codes"]),
    # play, before it begins
    (["play", UNKNOWN], 1, [], ["error[RD115]"]),
    (["play", "khun"], 2, [], ["did you mean `kuhn`?"]),
    (["play", WHISPER, "--players", "7"], 2, [], ["is for 2 to 3 players, not 7"]),
    (["play", WHISPER, "--seed", "-3"], 2, [], ["a seed is a whole number from 0 to 18446744073709551615, not `-3`"]),
    (["play", WHISPER, "--seed", "x"], 2, [], ["a seed is a whole number from 0", "not `x`"]),
    (["play", WHISPER, "--seed", str(1 << 64)], 2, [], ["a seed is a whole number from 0"]),
    (["play", WHISPER, "--seat", "3=human"], 2, [], ["there is no seat 3: 2 play"]),
    (["play", WHISPER, "--seat", "2"], 2, [], ["`--seat` goes `--seat 2=random`"]),
    (["play", WHISPER, "--seat", "2=randm"], 2, [], ["did you mean `random`?"]),
    (["play", WHISPER, "--seat", "2=humn"], 2, [], ["did you mean `human`?"]),
    (["play", WHISPER, "--seat", "2=chess"], 2, [], ["`rollout:N`, and `human` for a person"]),
    (["play", WHISPER, "--seat", "2=rollout:0"], 2, [], ["from 1 to 1000000", "not `0`"]),
    (["play", WHISPER, "--seat", "2=greedy:5"], 2, [], ["`greedy` takes no number"]),
    (["play", WHISPER, "--seat", "2=random", "--seat", "2=human"], 2, [], ["given twice"]),
    (["play", WHISPER, "--seat", "2=human"], 2, [], ["would see each other's cards", "--open"]),
    (["play", WHISPER, "--name", "1=2"], 2, [], ["`2` would be taken for a seat"]),
    (["play", WHISPER, "--name", "1=Seat 2"], 2, [], ["`Seat 2` would be taken for a seat"]),
    (["play", WHISPER, "--name", "1=A", "--name", "2=a"], 2, [], ["two seats have the same name"]),
    (["play", "--load", "a.save"], 2, [], ["name the rules too: `ruledsl play NAME --load a.save`"]),
    (["play", WHISPER, "--match", "tow"], 2, [], ["has no match `tow`"]),
    (["play", "no.json"], 2, [], ["there is no file `no.json`"]),
    (["play", "no.json", "--players", "2"], 2, [], ["settled"]),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=lambda row: " ".join(row[0])[-70:].replace("\0", "0"))
def test_rows(row, capsys, monkeypatch):
    args, code, out, err = row
    result = ran(capsys, monkeypatch, args)
    for fragment in out:
        assert fragment in result.out
    for fragment in err:
        assert fragment in result.err
    assert result.code == code
    assert "Traceback" not in result.out + result.err
    if code == 2 and err and "error[" not in result.err and args:
        assert result.err.count("\n") == 1, "a wrong command gets one line"


FILES = [
    ("empty", b"", 1, "error[RD002]"),
    ("zero byte", b"language 1\n\0", 1, "error[RD003]"),
    ("not UTF-8", b"language 1\n\xff\n", 1, "error[RD004]"),
    ("enormous", b"x" * 5_000_000, 1, "error[RD005]"),
    ("one long line", b"language 1\ngame " + b"x" * 5000, 1, "error[RD005]"),
    ("escape sequences", b"language 1\ngame \x1b]0;owned\x07 \x1b[2J\n", 1, "error["),
    ("newer language", b"language 99\nnonsense {{{", 1, "error["),
    ("deep nesting", b'language 1\ngame a "A"\nplayers 2\ndefine d = ' + b"(" * 900, 1, "error["),
]


@pytest.mark.parametrize("verb", ["check", "test", "compile", "graph", "play"])
@pytest.mark.parametrize(
    ("data", "code", "said"), [f[1:] for f in FILES], ids=[f[0] for f in FILES]
)
def test_files_that_hold_no_rules(verb, data, code, said, tmp_path, capsys, monkeypatch):
    path = tmp_path / "some.rules"
    path.write_bytes(data)
    result = ran(capsys, monkeypatch, [verb, str(path)])
    assert (result.code, said in result.out + result.err) == (code, True)
    assert "Traceback" not in result.err
    assert "\x1b" not in result.out + result.err


def _machine(tmp_path: Path, capsys, monkeypatch) -> Path:
    path = tmp_path / "whisper.json"
    args = ["compile", WHISPER, "--players", "3", "--set", "shows=1", "-o", str(path)]
    assert ran(capsys, monkeypatch, args).code == 0
    return path


def test_a_machine_file_is_played_like_its_rules(tmp_path, capsys, monkeypatch):
    path = _machine(tmp_path, capsys, monkeypatch)
    typed = "bid 2\n"
    from_file = ran(capsys, monkeypatch, ["play", str(path), "--seed", "5"], typed)
    args = ["play", WHISPER, "--players", "3", "--set", "shows=1", "--seed", "5"]
    assert from_file.code == 0
    assert from_file.out == ran(capsys, monkeypatch, args, typed).out
    assert "the game is over" in from_file.out


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda text: text[: len(text) // 2], "RD520"),
        (lambda text: "", "RD520"),
        (lambda text: "[" * 100_000, "RD520"),
        (lambda text: text.replace('"min_reader":1', '"min_reader":99'), "RD521"),
        (lambda text: text.replace('"players":3', '"players":"3"'), "RD523"),
        (lambda text: text.replace('"start":', '"start":999'), "RD524"),
    ],
)
def test_damaged_machine_files(damage, said, tmp_path, capsys, monkeypatch):
    path = _machine(tmp_path, capsys, monkeypatch)
    path.write_text(damage(path.read_text()))
    result = ran(capsys, monkeypatch, ["play", str(path)])
    assert (result.code, result.out) == (1, "")
    assert f"error[{said}]" in result.err


def test_warnings_alone_are_fine_unless_strict(tmp_path, capsys, monkeypatch):
    from ruledsl.cli import faults
    from ruledsl.diagnostics.model import Diagnostic, Label, Severity
    from ruledsl.source import Span

    warning = Diagnostic("RD399", "odd", Label(Span("x", 1, 1, 1, 2)), severity=Severity.WARNING)
    assert faults.exit_code([warning]) == 0
    assert faults.exit_code([warning], strict=True) == 1


def test_list_as_json(capsys, monkeypatch):
    document = json.loads(ran(capsys, monkeypatch, ["list", "--json"]).out)
    assert document["format"] == "ruledsl-rulesets"
    kuhn = next(entry for entry in document["rulesets"] if entry["name"] == "kuhn")
    assert kuhn == {"name": "kuhn", "title": "Kuhn poker", "players": [2, 2], "base": None}


def test_results_of_tests_as_json(capsys, monkeypatch):
    document = json.loads(ran(capsys, monkeypatch, ["test", "--format", "json", MISTAKEN]).out)
    failed = [test for test in document["tests"] if not test["passed"]]
    assert (document["passed"], document["failed"]) == (1, 1)
    assert (failed[0]["title"], failed[0]["line"]) == ("the pot takes a bid", 59)


def test_own_file_with_a_shipped_name_is_used_and_said(tmp_path, capsys, monkeypatch):
    (tmp_path / "kuhn.rules").write_text(Path(WHISPER).read_text())
    monkeypatch.chdir(tmp_path)
    result = ran(capsys, monkeypatch, ["play", "kuhn"])
    assert "Whisper" in result.out
    assert "note: `kuhn` is your own file kuhn.rules, not the ruleset" in result.err


def test_a_name_means_an_own_file_then_a_shipped_ruleset_here_and_in_the_library(
    tmp_path, capsys, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    assert ran(capsys, monkeypatch, ["check", "whisper"]).code == 2
    with pytest.raises(ruledsl.RulesError, match="there is no ruleset `whisper`"):
        ruledsl.load("whisper")
    (tmp_path / "whisper.rules").write_text(Path(WHISPER).read_text())
    result = ran(capsys, monkeypatch, ["check", "whisper"])
    assert (result.code, result.err) == (0, "")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert ruledsl.load("whisper").title == "Whisper"
        assert ruledsl.load("kuhn").title == "Kuhn poker"
    (tmp_path / "kuhn.rules").write_text(Path(WHISPER).read_text())
    with pytest.warns(UserWarning, match=r"`kuhn` is your own file kuhn\.rules, not the ruleset"):
        assert ruledsl.load("kuhn").title == "Whisper"
    with pytest.warns(UserWarning, match="`kuhn` is your own file"):
        assert not [d for d in ruledsl.check("kuhn") if d.is_error]
    assert {r.name: r.title for r in ruledsl.rulesets()}["kuhn"] == "Kuhn poker"
    assert "Kuhn poker" in ran(capsys, monkeypatch, ["list"]).out


@pytest.mark.parametrize("verb", ["check", "test", "compile", "graph", "play"])
@pytest.mark.parametrize(
    ("named", "meant"),
    [
        ("pig.rules", "g/pig.rules"),
        ("g/pig", "g/pig.rules"),
        ("g/pgi.rules", "g/pig.rules"),
        ("pig", "g/pig.rules"),
        ("kuhn.rules", "kuhn"),
        ("g/zebra.rules", None),
        ("h/pig.rules", None),
    ],
)
def test_a_missing_file_is_told_without_a_place(verb, named, meant, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "g").mkdir()
    (tmp_path / "g" / "pig.rules").write_text(Path(WHISPER).read_text())
    result = ran(capsys, monkeypatch, [verb, named])
    shown = result.out + result.err
    what = "ruleset" if named == "pig" else "file"
    assert (result.code, f"there is no {what} `{named}`" in shown) == (2, True)
    assert ":1:1" not in shown
    assert "-->" not in shown
    assert "no tests" not in shown
    assert (f"did you mean `{meant}`?" in shown) == (meant is not None)


@pytest.mark.parametrize("verb", ["check", "test", "compile", "graph"])
def test_a_machine_file_is_no_rules(verb, tmp_path, capsys, monkeypatch):
    path = _machine(tmp_path, capsys, monkeypatch)
    result = ran(capsys, monkeypatch, [verb, str(path)])
    shown = result.out + result.err
    assert result.code == 1
    assert f"`{path}` is a machine file, and no rules" in shown
    assert f"`ruledsl play {path}` plays it" in shown
    assert "no tests" not in shown
    large = path.read_text().replace('"doc":"', '"doc":"' + "x" * 2_000_000, 1)
    path.write_text(large)
    shown = ran(capsys, monkeypatch, [verb, str(path)])
    assert "is a machine file, and no rules" in shown.out + shown.err


def test_play_says_what_it_plays(capsys, monkeypatch):
    result = ran(capsys, monkeypatch, ["play", WHISPER, "--seed", "1"], "quit\n")
    assert "Three beasts each; some are shown, some stay hidden." in result.out
    assert "tax = no" in result.out
    assert "a bid costs one coin more" in result.out
    assert '(`--match two` plays "Two games", 2 games)' in result.out
    assert "(`help` and `rules` tell more)" in result.out
    result = ran(capsys, monkeypatch, ["play", WHISPER, "--seed", "1", "--match", "two"])
    assert "--match two" not in result.out
    assert "Two games: game 1 of 2" in result.out


def test_a_finished_game_is_left_with_0_and_the_seed(capsys, monkeypatch):
    for typed in ("bid 1\nbid 1\n", "bid 1\nbid 1\nscore\nquit\n"):
        result = ran(capsys, monkeypatch, ["play", WHISPER, "--seed", "7"], typed)
        assert (result.code, result.out.endswith("(seed 7)\n")) == (0, True)
        assert "not finished" not in result.out


def test_bots_alone_are_told_by_their_result_or_with_the_log(capsys, monkeypatch):
    args = ["play", WHISPER, "--seed", "7", "--seat", "1=random"]
    brief = ran(capsys, monkeypatch, args).out
    assert "the game is over" in brief
    assert "seat 1: " not in brief
    whole = ran(capsys, monkeypatch, [*args, "--log"]).out
    assert "seat 1: " in whole
    assert "seat 2: " in whole


def test_own_base_with_a_shipped_name_is_used_and_said_once(tmp_path, capsys, monkeypatch):
    text = Path(WHISPER).read_text().replace("game whisper", "game kuhn")
    (tmp_path / "kuhn.rules").write_text(text)
    for name in ("one", "two"):
        text = f'language 1\nvariant {name} of kuhn "V"\nset shows = 1\n'
        (tmp_path / f"{name}.rules").write_text(text)
    result = ran(capsys, monkeypatch, ["check", str(tmp_path)])
    assert result.err.count("note: ") == 1
    assert "no faults in 3 rulesets" in result.out


def test_a_folder_is_searched_through_but_not_its_hidden_parts(tmp_path, capsys, monkeypatch):
    for folder in ("a/b", ".hidden"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "unknown_name.rules").write_text(Path(UNKNOWN).read_text())
    result = ran(capsys, monkeypatch, ["check", "--format", "short", str(tmp_path)])
    assert result.out.count("error[") == 1
    (tmp_path / "empty").mkdir()
    result = ran(capsys, monkeypatch, ["check", str(tmp_path / "empty")])
    assert (result.code, "there are no rule files" in result.err) == (2, True)


def test_a_fault_of_the_program_is_one_line(capsys, monkeypatch):
    from ruledsl import compiling

    def broken(opened):
        raise KeyError("inside")

    monkeypatch.setattr(compiling, "check", broken)
    monkeypatch.delenv("RULEDSL_DEBUG", raising=False)
    result = ran(capsys, monkeypatch, ["check", WHISPER])
    assert (result.code, result.err.count("\n")) == (3, 1)
    assert "a fault in ruledsl itself (KeyError)" in result.err
    assert "RULEDSL_DEBUG=1" in result.err
    monkeypatch.setenv("RULEDSL_DEBUG", "1")
    with pytest.raises(KeyError):
        ran(capsys, monkeypatch, ["check", WHISPER])
