"""Which back end runs a machine: the quickest that there is, unless one is asked for."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

from attrs import frozen

from ruledsl.machine.model import Machine
from ruledsl.native.running.backend import Backend, Play, Playing
from ruledsl.native.running.interpreted import Interpreted
from ruledsl.native.running.python import PythonBackend
from ruledsl.native.running.wasm import Unavailable, WasmBackend
from ruledsl.native.translate.lower import Lowered, TooLarge, lower

Wanted: TypeAlias = Literal["auto", "interpreter", "python", "wasm"]
"""A back end by name; ``auto``: the quickest that there is."""

WANTED: tuple[Wanted, ...] = get_args(Wanted)
"""All that can be asked for."""


_LARGEST = 2_000
"""Steps of a machine from which on a back end is made only if it is asked for: it takes seconds, and much memory."""


@frozen
class Choice:
    """The back end that was chosen for a machine, and why that one; without one the interpreter plays."""

    machine: Machine
    backend: Backend | None
    reason: str

    @property
    def name(self) -> str:
        """What runs: ``wasm``, ``python`` or ``interpreter``."""
        return "interpreter" if self.backend is None else self.backend.name

    def playing(self) -> Playing:
        """A game in progress on it. A back end has only one at a time."""
        return Interpreted(self.machine) if self.backend is None else Play(self.backend)


def choose(machine: Machine, wanted: Wanted = "auto") -> Choice:
    """The back end for a machine that is in order.

    Raises :class:`Unavailable` where the one that is asked for cannot run it here, with the reason.
    """
    if wanted == "interpreter":
        return Choice(machine, None, "asked for")
    if wanted == "auto" and len(machine.states) > _LARGEST:
        steps = f"{len(machine.states):,} steps"
        return Choice(machine, None, f"a back end for {steps} would take long to make; ask for one")
    try:
        lowered = lower(machine)
    except TooLarge as error:
        if wanted != "auto":
            raise Unavailable(f"these rules are too large for a back end: {error}") from error
        return Choice(machine, None, f"these rules are too large for a back end: {error}")
    if wanted == "python":
        return Choice(machine, PythonBackend(lowered), "asked for")
    if wanted == "wasm":
        return Choice(machine, WasmBackend(lowered), "asked for")
    return _quickest(lowered)


def _quickest(lowered: Lowered) -> Choice:
    try:
        return Choice(lowered.machine, WasmBackend(lowered), "the quickest there is")
    except Unavailable as error:
        return Choice(lowered.machine, PythonBackend(lowered), str(error))
