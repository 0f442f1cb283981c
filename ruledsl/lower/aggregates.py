"""What is gone through: domains of parameters and loops, and the aggregates over them."""

from __future__ import annotations

from attrs import evolve

from ruledsl import limits
from ruledsl.lower import defines
from ruledsl.lower import expressions as ex
from ruledsl.lower import fitting as ft
from ruledsl.lower import types as t
from ruledsl.lower import values as v
from ruledsl.lower.builder import Builder, TypeThing, ZoneThing
from ruledsl.lower.narrowing import refine
from ruledsl.lower.scope import Scope, Uses
from ruledsl.lower.types import Type
from ruledsl.lower.values import UNKNOWN, Value
from ruledsl.machine.model import Expr
from ruledsl.source import Span
from ruledsl.syntax import tree
from ruledsl.syntax.printer import show_expr

_OVER_NOTHING = {"any": "no", "every": "yes", "sum": "0"}


# --- domains ------------------------------------------------------------------------------


def domain(b: Builder, scope: Scope, node: tree.Expr, want: Type | None = None) -> Value:
    """The list that ``node`` stands for: a range, a type, a zone, a team, a list written out, a sum of such."""
    match node:
        case tree.RangeOf(low=low_node, high=high_node):
            return _range(b, scope, node, low_node, high_node, want)
        case tree.RangeFrom():
            return _from(b, scope, node)
        case tree.ListOf(items=items):
            return _listed(b, scope, node, items, want)
        case tree.Binary(op="+", left=left_node, right=right_node):
            left, right = domain(b, scope, left_node, want), domain(b, scope, right_node, want)
            return _joined(b, node, left, right)
    value = ex.lower(b, scope, node)
    if value.is_unknown:
        return UNKNOWN
    match value.thing:
        case TypeThing(type=type_):
            if type_.kind in ("look", "unknown"):
                if type_.kind == "look":
                    b.report(
                        "RD223",
                        f"`{show_expr(node)}` is a kind of card, not a list",
                        node.span,
                        "go through the cards of a zone: `c in zone where c is ...`",
                    )
                return UNKNOWN
            low, high = v.const(type_.low), v.const(type_.high)
            code = Expr("range", (), (low.code, high.code), span=node.span)
            return Value(t.list_of(type_, type_.high - type_.low + 1), code)
        case ZoneThing() as thing:
            code = Expr("family_cards", (thing.number,), span=node.span)
            origins = frozenset((thing.number,))
            return Value(t.list_of(ex.card_type(b, origins), len(b.cards)), code)
    if value.type.kind == "zone":
        element = ex.card_in(b, value.type)
        return v.call("cards", t.list_of(element, len(b.cards)), value, span=node.span)
    if value.type.kind == "team":
        return _team(b, value, node.span)
    if value.type.kind == "list":
        return value
    value = ex.as_value(b, value, node, scope)
    if not value.is_unknown:
        b.report(
            "RD223",
            f"`{show_expr(node)}` is {t.say(value.type, b.enumeration_names)}, not something to go through",
            node.span,
            f"a range has two ends: `1..{show_expr(node)}`"
            if value.type.kind == "number"
            else "a range (`1..5`), a type, `Player`, a zone, a team or a list (`[a, b]`) can be gone through",
        )
    return UNKNOWN


def _range(
    b: Builder,
    scope: Scope,
    node: tree.Expr,
    low_node: tree.Expr,
    high_node: tree.Expr,
    want: Type | None,
) -> Value:
    if want is not None and want.kind in ("member", "player"):
        low, high = (
            ex.as_value(b, ex.lower(b, scope, side, want), side, scope)
            for side in (low_node, high_node)
        )
    else:
        low, high = ex.pair(b, scope, low_node, high_node)
    if low.is_unknown or high.is_unknown:
        return UNKNOWN
    for value, side in ((low, low_node), (high, high_node)):
        if value.type.kind not in ("number", "member", "player"):
            b.report(
                "RD201",
                f"a range goes from one number (or member) to another, and `{show_expr(side)}` is {t.say(value.type, b.enumeration_names)}",
                side.span,
            )
            return UNKNOWN
    if not t.same_kind(low.type, high.type):
        b.report(
            "RD204",
            f"a range cannot go from {t.say(low.type, b.enumeration_names)} to {t.say(high.type, b.enumeration_names)}",
            node.span,
            "both ends are numbers, or members of one type",
        )
        return UNKNOWN
    low = ex.needed(b, scope, low_node, low)
    high = ex.needed(b, scope, high_node, high)
    element = evolve(t.join(low.type, high.type), low=low.type.low, high=high.type.high)
    longest = max(0, high.type.high - low.type.low + 1)
    code = Expr("range", (), (low.code, high.code), span=node.span)
    return Value(t.list_of(element, longest), code)


