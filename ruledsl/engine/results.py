"""Who has won, by the scores and what decides a tie."""

from __future__ import annotations

from collections.abc import Sequence

from ruledsl.machine.model import Machine, MatchInfo


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


def next_starter(
    machine: Machine,
    match: MatchInfo,
    starter: int,
    scores: Sequence[int],
    won_by: Sequence[int],
) -> int | None:
    """Who starts the game after one that ``starter`` started, with these scores and winners; None: by lot, if the rules ask for it."""
    if match.starter == "lot" or not machine.uses_starter:
        return None
    if match.starter == "alternates":
        return starter % machine.players + 1
    seats = won_by
    if match.starter == "loser":
        worst = min if machine.win == "highest" else max
        mark = worst(scores)
        seats = [seat for seat, score in enumerate(scores, 1) if score == mark]
    # Of several the one who started; else the first to the left of the one who started.
    return min(seats, key=lambda seat: (seat - starter) % machine.players)


def is_decided(machine: Machine, won: Sequence[int], left: int) -> bool:
    """Whether nobody can catch up with who has won the most games (``won``, by seat) in those that are ``left``."""
    first, *others = sorted((won[side[0] - 1] for side in sides(machine)), reverse=True)
    return first > max(others, default=0) + left
