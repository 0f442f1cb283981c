"""Who has won, by the scores and what decides a tie."""

from __future__ import annotations

from collections.abc import Sequence

from ruledsl.machine.model import Machine


def winners(machine: Machine, scores: Sequence[int], ties: Sequence[int]) -> tuple[int, ...]:
    """The seats that share the best result; both lists go by seat."""
    best = max if machine.win == "highest" else min
    top = best(scores)
    seats = tuple(seat for seat, score in enumerate(scores, 1) if score == top)
    if machine.ties == "shared" or len(seats) == 1:
        return seats
    marks = {seat: ties[seat - 1] for seat in seats}
    decisive = (max if machine.ties == "highest" else min)(marks.values())
    return tuple(seat for seat in seats if marks[seat] == decisive)


def sides(machine: Machine) -> tuple[tuple[int, ...], ...]:
    """Who wins together: the seats of each team in order, and every seat without a team by itself."""
    teams = tuple(tuple(sorted(seats)) for _, seats in machine.teams)
    alone = set(range(1, machine.players + 1)).difference(*teams)
    return (*teams, *((seat,) for seat in sorted(alone)))
