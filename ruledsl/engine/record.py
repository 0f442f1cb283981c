"""Records of play: what must be known to play a game again, in memory and as JSON.

A record names cards by kind and attributes and values as rules write them, never by the
text on a card, so that a change of wording leaves it good. It holds every outcome of chance, so that
it does not depend on how seeds are used.
"""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from attrs import frozen

from ruledsl.engine.chance import Outcome
from ruledsl.engine.errors import (
    DamagedRecord,
    MoveError,
    NewerRecord,
    OtherRules,
    OutcomeError,
    RuleFault,
)
from ruledsl.engine.text import Texts, written_value
from ruledsl.machine.model import Machine

if TYPE_CHECKING:
    from ruledsl.engine.game import Game
    from ruledsl.engine.state import Item, State

FORMAT = "ruledsl record"
VERSION = 1
"""The version of records that this program writes."""


@frozen
class ChanceItem:
    """An outcome of chance: what was drawn, and what it was, as rules write it."""

    chance: Literal["look", "value", "card", "starter"]
    outcome: str


@frozen
class MoveItem:
    """A move: the seat, the action (or ``skip``) and its arguments as rules write them."""

    seat: int
    move: str
    arguments: tuple[str, ...]


RecordItem: TypeAlias = ChanceItem | MoveItem


@frozen
class Record:
    """A game from its start: the rules, the players and options, and all that happened, in order.

    ``starter`` is the seat that was given to start (None: by lot, or nobody asked), ``round`` and ``totals``
    its place in a match. ``min_reader`` is the lowest version of a program that can read it.
    """

    ruleset: str
    rules_hash: str
    language: int
    players: int
    options: dict[str, str]
    starter: int | None
    round: int
    totals: tuple[int, ...]
    items: tuple[RecordItem, ...]
    format: str = FORMAT
    version: int = VERSION
    min_reader: int = VERSION


def record_of(state: State) -> Record:
    """The game so far as a record."""
    machine = state.game.machine
    start = state.started
    return Record(
        machine.name,
        machine.rules_hash,
        machine.language,
        machine.players,
        written_options(machine),
        start.starter,
        start.round,
        start.totals,
        items_of(state),
    )


def items_of(state: State, start: int = 0) -> tuple[RecordItem, ...]:
    """What happened in a game from item number ``start`` on (from 0), as records hold it."""
    texts = state.game.program.texts
    return tuple(
        ChanceItem(item.kind, written_outcome(texts, item))
        if isinstance(item, Outcome)
        else MoveItem(seat, item.name, item.written)
        for item, seat in zip(state.items[start:], state.seats[start:], strict=True)
    )


def written_options(machine: Machine) -> dict[str, str]:
    """The options of a game by name, their values as rules write them."""
    return {o.name: written_value(machine, o.type, o.value) for o in machine.options}


def written_outcome(texts: Texts, outcome: Outcome) -> str:
    """An outcome as records hold it."""
    if outcome.kind == "value":
        return outcome.written
    if outcome.kind == "starter":
        return outcome.text
    name = texts.card(outcome.value) if outcome.value >= 0 else "?"
    if outcome.kind == "look":
        return name
    at = f" at {outcome.place}" if outcome.place else ""
    pool = f" of shuffle {outcome.pool}" if outcome.pool else ""
    card = f", card {outcome.card}" if outcome.card >= 0 else ""
    return f"{name}{at} in {texts.zone(outcome.zone)}{pool}{card}"


# --- playing again ----------------------------------------------------------------------------


def replay(game: Game, record: Record, force: bool) -> State:
    """Play a record again; see `Game.replay`."""
    _check_game(game, record, force)
    state = game.start(
        chance="explicit", starter=record.starter, round=record.round, totals=record.totals
    )
    for number, item in enumerate(record.items, 1):
        try:
            state.push(find_item(state, item))
        except (MoveError, OutcomeError, RuleFault, LookupError) as error:
            raise DamagedRecord(
                f"the first difference is at item {number} of the record, {_shown(item)}: {error}"
            ) from error
    return state


