"""Machine files: a machine as canonical JSON, and the careful way back.

The file is one object with the keys ``format`` (`FORMAT`), ``version``, ``min_reader`` (the oldest
version whose readers understand it) and ``machine``. Equal machines give equal files, byte
for byte: keys are sorted, there is no white space, everything is ASCII. Reading refuses
what is too new, too old or damaged, each with a message of its own, and then has
the machine validated, so that one from a stranger is safe to play.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import PurePath
from typing import Any

from cattrs import Converter

from ruledsl import limits
from ruledsl.diagnostics.model import Diagnostic, Label
from ruledsl.machine.convert import FAILURES, WrongData, complaint, make_converter
from ruledsl.machine.model import Machine
from ruledsl.machine.validate import problems
from ruledsl.source import NOWHERE, Span, first_bytes

FORMAT = "ruledsl-machine"
VERSION = 1
"""The version that is written."""
MIN_READER = 1
"""The oldest version whose readers understand what is written."""
OLDEST = 1
"""The oldest version that can be read."""

_DEPTH = 3 * limits.EXPRESSION_DEPTH
"""Lists and objects within each other: an expression takes two of them a level."""


class MachineFileError(ValueError):
    """A machine file that cannot be used; ``diagnostic`` says why, in people's words."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def dump(machine: Machine) -> str:
    """The machine file, with a line end at its end.

    Rule files are named in it without their folders, so that the same rules give the same bytes wherever
    they lie.
    """
    document = {
        "format": FORMAT,
        "machine": _without_folders(to_data(machine)),
        "min_reader": MIN_READER,
        "version": VERSION,
    }
    return json.dumps(document, sort_keys=True, separators=(",", ":")) + "\n"


def read(text: bytes | str, name: str = "") -> Machine:
    """The machine in a machine file called ``name``, fit to be played.

    Raises :class:`MachineFileError` otherwise: too large or no JSON (RD520), too new (RD521), too old
    (RD522), a field missing or wrong (RD523), a machine that does not hold together (RD524).
    """
    place = Span(name, 0, 0, 0, 0) if name else NOWHERE
    machine = from_data(_machine_of(_document(text, place), place), place)
    found = problems(machine)
    if found:
        more = tuple(found[1:6])
        raise _error("RD524", f"this machine cannot be played: {found[0]}", place, notes=more)
    return machine


def read_file(path: str) -> Machine:
    """The machine in a file, fit to be played.

    Raises :class:`MachineFileError` as `read` does, :class:`OSError` where the file cannot be read,
    :class:`ValueError` for a path that is none.
    """
    return read(first_bytes(path, limits.MACHINE_FILE_BYTES + 1), path)


def to_data(machine: Machine) -> Any:
    """The machine as lists, objects, numbers and texts, as they stand under the key ``machine``."""
    return _converter().unstructure(machine, Machine)


def _without_folders(data: Any) -> Any:
    """The data of a machine, changed in place: its texts and spans name files without their folders.

    Where two files would be called the same, all keep their folders.
    """
    names = {text["name"]: PurePath(text["name"]).name for text in data["texts"]}
    if len(set(names.values())) < len(names):
        return data
    for text in data["texts"]:
        text["name"] = names[text["name"]]
    waiting: list[Any] = [data]
    while waiting:
        item = waiting.pop()
        if isinstance(item, dict):
            waiting += item.values()
        elif isinstance(item, list | tuple):
            # Nothing but a span is a list with a text before four numbers.
            if isinstance(item, list) and len(item) == 5 and type(item[1]) is int:
                if isinstance(item[0], str):
                    item[0] = names.get(item[0], PurePath(item[0]).name)
            else:
                waiting += item
    return data


