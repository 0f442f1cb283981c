"""`did you mean` for files: what lies near a path at which there is nothing."""

from __future__ import annotations

from collections.abc import Collection
from itertools import islice
from pathlib import Path

from ruledsl.diagnostics.suggest import nearest

LOOKED_AT = 500
"""Entries of a folder that are looked at."""


def near_file(path: Path, suffix: str, shipped: Collection[str] = ()) -> str | None:
    """The path (or the name of a shipped ruleset) that was most likely meant, or None.

    In this order: the path with the suffix behind it, a file of a similar name in the same folder, a
    shipped ruleset, a file of that name in one of the folders there. ``suffix`` is that of the files
    that may be meant.
    """
    try:
        return _near(path, suffix, shipped)
    except (OSError, ValueError):  # a folder that must not be read, a path that is none
        return None


def _near(path: Path, suffix: str, shipped: Collection[str]) -> str | None:
    if path.suffix != suffix:
        whole = path.with_name(path.name + suffix)
        if whole.is_file():
            return str(whole)
    folder = path.parent
    entries = list(islice(folder.iterdir(), LOOKED_AT)) if folder.is_dir() else []
    files = {entry.stem: entry for entry in entries if entry.suffix == suffix and entry.is_file()}
    own = nearest(path.stem, files)
    if own is not None:
        return str(files[own])
    if folder == Path() and (path.stem in shipped or nearest(path.stem, shipped)):
        return path.stem if path.stem in shipped else nearest(path.stem, shipped)
    name = path.stem + suffix
    below = sorted(e for e in entries if not e.name.startswith(".") and (e / name).is_file())
    if below:
        return str(below[0] / name)
    beside = Path(name)
    return name if folder != Path() and beside.is_file() else None
