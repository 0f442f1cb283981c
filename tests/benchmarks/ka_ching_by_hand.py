"""Ka-Ching! by hand: random games of two players in plain Python, with no rule language at all.

This is what somebody writes who wants just this one game, and quickly: no records, no hidden
information, no undo, no reasons for a refusal, one setting of the options. It is the measure for the
speed of the generic interpreter (`tests.benchmarks.speed`) and, being independent, a witness for its
statistics. It counts choices with their multiplicity (two equal pairs are two choices) and does
not count a forced pass as a decision.
"""

from __future__ import annotations

import random
import sys
import time

VALUES = [2, 2, 3, 3, 4, 5, 6]
WILD = -1

Card = tuple[int, int]
"""Colour and value."""


def pairs(hand: list[Card]) -> list[tuple[int, int]]:
    """The places of two cards that can be sold together."""
    return [
        (i, j)
        for i in range(len(hand))
        for j in range(i + 1, len(hand))
        if hand[i][0] == hand[j][0] or hand[i][0] < 0 or hand[j][0] < 0
    ]


def game(chance: random.Random) -> tuple[list[int], int]:
    """Play a random game: the money at its end and the number of decisions."""
    deck = list(range(35))
    chance.shuffle(deck)
    columns = [deck[i * 7 : i * 7 + 7] for i in range(5)]
    hands: list[list[Card]] = [[(WILD, 2)], [(WILD, 2)]]
    cash = [20, 20]
    seat = chance.randrange(2)
    decisions = passes = 0

    def sell(seller: int, i: int, j: int) -> None:
        hand = hands[seller]
        cash[seller] += hand[i][1] * hand[j][1]
        del hand[j]
        del hand[i]

    while True:
        choices: list[int | tuple[int, int]] = [
            c for c in range(5) if columns[c] and VALUES[columns[c][-1] % 7] <= cash[seat]
        ]
        choices += pairs(hands[seat])
        if choices:
            passes = 0
            choice = chance.choice(choices)
            decisions += 1
            if isinstance(choice, tuple):
                sell(seat, *choice)
            else:
                card = columns[choice].pop()
                cash[seat] -= VALUES[card % 7]
                hands[seat].append((card // 7, VALUES[card % 7]))
        else:
            passes += 1
            if passes >= 2:
                break
        seat ^= 1
        if sum(1 for column in columns if column) <= 2:
            break
    for seller in (seat, seat ^ 1):
        sale = chance.choice([None, *pairs(hands[seller])])
        decisions += 1
        if sale:
            sell(seller, *sale)
    return cash, decisions


def main(games: int = 2000) -> int:
    """Print how many games and decisions a second are played."""
    chance = random.Random(1)
    began = time.process_time()
    decisions = sum(game(chance)[1] for _ in range(games))
    seconds = time.process_time() - began
    print(f"{games / seconds:.0f} games/s, {decisions / seconds:.0f} decisions/s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