def from_data(data: Any, place: Span = NOWHERE) -> Machine:
    """The machine from such data, not yet validated.

    Raises :class:`MachineFileError` (RD520, RD523); messages say that the data stands at ``place``.
    """
    if _depth(data) > _DEPTH:
        raise _error("RD520", f"the file is nested more than {_DEPTH} deep", place)
    try:
        machine: Machine = _converter().structure(data, Machine)
    except FAILURES as error:
        wrong = complaint(error)
        where = wrong.path.lstrip(".")
        message = f"{wrong.message}, at `{where}`" if where else wrong.message
        raise _error("RD523", f"the machine file is damaged: {message}", place) from None
    return machine


@cache
def _converter() -> Converter:
    return make_converter(Machine)


def _error(code: str, message: str, place: Span, notes: tuple[str, ...] = ()) -> MachineFileError:
    advice = {
        "RD520": "a machine file is written by `ruledsl compile`",
        "RD521": "read it with a later version of ruledsl, or compile the rules again",
        "RD522": "compile the rules again",
        "RD523": "compile the rules again",
        "RD524": "compile the rules again",
    }[code]
    return MachineFileError(Diagnostic(code, message, Label(place), advice, notes=notes))


def _document(text: bytes | str, place: Span) -> Any:
    """The JSON in a file, within the limits on its size and nesting."""
    if len(text) > limits.MACHINE_FILE_BYTES:
        size = limits.MACHINE_FILE_BYTES // (1024 * 1024)
        raise _error("RD520", f"the file is larger than {size} MB", place)
    opening: tuple[Any, Any] = ("[", "{") if isinstance(text, str) else (b"[", b"{")
    if sum(map(text.count, opening)) > limits.MACHINE_FILE_PARTS:
        message = f"the file has more than {limits.MACHINE_FILE_PARTS:,} lists and objects"
        raise _error("RD520", message, place)
    try:
        return json.loads(text, parse_constant=_no_number, parse_float=_no_number)
    except RecursionError:
        raise _error("RD520", f"the file is nested more than {_DEPTH} deep", place) from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise _error("RD520", f"the file is no JSON, from {where} on", place) from None
    except WrongData as error:
        raise _error("RD520", error.message, place) from None
    except ValueError:
        # Not UTF-8, or a number of thousands of digits.
        raise _error("RD520", "the file is no JSON", place) from None


def _no_number(text: str) -> Any:
    shown = text if len(text) < 20 else text[:20] + "..."
    raise WrongData(f"the file has the number `{shown}`; all numbers in it are whole")


def _machine_of(document: Any, place: Span) -> Any:
    """What stands under ``machine``, once the header has been found to fit."""
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise _error("RD520", "this is no machine file", place)
    version, needed = document.get("version"), document.get("min_reader")
    for name, number in (("version", version), ("min_reader", needed)):
        if type(number) is not int:
            raise _error("RD523", f"the machine file is damaged: `{name}` is no number", place)
    assert isinstance(version, int)
    assert isinstance(needed, int)
    if needed > VERSION:
        raise _error(
            "RD521",
            f"this machine file needs version {needed} of the format; this program knows {VERSION}",
            place,
        )
    if version < OLDEST:
        raise _error(
            "RD522",
            f"this machine file has version {version} of the format; "
            f"the oldest that can be read is {OLDEST}",
            place,
        )
    unknown = sorted(set(document) - {"format", "machine", "min_reader", "version"})
    if unknown or "machine" not in document:
        word = f"`{unknown[0]}` does not belong here" if unknown else "`machine` is missing"
        raise _error("RD523", f"the machine file is damaged: {word}", place)
    return document["machine"]


def _depth(data: Any) -> int:
    """How many lists and objects stand within each other; safe at any depth, stops beyond the limit."""
    depth = 0
    level = [data]
    while level and depth <= _DEPTH:
        inner: list[Any] = []
        for item in level:
            if isinstance(item, dict):
                inner += item.values()
            elif isinstance(item, list):
                inner += item
        level = [item for item in inner if isinstance(item, dict | list)]
        depth += 1
    return depth
