"""What only a process of its own can show: signals, pipes, encodings, start-up."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.command import FAULTY, RULES, environment, process

WHISPER = str(RULES / "whisper.rules")
UNKNOWN = str(FAULTY / "unknown_name.rules")


def test_check_imports_nothing_heavy():
    """Start-up is imports: a check must not load cattrs or anything that only others need."""
    loaded = loaded_by("check")
    assert "ruledsl.explore.trial" in loaded
    forbidden = {"cattrs", "fractions", "asyncio", "importlib.metadata", "ruledsl.machine.serial"}
    assert not loaded & forbidden
    heavy = ("testing", "repl", "agents", "store", "engine.game", "engine.state")
    assert not [
        name for name in loaded if name.startswith(tuple(f"ruledsl.{each}" for each in heavy))
    ]


def test_rules_at_fault_are_told_before_back_ends_are_loaded():
    """They are for the games that follow where neither reading nor the first games find anything."""
    loaded = loaded_by("check", rules=UNKNOWN)
    assert "ruledsl.compiling" in loaded
    assert not [name for name in loaded if name.startswith("ruledsl.native")]


def test_reading_alone_does_not_load_the_engine():
    loaded = loaded_by("check", "--static")
    assert "ruledsl.compiling" in loaded
    assert not [name for name in loaded if name.startswith(("ruledsl.engine", "ruledsl.explore"))]


def loaded_by(*args, rules=WHISPER):
    """The modules that a command loads for rules, which are in order unless others are named."""
    code = "import sys; from ruledsl.cli.main import main; main(sys.argv[1:]); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code, *args, rules],
        capture_output=True,
        text=True,
        env=environment(),
        check=True,
    )
    return set(done.stdout.splitlines()[-1].split())


def test_a_reader_that_leaves_is_no_fault():
    command = [sys.executable, "-m", "ruledsl", "check", str(FAULTY), "--format", "short"]
    running = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    )
    assert running.stdout is not None
    assert running.stderr is not None
    running.stdout.close()
    assert running.wait(60) == 141
    assert running.stderr.read() == b""
    running.stderr.close()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full device here")
def test_a_full_disk_is_one_line():
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "ruledsl", "compile", WHISPER],
            stdout=full,
            stderr=subprocess.PIPE,
            env=environment(),
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == b"ruledsl: the output cannot be written: no space left on device\n"


def _begun(verb: str, pipe: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "ruledsl", verb, WHISPER, "-o", str(pipe)]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    )


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
@pytest.mark.parametrize("verb", ["compile", "graph"])
def test_a_pipe_from_which_nobody_reads_is_not_waited_for(verb, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    running = _begun(verb, pipe)
    try:
        _, said = running.communicate(timeout=30)
    finally:
        running.kill()
    assert running.returncode == 2
    assert said.decode() == (
        f"ruledsl: `{pipe}` cannot be written: it is no plain file, and nobody reads from it\n"
    )


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_from_which_somebody_reads_is_written_to(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    os.set_blocking(reading, True)
    running = _begun("compile", pipe)
    with open(reading, "rb") as stream:
        first = stream.read(1)  # nothing yet, or the writer's first piece
        time.sleep(1)
        while not first and running.poll() is None:
            first = stream.read(1)
        rest = stream.read()
    assert running.wait(60) == 0
    assert (first + rest).startswith(b'{"format":"ruledsl-machine"')
    for stream_left in (running.stdout, running.stderr):
        assert stream_left is not None
        stream_left.close()


@pytest.mark.parametrize("verb", ["check", "test", "compile", "play"])
def test_a_path_that_no_file_can_have_is_one_line(verb):
    done = process([verb, "x" * 5000])
    assert done.returncode == 2
    assert done.stderr == b"ruledsl: `" + b"x" * 77 + b"...`: file name too long\n"


def test_closed_streams():
    shell = f'"{sys.executable}" -m ruledsl check "{WHISPER}"'
    for closed, code in ((">&-", 2), ("<&-", 0), ("2>&-", 0), ("<&- >&- 2>&-", 2)):
        done = subprocess.run(
            ["/bin/sh", "-c", f"{shell} {closed}"],
            capture_output=True,
            env=environment(),
            check=False,
        )
        assert done.returncode == code, closed
        assert b"Traceback" not in done.stderr


def test_an_output_without_the_characters_gets_escapes(tmp_path):
    path = tmp_path / "whisper.rules"
    text = Path(WHISPER).read_text().replace('"{beast}"', '"♠ {beast}"')
    path.write_text(text, encoding="utf-8")
    done = process(["play", str(path), "--seed", "1"], b"1\n1\n", {"PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0
    assert b"\\u2660" in done.stdout
    assert done.stderr == b""


def test_input_that_is_no_text_is_no_fault():
    done = process(["play", WHISPER, "--seed", "1"], b"\xff\xfe\x00\x1b[31m\nlog\n")
    assert done.returncode == 0
    assert done.stderr == b""
    assert b"you play: log" in done.stdout
    assert b"\x1b" not in done.stdout


@pytest.mark.parametrize("more", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {}])
def test_no_colour_on_pipes(more):
    done = process(["check", UNKNOWN], env=more)
    assert b"\x1b" not in done.stdout