def _from(b: Builder, scope: Scope, node: tree.RangeFrom) -> Value:
    """All of a type in a circle: those from ``start`` on, then those before it."""
    thing = ex.lower(b, scope, node.domain).thing
    type_ = thing.type if isinstance(thing, TypeThing) else t.UNKNOWN
    if type_.kind not in ("player", "member", "team"):
        if not domain(b, scope, node.domain).is_unknown:
            b.report(
                "RD223",
                f"`{show_expr(node.domain)}` has no order that could begin in the middle",
                node.span,
                "`x in Player from P` goes once round the table from P; a type with members is gone"
                " through in the same way",
            )
        return UNKNOWN
    start = ft.fit(b, scope, node.start, type_, "what is begun with")
    if start.is_unknown:
        return UNKNOWN
    low, high, one = (v.const(number).code for number in (type_.low, type_.high, 1))
    before = Expr("sub", (), (start.code, one), span=node.span)
    code = Expr(
        "join",
        (),
        (
            Expr("range", (), (start.code, high), span=node.span),
            Expr("range", (), (low, before), span=node.span),
        ),
        span=node.span,
    )
    return Value(t.list_of(type_, type_.high - type_.low + 1), code)


def _listed(
    b: Builder, scope: Scope, node: tree.Expr, items: tuple[tree.Expr, ...], want: Type | None
) -> Value:
    values = [ex.as_value(b, ex.lower(b, scope, item, want), item, scope) for item in items]
    if not values:
        b.report(
            "RD223",
            "there is nothing in this list",
            node.span,
            "write what it holds, or leave it out",
        )
    if not values or any(x.is_unknown for x in values):
        return UNKNOWN
    typed = next((x.type for x in values if x.type.kind in ("member", "player", "team")), None)
    if typed is not None:
        values = [
            ex.lower(b, scope, item, typed) if isinstance(item, tree.Number) else x
            for item, x in zip(items, values, strict=True)
        ]
    for item, value in zip(items, values, strict=True):
        if not t.same_kind(value.type, values[0].type):
            b.report(
                "RD201",
                f"a list holds things of one type, and this is {t.say(value.type, b.enumeration_names)}",
                item.span,
            )
            return UNKNOWN
    if len({x.type.kind for x in values} & {"card", "look"}) > 1:
        values = [ex.look_of(b, scope, x, node.span) for x in values]
    element = t.join_all([x.type for x in values])
    code = Expr("list", (), tuple(x.code for x in values), span=node.span)
    return Value(t.list_of(element, len(values)), code)


def _joined(b: Builder, node: tree.Expr, left: Value, right: Value) -> Value:
    if left.is_unknown or right.is_unknown:
        return UNKNOWN
    a, c = left.type.element or t.UNKNOWN, right.type.element or t.UNKNOWN
    if not t.same_kind(a, c) or (a.kind == "card") != (c.kind == "card"):
        b.report(
            "RD204",
            f"{t.say_many(a, b.enumeration_names)} and {t.say_many(c, b.enumeration_names)} cannot stand in one list",
            node.span,
        )
        return UNKNOWN
    longest = left.type.longest + right.type.longest
    return v.call("join", t.list_of(t.join(a, c), longest), left, right, span=node.span)


def _team(b: Builder, team: Value, span: Span) -> Value:
    seats = tuple(x.seats for x in b.teams)
    if seats not in b.lists:
        b.lists.append(seats)
    element = Type("player", 1, b.players, whose=team.type.whose)
    longest = max((len(s) for s in seats), default=1)
    number = Value(t.number(1, len(seats)), team.code)
    return v.call(
        "row", t.list_of(element, longest), number, nums=(b.lists.index(seats),), span=span
    )


