"""Runs the program on a hostile file, with limits on time and memory, and measures both.

``python -m tests.hostile.running`` runs all verbs on all files and prints what took longest.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from attrs import frozen

from tests.hostile.files import FILES

ROOT = Path(__file__).parents[2]

SECONDS = 2.0
"""Processor time that a file may take."""

AT_LENGTH = 10.0
"""Processor time that a whole game may take: of thousands of moves, of which each is one of thousands."""

FOR_A_BACK_END = 20.0
"""Processor time that it may take to make a back end: some milliseconds for each of thousands of steps."""

MEGABYTES = 500
"""Memory that a file may take."""

ALWAYS = (("check",), ("fmt", "--check"), ("test",))
"""What everybody does with a file, and does soonest with one of somebody else's."""

BY_PLAY = ("check", "--play", "--seconds", "1")
"""It may take its second in addition."""

OTHERS = (
    *(("check", "--format", form) for form in ("short", "json", "github", "sarif")),
    ("check", "--strict", "--knowledge"),
    ("check", "--fix", "--diff"),
    ("check", "--unsafe-fixes"),
    ("fmt",),
    ("fmt", "--diff"),
    ("test", "--format", "json"),
    ("test", "--coverage"),
    ("compile", "-o", "x.json"),
    ("compile", "--emit", "python", "-o", "x.py"),
    ("graph", "-o", "x.mmd"),
    ("words", "--lang", "nl", "-o", "x.po"),
    ("play", "--seed", "1"),
    ("play", "--seed", "1", "--auto"),
    ("simulate", "--games", "1", "--seed", "1"),
    ("new", "y", "--variant-of"),
)
"""Everything else that is done with a file; of those that end in an option the file is what that asks for."""


@frozen
class Ran:
    """What came of a run: its exit code, output, processor time in seconds and memory in megabytes."""

    code: int
    output: str
    seconds: float
    megabytes: float


def run(words: Sequence[str], file: Path) -> Ran:
    """Run a command on a file, with nothing to read from; it is ended where it takes far too much."""

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (4 * MEGABYTES << 20, 4 * MEGABYTES << 20))
        resource.setrlimit(resource.RLIMIT_CPU, (60, 60))

    at = len(words) if words[-1] == "--variant-of" else 1
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "ruledsl", *words[:at], str(file), *words[at:]],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd=file.parent,
            env={**os.environ, "PYTHONPATH": str(ROOT), "RULEDSL_DATA": str(file.parent)},
            preexec_fn=limited,
        )
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read().decode("utf-8", "replace")
    seconds = used.ru_utime + used.ru_stime
    return Ran(process.returncode, text, seconds, used.ru_maxrss / 1024)


def faults(name: str, words: Sequence[str], ran: Ran, patience: float = 1.0) -> list[str]:
    """What is wrong with a run; ``patience`` times the time is allowed."""
    found = []
    if ran.code not in (0, 1, 2):
        found.append(f"it left with {ran.code}: {ran.output[-300:]}")
    if "Traceback" in ran.output:
        found.append(ran.output[-2000:])
    allowed = SECONDS
    if words == BY_PLAY:
        allowed += 1.0
    if {"--fix", "--unsafe-fixes"} & {*words}:  # the text is checked before and after
        allowed *= 2
    if words[0] == "simulate" or "--auto" in words:
        allowed = AT_LENGTH
    if "--emit" in words:
        allowed = FOR_A_BACK_END
    if ran.seconds > allowed * patience:
        found.append(f"{ran.seconds:.1f} s of processor time")
    # A game at the table keeps all its positions, to go back to: thousands of them, each with thousands of loops.
    if ran.megabytes > MEGABYTES * (2 if "--auto" in words else 1):
        found.append(f"{ran.megabytes:.0f} MB")
    codes = FILES[name].codes if name in FILES else frozenset[str]()
    if (
        words[0] == "check"
        and "--diff" not in words
        and codes
        and not any(code in ran.output for code in codes)
    ):
        found.append(f"none of {sorted(codes)} is told: {ran.output[:600]}")
    return found


def main() -> int:
    """All verbs on all files; 1 if something is over."""
    words_of = [*ALWAYS, BY_PLAY, *OTHERS]
    wanted = sys.argv[1:] or list(FILES)
    times = []
    wrong = 0
    for name in wanted:
        for words in words_of:
            with tempfile.TemporaryDirectory() as folder:
                # What a verb writes is its own: each gets the file as it is.
                file = Path(folder) / "x.rules"
                file.write_bytes(FILES[name].data)
                ran = run(words, file)
            times.append((ran.seconds, ran.megabytes, f"{name}: {' '.join(words)}"))
            for fault in faults(name, words, ran):
                wrong += 1
                print(f"{name}: {' '.join(words)}: {fault}", flush=True)
    times.sort(reverse=True)
    print(f"{len(wanted)} files, {len(times)} runs, {wrong} over")
    for seconds, megabytes, told in times[:20]:
        print(f"{seconds:6.2f} s {megabytes:5.0f} MB  {told}")
    print(f"most memory: {max(megabytes for _, megabytes, _ in times):.0f} MB")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
