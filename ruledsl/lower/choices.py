"""Decisions and actions: what is offered, what may be chosen, when it is legal."""

from __future__ import annotations

from attrs import evolve

from ruledsl import limits
from ruledsl.diagnostics.model import Label
from ruledsl.lower import (
    aggregates,
    defines,
    knowledge,
    late,
    routines,
    statements,
    storing,
    taking_back,
)
from ruledsl.lower import expressions as ex
from ruledsl.lower import fitting as ft
from ruledsl.lower import types as t
from ruledsl.lower import values as v
from ruledsl.lower.builder import Builder, RoutineInstance
from ruledsl.lower.mentions import report_missing
from ruledsl.lower.narrowing import refine
from ruledsl.lower.scope import Scope, Uses
from ruledsl.lower.values import Value
from ruledsl.machine import model as m
from ruledsl.machine.model import Expr
from ruledsl.semantics.variants import split_guards
from ruledsl.syntax import tree
from ruledsl.syntax.printer import show_expr
from ruledsl.syntax.walking import walk


def choose(
    b: Builder,
    scope: Scope,
    node: tree.Choose,
    label: int,
    next_: int,
    pending: int = -1,
    width: int = 0,
) -> None:
    """``must A or B, otherwise C``, ``may A or B``."""
    word = "may" if node.optional else "must"
    if scope.place != "flow":
        b.report(
            "RD308",
            f"`{word}` asks a player, and an action is a player's answer",
            node.span,
            "offer it in the phase, after the decision that this action belongs to",
        )
    elif scope.me == "no":
        b.report(
            "RD301",
            "nobody is acting here",
            node.span,
            "put it inside `turns from ...:`, `each player:` or `player P acts:`",
        )
    if scope.me == "caller":
        scope.uses.me = scope.uses.me or node.span
    scope.uses.decision = scope.uses.decision or node.span
    seen: dict[str, tree.Offer] = {}
    offers: list[m.Offer] = []
    written = [*node.offers, *([node.otherwise] if node.otherwise else [])]
    lowered: dict[int, m.Offer | None] = {}
    for offer in written:
        name = offer.action.text
        if name in seen:
            b.report(
                "RD309",
                f"`{name}` is offered twice",
                offer.span,
                "each action stands at most once in a choice",
                Label(seen[name].span, "first here"),
            )
        seen.setdefault(name, offer)
        lowered[id(offer)] = _offer(b, scope, offer, label)
    offers = [x for o in node.offers if (x := lowered[id(o)]) is not None]
    otherwise = lowered[id(node.otherwise)] if node.otherwise else None
    _check_size(b, node)
    if not offers or (node.otherwise is not None and otherwise is None):
        storing.skip_to(b, label, next_, node.span)
        return
    b.put(
        label,
        m.Decide(tuple(offers), node.optional, otherwise, pending, width, next_, span=node.span),
    )


def _check_size(b: Builder, node: tree.Choose) -> None:
    """Report where the actions on offer have too many moves together, and none of them alone."""
    free = dict.fromkeys(o.action.text for o in node.offers if o.arguments is None)
    sizes = [b.action_sizes.get(name, 1) for name in free]
    total, most = sum(sizes), limits.MOVES_OF_A_DECISION
    if b.facts.known and total > most and max(sizes) <= most:
        b.report(
            "RD503",
            f"this choice may offer {total} moves",
            node.span,
            f"at most {most} are allowed; let players choose in several steps",
        )


