"""Defines: named expressions, shared by their uses.

A define is lowered once for each list of operand types it is used with (ranges set
aside), so that `define d2 = d1 + d1` costs two nodes and not a tree that doubles.
"""

from __future__ import annotations

from attrs import evolve

from ruledsl import limits
from ruledsl.diagnostics.model import Label
from ruledsl.lower import expressions as ex
from ruledsl.lower import fitting as ft
from ruledsl.lower import taking_back
from ruledsl.lower import types as t
from ruledsl.lower import values as v
from ruledsl.lower.builder import (
    AccountThing,
    Builder,
    DefineInstance,
    DefineThing,
    TooManyFaults,
    VariableThing,
    ZoneThing,
)
from ruledsl.lower.declare import type_of
from ruledsl.lower.scope import Scope, Uses
from ruledsl.lower.types import Type
from ruledsl.lower.values import UNKNOWN, Value
from ruledsl.machine import model as m
from ruledsl.machine.model import Expr
from ruledsl.semantics.symbols import BUILT_IN
from ruledsl.source import Span
from ruledsl.syntax import tree
from ruledsl.syntax.printer import show_expr
from ruledsl.syntax.walking import walk


def define_call(
    b: Builder,
    scope: Scope,
    thing: DefineThing,
    arguments: tuple[tree.Expr, ...],
    name: str,
    span: Span,
) -> Value:
    """A use of a define."""
    node = thing.node
    if len(arguments) != len(node.params):
        count = len(node.params)
        b.report(
            "RD205",
            f"`{name}` takes {t.counted(count, 'argument')}, not {len(arguments)}",
            span,
            f"write `{name}({', '.join(p.name.text for p in node.params)})`"
            if count
            else f"write `{name}` alone",
            Label(node.name.span, "declared here"),
        )
        return UNKNOWN
    operands: list[Value] = []
    for param, argument in zip(node.params, arguments, strict=True):
        if param.type is None:
            operand = ex.as_value(b, ex.lower(b, scope, argument), argument, scope)
        else:
            want = type_of(b, Scope("constant"), param.type)
            operand = (
                _within(
                    ft.fit(b, scope, argument, want, f"`{param.name.text}`"), want, argument.span
                )
                if want.kind != "look"
                else _card_operand(b, scope, argument, want, param.name.text)
            )
        if operand.is_unknown:
            return UNKNOWN
        if operand.type.kind in ("zone", "list"):
            b.report(
                "RD203",
                f"`{show_expr(argument)}` cannot be passed to a define",
                argument.span,
                "pass the player or the index that it belongs to",
            )
            return UNKNOWN
        operands.append(operand)
    if scope.place == "constant":
        return _constant_call(b, thing, operands, span)
    if scope.place == "initial" and (early := _too_early(b, name)) is not None:
        b.report(
            "RD209",
            f"`{name}` depends on `{early}`, which has no value yet",
            span,
            "values are set in the order of the file, before the cards are laid out: declare it further up, or set it in `setup`",
            Label(b.declared_at(early), "declared here"),
        )
        return UNKNOWN
    instance = _instance(b, thing, tuple(_general(x.type) for x in operands), span)
    if instance is None:
        return UNKNOWN
    if instance.uses.me is not None and scope.me == "no":
        b.report(
            "RD301",
            f"`{name}` mentions `me`, and nobody is acting here",
            span,
            ex.no_me(scope),
            Label(instance.uses.me, "`me` is mentioned here"),
        )
        return UNKNOWN
    if instance.uses.hidden is not None:
        ex.refuse_hidden(b, scope, span)
    scope.uses.add(instance.uses)
    if scope.me == "yes":
        scope.uses.me = None if scope.uses.me is instance.uses.me else scope.uses.me
    if instance.type.kind == "unknown":
        return UNKNOWN
    code = Expr("call", (instance.number,), tuple(x.code for x in operands), span=span)
    return Value(instance.type, code)


def _too_early(b: Builder, name: str) -> str | None:
    """Something that a define depends on and that is not set yet while initial values are."""
    waiting, seen = [name], {name}
    while waiting:
        thing = b.things.get(waiting.pop())
        if not isinstance(thing, DefineThing):
            continue
        for node in walk(thing.node.value):
            match node:
                case (
                    tree.Ref(name=inner)
                    | tree.Yours(name=inner)
                    | tree.Call(name=tree.Name(text=inner))
                ):
                    if inner in seen:
                        continue
                    seen.add(inner)
                    waiting.append(inner)
                    found = b.things.get(inner)
                    if (
                        isinstance(found, ZoneThing)
                        or (isinstance(found, VariableThing) and found.number not in b.initialised)
                        or (isinstance(found, AccountThing) and found.number not in b.opened)
                    ):
                        return inner
    return None


def _card_operand(b: Builder, scope: Scope, node: tree.Expr, want: Type, name: str) -> Value:
    """An operand for a parameter that is a card: the card itself where there is one, else a look."""
    value = ex.as_value(b, ex.lower(b, scope, node, want), node, scope)
    if value.is_unknown:
        return UNKNOWN
    if not ft.check_fits(b, value.type, want, node.span, f"`{name}`"):
        return UNKNOWN
    if not ft.check_kinds(b, value.type, want, node, f"`{name}`"):
        return UNKNOWN
    value = value if want.maybe else ex.sure(value, node.span)
    return Value(
        evolve(value.type, kinds=(value.type.kinds & want.kinds) or want.kinds), value.code
    )


def _within(value: Value, want: Type, span: Span) -> Value:
    """The operand for a parameter with a range: outside it is a fault at play."""
    if want.kind != "number" or value.is_unknown or value.constant is not None:
        return value
    if want.low <= value.type.low and value.type.high <= want.high:
        return value
    type_ = evolve(want, maybe=value.type.maybe)
    return v.call("bounded", type_, value, nums=(want.low, want.high), span=span)


