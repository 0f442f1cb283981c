"""Sessions over a rule file that may be changed while it is played."""

from __future__ import annotations

from pathlib import Path

from ruledsl.cli.desk import Desk
from ruledsl.cli.machines import wanted
from ruledsl.engine.game import Game
from ruledsl.repl.session import Session
from ruledsl.store.entries import Seat
from ruledsl.store.sitting import Sitting
from ruledsl.table import Table

DROP = """language 1
game drop "Drop"
players 2..4

card Stone(value: 1..9) shown as "stone {value}"
deck stones[Player]:
    Stone(each 1..9)
zone hand[Player] seen by owner
zone offer[Player] seen by owner
var points[Player]: 0..99 = 0 seen by all
var rests[Player]: 0..99 = 0 seen by owner

setup:
    each player:
        move all from your stones to your hand

action drop(c in your hand):
    require c.value < 99, otherwise "that stone is too heavy"
    move c to your offer
action wait:
    your rests += 1

play:
    repeat 3 times:
        together each player: must drop or wait
        points[1] += 1

score p in Player = points[p]
match two "Two drops":
    rounds = 2
    starter = alternates
    winner = highest_total
"""


def session_of(
    path: Path,
    *,
    people: tuple[int, ...] = (1,),
    players: int | None = None,
    seed: int = 1,
    match: str | None = None,
    open_hands: bool = False,
    one_person: bool = False,
    adviser: str = "random",
) -> Session:
    """A session of the rules in a file (written first if there is none), whose bots have had their first moves."""
    if not path.exists():
        path.write_text(DROP, encoding="utf-8")
    asked = wanted(str(path), players, ())
    found = asked.find()
    assert found.machine is not None, found.diagnostics
    game = Game(found.machine)
    who = {
        seat: Seat("human" if seat in people else "random") for seat in range(1, game.players + 1)
    }
    desk = Desk(asked, game, 100, tuple(found.sources))
    session = Session(
        Table(Sitting(game, seed, who, match)),
        desk,
        adviser=adviser,
        open_hands=open_hands,
        one_person=one_person,
    )
    session.proceed()
    return session


def changed(path: Path, old: str, new: str) -> None:
    """Change the rules in a file."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
