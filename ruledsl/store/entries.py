"""What a journal is made of: its header, the rules it was begun with, and entries, in order.

A journal is the way to a sitting, not a picture of it: it holds the seed, and who did what. All luck
follows from the seed; the outcomes of chance stand in it all the same, so that a program that would
draw other ones notices.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast, get_origin

from attrs import frozen

from ruledsl.engine.errors import RecordError, StartError
from ruledsl.engine.luck import Draw
from ruledsl.engine.record import ChanceItem, Record, read_record, write_record
from ruledsl.engine.seeds import Seed
from ruledsl.engine.text import written_value
from ruledsl.machine.model import Machine
from ruledsl.phrase import phrase
from ruledsl.version import __version__

if TYPE_CHECKING:
    from cattrs import Converter

FORMAT = "ruledsl journal"
VERSION = 1
"""The version of journals that this program writes."""
OLDEST = 1
"""The oldest version that can be read."""

By: TypeAlias = Literal["person", "bot", "lent", "forced"]
"""Who chose a move; ``lent``: a bot, because the person of the seat wanted that; ``forced``: nobody was asked,
as there was only one."""


@frozen
class Seat:
    """Who sits at a seat: the kind of player (``human``, or a kind of bot), and a name (empty: none)."""

    kind: str
    name: str = ""


@frozen
class Header:
    """The first line: which rules, for whom, set how; begun when (UTC), by which version of the program.

    ``rules_file`` is the rule file, empty for rules that come with the program. ``match`` is
    the match that is played; null for a single game.
    """

    program: str
    begun: str
    ruleset: str
    title: str
    rules_hash: str
    language: int
    players: int
    options: dict[str, str]
    seats: tuple[Seat, ...]
    match: str | None
    rules_file: str
    format: str = FORMAT
    version: int = VERSION
    min_reader: int = VERSION
    kind: Literal["header"] = "header"


@frozen
class RulesEntry:
    """The second line: the rules themselves, as the text of a machine file."""

    machine: str
    kind: Literal["rules"] = "rules"


@frozen
class NewEntry:
    """A game or match begins from its start: the seed (a decimal number, as text), and what chance brought.

    ``draws`` of it were settled beforehand.
    """

    seed: str
    chance: tuple[ChanceItem, ...]
    draws: tuple[Draw, ...] = ()
    kind: Literal["new"] = "new"


@frozen
class NextEntry:
    """The next game of the match begins: what chance brought before the first choice."""

    chance: tuple[ChanceItem, ...]
    kind: Literal["next"] = "next"


@frozen
class MoveEntry:
    """A move as records hold it, who chose it, and what chance brought after it.

    ``ends`` says that all is over with it: the game and, where a match is played, the match.
    """

    seat: int
    move: str
    arguments: tuple[str, ...]
    by: By
    chance: tuple[ChanceItem, ...]
    ends: bool
    kind: Literal["move"] = "move"


@frozen
class UndoEntry:
    """Moves are taken back until ``to`` moves of the present game are left."""

    to: int
    kind: Literal["undo"] = "undo"


@frozen
class RedoEntry:
    """Moves that were taken back are put back until there are ``to`` moves in the present game."""

    to: int
    kind: Literal["redo"] = "redo"


@frozen
class SeatEntry:
    """Somebody else sits down at a seat."""

    seat: int
    who: Seat
    kind: Literal["seat"] = "seat"


Entry: TypeAlias = NewEntry | NextEntry | MoveEntry | UndoEntry | RedoEntry | SeatEntry
"""What happens at the table."""

AnyLine: TypeAlias = Header | RulesEntry | Entry

CLASSES: Mapping[str, type[Any]] = {
    "header": Header,
    "rules": RulesEntry,
    "new": NewEntry,
    "next": NextEntry,
    "move": MoveEntry,
    "undo": UndoEntry,
    "redo": RedoEntry,
    "seat": SeatEntry,
}
"""The class of each kind of line."""


def header_of(
    machine: Machine, seats: Sequence[Seat], match: str | None, rules_file: str
) -> Header:
    """The header of a journal that begins now."""
    now = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return Header(
        __version__,
        now,
        machine.name,
        machine.title,
        machine.rules_hash,
        machine.language,
        machine.players,
        options_of(machine),
        tuple(seats),
        match,
        rules_file,
    )


def options_of(machine: Machine) -> dict[str, str]:
    """The options as they are set, as rules write them."""
    return {o.name: written_value(machine, o.type, o.value) for o in machine.options}


def seed_of(text: str) -> int:
    """The seed that stands in an entry. Raises :class:`StartError` for what is none."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 20):
        raise StartError(phrase("`{text}` is no seed", text=text[:40]))
    return Seed(int(text)).value


def to_plain(entry: AnyLine) -> dict[str, Any]:
    """An entry as plain JSON values."""
    return cast(dict[str, Any], converter().unstructure(entry))


def from_plain(plain: Any) -> AnyLine:
    """The entry in plain JSON values. Raises :class:`ValueError`, saying what is wrong."""
    from ruledsl.machine.convert import FAILURES, complaint

    kind = plain.get("kind") if isinstance(plain, dict) else None
    class_ = CLASSES.get(kind) if isinstance(kind, str) else None
    if class_ is None:
        raise ValueError("it is of no kind that is known")
    try:
        return cast(AnyLine, converter().structure(plain, class_))
    except FAILURES as error:
        wrong = complaint(error)
        where = wrong.path.lstrip(".")
        raise ValueError(f"{wrong.message}, at `{where}`" if where else wrong.message) from None


@cache
def converter() -> Converter:
    """The strict converter between what this package writes and plain JSON values."""
    from ruledsl.machine.convert import WrongData, make_converter

    made = make_converter(MoveEntry)

    def record(data: Any, _: Any) -> Record:
        try:
            return read_record(json.dumps(data))
        except RecordError as error:
            raise WrongData(str(error)) from None

    def texts(data: Any, _: Any) -> dict[str, str]:
        if not isinstance(data, dict) or not all(isinstance(v, str) for v in data.values()):
            raise WrongData("texts by name are wanted here")
        return data

    made.register_structure_hook_factory(_is_dictionary, lambda _: texts)
    made.register_structure_hook(Record, record)
    made.register_unstructure_hook(Record, lambda data: json.loads(write_record(data)))
    return made


def _is_dictionary(type_: Any) -> bool:
    return get_origin(type_) is dict