def _offer(b: Builder, scope: Scope, offer: tree.Offer, label: int) -> m.Offer | None:
    name = offer.action.text
    declared = b.symbols.declared.get(name)
    if not isinstance(declared, tree.Action):
        meant = None
        if isinstance(declared, tree.Phase):
            meant = f"a phase is played by `do {name}`"
        elif name == "skip":
            meant = "write `may ...`: the player may then do nothing"
        help_text = f"declare it: `action {name}: ...`"
        report_missing(b, "action", offer.action, help_text, mentions="offers", meant=meant)
        return None
    b.callers.setdefault(name, set()).add(scope.routine)
    b.offered.add(name)
    instance = action_instance(b, name)
    if instance is not None:
        scope.uses.ends |= instance.uses.ends
        for phase, leak in instance.uses.skips.items():
            scope.uses.skips.setdefault(phase, leak)
    number = b.action_numbers.get(name)
    action = b.actions[number] if number is not None else None
    if number is None or action is None:
        return None
    if offer.arguments is None:
        return m.Offer(number, None, span=offer.span)
    if len(offer.arguments) != len(action.params):
        b.report(
            "RD205",
            f"`{name}` has {t.counted(len(action.params), 'parameter')}, not {len(offer.arguments)}",
            offer.span,
            "an offer fixes all parameters or none",
            Label(declared.name.span, "declared here"),
        )
        return None
    arguments: list[Expr] = []
    for argument, type_, param in zip(
        offer.arguments, b.param_types[name], action.params, strict=True
    ):
        known = scope.apart()
        value = ft.fit(b, known, argument, type_, f"`{param.name}`")
        knowledge.argument(b, known.uses, label, argument.span)
        scope.uses.add(known.uses)
        if value.is_unknown:
            return None
        arguments.append(value.code)
    return m.Offer(number, tuple(arguments), span=offer.span)


# --- actions -----------------------------------------------------------------------------------


def action_instance(b: Builder, name: str) -> RoutineInstance | None:
    """Lower an action, once."""
    if name in b.action_instances:
        taking_back.find_again(b, ("action", name))
        return b.action_instances[name]
    node = b.symbols.declared[name]
    assert isinstance(node, tree.Action)
    b.action_instances[name] = None
    since = len(b.found)
    number = len(b.actions)
    b.actions.append(None)
    routine = routines.reserve(b, name)
    uses = Uses()
    first_register = len(b.sorts)
    scope = Scope("domain", "yes", uses=uses, routine=name)
    b.action_numbers[name] = number
    params, scope, types = _params(b, scope, node)
    b.param_types[name] = types
    head, effects = split_guards(node.body)
    late.check_order(b, node, head)
    guards, scope = _guards(b, scope.at("guard"), name, head)
    registers = tuple(range(first_register, len(b.sorts)))
    leave = b.add(m.Return(routine, span=node.span))
    _check_effects(b, effects)
    entry = b.constructs.block(b, scope.at("effect"), effects, leave, None)
    b.routines[routine] = evolve(
        routines.shell(b, routine, name, node.doc or "", node.name.span), entry=entry
    )
    b.actions[number] = m.Action(
        name,
        node.doc or "",
        tuple(params),
        tuple(guards),
        routine,
        registers,
        node.name.span,
    )
    instance = RoutineInstance(routine, uses)
    b.action_instances[name] = instance
    taking_back.keep_values(b, ("action", name), since)
    return instance


def _check_effects(b: Builder, effects: tuple[tree.Statement, ...]) -> None:
    for statement in effects:
        if isinstance(statement, tree.Let) and storing.is_random(statement.value) is None:
            b.report(
                "RD307",
                "a `let` of an action stands before its effects",
                statement.span,
                "move it up, or into the `if` or loop that needs it",
            )


def _later(b: Builder, params: tuple[tree.Param, ...], group: int) -> bool:
    """Whether what a parameter can be mentions one that comes after it, which is reported."""
    later = {name.text for param in params[group + 1 :] for name in param.names}
    first = params[group].names[0].text
    for part in walk(params[group].domain):
        if isinstance(part, tree.Ref) and part.name in later - set(b.things):
            b.report(
                "RD115",
                f"`{part.name}` is chosen after `{first}`, and not known here",
                part.span,
                f"only earlier parameters can be mentioned: let `{part.name}` come first, or"
                " compare the two with `require`",
            )
            return True
    return False


