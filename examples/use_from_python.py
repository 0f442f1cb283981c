"""ruledsl as a library: load a game, play it, follow every chance, ask why, ask a bot, record and replay.

Run it from anywhere: ``python examples/use_from_python.py``.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

import ruledsl
from ruledsl import Game, State


def play_at_random(game: Game, seed: int) -> State:
    """A whole game of random moves. The seed of the game decides its chance, the other one the moves."""
    moves = random.Random(seed)
    state = game.start(seed=seed)
    while not state.is_over:
        state.push(moves.choice(state.legal_moves))
    return state


def endings(state: State, probability: Fraction = Fraction(1)) -> Iterator[tuple[Fraction, State]]:
    """Every end that a game with explicit chance can come to, if all moves are equally likely.

    The state is the same object all the time: it is pushed forward and popped back.
    """
    if state.is_over:
        yield probability, state
    elif state.is_chance:
        for outcome, share in state.chance_outcomes:
            state.push(outcome)
            yield from endings(state, probability * share)
            state.pop()
    else:
        moves = state.legal_moves
        for move in moves:
            state.push(move)
            yield from endings(state, probability / len(moves))
            state.pop()


def expected_score(game: Game, seat: int) -> Fraction:
    """What a seat can expect if everybody plays at random: an exact fraction."""
    start = game.start(chance="explicit")
    return sum((p * state.scores[seat - 1] for p, state in endings(start)), Fraction(0))


def main() -> None:
    """Show each of it."""
    for info in ruledsl.rulesets():
        print(f"{info.name}: {info.title}, {info.players[0]} to {info.players[1]} players")

    game = ruledsl.load("ka_ching", options={"starting_cash": 25})
    state = play_at_random(game, seed=7)
    print(
        f"{game.title} ends {state.scores} after {state.decisions} moves; winners: {state.winners}"
    )

    kuhn = ruledsl.load("kuhn")
    count = sum(1 for _ in endings(kuhn.start(chance="explicit")))
    print(f"{kuhn.title} can end in {count} ways; seat 1 expects {expected_score(kuhn, seat=1)}")

    state = kuhn.start(seed=1)
    state.push(state.parse_move("bet"))
    verdict = state.why("check")
    print(f"may seat {state.actor} check? {'yes' if verdict.legal else verdict.reason}")

    bot = ruledsl.bot("rollout:50", seed=3)
    answer = bot.choose(ruledsl.question(state))
    print(f"seat {state.actor} is a bot that knows what its seat knows: it would {answer.move}")

    record = state.record()
    text = ruledsl.write_record(record)
    again = kuhn.replay(ruledsl.read_record(text))
    print(f"replayed: {again.core == state.core}")


if __name__ == "__main__":
    main()
