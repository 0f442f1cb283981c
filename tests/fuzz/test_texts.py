"""Texts that are changed by chance: the program fails on none. `tests.fuzz.rules` looks for more of them."""

from __future__ import annotations

import random

import pytest

from tests.fuzz.changing import Changing, seeds
from tests.fuzz.trying import wrong_with

TEXTS = seeds()
TRIED = 240
PARTS = 6


@pytest.mark.parametrize("part", range(PARTS))
def test_nothing_goes_wrong_with_changed_texts(part: int) -> None:
    changing = Changing(TEXTS)
    for seed in range(part, TRIED, PARTS):
        chance = random.Random(seed)
        text = changing.changed(chance.choice(TEXTS), chance)
        wrong = wrong_with(text.encode("utf-8", "replace"), seconds=10.0)
        assert wrong is None, f"text {seed}: {wrong}"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe",
        b"\xef\xbb\xbflanguage 1",
        b"language 1\0",
        b'language 1\rgame a "A"\rplayers 2\r',
        b'{"ruledsl-machine": 1}',
    ],
)
def test_nothing_goes_wrong_with_bytes(data: bytes) -> None:
    assert wrong_with(data, seconds=10.0) is None
