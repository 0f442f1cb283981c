"""Where the values of registers are from, and where a card lies by how it was found.

`for each card c in your hand` gives the name `c` to cards of hands, and to no others.
"""

from __future__ import annotations

from attrs import define, field

from ruledsl.machine.model import NONE, Assign, Collect, Expr, Machine, Next, Roll, Set


@define
class Origins:
    """For each register of one machine the lists that its values are taken from, and what it is set to."""

    machine: Machine
    _domains: dict[int, list[Expr]] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        for action in self.machine.actions:
            for param in action.params:
                self._domains.setdefault(param.cell, []).append(param.domain)
            for guard in action.guards:
                if guard.cell >= 0:
                    self._domains.setdefault(guard.cell, []).append(guard.value)
        lists: dict[int, list[Expr]] = {}
        for state in self.machine.states:
            match state:
                case Set(cell=cell, value=value):
                    self._domains.setdefault(cell, []).append(value)
                case Collect(base=base, source=source):
                    lists.setdefault(base, []).append(source)
                case Roll(variable=-1, target=target, domain=domain):
                    self._domains.setdefault(target.base, []).append(domain)
        for state in self.machine.states:
            if isinstance(state, Next):
                self._domains.setdefault(state.target, []).extend(lists.get(state.base, ()))
                self._domains.setdefault(state.position, []).extend(lists.get(state.base, ()))

    def of_cell(self, cell: int) -> tuple[Expr, ...]:
        """What a register is set to, and the lists that its values are taken from."""
        return tuple(self._domains.get(cell, ()))

    def family(self, zone: Expr) -> int:
        """The family of places that a zone belongs to."""
        if zone.op in ("zone", "zone_at"):
            return self.machine.zones[zone.nums[0]].family
        return -1

    def of_card(self, card: Expr) -> frozenset[int]:
        """The families of places that a card may lie in, by how it was found."""
        return self._where(card, set())

    def _where(self, expr: Expr, seen: set[int]) -> frozenset[int]:
        match expr.op:
            case "zone" | "zone_at":
                return frozenset((self.family(expr),))
            case "family_cards":
                return frozenset((expr.nums[0],))
            case "cell":
                cell = expr.nums[0]
                if cell in seen:
                    return frozenset()
                seen.add(cell)
                found = [self._where(domain, seen) for domain in self.of_cell(cell)]
                return frozenset().union(*found) if found else self._anywhere()
            case "call":
                return self._where(self.machine.defines[expr.nums[0]].body, seen)
            case "first" | "last" | "at" | "cards" | "some":
                return self._where(expr.args[0], seen)
            case "the" | "highest" | "lowest":
                lists = [expr.args[0], *expr.args[{"the": 2}.get(expr.op, 3) :]]
                return frozenset().union(*(self._where(x, seen) for x in lists))
            case "if":
                return self._where(expr.args[1], seen) | self._where(expr.args[2], seen)
            case "join" | "list":
                return frozenset().union(*(self._where(x, seen) for x in expr.args))
            case "const" if expr.nums[0] == NONE:
                return frozenset()
        return self._anywhere()

    def _anywhere(self) -> frozenset[int]:
        return frozenset(range(len(self.machine.families)))


def begins(machine: Machine, state: Assign) -> bool:
    """Whether a step gives a variable what it begins with."""
    declared = machine.variables[state.variable].span
    return (state.span.file, state.span.line) == (declared.file, declared.line)
