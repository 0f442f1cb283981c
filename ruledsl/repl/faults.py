"""What may be told of a fault in the rules where something is hidden.

A fault names numbers and cards of the move in which it came up, and that may be a bot's, or one that looked into what
nobody has seen. Its place in the rules is told in any case: whoever plays may know the rules.
"""

from __future__ import annotations

from ruledsl.engine.errors import NoLegalMove, RuleFault
from ruledsl.phrase import phrase


def discreet(fault: RuleFault) -> RuleFault:
    """The fault without anything in it that may be hidden. That a seat has no move is seen by all."""
    if isinstance(fault, NoLegalMove):
        return fault
    told = phrase("what is wrong could tell what is hidden, so only `--open` shows it")
    return RuleFault(told, fault.span, fault.quoted)
