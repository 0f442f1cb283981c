"""What is told of the move at which the same moves could not be made again under other rules."""

from __future__ import annotations

from attrs import evolve, frozen

from ruledsl.engine.knowledge.tell import tell
from ruledsl.engine.moves import Move
from ruledsl.engine.state import State
from ruledsl.phrase import seat_named
from ruledsl.table import Refitted


@frozen
class ToldMove:
    """A move in the words of the table, and whether whoever looks has seen it made."""

    text: str
    seen: bool


def told_moves(state: State, eyes: int) -> tuple[ToldMove, ...]:
    """The moves of a game, as the seat ``eyes`` (0: an onlooker) knows them."""
    events = state.information_state(eyes).events
    lines = [line.text for line in tell(state.game.machine, events) if line.kind == "played"]
    made = [
        (seat, str(item))
        for item, seat in zip(state.items, state.seats, strict=True)
        if isinstance(item, Move)
    ]
    lines += [""] * (len(made) - len(lines))  # choices that nobody has been told of yet
    return tuple(
        ToldMove(text, seat == eyes or line == f"{seat_named(seat)}: {text}")
        for (seat, text), line in zip(made, lines, strict=False)
    )


def discreetly(
    refitted: Refitted, moves: tuple[ToldMove, ...], before: int, eyes: int, open_hands: bool
) -> Refitted:
    """Where it stopped in words, or not at all where whoever looks does not know that move.

    ``moves`` are those of the last game, and ``before`` is the number of moves in the games before it.
    """
    if not refitted.seat:
        return refitted
    number = refitted.kept - before
    if number >= 0:
        move = moves[number]
        return evolve(refitted, stopped=move.text if move.seen or open_hands else "")
    return refitted if refitted.seat == eyes or open_hands else evolve(refitted, stopped="")
