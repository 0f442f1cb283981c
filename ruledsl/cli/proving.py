"""Proofs at the command line: for every number of players and the extremes of every option."""

from __future__ import annotations

import sys
from collections.abc import Callable

from attrs import frozen

from ruledsl import compiling
from ruledsl.cli.console import note
from ruledsl.cli.progress import progress
from ruledsl.diagnostics.model import Diagnostic
from ruledsl.explore.settings import settings
from ruledsl.proofs.findings import Proved, findings, summary
from ruledsl.proofs.proving import prove
from ruledsl.validate.allowances import settled


@frozen
class Told:
    """What proofs of one ruleset came to."""

    found: tuple[Diagnostic, ...]
    summary: str
    interrupted: bool


def proved(opened: compiling.Outcome, name: str) -> Told:
    """Prove what can be proven of a ruleset without errors. Ctrl-C puts an end to it; settings that were done are told."""
    assert opened.program is not None
    done: list[Proved] = []
    interrupted = False
    with progress(_shown(name), sys.stderr) as count:
        try:
            for setting in settings(opened, most_too=True):
                done.append(Proved(setting.told, prove(setting.machine)))
                if count is not None:
                    count(1)
        except KeyboardInterrupt:
            interrupted = True
            note(
                f"`{name}`: stopped before all settings were looked at; this is what was found so far"
            )
    whole = not interrupted and all(each.proofs.is_whole for each in done)
    header = opened.program.ruleset.header.span
    notes = findings(done, header)
    found = settled(notes, opened.sources, header.file, is_checked=whole, how="proof")
    allowed = sum(note not in found for note in notes)
    return Told(tuple(found), summary(name, done, allowed), interrupted)


def _shown(name: str) -> Callable[[int, float], str]:
    return lambda done, seconds: f"{done} settings in {seconds:.0f} s: {name}"
