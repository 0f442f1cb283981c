"""Versions: of the package, of the rule language, of the files that the package writes."""

from __future__ import annotations

__version__ = "0.1.0"

LANGUAGE = 1
"""The version of the rule language that this package reads (the first line of a rule file)."""
