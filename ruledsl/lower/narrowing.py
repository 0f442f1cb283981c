"""What a condition tells: after ``c is Pip``, ``c`` is a `Pip`; after ``x != none``, ``x`` is something.

Of a card without a name, ``top(pile) is Pip``, it tells that within the same condition: nothing changes there.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from ruledsl.lower.builder import Builder, TypeThing
from ruledsl.lower.scope import Scope
from ruledsl.syntax import tree
from ruledsl.syntax.printer import show_expr

_Learned = Mapping[str, frozenset[int]]


def refine(b: Builder, scope: Scope, condition: tree.Expr, holds: bool) -> Scope:
    """The scope in which ``condition`` is known to hold (or not to)."""
    learned = _learn(b, condition, holds)
    certain = _certain(condition, holds)
    if not learned and not certain:
        return scope
    locals_, written = dict(scope.locals), dict(scope.kinds)
    for name, kinds in learned.items():
        if name not in locals_:
            written[name] = written.get(name, kinds) & kinds
        elif locals_[name].value.type.is_card:
            old = locals_[name]
            type_ = evolve(old.value.type, kinds=old.value.type.kinds & kinds)
            locals_[name] = evolve(old, value=evolve(old.value, type=type_), mixed=frozenset())
    return evolve(
        scope,
        locals=locals_,
        certain=scope.certain | certain,
        kinds=written,
        mixed=frozenset(),
    )


def _certain(node: tree.Expr, holds: bool) -> frozenset[str]:
    """What is surely not ``none``, as it is written, when a condition holds (or does not)."""
    match node:
        case tree.Compare(op="==" | "!=" as op, left=left, right=right):
            if isinstance(right, tree.Nothing) and (op == "!=") == holds:
                return frozenset((show_expr(left),))
            if isinstance(left, tree.Nothing) and (op == "!=") == holds:
                return frozenset((show_expr(right),))
        case tree.Not(operand=operand):
            return _certain(operand, not holds)
        case tree.Binary(op="and" | "or" | "implies" as op, left=left, right=right):
            first = _certain(left, holds if op != "implies" else not holds)
            second = _certain(right, holds)
            return first | second if (op == "and") == holds else first & second
    return frozenset()


def _learn(b: Builder, node: tree.Expr, holds: bool) -> _Learned:
    match node:
        case tree.IsKind(subject=subject, kind=kind, negated=negated):
            thing = b.things.get(kind.text)
            if not isinstance(thing, TypeThing) or thing.type.kind != "look":
                return {}
            others = frozenset(range(len(b.kinds))) - thing.type.kinds
            return {show_expr(subject): thing.type.kinds if holds != negated else others}
        case tree.Not(operand=operand):
            return _learn(b, operand, not holds)
        case tree.Binary(op="and", left=left, right=right):
            return (_both if holds else _either)(_learn(b, left, holds), _learn(b, right, holds))
        case tree.Binary(op="or", left=left, right=right):
            return (_either if holds else _both)(_learn(b, left, holds), _learn(b, right, holds))
        case tree.Binary(op="implies", left=left, right=right):
            first, second = _learn(b, left, not holds), _learn(b, right, holds)
            return (_either if holds else _both)(first, second)
    return {}


def _both(a: _Learned, c: _Learned) -> _Learned:
    return {
        name: a[name] & c[name] if name in a and name in c else a[name] if name in a else c[name]
        for name in (*a, *c)
    }


def _either(a: _Learned, c: _Learned) -> _Learned:
    return {name: a[name] | c[name] for name in a if name in c}
