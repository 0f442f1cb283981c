"""``ruledsl explain``: what a code means."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from ruledsl.cli.arguments import Parser
from ruledsl.cli.outcomes import FINE, UsageError
from ruledsl.diagnostics.catalogue import all_codes, explain, lookup
from ruledsl.diagnostics.suggest import nearest


def main(argv: Sequence[str]) -> int:
    """Explain a code or list them all; the exit code."""
    parser = Parser("explain", "Say what a code such as RD104 means; without one, list the codes.")
    parser.add_argument("code", nargs="?", metavar="CODE", help="a code that a message showed")
    arguments = parser.parse(argv)
    if arguments.code is None:
        sys.stdout.write("".join(f"{code.code}  {code.title}\n" for code in all_codes()))
        return FINE
    entry = lookup(arguments.code)
    if entry is None:
        near = nearest(arguments.code, [code.code for code in all_codes()])
        hint = f"did you mean `{near}`?" if near else "`ruledsl explain` lists the codes"
        raise UsageError(f"there is no code `{arguments.code}`; {hint}")
    sys.stdout.write(explain(entry))
    return FINE
