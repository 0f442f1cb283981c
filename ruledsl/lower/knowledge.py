"""Who can know what the rules read: what is refused because it would tell a secret.

While an expression is lowered its `Uses` note what it reads that not everybody sees
(``secret``), and that who acts does not see (``foreign``). The functions ``read_...`` do that. The
others judge a statement: what would tell something is kept as a `Leak` until all rules are
lowered, for it is none where a `reveal` may have come before; `settle` reports the rest.
"""

from __future__ import annotations

from attrs import evolve

from ruledsl.diagnostics.model import Label
from ruledsl.lower.builder import (
    AccountThing,
    Builder,
    TableThing,
    TypeThing,
    VariableThing,
    ZoneThing,
)
from ruledsl.lower.reaching import Reaching
from ruledsl.lower.scope import Leak, Publication, Read, Scope, Shown, Uses
from ruledsl.lower.types import Type
from ruledsl.lower.values import Value
from ruledsl.machine import model as m
from ruledsl.source import Span
from ruledsl.syntax import tree

_ASK = "put the condition into the action's `require` under `may`, or `reveal` it first"


# --- what is read -----------------------------------------------------------------------------


def seen_by(b: Builder, who: m.SeenBy) -> m.SeenBy:
    """Who sees a thing: a single player who sees it is everybody."""
    return "all" if who == "owner" and b.players == 1 else who


def is_own(index_type: Type | None, place: Type) -> bool:
    """Whether the member of a family at a place surely belongs to who acts (or to the own team)."""
    if index_type is None:
        return False
    return place.whose == ("self" if index_type.kind == "player" else "side")


def read_stored(
    b: Builder, scope: Scope, thing: VariableThing | AccountThing, own: bool, span: Span
) -> None:
    """Note that a variable or the balance of an account is read."""
    _read(b, scope, thing.info.name, thing.info.seen_by, own, span)


def read_faces(b: Builder, scope: Scope, card: Type, span: Span) -> None:
    """Note that the face of a card of this type is read."""
    if card.shown:
        return
    for number in sorted(card.origins):
        family = b.families[number]
        if family.name not in b.facts.open:
            _read(b, scope, family.name, family.seen_by, number in card.own, span)


def _read(b: Builder, scope: Scope, name: str, who: m.SeenBy, own: bool, span: Span) -> None:
    who = seen_by(b, who)
    if who == "all":
        return
    scope.uses.secret.setdefault(name, Read(name, span))
    if who == "nobody" or not own:
        scope.uses.foreign.setdefault(name, Read(name, span))


def unseen(name: str, span: Span, *, own: bool) -> Uses:
    """What a local name depends on that was chosen unseen: by the player himself (``own``) or by chance."""
    read = {name: Read(name, span)}
    return Uses(secret=read, foreign={} if own else read)


# --- what a player may choose -----------------------------------------------------------------


def legality(b: Builder, action: str, uses: Uses, span: Span, what: str) -> None:
    """What is legal may depend only on what the player who acts knows."""
    if uses.hidden is not None or not uses.foreign:
        return  # a card that may not be drawn yet is another finding
    b.leaks.append(
        Leak(
            "RD411",
            tuple(uses.foreign.values()),
            span,
            what + " depends on `{name}`, which the player who acts may not see",
            "a choice may depend on what all see, on what is the player's own, and on what has been revealed",
            action=b.action_numbers[action],
            foreign=True,
        )
    )


def argument(b: Builder, uses: Uses, state: int, span: Span) -> None:
    """What an offer fixes is known to the player who is asked."""
    if uses.foreign:
        b.leaks.append(
            Leak(
                "RD411",
                tuple(uses.foreign.values()),
                span,
                "what is offered depends on `{name}`, which the player who acts may not see",
                "`reveal` it first, or let the action itself find out as an effect",
                state,
                foreign=True,
            )
        )


def choosable(b: Builder, action: str, name: str, card: Type, span: Span) -> None:
    """A player names a card by its face, or by its place in a pile or row."""
    blind = [
        family
        for number in sorted(card.origins)
        if (family := b.families[number]).place == "zone"
        and family.name not in b.facts.open
        and (who := seen_by(b, family.seen_by)) != "all"
        and (who == "nobody" or number not in card.own)
    ]
    if blind and b.facts.known:
        b.leaks.append(
            Leak(
                "RD412",
                tuple(Read(family.name, family.span) for family in blind),
                span,
                f"`{name}` is to be chosen from cards of `{{name}}` that the player may not see",
                "a blind draw is `move random(...) to ...`, an effect; a player can choose among the places of a `row`",
                action=b.action_numbers[action],
                foreign=True,
            )
        )


