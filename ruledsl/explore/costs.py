"""What counts as how many steps, so that a trial comes out the same on every machine: a step is a move as it usually is, of some 60 microseconds.

These are measured, and right within a factor of two or three; what is counted too low takes longer than a trial should, and no more.
"""

from __future__ import annotations

from ruledsl.engine.errors import ENDLESS, RuleFault
from ruledsl.engine.evaluate.values import WORN_OUT
from ruledsl.limits import STEPS_BETWEEN_DECISIONS

LOOKED_AT = 200
"""Elements that are looked at in the time of a step."""

TAKEN = 50
"""Steps of a machine in the time of a step."""

LOWERED = 0.5
"""Steps to compile one part of a machine (`parts_of`)."""

PREPARED = 0.1
"""Steps to prepare one part of it for the interpreter."""

GENERATED = 8.0
"""Steps to generate one part of a program."""

QUICKER = 6.0
"""How many times as quick a generated program is as the interpreter."""

SOUGHT = 2.0
"""Steps for one in which players seek something, or that leads to a position which is compared with others."""


def of_failing(elements: int, fault: RuleFault) -> int:
    """Steps for a move that visits more than so many elements, or goes on without a decision; what fails otherwise counts as any move."""
    if fault.message == WORN_OUT:
        return elements // LOOKED_AT
    return STEPS_BETWEEN_DECISIONS // TAKEN if fault.message == ENDLESS else 0
