"""Random programs of the rule language: small, well formed, with every way of going on.

A program is a tree of :class:`Step` (statements) and tuples (expressions: ``("+", a, b)``, ``("size",
place)``). `written` makes rules of it; `program_model` plays it in another way than the engine does.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from attrs import define, evolve, field, frozen

Expr = tuple[Any, ...]
"""An operator and what it works on."""

PILES = ("stock", "extra", "under", "laid")
"""The places that are piles; ``line`` is a row, ``box`` and the hands have no order."""

ACCOUNTS = ("pot", "bank", "your coins", "coins[1]")
TOP = 60
"""The greatest value of a variable."""


@define(eq=False)
class Step:
    """A statement: its word, its parts, and the line on which it came to stand."""

    word: str
    parts: tuple[Any, ...]
    line: int = 0


@define
class Program:
    """A program: what its phases and ``play`` do, and what its actions ask."""

    players: int
    values: tuple[int, ...]
    phases: dict[str, list[Step]]
    play: list[Step]
    bid_up_to: Expr
    bid_if: Expr
    lay_if: Expr | None
    kept: Expr
    lines: dict[str, int] = field(factory=dict)
    """The lines of what is no statement, by a name."""


@frozen
class Scope:
    """What may be mentioned at a place of a program."""

    numbers: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    acting: bool = False
    phases: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    stop: bool = False


class _Writer:
    """Makes up one program."""

    def __init__(self, seed: int, asking: float) -> None:
        self.random = random.Random(seed)
        self.asking = asking
        self.names = 0
        self.left = 28
        """Statements that may still hold others."""
        self.players = self.random.choice([2, 2, 3])

    def program(self) -> Program:
        choose, chance = self.random.choice, self.random.random
        values = choose([(1, 2, 3), (1, 2, 2), (1, 2, 3, 4), (1, 1, 2, 2)])
        nested = chance() < 0.5
        inner = self.block(Scope(ends=("inner",), stop=True), 3, 2, 3)
        outer = self.block(Scope(ends=("outer",), phases=("inner",)), 3, 2, 3)
        play = self.block(
            Scope(ends=("game",), phases=("outer",) if nested else ("outer", "inner")), 3, 2, 4
        )
        if self.asking:
            deal = Step("move some", (True, ("number", 2), "extra", "your hand", False))
            asked = self.block(evolve(Scope(), acting=True), 2, 2, 4)
            play.append(
                Step("repeat", (("number", 2), [Step("each", (False, None, None, [deal, *asked]))]))
            )
        play.append(Step("do", ("outer",)))
        if nested:
            place = self.random.randrange(len(inner) + 1)
            inner.insert(place, Step("end", ("outer", self.condition(Scope(), 1))))
        if chance() < 0.7:
            place = choose(["laid", "under", "box", "line"])
            count = ("number", choose([1, 2]))
            play.insert(0, Step("move some", (False, count, "stock", place, False)))
        if chance() < 0.5:
            deal = Step("move some", (True, ("number", 1), "stock", "your hand", False))
            play.insert(0, Step("each", (False, None, None, [deal])))
        mine = Scope(acting=True)
        return Program(
            self.players,
            values,
            {"inner": inner, "outer": outer},
            play,
            self.number(mine, 1),
            self.condition(evolve(mine, numbers=("amount",)), 1),
            self.condition(evolve(mine, cards=("mine",)), 1) if chance() < 0.5 else None,
            choose([("number", 0), ("number", 2), ("name", "n")]),
        )

    def name(self, letter: str) -> str:
        self.names += 1
        return f"{letter}{self.names}"

    # --- expressions --------------------------------------------------------------------------

    def number(self, scope: Scope, depth: int = 2) -> Expr:
        choose, chance = self.random.choice, self.random.random()
        if depth == 0 or chance < 0.35:
            few: list[Expr] = [
                ("number", self.random.randrange(5)),
                *[("name", name) for name in ("n", "m", "kept", "pot", "coins[1]")],
                *[("name", name) for name in scope.numbers * 2],
            ]
            if scope.acting:
                few += [("me",), ("of", "v", ("player", "me"))]
            few += [("of", "v", ("player", name)) for name in scope.players]
            return choose(few)
        if chance < 0.6:
            one, other = self.number(scope, depth - 1), self.number(scope, depth - 1)
            return (choose("+-*+"), one, other)
        if chance < 0.66:
            safe = self.random.random() < 0.93
            divisor = ("number", choose([1, 2, 3])) if safe else self.number(scope, depth - 1)
            return (choose(["div", "mod"]), self.number(scope, depth - 1), divisor)
        if chance < 0.74:
            return ("size", self.place(scope))
        if chance < 0.8:
            return ("count", self.place(scope), self.name("c"), self.random.randrange(1, 4))
        if chance < 0.86:
            return ("sum", self.place(scope), self.name("c"))
        if chance < 0.9:
            condition = self.condition(scope, depth - 1)
            return ("if", self.number(scope, depth - 1), condition, self.number(scope, depth - 1))
        if chance < 0.93:
            return ("leader", self.name("p"))
        if chance < 0.96 and scope.cards:
            return ("value", choose(scope.cards))
        pile = choose(["laid", "under", "stock"])
        bold = self.random.random() < 0.08
        guarded = ("if", ("top", pile), ("not", ("empty", pile)), ("number", 1))
        return ("top", pile) if bold else guarded

    def condition(self, scope: Scope, depth: int = 2) -> Expr:
        choose, chance = self.random.choice, self.random.random()
        below = max(depth - 1, 0)
        if depth == 0 or chance < 0.5:
            sign = choose(["==", "!=", "<", "<=", ">", ">="])
            return (sign, self.number(scope, below), self.number(scope, below))
        if chance < 0.8:
            sign = choose(["and", "or", "implies"])
            return (sign, self.condition(scope, below), self.condition(scope, below))
        if chance < 0.85:
            return ("not", self.condition(scope, below))
        if chance < 0.92:
            return ("empty", self.place(scope))
        return ("any", self.place(scope), self.name("c"), self.random.randrange(1, 4))

    def place(self, scope: Scope, other_than: str = "") -> str:
        places = ["laid", "under", "line", "box", *["your hand"] * (2 * scope.acting)]
        places += [f"hand[{name}]" for name in scope.players]
        if not other_than:
            places += ["stock", "extra"]
        elif self.random.random() < 0.5:
            places.append("stock")
        return self.random.choice([place for place in places if place != other_than])

    def player(self, scope: Scope) -> Expr:
        if self.random.random() < 0.03:
            return ("player number", ("name", "n"))
        seats = [("player", str(seat)) for seat in range(1, self.players + 1)]
        seats += [("player", "me"), ("player", "next(me)")] if scope.acting else []
        return self.random.choice([*seats, *[("player", name) for name in scope.players]])

    # --- statements -----------------------------------------------------------------------------

    def block(self, scope: Scope, depth: int, least: int = 1, most: int = 3) -> list[Step]:
        steps = []
        for _ in range(self.random.randint(least, most)):
            step = self.step(scope, depth)
            steps.append(step)
            if step.word in ("let", "let random"):
                scope = evolve(scope, numbers=(*scope.numbers, step.parts[0]))
            elif step.word == "let top":
                scope = evolve(scope, cards=(*scope.cards, step.parts[0]))
        return steps

    def step(self, scope: Scope, depth: int) -> Step:
        self.left -= 1
        if scope.acting and self.asking and self.random.random() < self.asking:
            return self.offer(scope)
        if depth > 0 and self.left > 0 and self.random.random() < 0.42:
            return self.compound(scope, depth - 1)
        return self.simple(scope)

    def maybe(self, scope: Scope) -> Expr | None:
        return self.condition(scope, 1) if self.random.random() < 0.4 else None

    def compound(self, scope: Scope, depth: int) -> Step:
        choose, chance = self.random.choice, self.random.random()
        acting = evolve(scope, acting=True)
        if chance < 0.2:
            arms = [
                (self.condition(scope), Step("arm", (self.block(scope, depth),)))
                for _ in range(choose([1, 1, 2]))
            ]
            return Step("if", (arms, self.block(scope, depth) if choose([0, 1]) else None))
        if chance < 0.3:
            name = self.name("x")
            inner = evolve(scope, numbers=(*scope.numbers, name))
            first, last = self.number(scope, 0), self.number(scope, 1)
            return Step(
                "for number", (name, first, last, self.maybe(inner), self.block(inner, depth))
            )
        if chance < 0.38:
            name = self.name("p")
            inner = evolve(scope, players=(*scope.players, name))
            return Step("for player", (name, self.maybe(inner), self.block(inner, depth)))
        if chance < 0.48:
            name = self.name("c")
            inner = evolve(scope, cards=(*scope.cards, name))
            place = choose(["laid", "laid", "under", "line", "stock"])
            return Step("for card", (name, place, self.block(inner, depth)))
        if chance < 0.56:
            times = self.number(scope, 0) if self.random.random() < 0.4 else ("number", 2)
            return Step("repeat", (times, self.block(scope, depth)))
        if chance < 0.62:
            return Step(
                "repeat until", (self.random.randrange(3, 9), self.block(scope, depth, 0, 2))
            )
        if chance < 0.76:
            other = scope.acting and self.random.random() < 0.4
            first = self.player(scope) if not other and choose([0, 1]) else None
            return Step("each", (other, first, self.maybe(acting), self.block(acting, depth)))
        if chance < 0.86:
            end = self.random.randrange(4, 12)
            parts = (self.player(scope), self.maybe(acting), end, self.block(acting, depth, 0, 2))
            return Step("turns", parts)
        if chance < 0.94:
            return Step("acts", (self.player(scope), self.block(acting, depth)))
        return Step("together", (self.maybe(acting), choose(["must", "may"])))

    def simple(self, scope: Scope) -> Step:
        choose, chance = self.random.choice, self.random.random()
        underneath = self.random.random() < 0.2
        if chance < 0.2:
            target = choose(["n", "m", *["your v"] * scope.acting])
            sign = choose(["=", "+=", "=", "="]) if self.random.random() < 0.95 else "-="
            bold = self.random.random() < 0.03
            value = self.number(scope)
            return Step("set", (target, sign, value if bold else ("mod", value, ("number", 17))))
        if chance < 0.27:
            return Step("let", (self.name("x"), self.number(scope)))
        if chance < 0.33:
            return Step("let random", (self.name("x"), choose([(1, 2), (1, 3), (0, 1)])))
        if chance < 0.35:
            return Step("random", (choose("nm"), (1, 2)))
        if chance < 0.4:
            payer, payee = self.random.sample(ACCOUNTS[: 4 if scope.acting else 2], 2)
            how = choose(["", "up to ", "up to ", "" if payer == "bank" else "all"])
            return Step("pay", (how, ("number", self.random.randrange(4)), payer, payee))
        if chance < 0.43:
            return Step("let top", (self.name("c"), choose(["stock", "stock", "laid", "under"])))
        if chance < 0.5 and scope.cards:
            return Step("move", (choose(scope.cards), self.place(scope, "stock"), underneath))
        if chance < 0.68:
            source = choose(["stock", "stock", "stock", "extra", "laid", "under"])
            count = ("number", choose([1, 1, 2, 3]))
            if self.random.random() < 0.15:
                count = self.number(scope, 0)
            up_to = self.random.random() < 0.93
            return Step("move some", (up_to, count, source, self.place(scope, source), underneath))
        if chance < 0.74:
            source = self.place(scope)
            # Cards that nobody sees lie in no order: in which they come is seen only in the open.
            target = "laid" if source == "box" else self.place(scope, source)
            return Step("move all", (source, target, underneath))
        if chance < 0.78:
            source = self.place(scope)
            draw = Step("move random", (source, self.place(scope, source)))
            if self.random.random() < 0.1:
                return draw
            return Step("if", ([(("not", ("empty", source)), Step("arm", ([draw],)))], None))
        if chance < 0.81:
            return Step("gather and shuffle", (choose(["stock", "extra"]),))
        if chance < 0.82:
            return Step("reveal", (self.place(scope), self.player(scope) if underneath else None))
        if chance < 0.86:
            return Step("shuffle", (choose(["under", "stock", "line", "box", "extra"]),))
        if chance < 0.9 and scope.phases:
            return Step("do", (choose(scope.phases),))
        if chance < 0.93 and scope.ends:
            return Step("end", (choose(scope.ends), self.condition(scope, 1)))
        if scope.acting:
            return self.offer(scope)
        return Step("set", ("n", "+=", ("number", 1)))

    def offer(self, scope: Scope) -> Step:
        offers = ["bid", "lay", "two", *["stop"] * scope.stop]
        word = self.random.choice(["must", "may"])
        return Step(word, (sorted(set(self.random.choices(offers, k=2))),))


def made_up(seed: int, asking: float = 0.0) -> Program:
    """The program of that seed. The part ``asking`` of all statements whose player acts are choices, and
    there are more such statements."""
    return _Writer(seed, asking).program()


# --- written as rules ---------------------------------------------------------------------------


def written(program: Program) -> str:
    """The program as rules. Notes on which lines its statements come to stand."""
    lines = [
        *("language 1", 'game made_up "Made up"', f"players {program.players}"),
        'card Number(value: 1..9) shown as "{value}"',
        *("deck stock:", f"    Number(each of {' '.join(map(str, program.values))})"),
        *("deck extra:", "    Number(each of 5 6)"),
        *("zone box seen by nobody", "pile laid seen by all", "pile under seen by nobody"),
        *("row line seen by nobody", "zone hand[Player] seen by owner"),
        "money coins[Player] = 3 up to 8 seen by all",
        *("money pot = 2 seen by all", "money bank = unlimited seen by all"),
        *(f"var {name}: 0..{TOP} = 0 seen by all" for name in ("n", "m")),
        "var rounds: 0..200 = 0 seen by all",
        f"var v[Player]: 0..{TOP} = 1 seen by all",
        f"var kept: 0..{TOP} = {shown(program.kept)} seen by all per inner",
        *("action two(a, b in your hand):", "    move b to under", "    move a to under"),
        *("action stop:", "    end inner", "action secret(x in 1..2):", "    v[me] = x"),
        *("action pass:", "    m += 1", f"action bid(amount in 1..{shown(program.bid_up_to)}):"),
        *(f"    require {shown(program.bid_if)}", "    n += amount"),
        "action lay(mine in your hand):",
        *([f"    require {shown(program.lay_if)}"] if program.lay_if else []),
        "    move mine to laid",
    ]
    bid = lines.index("    n += amount") + 1
    program.lines = {"bid": bid, "bid if": bid - 1, "bid up to": bid - 2, "pass": bid - 3}
    program.lines["lay if"] = bid + 2
    for name, block in program.phases.items():
        lines += [f"phase {name}:", "    kept += 1" if name == "inner" else "    n += 0"]
        program.lines[name] = len(lines)
        _write(block, 1, lines)
    lines += ["play:", "    shuffle stock"]
    _write(program.play, 1, lines)
    return "\n".join([*lines, "score p in Player = v[p]", ""])


def _write(block: Sequence[Step], depth: int, lines: list[str]) -> None:
    for step in block:
        step.line = len(lines) + 1
        if step.word == "if":
            arms, otherwise = step.parts
            for place, (condition, arm) in enumerate(arms):
                arm.line = len(lines) + 1
                lines.append(f"{'    ' * depth}{'elif' if place else 'if'} {shown(condition)}:")
                _write(arm.parts[0], depth + 1, lines)
            if otherwise is not None:
                lines.append(f"{'    ' * depth}else:")
                _write(otherwise, depth + 1, lines)
            continue
        lines += ["    " * depth + line for line in _lines(step)]
        if step.word in _BLOCKS:
            _write(step.parts[-1], depth + 1, lines)


_BLOCKS = {
    *("for number", "for player", "for card"),
    *("repeat", "repeat until", "each", "turns", "acts"),
}


def _lines(step: Step) -> list[str]:
    """The lines of a statement; of a block only its head."""

    def given(word: str, expr: Expr | None) -> str:
        return "" if expr is None else f" {word} {shown(expr)}"

    def below(place: str, underneath: bool) -> str:
        return f"{place} underneath" if underneath and place in PILES else place

    match (step.word, *step.parts):
        case ("for number", name, first, last, where, _):
            return [f"for {name} in {shown(first)}..{shown(last)}{given('where', where)}:"]
        case ("for player", name, where, _):
            return [f"for {name} in Player{given('where', where)}:"]
        case ("for card", name, place, _):
            return [f"for {name} in {place}:"]
        case ("repeat", times, _):
            return [f"repeat {shown(times)} times:"]
        case ("repeat until", end, _):
            return [f"repeat until rounds >= {end}:", "    rounds += 1"]
        case ("each", other, first, where, _):
            kind = "each other player" if other else "each player"
            return [f"{kind}{given('from', first)}{given('where', where)}:"]
        case ("turns", first, where, end, _):
            head = f"turns from {shown(first)}{given('where', where)} until rounds >= {end}:"
            return [head, "    rounds += 1"]
        case ("acts", player, _):
            return [f"player {shown(player)} acts:"]
        case ("together", where, word):
            return [f"together each player{given('where', where)}: {word} secret"]
        case ("set", target, sign, value):
            return [f"{target} {sign} {shown(value)}"]
        case ("let", name, value):
            return [f"let {name} = {shown(value)}"]
        case ("let random", name, (low, high)):
            return [f"let {name} = random({low}..{high})"]
        case ("random", name, (low, high)):
            return [f"{name} = random({low}..{high})"]
        case ("let top", name, pile):
            return [f"let {name} = top({pile})"]
        case ("pay", how, amount, payer, payee):
            return [f"pay {how}{'' if how == 'all' else shown(amount)} from {payer} to {payee}"]
        case ("move", card, place, underneath):
            return [f"move {card} to {below(place, underneath)}"]
        case ("move some", up_to, count, source, place, underneath):
            few = f"{'up to ' if up_to else ''}{shown(count)}"
            return [f"move {few} from {source} to {below(place, underneath)}"]
        case ("move all", source, place, underneath):
            return [f"move all from {source} to {below(place, underneath)}"]
        case ("move random", source, place):
            return [f"move random({source}) to {place}"]
        case ("gather and shuffle", deck):
            return [f"gather {deck}", f"shuffle {deck}"]
        case ("reveal", place, player):
            return [f"reveal {place}{given('to', player)}"]
        case (("shuffle" | "do") as word, name):
            return [f"{word} {name}"]
        case ("end", phase, condition):
            return [f"if {shown(condition)}:", f"    end {phase}"]
        case (("must" | "may") as word, offers):
            tail = ", otherwise pass" if word == "must" else ""
            return [f"{word} {' or '.join(offers)}{tail}"]
    raise AssertionError(step.word)


def shown(expr: Expr) -> str:
    """An expression as rules write it."""
    match expr:
        case (("number" | "name" | "player"), what):
            return str(what)
        case ("player number", number):
            return f"Player[{shown(number)}]"
        case ("me",):
            return "ordinal(me)"
        case ("of", name, player):
            return f"{name}[{shown(player)}]"
        case ("size", place):
            return f"size({place})"
        case ("count", place, name, least):
            return f"count({name} in {place} where {name}.value > {least})"
        case ("sum", place, name):
            return f"sum({name}.value for {name} in {place})"
        case ("any", place, name, least):
            return f"any({name}.value > {least} for {name} in {place})"
        case ("leader", name):
            return f"ordinal(highest({name} in Player by v[{name}], first of equals))"
        case ("value", card):
            return f"{card}.value"
        case ("top", pile):
            return f"top({pile}).value"
        case ("empty", place):
            return f"({place} is empty)"
        case ("not", condition):
            return f"(not {shown(condition)})"
        case ("if", value, condition, otherwise):
            return f"({shown(value)} if {shown(condition)} else {shown(otherwise)})"
        case (sign, one, other):
            return f"({shown(one)} {sign} {shown(other)})"
    raise AssertionError(expr)
