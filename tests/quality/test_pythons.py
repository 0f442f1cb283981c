"""What one version of Python makes of a text and another does not."""

from __future__ import annotations

import symtable
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(
    sys.version_info >= (3, 12), reason="comprehensions have no table of symbols of their own there"
)

ROOT = Path(__file__).parents[2]
INLINED = ("listcomp", "setcomp", "dictcomp")


def clashes(table: symtable.SymbolTable) -> Iterator[tuple[str, str]]:
    """Functions with the names that a comprehension in them binds and that elsewhere in them are the module's.

    Python 3.12.1 takes such a name for the comprehension's everywhere in the function.
    """
    for child in table.get_children():
        yield from clashes(child)
    if table.get_type() != "function" or table.get_name() in INLINED:
        return
    inner = [child for child in table.get_children() if child.get_name() in INLINED]
    bound = {name for each in inner for name in _named(each, "is_local")}
    used = {name for each in (table, *inner) for name in _named(each, "is_global")}
    yield from ((table.get_name(), name) for name in sorted(bound & used))


def _named(table: symtable.SymbolTable, what: str) -> set[str]:
    return {symbol.get_name() for symbol in table.get_symbols() if getattr(symbol, what)()}


def test_a_name_in_a_comprehension_stands_for_nothing_else_in_its_function() -> None:
    found = {
        (path.relative_to(ROOT).as_posix(), *clash)
        for path in sorted((ROOT / "ruledsl").rglob("*.py"))
        for clash in clashes(symtable.symtable(path.read_text("utf-8"), str(path), "exec"))
    }
    assert found == set()


def test_such_names_are_found() -> None:
    text = (
        "def f(rows):\n    return [use for use in rows], [use(row) for row in rows]\n"
        "def g(rows):\n    return [row for row in rows], [row + 1 for row in rows]\n"
        "def use(row):\n    return row\n"
    )
    assert list(clashes(symtable.symtable(text, "a text", "exec"))) == [("f", "use")]
