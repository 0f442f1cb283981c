"""What things are called has no effect on play."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import attrs
import pytest

import ruledsl
from ruledsl import compiling
from ruledsl.engine.game import Game
from ruledsl.machine.model import Machine
from tests.engine.play import Picker
from tests.properties.renaming import fresh_names, names_of, renamed, without_tests
from tests.rulesets.mutations import rules_text

OWN = [info.name for info in ruledsl.rulesets() if info.base is None]
"""The rulesets that stand for themselves; a variant's names are its base's too."""

UNNAMED = {"span", "rules_hash"}
"""Parts of a machine that tell of its text, not of the game."""


def machine_of(name: str, text: str) -> Machine:
    outcome = compiling.compile_program(compiling.open_text(name, text))
    assert not outcome.has_errors, [d.message for d in outcome.diagnostics]
    assert outcome.machine is not None
    return outcome.machine


def difference(a: Any, b: Any, back: Mapping[str, str], path: str = "machine") -> str | None:
    """Where two machines differ, ``back`` giving the names of ``b`` the old ones; None if nowhere."""
    if isinstance(a, str) and isinstance(b, str):
        mended = re.sub(r"q\d{3}x", lambda found: back.get(found[0], found[0]), b)
        same = re.sub(r"\s+|_", " ", mended) == re.sub(r"\s+|_", " ", a)
        return None if same else f"{path}: {a!r} became {b!r}"
    if attrs.has(type(a)) and type(a) is type(b):
        for field in attrs.fields(type(a)):
            if field.name not in UNNAMED:
                pair = (getattr(a, field.name), getattr(b, field.name))
                if found := difference(*pair, back, f"{path}.{field.name}"):
                    return found
        return None
    if isinstance(a, tuple) and isinstance(b, tuple) and len(a) == len(b):
        pairs = enumerate(zip(a, b, strict=True))
        found_in = (difference(x, y, back, f"{path}[{n}]") for n, (x, y) in pairs)
        return next((found for found in found_in if found), None)
    return None if a == b and type(a) is type(b) else f"{path}: {a!r} became {b!r}"


def numbers(game: Game, seed: int) -> tuple[list[int], tuple[int, ...]]:
    """A random game: how many moves there were each time, which of them was played, the scores."""
    state = game.start(seed=seed, events=False)
    picker = Picker(seed)
    played = []
    while not state.is_over:
        legal = state.legal_moves
        chosen = picker.below(len(legal))
        played += [len(legal), chosen]
        state.push(legal[chosen])
    return played, state.scores


@pytest.fixture(params=OWN)
def pair(request: pytest.FixtureRequest) -> tuple[str, str, dict[str, str]]:
    """A ruleset, itself with all names changed, and the way from old names to new ones."""
    text = without_tests(rules_text(request.param))
    names = fresh_names(text)
    return text, renamed(text, names), names


def test_every_name_is_changed(pair: tuple[str, str, dict[str, str]]) -> None:
    text, other, names = pair
    assert len(names) > 15
    assert not set(names) & set(names_of(other))
    assert [names[name] for name in names_of(text)] == list(names_of(other))
    program = compiling.open_text("renamed", other).program
    assert program is not None
    declared = {d.name.text for d in program.ruleset.declarations if hasattr(d, "name")}
    assert all(re.fullmatch(r"q\d{3}x", name) for name in declared), declared


def test_the_machine_is_the_same_up_to_names(pair: tuple[str, str, dict[str, str]]) -> None:
    text, other, names = pair
    back = {new: old for old, new in names.items()}
    assert difference(machine_of("rules", text), machine_of("rules", other), back) is None


def test_games_are_the_same(pair: tuple[str, str, dict[str, str]]) -> None:
    text, other, _ = pair
    one, two = Game(machine_of("rules", text)), Game(machine_of("rules", other))
    for seed in range(5):
        assert numbers(one, seed) == numbers(two, seed)


def test_the_comparison_sees_a_change(pair: tuple[str, str, dict[str, str]]) -> None:
    text, other, names = pair
    back = {new: old for old, new in names.items()}
    twisted = other.replace("win by highest score", "win by lowest score")
    assert twisted != other
    found = difference(machine_of("rules", text), machine_of("rules", twisted), back)
    assert found == "machine.win: 'highest' became 'lowest'"
