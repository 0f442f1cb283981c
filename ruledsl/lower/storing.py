"""What is written to: variables, accounts, and where the new value comes from."""

from __future__ import annotations

from attrs import frozen

from ruledsl.diagnostics.model import Label
from ruledsl.lower import aggregates, knowledge, places
from ruledsl.lower import expressions as ex
from ruledsl.lower import fitting as ft
from ruledsl.lower import types as t
from ruledsl.lower import values as v
from ruledsl.lower.builder import AccountThing, Builder, DefineThing, VariableThing
from ruledsl.lower.scope import Scope
from ruledsl.lower.values import Value
from ruledsl.machine import model as m
from ruledsl.machine.model import Expr
from ruledsl.source import Span
from ruledsl.syntax import tree
from ruledsl.syntax.printer import show_expr
from ruledsl.syntax.walking import walk


@frozen
class Target:
    """An element of a family (or a single variable or account) as it is written to, and as it is read."""

    thing: VariableThing | AccountThing
    address: m.Address
    own: bool = False
    """Whether it surely belongs to who acts, or to the own team."""


def skip_to(b: Builder, label: int, next_: int, span: Span) -> None:
    """Put a state at ``label`` that does nothing (what stood there is faulty and reported)."""
    b.put(label, m.Branch(Expr("const", (1,)), next_, next_, span=span))


def target(b: Builder, scope: Scope, node: tree.Expr) -> Target | None:
    """The element that ``x``, ``x[i]`` or ``your x`` names, if it is one that can be written to."""
    base: tree.Expr = node
    index_node: tree.Expr | None = None
    if isinstance(node, tree.Index):
        base, index_node = node.base, node.index
    name = base.name if isinstance(base, (tree.Ref, tree.Yours)) else None
    thing = b.things.get(name) if name is not None and name not in scope.locals else None
    if isinstance(thing, DefineThing):
        _not_a_target(b, scope, node, name)
        return None
    if not isinstance(thing, (VariableThing, AccountThing)):
        # lowering it finds misspelt names; anything else is something that cannot be set
        quiet = len(b.found)
        value = ex.lower(b, scope, node)
        if len(b.found) == quiet and not (value.is_unknown and _is_faulty(b, name)):
            _not_a_target(b, scope, node, name)
        return None
    index = thing.index
    info = thing.info
    if index is None:
        if (index_node is not None or isinstance(base, tree.Yours)) and info.name in b.ownerless:
            return None
        if index_node is not None or isinstance(base, tree.Yours):
            b.report(
                "RD206",
                f"`{info.name}` has no places to choose from",
                node.span,
                None,
                Label(info.span, "declared here"),
                write=info.name,
            )
            return None
        return Target(thing, m.Address(info.base))
    if isinstance(base, tree.Yours):
        if not index.by_seat:
            places.yours(b, scope, base)
            return None
        place = places.own_place(b, scope, index, base.span)
    elif index_node is not None:
        place = ft.fit(b, scope, index_node, index.type, f"the index of `{info.name}`")
    else:
        ex.as_value(b, ex.thing_value(thing, "a family"), base, scope)
        return None
    if place.is_unknown:
        return None
    own = knowledge.is_own(index.type, place.type)
    return Target(thing, places.address_of(thing, place, node.span), own)


def _is_faulty(b: Builder, name: str | None) -> bool:
    """Whether what is wrong with the declaration of a name was told where it stands."""
    declared = b.symbols.declared.get(name) if name is not None else None
    return name in b.symbols.broken or isinstance(declared, tree.Var | tree.Money)


def _not_a_target(b: Builder, scope: Scope, node: tree.Expr, name: str | None) -> None:
    shown = show_expr(node)
    secondary: tuple[Label, ...] = ()
    help_text = "only what is declared by `var` can be set"
    if name is not None and name in scope.locals:
        secondary = (Label(scope.locals[name].span, "introduced here"),)
        help_text = "a name given by `let`, a loop or a parameter keeps its value; declare a `var`"
    elif name is not None and name in b.symbols.declared:
        declared = b.symbols.declared[name]
        secondary = (Label(declared.name.span, "declared here"),)
        if isinstance(declared, tree.Option):
            help_text = "an option is set before play; declare a `var`"
        elif isinstance(declared, tree.Define):
            help_text = "a define is worked out anew whenever it is mentioned; declare a `var` for what changes"
        elif isinstance(declared, (tree.Zone, tree.Deck)):
            help_text = f"cards are moved: `move ... to {name}`"
    b.report("RD303", f"`{shown}` cannot be set", node.span, help_text, *secondary)


