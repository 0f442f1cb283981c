"""Amounts of money as notes and coins."""

from __future__ import annotations

from itertools import combinations

import pytest
from attrs import evolve

from ruledsl.engine.game import Game
from ruledsl.machine.serial import from_data, to_data
from ruledsl.machine.validate import problems
from ruledsl.pieces import made_up, shown, unsuited
from ruledsl.repl.lines import Manner
from ruledsl.repl.rendering import Rendering
from tests.language.small import game

LARGEST = 12
"""The sizes that are tried go up to this."""


def fewest(amount: int, sizes: tuple[int, ...]) -> int:
    """The least number of pieces, by trying all."""
    least = [0]
    for one in range(1, amount + 1):
        least.append(1 + min(least[one - size] for size in sizes if size <= one))
    return least[amount]


def test_an_amount_is_made_up_of_its_pieces() -> None:
    for amount in range(300):
        assert sum(size * count for size, count in made_up(amount, (1, 2, 5, 10))) == amount
    assert shown(made_up(37, (1, 2, 5, 10))) == "3 x 10 + 5 + 2"
    assert made_up(0, (1, 2)) == ()
    assert made_up(17, ()) == ()


@pytest.mark.parametrize("many", [1, 2, 3, 4])
def test_sizes_that_do_not_suit_each_other_are_found_with_their_least_amount(many: int) -> None:
    suited = 0
    for larger in combinations(range(2, LARGEST + 1), many):
        sizes = (1, *larger)
        # A least amount is below the sum of the two largest sizes (D. Kozen and S. Zaks, 1994).
        faulty = [
            amount
            for amount in range(sizes[-1] + sizes[-2])
            if sum(count for _, count in made_up(amount, sizes)) > fewest(amount, sizes)
        ]
        found = unsuited(sizes)
        assert (found[0] if found else None) == (faulty[0] if faulty else None), sizes
        if found is not None:
            assert sum(size * count for size, count in found[1]) == found[0]
            assert sum(count for _, count in found[1]) == fewest(found[0], sizes)
        suited += found is None
    assert suited


PURSES = """
players 2..9
money purse[Player] = 17 up to 400 shown in 1, 2, 5, 10 seen by all
money pot = 40 seen by all
action wait: announce "waits"
play:
    each player: must wait
"""


def money(table: Game, width: int, plain: bool = False) -> list[str]:
    """The lines that tell of money at the beginning of a game."""
    rendering = Rendering.of(table.machine, Manner(width, plain))
    lines = [line.text for line in rendering.views.table(table.start(seed=1).observation(1))]
    first = next(number for number, text in enumerate(lines) if text.startswith("money: "))
    return lines[first:]


def test_balances_are_shown_in_pieces_where_there_is_room() -> None:
    assert money(game(PURSES), 80) == [
        "money: purse[1] 17 (10 + 5 + 2), purse[2] 17 (10 + 5 + 2), pot 40"
    ]
    crowded = money(game(PURSES, players=9), 40)
    assert "money: purse[1] 17, purse[2] 17," in crowded[0]
    assert money(game(PURSES, players=9), 40, plain=True)[0] == "money: purse[1] 17 (10 + 5 + 2)"


def test_pieces_of_a_machine_file_are_looked_at() -> None:
    machine = game(PURSES).machine
    assert from_data(to_data(machine)) == machine
    assert machine.accounts[0].shown_in == (1, 2, 5, 10)
    for wrong in ((2, 5), (1, 5, 2), (1, 1), tuple(range(1, 40))):
        account = evolve(machine.accounts[0], shown_in=wrong)
        accounts = (account, *machine.accounts[1:])
        assert any("shown in" in said for said in problems(evolve(machine, accounts=accounts)))
