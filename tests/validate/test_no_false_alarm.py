"""Games that are in order: nothing is found in them."""

from __future__ import annotations

import pytest

from ruledsl.compiling import check_text
from tests.validate.small_games import GAMES, text_of


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_found(name: str) -> None:
    found = check_text("small.rules", text_of(GAMES[name])).diagnostics
    assert [(d.code, d.primary.span.line, d.message) for d in found] == []