def _params(
    b: Builder, scope: Scope, node: tree.Action
) -> tuple[list[m.Param], Scope, list[t.Type]]:
    params: list[m.Param] = []
    types: list[t.Type] = []
    size = 1
    for group, param in enumerate(node.params):
        known = scope.apart()
        later = _later(b, node.params, group)
        listed = v.UNKNOWN if later else ex.lower_domain(b, known, param.domain)
        where = f"what `{param.names[0].text}` can be"
        knowledge.legality(b, node.name.text, known.uses, param.domain.span, where)
        scope.uses.add(known.uses)
        named, free = scope, True
        for name in param.names:
            free = defines.check_local(b, named, name) and free
            named = named.bind(name.text, v.UNKNOWN, name.span)
        element = listed.type.element
        if not free or listed.is_unknown or element is None:
            for name in param.names:
                scope = scope.bind(name.text, v.UNKNOWN, name.span)
                params.append(_param(b, name, v.UNKNOWN, group, param))
                types.append(t.UNKNOWN)
            continue
        if len(param.names) > 1 and element.kind != "card":
            b.report(
                "RD225",
                f"`{', '.join(n.text for n in param.names)}` stand for different cards of one place, and these are no cards",
                param.span,
                f"give each its own domain: `{param.names[0].text} in ..., {param.names[1].text} in ...`",
            )
        inner = scope
        fits = aggregates.check_size(b, listed, param.domain.span, f"`{param.names[0].text}`")
        longest = b.capacity(element.origins) if element.kind == "card" else listed.type.longest
        longest = (
            longest if fits else 1
        )  # that is reported, and what else is wrong shows all the same
        for i, name in enumerate(param.names):
            size = size * max(0, longest - i) // (i + 1)
            params.append(_param(b, name, listed, group, param))
            value = Value(element, Expr("cell", (params[-1].cell,), span=name.span))
            depends, carries = None, frozenset[str]()
            if param.secretly:
                depends = knowledge.unseen(name.text, name.span, own=True)
            elif element.kind != "card":
                carries = frozenset((name.text,))
            inner = inner.bind(name.text, value, name.span, depends, carries)
            types.append(element)
        if element.kind == "card":
            shown = param.names[0].text
            knowledge.choosable(b, node.name.text, shown, element, param.domain.span)
        scope = inner
    b.action_sizes[node.name.text] = size
    if b.facts.known and size > limits.MOVES_OF_A_DECISION:
        b.report(
            "RD503",
            f"`{node.name.text}` may offer {size} moves",
            node.name.span,
            f"at most {limits.MOVES_OF_A_DECISION} are allowed; split the action into several decisions",
        )
    return params, scope, types


def _param(b: Builder, name: tree.Name, listed: Value, group: int, param: tree.Param) -> m.Param:
    element = listed.type.element or t.UNKNOWN
    cell = b.register(t.cell_sort(element))
    return m.Param(
        name.text,
        cell,
        t.value_type(element),
        listed.code,
        group,
        param.secretly,
        show_expr(param.domain),
        name.span,
    )


def _guards(
    b: Builder, scope: Scope, action: str, head: tuple[tree.Statement, ...]
) -> tuple[list[m.Guard], Scope]:
    guards: list[m.Guard] = []
    for node in head:
        match node:
            case tree.Let():
                free = defines.check_local(b, scope, node.name)
                if storing.is_random(node.value) is not None:
                    b.report(
                        "RD302",
                        "`random` cannot decide what is legal",
                        node.value.span,
                        "draw it as an effect of the action, or in the phase before the decision",
                    )
                    scope = scope.bind(node.name.text, v.UNKNOWN, node.name.span)
                    continue
                known = scope.apart()
                value = statements.let_value(b, known, node)
                scope.uses.add(known.uses)
                if value.is_unknown or not free:
                    scope = scope.bind(node.name.text, v.UNKNOWN, node.name.span)
                    continue
                cell, kept = statements.bound_register(b, value.type)
                guards.append(m.Guard(cell, value.code, "", node.span))
                carries = knowledge.carried(b, scope, node.value)
                scope = scope.bind(node.name.text, kept, node.name.span, known.uses, carries)
            case tree.Require():
                known = scope.apart()
                condition = ex.truth_of(b, known, node.condition)
                knowledge.legality(b, action, known.uses, node.condition.span, "what is legal")
                scope.uses.add(known.uses)
                scope = refine(b, scope, node.condition, True)
                if condition.is_unknown:
                    continue
                guards.append(m.Guard(-1, condition.code, node.reason or "", node.span))
    return guards, scope
