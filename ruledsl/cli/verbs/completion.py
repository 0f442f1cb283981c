"""``ruledsl completion``: a script with which a shell completes commands."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from ruledsl.cli.arguments import Parser
from ruledsl.cli.completion import taken
from ruledsl.cli.outcomes import FINE
from ruledsl.cli.shells import SHELLS
from ruledsl.semantics.library import shipped_rulesets


def main(argv: Sequence[str]) -> int:
    """Write the script for a shell; the exit code."""
    parser = Parser(
        "completion",
        "Write the script with which a shell completes commands, options, rulesets and codes.\n"
        'For bash, put this into ~/.bashrc:  eval "$(ruledsl completion bash)"',
    )
    parser.add_argument("shell", choices=tuple(SHELLS), help="for which shell")
    arguments = parser.parse(argv)
    from ruledsl.cli.main import VERBS

    sys.stdout.write(SHELLS[arguments.shell](taken(VERBS, tuple(shipped_rulesets()))))
    return FINE
