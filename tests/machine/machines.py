"""Machines built by hand, for tests of everything that reads machines.

`auction()` is a small whole game that has every kind of state and most operators in it, and is
playable: two seats are dealt a card each, bid in turn, choose a card at the same time,
and the score compares what they hold.
"""

from __future__ import annotations

from typing import Literal

from attrs import evolve

from ruledsl.machine.model import (
    COUNTERS,
    ME,
    NONE,
    Account,
    Action,
    Address,
    Announce,
    AnyState,
    Assign,
    AttributeInfo,
    Branch,
    Call,
    Collect,
    Decide,
    DeckInfo,
    Define,
    Enumeration,
    Expr,
    Gather,
    Guard,
    KindInfo,
    Layout,
    Look,
    Lot,
    Machine,
    MatchInfo,
    Move,
    MoveSome,
    Next,
    Offer,
    Open,
    OptionValue,
    Over,
    Param,
    Pay,
    PlayPending,
    Return,
    Reveal,
    Roll,
    Routine,
    RuleText,
    Score,
    Set,
    Shuffle,
    State,
    ValueType,
    Variable,
    ZoneFamily,
    ZoneInfo,
)
from ruledsl.source import NOWHERE, Span

NUMBER = ValueType("number")
PLAYER = ValueType("player")
LOOK = ValueType("look")
CARD = ValueType("card")
SUIT = ValueType("member", 0)

FILE = "auction.rules"
LINES = (
    "language 1",
    'game auction "Auction <in> one & two"',
    "players 2",
    "setup: shuffle stock",
    "action bid(n: 1..3): pay n from your chips to pot",
    'announce "[it] is {round}"',
)


def at(line: int, column: int = 1, end: int | None = None) -> Span:
    """A place in the rule text of these machines; to the end of the line by default."""
    return Span(FILE, line, column, line, len(LINES[line - 1]) + 1 if end is None else end)


def const(value: int) -> Expr:
    """A number."""
    return Expr("const", (value,))


def cell(number: int) -> Expr:
    """What a cell holds."""
    return Expr("cell", (number,))


def op(name: str, *args: Expr, nums: tuple[int, ...] = ()) -> Expr:
    """Any operator."""
    return Expr(name, nums, args, span=at(5, 1, 4))


class Cells:
    """Gives out cells, in order, with their sorts."""

    def __init__(self) -> None:
        self.sorts: list[Literal["number", "look", "card"]] = ["number"] * COUNTERS

    def take(self, size: int = 1, sort: Literal["number", "look", "card"] = "number") -> int:
        """The first of ``size`` new cells."""
        first = len(self.sorts)
        self.sorts += [sort] * size
        return first


