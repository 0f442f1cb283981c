"""Quick ways of listing the moves of actions of a common shape.

They list what `ActionPlan.bindings` and `ActionPlan.moves` list, in the same order; tests hold
both against each other. An action of any other shape keeps the general way.
"""

from __future__ import annotations

from ruledsl.engine.frame import FUEL, Cells
from ruledsl.engine.happenings import CardAt
from ruledsl.engine.looks import reads_of
from ruledsl.engine.moves import PLAIN, Move
from ruledsl.engine.offers import ActionPlan, LegalMoves, Lister
from ruledsl.limits import MOVES_OF_A_DECISION, REMEMBERED_ANSWERS


def quick_plan(plan: ActionPlan) -> ActionPlan:
    """The plan, listing its moves in the quickest way there is for its shape."""
    count = len(plan.params)
    if count == 0:
        plan.list = _bare(plan)
    elif count == 1 and not plan.is_cards[0]:
        plan.list = _single_value(plan)
    elif count == 1 and plan.loose[0] and not plan.hidden[0]:
        plan.list = _single_card(plan)
    elif (
        count == 2
        and plan.continues[1]
        and plan.loose[0]
        and not plan.hidden[0]
        and not plan.tests[1]
        and _looks_decide(plan)
    ):
        plan.list = _pair(plan)
    return plan


def _looks_decide(plan: ActionPlan) -> bool:
    """Whether nothing but the looks of the cards decides the guards that need all parameters."""
    wanted = {("look", cell) for cell in plan.cells}
    late = len(plan.tests[-1])
    guards = plan.action.guards[len(plan.action.guards) - late :]
    for guard in guards:
        reads = reads_of(plan.compiler.machine, guard.value)
        if guard.cell >= 0 or reads is None or not reads <= wanted:
            return False
    return True


def _bare(plan: ActionPlan) -> Lister:
    move = plan.move((), PLAIN)
    tests = plan.tests[0]

    def bare(cells: Cells, number: int, found: LegalMoves) -> None:
        if not tests or plan.may_hold(cells):
            found.setdefault(move, (number, ()))

    return bare


def _single_value(plan: ActionPlan) -> Lister:
    first, tests = plan.tests
    (cell,) = plan.cells
    (domain,) = plan.domains
    moves: dict[int, Move] = {}
    span, name = plan.action.span, plan.action.name

    def single(cells: Cells, number: int, found: LegalMoves) -> None:
        if first and not plan.may_hold(cells):
            return
        listed = domain(cells)
        if len(listed) > MOVES_OF_A_DECISION:
            raise plan.compiler.texts.fault(
                span, f"`{name}` has more than {MOVES_OF_A_DECISION} moves"
            )
        for value in listed:
            cells[cell] = value
            for let, closure in tests:
                if let >= 0:
                    cells[let] = closure(cells)
                elif not closure(cells):
                    break
            else:
                move = moves.get(value)
                if move is None:
                    if len(moves) >= REMEMBERED_ANSWERS:
                        moves.clear()
                    move = moves[value] = plan.move((value,), PLAIN)
                found.setdefault(move, (number, (value,)))

    return single


def _single_card(plan: ActionPlan) -> Lister:
    first, tests = plan.tests
    (cell,) = plan.cells
    (domain,) = plan.domains
    faces, where = plan.frame.faces, plan.frame.where
    moves: list[dict[int, Move]] = [{} for _ in plan.frame.bases]

    def single(cells: Cells, number: int, found: LegalMoves) -> None:
        if first and not plan.may_hold(cells):
            return
        before = -1
        for card in domain(cells):
            look = cells[faces + card]
            if look == before:
                continue
            before = look
            cells[cell] = card
            for let, closure in tests:
                if let >= 0:
                    cells[let] = closure(cells)
                elif not closure(cells):
                    break
            else:
                zone = cells[where + card]
                move = moves[zone].get(look)
                if move is None:
                    move = moves[zone][look] = plan.move((CardAt(zone, 0, look),), PLAIN)
                found.setdefault(move, (number, (card,)))

    return single


def _pair(plan: ActionPlan) -> Lister:
    """Two cards of one zone without order: one question of a table for each pair of looks."""
    first, _, tests = plan.tests
    one, two = plan.cells
    domain = plan.domains[0]
    faces, where, many = plan.frame.faces, plan.frame.where, plan.frame.look_count
    answers: list[dict[int, tuple[Move | None, int]]] = [{} for _ in plan.frame.bases]
    """For each zone and pair of looks the move, and the elements that were visited to find that out."""

    def answer(cells: Cells, zone: int, a: int, b: int) -> Move | None:
        cells[one] = a
        cells[two] = b
        if not all(closure(cells) for _, closure in tests):
            return None
        pair = CardAt(zone, 0, cells[faces + a]), CardAt(zone, 0, cells[faces + b])
        return plan.move(pair, PLAIN)

    def pairs(cells: Cells, number: int, found: LegalMoves) -> None:
        if first and not plan.may_hold(cells):
            return
        cards = domain(cells)
        count = len(cards)
        if count < 2:
            return
        zone = cells[where + cards[0]]
        known = answers[zone]
        looks = [cells[faces + card] for card in cards]
        before = -1
        for i in range(count - 1):
            look = looks[i]
            if look == before:
                continue
            before = look
            row = look * many
            last = -1
            for j in range(i + 1, count):
                other = looks[j]
                if other == last:
                    continue
                last = other
                key = row + other
                fuel = cells[FUEL]
                if key in known and known[key][1] <= fuel:
                    move, cost = known[key]
                    if cost:
                        cells[FUEL] = fuel - cost
                else:
                    move = answer(cells, zone, cards[i], cards[j])
                    known[key] = move, fuel - cells[FUEL]
                if move is not None:
                    found.setdefault(move, (number, (cards[i], cards[j])))

    return pairs
