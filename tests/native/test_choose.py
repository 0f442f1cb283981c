"""Which back end is chosen, and what happens where there is none of that kind."""

from __future__ import annotations

import builtins
import importlib.util
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ruledsl import api
from ruledsl.engine.game import Game
from ruledsl.native.plan.layout import FAIL
from ruledsl.native.program.names import Name, Role
from ruledsl.native.running import choose as choosing
from ruledsl.native.running.backend import Backend, Play
from ruledsl.native.running.choose import choose
from ruledsl.native.running.python import PythonBackend
from ruledsl.native.running.wasm import Trapped, Unavailable, WasmBackend
from ruledsl.native.translate.lower import TooLarge, lower
from ruledsl.simulation.simulate import simulate

HERE = importlib.util.find_spec("wasmtime") is not None
with_wasm = pytest.mark.skipif(not HERE, reason="no wasmtime")


@pytest.fixture
def without_wasmtime(monkeypatch: pytest.MonkeyPatch) -> None:
    real: Callable[..., Any] = builtins.__import__

    def refused(name: str, *args: Any, **kwargs: Any) -> Any:
        if name.split(".")[0] == "wasmtime":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", refused)


@with_wasm
def test_webassembly_is_the_quickest() -> None:
    chosen = choose(api.load("kuhn").machine)
    assert (chosen.name, chosen.reason) == ("wasm", "the quickest there is")


@pytest.mark.usefixtures("without_wasmtime")
def test_without_wasmtime_python_runs_and_says_why() -> None:
    machine = api.load("kuhn").machine
    chosen = choose(machine)
    assert chosen.name == "python"
    assert "wasmtime is not installed" in chosen.reason
    with pytest.raises(Unavailable, match=r'pip install "ruledsl\[fast\]"'):
        choose(machine, "wasm")
    assert simulate(Game(machine), 20, 1).backend == "python"


@pytest.mark.parametrize(
    "text",
    [
        "raise OSError('the library is made for another machine')",
        "raise ImportError('a symbol is missing')",
        "import a_package_that_is_nowhere",
        "raise RuntimeError('no such platform')",
        "",
        "class Engine:\n    pass\ndef Module(engine, text):\n    raise ValueError()",
    ],
)
def test_where_wasmtime_does_not_work_python_runs_and_says_why(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "wasmtime.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    for name in [name for name in sys.modules if name.split(".")[0] == "wasmtime"]:
        monkeypatch.delitem(sys.modules, name)
    machine = api.load("kuhn").machine
    chosen = choose(machine)
    assert chosen.name == "python"
    assert chosen.reason.startswith("wasmtime cannot ")
    with pytest.raises(Unavailable, match="wasmtime cannot "):
        choose(machine, "wasm")
    sys.modules.pop("wasmtime", None)


def test_what_is_asked_for_is_used() -> None:
    machine = api.load("kuhn").machine
    assert choose(machine, "interpreter").backend is None
    assert choose(machine, "python").name == "python"


def test_rules_that_are_too_large_are_left_to_the_interpreter(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refused(_: object) -> None:
        raise TooLarge("a program of 9 cells; 8 is the most")

    monkeypatch.setattr(choosing, "lower", refused)
    machine = api.load("kuhn").machine
    chosen = choose(machine)
    assert chosen.name == "interpreter"
    assert "too large" in chosen.reason
    with pytest.raises(Unavailable, match="too large"):
        choose(machine, "python")
    assert simulate(Game(machine), 5, 1).games == 5


@with_wasm
def test_where_addresses_are_few_a_smaller_sandbox_is_set_up() -> None:
    """4 GiB of addresses for a memory are more than such a process may have."""
    code = (
        "import resource; resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30));"
        "from ruledsl import api; from ruledsl.native.running.choose import choose;"
        "chosen = choose(api.load('kuhn').machine);"
        "print(chosen.name, api.load('kuhn').simulate(50, 3).games)"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["wasm", "50"]


@with_wasm
def test_quick_calls_are_given_up_where_the_binding_is_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import wasmtime

    lowered = lower(api.load("kuhn").machine)
    quick = WasmBackend(lowered)
    monkeypatch.delattr(wasmtime._bindings, "_wasmtime_func_call_unchecked")
    plain = WasmBackend(lowered)
    assert quick.call(Role.FLOOR, -7, 2) == plain.call(Role.FLOOR, -7, 2) == -4
    arguments = (20, 0, 1, 2, 3, 1000)
    assert quick.call(Role.BATCH, *arguments) == plain.call(Role.BATCH, *arguments) == 20
    at = lowered.layout.results
    assert quick.cells[at : at + 100] == plain.cells[at : at + 100]


@with_wasm
def test_cells_that_make_no_sense_cannot_harm_the_process() -> None:
    """Whatever is written over the state, the program stays inside its memory, and can be used again."""
    lowered = lower(api.load("ka_ching").machine)
    backend = WasmBackend(lowered)
    play = Play(backend)
    play.begin()
    play.seed((1, 2, 3))
    play.run()
    good = play.state
    trapped = 0
    for cell in range(lowered.layout.core):
        for value in (-1, 10**6, 10**15, -(1 << 62)):
            play.resume(good)
            backend.cells[cell] = value
            try:
                backend.call(Role.PLAYOUT, 200)
            except Trapped:
                trapped += 1
    assert trapped
    play.resume(good)
    backend.cells[lowered.layout.error] = 0
    assert play.playout(100_000)


def test_python_text_runs_with_no_more_than_it_needs() -> None:
    backend = PythonBackend(lower(api.load("kuhn").machine))
    space = backend._functions[Role.RUN].__globals__  # type: ignore[attr-defined]
    assert list(space["__builtins__"]) == ["range", "combinations"]


@pytest.mark.parametrize(
    ("a", "b"), [(7, 2), (-7, 2), (7, -2), (-7, -2), (0, 5), (-(1 << 62), 3), (6, 3), (-6, 3)]
)
def test_division_rounds_down_everywhere(a: int, b: int) -> None:
    lowered = lower(api.load("kuhn").machine)
    backends: list[Backend] = [PythonBackend(lowered)]
    if HERE:
        backends.append(WasmBackend(lowered))
    for backend in backends:
        assert backend.call(Role.FLOOR, a, b) == a // b
    assert FAIL < -(1 << 62)
    assert str(Name(Role.FLOOR)) == "floored"
