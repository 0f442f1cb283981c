"""Mentioning things: names, ``your X``, ``X[i]``, ``x.attribute``."""

from __future__ import annotations

from ruledsl import limits
from ruledsl.diagnostics.model import Label
from ruledsl.diagnostics.suggest import closest
from ruledsl.lower import attributes, defines, knowledge
from ruledsl.lower import expressions as ex
from ruledsl.lower import fitting as ft
from ruledsl.lower import types as t
from ruledsl.lower import values as v
from ruledsl.lower.builder import (
    AccountThing,
    Builder,
    DefineThing,
    TableRow,
    TableThing,
    TypeThing,
    VariableThing,
    ZoneThing,
)
from ruledsl.lower.scope import Scope
from ruledsl.lower.types import Type
from ruledsl.lower.values import UNKNOWN, Value
from ruledsl.machine import model as m
from ruledsl.machine.model import Expr
from ruledsl.semantics.symbols import TEST_NAMES
from ruledsl.semantics.variants import kind_of
from ruledsl.source import Span
from ruledsl.syntax import tree

# --- names --------------------------------------------------------------------------------


def reference(b: Builder, scope: Scope, node: tree.Ref) -> Value:
    """A name used as a value."""
    name, span = node.name, node.span
    if name in scope.locals:
        local = scope.locals[name]
        if local.depends is not None:
            scope.uses.learn(local.depends)
        return v.at(local.value, span)
    match name:
        case "yes" | "no":
            return v.truth(name == "yes", span)
        case "me":
            return ex.me(b, scope, span)
        case "player_count":
            return v.const(b.players, span=span)
        case "starter":
            b.uses_starter = True
            scope.uses.cells = True
            return Value(Type("player", 1, b.players), Expr("cell", (m.STARTER,), span=span))
        case "round":
            scope.uses.cells = True
            return Value(t.number(1, limits.ROUNDS), Expr("cell", (m.ROUND,), span=span))
    if is_match_total(b, scope, name):
        b.report(
            "RD206",
            "`total` is one number for each player",
            span,
            "say whose: `total[p]` for a player `p`",
        )
        return UNKNOWN
    if name in TEST_NAMES and scope.place == "test":
        return test_name(b, node)
    thing = b.things.get(name)
    if thing is not None:
        return _thing(b, scope, node, thing)
    if name in b.symbols.members:
        return member(b, node)
    unknown(b, scope, node)
    return UNKNOWN


def is_match_total(b: Builder, scope: Scope, name: str) -> bool:
    """Whether a name is ``total``, what seats have won in a match, and not something of the rules' own.

    It is the one built-in name that rules may declare, so whatever they call `total` is theirs.
    """
    own = (scope.locals, b.symbols.declared, b.symbols.members, b.symbols.broken)
    return name == "total" and not any(name in names for names in own)


def _thing(b: Builder, scope: Scope, node: tree.Ref, thing: object) -> Value:
    span = node.span
    match thing:
        case Value():
            return v.at(thing, span)
        case DefineThing():
            return defines.define_call(b, scope, thing, (), node.name, span)
        case ZoneThing() if scope.place == "initial":
            b.report(
                "RD209",
                f"`{thing.name}` holds no cards yet",
                span,
                "initial values are set before the cards are laid out: set it in `setup`",
                Label(thing.span, "declared here"),
            )
            return UNKNOWN
        case ZoneThing(index=None):
            scope.uses.cells = True
            return zone_value(thing, Expr("zone", (thing.first,), span=span))
        case ZoneThing():
            scope.uses.cells = True
            return ex.thing_value(thing, f"a family of {thing.place}s")
        case VariableThing(index=None):
            return initialised(b, scope, thing, Expr("cell", (thing.info.base,), span=span), node)
        case VariableThing():
            return ex.thing_value(thing, "a family of variables")
        case AccountThing(index=None):
            return balance(b, scope, thing, Expr("cell", (thing.info.base,), span=span), node)
        case AccountThing():
            return ex.thing_value(thing, "a family of accounts")
        case TypeThing():
            return ex.thing_value(thing, "a type")
        case TableThing():
            if thing.fixed_row >= 0 and len(thing.rows) == 1 and not thing.columns:
                return attributes.cell_of(b, thing, 0, v.const(1), span)
            if thing.fixed_row >= 0 and thing.columns:
                return ex.thing_value(TableRow(thing, v.const(1)), "a row of a table")
            return ex.thing_value(thing, "a table")
        case tree.Action() | tree.Phase():
            kind = kind_of(thing)
            b.report(
                "RD206",
                f"`{node.name}` is {'an action' if kind == 'action' else 'a phase'}, not a value",
                span,
                f"`must {node.name}` offers it"
                if kind == "action"
                else f"`do {node.name}` plays it",
                Label(thing.name.span, "declared here"),
            )
        case tree.Match():
            b.report("RD206", f"`{node.name}` is a match, not a value", span)
        case tree.Table():
            if node.name not in b.tables_read:
                ft.not_constant(b, node)  # else its own fault has been reported
    return UNKNOWN