# --- whether a player is asked ------------------------------------------------------------------


def asking(
    b: Builder, uses: Uses, inside: Uses, state: int, span: Span, word: str = "whether"
) -> None:
    """Whether (or by whom) the decisions ``inside`` are made may depend on what all know alone."""
    if uses.secret and inside.decision is not None:
        b.leaks.append(_asking(uses, state, span, word, inside.decision))


def _asking(uses: Uses, state: int, span: Span, word: str, asked: Span | None) -> Leak:
    return Leak(
        "RD413",
        tuple(uses.secret.values()),
        span,
        word + " a player is asked depends on `{name}`, which not everybody sees",
        _ASK,
        state,
        asked=asked,
    )


def choosing(
    b: Builder, scope: Scope, conditions: Uses, inside: Uses, state: int, span: Span
) -> None:
    """Judge what stands ``inside`` a block that is come to under these conditions; add it to ``scope``."""
    asking(b, conditions, inside, state, span)
    if conditions.secret:
        for phase in sorted(inside.ends):
            inside.skips.setdefault(phase, _asking(conditions, state, span, "whether", None))
        if inside.decision is None:
            publishes(b, span, "what happens under this condition", conditions)
    scope.uses.add(inside)


def repeated(
    b: Builder, scope: Scope, conditions: Uses, inside: Uses, state: int, span: Span
) -> None:
    """Judge the body ``inside`` a loop that goes on by these conditions; add both to ``scope``."""
    choosing(b, scope, conditions, inside, state, span)
    skipping(b, inside, inside)
    scope.uses.add(conditions)


def skipping(b: Builder, before: Uses, after: Uses) -> None:
    """Decisions ``after`` a phase may have ended unseen are reached or not by a secret."""
    if after.decision is not None:
        b.leaks += [evolve(leak, asked=after.decision) for leak in before.skips.values()]


# --- what is told ---------------------------------------------------------------------------------


def announced(b: Builder, uses: Uses, state: int, span: Span, shown: str) -> None:
    """An announcement tells only what everybody may know."""
    if uses.secret:
        b.leaks.append(
            Leak(
                "RD414",
                tuple(uses.secret.values()),
                span,
                f"`{{{{{shown}}}}}` tells `{{name}}`, which not everybody sees",
                "`reveal` it first, if all are to know",
                state,
            )
        )


def revealed(b: Builder, node: tree.Reveal, value: Value, uses: Uses, state: int) -> None:
    """Note what a ``reveal`` makes known."""
    type_ = value.type.element or value.type
    names = {b.families[number].name for number in type_.origins} if type_.is_card else set()
    b.shown.append(Shown(state, frozenset(names | set(uses.secret)), node.to is None))


def after(b: Builder, node: tree.Statement, scope: Scope) -> Scope:
    """The scope behind a statement that shows what a name stands for to all."""
    match node:
        case tree.Move(what=tuple() as cards, to=to):
            name = _base_name(to)
            thing = b.things.get(name) if name is not None else None
            if not isinstance(thing, ZoneThing) or seen_by(b, thing.seen_by) != "all":
                return scope
        case tree.Reveal(what=what, to=None):
            cards = (what,)
        case _:
            return scope
    known = dict(scope.locals)
    for card in cards:
        if isinstance(card, tree.Ref) and card.name in known:
            local = known[card.name]
            type_ = local.value.type
            if type_.is_card:
                type_ = evolve(type_, shown=True)
            known[card.name] = evolve(
                local, value=evolve(local.value, type=type_), depends=None, mixed=frozenset()
            )
    return evolve(scope, locals=known, mixed=frozenset())


def _base_name(node: tree.Expr) -> str | None:
    base = node.base if isinstance(node, tree.Index) else node
    return base.name if isinstance(base, (tree.Ref, tree.Yours)) else None


def publishes(b: Builder, span: Span, what: str, uses: Uses | None = None) -> None:
    """Note that what ``uses`` reads becomes known here (only if it reads a secret), or that something does."""
    if uses is None:
        b.published.append(Publication(span, what))
    elif uses.secret:
        names = ", ".join(f"`{name}`" for name in uses.secret)
        b.published.append(Publication(span, f"{what}: tells of {names}"))


def told_owner(b: Builder, span: Span, name: str, uses: Uses, *, own: bool) -> None:
    """Note that the owner of a variable learns what its new value is made of, if it was not his to see."""
    learnt = Uses(secret=uses.foreign) if own else uses
    publishes(b, span, f"sets `{name}`, which its owner sees", learnt)


