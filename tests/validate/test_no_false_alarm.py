"""Games that are in order: nothing is found in them.

All are checked, some are played as well; `python -m tests.validate.good` plays all of them.
"""

from __future__ import annotations

import pytest

from ruledsl.compiling import check_text
from tests.validate.playing import ALL, told

PLAYED_ONE_OF = 12


def test_there_are_enough() -> None:
    assert len(ALL) >= 200
    assert len(set(ALL.values())) == len(ALL)


@pytest.mark.parametrize("name", ALL)
def test_nothing_is_found(name: str) -> None:
    found = check_text("small.rules", ALL[name]).diagnostics
    assert [(d.code, d.primary.span.line, d.message) for d in found] == []


@pytest.mark.parametrize("name", list(ALL)[::PLAYED_ONE_OF])
def test_nothing_is_found_by_play(name: str) -> None:
    assert [*told(name)] == []
