"""What all tests share: games are kept where nobody's own games are, and the program speaks English."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(autouse=True, scope="session")
def interrupts() -> None:
    """Programs that tests start can be interrupted, even where the tests were started in the background by a
    shell, which has what it starts so ignore Ctrl-C."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True, scope="session")
def state_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A state folder of the tests' own."""
    folder = tmp_path_factory.mktemp("state")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RULEDSL_STATE", str(folder))
        patch.setenv("LC_ALL", "C.UTF-8")
        yield folder
