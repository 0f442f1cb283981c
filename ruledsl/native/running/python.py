"""A program that Python runs: it is always there."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from operator import itemgetter
from typing import overload

from ruledsl.native.printers.python import to_python
from ruledsl.native.program.names import Role
from ruledsl.native.translate.lower import Lowered


class Spread:
    """The cells of a program that Python runs, as if all lay in one list."""

    def __init__(self, cells: list[int], apart: tuple[tuple[int, list[int]], ...]) -> None:
        self._cells = cells
        self._apart = apart

    @overload
    def __getitem__(self, place: int) -> int: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[int]: ...

    def __getitem__(self, place: int | slice) -> int | Sequence[int]:
        """A cell, or a stretch of cells."""
        if isinstance(place, slice):
            first, last, step = place.indices(len(self._cells))
            for start, own in self._apart:
                if start <= first and last <= start + len(own):
                    return own[first - start : last - start : step]
            whole = self._cells[:last]
            for start, own in self._apart:
                if start < last:
                    whole[start : start + len(own)] = own
            return whole[first:last:step]
        for start, own in self._apart:
            if start <= place < start + len(own):
                return own[place - start]
        return self._cells[place]

    def __setitem__(self, place: int, value: int) -> None:
        """Give a cell a value."""
        for start, own in self._apart:
            if start <= place < start + len(own):
                own[place - start] = value
                return
        self._cells[place] = value

    def write(self, numbers: Sequence[int]) -> None:
        """Fill the first cells with some numbers."""
        self._cells[: len(numbers)] = numbers
        for start, own in self._apart:
            own[:] = [*numbers[start : start + len(own)], *own[max(len(numbers) - start, 0) :]]


class PythonBackend:
    """A program that Python runs."""

    name = "python"

    def __init__(self, lowered: Lowered) -> None:
        self.lowered = lowered
        self.text = to_python(lowered.unit, optimise=lowered.optimise)
        self._all = [0] * lowered.unit.cells
        space: dict[str, object] = {"__builtins__": {"range": range, "combinations": combinations}}
        apart = []
        for array, start, size in lowered.unit.arrays:
            cells = [0] * size
            space[array.value] = cells
            apart.append((start, cells))
        self.cells = Spread(self._all, tuple(sorted(apart, key=itemgetter(0))))
        # The text holds nothing but integers and names made by `names.Name`.
        exec(compile(self.text, "<generated>", "exec"), space)  # noqa: S102
        self._functions = {name.role: space[str(name)] for name in lowered.unit.exported}

    def write(self, numbers: Sequence[int]) -> None:
        """Fill the first cells with some numbers."""
        self.cells.write(numbers)

    def call(self, role: Role, *args: int) -> int:
        """Call a function of the library that the program exports."""
        return self._functions[role](self._all, *args)  # type: ignore[operator, no-any-return]
