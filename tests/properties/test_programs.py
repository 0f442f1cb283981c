"""Random programs: what the engine makes of them is what cards on a table would do.

Compared are the exact probabilities of all endings, every decision on the way with its legal
moves, and the lines of all faults.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from ruledsl import compiling
from ruledsl.engine.errors import RuleFault
from ruledsl.engine.game import Game
from ruledsl.engine.state import State
from tests.properties.program_model import Endless, distribution, pick
from tests.properties.programs import made_up, written

PROGRAMS = 120
"""How many programs are made up; some are refused, rightly, and some have too many endings."""
CHUNKS = 6
POSITIONS = 4000
"""A program with more positions than that is left out."""


def game_of(text: str) -> Game | None:
    """The game; None where the rules are refused."""
    outcome = compiling.compile_program(compiling.open_text("made_up.rules", text), None, None)
    return None if outcome.machine is None or outcome.has_errors else Game(outcome.machine)


def ending(state: State, asked: tuple[object, ...]) -> object:
    """What a game that is over came to, read off its cells."""
    machine, frame = state.game.machine, state.game.program.frame
    cells = state.cells_copy()
    values = {v.name: tuple(cells[v.base : v.base + v.size]) for v in machine.variables}
    money = {a.name: tuple(cells[a.base : a.base + a.size]) for a in machine.accounts}
    lying = {
        zone.label: tuple(int(machine.looks[cells[frame.faces + card]].text) for card in cards)
        for number, zone in enumerate(machine.zones)
        for cards in [frame.cards(cells, number)]
    }
    return (
        tuple(values[name][0] for name in ("n", "m", "rounds", "kept")),
        values["v"],
        (*money["pot"], *money["coins"]),
        lying["laid"],
        tuple(lying[f"hand[{seat}]"] for seat in range(1, state.game.players + 1)),
        tuple(len(lying[name]) for name in ("stock", "extra", "under", "line", "box")),
        asked,
    )


def explored(game: Game) -> dict[object, Fraction]:
    """All endings with their probabilities. Raises :class:`Endless` for too many positions."""
    found: dict[object, Fraction] = {}
    positions = 0

    def note(end: object, weight: Fraction) -> None:
        found[end] = found.get(end, Fraction(0)) + weight

    def walk(state: State, weight: Fraction, asked: tuple[object, ...]) -> None:
        nonlocal positions
        positions += 1
        if positions > POSITIONS:
            raise Endless
        if state.is_over:
            note(ending(state, asked), weight)
            return
        if state.is_chance:
            ways = [(outcome, weight * share) for outcome, share in state.chance_outcomes]
        else:
            moves = {str(move): move for move in state.legal_moves}
            assert len(moves) == len(state.legal_moves)
            assert all(state.parse_move(text) == move for text, move in moves.items())
            asked = (*asked, (state.actor, tuple(sorted(moves))))
            ways = [(moves[pick(list(moves), len(asked))], weight)]
        for item, share in ways:
            before = state.core, state.legal_moves
            try:
                state.push(item)
            except RuleFault as fault:
                note(("fault", fault.line, asked), share)
            else:
                walk(state, share, asked)
                assert state.pop() == item
            assert (state.core, state.legal_moves) == before

    try:
        walk(game.start(chance="explicit"), Fraction(1), ())
    except RuleFault as fault:
        note(("fault", fault.line, ()), Fraction(1))
    return found


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_the_engine_plays_programs_as_cards_on_a_table(chunk: int) -> None:
    compared = 0
    for seed in range(chunk, PROGRAMS, CHUNKS):
        program = made_up(seed)
        text = written(program)
        game = game_of(text)
        if game is None:
            continue
        try:
            expected = distribution(program)
            found = explored(game)
        except Endless:
            continue
        compared += 1
        assert sum(found.values()) == 1
        assert found == expected, f"program {seed}:\n{text}"
    assert compared > PROGRAMS // CHUNKS // 3
