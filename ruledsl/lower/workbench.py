"""A workbench with all constructs of the language: the way to a `Builder`.

Expressions contain expressions of every kind, and actions contain blocks. So the modules that
lower them come to each other through the workbench, and each imports only what lies below it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ruledsl.lower import aggregates, attributes, calls, names, operators, places
from ruledsl.lower import blocks as bl
from ruledsl.lower.builder import Builder, Configuration, Constructs, Lowerer
from ruledsl.lower.facts import Facts
from ruledsl.lower.scope import Scope
from ruledsl.lower.types import Type
from ruledsl.lower.values import Value
from ruledsl.semantics.symbols import Symbols
from ruledsl.semantics.variants import Ruleset
from ruledsl.syntax import tree


def workbench(
    ruleset: Ruleset, symbols: Symbols, configuration: Configuration, facts: Facts
) -> Builder:
    """A builder on which nothing has been declared yet."""
    return Builder(ruleset, symbols, configuration, facts, CONSTRUCTS)


def _wanting_nothing(lower: Callable[[Builder, Scope, Any], Value]) -> Lowerer:
    """For an expression that means the same whatever is wanted."""

    def lowered(b: Builder, scope: Scope, node: Any, _: Type | None) -> Value:
        return lower(b, scope, node)

    return lowered


def _list(b: Builder, scope: Scope, node: tree.Expr, want: Type | None) -> Value:
    return aggregates.domain(b, scope, node, want.element if want else None)


CONSTRUCTS = Constructs(
    expressions={
        tree.Number: operators.number,
        tree.Conditional: operators.conditional,
        tree.RangeOf: _list,
        tree.RangeFrom: _list,
        tree.ListOf: _list,
        tree.Nothing: _wanting_nothing(operators.nothing),
        tree.Unlimited: _wanting_nothing(operators.unlimited),
        tree.Negative: _wanting_nothing(operators.negative),
        tree.Not: _wanting_nothing(operators.negation),
        tree.Binary: _wanting_nothing(operators.binary),
        tree.Compare: _wanting_nothing(operators.compare),
        tree.IsKind: _wanting_nothing(operators.is_kind),
        tree.IsEmpty: _wanting_nothing(operators.is_empty),
        tree.MemberOf: _wanting_nothing(operators.member_of),
        tree.Ref: _wanting_nothing(names.reference),
        tree.Yours: _wanting_nothing(places.yours),
        tree.Index: _wanting_nothing(places.indexed),
        tree.Attribute: _wanting_nothing(attributes.attribute),
        tree.Call: _wanting_nothing(calls.call),
        tree.Pick: _wanting_nothing(aggregates.lower),
        tree.Fold: _wanting_nothing(aggregates.lower),
        tree.FoldValues: _wanting_nothing(aggregates.lower),
    },
    domain=aggregates.domain,
    block=bl.block,
)