# --- aggregates -----------------------------------------------------------------------------


def lower(b: Builder, scope: Scope, node: tree.Pick | tree.Fold | tree.FoldValues) -> Value:
    """An aggregate."""
    match node:
        case tree.FoldValues():
            return _over_values(b, scope, node)
        case tree.Pick():
            return _pick(b, scope, node)
        case tree.Fold():
            return _fold(b, scope, node)


def _over_values(b: Builder, scope: Scope, node: tree.FoldValues) -> Value:
    if node.op not in ("min", "max"):
        b.report(
            "RD224",
            f"`{node.op}` needs something to go through",
            node.span,
            f"write `{node.op}(... for x in ...)`",
        )
        return UNKNOWN
    values = [ex.number_of(b, scope, x) for x in node.values]
    if any(x.is_unknown for x in values):
        return UNKNOWN
    choose = min if node.op == "min" else max
    if all(x.constant is not None for x in values):
        return v.const(choose(x.constant or 0 for x in values), span=node.span)
    type_ = t.number(choose(x.type.low for x in values), choose(x.type.high for x in values))
    return v.call("least" if node.op == "min" else "greatest", type_, *values, span=node.span)


class _Bound:
    """A binder worked out: the list, the cell of the element, the condition, and the scope inside."""

    def __init__(
        self, name: str, listed: Value, cell: int, condition: Value, inner: Scope, uses: Uses
    ) -> None:
        self.name = name
        self.listed = listed
        self.cell = cell
        self.condition = condition
        self.inner = inner
        self.uses = uses

    @property
    def element(self) -> Type:
        """The type of the elements that fulfil the condition."""
        return self.inner.locals[self.name].value.type

    @property
    def draw(self) -> int:
        """1 where undecided cards of the list have to be drawn, because a face is read on the way."""
        return int(self.element.kind == "card" and self.uses.hidden is not None)


def _bind(b: Builder, scope: Scope, binder: tree.Binder) -> _Bound | None:
    listed = domain(b, scope, binder.domain)
    free = defines.check_local(b, scope, binder.name)
    if listed.is_unknown or listed.type.element is None or not free:
        inner = scope.bind(binder.name.text, UNKNOWN, binder.name.span)
        if binder.condition is not None:
            ex.truth_of(b, inner, binder.condition)
        return None
    element = listed.type.element
    cell = b.scratch_cell(t.cell_sort(element))
    uses = Uses()
    inner = evolve(scope, uses=uses).bind(
        binder.name.text,
        Value(element, Expr("cell", (cell,), span=binder.name.span)),
        binder.name.span,
    )
    condition = v.truth(True)
    if binder.condition is not None:
        condition = ex.truth_of(b, inner, binder.condition)
        inner = refine(b, inner, binder.condition, True)
        if condition.is_unknown:
            scope.uses.add(uses)
            return None
    return _Bound(binder.name.text, listed, cell, condition, inner, uses)


