"""What may be behind a failed test that its own lines do not show."""

from __future__ import annotations

from ruledsl.compiling import Program
from ruledsl.engine.errors import NoLegalMove, PlayError
from ruledsl.machine.model import Machine


def of_options(program: Program, title: str) -> tuple[str, ...]:
    """The options that a variant sets anew and an inherited test does not settle.

    The test was written for the old values. A test that stands in the file that sets the option
    knows of the new one.
    """
    return tuple(
        f"the test stands in {found.test}, and {found.variant} sets `{found.option}` to {found.now}:"
        f" `given option {found.option} = {found.before}` would settle it for the test"
        for found in program.unsettled_options(title)
    )


def of_given(machine: Machine, given: frozenset[int], error: PlayError) -> tuple[str, ...]:
    """The places whose cards the test gave to the player who has no legal move."""
    if not isinstance(error, NoLegalMove):
        return ()
    own = [
        machine.zones[zone].label
        for zone in sorted(given)
        if error.seat in machine.zones[zone].owners
    ]
    if not own:
        return ()
    shown = ", ".join(f"`{label}`" for label in own)
    return (
        f"the test gave the cards of {shown}: are there enough of them for all that is played?",
    )
