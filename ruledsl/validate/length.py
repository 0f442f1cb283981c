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
from collections.abc import Iterator, Set

from attrs import define, field, frozen

from ruledsl.machine.model import Branch, Decide, Next, PlayPending, Roll, Shuffle
from ruledsl.validate.effects import Effect, Effects
from ruledsl.validate.graph import ITSELF, ROUND, Graph, components
from ruledsl.validate.questions import Quantity
from ruledsl.validate.standing import Stand, Standing, stand_of

_STARTS = 500
"""In a larger group of steps a short way round is looked for from so many of them at the most."""

_STEPS = 200_000
"""Steps that are looked at to find a short way round, as long as there are several starts to choose from."""


_WALKS = 40
"""Where all short ways round are bounded, so many of them are looked at for what undoes that."""

_DETOURS = 6
"""So many detours are tried, one after another, and each time the nearest so many."""


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

    @property
    def is_of_cards(self) -> bool:
        """Whether it is a place that becomes empty which stops play."""
        return self.fault is not None and self.fault[0][0] == "family"


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
        waiting = [(group, set[int]()) for group in components(self.graph.after, inside)]
        while waiting:
            group, counted = waiting.pop()
            bounded = self._bounded(group, asked=True)
            if bounded is not None:
                if any(
                    effect.quantity[0] in ("variable", "account") and effect.surely
                    for node in bounded
                    for effect in self.effects_of(node)
                ):
                    counted = counted | set(group)
                left = components(self.graph.after, set(group) - bounded)
                waiting += [(smaller, counted) for smaller in left]
            elif not self._is_left_by_chance(group, counted=counted):
                circle = self._circle(group)
                if not (circle.is_of_cards and self._hangs_on_cards(group)):
                    self.found.append(circle)

    # --- what chance brings -----------------------------------------------------------------

    def _is_left_by_chance(self, group: list[int], *, counted: set[int]) -> bool:
        """Whether all ways round meet chance, and something that hangs on it: it brings what is counted to its end."""
        chance = {n for n in group if isinstance(self.graph.state(n), Roll | Shuffle)}
        if not chance or not self._is_bounded_without(group, chance):
            return False
        doors = {*self._scoring(group), *self._doors(group, counted=counted)}
        return bool(doors) and self._is_bounded_without(group, doors)

    def _is_bounded_without(self, group: list[int], nodes: set[int]) -> bool:
        """Whether all ways round meet one of these, or are bounded."""
        waiting = components(self.graph.after, set(group) - nodes)
        while waiting:
            some = waiting.pop()
            bounded = self._bounded(some, asked=True)
            if bounded is None:
                return False
            waiting += components(self.graph.after, set(some) - bounded)
        return True

    def _scoring(self, group: list[int]) -> Iterator[int]:
        """Where a variable that is asked about, and never goes back in a group, may go on."""
        signs, questions = self.signs(group), self.asked(group)
        for node in group:
            if any(
                effect.perhaps
                and signs[effect.quantity] == {effect.sign}
                and (effect.quantity, effect.sign) in questions
                for effect in self.effects_of(node)
            ):
                yield node

    def _doors(self, group: list[int], *, counted: set[int]) -> Iterator[int]:
        """Where a group is left if chance brings it about: what is rolled, or printed on a card, is asked there.

        What changes on the way is as good, where it leads to something that is ``counted``: to others of these steps.
        """
        rolled = {
            ("variable", state.variable)
            for state in map(self.graph.state, group)
            if isinstance(state, Roll) and state.variable >= 0
        }
        changed, inside = self.signs(group).keys(), set(group)
        questions = self.effects.questions
        for node in self._leaving(group):
            state = self.graph.state(node)
            counts = any(
                there in counted and there not in inside for there in self.graph.after[node]
            )
            asked = questions.asked(state)
            if (
                not rolled.isdisjoint(asked)
                or (counts and not asked.isdisjoint(changed))
                or (isinstance(state, Branch) and questions.looks_at_cards(state.condition))
            ):
                yield node

    def _leaving(self, group: list[int]) -> Iterator[int]:
        """The steps that lead out of a group, without anybody choosing."""
        inside = set(group)
        for node in group:
            if self.graph.nodes[node].choice == ITSELF and not inside.issuperset(
                self.graph.after[node]
            ):
                yield node

    def _hangs_on_cards(self, group: list[int]) -> bool:
        """Whether a group is left where something is printed on a card: it may be among those that are drawn until then."""
        states = [self.graph.state(node) for node in self._leaving(group)]
        return any(
            isinstance(state, Branch) and self.effects.questions.looks_at_cards(state.condition)
            for state in states
        )

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
            self._of_state[at.state] = tuple(self.effects.at(at.state))
        return self._of_state[at.state]

    def asked(self, group: list[int]) -> frozenset[tuple[Quantity, int]]:
        """What decides, somewhere in a group, where play goes on; and which way it must go for that.

        What lies in an account decides what can be afforded: the less there is the less can be done, unless it is asked to be little.
        """
        asked: set[tuple[Quantity, int]] = set()
        for node in group:
            offer = self.graph.offer(node)
            if offer is not None:
                questions = self.effects.questions
                barred = questions.barred_by_more(offer.action)
                for quantity in questions.asked_by_action(offer.action):
                    asked.add((quantity, -1))
                    if quantity[0] != "account" or quantity in barred:
                        asked.add((quantity, 1))
            elif self.graph.nodes[node].choice == ITSELF:
                for quantity in self.effects.questions.asked(self.graph.state(node)):
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
        standing = self._standing(group, steady.keys() | dropping)
        one_way = self._one_way(group)
        found: set[int] = set()
        for node in group:
            effects = self.effects_of(node)
            for effect in effects:
                quantity = effect.quantity
                is_steady = steady.get(quantity) == effect.sign
                is_steady = is_steady or (quantity[0] == "family" and node in one_way)
                if effect.surely and is_steady:
                    if not asked:
                        bounded = not effect.capped
                    else:
                        bounded = self._is_asked(effect, effects, questions) and (
                            not effect.capped or standing.stops(node, quantity[1])
                        )
                else:
                    bounded = quantity in turning or (
                        asked
                        and quantity in dropping
                        and self._is_settled(node, quantity, group)
                        and standing.stops(node, quantity[1])
                    )
                if bounded:
                    found.add(node)
        return found or None

    def _one_way(self, group: list[int]) -> frozenset[int]:
        """Where cards move on to places from which none come back in a group, though others may come where they were."""
        moves: dict[int, tuple[set[int], set[int]]] = {}
        after: dict[int, set[int]] = {}
        for node in group:
            signs = {
                e.quantity[1]: e.sign for e in self.effects_of(node) if e.quantity[0] == "family"
            }
            sources = {family for family, sign in signs.items() if sign < 0}
            targets = {family for family, sign in signs.items() if sign > 0}
            moves[node] = sources, targets
            for family in sources | targets:
                after.setdefault(family, set()).update(targets if family in sources else ())
        circle_of = {
            family: number
            for number, circle in enumerate(
                components({f: tuple(there) for f, there in after.items()}, set(after))
            )
            for family in circle
        }
        return frozenset(
            node
            for node, (sources, targets) in moves.items()
            if sources
            and targets
            and {circle_of.get(f, -1 - f) for f in sources}.isdisjoint(
                circle_of.get(f, -1 - f) for f in targets
            )
        )

    def _standing(self, group: list[int], staying: Set[Quantity]) -> Standing:
        """Where variables come to stand in a group, of the quantities that do not go back in it."""
        machine = self.effects.machine
        stands: dict[int, Stand] = {}
        for node in group:
            for effect in self.effects_of(node):
                kind, number = effect.quantity
                if kind != "variable" or effect.quantity not in staying:
                    continue
                if not effect.capped and effect.settles is None:
                    continue  # that goes on and on
                bound = stand_of(effect, machine.variables[number])
                known = stands.get(number, Stand(bound, frozenset()))
                stands[number] = Stand(
                    bound if bound == known.bound else None, known.nodes | {node}
                )
        return Standing(self.graph, self.effects, group, stands)

    def _turning(self, group: list[int]) -> frozenset[Quantity]:
        """The variables that go round through all their values, till one of them is where the group is left."""
        effects = [effect for node in group for effect in self.effects_of(node)]
        turning = {e.quantity for e in effects if e.round} - {
            e.quantity for e in effects if not e.round
        }
        return (
            frozenset(turning & frozenset().union(*map(self._asked_at, self._leaving(group))))
            if turning
            else frozenset()
        )

    def _asked_at(self, node: int) -> frozenset[Quantity]:
        return self.effects.questions.asked(self.graph.state(node))

    def _is_settled(self, node: int, quantity: Quantity, group: list[int]) -> bool:
        """Whether a variable that is set for good is asked about: in the action that sets it, or on the way."""
        frames = self.graph.nodes[node].frames
        routine = frames[-1][0] if frames else -1
        questions = self.effects.questions
        for number, action in enumerate(self.effects.machine.actions):
            if action.routine == routine and quantity in questions.asked_by_action(number):
                return True
        return any(
            quantity in questions.asked(self.graph.state(other))
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
        walks = [] if len(group) > _STARTS else [self._undone(way, group) for way in ways[:_WALKS]]
        unbounded = [walk for walk in walks if walk is not None]
        return min(unbounded, key=lambda walk: (self._choices(walk), len(walk)), default=ways[0])

    def _undone(self, way: tuple[int, ...], group: list[int]) -> tuple[int, ...] | None:
        """The same way round, with detours to where that is undone which bounds it; None where that leads to nothing."""
        head, inside = way[0], set(group)
        there = self._paths(head, inside)
        for _ in range(_DETOURS):
            bounded = self._bounded(sorted(set(way)), asked=True)
            if bounded is None:
                return way
            quantities = {e.quantity for node in bounded for e in self.effects_of(node)}
            met = {self._does(node, q) for node in way for q in quantities}
            undoing = [
                n for n in group if any(self._does(n, q) not in met | {None} for q in quantities)
            ]
            detours = [
                (*there[n], *self._paths(n, inside)[head][1:-1])
                for n in sorted(undoing, key=lambda n: len(there[n]))[:_DETOURS]
            ]
            if not detours:
                return None
            way = min(((*way, *detour) for detour in detours), key=self._choices)
        return None

    def _does(self, node: int, quantity: Quantity) -> tuple[Quantity, int, int | None] | None:
        """What a node does to a quantity, if it does anything to it."""
        for effect in self.effects_of(node):
            if effect.quantity == quantity:
                return quantity, effect.sign, effect.settles
        return None

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
        """How many choices are made on a way round; the same one again and again is one."""
        return len({n for n in way if self.graph.nodes[n].choice >= 0})

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
