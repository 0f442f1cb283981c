"""``check --watch``: checking again whenever a rule file changes."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from attrs import define, field

from ruledsl.cli.findings import Checked, checked, together
from ruledsl.cli.outcomes import UsageError
from ruledsl.cli.targets import Target, targets

INTERVAL = 0.3
"""Seconds between two looks at the files."""

_CLEAR = "\x1b[2J\x1b[H"

Stamp = tuple[int, int] | None
"""When a file was written last, in nanoseconds, and its size in bytes; None where there is none."""


def stamp(path: str) -> Stamp:
    """The stamp of a file or folder as it is now."""
    try:
        status = Path(path).stat()
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_size


@define
class _Known:
    """What a check found, and the stamps of what it read."""

    checked: Checked
    stamps: dict[str, Stamp]


@define
class Watch:
    """What is known of the rulesets that are named; `look` brings it up to date. Without ``is_tried`` they are only read."""

    named: Sequence[str]
    is_tried: bool = True
    known: dict[str, _Known] = field(factory=dict)
    said: set[str] = field(factory=set)

    def look(self) -> list[str]:
        """Check again what changed since the last look, and forget what is gone.

        The names of the rulesets that were checked or are gone. Raises :class:`UsageError` as `targets` does.
        """
        wanted = {target.name: target for target in targets(self.named)}
        gone = [name for name in self.known if name not in wanted]
        for name in gone:
            del self.known[name]
        changed = [name for name in wanted if self._has_changed(name)]
        for name in changed:
            self.known[name] = self._check(wanted[name])
        return changed + gone

    def _has_changed(self, name: str) -> bool:
        before = self.known.get(name)
        return before is None or any(stamp(p) != old for p, old in before.stamps.items())

    def _check(self, target: Target) -> _Known:
        # Stamps are taken before: what is written while the check runs is seen at the next look.
        near = {target.name, str(Path(target.name).parent)}
        early = {path: stamp(path) for path in near}
        result = checked(target, self.said, is_tried=self.is_tried)
        stamps = {path: early.get(path, stamp(path)) for path in {target.name, *result.sources}}
        if any(found.code in ("RD001", "RD101") for found in result.found):
            # Something is not there, and may come.
            folder = str(Path(target.name).parent)
            stamps[folder] = early[folder]
        return _Known(result, stamps)

    @property
    def names(self) -> list[str]:
        """The names of all rulesets."""
        return list(self.known)

    @property
    def checked(self) -> Checked:
        """All that is found at present."""
        return together(known.checked for known in self.known.values())


def watch(
    named: Sequence[str],
    show: Callable[[Watch], None],
    interval: float = INTERVAL,
    *,
    is_tried: bool = True,
) -> Watch:
    """Check (and try, if that is wanted), show, and do so again at every change, until Ctrl-C; what was known at last.

    On a terminal each showing takes the place of the one before.
    """
    state = Watch(named, is_tried)
    terminal = sys.stdout.isatty()
    complaint = ""
    try:
        while True:
            try:
                changed, problem = state.look(), ""
            except UsageError as error:
                changed, problem = [], str(error)
            if changed or problem != complaint:
                sys.stdout.write(_CLEAR if terminal else "")
                if problem:
                    sys.stdout.write(f"{problem}\n")
                else:
                    show(state)
                sys.stdout.write("waiting for changes; Ctrl-C ends\n")
                sys.stdout.flush()
            complaint = problem
            time.sleep(interval)
    except KeyboardInterrupt:
        sys.stdout.write("\n" if terminal else "")
    return state
