"""Cards that are mixed, gathered, drawn and moved in uncommon ways, by the interpreter and back ends side by side."""

from __future__ import annotations

import pytest

from ruledsl.native.translate.lower import lower
from tests.language.small import game
from tests.native.lockstep import side_by_side
from tests.native.test_lockstep import BACKENDS

CARDS = """
card N(value: 1..4) shown as "{value}"
deck blue:
    N(each of 1 1 2 3)
deck red:
    N(each of 1 2 2 4)
pile under seen by nobody
row line seen by all
zone heap seen by nobody
zone lost seen by nobody
zone hand[Player] seen by owner
var n: 0..40 = 0 seen by all
var m: 0..9 = 0 seen by all
action take(k in 0..2):
    m = k
action lay(c in your hand):
    move c to line
"""

STEPS = {
    "two decks mixed": """
    shuffle blue
    repeat 6 times:
        n = random(0..3)
        move up to n from blue to under
        move up to 2 from red to under
        shuffle under
        move up to 3 from under to line
        move up to 2 from under to heap
        if n > 1:
            gather red
            shuffle red
        if n == 2:
            gather blue
            gather red
            shuffle blue
""",
    "drawn where they lie": """
    shuffle blue
    shuffle red
    repeat 5 times:
        move up to 2 from blue to heap
        move up to 2 from red to under underneath
        n = count(c in heap where c.value > 1)
        m = sum(c.value for c in under) mod 9
        if heap is not empty:
            move random(heap) to line
        move all from under to red
        shuffle red
        gather blue
        shuffle blue
""",
    "hands": """
    shuffle blue
    shuffle red
    repeat 3 times:
        each player:
            move up to 2 from blue to your hand
            move up to 1 from red to your hand
        each player:
            may lay
        each player:
            must take
            if m > 1 and your hand is not empty:
                move random(your hand) to lost
        gather red
        shuffle red
""",
    "the first and the last": """
    shuffle blue
    repeat 4 times:
        move 1 from blue to line
        reveal last(line)
        move first(line) to under
        if line is not empty:
            move last(line) to heap
        if size(blue) < 2:
            move all from under to blue
            shuffle blue
        n = highest(c in blue by c.value, first of equals).value
""",
    "named and picked": """
    shuffle red
    repeat 5 times:
        move up to 3 from red to heap
        let c = random(heap)
        move c to line
        n = c.value
        gather red
        shuffle red
""",
}


@pytest.mark.parametrize("backend", BACKENDS, ids=lambda b: b.name)
@pytest.mark.parametrize("name", STEPS)
def test_cards(name: str, backend: type) -> None:
    played = game(f"{CARDS}play:{STEPS[name]}")
    running = backend(lower(played.machine, traced=True))
    faults = 0
    for number in range(25):
        _, fault = side_by_side(played, running, number)
        faults += fault is not None
    assert faults < 25
