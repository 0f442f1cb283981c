"""A little kit for building machines by hand, so that the engine is tested apart from the language."""

from __future__ import annotations

from collections.abc import Sequence

from ruledsl.machine import model as m
from ruledsl.machine.model import NONE, Expr, ValueType
from ruledsl.source import NOWHERE, Span

NUMBER = ValueType("number")
BOOL = ValueType("bool")
PLAYER = ValueType("player")
CARD = ValueType("card")


def e(op: str, *parts: int | Expr) -> Expr:
    """An expression: numbers first, then operands."""
    nums = tuple(p for p in parts if isinstance(p, int))
    return Expr(op, nums, tuple(p for p in parts if isinstance(p, Expr)))


def k(value: int) -> Expr:
    return Expr("const", (value,))


def cell(number: int) -> Expr:
    return Expr("cell", (number,))


ME = cell(m.ME)


class Build:
    """Collects the parts of a machine; `machine` lays them out."""

    def __init__(self, players: int = 2, rules: str = "") -> None:
        self.players = players
        self.rules = tuple(rules.split("\n"))
        self.next_cell = m.COUNTERS
        self.sorts: dict[int, str] = {}
        self.enumerations: list[m.Enumeration] = []
        self.attributes: list[tuple[str, ValueType]] = []
        self.kinds: list[m.KindInfo] = []
        self.looks: list[m.Look] = []
        self.cards: list[int] = []
        self.decks: list[m.DeckInfo] = []
        self.families: list[m.ZoneFamily] = []
        self.zones: list[tuple[int, str, tuple[int, ...]]] = []
        self.accounts: list[m.Account] = []
        self.variables: list[m.Variable] = []
        self.tables: list[tuple[int, ...]] = []
        self.lists: list[tuple[tuple[int, ...], ...]] = []
        self.defines: list[m.Define] = []
        self.actions: list[m.Action] = []
        self.routines: list[m.Routine] = []
        self.states: list[m.AnyState] = []
        self.matches: list[m.MatchInfo] = []
        self.uses_starter = False
        self.win = "highest"
        self.ties = "shared"
        self.scratch: list[int] = []
        self._scratch_sorts: list[str] = []

    # --- cards ------------------------------------------------------------------------------

    def enumeration(self, name: str, *members: str) -> ValueType:
        self.enumerations.append(m.Enumeration(name, members))
        return ValueType("member", len(self.enumerations) - 1)

    def kind(self, name: str, *attributes: tuple[str, ValueType]) -> int:
        known = [a for a, _ in self.attributes]
        for attribute in attributes:
            if attribute[0] not in known:
                self.attributes.append(attribute)
                known.append(attribute[0])
        self.kinds.append(m.KindInfo(name, tuple(known.index(a) for a, _ in attributes)))
        return len(self.kinds) - 1

    def look(self, kind: int, text: str, *values: int) -> int:
        look = m.Look(kind, values, text)
        if look not in self.looks:
            self.looks.append(look)
        return self.looks.index(look)

    def deck(self, name: str, looks: Sequence[int], seen_by: str = "nobody") -> int:
        """A deck, its cards from bottom to top; the number of its pile."""
        zone = self.zone(name, "pile", seen_by=seen_by)
        first = len(self.cards)
        self.cards += looks
        self.decks.append(m.DeckInfo(name, zone, tuple(range(first, len(self.cards)))))
        return zone

    def zone(
        self, name: str, place: str, size: int = 1, seen_by: str = "all", owned: bool = False
    ) -> int:
        """A family of places; the number of the first."""
        first = len(self.zones)
        family = len(self.families)
        index = PLAYER if owned else NUMBER if size > 1 else None
        if owned:
            size = self.players
        self.families.append(m.ZoneFamily(name, place, first, size, index, seen_by, NOWHERE))
        for i in range(1, size + 1):
            label = f"{name}[{i}]" if index else name
            self.zones.append((family, label, (i,) if owned else ()))
        return first

    # --- cells ------------------------------------------------------------------------------

    def register(self, sort: str = "number") -> int:
        self.next_cell += 1
        self.sorts[self.next_cell - 1] = sort
        return self.next_cell - 1

    def block(self, count: int, sort: str = "number") -> int:
        first = self.register(sort)
        for _ in range(count - 1):
            self.register(sort)
        return first

    def temporary(self, sort: str = "number") -> int:
        """A scratch cell, numbered from -1 down until the layout is known."""
        self._scratch_sorts.append(sort)
        return 100_000 + len(self._scratch_sorts) - 1

    def variable(
        self,
        name: str,
        low: int,
        high: int,
        type_: ValueType = NUMBER,
        or_none: bool = False,
        owned: bool = False,
        seen_by: str = "all",
    ) -> int:
        """A variable; its first cell."""
        size = self.players if owned else 1
        base = self.block(size)
        owners = tuple((i,) if owned else () for i in range(1, size + 1))
        self.variables.append(
            m.Variable(
                name, base, size, PLAYER if owned else None, type_, low, high, or_none, seen_by,
                owners, NOWHERE,
            )
        )  # fmt: skip
        return base

    def account(
        self,
        name: str,
        limit: int = 1000,
        unlimited: bool = False,
        owned: bool = False,
        seen_by: str = "all",
    ) -> tuple[int, int]:
        """An account: its number and its first cell."""
        size = self.players if owned else 1
        base = self.block(size)
        owners = tuple((i,) if owned else () for i in range(1, size + 1))
        self.accounts.append(
            m.Account(
                name, base, size, PLAYER if owned else None, unlimited, limit, seen_by, owners,
                NOWHERE,
            )
        )  # fmt: skip
        return len(self.accounts) - 1, base

    # --- flow -------------------------------------------------------------------------------

    def span(self, line: int) -> Span:
        """The whole of a line of the rules."""
        text = self.rules[line - 1]
        start = len(text) - len(text.lstrip()) + 1
        return Span("test.rules", line, start, line, len(text) + 1)

    def place(self, text: str) -> Span:
        """The first place in the rules where that text stands."""
        for number, line in enumerate(self.rules, 1):
            if text in line:
                column = line.index(text) + 1
                return Span("test.rules", number, column, number, column + len(text))
        raise AssertionError(text)

    def here(self) -> int:
        """The number of the next state."""
        return len(self.states)

    def state(self, state: m.AnyState) -> int:
        self.states.append(state)
        return len(self.states) - 1

    def chain(self, *states: m.AnyState) -> int:
        """States one after the other; each that says ``next=-1`` goes to the one behind it."""
        from attrs import evolve

        first = self.here()
        for state in states:
            if getattr(state, "next", None) == -1:
                state = evolve(state, next=self.here() + 1)
            self.states.append(state)
        return first

    def routine(self, name: str) -> int:
        """A routine whose entry is the next state."""
        back, me = self.register(), self.register()
        self.routines.append(m.Routine(name, self.here(), back, me, "", NOWHERE))
        return len(self.routines) - 1

    def param(
        self,
        name: str,
        domain: Expr,
        text: str = "",
        type_: ValueType = NUMBER,
        group: int = -1,
        secretly: bool = False,
        register: int | None = None,
    ) -> m.Param:
        is_card = type_ == CARD
        own = register if register is not None else self.register("card" if is_card else "number")
        return m.Param(name, own, type_, domain, group, secretly, text, NOWHERE)

    def action(
        self,
        name: str,
        params: Sequence[m.Param] = (),
        guards: Sequence[m.Guard] = (),
        effects: Sequence[m.AnyState] = (),
    ) -> int:
        """An action with straight effects (each with ``next=-1``)."""
        routine = self.routine(name)
        self.chain(*effects, m.Return(routine))
        registers = tuple(p.cell for p in params) + tuple(g.cell for g in guards if g.cell >= 0)
        self.actions.append(
            m.Action(name, "", tuple(params), tuple(guards), routine, registers, NOWHERE)
        )
        return len(self.actions) - 1

    def require(self, value: Expr, reason: str = "", span: Span = NOWHERE) -> m.Guard:
        return m.Guard(-1, value, reason, span)

    def machine(self, start: int = 0) -> m.Machine:
        def claim(count: int) -> int:
            first = self.next_cell
            self.next_cell += count
            return first

        count = len(self.cards)
        zones = [
            m.ZoneInfo(family, label, claim(count + 1), count, owners)
            for family, label, owners in self.zones
        ]
        faces, pools = claim(count), claim(count)
        scores, totals = claim(2 * self.players), claim(self.players)
        scratch = self.next_cell
        sorts = [self.sorts.get(cell, "number") for cell in range(scratch)]
        layout = m.Layout(
            scratch,
            scratch + len(self._scratch_sorts),
            faces,
            pools,
            scores,
            totals,
            tuple(sorts + self._scratch_sorts),
        )
        attributes = tuple(
            m.AttributeInfo(
                name,
                type_,
                tuple(
                    dict(zip(self.kinds[look.kind].attributes, look.values, strict=True)).get(
                        number, m.MISSING
                    )
                    for look in self.looks
                ),
            )
            for number, (name, type_) in enumerate(self.attributes)
        )
        machine = m.Machine(
            name="test",
            title="Test",
            doc="",
            language=1,
            rules_hash="0" * 64,
            players=self.players,
            options=(),
            teams=(),
            enumerations=tuple(self.enumerations),
            attributes=attributes,
            kinds=tuple(self.kinds),
            looks=tuple(self.looks),
            cards=tuple(self.cards),
            decks=tuple(self.decks),
            families=tuple(self.families),
            zones=tuple(zones),
            accounts=tuple(self.accounts),
            variables=tuple(self.variables),
            layout=layout,
            tables=tuple(self.tables),
            lists=tuple(self.lists),
            defines=tuple(self.defines),
            actions=tuple(self.actions),
            routines=tuple(self.routines),
            states=tuple(self.states),
            start=start,
            win=self.win,
            ties=self.ties,
            uses_starter=self.uses_starter,
            matches=tuple(self.matches),
            texts=(m.RuleText("test.rules", self.rules),),
        )
        return _placed(machine, scratch)


def _placed(machine: m.Machine, scratch: int) -> m.Machine:
    """Put scratch cells where they lie: numbers from 100000 on count from ``scratch``."""
    import attrs

    def number(value: object) -> object:
        if isinstance(value, bool):
            return value
        if isinstance(value, int):
            return value - 100_000 + scratch if 100_000 <= value < 100_100 else value
        if isinstance(value, tuple):
            return tuple(number(part) for part in value)
        if attrs.has(type(value)) and not isinstance(value, Span):
            changes = {
                f.name: number(getattr(value, f.name)) for f in attrs.fields(type(value)) if f.init
            }
            return attrs.evolve(value, **changes)
        return value

    placed = number(machine)
    assert isinstance(placed, m.Machine)
    return placed


__all__ = ["BOOL", "CARD", "ME", "NONE", "NUMBER", "PLAYER", "Build", "cell", "e", "k"]
