"""The command line: finds the verb, runs it, and turns whatever happens into one message and an exit code.

Nothing is imported before it is needed: most of the time a check takes is imports.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from typing import NoReturn

from ruledsl.cli.outcomes import FINE, INTERNAL, INTERRUPTED, READER_LEFT, USAGE, UsageError

VERBS: dict[str, str] = {
    "list": "name the rulesets that come with ruledsl",
    "check": "look for faults in rule files",
    "test": "run the tests that stand in rule files",
    "fmt": "lay rule files out in one way",
    "play": "play a game at the terminal",
    "simulate": "play many games and tell how they came out",
    "explain": "say what a code such as RD104 means",
    "compile": "write a game as a machine file",
    "graph": "draw the states of a game, for Mermaid or Graphviz",
    "words": "write the words of a game, to be said in another language",
    "new": "write a skeleton of a game or of a variant",
    "completion": "write what a shell needs to complete commands",
}
"""The verbs, each in its own module of ``ruledsl.cli.verbs``."""

_EXITS = """\
exit codes:
  0  all is well (warnings alone are; `check --strict` makes them 1)
  1  the rules have faults, a test failed, or `fmt --check` found another layout
  2  the command cannot be carried out as it was given
  3  a fault in ruledsl itself (RULEDSL_DEBUG=1 shows where)
"""


def run() -> NoReturn:
    """Run the command that this process was called with and leave with its exit code."""
    # Trees and machines live as long as the process: looking through them again and again for what has
    # become useless takes a sixth of the time of a long file and finds nothing.
    gc.set_threshold(100_000, 20, 20)
    _prepare_streams()
    try:
        code = main(sys.argv[1:])
        # Whoever presses Ctrl-C twice gets the same exit code: the second finds the program leaving.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        sys.stdout.flush()
    except BrokenPipeError:
        code = READER_LEFT
        _forget_output()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        if error.filename is not None:
            _complain(f"`{_shortened(str(error.filename))}`: {reason}")
        else:
            # A full disk, say; it may show only when the last of the output is written.
            _complain(f"the output cannot be written: {reason}")
        code = USAGE
        _forget_output()
    sys.exit(code)


def _prepare_streams() -> None:
    """Make reading and writing safe: a stream that was closed is replaced, no character is a reason to stop."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 - lives as long as the process
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:
        _complain("the output is closed")
        sys.exit(USAGE)
    for stream, errors in (
        (sys.stdin, "replace"),
        (sys.stdout, "backslashreplace"),
        (sys.stderr, "backslashreplace"),
    ):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=errors)


def _forget_output() -> None:
    """Let Python not try again to write what is left when it ends, and complain of it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main(argv: Sequence[str]) -> int:
    """Carry out a command line (without the program's name); the exit code.

    Raises :class:`OSError` when the output cannot be written, or a path is one that no file can have.
    """
    try:
        return _dispatch(argv)
    except UsageError as error:
        _complain(str(error))
        return USAGE
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        return INTERRUPTED
    except OSError:
        raise
    except Exception as error:
        # The one place where a fault of any kind becomes a message.
        if os.environ.get("RULEDSL_DEBUG"):
            raise
        name = type(error).__name__
        _complain(
            f"a fault in ruledsl itself ({name}); please report it with the command and the files "
            "that led to it; RULEDSL_DEBUG=1 shows where it happened"
        )
        return INTERNAL


def _dispatch(argv: Sequence[str]) -> int:
    if not argv:
        sys.stderr.write(_help())
        return USAGE
    verb, *rest = argv
    if verb in ("-h", "--help", "help"):
        if verb == "help" and rest and rest[0] in VERBS:
            return _dispatch([rest[0], "--help"])
        sys.stdout.write(_help())
        return FINE
    if verb in ("-V", "--version"):
        from ruledsl.version import __version__

        sys.stdout.write(f"ruledsl {__version__}\n")
        return FINE
    if verb not in VERBS:
        raise UsageError(_unknown(verb))
    module = import_module(f"ruledsl.cli.verbs.{verb}")
    code: int = module.main(rest)
    return code


def _unknown(verb: str) -> str:
    from ruledsl.diagnostics.suggest import nearest

    what = "option" if verb.startswith("-") else "command"
    near = nearest(verb, [*VERBS, "--help", "--version"])
    hint = f"did you mean `{near}`?" if near else "`ruledsl --help` names them"
    return f"there is no {what} `{verb}`; {hint}"


def _shortened(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:77]}..."


def _help() -> str:
    width = max(map(len, VERBS)) + 2
    verbs = "".join(f"  {name:{width}}{text}\n" for name, text in VERBS.items())
    return (
        "usage: ruledsl COMMAND ...\n\n"
        "Rules of card, money and auction games as text: checked, tested, played.\n\n"
        f"commands:\n{verbs}\n"
        "`ruledsl COMMAND --help` tells more; `ruledsl --version` gives the version.\n\n"
        f"{_EXITS}"
    )


def _complain(message: str) -> None:
    from ruledsl.diagnostics.visible import visible

    sys.stderr.write(f"ruledsl: {visible(message)}\n")
    sys.stderr.flush()
