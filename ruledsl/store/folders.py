"""Where what a player does not see is kept: the state folder of the user.

``RULEDSL_STATE`` names it. Otherwise it is where each system wants it: ``$XDG_STATE_HOME/ruledsl`` or
``~/.local/state/ruledsl`` (XDG Base Directory Specification 0.8), ``~/Library/Application Support/ruledsl`` on
macOS, ``%LOCALAPPDATA%\\ruledsl`` on Windows.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from ruledsl.phrase import phrase
from ruledsl.store.errors import CannotKeep

NAME = "ruledsl"
VARIABLE = "RULEDSL_STATE"


def state_folder(
    environ: Mapping[str, str] | None = None, platform: str = sys.platform
) -> Path | CannotKeep:
    """The state folder, whether or not it exists yet; `CannotKeep` for a user without a home."""
    environ = os.environ if environ is None else environ
    named = environ.get(VARIABLE, "")
    if named:
        return Path(os.path.abspath(named))
    base = environ.get("LOCALAPPDATA" if platform == "win32" else "XDG_STATE_HOME", "")
    # The specification wants relative paths ignored; macOS has no such variable of its own.
    if base and os.path.isabs(base):
        return Path(base) / NAME
    home = _home(environ, platform)
    if home is None:
        return CannotKeep(
            phrase(
                "there is no home folder; `{variable}` can name a folder to keep games in",
                variable=VARIABLE,
            )
        )
    match platform:
        case "win32":
            return home / "AppData" / "Local" / NAME
        case "darwin":
            return home / "Library" / "Application Support" / NAME
    return home / ".local" / "state" / NAME


def games_folder(state: Path) -> Path:
    """Where in the state folder the journals lie."""
    return state / "games"


def _home(environ: Mapping[str, str], platform: str) -> Path | None:
    named = environ.get("USERPROFILE" if platform == "win32" else "HOME")
    if named is None and environ is os.environ:
        # What the system knows of the user, where the environment is silent.
        named = os.path.expanduser("~")
    return Path(named) if named and os.path.isabs(named) else None