def zone_value(thing: ZoneThing, code: Expr, own: bool = False) -> Value:
    """A place of a family as a value; ``own`` where it belongs to who acts."""
    origins = frozenset((thing.number,))
    return Value(Type("zone", origins=origins, own=origins if own else frozenset()), code)


def initialised(
    b: Builder,
    scope: Scope,
    thing: VariableThing,
    code: Expr,
    node: tree.Ref,
    own: bool = False,
) -> Value:
    """What a variable holds; before play, only one that has been set already."""
    scope.uses.cells = True
    knowledge.read_stored(b, scope, thing, own, node.span)
    if scope.place in ("initial", "constant") and thing.number not in b.initialised:
        _not_set_yet(b, thing, "value", node.span)
        return UNKNOWN
    return Value(thing.type, code)


def _not_set_yet(b: Builder, thing: VariableThing | AccountThing, what: str, span: Span) -> None:
    b.report(
        "RD209",
        f"`{thing.info.name}` has no {what} yet",
        span,
        "values are set in the order of the file: declare it further up",
        Label(thing.info.span, "declared here"),
    )


def balance(
    b: Builder,
    scope: Scope,
    thing: AccountThing,
    code: Expr,
    node: tree.Ref,
    own: bool = False,
) -> Value:
    """What an account holds; an unlimited one has no balance."""
    scope.uses.cells = True
    knowledge.read_stored(b, scope, thing, own, node.span)
    if thing.info.unlimited:
        b.report(
            "RD406",
            f"`{thing.info.name}` is unlimited: it has no balance to read",
            node.span,
            "pay from it and into it; only accounts with a balance can be compared or counted",
            Label(thing.info.span, "declared here"),
        )
        return UNKNOWN
    if scope.place == "constant":
        ft.not_constant(b, node)
        return UNKNOWN
    if scope.place == "initial" and thing.number not in b.opened:
        _not_set_yet(b, thing, "balance", node.span)
        return UNKNOWN
    return Value(t.number(0, thing.info.limit), code)


def member(b: Builder, node: tree.Ref) -> Value:
    """A member of an enumeration, named without its type."""
    found = b.symbols.members[node.name]
    if len(found) > 1:
        b.report(
            "RD114",
            f"`{node.name}` is a member of several types",
            node.span,
            f"write `{found[0].enumeration}.{node.name}` or `{found[1].enumeration}.{node.name}`",
            *[Label(x.span, f"a member of `{x.enumeration}`") for x in found],
        )
        return UNKNOWN
    thing = b.things.get(found[0].enumeration)
    if not isinstance(thing, TypeThing):
        return UNKNOWN
    return v.const(found[0].ordinal, thing.type, node.span)


def unknown(b: Builder, scope: Scope, node: tree.Ref) -> None:
    """Report a name that nobody declared (unless its declaration is broken)."""
    name = node.name
    if name in b.symbols.broken:
        return
    if name in b.symbols.declared:
        if scope.place == "constant":
            ft.not_constant(b, node)
        return
    texts = {
        "true": "yes",
        "false": "no",
        "null": "none",
        "True": "yes",
        "False": "no",
        "None": "none",
    }
    if name in texts:
        b.report("RD115", f"`{name}` is not known here", node.span, write=texts[name], certain=True)
        return
    attribute = b.attribute_names
    near = closest(name, [*scope.locals, *b.symbols.all_names()])
    help_text = (
        "every name is declared: `var`, `zone`, `define`, ..., or a parameter, a `let`, a loop"
    )
    if name in b.ruleset.removed:
        help_text, near = "the variant removes it: replace what mentions it as well", None
    elif near is None and name in attribute:
        help_text = f"`{name}` is an attribute of cards: write `card.{name}`"
    elif near is None and name in ("score", "over", "actor", "winners"):
        help_text = f"`{name}` can be mentioned in tests only"
    b.report(
        "RD115",
        f"`{name}` is not declared",
        node.span,
        help_text,
        *(
            [Label(b.symbols.declared[near.word].name.span, "declared here")]
            if near and near.word in b.symbols.declared
            else b.removed_at(name)
        ),
        meant=near,
    )


def no_kind(b: Builder, name: tree.Name) -> None:
    """Report a name that is no kind of card."""
    if name.text in b.symbols.broken:
        return
    kinds = [k.node.name.text for k in b.kinds]
    near = closest(name.text, kinds)
    b.report(
        "RD108",
        f"there is no kind of card `{name.text}`",
        name.span,
        "a kind of card is declared by `card`",
        meant=near,
    )


def test_name(b: Builder, node: tree.Ref) -> Value:
    """``score`` and the like where they need more to be a value."""
    b.report(
        "RD601",
        f"`{node.name}` cannot stand here",
        node.span,
        "tests say `expect over`, `expect actor == 2`, `expect winners == 1, 3`, `expect score[1] == 20`",
    )
    return UNKNOWN
