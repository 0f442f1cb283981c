"""What a check says of a game as a whole, apart from what it says of the lines of rules.

A piece of rules that shows one thing leaves others unused; what is said of that is nothing to tests of
the language and of its examples.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from ruledsl.diagnostics.model import Diagnostic

PACKAGE = Path(__file__).parents[1] / "ruledsl" / "validate"

OF_WHOLE_GAMES = frozenset(
    code
    for file in PACKAGE.glob("*.py")
    if file.stem != "units"  # what is mixed is mixed in any piece of rules
    for code in re.findall(r"\"(RD[0-9]{3})\"", file.read_text(encoding="utf-8"))
)
"""The codes of what is looked for only where there are no errors."""


def of_lines(found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The findings that are about lines of rules by themselves."""
    return tuple(d for d in found if d.code not in OF_WHOLE_GAMES)