def laid_open(b: Builder, origins: frozenset[int], to: ZoneThing, span: Span) -> None:
    """Note that cards come from where not everybody sees them to where all do."""
    unseen = [b.families[number] for number in sorted(origins)]
    unseen = [f for f in unseen if seen_by(b, f.seen_by) != "all" and f.name not in b.facts.open]
    if unseen and seen_by(b, to.seen_by) == "all":
        names = ", ".join(f"`{family.name}`" for family in unseen)
        publishes(b, span, f"moves from {names} to `{to.name}`, which all see")


# --- what a move tells ----------------------------------------------------------------------------


def carried(b: Builder, scope: Scope, node: tree.Expr) -> frozenset[str]:
    """The parameters told to everybody that a value is made of: with it, they are known."""
    match node:
        case tree.Ref(name=name) if name in scope.locals:
            return scope.locals[name].carries
        case tree.Negative(operand=operand) | tree.Not(operand=operand):
            return carried(b, scope, operand)
        case tree.Index(base=tree.Ref(name=name), index=index) if isinstance(
            b.things.get(name), TableThing | TypeThing
        ):
            return carried(b, scope, index)
        case tree.Attribute(base=tree.Index() as row):  # a column of a table's row
            return carried(b, scope, row)
        case tree.Binary(op="+" | "-" | "*" | "div" | "mod", left=left, right=right):
            return carried(b, scope, left) | carried(b, scope, right)
        case tree.Conditional(value=left, otherwise=right):
            return carried(b, scope, left) | carried(b, scope, right)
        case tree.FoldValues(values=values):
            return frozenset().union(*(carried(b, scope, value) for value in values))
        case tree.Call(arguments=arguments):
            return frozenset().union(*(carried(b, scope, value) for value in arguments))
    return frozenset()


def kept(b: Builder, scope: Scope, node: tree.Expr, names: tuple[str, ...], span: Span) -> None:
    """An amount that is told to all with the move does not go where somebody cannot see it."""
    for name in sorted(carried(b, scope, node)):
        where = " and ".join(f"`{x}`" for x in dict.fromkeys(names))
        b.report(
            "RD415",
            f"everybody is told `{name}`, and not everybody sees {where}",
            span,
            f"write `secretly {name}` in the action, if it is to be the player's secret",
            Label(scope.locals[name].span, "told to all when the move is played")
            if name in scope.locals
            else Label(span),
        )


def paid(
    b: Builder,
    scope: Scope,
    node: tree.Pay,
    sides: tuple[m.Account | m.Variable, m.Account | m.Variable],
    uses: Uses,
) -> None:
    """Judge a payment: its amount is seen by those who see one of the two accounts."""
    names = (sides[0].name, sides[1].name)
    unlimited = any(isinstance(side, m.Account) and side.unlimited for side in sides)
    if unlimited or any(seen_by(b, side.seen_by) == "all" for side in sides):
        publishes(b, node.span, "pays an amount that all see", uses)
    elif node.amount is not None:
        kept(b, scope, node.amount, names, node.amount.span)


# --- the verdict ------------------------------------------------------------------------------


def settle(b: Builder) -> None:
    """Report what would tell a secret that nothing has revealed before."""
    if not b.leaks or b.symbols.broken or any(d.is_error for d in b.found):
        return  # what makes it known may stand where a fault was found
    reaching = Reaching(b)
    said: set[tuple[str, Span]] = set()
    excused: dict[tuple[Span, str], None] = {}
    for leak in b.leaks:
        left = [read for read in leak.reads if not reaching.may_be_known(leak, read.name)]
        for read in leak.reads:
            if read not in left:
                what = f"counts `{read.name}` as known here: a `reveal` may come before"
                excused.setdefault((leak.span, what), None)
        if not left or (leak.code, leak.span) in said:
            continue
        said.add((leak.code, leak.span))
        read = left[0]
        elsewhere = (read.span.file, read.span.line) != (leak.span.file, leak.span.line)
        labels = [Label(read.span, f"`{read.name}` is read here")] if elsewhere else []
        if leak.code == "RD412":
            labels = [Label(read.span, "declared here")]
        if leak.asked is not None:
            labels.append(Label(leak.asked, "asked here"))
        b.report(leak.code, leak.message.format(name=read.name), leak.span, leak.help, *labels)
    for span, what in excused:
        publishes(b, span, what)