def _pick(b: Builder, scope: Scope, node: tree.Pick) -> Value:
    bound = _bind(b, scope, node.binder)
    otherwise = None
    if node.otherwise is not None:
        want = bound.element if bound else None
        otherwise = ex.as_value(b, ex.lower(b, scope, node.otherwise, want), node.otherwise, scope)
        if otherwise.is_unknown:
            return UNKNOWN
    if node.op in ("highest", "lowest") and node.by is None:
        b.report(
            "RD224",
            f"`{node.op}` needs `by`",
            node.span,
            f"write `{node.op}(x in ... by ...)`; `{'max' if node.op == 'highest' else 'min'}(... for x in ...)` gives the value itself",
        )
        return UNKNOWN
    if node.op in ("count", "the") and node.by is not None:
        b.report("RD224", f"`{node.op}` has no `by`", node.by.span, "leave it out")
        return UNKNOWN
    if bound is None:
        return UNKNOWN
    by = None
    if node.by is not None:
        by = ex.as_value(b, ex.lower(b, bound.inner, node.by), node.by, bound.inner)
        if not by.is_unknown and not by.type.is_ordered:
            b.report(
                "RD201",
                f"`{show_expr(node.by)}` is {t.say(by.type, b.enumeration_names)}, and `by` goes by numbers or members of a type",
                node.by.span,
                "an attribute may be meant: `by c.value`" if by.type.is_card else None,
            )
            by = UNKNOWN
        if by.is_unknown:
            return UNKNOWN
        by = ex.needed(b, bound.inner, node.by, by)
    scope.uses.add(bound.uses)
    nums: tuple[int, ...] = (bound.cell, bound.draw)
    args = [bound.listed.code, bound.condition.code]
    if node.op == "count":
        if otherwise is not None:
            b.report("RD224", "`count` has no `else`", node.span, "it is 0 where there is nothing")
            return UNKNOWN
        return Value(
            t.number(0, bound.listed.type.longest), Expr("count", nums, tuple(args), span=node.span)
        )
    if by is not None:
        nums = (*nums, int(node.first_of_equals))
        args.append(by.code)
    type_ = bound.element
    if otherwise is not None:
        if not ft.check_fits(
            b,
            otherwise.type,
            type_.or_none(),
            node.otherwise.span if node.otherwise else node.span,
            f"the `else` of `{node.op}`",
        ):
            return UNKNOWN
        if type_.kind == "card" and otherwise.type.kind == "look":
            b.report("RD208", "the `else` of a card is a card or `none`", node.span)
            return UNKNOWN
        type_ = t.join(type_, otherwise.type)
        args.append(otherwise.code)
    return Value(type_, Expr(node.op, nums, tuple(args), span=node.span))


def _fold(b: Builder, scope: Scope, node: tree.Fold) -> Value:
    bound = _bind(b, scope, node.binder)
    if bound is None:
        return UNKNOWN
    if node.op in ("any", "every"):
        value = ex.truth_of(b, bound.inner, node.value)
        if value.type.kind == "unknown":
            return UNKNOWN
    else:
        if (
            node.op == "sum"
            and isinstance(node.value, tree.Ref)
            and bound.element.is_card
            and node.value.name == node.binder.name.text
        ):
            b.report(
                "RD201",
                "cards cannot be added up",
                node.value.span,
                f"add up an attribute: `sum({node.value.name}.value for ...)`, or `count({node.value.name} in ...)`",
            )
            return UNKNOWN
        value = ex.number_of(b, bound.inner, node.value)
    otherwise = None
    if node.otherwise is not None:
        otherwise = ex.as_value(b, ex.lower(b, scope, node.otherwise), node.otherwise, scope)
        if otherwise.is_unknown:
            return UNKNOWN
    if value.is_unknown:
        return UNKNOWN
    if otherwise is not None and node.op in ("any", "every", "sum"):
        b.report(
            "RD224",
            f"`{node.op}` has no `else`",
            node.span,
            f"over nothing it is {_OVER_NOTHING[node.op]}",
        )
        return UNKNOWN
    scope.uses.add(bound.uses)
    nums = (bound.cell, bound.draw)
    args = [bound.listed.code, bound.condition.code, value.code]
    longest = bound.listed.type.longest
    match node.op:
        case "any" | "every":
            return Value(t.BOOL, Expr(node.op, nums, tuple(args), span=node.span))
        case "sum":
            type_ = t.number(min(0, value.type.low) * longest, max(0, value.type.high) * longest)
        case _:
            type_ = value.type
            if otherwise is not None:
                if otherwise.type.kind not in ("number", "none"):
                    b.report("RD201", f"the `else` of `{node.op}` is a number or `none`", node.span)
                    return UNKNOWN
                type_ = t.join(type_, otherwise.type)
                args.append(otherwise.code)
    return Value(type_, Expr(node.op, nums, tuple(args), span=node.span))


def check_size(b: Builder, listed: Value, span: Span, what: str) -> bool:
    """Whether a list that is gone through has a known and bearable length; reported if not."""
    if listed.type.longest > limits.LIST:
        b.report(
            "RD503",
            f"{what} may have {listed.type.longest} elements"
            if listed.type.longest < 1 << 40
            else f"there is no end to the values of {what}",
            span,
            f"at most {limits.LIST} are allowed: give what it depends on a smaller range (`up to N` after an account)",
        )
        return False
    return True
