"""Where cards can get to: which kinds, from which decks, and whether they may be undecided.

Lowering is done twice. The first time it only notes every way that a card can take from one
family of zones to another (`Flow`); closing that over gives the `Facts` that the second
time goes by: what attributes a card of a zone surely has, how many cards a zone must
have room for, and where a face may still have to be drawn.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import define, field, frozen

from ruledsl.machine.model import Machine
from ruledsl.source import Span


@frozen
class Facts:
    """What is known of each family of zones, by name; nothing at all before the first lowering.

    ``contents`` holds the pairs of deck and kind (by number) whose cards may lie there.
    """

    contents: Mapping[str, frozenset[tuple[int, int]]] | None = None
    undecided: frozenset[str] = frozenset()
    open: frozenset[str] = frozenset()
    """The families whose cards all came there openly: everybody knows them, whoever sees them now."""

    @property
    def known(self) -> bool:
        """Whether these are facts, or only the lack of them."""
        return self.contents is not None

    def kinds(self, family: str, kinds: int) -> frozenset[int]:
        """The kinds of card that may lie in a family (all of them while nothing is known)."""
        if self.contents is None:
            return frozenset(range(kinds))
        return frozenset(kind for _, kind in self.contents.get(family, frozenset()))

    def hidden(self, family: str) -> bool:
        """Whether a card there may be undecided."""
        return family in self.undecided

    def decks(self, family: str) -> frozenset[tuple[int, int]]:
        """The pairs of deck and kind whose cards may lie in a family."""
        return (self.contents or {}).get(family, frozenset())


@define
class Flow:
    """The ways of cards between families (by name), with the kinds that take them."""

    ways: set[tuple[str, str, frozenset[int]]] = field(factory=set)
    shuffled: set[str] = field(factory=set)
    dealt: dict[str, Span] = field(factory=dict)
    """Decks from whose top cards are taken, with the first place that does."""
    gathered: set[str] = field(factory=set)
    """Decks whose cards are gathered: undecided ones return with the others."""

    def joined(self, other: Flow) -> Flow:
        """What both know together."""
        return Flow(
            self.ways | other.ways,
            self.shuffled | other.shuffled,
            {**other.dealt, **self.dealt},
            self.gathered | other.gathered,
        )

    def close(
        self,
        starts: Mapping[str, frozenset[tuple[int, int]]],
        unseen: frozenset[str],
        seen: frozenset[str] = frozenset(),
    ) -> Facts:
        """The facts, from what lies where at the start and which families nobody or everybody sees."""
        contents = {name: set(pairs) for name, pairs in starts.items()}
        undecided = self.shuffled | (self.gathered if self.shuffled else set())
        ways = sorted(self.ways, key=lambda w: (w[0], w[1], sorted(w[2])))
        changed = True
        while changed:
            changed = False
            for source, target, kinds in ways:
                moved = {pair for pair in contents.get(source, ()) if pair[1] in kinds}
                there = contents.setdefault(target, set())
                if not moved <= there:
                    there |= moved
                    changed = True
                if source in undecided and target in unseen and target not in undecided:
                    undecided.add(target)
                    changed = True
        open_ = self._open(contents, frozenset(starts), seen)
        return Facts({k: frozenset(v) for k, v in contents.items()}, frozenset(undecided), open_)

    def _open(
        self, contents: Mapping[str, object], piles: frozenset[str], seen: frozenset[str]
    ) -> frozenset[str]:
        """Where cards come from open places only: not the piles of decks, and nothing shuffled."""
        open_ = {name for name in contents if name not in piles | self.shuffled} | seen
        changed = True
        while changed:
            doubtful = {t for s, t, _ in self.ways if t in open_ and s not in open_} - seen
            changed = bool(doubtful)
            open_ -= doubtful
        return frozenset(open_)


def contents_of(flow: Flow, machine: Machine) -> Mapping[str, frozenset[tuple[int, int]]]:
    """For each family of places in a machine the pairs of deck and kind of card that may lie there."""
    starts = {
        family.name: frozenset(
            (number, machine.looks[machine.cards[card]].kind)
            for number, deck in enumerate(machine.decks)
            if family.first <= deck.zone < family.first + family.size
            for card in deck.cards
        )
        for family in machine.families
    }
    return flow.close(starts, frozenset()).contents or {}
