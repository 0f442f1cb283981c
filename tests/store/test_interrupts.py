"""Ctrl-C anywhere in a verb: the sitting is built anew as it was before or after it, and so is the journal."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from ruledsl.store.entries import Seat, SeatEntry
from ruledsl.store.journal import read_journal
from ruledsl.store.resuming import replayed
from ruledsl.store.sitting import Sitting, begin
from tests.store.tables import MATCH, SEATS, acts, look, market

PACKAGE = str(Path(sys.modules["ruledsl"].__file__ or "").parent)


def interrupted(verb: Callable[[], object], line: int) -> int:
    """Run a verb, interrupted when it comes to its line number ``line`` in the package; the lines that were run."""
    count = 0

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal count
        if not frame.f_code.co_filename.startswith(PACKAGE):
            return None
        if event == "line":
            if count == line:
                sys.settrace(None)
                raise KeyboardInterrupt
            count += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        verb()
    except KeyboardInterrupt:
        assert count == line
    finally:
        sys.settrace(before)
    return count


def places(count: int) -> list[int]:
    """Lines to be interrupted at: some while the game is played, many at the end, where it is written down."""
    late = max(0, count - 90)
    return sorted({*range(0, late, late // 6 + 1), *range(late, count, 4), count - 1})


def started(folder: Path) -> Sitting:
    """A sitting with moves that can be taken back and put back, and a game that goes on."""
    sitting = begin(market(), 7, SEATS, MATCH, folder=folder, rules_file="x.rules")
    list(acts(sitting, 13, 14))
    while sitting.state.is_over:
        sitting.undo(len(sitting.done) - 1)
    if not sitting.taken_back:
        sitting.undo(len(sitting.done) - 1)
    assert len(sitting.done) > 2
    return sitting


VERBS: dict[str, Callable[[Sitting], None]] = {
    "play": lambda s: s.play(s.state.legal_moves[0], "person"),
    "undo": lambda s: s.undo(1),
    "redo": lambda s: s.redo(len(s.done) + 1),
    "new": lambda s: s.new(8),
    "sit": lambda s: s.sit(1, SEATS[2]),
}


@pytest.mark.parametrize("name", VERBS)
def test_an_interrupted_sitting_is_built_anew(tmp_path: Path, name: str) -> None:
    verb = VERBS[name]
    sitting = started(tmp_path / "plain")
    before = look(sitting)
    count = interrupted(partial(verb, sitting), -1)
    after = look(sitting)
    found = set()
    for line in places(count):
        folder = tmp_path / str(line)
        sitting = started(folder)
        if interrupted(partial(verb, sitting), line) < line:
            continue  # the first run remembered something, so that this one was shorter
        again = sitting.again()
        assert again.notice() is None
        assert look(again) in (before, after)
        found.add(look(again) == after)
        (path,) = folder.iterdir()
        assert again.journal is not None
        assert (path, again.journal.header.rules_file) == (again.journal.path, "x.rules")
        # And the journal goes on from there.
        again.sit(2, SEATS[1])
        assert look(replayed(read_journal(path)[0])) == look(again)
        again.journal.close()
    assert found == {False, True}


def test_a_journal_alone_survives_an_interrupt(tmp_path: Path) -> None:
    """Writing can be interrupted at each line of the program; the next entry takes the missing one with it."""
    counts = set()
    line = 0
    while True:
        sitting = started(tmp_path / str(line))
        journal = sitting.journal
        assert journal is not None
        before = read_journal(journal.path)[0].entries
        first, second = SeatEntry(1, Seat("human", "one")), SeatEntry(2, Seat("human", "two"))
        if interrupted(partial(journal.write, first), line) < line:
            break
        assert journal.write(second) is None
        added = read_journal(journal.path)[0].entries[len(before) :]
        # It is missing only where it had not been taken in yet.
        assert added in ((first, second), (second,))
        counts.add(len(added))
        journal.close()
        line += 1
    assert counts == {1, 2}
    assert line > 20
