"""Looking for hidden cards that make a move legal which another seat is known to have made.

A search by exchanges: the hidden cards of the mover change faces with cards elsewhere. An exchange that
brings the conditions of the move nearer to holding stays, one that does not is taken back,
but for a few, so that the search does not get stuck.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from attrs import frozen

from ruledsl.engine.errors import RuleFault
from ruledsl.engine.evaluate.compiler import Undecided
from ruledsl.engine.frame import Cells
from ruledsl.engine.happenings import Assigned, CardAt, Happening
from ruledsl.engine.knowledge.project import seen
from ruledsl.engine.moves import Move
from ruledsl.engine.offers import ActionPlan, DecisionPlan
from ruledsl.engine.resample.dice import Dice
from ruledsl.engine.resample.effort import PATIENCE, TRIES_FOR_A_MOVE, Effort
from ruledsl.engine.resample.grading import FAR, Grade, grade
from ruledsl.engine.resample.table import Table
from ruledsl.engine.runner import Program
from ruledsl.machine.model import ME, STATE, Expr, Machine

Guards: TypeAlias = dict[int, tuple[tuple[int, Grade], ...]]
"""For actions by number their guards: the cell of a ``let`` and its value, or -1 and a distance."""

_MISSING = 2 * FAR
"""The distance of a move one of whose arguments nothing can stand for."""

_AWAY = 3
"""How far a search goes away from a hand that will probably come to nothing."""

_BINDINGS = 64
"""So many ways to bind the arguments of a move are looked at."""


_FACES = frozenset({"face", "drawn_face", "alike_within"})
"""The operators that read the face of a card."""


@frozen
class Wish:
    """A move that another seat has made, as far as it is known: None stands for any value, -1 for any look."""

    action: int
    arguments: tuple[int | CardAt | None, ...]

    def fits(self, move: Move) -> bool:
        """Whether the move may be the one."""
        return move.action == self.action and all(
            _fits(wanted, argument)
            for wanted, argument in zip(self.arguments, move.arguments, strict=True)
        )


def _fits(wanted: int | CardAt | None, argument: int | CardAt) -> bool:
    if wanted is None:
        return True
    if isinstance(wanted, CardAt) and isinstance(argument, CardAt):
        return wanted[:2] == argument[:2] and (wanted.look < 0 or wanted.look == argument.look)
    return wanted == argument


def _parts(machine: Machine, exprs: Iterable[Expr]) -> Iterator[Expr]:
    """All that expressions consist of, the defines that they call included."""
    waiting, called = list(exprs), set[int]()
    while waiting:
        expr = waiting.pop()
        yield expr
        waiting += expr.args
        if expr.op == "call" and expr.nums[0] not in called:
            called.add(expr.nums[0])
            waiting.append(machine.defines[expr.nums[0]].body)


class Mender:
    """Finds hidden cards that make moves legal."""

    def __init__(
        self,
        program: Program,
        seat: int,
        dice: Dice,
        effort: Effort,
        guards: Guards | None = None,
        hard: frozenset[int] = frozenset(),
    ) -> None:
        """``guards`` keeps the graded conditions that are needed, ``hard`` begins `hard`."""
        self._program = program
        self._seat = seat
        self._dice = dice
        self._effort = effort
        self.hard: set[int] = set(hard)
        """The actions for which a whole hand had to be found."""
        self._failures: dict[int, int] = {}
        self._asking: dict[int, bool] = {}
        self._blamed: dict[tuple[Assigned, ...], int] = {}
        self._guards: Guards = {} if guards is None else guards

    def make_legal(self, table: Table, wish: Wish, needed: bool) -> bool:
        """Exchange hidden cards until a move that fits is legal; False where that was not found.

        ``needed`` says that there is no other move to be tried: then the search is longer.
        """
        decision = self._program.decisions[table.cells[STATE]]
        places = [p for p, plan in enumerate(decision.plans) if plan.number == wish.action]
        inside = self._inside(table, wish) if places else []
        if not inside:
            return False
        found = self._brought_in(table, wish, inside)
        if found is None:
            # What has failed often, as where a move depends on more than faces, is seldom tried again.
            failures = self._failures.get(wish.action, 0)
            if not needed and not self._dice.one_in(1 + failures):
                return False
            patience = TRIES_FOR_A_MOVE if needed and self._asks_faces(wish) else PATIENCE
            found = self._climb(table, decision, places, wish, inside, patience)
            self._failures[wish.action] = failures + 1 if found is None else 0
            if found is None:
                return False
        for exchange in found:
            table.exchange(*exchange)
        if not wish.arguments:
            self.hard.add(wish.action)
            for card in inside:
                table.tied[card] = True
        return True

    def blame(self, followed: Sequence[Assigned]) -> None:
        """Play came to nothing after a move on which these values were set, unseen by the seat.

        Hands after which the same values would be set are taken the less often, the more often
        that has happened: where a player waits for a card, say, it is not one that he has thrown away.
        """
        self._blamed[tuple(followed)] = self._blamed.get(tuple(followed), 0) + 1

    def _is_hopeful(self, cells: Cells, wish: Wish) -> bool:
        """Whether a move that fits is legal, and is not one that will probably come to nothing."""
        try:
            legal = self._program.legal(cells)
            move = next((move for move in legal if wish.fits(move)), None)
            if move is None or not self._blamed:
                return move is not None
            trial, heard = cells.copy(), list[Happening]()
            self._program.play(trial, move, legal[move], heard)
            self._program.run(trial, heard)
        except RuleFault:
            return False
        machine = self._program.machine
        unseen = [
            h for h in heard if isinstance(h, Assigned) and seen(machine, h, self._seat) is None
        ]
        more = self._blamed.get(tuple(unseen), 0) - min(self._blamed.values())
        return not self._dice.below(1 + max(more, 0))

    def _inside(self, table: Table, wish: Wish) -> list[int]:
        """The cards that the seat does not see where the mover has them, or where the move takes them."""
        frame = table.frame
        mover = table.cells[ME]
        taken = {argument.zone for argument in wish.arguments if isinstance(argument, CardAt)}
        zones = {
            zone
            for zone, owners in enumerate(frame.owners)
            if (mover in owners or zone in taken) and not frame.sees(self._seat, zone)
        }
        return [card for card, mask in enumerate(table.masks) if mask and table.zone(card) in zones]

    def _brought_in(
        self, table: Table, wish: Wish, inside: Sequence[int]
    ) -> list[tuple[int, int, int]] | None:
        """The one exchange that brings in a card that the move takes, if that is enough."""
        looks = [a.look for a in wish.arguments if isinstance(a, CardAt) and a.look >= 0]
        if len(looks) != 1:
            return None
        ones = sorted(inside)
        self._dice.shuffle(ones)
        for one in sorted(ones, key=table.bound):
            having = [p for p in table.partners(one) if table.face(p) == looks[0]]
            if not having:
                continue
            free = [partner for partner in having if not table.bound(partner)]
            other = self._dice.pick(free or having)
            exchange = one, other, table.mix_of(one, other, self._dice)
            self._effort.spend()
            table.try_out(*exchange)
            legal = self._is_legal(table.cells, wish)
            table.try_out(*exchange)
            if legal:
                return [exchange]
        return None

    def _climb(
        self,
        table: Table,
        decision: DecisionPlan,
        places: Sequence[int],
        wish: Wish,
        inside: Sequence[int],
        patience: int,
    ) -> list[tuple[int, int, int]] | None:
        """The exchanges that make a move that fits legal; the table is left as it was."""
        dice, cells = self._dice, table.cells
        held = set(inside)
        outside = [card for card, mask in enumerate(table.masks) if mask and card not in held]
        made: list[tuple[int, int, int]] = []
        first, end = decision.span
        saved = cells[first:end]
        now = self._distance(cells, decision, places, wish)
        legal = False
        best, left = now, patience
        for _ in range(TRIES_FOR_A_MOVE):
            if not left:
                break
            left -= 1
            if now == 0:
                cells[first:end] = saved
                legal = self._is_hopeful(cells, wish)
                if legal:
                    break
                now = best = _AWAY
                left = patience
            self._effort.spend()
            one, other = dice.pick(inside), dice.pick(outside or inside)
            common = table.masks[one] & table.masks[other]
            if not common or table.face(one) == table.face(other):
                continue
            if table.bound(other) and not dice.one_in(10):
                continue
            exchange = one, other, common.bit_length() - 1
            table.try_out(*exchange)
            then = self._distance(cells, decision, places, wish)
            if then <= now or dice.below(1 << min(3 * (then - now), 20)) == 0:
                now = then
                made.append(exchange)
                if now < best:
                    best, left = now, patience
            else:
                table.try_out(*exchange)
        cells[first:end] = saved
        for exchange in reversed(made):
            table.try_out(*exchange)
        return made if legal else None

    def _asks_faces(self, wish: Wish) -> bool:
        """Whether it depends on faces if a move that fits is legal: elsewhere exchanges lead nowhere."""
        if any(isinstance(argument, CardAt) and argument.look >= 0 for argument in wish.arguments):
            return True
        if wish.action not in self._asking:
            machine = self._program.machine
            action = machine.actions[wish.action]
            asked = [param.domain for param in action.params]
            asked += [guard.value for guard in action.guards]
            self._asking[wish.action] = any(expr.op in _FACES for expr in _parts(machine, asked))
        return self._asking[wish.action]

    def _is_legal(self, cells: Cells, wish: Wish) -> bool:
        try:
            return any(wish.fits(move) for move in self._program.legal(cells))
        except RuleFault:
            return False

    # --- distances ---------------------------------------------------------------------------

    def _distance(
        self, cells: Cells, decision: DecisionPlan, places: Sequence[int], wish: Wish
    ) -> int:
        """How far the nearest move that fits is from being legal."""
        best = _MISSING * 2
        for place in places:
            plan = decision.plans[place]
            fixed = decision.fixed[place]
            left = [_BINDINGS]
            try:
                if fixed is None:
                    best = min(best, self._bound(cells, plan, wish, (), left))
                else:
                    for cell, value in zip(plan.cells, fixed, strict=True):
                        cells[cell] = value(cells)
                    best = min(best, self._failed(cells, plan))
            except (RuleFault, Undecided):
                best = min(best, _MISSING)
        return best

    def _bound(
        self, cells: Cells, plan: ActionPlan, wish: Wish, bound: tuple[int, ...], left: list[int]
    ) -> int:
        """The distance of the nearest move with these first arguments."""
        depth = len(bound)
        if depth == len(plan.params):
            left[0] -= 1
            return self._failed(cells, plan)
        best = _MISSING * (len(plan.params) - depth)
        wanted = wish.arguments[depth]
        tried = set()
        for value in plan.domains[depth](cells):
            argument: int | CardAt = value
            if plan.is_cards[depth]:
                if value < 0 or value in bound:
                    continue
                argument = plan.card_argument(cells, value)
            if argument in tried or not _fits(wanted, argument):
                continue
            tried.add(argument)
            cells[plan.cells[depth]] = value
            best = min(best, self._bound(cells, plan, wish, (*bound, value), left))
            if best == 0 or left[0] <= 0:
                break
        return best

    def _failed(self, cells: Cells, plan: ActionPlan) -> int:
        guards = self._guards.get(plan.number)
        if guards is None:
            compiler = self._program.compiler
            guards = self._guards[plan.number] = tuple(
                (
                    guard.cell,
                    compiler.closure(guard.value)
                    if guard.cell >= 0
                    else grade(compiler, guard.value),
                )
                for guard in plan.action.guards
            )
        failed = 0
        for cell, value in guards:
            try:
                result = value(cells)
            except RuleFault:
                # What comes after a condition that fails may make no sense.
                return failed + FAR
            if cell >= 0:
                cells[cell] = result
            else:
                failed += result
        return failed
