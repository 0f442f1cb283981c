"""How much is worked out again and again: for each place of a family, for each card of a deck."""

from __future__ import annotations

from ruledsl import limits
from ruledsl.lower.builder import Builder
from ruledsl.source import Span


def too_many(b: Builder, what: str, parts: int, span: Span, help_text: str) -> bool:
    """Count further parts, each as often as it is worked out; whether they pass the limit (reported when they first do).

    ``what`` names them in the message.
    """
    within = b.repeated_parts <= limits.REPEATED_PARTS
    b.repeated_parts += parts
    if b.repeated_parts <= limits.REPEATED_PARTS:
        return False
    if within:
        b.report(
            "RD502",
            f"with {what} more than {limits.REPEATED_PARTS} parts are to be worked out, one for each place and each card",
            span,
            help_text,
        )
    return True
