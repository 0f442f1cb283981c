"""Events as text: a line of JSON for each, and back.

A line is a list: the kind of the event, then what it holds, in the order of its class. Cards are
lists of zone number, place and look, types are lists of kind and enumeration, ``none`` is the text
"none", what is not seen is -1 or null as in the event itself.
"""

from __future__ import annotations

import json
from typing import Any

from attrs import fields

from ruledsl.engine import happenings
from ruledsl.engine.happenings import CardAt
from ruledsl.engine.knowledge.project import Seen
from ruledsl.machine.model import NONE, ValueType

_CLASSES: dict[str, type[Any]] = {
    kind.__name__.lower(): kind
    for kind in (
        happenings.Began,
        happenings.Laid,
        happenings.Opened,
        happenings.Started,
        happenings.Asked,
        happenings.Played,
        happenings.Chosen,
        happenings.Moved,
        happenings.Paid,
        happenings.Assigned,
        happenings.Shuffled,
        happenings.Gathered,
        happenings.Revealed,
        happenings.Announced,
        happenings.Ended,
    )
}


def kind_of(event: Seen) -> str:
    """The kind of an event in one word: ``moved``."""
    return type(event.what).__name__.lower()


def written(event: Seen) -> str:
    """An event as a line of JSON."""
    what = event.what
    held = [_plain(getattr(what, field.name)) for field in fields(type(what))]
    return json.dumps([kind_of(event), *held], separators=(",", ":"), ensure_ascii=False)


def _plain(value: object) -> object:
    if value == NONE:
        return "none"
    if isinstance(value, ValueType):
        return [value.kind, value.enumeration]
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return value


def read(line: str) -> Seen:
    """The event of a line. Raises :class:`ValueError` for a line that `written` has not made."""
    try:
        kind, *held = json.loads(line)
        class_ = _CLASSES[kind]
        names = [field.name for field in fields(class_)]
        pairs = zip(names, held, strict=True)
        event = Seen(class_(**{name: _field(name, value) for name, value in pairs}))
        hash(event)
    except (ValueError, TypeError, KeyError) as error:
        raise ValueError(f"this is no event: {line}") from error
    if written(event) != line:
        raise ValueError(f"this is no event: {line}")
    return event


def _field(name: str, value: Any) -> object:
    """What the field of that name holds."""
    match name:
        case "arguments":
            return tuple(_argument(part) for part in value)
        case "value":
            return _argument(value)
        case "cards":
            return tuple(CardAt(*part) for part in value)
        case "type":
            return None if value is None else ValueType(*value)
    return tuple(value) if isinstance(value, list) else value


def _argument(value: Any) -> object:
    if isinstance(value, list):
        return CardAt(*value)
    return NONE if value == "none" else value
