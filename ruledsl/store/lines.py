"""The lines of a journal, and how to tell whole ones from torn and damaged ones.

A line is ``{"check":"...","entry":{...}}`` and a line end. The check is the beginning of the SHA-256 of the
check before it and the bytes of the entry: so a change of any byte, and a line that is missing or stands
elsewhere, does not go unnoticed. Lines are written one at a time, each to the disk before the next. Hence only
the last can be torn: it has no line end, or holds zero bytes where the disk had not come to it.
"""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any

from attrs import frozen

from ruledsl.phrase import phrase
from ruledsl.store.entries import (
    FORMAT,
    OLDEST,
    VERSION,
    AnyLine,
    Entry,
    Header,
    RulesEntry,
    from_plain,
    to_plain,
)
from ruledsl.store.errors import DamagedFile, ForeignFile, NewerFile, OlderFile

FIRST_CHECK = ""
"""What stands for the check before the first line."""

_DIGITS = 16
_LINE = re.compile(rb'\{"check":"([0-9a-f]{16})","entry":(\{.*\})\}', re.DOTALL)
_WHAT = phrase("journal")
_HEAD = b'{"check":"'


@frozen
class Reading:
    """A journal that was read, up to its last whole line.

    ``length`` is the number of bytes up to there, ``check`` the check of that line; with ``torn`` there
    was the beginning of another line behind it.
    """

    header: Header
    rules: RulesEntry
    entries: tuple[Entry, ...]
    length: int
    check: str
    torn: bool


def line_of(entry: AnyLine, before: str) -> tuple[bytes, str]:
    """An entry as a line, and the check of that line; ``before`` is the check of the line before."""
    body = json.dumps(to_plain(entry), sort_keys=True, separators=(",", ":")).encode("ascii")
    check = _check(before, body)
    return b'{"check":"%s","entry":%s}\n' % (check.encode("ascii"), body), check


def read_lines(data: bytes) -> Reading | None:
    """What stands in a journal; None where it was cut off before its first game had begun.

    Raises :class:`DamagedFile`, :class:`NewerFile`, :class:`OlderFile`, :class:`ForeignFile`.
    """
    check = FIRST_CHECK
    length = 0
    found: list[AnyLine] = []
    torn = False
    while length < len(data):
        end = data.find(b"\n", length)
        line = data[length : end if end >= 0 else len(data)]
        last = end < 0 or end + 1 == len(data)
        number = len(found) + 1
        if number == 1 and not line.startswith(_HEAD if end >= 0 else _HEAD[: len(line)]):
            raise ForeignFile(phrase("this is no {what} of a game", what=_WHAT))
        if end < 0 or (last and 0 in line):
            torn = True
            break
        shape = _LINE.fullmatch(line)
        if shape is None or _check(check, shape[2]) != shape[1].decode("ascii"):
            raise DamagedFile(
                phrase(
                    "the journal is damaged: line {number} is not as it was written", number=number
                )
            )
        check = shape[1].decode("ascii")
        found.append(_entry(shape[2], number))
        length = end + 1
    if len(found) < 3:
        return None
    header, rules, *entries = found
    assert isinstance(header, Header)  # `_entry` has seen to the order
    assert isinstance(rules, RulesEntry)
    told = tuple(e for e in entries if not isinstance(e, Header | RulesEntry))
    return Reading(header, rules, told, length, check, torn)


def _check(before: str, body: bytes) -> str:
    return hashlib.sha256(before.encode("ascii") + b"\n" + body).hexdigest()[:_DIGITS]


def _entry(body: bytes, number: int) -> AnyLine:
    """The entry of line ``number``, which is of a kind that may stand there."""
    try:
        plain = json.loads(body)
    except (ValueError, RecursionError):
        raise DamagedFile(
            phrase("the journal is damaged: line {number} is no JSON", number=number)
        ) from None
    if number == 1:
        _check_version(plain)
    try:
        entry = from_plain(plain)
    except ValueError as error:
        raise DamagedFile(
            phrase(
                "the journal is damaged: in line {number}, {what}", number=number, what=str(error)
            )
        ) from None
    wanted = {1: "header", 2: "rules", 3: "new"}.get(number)
    if wanted not in (None, entry.kind) or (number > 2 and isinstance(entry, Header | RulesEntry)):
        raise DamagedFile(
            phrase("the journal is damaged: line {number} does not belong there", number=number)
        )
    return entry


def _check_version(plain: Any) -> None:
    check_versions(plain, FORMAT, _WHAT, VERSION, OLDEST)


def check_versions(plain: Any, format_: str, what: str, version: int, oldest: int) -> None:
    """Raise unless the head of a file says that it is of that format, in a version that can be read."""
    if not isinstance(plain, dict) or plain.get("format") != format_:
        raise ForeignFile(phrase("this is no {what} of a game", what=what))
    written, needed = plain.get("version"), plain.get("min_reader")
    if type(written) is not int or type(needed) is not int:
        raise DamagedFile(
            phrase("the {what} is damaged: it does not say which version it is", what=what)
        )
    if needed > version:
        raise NewerFile(
            phrase(
                "the {what} needs a program that reads version {needed} of the format;"
                " this one reads {version}",
                what=what,
                needed=needed,
                version=version,
            )
        )
    if written < oldest:
        raise OlderFile(
            phrase(
                "the {what} has version {written} of the format;"
                " the oldest that this program reads is {oldest}",
                what=what,
                written=written,
                oldest=oldest,
            )
        )
