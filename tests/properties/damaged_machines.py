"""Machine files with something wrong in them: most are refused, and what is not must be harmless to play."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import cache
from typing import Any

from ruledsl import api
from ruledsl.engine.errors import MachineError
from ruledsl.engine.game import Game
from ruledsl.machine import serial
from ruledsl.machine.model import NONE, SAFE
from tests.engine.market import market_machine
from tests.machine.machines import auction
from tests.properties.configurations import player_counts, shipped

Path = tuple[Any, ...]

_BESIDES = ("texts", "notes")
"""Parts of a machine that have nothing to do with play."""


@cache
def sources() -> dict[str, Any]:
    """The data of whole machines by name."""
    found = {"market": market_machine(), "auction": auction()}
    for name in shipped():
        for players in player_counts(name):
            found[f"{name}, {players} players"] = api.load(name, players).machine
    return {name: json.loads(serial.dump(machine)) for name, machine in found.items()}


@cache
def places(name: str) -> tuple[tuple[Path, ...], tuple[Path, ...]]:
    """The paths of the whole numbers and of the lists in one of them."""
    numbers: list[Path] = []
    lists: list[Path] = []

    def walk(data: Any, path: Path) -> None:
        if type(data) is int:
            numbers.append(path)
        elif isinstance(data, dict | list) and not _is_span(data):
            if isinstance(data, list) and data:
                lists.append(path)
            for key, value in data.items() if isinstance(data, dict) else enumerate(data):
                if key not in _BESIDES:
                    walk(value, (*path, key))

    walk(sources()[name]["machine"], ("machine",))
    return tuple(numbers), tuple(lists)


def _is_span(data: Any) -> bool:
    """Whether this is a place in the rules: it has nothing to do with play."""
    return isinstance(data, list) and len(data) == 5 and isinstance(data[0], str)


def at(data: Any, path: Path) -> Any:
    """What stands at a path."""
    for key in path:
        data = data[key]
    return data


def changed(data: Any, path: Path, change: Callable[[Any], Any]) -> Any:
    """The data with something changed at a path; nothing else is copied deeply."""
    if not path:
        return change(data)
    copy = data.copy()
    copy[path[0]] = changed(data[path[0]], path[1:], change)
    return copy


def damaged(seed: int) -> tuple[str, str]:
    """What is damaged for this seed, and the text that comes of it."""
    chance = random.Random(f"machine {seed}")
    name = chance.choice(sorted(sources()))
    data = sources()[name]
    numbers, lists = places(name)
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        if chance.random() < 0.8:
            path = chance.choice(numbers)
            change = _number(chance, at(sources()[name], chance.choice(numbers)))
        else:
            path = chance.choice(lists)
            change = _list(chance)
        try:
            data = changed(data, path, change)
        except (IndexError, KeyError, TypeError):
            continue  # an earlier damage has taken that place away
    text = json.dumps(data)
    if chance.random() < 0.05:
        place = chance.randrange(len(text))
        text = text[:place] + chance.choice('0"[]{},x') + text[place + 1 :]
    return name, text


def _number(chance: random.Random, foreign: int) -> Callable[[Any], Any]:
    how = chance.randrange(8)
    others = (0, 1, -1, foreign, chance.randrange(600), chance.choice((NONE, SAFE, -SAFE)))
    return lambda old: old + 1 if how == 0 else old - 1 if how == 1 else others[how - 2]


def _list(chance: random.Random) -> Callable[[Any], Any]:
    how, lot = chance.randrange(3), chance.random()

    def change(old: Any) -> Any:
        place = int(lot * len(old))
        if how == 0:
            return old[:place] + old[place + 1 :]
        if how == 1:
            return [*old[: place + 1], *old[place:]]
        return [*old[:place], old[0], *old[place + 1 :]]

    return change


def game_of(text: str) -> Game | None:
    """The game of a machine file; None where it is refused."""
    try:
        return Game(serial.read(text))
    except (serial.MachineFileError, MachineError):
        return None
