"""Who may import whom: dependencies go one way, from what people see down to the text of rules."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

BASE = {"source", "limits", "version", "resources", "numerals", "pieces", "phrase"}
"""Modules that stand below everything and import nothing of the package but each other."""

TEXT = BASE | {"diagnostics", "syntax", "semantics"}

PLAY = BASE | {"diagnostics", "machine", "engine"}
"""What a compiled game needs; rule text is nothing to it."""

ALLOWED: dict[str, set[str]] = {
    "source": set(),
    "limits": set(),
    "version": set(),
    "resources": set(),
    "numerals": set(),
    "pieces": set(),
    "phrase": set(),
    "diagnostics": BASE,
    "syntax": BASE | {"diagnostics"},
    "semantics": BASE | {"diagnostics", "syntax"},
    "machine": BASE | {"diagnostics"},
    "lower": TEXT | {"machine"},
    "validate": TEXT | {"machine"},
    "proofs": BASE | {"diagnostics", "machine", "validate"},
    "compiling": TEXT | {"machine", "lower", "validate"},
    "engine": BASE | {"machine"},
    "native": BASE | {"engine", "machine"},
    "agents": PLAY | {"native"},
    "simulation": BASE | {"agents", "engine", "machine", "native"},
    "store": BASE | {"engine", "machine"},
    "coverage": PLAY,
    "testing": PLAY | {"lower", "compiling", "coverage"},
    "table": PLAY | {"agents", "native", "store"},
    "wording": BASE | {"diagnostics", "engine", "machine"},
    "explore": PLAY
    | {"semantics", "lower", "compiling", "validate", "coverage"}
    | {"native", "simulation", "store", "table"},
    "repl": PLAY | {"agents", "store", "table", "wording"},
    "api": PLAY | TEXT | {"lower", "compiling", "explore", "simulation"},
    "cli": PLAY
    | TEXT
    | {"native", "simulation", "coverage", "explore", "proofs", "validate"}
    | {"lower", "compiling", "api", "agents", "testing", "store", "table", "wording", "repl"},
    "__main__": {"cli"},
    "__init__": {"agents", "api", "engine", "machine", "native", "simulation", "version"},
}
"""For each package or module in ``ruledsl/`` those that it may import, its own aside."""

NARROW: dict[str, set[str]] = {
    "ruledsl.machine.model": {"ruledsl.source"},
    "ruledsl.machine.ops": {"ruledsl.machine.model"},
    "ruledsl.engine.happenings": {"ruledsl.machine.model"},
    "ruledsl.engine.knowledge": set(),
    "ruledsl.engine.knowledge.project": {
        "ruledsl.engine.happenings",
        "ruledsl.engine.moves",
        "ruledsl.machine.model",
    },
    "ruledsl.engine.knowledge.fold": {
        "ruledsl.engine.happenings",
        "ruledsl.engine.knowledge.project",
        "ruledsl.machine.model",
    },
    "ruledsl.engine.knowledge.observation": {
        "ruledsl.engine.knowledge.fold",
        "ruledsl.engine.knowledge.project",
        "ruledsl.engine.text",
        "ruledsl.machine.model",
        "ruledsl.pieces",
    },
}
"""Modules with fewer liberties than their package: the modules that they may import."""

INSIDE_NATIVE = (
    {"program", "analysis"},
    {"passes", "plan", "library"},
    {"printers", "translate.context"},
    {"translate.expressions"},
    {"translate.steps"},
    {"translate.choices"},
    {"translate.flow"},
    {"translate.lower"},
    {"running"},
)
"""The passes of ``ruledsl/native/`` in order: each may use those before it, and none beside it."""

ENGINE_MAY = {"model", "ops", "sorts", "convert", "schema"}
"""The modules of ``ruledsl.machine`` that the engine may import."""

HEAVY = {"cattrs", "jsonschema"}
"""Libraries that are slow to import; a check of rules must not wait for them."""

PACKAGE = Path(__file__).parents[2] / "ruledsl"
FILES = sorted(PACKAGE.rglob("*.py"))


def name_of(file: Path) -> str:
    """``ruledsl.engine.state``."""
    parts = file.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts)


def layer_of(module: str) -> str:
    """The package or module right below ``ruledsl`` that a module belongs to."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "__init__"