def is_random(node: tree.Expr) -> tree.Expr | None:
    """The domain of ``random(D)``, where an expression is that and nothing else."""
    if isinstance(node, tree.Call) and node.name.text == "random" and len(node.arguments) == 1:
        return node.arguments[0]
    return None


def read_target(found: Target, span: Span) -> Value:
    """What an element holds."""
    assert isinstance(found.thing, VariableThing)
    return Value(found.thing.type, places.read_at(found.address, span))


def assign(b: Builder, scope: Scope, node: tree.Assign, label: int, next_: int) -> None:
    """``x = e``, ``x += e``, ``x -= e``."""
    which = scope.apart()
    found = target(b, which, node.target)
    scope.uses.add(which.uses)
    if found is not None and isinstance(found.thing, AccountThing):
        amount = show_expr(node.value)
        name = show_expr(node.target)
        way = (
            f"`pay {amount} from ... to {name}`"
            if node.op != "-="
            else f"`pay {amount} from {name} to ...`"
        )
        b.report(
            "RD408",
            f"`{found.thing.info.name}` is an account: only `pay` changes it",
            node.span,
            f"money comes from somewhere: {way}",
            Label(found.thing.info.span, "declared here"),
        )
    if found is None or isinstance(found.thing, AccountThing):
        if is_random(node.value) is None:
            ex.lower(b, scope, node.value)
        skip_to(b, label, next_, node.span)
        return
    variable = found.thing.info
    if knowledge.seen_by(b, variable.seen_by) == "all":
        knowledge.publishes(b, node.span, f"all see which `{variable.name}` is set", which.uses)
    store(b, scope, found.thing, found.address, node, label, next_, own=found.own)


def store(
    b: Builder,
    scope: Scope,
    thing: VariableThing,
    address: m.Address,
    node: tree.Assign,
    label: int,
    next_: int,
    *,
    own: bool = True,
) -> None:
    """Put the value of an assignment in a variable, which may roll for it.

    ``own``: the variable belongs to who acts (or nobody acts, as long as the game is laid out).
    """
    domain = is_random(node.value)
    if domain is not None and node.op == "=":
        listed = roll_domain(b, scope, domain)
        if listed is None or listed.type.element is None:
            skip_to(b, label, next_, node.span)
            return
        element = listed.type.element
        if not ft.check_fits(b, element, thing.type, node.value.span, f"`{thing.info.name}`"):
            skip_to(b, label, next_, node.span)
            return
        if element.kind == "number" and (
            element.low > thing.type.high or element.high < thing.type.low
        ):
            b.report(
                "RD211",
                f"`{thing.info.name}` is within {thing.type.low}..{thing.type.high}, and this is not",
                node.value.span,
                "change the value or widen the range",
            )
            skip_to(b, label, next_, node.span)
            return
        code = listed.code
        if listed.type.element.kind == "card":
            b.report(
                "RD302", "a card drawn by `random` can be moved, or kept by `let`", node.value.span
            )
            skip_to(b, label, next_, node.span)
            return
        b.put(label, m.Roll(address, thing.number, code, next_, span=node.span))
        return
    known = scope.apart()
    if node.op == "=":
        value = ft.fit(b, known, node.value, thing.type, f"`{thing.info.name}`")
    else:
        if thing.type.kind == "unknown":
            skip_to(b, label, next_, node.span)
            return
        if thing.type.kind != "number":
            b.report(
                "RD201",
                f"`{node.op}` is for numbers, and `{thing.info.name}` is {t.say(thing.type, b.enumeration_names)}",
                node.span,
                "a new value is given with `=`",
                Label(thing.info.span, "declared here"),
            )
            skip_to(b, label, next_, node.span)
            return
        operand = ex.number_of(b, known, node.value)
        old = ex.sure(read_target(Target(thing, address), node.target.span), node.target.span)
        value = operand
        if not operand.is_unknown:
            sign: tree.BinaryOp = "+" if node.op == "+=" else "-"
            value = v.arithmetic(sign, old, operand, node.span)
            is_beyond = value.type.low > thing.type.high or value.type.high < thing.type.low
            if is_beyond and not _is_asked(b, scope, thing.info.name):
                b.report(
                    "RD211",
                    f"`{thing.info.name}` is within {thing.type.low}..{thing.type.high}, and this leads beyond",
                    node.span,
                    "change the value or widen the range",
                )
    scope.uses.add(known.uses)
    if value.is_unknown:
        skip_to(b, label, next_, node.span)
        return
    if knowledge.seen_by(b, thing.info.seen_by) == "all":
        knowledge.publishes(b, node.span, f"sets `{thing.info.name}`, which all see", known.uses)
    else:
        if thing.info.seen_by == "owner":
            knowledge.told_owner(b, node.span, thing.info.name, known.uses, own=own)
        knowledge.kept(b, scope, node.value, (thing.info.name,), node.value.span)
    b.put(label, m.Assign(thing.number, address, value.code, next_, span=node.span))


