"""Why an action as a whole can be chosen now, or cannot: the reasons of all its moves together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from attrs import frozen

from ruledsl.engine.moves import Argument
from ruledsl.engine.reading import Reading
from ruledsl.engine.trace import Tracer
from ruledsl.engine.why import Verdict, judge_reading, not_offered
from ruledsl.phrase import phrase

if TYPE_CHECKING:
    from ruledsl.engine.state import State

LOOKED_AT = 60
"""Moves of an action that are looked at for reasons."""


@frozen
class ActionVerdict:
    """How many moves of an action are legal now and, where none is, why not.

    ``refused`` says that the action is not offered at all (empty otherwise). ``verdicts`` has one move
    for each reason that there is, ``counts`` how many moves it keeps from being legal.
    """

    name: str
    legal: int
    refused: str = ""
    verdicts: tuple[Verdict, ...] = ()
    counts: tuple[int, ...] = ()


def judge_action(state: State, number: int) -> ActionVerdict:
    """Why moves of the action with that number are legal now, or are not."""
    name = state.game.machine.actions[number].name
    legal = sum(move.action == number for move in state.legal_moves)
    if legal:
        return ActionVerdict(name, legal)
    if state.is_over or state.actor is None:
        over = phrase("the game is over") if state.is_over else phrase("chance comes first")
        return ActionVerdict(name, 0, over)
    refused = not_offered(state, Reading(number, ()))
    if refused:
        return ActionVerdict(name, 0, refused)
    by_reason: dict[tuple[str, int], list[Verdict]] = {}
    for looked_at, arguments in enumerate(_choices(state, number)):
        if looked_at == LOOKED_AT:
            break
        verdict = judge_reading(state, Reading(number, arguments))
        by_reason.setdefault((verdict.reason, verdict.line), []).append(verdict)
    if not by_reason:
        return ActionVerdict(name, 0, phrase("there is nothing to choose from"))
    ranked = sorted(by_reason.values(), key=len, reverse=True)
    return ActionVerdict(
        name, 0, "", tuple(same[0] for same in ranked), tuple(len(same) for same in ranked)
    )


def _choices(state: State, number: int) -> Iterator[tuple[Argument, ...]]:
    """The arguments that the domains of an action allow, whether or not its conditions hold."""
    program = state.game.program
    plan = program.actions[number]
    cells = state.cells_copy()

    def choose(place: int, bound: tuple[int, ...]) -> Iterator[tuple[Argument, ...]]:
        if place == len(plan.params):
            yield ()
            return
        param = plan.params[place]
        cards = plan.is_cards[place]
        for value in Tracer(program.frame, program.texts, cells).elements(param.domain):
            if cards and (value < 0 or value in bound):
                continue
            cells[param.cell] = value
            argument: Argument = plan.card_argument(cells, value) if cards else value
            for rest in choose(place + 1, (*bound, value) if cards else bound):
                yield (argument, *rest)
            cells[param.cell] = 0

    return choose(0, ())