def auction() -> Machine:
    """The game described above."""
    cells = Cells()
    back, me, play_back, play_me, bid_back, bid_me = (cells.take() for _ in range(6))
    amount, total, seat, position, count = (cells.take() for _ in range(5))
    chosen = cells.take(sort="card")
    chooser = cells.take()
    chosen_position = cells.take()
    turns = cells.take(3)
    pending = cells.take(4)
    leader = cells.take()
    shown = cells.take()
    chips, pot, bank = cells.take(2), cells.take(), cells.take()
    stock, hand1, hand2, table = cells.take(5), cells.take(5), cells.take(5), cells.take(5)
    faces, pools = cells.take(4), cells.take(4)
    scores, totals = cells.take(4), cells.take(2)
    scratch = len(cells.sorts)
    card, other, who = cells.take(sort="card"), cells.take(sort="look"), cells.take()

    def rank(of: Expr) -> Expr:
        return op("attr", op("face", of), nums=(0,))

    my_hand = op("cards", op("zone_at", cell(ME), nums=(1, 2)))
    strength = Define(
        "strength",
        (who,),
        op(
            "sum",
            op("cards", op("zone_at", cell(who), nums=(1, 2))),
            const(1),
            op("add", rank(cell(card)), const(0)),
            nums=(card, 0),
        ),
        "number",
        at(5),
    )
    bid = Action(
        "bid",
        "Bid some chips.",
        (
            Param(
                "n",
                amount,
                NUMBER,
                op("range", const(1), const(3)),
                -1,
                False,
                "1..3",
                at(5, 12, 16),
            ),
        ),
        (
            Guard(total, op("add", cell(amount), op("item", cell(ME), nums=(chips, 2))), "", at(5)),
            Guard(
                -1,
                op("le", cell(amount), op("item", cell(ME), nums=(chips, 2))),
                "you have no more",
                at(5),
            ),
        ),
        1,
        (amount, total),
        at(5),
    )
    play = Action(
        "play",
        "",
        (Param("c", chosen, CARD, my_hand, -1, True, "your hand", at(5)),),
        (Guard(-1, op("ge", rank(cell(chosen)), const(1)), "no such card", at(5)),),
        2,
        (chosen,),
        at(5),
    )
    states: list[AnyState] = []

    def add(state: AnyState) -> int:
        states.append(evolve(state, span=at(4) if state.span == NOWHERE else state.span))
        return len(states) - 1

    def then() -> int:
        """The number of the state after the one that is about to be added."""
        return len(states) + 1

    add(Lot(then()))
    add(Open(0, Address(chips, 2, const(1)), const(3), then()))
    add(Open(0, Address(chips + 1), const(3), then()))
    add(Assign(0, Address(leader), const(NONE), then()))
    add(Shuffle(op("zone", nums=(0,)), then()))
    add(MoveSome(const(2), False, (op("zone", nums=(0,)),), op("zone", nums=(1,)), False, then()))
    add(MoveSome(const(5), True, (op("zone", nums=(0,)),), op("zone", nums=(2,)), False, then()))
    add(Roll(Address(seat), -1, op("range", const(1), const(2)), then()))
    add(Pay(const(1), True, 0, Address(chips, 2, cell(seat)), 1, Address(pot), then()))
    add(Pay(None, False, 1, Address(pot), 2, Address(bank), then()))
    add(Announce(("[it] is ", "!"), (op("some", cell(seat)),), (PLAYER,), then(), span=at(6)))
    add(Call(0, then()))
    # Everybody chooses a card, then all cards are played.
    add(Collect(turns, 2, op("range", const(1), const(2)), then()))
    add(Set(position, const(0), then()))
    loop = add(Next(turns, position, ME, then(), then() + 1))
    add(Decide((Offer(1, None),), False, None, pending, 2, loop))
    decision = len(states) - 1
    add(Set(chosen_position, const(0), then()))
    loop = add(Next(turns, chosen_position, ME, then(), then() + 1))
    add(PlayPending(decision, loop))
    add(Reveal(op("zone", nums=(3,)), None, const(2), then()))
    add(
        Assign(
            1,
            Address(shown),
            op(
                "highest",
                op("list", op("look", nums=(0,)), op("look", nums=(1,))),
                const(1),
                op("attr", cell(other), nums=(0,)),
                nums=(other, 0, 1),
            ),
            then(),
        )
    )
    add(Set(count, op("count", op("family_cards", nums=(1,)), const(1), nums=(card, 0)), then()))
    add(Branch(op("gt", cell(count), const(9)), then(), then() + 1))
    add(Gather((0,), then()))
    add(Score(chooser, op("call", cell(chooser), nums=(0,)), cell(chooser), then()))
    add(Over())
    round_entry = len(states)
    add(Set(ME, const(1), then()))
    add(Decide((Offer(0, None), Offer(0, (const(1),))), True, None, -1, 0, then()))
    add(Set(ME, op("add", op("mod", cell(ME), const(2)), const(1)), then()))
    add(Decide((Offer(0, None),), False, Offer(0, (const(0),)), -1, 0, then()))
    add(Return(0))
    bid_entry = len(states)
    add(Pay(cell(amount), False, 0, Address(chips, 2, cell(ME)), 1, Address(pot), then()))
    add(Return(1))
    play_entry = len(states)
    add(Move((cell(chosen),), op("zone", nums=(3,)), True, then()))
    add(Return(2))

    return Machine(
        name="auction",
        title="Auction <in> one & two",
        doc="",
        language=1,
        rules_hash="0" * 64,
        players=2,
        options=(OptionValue("chips", 3, NUMBER, 1, 5, "how many chips"),),
        teams=(("north", (1,)), ("south", (2,))),
        enumerations=(Enumeration("Suit", ("red", "black")),),
        attributes=(
            AttributeInfo("rank", NUMBER, (1, 2)),
            AttributeInfo("suit", SUIT, (1, NONE)),
        ),
        kinds=(KindInfo("Plain", (0, 1)),),
        looks=(Look(0, (1, 1), "red 1"), Look(0, (2, NONE), "2")),
        cards=(0, 0, 1, 1),
        decks=(DeckInfo("stock", 0, (0, 1, 2, 3)),),
        families=(
            ZoneFamily("stock", "pile", 0, 1, None, "nobody", at(3)),
            ZoneFamily("hand", "zone", 1, 2, PLAYER, "owner", at(3)),
            ZoneFamily("table", "row", 3, 1, None, "all", at(3)),
        ),
        zones=(
            ZoneInfo(0, "stock", stock, 4, ()),
            ZoneInfo(1, "hand[1]", hand1, 4, (1,)),
            ZoneInfo(1, "hand[2]", hand2, 4, (2,)),
            ZoneInfo(2, "table", table, 4, ()),
        ),
        accounts=(
            Account("chips", chips, 2, PLAYER, False, 6, "all", ((1,), (2,)), at(3)),
            Account("pot", pot, 1, None, False, 6, "all", ((),), at(3)),
            Account("bank", bank, 1, None, True, 0, "all", ((),), at(3)),
        ),
        variables=(
            Variable("leader", leader, 1, None, PLAYER, 1, 2, True, "all", ((),), at(3)),
            Variable("shown", shown, 1, None, LOOK, 0, 1, True, "all", ((),), at(3)),
        ),
        layout=Layout(scratch, len(cells.sorts), faces, pools, scores, totals, tuple(cells.sorts)),
        tables=((1, 2, NONE),),
        lists=(((1,), (2,)),),
        defines=(strength,),
        actions=(bid, play),
        routines=(
            Routine("bidding", round_entry, back, me, "", at(5)),
            Routine("bid", bid_entry, bid_back, bid_me, "", at(5)),
            Routine("play", play_entry, play_back, play_me, "", at(5)),
        ),
        states=tuple(states),
        start=0,
        win="highest",
        ties="shared",
        uses_starter=True,
        matches=(MatchInfo("pair", "Two games", 2, "alternates", "most_rounds"),),
        texts=(RuleText(FILE, LINES),),
    )


def with_state(machine: Machine, number: int, state: State) -> Machine:
    """The machine with another state in that place."""
    states = list(machine.states)
    states[number] = state  # type: ignore[call-overload]
    return evolve(machine, states=tuple(states))
