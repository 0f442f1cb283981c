"""Texts of a sign or two, of those that no rules have: each is told what is wrong, whatever is left of it."""

from __future__ import annotations

from itertools import product

import pytest

from ruledsl import compiling

SIGNS = (
    "\0\1\t\n\v\f\r\x1b\x7f\x85\xa0\u0301\u0430\u200b\u2028\u2029\u202e\u2066\u3000\ufeff\U0001f600"
    " #\"'\\()[{$@;-1a…"
)


@pytest.mark.parametrize("first", ["", *SIGNS], ids=ascii)
def test_something_is_told(first: str) -> None:
    for second, third in product(SIGNS, ("", "\n")):
        outcome = compiling.check_text("tiny.rules", first + second + third)
        assert outcome.has_errors, ascii(first + second + third)
        assert outcome.machine is None