def _is_asked(b: Builder, scope: Scope, name: str) -> bool:
    """Whether the action or phase asks about a variable: with some options it may be that play never comes here."""
    routine = b.symbols.declared.get(scope.routine)
    conditions = [
        part.condition for part in walk(routine) if isinstance(part, tree.Require | tree.Arm)
    ]
    return any(
        isinstance(part, tree.Ref | tree.Yours) and part.name == name
        for condition in conditions
        for part in walk(condition)
    )


def roll_domain(b: Builder, scope: Scope, node: tree.Expr) -> Value | None:
    """What ``random`` chooses from; None after reporting what is wrong with it."""
    listed = ex.lower_domain(b, scope, node)
    scope.uses.chance = scope.uses.chance or node.span
    if listed.is_unknown:
        return None
    if listed.type.longest == 0 or (listed.code.op == "range" and ft.constant_length(listed) == 0):
        b.report("RD212", "there is nothing to choose from", node.span)
        return None
    return (
        listed
        if aggregates.check_size(b, listed, node.span, "what `random` chooses from")
        else None
    )


def pay(b: Builder, scope: Scope, node: tree.Pay, label: int, next_: int) -> None:
    """``pay N from A to B``."""
    amount: Value | None = None
    known = scope.apart()
    if node.amount is not None:
        amount = ex.number_of(b, known, node.amount)
        scope.uses.add(known.uses)
        if not amount.is_unknown and amount.type.high < 0:
            b.report(
                "RD212",
                "an amount of money is 0 or more",
                node.amount.span,
                "to pay the other way, exchange the two accounts",
            )
    between = scope.apart()
    source = _account(b, between, node.source)
    to = _account(b, between, node.target)
    scope.uses.add(between.uses)
    knowledge.publishes(b, node.span, "all see who pays whom", between.uses)
    if source is None or to is None or (amount is not None and amount.is_unknown):
        skip_to(b, label, next_, node.span)
        return
    if source.thing.info.unlimited and node.amount is None:  # type: ignore[union-attr]
        b.report(
            "RD406",
            f"`{source.thing.info.name}` is unlimited: there is no `all` of it",
            node.span,
            "name an amount",
            Label(source.thing.info.span, "declared here"),
        )
    knowledge.paid(b, scope, node, (source.thing.info, to.thing.info), known.uses)
    b.put(
        label,
        m.Pay(
            amount.code if amount else None,
            node.up_to,
            source.thing.number,
            source.address,
            to.thing.number,
            to.address,
            next_,
            span=node.span,
        ),
    )


def _account(b: Builder, scope: Scope, node: tree.Expr) -> Target | None:
    base = node.base if isinstance(node, tree.Index) else node
    name = base.name if isinstance(base, (tree.Ref, tree.Yours)) else ""
    if name in scope.locals or not isinstance(b.things.get(name), (VariableThing, AccountThing)):
        quiet = len(b.found)
        value = ex.as_value(b, ex.lower(b, scope, node), node, scope)
        if len(b.found) == quiet and not value.is_unknown:
            what = t.say(value.type, b.enumeration_names)
            b.report(
                "RD408",
                f"money is paid between accounts, and `{show_expr(node)}` is {what}",
                node.span,
                "an account is declared by `money`",
            )
        return None
    found = target(b, scope, node)
    if found is None or isinstance(found.thing, AccountThing):
        return found
    b.report(
        "RD408",
        f"`{found.thing.info.name}` is no account: money is paid between accounts",
        node.span,
        "declare it by `money`",
        Label(found.thing.info.span, "declared here"),
    )
    return None
