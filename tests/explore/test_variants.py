"""Variants of the founding games with the faults that designers make: what is found by play, and the game that shows it."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import frozen

from ruledsl.engine.errors import NoLegalMove, RuleFault
from ruledsl.engine.game import Game
from ruledsl.engine.runner import Program
from ruledsl.explore.explored import Explored, Shown
from ruledsl.explore.findings import games
from ruledsl.explore.keeping import keep, kept
from ruledsl.explore.meeting import Wrong
from ruledsl.explore.positions import Positions
from ruledsl.explore.telling import seats_of
from ruledsl.explore.walking import Walk, begun
from ruledsl.store.savefiles import load
from ruledsl.store.saves import rebuild
from tests.explore.played import explored, opened_text
from tests.validate.games import varied


@frozen
class Fault:
    """A change of a founding game: what is found, on which line, and in how many moves at the most."""

    ruleset: str
    changes: tuple[str, ...]
    wrong: Wrong
    line: str
    most: int

    def __str__(self) -> str:
        return f"{self.ruleset}, {self.line.strip()}"


NO_RULE_FOR_A_STUCK_TABLE = (" or idle == player_count", "")

NOTHING_COUNTED = (
    *NO_RULE_FOR_A_STUCK_TABLE,
    'var idle: 0..10 = 0 seen by all\n"""How many players in succession could do nothing."""\n',
    "",
    "    idle += 1\n",
    '    announce "passes"\n',
    "    move bought to your collection\n    idle = 0\n",
    "    move bought to your collection\n",
    "    move a, b to sold\n    idle = 0\n",
    "    move a, b to sold\n",
)

NO_LIMIT = (
    " or turns_taken == turn_limit",
    "",
    "    turns_taken += 1\n",
    "",
    "var turns_taken: 0..5000 = 0 seen by all\n",
    "",
    'option turn_limit: 1..5000 = 600  "the deal is drawn after this many turns of a player"\n',
    "",
)

FAULTS = [
    Fault("ka_ching", NO_RULE_FOR_A_STUCK_TABLE, "fault", "    idle += 1", 11),
    Fault("ka_ching", NOTHING_COUNTED, "endless", "    must buy or sell, otherwise pass", 2),
    Fault("ka_ching", (", otherwise pass", ""), "stuck", "    must buy or sell", 0),
    Fault(
        "ka_ching",
        ('    require bought.value <= your cash, otherwise "you cannot afford that card"\n', ""),
        "box",
        "    pay bought.value from your cash to bank",
        1,
    ),
    Fault(
        "ka_ching",
        ("    for c in Column:\n", "    for c in 1..6:\n"),
        "fault",
        "        move 7 from stocks to market[c]",
        0,
    ),
    Fault(
        "ka_ching",
        ("move 7 from stocks", "move 8 from stocks"),
        "box",
        "        move 8 from stocks to market[c]",
        0,
    ),
    Fault("cherki", NO_LIMIT, "endless", "    must draw or take", 40),
    Fault(
        "cat_in_the_sack",
        ("amount in standing_bid + 1 .. your coins", "amount in standing_bid .. your coins"),
        "endless",
        "        must bid or pass",
        6,
    ),
    Fault(
        "cat_in_the_sack",
        ("    standing_bid = amount\n", '    announce "{amount} is bid"\n'),
        "endless",
        "        must bid or pass",
        6,
    ),
    Fault(
        "cat_in_the_sack",
        ("by c.points, first of equals) to chased_away\n        else", "by c.points) to chased_away\n        else"),
        "fault",
        "            move highest(c in sack where c is Pip by c.points) to chased_away",
        12,
    ),
    Fault(
        "cat_in_the_sack",
        ("amount in standing_bid + 1 .. your coins", "amount in standing_bid + 1 .. 60"),
        "box",
        "        pay standing_bid from your coins to bank",
        12,
    ),
    Fault("kuhn", ('chip in the pot."""\n    pay 1', 'chip in the pot."""\n    pay 2'), "box",
          "    pay 2 from your chips to pot", 1),
    Fault("goofspiel", ("for c in offer[p]) else none)", "for c in offer[p]))"), "fault",
          "    let winner = highest(p in Player by sum(c.value for c in offer[p]))", 2),
    Fault("ka_ching", ("pay up to a.value * b.value from bank to your cash",
                       "pay a.value * b.value from your cash to bank"), "box",
          "    pay a.value * b.value from your cash to bank", 5),
    Fault("cherki", ("until stock is empty or", "until"), "fault", "    let card = top(stock)", 1_000),
    Fault("cherki", ("    must draw or take\n", "    must take\n"), "stuck", "    must take", 1),
]  # fmt: skip


def line_of(text: str, line: str) -> int:
    lines = [n for n, there in enumerate(text.split("\n"), 1) if there == line]
    assert len(lines) == 1, line
    return lines[0]


def found(fault: Fault) -> tuple[Explored, Shown]:
    """The one thing that is wrong after a change."""
    text = varied(fault.ruleset, *fault.changes)
    came, _ = explored(opened_text(text, f"{fault.ruleset}.rules"))
    (shown,) = [
        shown for place, shown in came.shown.items() if place.span.line == line_of(text, fault.line)
    ]
    return came, shown


@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_a_fault_is_found_and_a_saved_game_shows_it(fault: Fault, tmp_path: Path) -> None:
    came, shown = found(fault)
    assert shown.met.place.wrong == fault.wrong
    assert shown.met.length <= fault.most
    assert {s.met.place.wrong for s in came.shown.values()} == {fault.wrong}
    assert not came.leaking
    machine = shown.setting.machine
    program = Program(machine)
    if not shown.met.length:
        assert games(came) == ()
        with pytest.raises(RuleFault):
            Walk(program, shown.met.line.luck)
        return
    (game,) = games(came)
    path = tmp_path / "games" / game.name
    keep(machine, game.line, game.moves, path)
    save = load(path)
    assert save == kept(machine, game.line, game.moves)
    sitting = rebuild(save, Game(machine))
    assert len(sitting.done) == shown.met.length - 1
    last = shown.met.line.moves[-1]
    assert last in sitting.state.legal_moves
    if fault.wrong == "endless":
        sitting.play(last, "person")
        positions = Positions(program.frame)
        before = begun(program, shown.met.line.luck, shown.met.line.moves[: -shown.met.back])
        after = begun(program, shown.met.line.luck, shown.met.line.moves)
        assert positions.key(before.cells) == positions.key(after.cells)
        assert sitting.state.core == tuple(after.cells[: program.frame.scratch])
        return
    with pytest.raises(RuleFault) as raised:
        sitting.play(last, "person")
    assert raised.value.span == shown.met.place.span
    assert isinstance(raised.value, NoLegalMove) == (fault.wrong == "stuck")
    assert [move for _, move in seats_of(program, game.line)] == [*game.line.moves]


def test_the_rule_that_mends_it_leaves_nothing_to_be_found() -> None:
    came, _ = explored(opened_text(varied("ka_ching"), "ka_ching.rules"))
    assert not came.shown
    assert not came.leaking
