"""Whole documents carried out: their rule files written, their commands and Python run, the output compared.

A document is gone through from top to bottom in a folder of its own.

* A block ``rules`` that is a whole file, or a step of one (see ``steps``), is written there. One that shows
  a mistake stays until the next block of rules. One marked ``whole: NAME`` shows what the steps have come to.
* A block ``console`` has commands behind ``$`` and what they print. What is typed at a prompt
  (``seat 1> take 2``) is typed again. A line ``...`` stands for any lines. The mark ``exit: N``
  names the exit code of the last command; that of all others is 0.
* A block ``python`` is run; a block ``text`` with the mark ``printed`` after it is what it prints.

``python -m tests.docs.console`` writes the outputs that have changed into the documents; what was left out
stays left out as far as the lines around it are found again. A document in which a command ends with another exit code
is left as it is: what is printed then is not what the document is about.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from unittest import mock

from attrs import frozen

from ruledsl.cli.main import main
from tests.docs.steps import worked_in

ROOT = Path(__file__).parents[2]
DOCUMENTS = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md"]

ALIKE = 0.6
"""How alike a line must be (from 0 to 1) to be the one that has changed."""

_FENCE = re.compile(
    r"(?:<!-- (?P<marks>[^\n]*) -->\n)?^```(?P<kind>rules|console|python|text)\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
_WHOLE = re.compile(r"language \d+\n(?:game|variant) (\w+)")
_TYPED = re.compile(r"^[^\W\d_]+(?: \d+)?> (.*)$", re.MULTILINE)


@frozen
class Fence:
    """A block of a document: its kind, its text, where that is, and the marks in the comment above it."""

    kind: str
    text: str
    span: tuple[int, int]
    line: int
    marks: dict[str, str]


@frozen
class Difference:
    """A block that shows something else than what happens; ``better`` is the text it should have."""

    fence: Fence
    problem: str
    better: str | None


def fences(text: str) -> Iterator[Fence]:
    """The blocks of a document that something is done with."""
    for match in _FENCE.finditer(text):
        marks = {
            part.partition(": ")[0]: part.partition(": ")[2]
            for part in (match["marks"] or "").split(", ")
        }
        line = text.count("\n", 0, match.start("text")) + 1
        yield Fence(match["kind"], match["text"], match.span("text"), line, marks)


def differences(document: Path, folder: Path) -> list[Difference]:
    """Carry out a document in a folder; what does not come out as it says."""
    found: list[Difference] = []
    files: dict[str, str] = {}
    printed = ""
    kept = mock.patch.dict(
        os.environ, {"RULEDSL_STATE": str(folder / ".state"), "LC_ALL": "C.UTF-8"}
    )
    with contextlib.chdir(folder), kept:
        for fence in fences(document.read_text(encoding="utf-8")):
            if fence.kind == "rules" and "whole" in fence.marks:
                text = files[fence.marks["whole"]]
                if fence.text != text:
                    found.append(Difference(fence, "the steps come to another text", text))
            elif fence.kind == "rules":
                _write(fence, files)
            elif fence.kind == "python":
                printed = _run_python(fence.text, f"{document.name}:{fence.line}")
            elif fence.kind == "console":
                found += _console(fence)
            elif "printed" in fence.marks and not agrees(fence.text, printed):
                found.append(Difference(fence, "something else is printed", printed))
    return found


def _write(fence: Fence, files: dict[str, str]) -> None:
    whole = _WHOLE.match(fence.text)
    name = fence.marks.get("step") or (whole[1] if whole else "")
    if not name:
        return
    text = fence.text if whole else worked_in(files[name], fence.text)
    if not {"wrong", "fails"} & set(fence.marks):
        files[name] = text
    for other, content in {**files, name: text}.items():
        Path(f"{other}.rules").write_text(content, encoding="utf-8")


def _run_python(text: str, name: str) -> str:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(text, name, "exec"), {"__name__": "__main__"})  # noqa: S102 - our own document
    return out.getvalue()


def _console(fence: Fence) -> Iterator[Difference]:
    better = []
    problem = ""
    asked = commands(fence.text)
    for number, (command, shown) in enumerate(asked, 1):
        code, printed = carried_out(command, _TYPED.findall(shown))
        wanted = int(fence.marks.get("exit", "0")) if number == len(asked) else 0
        if code != wanted:
            yield Difference(fence, f"`{command}` ends with {code}, not {wanted}:\n{printed}", None)
            return
        same = agrees(shown, printed)
        if not same:
            problem = f"`{command}` prints\n{printed}"
        better.append(f"$ {command}\n{shown if same else renewed(shown, printed)}")
    if problem:
        yield Difference(fence, problem, "".join(better))


def commands(text: str) -> list[tuple[str, str]]:
    """The commands of a console block, each with what it shows. Raises :class:`ValueError` without any."""
    parts = re.split(r"^\$ (.*)\n", text, flags=re.MULTILINE)
    if parts[0] or len(parts) == 1:
        raise ValueError("a console block begins with `$ COMMAND`")
    return list(zip(parts[1::2], parts[2::2], strict=True))


def carried_out(command: str, typed: Sequence[str]) -> tuple[int, str]:
    """Run a command line; its exit code and what it writes. Raises :class:`ValueError` for another program."""
    program, *arguments = shlex.split(command)
    if program != "ruledsl":
        raise ValueError(f"a document runs `ruledsl`, not `{program}`")
    out = io.StringIO()
    keys = io.StringIO("".join(f"{line}\n" for line in typed))
    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(out),
        mock.patch.object(sys, "stdin", keys),
        mock.patch.dict(os.environ),
    ):
        # Processes that run tests side by side inherit the width of a screen.
        for name in ("RULEDSL_DEBUG", "COLUMNS", "LINES"):
            os.environ.pop(name, None)
        try:
            code = main(arguments)
        except SystemExit as left:  # --help
            code = int(left.code or 0)
    return code, re.sub(r"[ \t]+$", "", out.getvalue(), flags=re.MULTILINE)


def agrees(shown: str, printed: str) -> bool:
    """Whether an output is what is shown, where a line ``...`` stands for any lines.

    Where columns are divided by several blanks, there may be more or fewer of them.
    """
    parts = re.split(r"^\.\.\.\n", shown, flags=re.MULTILINE)
    pattern = r"(?:.*\n)*?".join(map(re.escape, parts))
    pattern = re.sub(r"(?<=\S)(?:\\ ){2,}", r"\\ {2,}", pattern)
    return re.fullmatch(pattern, printed) is not None


def renewed(shown: str, printed: str) -> str:
    """What is printed, with as much left out as before: a line ``...`` stays where its neighbours are found again."""
    old, new = shown.splitlines(), printed.splitlines()
    found = _aligned(old, new)
    lines: list[str] = []
    at = 0
    left_out = False
    for number, line in enumerate(old):
        if line == "...":
            left_out = True
        elif (place := found.get(number)) is not None:
            between = new[at:place]
            lines += ["..."] if left_out and between else between
            lines.append(new[place])
            at, left_out = place + 1, False
    rest = new[at:]
    lines += ["..."] if left_out and rest else rest
    return "".join(f"{line}\n" for line in lines)


def _aligned(old: Sequence[str], new: Sequence[str]) -> dict[int, int]:
    """For lines of the old text the lines of the new one that are the same or, between those, the most alike."""
    found: dict[int, int] = {}
    start, begin = 0, 0
    for here, there, size in SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks():
        for number in range(start, here):
            if old[number] == "...":
                continue
            alike = [
                (SequenceMatcher(None, old[number], new[place]).ratio(), -place)
                for place in range(begin, there)
            ]
            ratio, place = max(alike, default=(0.0, 0))
            if ratio >= ALIKE:
                found[number] = -place
                begin = 1 - place
        found.update((here + i, there + i) for i in range(size))
        start, begin = here + size, there + size
    return found


def write(documents: Sequence[Path] = DOCUMENTS) -> int:
    """Put what is really printed into the documents; 1 if something came out as it should not.

    A document in which it did is left as it is, and it is said where.
    """
    refused = 0
    for document in documents:
        with tempfile.TemporaryDirectory() as folder:
            found = differences(document, Path(folder))
        wrong = [difference for difference in found if difference.better is None]
        for difference in wrong:
            print(f"{document.name}:{difference.fence.line}: {difference.problem}")
        if wrong:
            print(f"{document.name}: left as it is")
            refused = 1
            continue
        text = document.read_text(encoding="utf-8")
        for difference in sorted(found, key=lambda d: d.fence.span, reverse=True):
            assert difference.better is not None
            start, end = difference.fence.span
            text = text[:start] + difference.better + text[end:]
            print(f"{document.name}:{difference.fence.line}: written")
        document.write_text(text, encoding="utf-8", newline="\n")
    return refused


if __name__ == "__main__":
    sys.exit(write())
