"""Machine files: there and back again, and what is refused on the way back."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from ruledsl import compiling, limits
from ruledsl.diagnostics.catalogue import lookup
from ruledsl.machine import serial
from ruledsl.machine.model import Expr, Machine, RuleText, Set
from ruledsl.machine.ops import OPERATORS
from ruledsl.machine.serial import MachineFileError, dump, from_data, read, to_data
from ruledsl.source import NOWHERE, Span
from tests.machine.machines import auction, with_state


def refused(text: bytes | str) -> str:
    """The code and message with which a file is refused."""
    with pytest.raises(MachineFileError) as caught:
        read(text, "game.json")
    found = caught.value.diagnostic
    assert lookup(found.code) is not None
    assert found.help
    assert found.primary.span.file == "game.json"
    return f"{found.code} {found.message}"


def document(**changes: Any) -> dict[str, Any]:
    return json.loads(dump(auction())) | changes  # type: ignore[no-any-return]


def broken(*path: Any, value: Any = None, remove: bool = False) -> str:
    """The machine file with one value changed."""
    data = document()
    *way, last = path
    inner = data["machine"]
    for step in way:
        inner = inner[step]
    if remove:
        del inner[last]
    else:
        inner[last] = value
    return json.dumps(data)


def test_there_and_back() -> None:
    machine = auction()
    again = read(dump(machine))
    assert again == machine
    # Spans are no part of equality; the text shows that they come back too.
    assert dump(again) == dump(machine)
    assert again.states[0].span == machine.states[0].span != NOWHERE


def test_the_file_is_canonical() -> None:
    text = dump(auction())
    assert text == dump(auction())
    assert text.isascii()
    assert text.endswith("}\n")
    assert list(json.loads(text)) == ["format", "machine", "min_reader", "version"]
    assert text == json.dumps(json.loads(text), sort_keys=True, separators=(",", ":")) + "\n"


spans = st.just(NOWHERE) | st.builds(Span, st.text(max_size=5), *[st.integers(0, 9)] * 4)
exprs = st.recursive(
    st.builds(Expr, st.sampled_from(sorted(OPERATORS)), st.tuples(st.integers(-9, 9)), span=spans),
    lambda inner: st.builds(
        Expr,
        st.text(max_size=5),
        st.lists(st.integers(-(2**63) + 1, 2**63 - 1), max_size=3).map(tuple),
        st.lists(inner, max_size=3).map(tuple),
        span=spans,
    ),
    max_leaves=12,
)


@given(exprs, st.text(max_size=10), st.booleans(), st.lists(st.integers(0, 5)).map(tuple))
def test_any_machine_comes_back(expr: Expr, title: str, flag: bool, table: tuple[int, ...]) -> None:
    machine = evolve(auction(), title=title, uses_starter=flag, tables=(table,))
    machine = with_state(machine, 3, Set(1, expr, 4, span=Span(title, 1, 2, 3, 4)))
    data = json.loads(json.dumps(to_data(machine)))
    again = from_data(data)
    assert again == machine
    assert to_data(again) == data


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "RD520 the file is no JSON, from line 1, column 1 on"),
        ("{", "RD520 the file is no JSON"),
        (dump(auction())[:-20], "RD520 the file is no JSON"),
        (b"\xff\xfe\x00", "RD520 the file is no JSON"),
        ("9" * 10_000, "RD520 the file is no JSON"),
        ("[]", "RD520 this is no machine file"),
        ('{"format": "ruledsl-record"}', "RD520 this is no machine file"),
        ("[" * 200_000, "RD520 the file is nested more than"),
        ('{"a":' * 200_000, "RD520 the file is nested more than"),
        ('{"a": 1.5}', "RD520 the file has the number `1.5`; all numbers in it are whole"),
        ('{"a": NaN}', "RD520 the file has the number `NaN`"),
    ],
    ids=range(11),
)
def test_no_machine_file(text: bytes | str, expected: str) -> None:
    assert refused(text).startswith(expected)


def test_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MACHINE_FILE_BYTES", 100)
    assert refused(dump(auction())).startswith("RD520 the file is larger than")


@pytest.mark.parametrize("part", ["[]", "{}", "[[", '{"":{'])
def test_too_many_parts(part: str) -> None:
    """Refused before the JSON is taken apart, which would fill the memory."""
    assert refused(f"{part}[," * (limits.MACHINE_FILE_PARTS // 2 + 1)).startswith(
        "RD520 the file has more"
    )
    assert refused((f"{part}," * (limits.MACHINE_FILE_PARTS // 2 + 1)).encode()).startswith("RD520")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    with pytest.raises(OSError, match="it is no plain file"):
        serial.read_file(str(tmp_path / "pipe.json"))


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such device here")
def test_a_device_is_not_read() -> None:
    with pytest.raises(OSError, match="it is no plain file"):
        serial.read_file("/dev/zero")


def test_too_new_too_old_and_just_newer() -> None:
    assert refused(json.dumps(document(version=9, min_reader=9))) == (
        "RD521 this machine file needs version 9 of the format; this program knows 1"
    )
    assert refused(json.dumps(document(version=0))) == (
        "RD522 this machine file has version 0 of the format; the oldest that can be read is 1"
    )
    assert read(json.dumps(document(version=9))) == auction()
    # A version that cannot be read says so, whatever else is wrong with the file.
    newer = json.dumps({"format": serial.FORMAT, "version": 9, "min_reader": 9, "machine": 7})
    assert refused(newer).startswith("RD521")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (json.dumps(document(version="1")), "`version` is no number"),
        (json.dumps(document(min_reader=True)), "`min_reader` is no number"),
        (json.dumps(document(more=1)), "`more` does not belong here"),
        (
            json.dumps({k: v for k, v in document().items() if k != "machine"}),
            "`machine` is missing",
        ),
        (json.dumps(document(machine=[])), "an object is wanted here"),
        (broken("players", remove=True), "`players` is missing"),
        (broken("players", value="2"), "a whole number is wanted here, at `players`"),
        (broken("players", value=True), "a whole number is wanted here, at `players`"),
        (broken("players", value=2**63), "this number is too large, at `players`"),
        (broken("name", value=5), "a text is wanted here, at `name`"),
        (broken("uses_starter", value=1), "true or false is wanted here, at `uses_starter`"),
        (broken("win", value="most"), "one of highest, lowest is wanted here, at `win`"),
        (broken("cards", value="0011"), "a list is wanted here, at `cards`"),
        (broken("cards", 2, value=None), "a whole number is wanted here, at `cards[2]`"),
        (broken("teams", 0, value=["north"]), "a list of 2 is wanted here, at `teams[0]`"),
        (broken("teams", 0, 1, 0, value="1"), "a whole number is wanted here, at `teams[0][1][0]`"),
        (
            broken("layout", "sorts", 3, value="x"),
            "one of number, look, card is wanted here, at `layout.sorts[3]`",
        ),
        (
            broken("states", 12, "next", value="x"),
            "a whole number is wanted here, at `states[12].next`",
        ),
        (broken("states", 12, "next", remove=True), "`next` is missing, at `states[12]`"),
        (
            broken("states", 12, "state", value="jump"),
            "this is none of those known, at `states[12].state`",
        ),
        (
            broken("states", 12, "state", value=[]),
            "this is none of those known, at `states[12].state`",
        ),
        (
            broken("states", 12, "state", remove=True),
            "this is none of those known, at `states[12].state`",
        ),
        (broken("states", 12, "extra", value=1), "`extra` does not belong here, at `states[12]`"),
        (broken("states", 12, value=None), "an object is wanted here, at `states[12]`"),
        (
            broken("states", 1, "value", value=["const", [1], []]),
            "an expression is [operator, [numbers], [operands], place], at `states[1].value`",
        ),
        (
            broken("states", 1, "value", 1, value=["1"]),
            "a list of whole numbers is wanted here, at `states[1].value[1]`",
        ),
        (
            broken("states", 28, "value", 2, 0, 2, 1, 3, value=5),
            "a place in a file is null or [file, line, column, line, column], at `states[28].value[2][0][2][1][3]`",
        ),
        (
            broken("states", 1, "target", "index", value=7),
            "an expression is [operator, [numbers], [operands], place], at `states[1].target.index`",
        ),
        (
            broken("states", 0, "span", value="here"),
            "a place in a file is null or [file, line, column, line, column], at `states[0].span`",
        ),
        (
            broken("accounts", 0, "index", "kind", value="seat"),
            "one of number, bool, member, player, team, look, card is wanted here, at `accounts[0].index.kind`",
        ),
    ],
    ids=range(30),
)
def test_a_damaged_field_is_named(text: str, expected: str) -> None:
    message = refused(text)
    assert message.startswith("RD523 the machine file is damaged: ")
    assert message.endswith(expected)


def test_a_machine_that_does_not_hold_together() -> None:
    assert refused(broken("states", 12, "next", value=99)) == (
        "RD524 this machine cannot be played: states[12]: there is no state 99"
    )


def test_deep_expressions_are_refused_before_they_are_read() -> None:
    expr: Any = ["const", [1], [], None]
    for _ in range(limits.EXPRESSION_DEPTH * 2):
        expr = ["neg", [], [expr], None]
    assert refused(broken("states", 1, "value", value=expr)).startswith("RD520 the file is nested")


@given(st.data())
def test_random_damage_is_always_told_in_words(data: st.DataObject) -> None:
    """Any value replaced by any other: refused with a message, or read; never another exception."""
    text = dump(auction())
    document = json.loads(text)
    inner: Any = document
    while True:
        keys = sorted(inner) if isinstance(inner, dict) else range(len(inner))
        key = data.draw(st.sampled_from(list(keys)))
        if not isinstance(inner[key], dict | list) or not inner[key] or data.draw(st.booleans()):
            break
        inner = inner[key]
    inner[key] = data.draw(
        st.none()
        | st.booleans()
        | st.integers()
        | st.text(max_size=3)
        | st.just([])
        | st.just({})
        | st.just([[]])
        | st.just({"state": "over"})
    )
    assert isinstance(outcome(json.dumps(document)), Machine | str)


def outcome(text: str) -> Machine | str:
    """The machine in a file, or the message with which it is refused."""
    try:
        return read(text)
    except MachineFileError as error:
        return error.diagnostic.message


def _compiled(folder: Path, name: str) -> Machine:
    outcome = compiling.compile_program(compiling.open_named(str(folder / f"{name}.rules")))
    assert outcome.machine is not None
    return outcome.machine


def test_the_bytes_do_not_depend_on_where_the_rules_lie(tmp_path: Path) -> None:
    base = Path(__file__).parents[1] / "cli" / "rules" / "whisper.rules"
    variant = 'language 1\nvariant thrifty of whisper "Thrifty"\namend action bid:\n'
    variant += '    require amount != 3, otherwise "three is unlucky"\n'
    files = []
    for folder in (tmp_path / "a", tmp_path / "b" / "c d"):
        folder.mkdir(parents=True)
        (folder / "whisper.rules").write_bytes(base.read_bytes())
        (folder / "thrifty.rules").write_text(variant, encoding="utf-8")
        machine = _compiled(folder, "thrifty")
        # Played from its rules, a machine names the whole path.
        assert {text.name for text in machine.texts} == {
            str(folder / "whisper.rules"),
            str(folder / "thrifty.rules"),
        }
        files.append(dump(machine))
        assert str(tmp_path) not in files[-1]
    assert files[0] == files[1]
    again = read(files[0])
    assert {text.name for text in again.texts} == {"whisper.rules", "thrifty.rules"}
    spans = {guard.span.file for action in again.actions for guard in action.guards}
    assert spans == {"whisper.rules", "thrifty.rules"}
    assert dump(again) == files[0]


def test_files_of_one_name_keep_their_folders(tmp_path: Path) -> None:
    machine = auction()
    texts = (RuleText("a/x.rules", ("one",)), RuleText("b/x.rules", ("two",)))
    again = read(dump(evolve(machine, texts=texts)))
    assert again.texts == texts
