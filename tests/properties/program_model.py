"""Another way to play the programs of `programs`: with cards that lie on a table.

Every card has its face from the start, a shuffle really shuffles, and a statement is a call.
Nothing is taken from the engine: where both agree on every outcome and its probability, neither the
machine's flow nor its late drawing of cards can be wrong in the same way.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import factorial
from typing import Any

from tests.properties.programs import PILES, TOP, Expr, Program, Step

SAFE = 2**53 - 1

_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "div": operator.floordiv,
    "mod": operator.mod,
}
_COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class Endless(Exception):
    """The program is not worth following: it takes too many steps or splits into too many cases."""


class _Fault(Exception):
    """A fault in the rules."""


class _End(Exception):
    """A phase is left."""


class _Fork(Exception):
    """Chance has several ways to go on from here."""


def pick(moves: Sequence[str], decisions: int) -> str:
    """The move that is played of those that are legal, in whatever order, as decision number ``decisions``."""
    return sorted(moves)[(decisions * 7 + len(moves)) % len(moves)]


def distribution(program: Program, most: int = 1200) -> dict[object, Fraction]:
    """How the program may end, each end with its probability.

    Raises :class:`Endless` where chance may take more than ``most`` courses.
    """
    found: dict[object, Fraction] = {}
    waiting: list[tuple[int, ...]] = [()]
    courses = 0
    while waiting:
        table = _Table(program, waiting.pop())
        try:
            end = table.end()
        except _Fork as fork:
            waiting += [(*table.fallen, way) for way in range(fork.args[0])]
        else:
            found[end] = found.get(end, Fraction(0)) + table.weight
        courses += 1
        if len(waiting) + courses > most:
            raise Endless
    return found


class _Table:
    """One course of the game: chance falls as it is told to, and asks for more when that is used up."""

    def __init__(self, program: Program, fallen: tuple[int, ...]) -> None:
        self.program = program
        self.fallen = fallen
        self.used = 0
        self.weight = Fraction(1)
        self.seats = range(1, program.players + 1)
        self.faces = [*program.values, 5, 6]
        decks = len(program.values)
        self.places: dict[object, list[int]] = {
            "stock": list(range(decks))[::-1],
            "extra": [decks + 1, decks],
            **{name: [] for name in ("laid", "under", "line", "box")},
            **{("hand", seat): [] for seat in self.seats},
        }
        self.money: dict[object, int] = {"pot": 2, **{("coins", seat): 3 for seat in self.seats}}
        self.values: dict[object, int] = {"n": 0, "m": 0, "rounds": 0}
        self.values |= {("v", seat): 1 for seat in self.seats}
        self.bound: dict[str, int] = {}
        self.values["kept"] = self.number(program.kept)
        self.me = 0
        self.line = 0
        self.steps = 0
        self.asked: list[tuple[int, tuple[str, ...]]] = []

    def end(self) -> object:
        """Play; what it came to."""
        try:
            self.shuffle("stock")
            self.block(self.program.play)
        except _End as end:
            if end.args != ("game",):
                raise
        except _Fault:
            return ("fault", self.line, tuple(self.asked))
        hidden = ("stock", "extra", "under", "line", "box")
        return (
            tuple(self.values[name] for name in ("n", "m", "rounds", "kept")),
            tuple(self.values["v", seat] for seat in self.seats),
            tuple(self.money.values()),
            tuple(self.faces[card] for card in self.places["laid"]),
            tuple(
                tuple(sorted(self.faces[card] for card in self.places["hand", seat]))
                for seat in self.seats
            ),
            tuple(len(self.places[name]) for name in hidden),
            tuple(self.asked),
        )

    # --- chance and cards -------------------------------------------------------------------------

    def roll(self, ways: int) -> int:
        if ways == 1:
            return 0
        if self.used == len(self.fallen):
            raise _Fork(ways)
        self.used += 1
        self.weight /= ways
        return self.fallen[self.used - 1]

    def shuffle(self, place: str) -> None:
        if place == "box":
            return
        left = self.places[place]
        number = self.roll(factorial(len(left)))
        order = []
        for count in range(len(left), 0, -1):
            number, at = divmod(number, count)
            order.append(left.pop(at))
        self.places[place] = order

    def move(self, card: int, place: object, underneath: bool = False) -> None:
        next(cards for cards in self.places.values() if card in cards).remove(card)
        cards = self.places[place]
        cards.insert(0 if place in PILES and not underneath else len(cards), card)
        if place == "box" or isinstance(place, tuple):
            cards.sort(key=lambda card: (self.faces[card], card))

    def place(self, name: str) -> object:
        if name == "your hand":
            return ("hand", self.me)
        return ("hand", self.bound[name[5:-1]]) if name.startswith("hand[") else name

    def cards(self, name: str) -> list[int]:
        return self.places[self.place(name)]

    # --- values -----------------------------------------------------------------------------------

    def fault_unless(self, condition: object) -> None:
        if not condition:
            raise _Fault

    def player(self, expr: Expr) -> int:
        if expr[0] == "player number":
            seat = self.number(expr[1])
            self.fault_unless(seat in self.seats)
            return seat
        name = expr[1]
        if name in ("me", "next(me)"):
            return self.me if name == "me" else self.me % len(self.seats) + 1
        return int(name) if name.isdigit() else self.bound[name]

    def named(self, name: str) -> int:
        if name in ("pot", "coins[1]"):
            return self.money["pot" if name == "pot" else ("coins", 1)]
        return self.bound[name] if name in self.bound else self.values[name]

    def number(self, expr: Expr) -> int:
        """The value of an expression; 0 and 1 for no and yes."""
        match expr:
            case ("number", number):
                return int(number)
            case ("name", name):
                return self.named(name)
            case ("me",):
                return self.me
            case ("of", name, player):
                return self.values[name, self.player(player)]
            case ("size", place):
                return len(self.cards(place))
            case ("count", place, _, least):
                return sum(self.faces[card] > least for card in self.cards(place))
            case ("sum", place, _):
                return sum(self.faces[card] for card in self.cards(place))
            case ("any", place, _, least):
                return any(self.faces[card] > least for card in self.cards(place))
            case ("leader", _):
                return max(self.seats, key=lambda seat: (self.values["v", seat], -seat))
            case ("value", card):
                return self.faces[self.bound[card]]
            case ("top", pile):
                self.fault_unless(self.cards(pile))
                return self.faces[self.cards(pile)[0]]
            case ("empty", place):
                return not self.cards(place)
            case ("not", condition):
                return not self.number(condition)
            case ("if", value, condition, otherwise):
                return self.number(value if self.number(condition) else otherwise)
            case ("and", one, other):
                return self.number(one) and self.number(other)
            case ("or", one, other):
                return self.number(one) or self.number(other)
            case ("implies", one, other):
                return not self.number(one) or self.number(other)
            case (sign, one, other):
                left, right = self.number(one), self.number(other)
                if sign in _COMPARISONS:
                    return _COMPARISONS[sign](left, right)
                self.fault_unless(right != 0 or sign not in ("div", "mod"))
                result = _ARITHMETIC[sign](left, right)
                self.fault_unless(abs(result) <= SAFE)
                return result
        raise AssertionError(expr)

    def set(self, name: object, value: int) -> None:
        self.fault_unless(0 <= value <= (200 if name == "rounds" else TOP))
        self.values[name] = value

    # --- statements -------------------------------------------------------------------------------

    def block(self, block: Sequence[Step]) -> None:
        for step in block:
            self.steps += 1
            if self.steps > 2000:
                raise Endless
            self.line = step.line
            self.step(step)

    def acting(self, seat: int, block: Sequence[Step], *first: Callable[[], None]) -> None:
        before = self.me
        self.me = seat
        try:
            for do in first:
                do()
            self.block(block)
        finally:
            self.me = before

    def may_act(self, seat: int, where: Expr | None) -> bool:
        before = self.me
        self.me = seat
        holds = where is None or bool(self.number(where))
        self.me = before
        return holds

    def round_from(self, seat: int) -> list[int]:
        return [(seat - 1 + more) % len(self.seats) + 1 for more in range(len(self.seats))]

    def count_round(self) -> None:
        self.set("rounds", self.values["rounds"] + 1)

    def loop(self, step: Step, name: str, values: Sequence[int], where: Expr | None) -> None:
        for value in values:
            self.line = step.line
            self.bound[name] = value
            if where is None or self.number(where):
                self.block(step.parts[-1])

    def step(self, step: Step) -> None:
        match (step.word, *step.parts):
            case ("if", arms, otherwise):
                for condition, arm in arms:
                    self.line = arm.line
                    if self.number(condition):
                        return self.block(arm.parts[0])
                self.block(otherwise or ())
            case ("for number", name, first, last, where, _):
                values = range(self.number(first), self.number(last) + 1)
                self.loop(step, name, values, where)
            case ("for player", name, where, _):
                self.loop(step, name, self.seats, where)
            case ("for card", name, place, _):
                self.loop(step, name, self.cards(place).copy(), None)
            case ("repeat", times, block):
                for _ in range(self.number(times)):
                    self.block(block)
            case ("repeat until", end, block):
                while self.values["rounds"] < end:
                    self.count_round()
                    self.block(block)
            case ("each", other, first, where, block):
                seats = self.round_from(self.me if other else self.player(first) if first else 1)
                for seat in seats[other:]:
                    self.line = step.line
                    if self.may_act(seat, where):
                        self.acting(seat, block)
            case ("turns", first, where, end, block):
                self.turns(step, self.player(first), where, end, block)
            case ("acts", player, block):
                self.acting(self.player(player), block)
            case ("together", where, word):
                self.together(where, word)
            case ("do", phase):
                self.do(phase)
            case ("end", phase, condition):
                if self.number(condition):
                    raise _End(phase)
            case (("must" | "may") as word, offers):
                self.choose(word, offers)
            case (word, *parts):
                self.effect(word, parts)
        return None

    def turns(
        self, step: Step, seat: int, where: Expr | None, end: int, block: Sequence[Step]
    ) -> None:
        while self.values["rounds"] < end:
            self.line = step.line
            able = (other for other in self.round_from(seat) if self.may_act(other, where))
            next_one = next(able, None)
            if next_one is None:
                return
            self.acting(next_one, block, self.count_round)
            seat = next_one % len(self.seats) + 1

    def effect(self, word: str, parts: list[Any]) -> None:
        match (word, *parts):
            case ("set", target, sign, expr):
                name = ("v", self.me) if target == "your v" else target
                value = self.number(expr)
                before = self.values[name]
                self.set(name, {"=": value, "+=": before + value, "-=": before - value}[sign])
            case ("let", name, expr):
                self.bound[name] = self.number(expr)
            case ("let random", name, (low, high)):
                self.bound[name] = low + self.roll(high - low + 1)
            case ("random", name, (low, high)):
                self.set(name, low + self.roll(high - low + 1))
            case ("let top", name, pile):
                self.fault_unless(self.cards(pile))
                self.bound[name] = self.cards(pile)[0]
            case ("pay", how, amount, payer, payee):
                self.pay(how, self.number(amount), payer, payee)
            case ("move", card, place, underneath):
                self.move(self.bound[card], self.place(place), underneath)
            case ("move some", up_to, count, source, place, underneath):
                number = self.number(count)
                cards = self.cards(source).copy()
                self.fault_unless(number >= 0 and (up_to or number <= len(cards)))
                for card in cards[:number]:
                    self.move(card, self.place(place), underneath)
            case ("move all", source, place, underneath):
                for card in self.cards(source).copy():
                    self.move(card, self.place(place), underneath)
            case ("move random", source, place):
                cards = self.cards(source)
                self.fault_unless(cards)
                self.move(cards[self.roll(len(cards))], self.place(place))
            case ("gather and shuffle", deck):
                split = len(self.program.values)
                for card in range(split) if deck == "stock" else (split, split + 1):
                    self.move(card, deck)
                self.shuffle(deck)
            case ("shuffle", place):
                self.shuffle(place)
            case ("reveal", _, player):
                if player is not None:
                    self.player(player)
            case _:
                raise AssertionError(word)

    def pay(self, how: str, amount: int, payer: str, payee: str) -> None:
        source, target = (
            ("coins", self.me if name == "your coins" else 1) if "coins" in name else name
            for name in (payer, payee)
        )
        if source != "bank":
            balance = self.money[source]
            self.fault_unless(how or amount <= balance)
            amount = balance if how == "all" else min(amount, balance)
        if source == target:
            return
        if target != "bank":
            self.fault_unless(target == "pot" or self.money[target] + amount <= 8)
            self.money[target] += amount
        if source != "bank":
            self.money[source] -= amount

    def do(self, phase: str) -> None:
        before = self.me
        try:
            if phase == "inner":
                self.set("kept", self.number(self.program.kept))
                self.line = self.program.lines["inner"]
                self.set("kept", self.values["kept"] + 1)
            self.block(self.program.phases[phase])
        except _End as end:
            if end.args != (phase,):
                raise
        finally:
            self.me = before

    # --- choices ----------------------------------------------------------------------------------

    def ask(self, moves: list[str]) -> str:
        self.asked.append((self.me, tuple(sorted(moves))))
        return pick(moves, len(self.asked))

    def together(self, where: Expr | None, word: str) -> None:
        moves = ["secret(1)", "secret(2)", *["skip"] * (word == "may")]
        chosen = {}
        before = self.me
        for seat in self.seats:
            if self.may_act(seat, where):
                self.me = seat
                chosen[seat] = self.ask(moves)
                self.me = before
        for seat, move in chosen.items():
            if move != "skip":
                self.values["v", seat] = int(move[7])

    def legal(self, offer: str) -> list[str]:
        program = self.program
        hand = [(card, self.faces[card]) for card in self.places["hand", self.me]]
        found = []
        if offer == "bid" and self.allowed(program.bid_if, "bid if", "amount"):
            self.line = program.lines["bid up to"]
            for amount in range(1, self.number(program.bid_up_to) + 1):
                self.bound["amount"] = amount
                if self.allowed(program.bid_if, "bid if"):
                    found.append(f"bid({amount})")
        elif offer == "lay" and self.allowed(program.lay_if, "lay if", "mine"):
            for card, face in hand:
                self.bound["mine"] = card
                if self.allowed(program.lay_if, "lay if"):
                    found.append(f"lay({face})")
        elif offer == "two":
            faces = [face for _, face in hand]
            found = [f"two({a}, {b})" for at, a in enumerate(faces) for b in faces[at + 1 :]]
        elif offer == "stop":
            found = [offer]
        return list(dict.fromkeys(found))

    def allowed(self, condition: Expr | None, line: str, without: str = "") -> bool:
        """Whether a condition of an action holds; it is asked before there is ``without`` unless it needs it."""
        if condition is None or (without and _mentions(condition, without)):
            return True
        self.line = self.program.lines[line]
        return bool(self.number(condition))

    def choose(self, word: str, offers: Sequence[str]) -> None:
        moves = [move for offer in offers for move in self.legal(offer)]
        moves = moves or ["pass"] if word == "must" else [*moves, "skip"]
        name, _, rest = self.ask(moves).partition("(")
        numbers = [int(part) for part in rest.rstrip(")").split(",") if part]
        if name == "stop":
            raise _End("inner")
        if name in ("pass", "bid"):
            self.line = self.program.lines[name]
            target, more = ("m", 1) if name == "pass" else ("n", numbers[0])
            self.set(target, self.values[target] + more)
        for face in reversed(numbers if name in ("lay", "two") else []):
            card = next(c for c in self.places["hand", self.me] if self.faces[c] == face)
            self.move(card, "laid" if name == "lay" else "under")


def _mentions(expr: Expr, name: str) -> bool:
    return any(_mentions(part, name) if isinstance(part, tuple) else part == name for part in expr)