def _general(type_: Type) -> Type:
    """The type of an operand without what should not make a define be lowered again."""
    if type_.kind == "number":
        return evolve(t.NUMBER, maybe=type_.maybe)
    return type_


def _instance(
    b: Builder, thing: DefineThing, types: tuple[Type, ...], span: Span
) -> DefineInstance | None:
    node = thing.node
    key = (node.name.text, types)
    if key in b.define_instances:
        found = b.define_instances[key]
        if found is None:
            leads_back(b, node.name.text, span)
        taking_back.find_again(b, ("define", key))
        return found
    if any(name == node.name.text for name, _ in b.stack):
        leads_back(b, node.name.text, span)
        return None
    b.define_instances[key] = None
    since = len(b.found)
    b.defines_used.add(node.name.text)
    b.enter(node.name.text, span)
    scope = Scope("define", "caller", uses=Uses(), routine=node.name.text)
    cells: list[int] = []
    for param, type_ in zip(node.params, types, strict=True):
        declared = type_of(b, Scope("constant"), param.type) if param.type is not None else type_
        bound = type_ if type_.is_card else declared
        bound = evolve(bound, maybe=type_.maybe) if declared.kind == "none" else bound
        bound = evolve(bound, whose=type_.whose)
        cell = b.scratch_cell(t.cell_sort(bound))
        cells.append(cell)
        free = check_local(b, scope, param.name)
        operand = Value(bound, Expr("cell", (cell,))) if free else UNKNOWN
        scope = scope.bind(param.name.text, operand, param.name.span)
    body = ex.as_value(b, ex.lower(b, scope, node.value), node.value, scope)
    b.stack.pop()
    number = len(b.defines)
    b.defines.append(
        m.Define(node.name.text, tuple(cells), body.code, t.sort_of(body.type), node.name.span)
    )
    instance = DefineInstance(number, body.type, scope.uses)
    b.define_instances[key] = instance
    taking_back.keep_values(b, ("define", key), since)
    return instance


def instance_for_check(b: Builder, name: str) -> None:
    """Lower a define that nothing mentions, so that what it says is checked all the same."""
    thing = b.things.get(name)
    if not isinstance(thing, DefineThing) or name in b.defines_used:
        return
    types = tuple(
        type_of(b, Scope("constant"), p.type) if p.type is not None else t.UNKNOWN
        for p in thing.node.params
    )
    _instance(b, thing, types, thing.node.name.span)


def leads_back(b: Builder, name: str, span: Span) -> None:
    """Report a define or phase that is mentioned at ``span`` while it is being lowered."""
    around = [n for n, _ in b.stack]
    chain = [*around[around.index(name) :], name] if name in around else [name, name]
    shown = " -> ".join(f"`{n}`" for n in chain)
    b.report(
        "RD116",
        f"`{name}` leads back to itself",
        span,
        f"a phase cannot do itself: {shown}; use `repeat`"
        if isinstance(b.symbols.declared.get(name), tree.Phase)
        else f"a define cannot mention itself, nor can a phase do itself: {shown}",
        Label(b.declared_at(name), "declared here"),
    )


def _constant_call(b: Builder, thing: DefineThing, operands: list[Value], span: Span) -> Value:
    """A define used before play: worked out at once, and remembered."""
    node = thing.node
    if any(x.constant is None for x in operands):
        ft.not_constant(b, tree.Ref(node.name.text, span=span))
        return UNKNOWN
    key = (node.name.text, tuple(x.constant or 0 for x in operands))
    if key in b.constant_calls:
        taking_back.find_again(b, ("value", key))
        return v.at(b.constant_calls[key], span)
    if any(name == node.name.text for name, _ in b.stack):
        leads_back(b, node.name.text, span)
        return UNKNOWN
    _check_number(b, len(node.params), node.name.span)
    b.enter(node.name.text, span)
    since = len(b.found)
    inner = Scope("constant")
    for param, operand in zip(node.params, operands, strict=True):
        inner = inner.bind(param.name.text, operand, param.name.span)
    value = ex.as_value(b, ex.lower(b, inner, node.value), node.value, inner)
    b.stack.pop()
    b.constant_calls[key] = value
    taking_back.keep_values(b, ("value", key), since)
    return value


def _check_number(b: Builder, names: int, span: Span) -> None:
    """Raises `TooManyFaults`, after reporting it, where more names are known than at any one place may be."""
    if names > limits.LOCAL_NAMES:
        b.report(
            "RD502",
            f"more than {limits.LOCAL_NAMES} parameters, `let`s and loops give names that are known here",
            span,
            "a name is known to the end of its block: share the block out between phases",
        )
        raise TooManyFaults


def check_local(b: Builder, scope: Scope, name: tree.Name) -> bool:
    """Whether a local name is free; reported if not: there is one space for all names.

    Raises `TooManyFaults`, after reporting it, where too many are known already.
    """
    _check_number(b, len(scope.locals) + 1, name.span)
    text = name.text
    if text in scope.locals:
        first = scope.locals[text].span
    elif text in b.symbols.declared:
        first = b.declared_at(text)
    elif text in b.symbols.members:
        first = b.symbols.members[text][0].span
    elif text in BUILT_IN:
        b.report(
            "RD104",
            f"`{text}` is built in and cannot be declared",
            name.span,
            "choose another name",
        )
        return False
    else:
        return True
    b.report(
        "RD105",
        f"`{text}` has a meaning already",
        name.span,
        "parameters, `let`s and loops need names of their own",
        Label(first, "declared here"),
    )
    return False
