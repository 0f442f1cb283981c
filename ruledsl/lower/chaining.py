"""States one after the other, where a construct needs several."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ruledsl.lower.builder import Builder
from ruledsl.machine import model as m
from ruledsl.machine.model import Expr
from ruledsl.source import Span

ME = Expr("cell", (m.ME,))
"""The seat that acts."""

Build: TypeAlias = Callable[[int, int], None]
"""Puts a state at the first number that leads to the second."""


def chain(b: Builder, label: int, next_: int, *builds: Build) -> None:
    """Put states one after the other, the first at ``label``, the last leading to ``next_``."""
    here = label
    for i, build in enumerate(builds):
        after = next_ if i == len(builds) - 1 else b.reserve()
        build(here, after)
        here = after


def setting(b: Builder, cell: int, value: Expr, span: Span) -> Build:
    """A state that sets a register, for `chain`."""
    return lambda here, after: b.put(here, m.Set(cell, value, after, span=span))
