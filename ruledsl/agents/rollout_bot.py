"""A bot that tries each move by playing the game to its end, again and again, at random.

This is flat Monte Carlo (Abramson, *Expected-outcome: a general model of static evaluation*, 1990) over
states drawn for the seat, as Ginsberg's bridge player (*GIB: imperfect information in a computationally
challenging game*, 2001) draws deals. A move is worth its average part of the win; partners win together.

A budget of playouts is spent in rounds. In a round every move that is still considered is
tried once, in the same state and with the same luck to come: so moves are compared with each other and not
with the luck of their cards. Rounds go on evenly; after each equal part of the budget the worse half of the
moves is dropped (sequential halving: Karnin, Koren and Somekh, *Almost optimal exploration in multi-armed
bandits*, ICML 2013). With few playouts that beats sharing them out evenly to the end, since what
matters is which move is best, not how bad the bad ones are.
"""

from __future__ import annotations

from fractions import Fraction

from attrs import define, frozen

from ruledsl.agents.interface import Answer, Question
from ruledsl.agents.luck import Luck
from ruledsl.agents.playouts import Result, Round, play_out
from ruledsl.agents.random_bot import any_of
from ruledsl.engine.errors import NoSample
from ruledsl.engine.moves import Move
from ruledsl.engine.resample.sampling import Sampler
from ruledsl.engine.state import State

PLAYOUTS = 300
"""Playouts for a choice, if nothing else is said."""

SAMPLES = 8
"""States that are drawn for a choice at most; further rounds begin from them again, with other luck."""

PLAYOUTS_OF_A_SAMPLE = 12
"""So many playouts there are for each state that is drawn: in a long game a state costs more than they do."""


@define
class _Tried:
    """What the playouts of a move came to: how many, the sums of what they gave."""

    move: Move
    count: int = 0
    won: Fraction = Fraction(0)
    led: int = 0

    def take(self, result: Result) -> None:
        self.count += 1
        self.won += result[0]
        self.led += result[1]

    @property
    def mean(self) -> tuple[Fraction, Fraction]:
        """The average part of the win; of moves that are equal in it, that of the lead decides."""
        return self.won / self.count, Fraction(self.led, self.count)


@frozen
class RolloutBot:
    """See the module. Where no state can be drawn it plays any legal move."""

    seed: str
    playouts: int = PLAYOUTS
    round: Round = play_out

    def choose(self, question: Question) -> Answer:
        """The move that came out best."""
        moves = sorted(question.moves, key=str)
        if len(moves) == 1:
            return Answer(moves[0])
        luck = Luck(f"{self.seed} {question.number}")
        # In any order: where there are more moves than playouts, chance says which are tried.
        tried = [_Tried(move) for move in _shuffled(moves, luck)][: self.playouts]
        try:
            ranked = self._ranked(tried, self._states(question, luck), question.seat, luck)
        except NoSample as error:
            return Answer(any_of(question, self.seed), str(error))
        return Answer(ranked[0].move, "", tuple((one.move, float(one.mean[0])) for one in ranked))

    def _states(self, question: Question, luck: Luck) -> _States:
        """What rounds begin from; with few playouts few states, of fewer histories."""
        samples = min(SAMPLES, max(2, self.playouts // PLAYOUTS_OF_A_SAMPLE))
        histories = None if samples == SAMPLES else samples // 2
        return _States(question.sampler(histories), luck, samples)

    def _ranked(self, tried: list[_Tried], states: _States, seat: int, luck: Luck) -> list[_Tried]:
        """The moves that were tried, those that were considered longest first, then the better ones."""
        dropped: list[_Tried] = []
        parts = max((len(tried) - 1).bit_length(), 1)
        spent = 0
        for part in range(1, parts + 1):
            allowed = self.playouts * part // parts
            # The first round is played in any case: there are no more moves than playouts.
            while not spent or spent + len(tried) <= allowed:
                state, seed = states.next(), luck.word()
                results = self.round(state, [one.move for one in tried], seed, seat)
                for one, result in zip(tried, results, strict=True):
                    one.take(result)
                spent += len(tried)
            tried.sort(key=lambda one: one.mean, reverse=True)
            half = (len(tried) + 1) // 2
            dropped = tried[half:] + dropped
            tried = tried[:half]
        return tried + dropped


class _States:
    """The states that rounds begin from, drawn when they are needed."""

    def __init__(self, sampler: Sampler, luck: Luck, many: int) -> None:
        self._many = many
        self._sampler = sampler
        self._luck = luck
        self._drawn: list[State] = []
        self._next = 0

    def next(self) -> State:
        """The next state; from the first again when enough are drawn. Raises :class:`NoSample`."""
        if len(self._drawn) < self._many:
            self._drawn.append(self._sampler.sample(self._luck.word()))
            return self._drawn[-1]
        self._next += 1
        return self._drawn[(self._next - 1) % self._many]


def _shuffled(moves: list[Move], luck: Luck) -> list[Move]:
    keyed = [(luck.word(), move) for move in moves]
    return [move for _, move in sorted(keyed, key=lambda pair: pair[0])]
