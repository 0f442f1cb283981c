"""A program in a WebAssembly sandbox: wasmtime compiles it to the machine's own code.

The module imports nothing and its memory does not grow: rules, wherever they come from, can
reach nothing but the cells of their own state.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable, Sequence
from typing import Any

from ruledsl.native.printers.wat import to_wat
from ruledsl.native.program.names import Name, Role
from ruledsl.native.translate.lower import Lowered


class Unavailable(RuntimeError):  # noqa: N818 - it says what is the matter
    """WebAssembly cannot be had here; the message says why, in people's words."""


class Trapped(RuntimeError):  # noqa: N818 - it says what happened
    """A program did what no program that was lowered rightly does; its memory is half changed."""


def _imported() -> Any:
    """The package wasmtime. Raises :class:`Unavailable` where it is not there, or does not work."""
    try:
        import wasmtime
    except ModuleNotFoundError as error:
        if error.name == "wasmtime":
            raise Unavailable(
                'wasmtime is not installed (`pip install "ruledsl[fast]"`)'
            ) from error
        raise Unavailable(f"wasmtime cannot be loaded: {_said(error)}") from error
    except Exception as error:
        # Its library may be missing or made for another machine: it loads that when it is imported.
        raise Unavailable(f"wasmtime cannot be loaded: {_said(error)}") from error
    return wasmtime


def _said(error: Exception) -> str:
    """The first line of what an error of another package says, or its name where it says nothing."""
    return str(error).strip().split("\n")[0] or type(error).__name__


def _sandboxes(wasmtime: Any) -> list[Callable[[], Any]]:
    """Ways to set up the engine, the quickest first.

    As it comes it keeps 4 GiB of addresses for each memory, which saves it checks. Where a process
    may not have so many, it must do with little.
    """

    def usual() -> Any:
        return wasmtime.Engine()

    def modest() -> Any:
        config = wasmtime.Config()
        config.memory_reservation = 1 << 20
        config.memory_guard_size = 1 << 16
        config.memory_reservation_for_growth = 0
        return wasmtime.Engine(config)

    return [usual, modest]


class WasmBackend:
    """A program that wasmtime runs. Raises :class:`Unavailable`."""

    name = "wasm"

    def __init__(self, lowered: Lowered) -> None:
        wasmtime = _imported()
        self.lowered = lowered
        self.text = to_wat(lowered.unit)
        self._wasmtime = wasmtime
        reasons = []
        for setting in _sandboxes(wasmtime):
            try:
                engine = setting()
                self._open(engine, self._compiled(engine))
                break
            except Unavailable:
                raise
            except Exception as error:  # noqa: BLE001 - a build that does not fit raises anything
                reasons.append(_said(error))
        else:
            raise Unavailable(f"wasmtime cannot set up its sandbox: {reasons[-1]}")
        self._functions = {
            name.role: self._quick(name, params) for name, params in self._exported()
        }
        self._test()

    def _compiled(self, engine: Any) -> Any:
        try:
            return self._wasmtime.Module(engine, self.text)
        except self._wasmtime.WasmtimeError as error:
            reason = str(error).strip().split("\n")[-1].strip()
            raise Unavailable(
                f"wasmtime does not take the program of these rules: {reason}"
            ) from error

    def _open(self, engine: Any, module: Any) -> None:
        wasmtime = self._wasmtime
        self._store = wasmtime.Store(engine)
        self._instance = wasmtime.Instance(self._store, module, [])
        exports = self._instance.exports(self._store)
        self._exports = exports
        memory = exports["memory"]
        address = ctypes.addressof(memory.data_ptr(self._store).contents)
        # The memory never grows, so it stays where it is as long as the store lives.
        block = (ctypes.c_int64 * self.lowered.unit.cells).from_address(address)
        self.cells = memoryview(block).cast("B").cast("q")

    def _exported(self) -> list[tuple[Name, int]]:
        unit = self.lowered.unit
        return [(f.name, f.params) for f in unit.functions if f.name in unit.exported]

    def write(self, numbers: Sequence[int]) -> None:
        """Fill the first cells with some numbers."""
        self.cells[: len(numbers)] = memoryview(array("q", numbers))

    def call(self, role: Role, *args: int) -> int:
        """Call a function of the library that the program exports. Raises :class:`Trapped`."""
        return self._functions[role](*args)

    # --- calls ---

    def _plain(self, name: Name) -> Callable[..., int]:
        """A call as the library offers it: some 30 microseconds."""
        func, store = self._exports[str(name)], self._store
        wasmtime = self._wasmtime

        def call(*args: int) -> int:
            try:
                return int(func(store, *args))
            except (wasmtime.Trap, wasmtime.WasmtimeError) as error:
                raise Trapped(str(error)) from error

        return call

    def _quick(self, name: Name, params: int) -> Callable[..., int]:
        """A call without a look at the types first: a microsecond or two."""
        try:
            ffi = self._wasmtime._bindings
            unchecked = ffi._wasmtime_func_call_unchecked
            context = self._store._context()
            func = ctypes.byref(self._exports[str(name)]._func)
            raw = (ffi.wasmtime_val_raw * max(params, 1))()
            pointer = ctypes.cast(raw, ctypes.POINTER(ffi.wasmtime_val_raw))
            trap = ctypes.POINTER(ffi.wasm_trap_t)()
            width = ctypes.sizeof(ffi.wasmtime_val_raw) // 8
            words = (ctypes.c_int64 * (width * max(params, 1))).from_buffer(raw)
        except (AttributeError, TypeError):
            return self._plain(name)
        many = max(params, 1)
        there = ctypes.byref(trap)
        places = tuple(range(0, width * params, width))

        def call(*args: int) -> int:
            for place, arg in zip(places, args, strict=True):
                words[place] = arg
            error = unchecked(context, func, pointer, many, there)
            if error or trap:
                raise Trapped(self._told(error, trap))
            return words[0]

        return call

    def _told(self, error: Any, trap: Any) -> str:
        """What a trap says; it is taken over, so that it is freed."""
        if error:
            return str(self._wasmtime.WasmtimeError._from_ptr(error))
        taken = type(trap)(trap.contents)
        ctypes.memset(ctypes.byref(trap), 0, ctypes.sizeof(trap))
        return str(self._wasmtime.Trap._from_ptr(taken))

    def _test(self) -> None:
        """Quick calls must do what plain calls do, or they are not made."""
        name = Name(Role.FLOOR)
        expected = self._plain(name)(-7, 2)
        try:
            same = self._functions[Role.FLOOR](-7, 2) == expected
        except (Trapped, ctypes.ArgumentError):
            same = False
        if not same:
            self._functions = {name.role: self._plain(name) for name, _ in self._exported()}
