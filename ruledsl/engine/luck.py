"""Luck that is laid down beforehand: a seed of which some draws are settled.

A draw of a seeded game is named by what is drawn, its number in the game and how many draws came before
(`seeds`). So single draws can be settled and all others left to the seed, and what is taken back and played again meets the
same luck as before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

from attrs import frozen

from ruledsl.engine.chance import DrawEvent, Event, LotEvent, RollEvent
from ruledsl.engine.errors import StartError
from ruledsl.engine.frame import Cells, Frame
from ruledsl.engine.seeds import Seed, Stream
from ruledsl.machine.model import ROLLS

Of: TypeAlias = Literal["shuffle", "random", "lot"]
"""What is drawn in a game."""


@frozen
class Draw:
    """A draw that is settled.

    Of shuffle number ``number`` the draw with ``rest`` cards left to draw, of roll number ``number``, or of the lot who
    starts (both numbers are 0, and ``rest`` is 0 for a roll). What is drawn is number ``pick``, from 0, of what can be.
    """

    of: Of
    number: int
    rest: int
    pick: int


class Luck(Seed):
    """A seed some draws of which are settled."""

    __slots__ = ("_settled", "draws")

    def __init__(self, value: int, draws: Sequence[Draw] = ()) -> None:
        """``value`` decides all that is not settled. Raises :class:`StartError` for what is no seed or no draw."""
        super().__init__(value)
        self.draws = tuple(draws)
        self._settled: Mapping[tuple[Stream, int, int], int] = {
            (draw.of, draw.number, draw.rest): draw.pick for draw in self.draws
        }
        if any(pick < 0 for pick in self._settled.values()):
            raise StartError("a draw cannot pick what comes before the first")

    def below(self, bound: int, stream: Stream, number: int, draw: int) -> int:
        """What is settled, where there is so much to pick from; otherwise what the seed draws."""
        pick = self._settled.get((stream, number, draw), bound)
        return pick if pick < bound else super().below(bound, stream, number, draw)


def draws_of(frame: Frame, before: Cells, event: Event, drawn: Sequence[int]) -> Iterator[Draw]:
    """The draws that settle an event as it went; ``before`` are the cells in which chance was asked.

    ``drawn`` are the looks of the first cards that were to be decided, or else the one value, card or seat that was picked.
    """
    match event:
        case DrawEvent():
            left: dict[int, list[int]] = {}
            for card, look in zip(event.cards, drawn, strict=False):
                number = before[frame.pools + card]
                if number not in left:
                    pool = frame.pool(before, number)
                    left[number] = sorted([before[frame.faces + other] for other in pool])
                rest = left[number]
                pick = rest.index(look)
                if rest[0] != rest[-1]:
                    yield Draw("shuffle", number, len(rest), pick)
                rest.pop(pick)
        case RollEvent():
            yield Draw("random", before[ROLLS], 0, event.values.index(drawn[0]))
        case LotEvent():
            yield Draw("lot", 0, 0, drawn[0] - 1)
