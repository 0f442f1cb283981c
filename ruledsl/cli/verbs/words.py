"""``ruledsl words``: the words of a game, as the catalogue in which they are said in another language."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from ruledsl.cli import faults
from ruledsl.cli.arguments import Parser
from ruledsl.cli.console import write_to
from ruledsl.cli.outcomes import FINDINGS, FINE, UsageError
from ruledsl.cli.targets import configured
from ruledsl.diagnostics.visible import visible
from ruledsl.wording import choosing
from ruledsl.wording.catalogue import CatalogueError, read, together
from ruledsl.wording.vocabulary import template, useless


def main(argv: Sequence[str]) -> int:
    """Write the words of what is named; the exit code."""
    parser = Parser(
        "words",
        "Write the names and texts of a game as a catalogue (gettext's `.po`) for a language. What\n"
        "the catalogue beside the rules says already is kept; what it says of nothing in the rules\n"
        "is told, and left out.",
    )
    parser.add_argument("target", metavar="FILE|NAME", help="a rule file or a shipped ruleset")
    parser.add_configuration()
    parser.add_argument("--lang", metavar="CODE", required=True, help="the language, `nb` say")
    parser.add_argument("-o", "--output", metavar="OUT", help="the file to write (default: output)")
    arguments = parser.parse(argv)
    if not choosing.is_code(arguments.lang):
        raise UsageError(f"`--lang` wants the code of a language, `nb` say, not `{arguments.lang}`")
    outcome = configured(arguments.target, arguments.players, arguments.set)
    faults.show(outcome.diagnostics, outcome.sources, sys.stderr)
    machine = outcome.machine
    if machine is None or outcome.has_errors:
        return faults.exit_code(outcome.diagnostics)
    # A variant has the words of its base, too; a catalogue beside the base has those.
    *bases, own = choosing.places(machine, arguments.lang)
    try:
        inherited = together(read(path) for path in bases if path.is_file()).entries
        entries = read(own).entries if own.is_file() else ()
    except CatalogueError as error:
        raise UsageError(str(error)) from None
    wrong = list(useless(entries, machine))
    for entry, problem in wrong:
        sys.stderr.write(f"{own.name}:{entry.line}: {visible(problem)}\n")
    write_to(arguments.output, f"{template(entries, machine, arguments.lang, inherited)}\n")
    return FINDINGS if wrong else FINE
