"""Initial values: what accounts and variables hold when play, or a phase, begins."""

from __future__ import annotations

from ruledsl import limits
from ruledsl.diagnostics.model import Label
from ruledsl.lower import expressions as ex
from ruledsl.lower import repeating, statements, storage, storing
from ruledsl.lower.builder import AccountThing, Builder, Index, VariableThing
from ruledsl.lower.declare import each_of
from ruledsl.lower.mentions import report_missing
from ruledsl.lower.scope import Scope
from ruledsl.lower.values import UNKNOWN, Value, const
from ruledsl.machine import model as m
from ruledsl.syntax import tree
from ruledsl.syntax.walking import walk

INITIAL = Scope("initial")


def start(b: Builder, next_: int) -> int:
    """States that set every account and variable in file order; the number of the first."""
    nodes = [d for d in b.ruleset.declarations if isinstance(d, (tree.Money, tree.Var))]
    pending: list[tuple[tree.Money | tree.Var, int]] = []
    entry = next_
    for node in nodes:
        thing = b.things.get(node.name.text)
        if isinstance(thing, (AccountThing, VariableThing)):
            pending.append((node, b.reserve()))
    for i, (node, label) in enumerate(pending):
        b.look_on(node.span)
        after = pending[i + 1][1] if i + 1 < len(pending) else next_
        thing = b.things[node.name.text]
        if isinstance(node, tree.Money) and isinstance(thing, AccountThing):
            _open(b, node, thing, label, after)
            b.opened.add(thing.number)
        elif isinstance(node, tree.Var) and isinstance(thing, VariableThing):
            _initial(b, node, thing, label, after)
            b.initialised.add(thing.number)
    return pending[0][1] if pending else entry


def reset_for_phase(b: Builder, phase: str, body: int) -> int:
    """States that set back the variables that belong to ``phase``, before its body; the number of the first."""
    nodes = [n for n in each_of(b, tree.Var) if n.per is not None and n.per.text == phase]
    for node in reversed(nodes):
        thing = b.things.get(node.name.text)
        if isinstance(thing, VariableThing):
            label = b.reserve()
            _initial(b, node, thing, label, body)
            body = label
    return body


def check_phases(b: Builder) -> None:
    """``per PHASE`` names a phase."""
    for node in each_of(b, tree.Var):
        if node.per is not None and not isinstance(
            b.symbols.declared.get(node.per.text), tree.Phase
        ):
            help_text = "the variable is set back whenever that phase is entered"
            report_missing(b, "phase", node.per, help_text)


def _places(index: Index | None, decl: tree.IndexDecl | None) -> list[Scope]:
    """The scope in which the initial value of each place is worked out."""
    if index is None:
        return [INITIAL]
    scopes = []
    for value in range(index.low, index.high + 1):
        scope = INITIAL
        if decl is not None and decl.variable is not None:
            scope = scope.bind(decl.variable.text, const(value, index.type), decl.variable.span)
        scopes.append(scope)
    return scopes


def _open(b: Builder, node: tree.Money, thing: AccountThing, label: int, next_: int) -> None:
    if thing.info.unlimited:
        storing.skip_to(b, label, next_, node.span)
        return
    initial = storage.settled(b, node.initial)
    scopes = _places(thing.index, node.index)
    if _too_many(b, initial, len(scopes)):
        storing.skip_to(b, label, next_, node.span)
        return
    for i, scope in enumerate(scopes):
        after = b.reserve() if i + 1 < len(scopes) else next_
        domain = storing.is_random(initial)
        if domain is not None:
            label, value = _rolled(b, scope, domain, label)
        else:
            value = ex.number_of(b, scope, initial)
        if not value.is_unknown and (
            value.type.high < 0 or (node.limit is not None and value.type.low > thing.info.limit)
        ):
            shown = value.constant if value.constant is not None else "this"
            b.report(
                "RD211",
                f"`{thing.info.name}` holds 0..{thing.info.limit}, and not {shown}",
                initial.span,
                "the balance of an account is never below 0"
                if value.type.high < 0
                else "raise the `up to` of the account",
                *_cause(b, initial),
            )
        address = m.Address(thing.info.base + i)
        b.put(label, m.Open(thing.number, address, value.code, after, span=initial.span))
        label = after


def _rolled(b: Builder, scope: Scope, domain: tree.Expr, label: int) -> tuple[int, Value]:
    """Draw a balance by ``random`` first; the state that opens the account with it, and the balance."""
    listed = storing.roll_domain(b, scope, domain)
    element = listed.type.element if listed is not None else None
    opens = b.reserve()
    if listed is None or element is None or element.kind != "number":
        if listed is not None:
            b.report("RD201", "a balance is a number", domain.span)
        storing.skip_to(b, label, opens, domain.span)
        return opens, UNKNOWN
    cell, drawn = statements.bound_register(b, element)
    b.put(label, m.Roll(m.Address(cell), -1, listed.code, opens, span=domain.span))
    return opens, drawn


def _cause(b: Builder, node: tree.Expr) -> list[Label]:
    """The options that a value depends on, as far as it names them directly."""
    named = {x.name for x in walk(node) if isinstance(x, tree.Ref)}
    return [
        Label(option.name.span, "depends on this option")
        for option in each_of(b, tree.Option)
        if option.name.text in named
    ]


def _too_many(b: Builder, initial: tree.Expr, places: int) -> bool:
    """Whether too much is to be worked out for so many places (that is reported)."""
    return repeating.too_many(
        b,
        "this initial value",
        places * len(walk(initial)),
        initial.span,
        "index the family by a smaller type, or give a shorter initial value",
    )


def _initial(b: Builder, node: tree.Var, thing: VariableThing, label: int, next_: int) -> None:
    if len(b.sorts) > limits.CELLS:
        storing.skip_to(b, label, next_, node.span)  # far too many; that is told of the whole
        return
    scopes = _places(thing.index, node.index)
    if _too_many(b, node.initial, len(scopes)):
        storing.skip_to(b, label, next_, node.span)
        return
    for i, scope in enumerate(scopes):
        after = b.reserve() if i + 1 < len(scopes) else next_
        address = m.Address(thing.info.base + i)
        assignment = tree.Assign(
            tree.Ref(node.name.text, span=node.name.span), "=", node.initial, span=node.initial.span
        )
        storing.store(b, scope, thing, address, assignment, label, after)
        label = after
