"""Why a move is legal or is not, with the rule text and the values that decided.

Everything here is worked out by the tracing evaluator, apart from the closures that list moves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from attrs import frozen

from ruledsl.engine.errors import IllegalMove, RuleFault
from ruledsl.engine.evaluate.compiler import Undecided
from ruledsl.engine.happenings import CardAt
from ruledsl.engine.moves import PLAIN, SKIP, Argument, Move
from ruledsl.engine.offers import ActionPlan, cells_read
from ruledsl.engine.reading import ANY, Reading, fits, read
from ruledsl.engine.text import FIXED
from ruledsl.engine.trace import Tracer, Value
from ruledsl.machine.model import STATE, Expr, Guard, Param
from ruledsl.machine.ops import COMPARISONS
from ruledsl.machine.sorts import sort_of
from ruledsl.phrase import enumerated, joined, phrase, seat_named
from ruledsl.source import NOWHERE

if TYPE_CHECKING:
    from ruledsl.engine.state import State


@frozen
class Check:
    """One condition of a move: that an argument lies in its domain, or a ``require``.

    ``held`` is None where it could not be worked out after an earlier one had failed. ``text`` is the
    rule text, ``values`` what its parts came to, as (text, shown value) pairs, ``reason`` the refusal.
    """

    kind: Literal["domain", "require"]
    text: str
    held: bool | None
    line: int
    values: tuple[tuple[str, str], ...]
    reason: str


@frozen
class Verdict:
    """Whether a move is legal, every check in order, and why not in one line (empty when legal)."""

    move: str
    legal: bool
    checks: tuple[Check, ...]
    reason: str
    line: int


def judge(state: State, move: Move | str, seat: int | None = None) -> Verdict:
    """Why a move is legal now, or is not; with ``seat``, for that seat."""
    if isinstance(move, str):
        readings = read(state, move)
        for reading in readings:
            if any(reading.fits(legal) for legal in state.legal_moves):
                return judge_reading(state, reading, seat)
        return judge_reading(state, readings[0], seat)
    return judge_reading(state, Reading(move.action, move.arguments), seat)


def judge_reading(state: State, reading: Reading, seat: int | None = None) -> Verdict:
    """The verdict on a move as it was read."""
    texts = state.game.program.move_texts
    text = texts.text(reading.action, reading.arguments, PLAIN)
    refused = _out_of_turn(state, seat) or not_offered(state, reading)
    if refused:
        return Verdict(text, False, (), refused, 0)
    if reading.action == SKIP:
        return Verdict(text, True, (), "", 0)
    checks = _Judge(state, state.game.program.actions[reading.action], reading).checks()
    failed = [check for check in checks if check.held is False]
    if failed:
        return Verdict(text, False, checks, failed[0].reason, failed[0].line)
    if not any(reading.fits(legal) for legal in state.legal_moves):
        return Verdict(text, False, checks, now(state), 0)
    return Verdict(text, True, checks, "", 0)


def now(state: State) -> str:
    """What may be done now, for a refusal: ``now: bid or pass``."""
    names = dict.fromkeys(move.name for move in state.legal_moves)
    return phrase("now: {names}", names=enumerated([_named(name) for name in names]))


def _named(action: str) -> str:
    return FIXED["skip"] if action == "skip" else action


def _out_of_turn(state: State, seat: int | None) -> str:
    if state.is_over:
        return phrase("the game is over")
    if state.is_chance:
        return phrase("chance comes first")
    if seat is not None and seat != state.actor:
        return phrase("it is {seat}'s turn", seat=seat_named(state.actor or 0))
    return ""


def not_offered(state: State, reading: Reading) -> str:
    """Why an action may not be chosen at all now."""
    decision = state.game.program.decisions[state.cell(STATE)]
    if reading.action == SKIP:
        return "" if decision.state.optional else now(state)
    offered = [plan.number for plan in decision.plans[: decision.choices]]
    if reading.action in offered:
        return ""
    chosen = {move.action for move in state.legal_moves}
    return "" if reading.action in chosen else now(state)


class _Judge:
    """Works through the checks of one move."""

    def __init__(self, state: State, plan: ActionPlan, reading: Reading) -> None:
        program = state.game.program
        self._machine = program.machine
        self._texts = program.texts
        self._types = program.types
        self._frame = program.frame
        self._plan = plan
        self._reading = reading
        self._cells = state.cells_copy()
        self._bound: list[int] = []
        self._failed = False
        self._unknown: set[int] = set()

    def checks(self) -> tuple[Check, ...]:
        """All checks in order: the domain of each parameter, then each ``require``.

        After a domain that does not hold the rest cannot be worked out and is left out.
        """
        checks = []
        for param, wanted in zip(self._plan.params, self._reading.arguments, strict=True):
            check = self._domain(param, wanted)
            checks.append(check)
            if not check.held:
                return tuple(checks)
        for guard in self._plan.action.guards:
            if guard.cell >= 0:
                self._let(guard)
            else:
                checks.append(self._require(guard))
        return tuple(checks)

    def _tracer(self) -> Tracer:
        return Tracer(self._frame, self._texts, self._cells)

    # --- domains ------------------------------------------------------------------------------

    def _domain(self, param: Param, wanted: Argument) -> Check:
        tracer = self._tracer()
        listed = tracer.elements(param.domain)
        value = self._find(wanted, listed)
        if value is not None:
            self._cells[param.cell] = value
            self._bound.append(value)
        text = (
            joined(" ", [param.name, FIXED["in"], param.domain_text])
            if param.domain_text
            else param.name
        )
        reason = "" if value is not None else self._outside(param, wanted, listed)
        values = tuple(self._values(tracer, param.domain))
        return Check("domain", text, value is not None, param.span.line, values, reason)

    def _find(self, wanted: Argument, listed: tuple[int, ...]) -> int | None:
        """The element that a parameter is bound to, or None."""
        if not isinstance(wanted, CardAt):
            return wanted if wanted in listed else None
        taken = [
            value for value, cards in zip(self._bound, self._plan.is_cards, strict=False) if cards
        ]
        for card in listed:
            if card >= 0 and card not in taken:
                argument = self._plan.card_argument(self._cells, card)
                if fits(wanted, argument):
                    return card
        return None

    def _outside(self, param: Param, wanted: Argument, listed: tuple[int, ...]) -> str:
        domain = param.domain_text
        if isinstance(wanted, CardAt):
            name = self._card(wanted)
            used = any(
                fits(wanted, earlier) for earlier in self._reading.arguments[: len(self._bound)]
            )
            if used and wanted.look >= 0:
                name = phrase("another {card}", card=name)
            if not domain:
                return phrase("{card} is not among the cards to choose from", card=name)
            return phrase("{card} is not in {domain}", card=name, domain=domain)
        if param.domain.op == "range" and param.type.kind == "number":
            low, high = (self._tracer().number(arg) for arg in param.domain.args)
            if low > high:
                where = joined("", [f" ({domain})" if domain else ""])
                return phrase(
                    "there is no {name} to choose: {range}{where} is empty",
                    name=param.name,
                    range=f"{low}..{high}",
                    where=where,
                )
            bounds: str = f"{low}..{high}"
        else:
            shown = [self._texts.value(param.type, value) for value in dict.fromkeys(listed)]
            bounds = enumerated(shown) if shown else phrase("nothing: there is no choice")
        where = joined("", [f" ({domain})" if domain and domain != bounds else ""])
        return phrase("{name} must be {bounds}{where}", name=param.name, bounds=bounds, where=where)

    def _card(self, wanted: CardAt) -> str:
        parts = [self._texts.look(wanted.look) if wanted.look >= 0 else phrase("a card")]
        if wanted.place:
            parts += (FIXED["at"], str(wanted.place))
            if wanted.zone != ANY:
                parts += (FIXED["in"], self._texts.zone(wanted.zone))
        return joined(" ", parts)

    # --- guards -------------------------------------------------------------------------------

    def _let(self, guard: Guard) -> None:
        try:
            if self._rests_on_unknown(guard.value):
                self._unknown.add(guard.cell)
            else:
                self._cells[guard.cell] = self._tracer().number(guard.value)
        except (RuleFault, Undecided):
            if not self._failed:
                raise
            self._unknown.add(guard.cell)

    def _rests_on_unknown(self, expr: Expr) -> bool:
        """Whether an expression reads a ``let`` that could not be worked out."""
        return not self._unknown.isdisjoint(cells_read(expr))

    def _require(self, guard: Guard) -> Check:
        tracer = self._tracer()
        text = self._texts.quote(guard.value.span) or self._texts.quote(guard.span)
        line = guard.span.line or guard.value.span.line
        held: bool | None
        try:
            unknown = self._rests_on_unknown(guard.value)
            held = None if unknown else bool(tracer.number(guard.value))
        except (RuleFault, Undecided):
            if not self._failed:
                raise
            held = None
        if held is False:
            self._failed = True
        reason = guard.reason or (
            phrase("this needs `{condition}`", condition=text)
            if text
            else phrase("a condition does not hold")
        )
        values = tuple(self._values(tracer, guard.value))
        return Check("require", text, held, line, values, "" if held else reason)

    def _values(self, tracer: Tracer, expr: Expr) -> list[tuple[str, str]]:
        """What the parts of an expression came to: those below comparisons, logic and arithmetic."""
        known: dict[int, Value] = {id(noted): value for noted, value in tracer.notes}
        shown: dict[str, str] = {}
        waiting = [(expr, NOWHERE)]
        while waiting:
            part, around = waiting.pop()
            if part.op in _TRANSPARENT:
                waiting += [(arg, part.span) for arg in reversed(part.args)]
                continue
            # Words like `is not empty` stand for several operators; their value is that of the whole.
            named = part.span not in (NOWHERE, around)
            text = self._texts.quote(part.span) if named else ""
            if part.op not in _PLAIN and text and id(part) in known:
                shown[text] = self._shown(part, known[id(part)])
        return list(shown.items())

    def _shown(self, expr: Expr, value: Value) -> str:
        sort = sort_of(expr, self._machine)
        type_ = self._types.of(expr)
        parts = []
        for element in value if isinstance(value, tuple) else (value,):
            if sort in ("card", "cards"):
                parts.append(self._card_shown(element))
            elif sort == "zone":
                parts.append(self._texts.zone(element))
            else:
                parts.append(self._texts.value(type_, element))
        return joined(", ", parts) if parts else phrase("nothing")

    def _card_shown(self, card: int) -> str:
        """A card by its face, if it lies where the actor sees it."""
        if card < 0:
            return FIXED["none"]
        argument = self._plan.card_argument(self._cells, card)
        return self._card(argument)


_TRANSPARENT = frozenset(
    (
        *("and", "or", "not", "implies", "if", *COMPARISONS),
        *("add", "sub", "mul", "div", "mod", "neg", "least", "greatest"),
        *("range", "list", "bounded", "some", "join"),
    )
)
"""Operators whose operands tell more than their value."""

_PLAIN = frozenset(("const", "look", "zone"))
"""Operators whose value stands in the text already."""


def refusal(state: State, move: Move) -> IllegalMove:
    """The error for a move that is not legal now."""
    verdict = judge(state, move)
    return IllegalMove(verdict.reason or now(state), verdict.line)
