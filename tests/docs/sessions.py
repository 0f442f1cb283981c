"""Sessions of a person at a terminal, recorded for the documents: ``python -m tests.docs.sessions``.

A real program runs at a pseudo-terminal, keys are typed one step after the other, and what the terminal shows then is
written to ``docs/sessions``. With a seed all of it comes out the same each time, so that a test records it
again.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from attrs import frozen

from tests.cli.terminal import Terminal
from tests.docs.played import ENTER, SESSIONS, Edit, Keys, Sitting

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "sessions"
COLUMNS = 80

_HEAD = """# {title}

{about}

```sh
ruledsl play {words}
```
"""


@frozen
class Part:
    """What a step is said to be, and the rows that came onto the terminal in it."""

    told: str
    rows: tuple[str, ...]


def record(session: Sitting, folder: Path) -> tuple[Part, ...]:
    """Play a session in an empty folder.

    The rows of a prompt belong to the step in which something is typed there.
    """
    for name in session.files:
        (path,) = (ROOT / "rulesets").rglob(name)
        shutil.copy(path, folder)
    terminal = Terminal(
        "play",
        *session.words,
        columns=COLUMNS,
        cwd=folder,
        NO_COLOR="1",
        RULEDSL_STATE=str(folder / "state"),
        LC_ALL="C.UTF-8",
    )
    parts = []
    before = 0
    told = ""
    for step in session.steps:
        terminal.settled()
        rows = terminal.rows()
        parts.append(Part(told, tuple(rows[before:-1])))
        before = len(rows) - 1
        told = step.told
        match step:
            case Edit(_, file, old, new):
                path = folder / file
                text = path.read_text(encoding="utf-8")
                assert old in text, (file, old)
                path.write_text(text.replace(old, new), encoding="utf-8")
                terminal.type(b"reload\r")
            case Keys(_, keys):
                for number, key in enumerate(keys, 1):
                    terminal.type(key.encode())
                    if number < len(keys):
                        terminal.settled(bare=key[-1] == ENTER)
    assert terminal.leave() == 0
    rows = terminal.rows()
    return (*parts, Part(told, tuple(rows[before:])))


def page(session: Sitting) -> str:
    """The page of a session."""
    with tempfile.TemporaryDirectory() as folder:
        parts = record(session, Path(folder))
    lines = [
        _HEAD.format(
            title=session.title,
            about=session.about,
            words=" ".join(session.words),
        )
    ]
    for part in parts:
        while_shown = "\n".join(part.rows).strip("\n")
        if part.told:
            lines.append(f"{part.told}\n")
        lines.append(f"```text\n{while_shown}\n```\n")
    return "\n".join(lines)


def main() -> None:
    """Record all sessions anew."""
    for name, session in SESSIONS.items():
        (FOLDER / f"{name}.md").write_text(page(session), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
