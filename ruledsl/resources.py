"""Where the files that ship with the package lie: the grammar, the rulesets and the templates of new ones.

In an installed wheel they stand inside the package (``ruledsl/_data``), in a
checkout (and so in an editable install) beside it. Templates are part of the package.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal


def shipped(folder: Literal["grammar", "rulesets"]) -> Path:
    """The folder of that name that came with this package.

    Raises :class:`FileNotFoundError` when the installation is broken.
    """
    package = Path(__file__).resolve().parent
    for candidate in (package / "_data" / folder, package.parent / folder):
        if candidate.is_dir():
            return candidate
    raise FileNotFoundError(f"the installation is incomplete: `{folder}` is missing")


def short_path(file: str) -> str:
    """A file as people are told of it: one that ships with this package without where that is installed."""
    rulesets = shipped("rulesets")
    if not Path(file).is_relative_to(rulesets):
        return file
    return Path("rulesets", Path(file).relative_to(rulesets)).as_posix()


def template(name: Literal["skeleton", "skeleton_variant"]) -> Path:
    """The rule file from which new ones are made: a game, or a variant of it.

    Raises :class:`FileNotFoundError` when the installation is broken.
    """
    file = Path(__file__).resolve().parent / "templates" / f"{name}.rules"
    if not file.is_file():
        raise FileNotFoundError(f"the installation is incomplete: `{file.name}` is missing")
    return file
