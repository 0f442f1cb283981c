"""Whether every game comes to an end, shown by what is used up or counted.

Each circle that play can go round must do something that cannot be done for ever: cards leave a
place to which none come back, a number rises to a limit that is asked about, players drop out. Steps
that surely do so can be met only so often, as long as nothing in the circle undoes them; without those steps
the circle falls apart into smaller ones, which are looked at in the same way. What the circles
are bounded by is thus a lexicographic measure, found greedily (Alias, Darte, Feautrier and Gonnord, 2010).

A game up to a score may go on as long as nobody scores. Where points are counted and cards are shuffled, or
dice thrown, in between, it is left with certainty, and that is enough.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from attrs import define, field, frozen

from ruledsl.machine.model import Decide, Next, PlayPending, Roll, Shuffle
from ruledsl.validate.effects import Effect, Effects, Quantity
from ruledsl.validate.graph import ITSELF, ROUND, Graph, components

_STARTS = 500
"""In a larger group of steps a short way round is looked for from so many of them at the most."""

_STEPS = 200_000
"""Steps that are looked at to find a short way round, as long as there are several starts to choose from."""


@frozen
class Circle:
    """A way round that nothing bounds: the nodes of a short one, in order.

    ``fault`` is what grows (1) or shrinks (-1) on the way without anything asking about it: play stops
    with a fault in the end.
    """

    nodes: tuple[int, ...]
    fault: tuple[Quantity, int] | None
    has_decision: bool
    has_chance: bool


def circles(graph: Graph, effects: Effects) -> tuple[Circle, ...]:
    """The ways round that nothing bounds, one for each group of steps that lead to each other."""
    if not graph.is_whole:
        return ()
    search = Search(graph, effects)
    search.look(set(range(len(graph.nodes))))
    return tuple(search.found)


@define
class Search:
    """What can be said of groups of nodes that lead to each other."""

    graph: Graph
    effects: Effects
    found: list[Circle] = field(factory=list)
    _of_state: dict[int, tuple[Effect, ...]] = field(factory=dict)

    def look(self, inside: set[int]) -> None:
        """Find the ways round, among these nodes, that nothing bounds."""
        waiting = [(group, False) for group in components(self.graph.after, inside)]
        while waiting:
            group, counted = waiting.pop()
            bounded = self._bounded(group, asked=True)
            if bounded is not None:
                counted = counted or any(
                    effect.quantity[0] in ("variable", "account") and effect.surely
                    for node in bounded
                    for effect in self.effects_of(node)
                )
                left = components(self.graph.after, set(group) - bounded)
                waiting += [(smaller, counted) for smaller in left]
            elif not (
                (counted or self._may_score(group) or self._is_rolled(group))
                and self._hangs_on_chance(group)
            ):
                self.found.append(self._circle(group))

    def _may_score(self, group: list[int]) -> bool:
        """Whether a variable that is asked about never goes back in a group, and may go on."""
        signs, questions = self.signs(group), self.asked(group)
        return any(
            effect.perhaps
            and signs[effect.quantity] == {effect.sign}
            and (effect.quantity, effect.sign) in questions
            for node in group
            for effect in self.effects_of(node)
        )

    def _is_rolled(self, group: list[int]) -> bool:
        """Whether what chance brings is asked about where a group is left."""
        rolled = {
            ("variable", state.variable)
            for state in map(self.graph.state, group)
            if isinstance(state, Roll) and state.variable >= 0
        }
        return any(not rolled.isdisjoint(asked) for asked in self._ways_out(group))

    def _ways_out(self, group: list[int]) -> Iterator[frozenset[Quantity]]:
        """What is asked at the steps that lead out of a group."""
        inside = set(group)
        for node in group:
            if self.graph.nodes[node].choice == ITSELF and not inside.issuperset(
                self.graph.after[node]
            ):
                yield self.effects.asked(self.graph.state(node))

    def _hangs_on_chance(self, group: list[int]) -> bool:
        """Whether all ways round meet chance, or are bounded: chance brings what is counted to its end."""
        left = {n for n in group if not isinstance(self.graph.state(n), Roll | Shuffle)}
        waiting = components(self.graph.after, left)
        while waiting:
            some = waiting.pop()
            bounded = self._bounded(some, asked=True)
            if bounded is None:
                return False
            waiting += components(self.graph.after, set(some) - bounded)
        return True

    def effects_of(self, node: int) -> tuple[Effect, ...]:
        """What happens to quantities at a node."""
        at = self.graph.nodes[node]
        state = self.graph.state(node)
        if at.choice == ROUND:
            assert isinstance(state, Next)
            return (Effect(("register", state.position), 1, True),)
        if at.choice != ITSELF:
            return ()
        if at.state not in self._of_state:
            self._of_state[at.state] = tuple(self.effects.of(state))
        return self._of_state[at.state]

    def asked(self, group: list[int]) -> frozenset[tuple[Quantity, int]]:
        """What decides, somewhere in a group, where play goes on; and which way it must go for that.

        What lies in an account decides what can be afforded: the less there is the less can be done.
        """
        asked: set[tuple[Quantity, int]] = set()
        for node in group:
            offer = self.graph.offer(node)
            if offer is not None:
                for quantity in self.effects.asked_by_action(offer.action):
                    asked.add((quantity, -1))
                    if quantity[0] != "account":
                        asked.add((quantity, 1))
            elif self.graph.nodes[node].choice == ITSELF:
                for quantity in self.effects.asked(self.graph.state(node)):
                    asked |= {(quantity, -1), (quantity, 1)}
        return frozenset(asked)

    def signs(self, group: list[int]) -> dict[Quantity, set[int]]:
        """Which way each quantity goes in a group."""
        signs: dict[Quantity, set[int]] = {}
        for node in group:
            for effect in self.effects_of(node):
                signs.setdefault(effect.quantity, set()).add(effect.sign)
        return signs

    def _bounded(self, group: list[int], *, asked: bool) -> set[int] | None:
        """The nodes of a group that can be met only so often; None if there are none.

        With ``asked`` only what is asked about counts; otherwise also what runs out unasked.
        """
        signs = self.signs(group)
        settled: dict[Quantity, set[int | None]] = {}
        for node in group:
            for effect in self.effects_of(node):
                settled.setdefault(effect.quantity, set()).add(effect.settles)
        steady = {q: next(iter(s)) for q, s in signs.items() if len(s) == 1 and 0 not in s}
        dropping = {q for q, s in settled.items() if len(s) == 1 and None not in s}
        turning = self._turning(group) if asked else frozenset()
        questions = self.asked(group)
        found: set[int] = set()
        for node in group:
            effects = self.effects_of(node)
            for effect in effects:
                quantity = effect.quantity
                if effect.surely and steady.get(quantity) == effect.sign:
                    if not asked or self._is_asked(effect, effects, questions):
                        found.add(node)
                elif quantity in turning or (
                    asked and quantity in dropping and self._is_settled(node, quantity, group)
                ):
                    found.add(node)
        return found or None

    def _turning(self, group: list[int]) -> frozenset[Quantity]:
        """The variables that go round through all their values, till one of them is where the group is left."""
        effects = [effect for node in group for effect in self.effects_of(node)]
        turning = {e.quantity for e in effects if e.round} - {
            e.quantity for e in effects if not e.round
        }
        return (
            frozenset(turning & frozenset().union(*self._ways_out(group)))
            if turning
            else frozenset()
        )

    def _is_settled(self, node: int, quantity: Quantity, group: list[int]) -> bool:
        """Whether a variable that is set for good is asked about: in the action that sets it, or on the way."""
        frames = self.graph.nodes[node].frames
        routine = frames[-1][0] if frames else -1
        for number, action in enumerate(self.effects.machine.actions):
            if action.routine == routine and quantity in self.effects.asked_by_action(number):
                return True
        return any(
            quantity in self.effects.asked(self.graph.state(other))
            for other in group
            if self.graph.nodes[other].choice == ITSELF
        )

    def _is_asked(
        self,
        effect: Effect,
        effects: tuple[Effect, ...],
        questions: frozenset[tuple[Quantity, int]],
    ) -> bool:
        if (effect.quantity, effect.sign or 1) in questions:
            return True
        if effect.quantity[0] != "family":
            return False
        return any((e.quantity, -1) in questions and e.sign < 0 for e in effects)

    # --- what is told -----------------------------------------------------------------------

    def _circle(self, group: list[int]) -> Circle:
        nodes = self._shortest(group)
        state = self.graph.state
        return Circle(
            nodes,
            self._fault(group),
            any(isinstance(state(n), Decide | PlayPending) for n in nodes),
            any(isinstance(state(n), Roll | Shuffle) for n in group),
        )

    def _fault(self, group: list[int]) -> tuple[Quantity, int] | None:
        """What runs out unasked on every way round a group, if there is such a thing."""
        left = [group]
        first: tuple[Quantity, int] | None = None
        while left:
            some = left.pop()
            bounded = self._bounded(some, asked=False)
            if bounded is None:
                return None
            if first is None:
                first = self._unasked(some, bounded)
            left += components(self.graph.after, set(some) - bounded)
        return first

    def _unasked(self, group: list[int], bounded: set[int]) -> tuple[Quantity, int] | None:
        questions = self.asked(group)
        for node in sorted(bounded):
            effects = self.effects_of(node)
            for effect in effects:
                if effect.surely and not self._is_asked(effect, effects, questions):
                    return effect.quantity, effect.sign
        return None

    def _shortest(self, group: list[int]) -> tuple[int, ...]:
        """A short way round that nothing bounds by itself, with the fewest choices."""
        inside = set(group)
        starts = group[: min(_STARTS, max(_STEPS // len(group), 8))]
        ways = [way for start in starts for way in self._round(start, inside)]
        ways.sort(key=lambda way: (self._choices(way), len(way)))
        asked = [way for way in ways if any(isinstance(self.graph.state(n), Decide) for n in way)]
        for way in (*asked, *ways):
            if self._bounded([*way], asked=True) is None:
                return way if way in asked else self._by_way_of(way, group)
        return ways[0]

    def _by_way_of(self, way: tuple[int, ...], group: list[int]) -> tuple[int, ...]:
        """The same way round, with a detour to where players choose, if there is one in the group."""
        if len(group) > _STARTS:
            return way
        head, inside = way[0], set(group)
        there = self._paths(head, inside)
        chosen = [n for n in group if self.graph.nodes[n].choice not in (ITSELF, ROUND)]
        walks = [
            (*there[n], *self._paths(n, inside).get(head, ())[1:]) for n in chosen if n in there
        ]
        unbounded = [w for w in walks if self._bounded(sorted(set(w)), asked=True) is None]
        return min(unbounded, key=lambda w: (self._choices(w), len(w)), default=way)

    def _paths(self, start: int, inside: set[int]) -> dict[int, tuple[int, ...]]:
        """The shortest path from a node to each that it leads to, among these."""
        paths: dict[int, tuple[int, ...]] = {start: (start,)}
        waiting = deque([start])
        while waiting:
            node = waiting.popleft()
            for after in self.graph.after[node]:
                if after in inside and after not in paths:
                    paths[after] = (*paths[node], after)
                    waiting.append(after)
        return paths

    def _choices(self, way: tuple[int, ...]) -> int:
        return sum(self.graph.nodes[n].choice >= 0 for n in way)

    def way(self, start: int, inside: set[int]) -> tuple[int, ...]:
        """The shortest way round from a node back to it, among these; nothing if there is none."""
        return next(self._round(start, inside), ())

    def _round(self, start: int, inside: set[int]) -> Iterator[tuple[int, ...]]:
        before: dict[int, int] = {}
        waiting = deque([start])
        while waiting:
            node = waiting.popleft()
            for there in self.graph.after[node]:
                if there == start:
                    way = [node]
                    while way[-1] != start:
                        way.append(before[way[-1]])
                    yield tuple(reversed(way))
                    return
                if there in inside and there not in before:
                    before[there] = node
                    waiting.append(there)


def told(graph: Graph, circle: Circle) -> tuple[str, ...]:
    """The actions on a way round, in order, each once."""
    offers = [graph.offer(node) for node in circle.nodes]
    names = [graph.machine.actions[offer.action].name for offer in offers if offer is not None]
    return tuple(dict.fromkeys(names))
