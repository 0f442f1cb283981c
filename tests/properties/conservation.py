"""What no move may change: the cards, and the money of all who have it and who give it.

Everything is read off a machine's layout, so it holds for every ruleset.
"""

from __future__ import annotations

from collections.abc import Sequence

from ruledsl.engine.happenings import Happening, Paid
from ruledsl.machine.model import NONE, Machine


class Conservation:
    """Looks after one game: it is told every happening and examines the cells between moves."""

    def __init__(self, machine: Machine) -> None:
        layout = machine.layout
        self._zones = [(zone.label, zone.base, zone.capacity) for zone in machine.zones]
        self._cards = list(range(len(machine.cards)))
        self._looks = sorted(machine.cards)
        self._faces = layout.faces
        finite = [account for account in machine.accounts if not account.unlimited]
        self._unlimited = [account.unlimited for account in machine.accounts]
        self._balances = [
            (account.name, account.base, account.base + account.size, account.limit)
            for account in finite
        ]
        self._empty = [
            (account.name, account.base, account.base + account.size)
            for account in machine.accounts
            if account.unlimited
        ]
        self._variables = [
            (v.name, v.base, v.base + v.size, v.low, v.high, v.or_none) for v in machine.variables
        ]
        self._given = 0
        self._total: int | None = None

    def hear(self, happening: Happening) -> None:
        """Note what unlimited accounts give and take."""
        if isinstance(happening, Paid):
            self._given += happening.amount * (
                self._unlimited[happening.source] - self._unlimited[happening.target]
            )

    def examine(self, cells: Sequence[int]) -> str | None:
        """What is wrong with the state (None: nothing). The first call settles how much money there is."""
        return self._cards_wrong(cells) or self._money_wrong(cells) or self._values_wrong(cells)

    def _cards_wrong(self, cells: Sequence[int]) -> str | None:
        lying: list[int] = []
        for label, base, capacity in self._zones:
            count = cells[base]
            if not 0 <= count <= capacity:
                return f"zone `{label}` says that it holds {count} cards of {capacity}"
            lying += cells[base + 1 : base + 1 + count]
            if any(cells[base + 1 + count : base + 1 + capacity]):
                return f"zone `{label}` has something behind its last card"
        lying.sort()
        if lying != self._cards:
            return f"the cards in all zones are {lying}"
        looks = sorted(cells[self._faces : self._faces + len(self._cards)])
        return None if looks == self._looks else f"the faces of all cards are {looks}"

    def _money_wrong(self, cells: Sequence[int]) -> str | None:
        total = -self._given
        for name, base, end, limit in self._balances:
            balances = cells[base:end]
            if min(balances) < 0 or max(balances) > limit:
                return f"account `{name}` holds {balances}, within 0..{limit}"
            total += sum(balances)
        for name, base, end in self._empty:
            if any(cells[base:end]):
                return f"unlimited account `{name}` holds {cells[base:end]}"
        if self._total is None:
            self._total = total
        return None if total == self._total else f"there was {self._total} of money, now {total}"

    def _values_wrong(self, cells: Sequence[int]) -> str | None:
        for name, base, end, low, high, or_none in self._variables:
            for value in cells[base:end]:
                if not low <= value <= high and not (or_none and value == NONE):
                    return f"variable `{name}` holds {value}, within {low}..{high}"
        return None
