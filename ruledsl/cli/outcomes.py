"""Exit codes, and the error for a command that cannot be carried out as it was given."""

from __future__ import annotations

FINE = 0
FINDINGS = 1
USAGE = 2
INTERNAL = 3
INTERRUPTED = 130
READER_LEFT = 141
"""Whoever read the output left: what a shell says of a program that was stopped by SIGPIPE."""


class UsageError(Exception):
    """A command that cannot be carried out as it was given; the text says why, in one line."""
