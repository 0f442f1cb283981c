"""Lines of a journal: read back as written; cut off anywhere, a prefix; changed anywhere, noticed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from ruledsl.engine.record import ChanceItem
from ruledsl.store.entries import (
    AnyLine,
    Entry,
    Header,
    MoveEntry,
    NewEntry,
    NextEntry,
    RedoEntry,
    RulesEntry,
    Seat,
    SeatEntry,
    UndoEntry,
    seed_of,
)
from ruledsl.store.errors import DamagedFile, ForeignFile, NewerFile, OlderFile, StoreError
from ruledsl.store.lines import FIRST_CHECK, Reading, line_of, read_lines

TEXT = st.text(max_size=8)
SEED = st.integers(0, (1 << 64) - 1).map(str)
CHANCE = st.lists(
    st.builds(ChanceItem, st.sampled_from(("look", "value", "card", "starter")), TEXT), max_size=3
).map(tuple)
NUMBER = st.integers(-(2**63) + 1, 2**63 - 1)
SEAT = st.builds(Seat, TEXT, TEXT)
NEW = st.builds(NewEntry, SEED, CHANCE)
ENTRY: st.SearchStrategy[Entry] = st.one_of(
    NEW,
    st.builds(NextEntry, CHANCE),
    st.builds(
        MoveEntry,
        NUMBER,
        TEXT,
        st.lists(TEXT, max_size=3).map(tuple),
        st.sampled_from(("person", "bot", "forced")),
        CHANCE,
        st.booleans(),
    ),
    st.builds(UndoEntry, NUMBER),
    st.builds(RedoEntry, NUMBER),
    st.builds(SeatEntry, NUMBER, SEAT),
)
HEADER = st.builds(
    Header,
    TEXT,
    TEXT,
    TEXT,
    TEXT,
    TEXT,
    NUMBER,
    NUMBER,
    st.dictionaries(TEXT, TEXT, max_size=3),
    st.lists(SEAT, max_size=3).map(tuple),
    st.none() | TEXT,
    TEXT,
)
LINES: st.SearchStrategy[list[AnyLine]] = st.builds(
    lambda header, rules, new, rest: [header, rules, new, *rest],
    HEADER,
    st.builds(RulesEntry, TEXT),
    NEW,
    st.lists(ENTRY, max_size=5),
)


def written(lines: list[AnyLine]) -> list[bytes]:
    check = FIRST_CHECK
    found = []
    for entry in lines:
        line, check = line_of(entry, check)
        found.append(line)
    return found


def held(reading: Reading | None) -> list[AnyLine]:
    return [] if reading is None else [reading.header, reading.rules, *reading.entries]


@given(LINES)
def test_what_is_written_is_read_back(lines: list[AnyLine]) -> None:
    data = b"".join(written(lines))
    reading = read_lines(data)
    assert held(reading) == lines
    assert reading is not None
    assert reading.length == len(data)
    assert not reading.torn


@given(LINES, ENTRY)
def test_reading_tells_how_to_go_on(lines: list[AnyLine], more: Entry) -> None:
    data = b"".join(written(lines))
    reading = read_lines(data)
    assert reading is not None
    longer = data[: reading.length] + line_of(more, reading.check)[0]
    assert held(read_lines(longer)) == [*lines, more]


@settings(max_examples=60)
@given(LINES, st.data())
def test_a_journal_that_is_cut_off_is_a_prefix(lines: list[AnyLine], data: st.DataObject) -> None:
    whole = written(lines)
    text = b"".join(whole)
    length = data.draw(st.integers(0, len(text) - 1))
    reading = read_lines(text[:length])
    ends = [sum(map(len, whole[:count])) for count in range(len(whole) + 1)]
    count = sum(end <= length for end in ends) - 1
    if count < 3:
        assert reading is None
        return
    assert reading is not None
    assert held(reading) == lines[:count]
    assert reading.length == ends[count]
    assert reading.torn == (length > ends[count])


@settings(max_examples=200)
@given(LINES, st.data())
def test_a_changed_byte_is_noticed(lines: list[AnyLine], data: st.DataObject) -> None:
    whole = written(lines)
    text = bytearray(b"".join(whole))
    place = data.draw(st.integers(0, len(text) - 1))
    value = data.draw(st.integers(0, 255).filter(lambda v: v != text[place]))
    text[place] = value
    try:
        reading = read_lines(bytes(text))
    except StoreError:
        return
    # The last line may have lost its end, or look as a disk leaves it that had not come to it.
    assert place >= len(text) - len(whole[-1])
    assert place == len(text) - 1 or value == 0
    assert held(reading) == (lines[:-1] if len(lines) > 3 else [])
    assert reading is None or reading.torn


@given(LINES, st.data())
def test_a_line_that_is_missing_or_elsewhere_is_noticed(
    lines: list[AnyLine], data: st.DataObject
) -> None:
    whole = written([*lines, UndoEntry(1), RedoEntry(2)])
    first = data.draw(st.integers(0, len(whole) - 2))
    with pytest.raises(DamagedFile, match=f"line {first + 1} is not as it was written"):
        read_lines(b"".join(whole[:first] + whole[first + 1 :]))
    whole[first], whole[first + 1] = whole[first + 1], whole[first]
    with pytest.raises(DamagedFile, match=f"line {first + 1} is not as it was written"):
        read_lines(b"".join(whole))


def header(**changes: Any) -> Header:
    made = Header("0", "", "r", "", "h", 1, 2, {}, (Seat("human"),), None, "")
    return evolve(made, **changes)


START: list[AnyLine] = [header(), RulesEntry(""), NewEntry("1", ())]


def test_zero_bytes_at_the_end_are_a_write_that_was_never_finished() -> None:
    data = b"".join(written([*START, UndoEntry(1)]))
    line = data.rindex(b"\n", 0, -1) + 1
    for middle in (line, line + 5, len(data) - 2):
        torn = data[:middle] + bytes(len(data) - middle - 1) + b"\n"
        reading = read_lines(torn)
        assert held(reading) == START
        assert reading is not None
        assert reading.torn
    with pytest.raises(DamagedFile):
        read_lines(data[:line] + bytes(20) + b"\n" + data[line:])


@pytest.mark.parametrize(
    ("lines", "line"),
    [
        ([START[1], START[0], START[2]], 1),
        ([START[0], START[2], START[1]], 2),
        ([START[0], START[1], UndoEntry(1)], 3),
        ([*START, START[0]], 4),
        ([*START, UndoEntry(1), START[1]], 5),
    ],
)
def test_lines_have_their_order(lines: list[AnyLine], line: int) -> None:
    with pytest.raises((DamagedFile, ForeignFile)) as caught:
        read_lines(b"".join(written(lines)))
    if line > 1:
        assert f"line {line} does not belong there" in str(caught.value)


def test_versions() -> None:
    def with_head(**changes: object) -> bytes:
        return b"".join(written([header(**changes), *START[1:]]))

    assert read_lines(with_head(version=9)) is not None
    with pytest.raises(NewerFile, match="needs a program that reads version 2 of the format"):
        read_lines(with_head(version=2, min_reader=2))
    with pytest.raises(OlderFile, match="version 0 of the format; the oldest"):
        read_lines(with_head(version=0))
    with pytest.raises(ForeignFile, match="this is no journal of a game"):
        read_lines(with_head(format="diary"))


@pytest.mark.parametrize("data", [b"hello\n", b"{}\n", b"\0\0\0\n", b"[" * 100_000, b"x", b"\n"])
def test_other_files_are_no_journals(data: bytes) -> None:
    with pytest.raises(ForeignFile, match="this is no journal of a game"):
        read_lines(data)


def test_an_entry_of_an_unknown_form_is_refused() -> None:
    start = written(START)
    reading = read_lines(b"".join(start))
    assert reading is not None
    good = {"kind": "undo", "to": 1}
    for plain, complaint in (
        ({"kind": "dance"}, "of no kind that is known"),
        (good | {"to": "1"}, "a whole number is wanted here, at `to`"),
        (good | {"to": True}, "a whole number is wanted here, at `to`"),
        ({"kind": "undo"}, "`to` is missing"),
        (good | {"more": 1}, "`more` does not belong here"),
        ([], "is no JSON|not as it was written"),
    ):
        line = _forged(plain, reading.check)
        with pytest.raises(DamagedFile, match=complaint):
            read_lines(b"".join(start) + line)
    assert held(read_lines(b"".join(start) + _forged(good, reading.check)))[-1] == UndoEntry(1)


def _forged(plain: object, before: str) -> bytes:
    """A line with the right check, whatever stands in it."""
    import hashlib

    body = json.dumps(plain).encode()
    check = hashlib.sha256(before.encode() + b"\n" + body).hexdigest()[:16]
    return b'{"check":"%s","entry":%s}\n' % (check.encode(), body)


def test_seeds_are_decimal_numbers() -> None:
    assert seed_of(str((1 << 64) - 1)) == (1 << 64) - 1
    for wrong in ("", "-1", "x", str(1 << 64), "1" * 5000, "²", "1.0"):
        with pytest.raises(ValueError, match="seed"):
            seed_of(wrong)
