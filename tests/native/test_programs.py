"""What generated programs are made of, and what cannot get into them."""

from __future__ import annotations

import ast
import importlib.util
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from ruledsl import api
from ruledsl.machine.model import Machine
from ruledsl.native.printers.c import to_c
from ruledsl.native.printers.python import to_python
from ruledsl.native.printers.wat import to_wat
from ruledsl.native.program import tree
from ruledsl.native.program.names import Name, Role
from ruledsl.native.program.read import NotInTheLanguage, Surroundings, read
from ruledsl.native.translate.lower import Lowered, lower
from tests.properties.configurations import shipped

HOSTILE = '"); import os; os.system("x")  # (unreachable) */ \\'
"""A text that would do harm in any of the three languages, were it ever part of a program."""


@pytest.fixture(scope="module")
def lowered() -> Lowered:
    return lower(api.load("ka_ching").machine)


def renamed(machine: Machine) -> Machine:
    """The machine with a harmful text in place of every text in it."""

    def bad(thing: Any) -> Any:
        if isinstance(thing, tuple):
            return tuple(bad(part) for part in thing)
        return evolve(thing, name=HOSTILE) if hasattr(thing, "name") else thing

    return evolve(
        machine,
        name=HOSTILE,
        title=HOSTILE,
        doc=HOSTILE,
        enumerations=tuple(
            evolve(e, name=HOSTILE, members=(HOSTILE,) * len(e.members))
            for e in machine.enumerations
        ),
        attributes=bad(machine.attributes),
        kinds=bad(machine.kinds),
        looks=tuple(evolve(look, text=HOSTILE) for look in machine.looks),
        decks=bad(machine.decks),
        families=bad(machine.families),
        zones=tuple(evolve(zone, label=HOSTILE) for zone in machine.zones),
        accounts=bad(machine.accounts),
        variables=bad(machine.variables),
        defines=bad(machine.defines),
        actions=bad(machine.actions),
        routines=bad(machine.routines),
        texts=tuple(evolve(text, lines=(HOSTILE,) * len(text.lines)) for text in machine.texts),
    )


@pytest.mark.parametrize("ruleset", shipped())
def test_programs_do_not_depend_on_any_text_of_the_rules(ruleset: str) -> None:
    machine = api.load(ruleset).machine
    plain, hostile = lower(machine).unit, lower(renamed(machine)).unit
    assert plain == hostile
    for printed in (to_python, to_wat, to_c):
        assert printed(plain) == printed(hostile)


def words(text: str) -> set[str]:
    return set(re.findall(r"[A-Za-z_]\w*", text))


@pytest.mark.parametrize("ruleset", shipped())
def test_python_text_has_no_words_but_those_of_the_generator(ruleset: str) -> None:
    text = to_python(lower(api.load(ruleset).machine).unit)
    own = {role.value for role in Role} | {"T", "i", "index", "range", "combinations"}
    own |= {array.value for array in tree.Array}
    keywords = {"def", "if", "elif", "else", "for", "in", "while", "return", "break", "continue"}
    keywords |= {"and", "or", "not", "None", "True", "False", "pass"}
    for word in words(text) - own - keywords:
        role, _, number = word.rpartition("_")
        assert re.fullmatch(r"[vCDRT]\d+", word) or (role in own and number.isdigit()), word
    allowed = (ast.FunctionDef, ast.Assign)
    assert all(isinstance(node, allowed) for node in ast.parse(text).body)


@pytest.mark.parametrize("bad", ["x", 1.0, True, None, (1,)])
def test_a_program_is_made_of_whole_numbers_only(bad: object) -> None:
    for make in (tree.Num, tree.Local, lambda n: Name(Role.STATE, n)):
        with pytest.raises(TypeError, match="whole number"):
            make(bad)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="role"):
        Name("state", 1)  # type: ignore[arg-type]


def numbers_in(thing: object) -> Iterator[object]:
    for node in tree.nodes(thing):
        match node:
            case tree.Num(value):
                yield value
            case tree.Local(number) | tree.Put(number, _) | tree.Append(number, _, _):
                yield number
            case _:
                pass


def test_every_leaf_of_a_program_is_a_whole_number(lowered: Lowered) -> None:
    leaves = [n for function in lowered.unit.functions for n in numbers_in(function.body)]
    assert len(leaves) > 1000
    assert all(type(leaf) is int for leaf in leaves)
    assert all(type(value) is int for value in lowered.unit.constants)


@pytest.mark.parametrize(
    "text",
    [
        "import os",
        "def run():\n    return open('x')",
        "def run():\n    return S[0].x",
        "def run():\n    return [1][0]",
        "def run():\n    S = 1\n    return 0",
        "def run():\n    with x:\n        pass\n    return 0",
        "def run():\n    return lambda: 0",
        "def run():\n    return 1.5",
        "def run():\n    return 'x'",
        "def run():\n    return a ** 2",
        "x = 1",
        "def other():\n    return 0",
    ],
)
def test_the_library_is_read_as_what_it_may_be_only(text: str) -> None:
    with pytest.raises((NotInTheLanguage, ValueError)):
        read(text, Surroundings({}, {}))


def test_range_analysis_proves_most_checks_and_counts_them(lowered: Lowered) -> None:
    assert lowered.proven > lowered.checks > 0


def test_lowering_is_the_same_every_time() -> None:
    machine = api.load("ka_ching").machine
    assert lower(machine) == lower(machine)


@pytest.mark.skipif(shutil.which("gcc") is None, reason="no C compiler")
def test_c_text_compiles(lowered: Lowered, tmp_path: Path) -> None:
    file = tmp_path / "program.c"
    file.write_text(to_c(lowered.unit))
    command = ["gcc", "-std=c99", "-O0", "-Wall", "-Werror", "-Wno-unused", "-c", str(file)]
    subprocess.run([*command, "-o", str(tmp_path / "program.o")], check=True)


@pytest.mark.skipif(importlib.util.find_spec("wasmtime") is None, reason="no wasmtime")
@pytest.mark.parametrize("ruleset", shipped())
def test_the_module_asks_for_nothing_and_cannot_grow(ruleset: str) -> None:
    import wasmtime

    text = to_wat(lower(api.load(ruleset).machine).unit)
    module = wasmtime.Module(wasmtime.Engine(), text)
    assert list(module.imports) == []
    assert "memory.grow" not in text
    memory = next(e for e in module.exports if e.name == "memory")
    assert isinstance(memory.type, wasmtime.MemoryType)
    assert memory.type.limits.min == memory.type.limits.max
