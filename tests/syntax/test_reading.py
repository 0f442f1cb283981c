"""From bytes and files to text, and what is refused."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ruledsl.limits import LINE_CHARACTERS, RULE_FILE_BYTES, RULE_FILE_LINES
from ruledsl.source import SourceFile
from ruledsl.syntax.parser import parse
from ruledsl.syntax.reading import (
    read_bytes,
    read_file,
    read_text,
)
from tests.syntax.texts import HEAD


def code(data: bytes) -> str | None:
    source, found = read_bytes("x", data)
    assert (source is None) == bool(found)
    return found[0].code if found else None


def test_windows_line_ends_and_a_byte_order_mark_do_not_matter() -> None:
    text = HEAD + 'phase p:\n    """a\n    b"""\n    do x\n'
    plain, _ = read_bytes("x", text.encode())
    other, _ = read_bytes("x", b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    old, _ = read_bytes("x", text.replace("\n", "\r").encode())
    assert plain == other == old
    assert plain is not None
    assert parse(plain).diagnostics == ()
    raw = parse(SourceFile("x", text.replace("\n", "\r\n")))  # not through `reading`
    assert raw.diagnostics == ()
    assert raw.file == parse(plain).file


def test_letters_are_brought_to_one_form() -> None:
    composed, _ = read_text("x", HEAD.replace("Duel", "Dué"))
    decomposed, _ = read_text("x", HEAD.replace("Duel", "Due\N{COMBINING ACUTE ACCENT}"))
    assert composed == decomposed


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"language 1\n\0", "RD003"),
        (b"\x00" * 100, "RD003"),
        (b"language 1\n\xff", "RD004"),
        (b"\xed\xa0\x80", "RD004"),  # half of a surrogate pair
        (b"a" * (RULE_FILE_BYTES + 1), "RD005"),
        (b"\n" * (RULE_FILE_LINES + 1), "RD005"),
        (b"x" * (LINE_CHARACTERS + 1), "RD005"),
        (b"", None),
        (b"x" * LINE_CHARACTERS, None),
    ],
)
def test_what_is_no_rule_text_is_refused(data: bytes, expected: str | None) -> None:
    assert code(data) == expected


def test_the_place_of_a_wrong_byte() -> None:
    _, (found,) = read_bytes("x", "é\nab\u00e9".encode() + b"\xffz")
    assert (found.primary.span.line, found.primary.span.column) == (2, 4)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    file = tmp_path / "a.rules"
    for path in (file, tmp_path, Path("with\0zero")):
        source, (found,) = read_file(path)
        assert source is None
        assert found.code == "RD001"
    file.write_bytes(HEAD.encode())
    source, found_ = read_file(file)
    assert source == SourceFile(str(file), HEAD)
    assert found_ == ()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_without_a_writer_does_not_hang(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    source, found = read_file(tmp_path / "pipe")
    assert source is None
    assert [d.message for d in found] == [
        f"`{tmp_path / 'pipe'}` cannot be read: it is no plain file"
    ]


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such device here")
def test_a_device_without_end_does_not_hang() -> None:
    source, (found,) = read_file(Path("/dev/zero"))
    assert source is None
    assert found.message == "`/dev/zero` cannot be read: it is no plain file"
