"""The state folder is where each system wants it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ruledsl.store.errors import CannotKeep
from ruledsl.store.folders import state_folder

ROOT = os.path.abspath(os.sep)
HOME = os.path.join(ROOT, "people", "ann")


@pytest.mark.parametrize(
    ("platform", "environ", "folder"),
    [
        ("linux", {"HOME": HOME}, ".local/state/ruledsl"),
        ("linux", {"HOME": HOME, "XDG_STATE_HOME": os.path.join(HOME, "s")}, "s/ruledsl"),
        ("linux", {"HOME": HOME, "XDG_STATE_HOME": "relative"}, ".local/state/ruledsl"),
        ("linux", {"HOME": HOME, "XDG_STATE_HOME": ""}, ".local/state/ruledsl"),
        ("freebsd14", {"HOME": HOME}, ".local/state/ruledsl"),
        ("darwin", {"HOME": HOME}, "Library/Application Support/ruledsl"),
        ("darwin", {"HOME": HOME, "XDG_STATE_HOME": os.path.join(HOME, "s")}, "s/ruledsl"),
        ("win32", {"USERPROFILE": HOME}, "AppData/Local/ruledsl"),
        ("win32", {"LOCALAPPDATA": os.path.join(HOME, "l"), "USERPROFILE": HOME}, "l/ruledsl"),
        ("linux", {"HOME": HOME, "RULEDSL_STATE": os.path.join(HOME, "mine")}, "mine"),
        ("win32", {"RULEDSL_STATE": os.path.join(HOME, "mine")}, "mine"),
    ],
)
def test_each_system_has_its_place(platform: str, environ: dict[str, str], folder: str) -> None:
    assert state_folder(environ, platform) == Path(HOME).joinpath(*folder.split("/"))


def test_the_override_may_be_relative() -> None:
    assert state_folder({"RULEDSL_STATE": "mine"}, "linux") == Path.cwd() / "mine"


@pytest.mark.parametrize("environ", [{}, {"HOME": ""}, {"HOME": "relative"}])
def test_a_user_without_a_home(environ: dict[str, str]) -> None:
    found = state_folder(environ, "linux")
    assert isinstance(found, CannotKeep)
    assert "RULEDSL_STATE" in found.reason


def test_the_system_is_asked_where_the_environment_is_silent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("HOME", "XDG_STATE_HOME", "RULEDSL_STATE"):
        monkeypatch.delenv(name, raising=False)
    assert isinstance(state_folder(platform="linux"), Path)