def imports(file: Path) -> Iterator[tuple[str, bool]]:
    """The modules that a file imports, and whether it does so at once (not inside a function)."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    late = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        found: list[str] = []
        if isinstance(node, ast.Import):
            found = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: imports are written in full"
            module = node.module or ""
            found = [module]
            if (PACKAGE.parent / module.replace(".", "/")).is_dir():
                # `from ruledsl.machine import model` imports a module of the package.
                found = [
                    f"{module}.{alias.name}" if _is_module(module, alias.name) else module
                    for alias in node.names
                ]
        for name in found:
            yield name, id(node) not in late


def _is_module(package: str, name: str) -> bool:
    folder = PACKAGE.parent / package.replace(".", "/")
    return (folder / f"{name}.py").exists() or (folder / name).is_dir()


def needed(file: Path) -> Iterator[str]:
    """The modules of the package that a file imports when it runs, inside functions too.

    Imports for types only are left out, and those in functions that a comment right above gives a
    reason for.
    """
    text = file.read_text(encoding="utf-8")
    lines = text.split("\n")
    tree = ast.parse(text)
    for_types = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.ImportFrom) or id(node) in for_types:
            continue
        module = node.module or ""
        if module.split(".")[0] != "ruledsl":
            continue
        if node.col_offset and lines[node.lineno - 2].strip().startswith("#"):
            continue
        for alias in node.names:
            yield f"{module}.{alias.name}" if _is_module(module, alias.name) else module


def cycle_in(graph: dict[str, set[str]]) -> list[str]:
    """The modules that lie on cycles, or between two of them; none where there is no cycle."""
    left = dict(graph)
    while True:
        ends = {name for name, below in left.items() if not below & left.keys()}
        tops = left.keys() - {name for below in left.values() for name in below}
        if not ends and not tops:
            return sorted(left)
        left = {name: below for name, below in left.items() if name not in ends | tops}


def test_modules_import_each_other_in_no_circle() -> None:
    """However far around, in a package and between packages."""
    graph = {name_of(file).removesuffix(".__init__"): set(needed(file)) for file in FILES}
    assert cycle_in(graph) == []


def test_a_circle_is_found() -> None:
    graph = {"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set()}
    assert cycle_in(graph) == ["b", "c"]
    assert cycle_in({**graph, "c": {"d"}}) == []


def test_imports_are_found_where_they_stand(tmp_path: Path) -> None:
    file = tmp_path / "some.py"
    file.write_text(
        "from typing import TYPE_CHECKING\n"
        "from ruledsl.machine import model\n"
        "if TYPE_CHECKING:\n"
        "    from ruledsl.engine.state import State\n"
        "def f():\n"
        "    from ruledsl.machine.graph import dot\n"
        "    # There is a reason.\n"
        "    from ruledsl.machine import serial\n",
        encoding="utf-8",
    )
    assert list(needed(file)) == ["ruledsl.machine.model", "ruledsl.machine.graph"]


def test_every_package_has_its_place() -> None:
    assert {layer_of(name_of(file)) for file in FILES} == set(ALLOWED)
    assert len(FILES) > 50


def test_the_order_has_no_cycle() -> None:
    left = {name: set(below) for name, below in ALLOWED.items()}
    while left:
        free = {name for name, below in left.items() if not below}
        assert free, f"a cycle among {sorted(left)}"
        left = {name: below - free for name, below in left.items() if name not in free}


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_imports_go_one_way(file: Path) -> None:
    module = name_of(file)
    layer = layer_of(module)
    for imported, _ in imports(file):
        if imported.split(".")[0] != "ruledsl" or layer_of(imported) == layer:
            continue
        assert layer_of(imported) in ALLOWED[layer], f"{module} imports {imported}"
        if layer == "engine" and layer_of(imported) == "machine":
            assert imported.split(".")[-1] in ENGINE_MAY, f"{module} imports {imported}"


def pass_of(module: str) -> str:
    """The pass of ``ruledsl/native/`` that a module belongs to."""
    parts = module.removeprefix("ruledsl.native.").split(".")
    return ".".join(parts[:2]) if parts[0] == "translate" else parts[0]


def test_passes_of_native_go_one_way() -> None:
    level = {name: place for place, names in enumerate(INSIDE_NATIVE) for name in names}
    met = set()
    for file in FILES:
        module = name_of(file)
        if not module.startswith("ruledsl.native.") or file.name == "__init__.py":
            continue
        own = pass_of(module)
        met.add(own)
        for imported, _ in imports(file):
            other = pass_of(imported)
            if imported.startswith("ruledsl.native.") and other != own:
                assert level[other] < level[own], f"{module} imports {imported}"
    assert met == set(level)


def file_of(module: str) -> Path:
    """The file of a module or package."""
    path = PACKAGE.parent / module.replace(".", "/")
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


@pytest.mark.parametrize("module", NARROW)
def test_narrow_modules(module: str) -> None:
    file = file_of(module)
    assert file.is_file()
    own = {name for name, _ in imports(file) if name.split(".")[0] == "ruledsl"}
    assert own <= NARROW[module]


STATE_OF_PLAY = {
    f"ruledsl.engine.{name}" for name in ("state", "frame", "runner", "game", "chance")
}
"""The modules that know what really is the case in a game."""


def test_knowledge_has_no_way_to_the_state_of_play() -> None:
    """Nothing that decides or shows what a seat knows loads a module that knows the cells, however far."""
    waiting = [name_of(file) for file in FILES if "knowledge" in file.parts]
    waiting = [name.removesuffix(".__init__") for name in waiting]
    assert len(waiting) >= 7
    seen: set[str] = set()
    while waiting:
        module = waiting.pop()
        if module in seen:
            continue
        seen.add(module)
        assert module not in STATE_OF_PLAY, f"{module} is within reach"
        file = file_of(module)
        if module.split(".")[0] == "ruledsl" and file.exists():
            waiting += [name for name, _ in imports(file)]
    assert "ruledsl.engine.knowledge.project" in seen


def test_one_module_decides_who_sees_what() -> None:
    """Outside it, nobody asks the machine for whom something is to be seen, but where chance must know."""
    asking = {
        name_of(file)
        for file in FILES
        if "engine" in file.parts or "repl" in file.parts or "agents" in file.parts
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr == "seen_by"
    }
    # The frame tells which faces must be drawn, and which cards a mover may name by their looks.
    assert asking == {"ruledsl.engine.knowledge.project", "ruledsl.engine.frame"}


def test_a_check_loads_nothing_heavy() -> None:
    """What is imported when ``ruledsl.compiling`` is: none of it needs a slow library."""
    waiting = ["ruledsl.compiling"]
    seen: set[str] = set()
    while waiting:
        module = waiting.pop()
        if module in seen:
            continue
        seen.add(module)
        assert module.split(".")[0] not in HEAVY, f"{module} is loaded"
        path = PACKAGE.parent / module.replace(".", "/")
        file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        if module.split(".")[0] == "ruledsl" and file.exists():
            waiting += [name for name, at_once in imports(file) if at_once]
    assert "ruledsl.lower.assemble" in seen