def _check_game(game: Game, record: Record, force: bool) -> None:
    machine = game.machine
    if record.rules_hash != machine.rules_hash and not force:
        raise OtherRules(
            f"the record was made with other rules of `{record.ruleset}`"
            f" ({record.rules_hash[:16]} there, {machine.rules_hash[:16]} here)",
            record.rules_hash,
            machine.rules_hash,
        )
    if record.players != machine.players:
        raise DamagedRecord(
            f"the record is of a game for {record.players} players, this one is for {machine.players}"
        )
    options = written_options(machine)
    if record.options != options and not force:
        different = sorted(
            name
            for name in {*options, *record.options}
            if options.get(name) != record.options.get(name)
        )
        raise DamagedRecord(f"the record was played with another {', '.join(different)}")
    if len(record.totals) != record.players or record.round < 1:
        raise DamagedRecord("the record's place in its match does not fit its players")
    if record.starter is not None and not 1 <= record.starter <= record.players:
        raise DamagedRecord(f"the record names seat {record.starter} to start")


def find_item(state: State, item: RecordItem) -> Item:
    """The outcome or move that an item names. Raises :class:`LookupError` where there is none."""
    texts = state.game.program.texts
    if isinstance(item, ChanceItem):
        for outcome, _ in state.chance_outcomes:
            if outcome.kind == item.chance and written_outcome(texts, outcome) == item.outcome:
                return outcome
        raise LookupError(_instead(state, "chance cannot bring that here"))
    if state.actor == item.seat:
        for move in state.legal_moves:
            if move.name == item.move and move.written == item.arguments:
                return move
    raise LookupError(_instead(state, "that is no move here"))


def _instead(state: State, complaint: str) -> str:
    if state.is_over:
        return f"{complaint}; the game is over"
    if state.is_chance:
        possible = ", ".join(str(outcome) for outcome, _ in state.chance_outcomes[:6])
        return f"{complaint}; chance may bring {possible}"
    moves = ", ".join(str(move) for move in state.legal_moves[:6])
    return f"{complaint}; seat {state.actor} may {moves}"


def _shown(item: RecordItem) -> str:
    if isinstance(item, ChanceItem):
        return f"`{item.outcome}`"
    arguments = f"({', '.join(item.arguments)})" if item.arguments else ""
    return f"`{item.move}{arguments}` by seat {item.seat}"


# --- JSON --------------------------------------------------------------------------------------


def write_record(record: Record) -> str:
    """A record as JSON, with sorted keys and a line end."""
    plain = _converter().unstructure(record)
    return json.dumps(plain, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def read_record(text: str) -> Record:
    """A record from its JSON.

    Raises :class:`NewerRecord` for one that needs a newer program, :class:`DamagedRecord` for a text
    that is no record or not a whole one.
    """
    try:
        plain = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise DamagedRecord(f"the record is damaged: it is no JSON text ({error})") from error
    if not isinstance(plain, dict) or plain.get("format") != FORMAT:
        raise DamagedRecord("this is no record of a game")
    needed = plain.get("min_reader")
    if not isinstance(needed, int) or isinstance(needed, bool):
        raise DamagedRecord("the record is damaged: it does not say which version it is")
    if needed > VERSION:
        raise NewerRecord(
            f"the record needs a program that reads version {needed}; this one reads {VERSION}"
        )
    from cattrs import BaseValidationError, transform_error

    try:
        record: Record = _converter().structure(plain, Record)
    except BaseValidationError as error:
        first = transform_error(error, path="the record")[0]
        raise DamagedRecord(f"the record is damaged: {first}") from error
    return record


@cache
def _converter() -> Any:
    """The converter between records and plain JSON values; it takes no value for another."""
    from cattrs import Converter

    converter = Converter(forbid_extra_keys=True)

    def whole(value: Any, _: Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            raise TypeError("a whole number is wanted")
        return value

    def text(value: Any, _: Any) -> str:
        if not isinstance(value, str):
            raise TypeError("a text is wanted")
        return value

    def one_item(value: Any, _: Any) -> RecordItem:
        kind: Any = ChanceItem if isinstance(value, dict) and "chance" in value else MoveItem
        item: RecordItem = converter.structure(value, kind)
        return item

    def starter(value: Any, _: Any) -> int | None:
        return None if value is None else whole(value, int)

    converter.register_structure_hook(int, whole)
    converter.register_structure_hook(str, text)
    converter.register_structure_hook(RecordItem, one_item)
    converter.register_structure_hook(int | None, starter)
    return converter
