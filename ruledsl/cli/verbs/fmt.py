"""``ruledsl fmt``: rule files in one layout."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence

from ruledsl.cli import faults
from ruledsl.cli.arguments import Parser
from ruledsl.cli.outcomes import FINDINGS, FINE, UsageError
from ruledsl.cli.rewriting import Original, difference, original, read_original, replace_file
from ruledsl.cli.targets import named_files
from ruledsl.diagnostics.visible import visible
from ruledsl.limits import RULE_FILE_BYTES
from ruledsl.syntax.formatter import format_text

_INPUT = "-"


def main(argv: Sequence[str]) -> int:
    """Lay out what is named; the exit code."""
    parser = Parser(
        "fmt",
        "Lay rule files out in one way. What they say stays the same, and so do comments. A file\n"
        "with faults that keep it from being read is left alone.",
        "exit codes: 0 all is laid out (now), 1 with `--check` or `--diff`: something is not; a file has\n"
        "faults, 2 something named is not there or cannot be written",
    )
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE|FOLDER|-",
        help="rule files, folders with rule files, or `-` for the input, which goes to the output",
    )
    parser.add_argument("--check", action="store_true", help="write nothing, say what would change")
    parser.add_argument("--diff", action="store_true", help="write nothing, show what would change")
    parser.add_colour()
    arguments = parser.parse(argv)
    if _INPUT in arguments.files:
        if len(arguments.files) > 1:
            raise UsageError("`-` stands for the input and goes with no other file")
        return _input(arguments)
    return _files(named_files(arguments.files), arguments)


def _input(arguments: Namespace) -> int:
    """Lay out what is typed or piped in."""
    stream = getattr(sys.stdin, "buffer", None)
    data = stream.read(RULE_FILE_BYTES + 1) if stream is not None else sys.stdin.read().encode()
    read, found = original("input", data)
    laid = None if read is None else format_text(read.source)
    if read is None or laid is None or laid.text is None:
        found = found if laid is None else laid.diagnostics
        sources = {} if read is None else {"input": read.source}
        faults.show(found, sources, sys.stderr, arguments.colour)
        return FINDINGS
    changed = read.with_text(laid.text) != data
    if arguments.diff:
        sys.stdout.write(difference("input", read.source.text, laid.text))
    elif not arguments.check:
        sys.stdout.write(laid.text)
    return FINDINGS if changed and (arguments.check or arguments.diff) else FINE


def _files(names: Sequence[str], arguments: Namespace) -> int:
    writes = not (arguments.check or arguments.diff)
    code, changed, faulty = FINE, 0, 0
    for name in names:
        read, found = read_original(name)
        laid = None if read is None else format_text(read.source)
        if read is None or laid is None or laid.text is None:
            found = found if laid is None else laid.diagnostics
            sources = {} if read is None else {name: read.source}
            faults.show(found, sources, sys.stderr, arguments.colour)
            code = max(code, faults.exit_code(found))
            faulty += 1
            continue
        data = read.with_text(laid.text)
        if data == read.data:
            continue
        changed += 1
        if writes:
            replace_file(name, data)
        _tell(name, read, laid.text, arguments)
    if not arguments.diff:
        sys.stdout.write(_summary(len(names), changed, faulty, writes))
    return code if writes or not changed else max(code, FINDINGS)


def _tell(name: str, read: Original, text: str, arguments: Namespace) -> None:
    if arguments.diff:
        sys.stdout.write(difference(name, read.source.text, text))
    else:
        word = "would lay out" if arguments.check else "laid out"
        sys.stdout.write(f"{word} `{visible(name)}`\n")


def _summary(count: int, changed: int, faulty: int, writes: bool) -> str:
    """How many files were changed, and how many not."""
    parts = [
        (changed, "laid out anew" if writes else "would be laid out anew"),
        (
            count - changed - faulty,
            "as it should be" if count - changed - faulty == 1 else "as they should be",
        ),
        (faulty, "with faults, left alone"),
    ]
    return ", ".join(f"{n} file{'' if n == 1 else 's'} {what}" for n, what in parts if n) + "\n"
