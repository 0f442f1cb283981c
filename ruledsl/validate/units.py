"""Money and numbers of things that meet where no rule says how much one of the things is worth.

What a number is a number of is certain in few places: what an account holds is money, ``size`` and ``count`` count
things. It stays so under a name (a ``let``, a define), in a sum with a number that is written out, and in an amount
that a player chooses up to some money. All other numbers go with everything: variables, attributes, tables, options,
parameters of defines; and so do products and quotients, for with them rules say what something is worth.

The score says by itself that what it adds up are points, and so do the defines that it mentions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import TypeAlias, get_args

from attrs import frozen

from ruledsl.diagnostics.model import Diagnostic, Label, Severity
from ruledsl.semantics.symbols import Symbols
from ruledsl.semantics.variants import Ruleset
from ruledsl.syntax import tree
from ruledsl.syntax.printer import show_expr
from ruledsl.syntax.walking import parts, walk


class Unit(Enum):
    """What a number is a number of: money, or things. One that is written out may be either, an open one anything."""

    MONEY = "money"
    COUNT = "count"
    WRITTEN = "written"
    OPEN = "open"


Units: TypeAlias = Mapping[Unit, tree.Expr]
"""What a number may be a number of, each with the expression that shows it; several where a condition decides."""

Names: TypeAlias = dict[str, Units]
"""What the names of a block are numbers of."""

_OPEN: Units = {Unit.OPEN: tree.Nothing()}
_WRITTEN: Units = {Unit.WRITTEN: tree.Nothing()}
_EXPRESSIONS = frozenset(get_args(tree.Expr))
_RESULT = (tree.Score, tree.Win, tree.Ties)
_PASSED_OVER = (*_RESULT, tree.Define, tree.Test, tree.Match, tree.Table, tree.Deck)
"""What says by itself what it adds up; what is read before the rest; what has no such numbers in it."""


def mixed(ruleset: Ruleset, symbols: Symbols) -> Iterator[Diagnostic]:
    """Where the file itself mixes money and numbers of things, each expression once."""
    reader = _Reader(symbols)
    for declaration in ruleset.declarations:
        if isinstance(declaration, _RESULT):
            reader.defines(declaration)
    reader.found.clear()  # what the score is made of
    for declaration in ruleset.declarations:
        if isinstance(declaration, tree.Define):
            reader.define(declaration)
    for declaration in ruleset.declarations:
        if not isinstance(declaration, _PASSED_OVER):
            reader.read(declaration, {})
    file = ruleset.header.span.file
    yield from (d for d in reader.found if d.primary.span.file == file)


class _Reader:
    """Goes through rules, each expression once, and notes what is mixed."""

    def __init__(self, symbols: Symbols) -> None:
        self.found: list[Diagnostic] = []
        self._declared = symbols.declared
        self._defines: dict[str, Units] = {}

    def defines(self, node: tree.Node) -> None:
        """Read the defines that a node mentions."""
        for part in walk(node):
            if isinstance(part, tree.Ref | tree.Call):
                name = part.name if isinstance(part, tree.Ref) else part.name.text
                other = self._declared.get(name)
                if isinstance(other, tree.Define):
                    self.define(other)

    def define(self, node: tree.Define) -> None:
        """Read a define; before it those that it mentions, so that a chain of them is not gone into deeply."""
        name = node.name.text
        if name not in self._defines:
            self._defines[name] = _OPEN
            self.defines(node.value)
            self._defines[name] = self._outermost(node.value, {})

    def read(self, item: object, names: Names) -> None:
        """Read all that stands in a part of the rules; ``names`` takes in the names that it gives."""
        match item:
            case tuple():
                block = dict(names)
                for inner in item:
                    self.read(inner, block)
            case tree.Action(params=params, body=body):
                for param in params:
                    units = self._outermost(param.domain, names)
                    names.update({name.text: units for name in param.names})
                self.read(body, names)
            case tree.Let(name=name, value=value):
                names[name.text] = self._outermost(value, names)
            case tree.Pay(amount=amount, source=source, target=target):
                self._taken(amount, Unit.MONEY, names)
                self.read((source, target), names)
            case tree.Quantity(amount=amount, source=source):
                self._taken(amount, Unit.COUNT, names)
                self.read(source, names)
            case tree.Money(initial=initial):
                self._taken(initial, Unit.MONEY, names)
            case tree.Node() if type(item) in _EXPRESSIONS:
                self._outermost(item, names)  # type: ignore[arg-type]
            case tree.Node():
                for part in parts(item):
                    self.read(part, names)

    def _taken(self, node: tree.Expr | None, wanted: Unit, names: Names) -> None:
        """Read a number that is taken as money, or as a number of cards."""
        units = _OPEN if node is None else self._outermost(node, names)
        given = Unit.COUNT if wanted is Unit.MONEY else Unit.MONEY
        if node is not None and given in units:
            self.found.append(_misused(node, _Side.of(node, units, given)))

    # --- expressions -----------------------------------------------------------------------

    def _outermost(self, node: tree.Expr, names: Names) -> Units:
        """What an expression is a number of. Of several mixtures in it the first is told."""
        before = len(self.found)
        units = self._units(node, names)
        del self.found[before + 1 :]
        return units

    def _units(self, node: tree.Expr, names: Names) -> Units:
        match node:
            case tree.Number():
                return _WRITTEN
            case tree.Ref(name=name) | tree.Yours(name=name):
                return names[name] if name in names else self._named(name, node)
            case tree.Index(base=base, index=index):
                self._units(index, names)
                return {Unit.MONEY: node} if Unit.MONEY in self._units(base, names) else _OPEN
            case tree.Call(name=called):
                self._inside(node, names)
                is_size = called.text == "size"
                return {Unit.COUNT: node} if is_size else self._named(called.text, node)
            case tree.Negative(operand=operand):
                return self._units(operand, names)
            case tree.Binary(op="+" | "-", left=left, right=right):
                return _joined(self._met(node, (left, right), names))
            case tree.FoldValues(op="min" | "max", values=values):
                return _joined(self._met(node, values, names))
            case tree.RangeOf(low=low, high=high):
                ends = self._met(node, (low, high), names)
                return next((units for units in ends if [*units] == [Unit.MONEY]), _OPEN)
            case tree.Compare(left=left, right=right):
                self._met(node, (left, right), names)
            case tree.MemberOf(subject=subject, domain=tree.RangeOf(low=low, high=high)):
                self._met(node, (subject, low, high), names)
            case tree.MemberOf(subject=subject, domain=tree.ListOf(items=items)):
                self._met(node, (subject, *items), names)
            case tree.Conditional(value=value, condition=condition, otherwise=otherwise):
                self._units(condition, names)
                return {**self._units(value, names), **self._units(otherwise, names)}
            case tree.Fold(op="sum" | "min" | "max", value=value, binder=binder, otherwise=other):
                self._inside(binder, names)
                units = self._units(value, names)
                if other is not None:
                    units = {**units, **self._units(other, names)}
                return units if Unit.MONEY in units or Unit.COUNT in units else _OPEN
            case tree.Pick(op="count"):
                self._inside(node, names)
                return {Unit.COUNT: node}
            case _:
                self._inside(node, names)
        return _OPEN

    def _inside(self, node: tree.Node, names: Names) -> None:
        """Look at the expressions in a node, whatever they are there for."""
        for part in parts(node):
            for inner in part if isinstance(part, tuple) else (part,):
                if type(inner) in _EXPRESSIONS:
                    self._units(inner, names)
                elif isinstance(inner, tree.Node):
                    self._inside(inner, names)

    def _named(self, name: str, node: tree.Expr) -> Units:
        declared = self._declared.get(name)
        if isinstance(declared, tree.Money):
            return {Unit.MONEY: node}
        return self._defines[name] if isinstance(declared, tree.Define) else _OPEN

    def _met(
        self, node: tree.Expr, operands: tuple[tree.Expr, ...], names: Names
    ) -> Sequence[Units]:
        """What operands are numbers of that are added or compared; open, once they are told to be mixed."""
        units = [self._units(operand, names) for operand in operands]
        for one, other in ((Unit.MONEY, Unit.COUNT), (Unit.COUNT, Unit.MONEY)):
            sure = next((n for n, u in enumerate(units) if [*u] == [one]), None)
            against = next((n for n, u in enumerate(units) if other in u), None)
            if sure is not None and against is not None:
                places = sorted(((sure, one), (against, other)), key=lambda place: place[0])
                sides = [_Side.of(operands[n], units[n], unit) for n, unit in places]
                self.found.append(_mixture(node, *sides))
                return (_OPEN,)
        return units


def _joined(operands: Sequence[Units]) -> Units:
    """What a sum is a number of, and the least or greatest of some numbers."""
    said = [units for units in operands if [*units] != [Unit.WRITTEN]]
    if len(said) < 2:
        return said[0] if said else _WRITTEN
    kinds = {frozenset(units) - {Unit.WRITTEN} for units in said}
    return said[0] if len(kinds) == 1 else _OPEN


# --- what is told ------------------------------------------------------------------------------


@frozen
class _Side:
    """A number of which it is certain what it is a number of; ``origin`` shows that."""

    node: tree.Expr
    origin: tree.Expr
    unit: Unit

    @staticmethod
    def of(node: tree.Expr, units: Units, unit: Unit) -> _Side:
        """What is told of an expression: of one that hangs on a condition the part that matters."""
        origin = units[unit]
        return _Side(node if len(units) == 1 else origin, origin, unit)

    @property
    def what(self) -> str:
        """What it is a number of, in words."""
        if self.unit is Unit.MONEY:
            return "money"
        return "a number of " + ("cards" if isinstance(self.origin, tree.Call) else "things")

    def labels(self, around: tree.Expr) -> tuple[Label, ...]:
        """Where it is shown, if that is somewhere else."""
        elsewhere = not around.span.holds(self.origin.span)
        return (Label(self.origin.span, f"this is {self.what}"),) if elsewhere else ()


def _mixture(node: tree.Expr, one: _Side, two: _Side) -> Diagnostic:
    """Two numbers are added or compared."""
    counted = one if one.unit is Unit.COUNT else two
    return _warning(
        node,
        f"`{show_expr(one.node)}` is {one.what}, `{show_expr(two.node)}` {two.what}",
        _times_worth(counted),
        *one.labels(node),
        *two.labels(node),
    )


def _misused(node: tree.Expr, side: _Side) -> Diagnostic:
    """One kind of number stands where the other is taken."""
    if side.unit is Unit.COUNT:
        want, help_text = "money", _times_worth(side)
    else:
        want = "a number of cards"
        quotient = show_expr(tree.Binary("div", side.node, tree.Number(1)))
        help_text = (
            f"say what one costs, `{quotient}` if it is 1; or take the number that was meant"
        )
    message = f"`{show_expr(side.node)}` is {side.what}, and {want} is wanted here"
    return _warning(node, message, help_text, *side.labels(node))


def _times_worth(side: _Side) -> str:
    product = show_expr(tree.Binary("*", tree.Number(1), side.node))
    return f"say what one is worth, `{product}` if it is 1; or take the number that was meant"


def _warning(node: tree.Expr, message: str, help_text: str, *labels: Label) -> Diagnostic:
    place = Label(node.span)
    return Diagnostic("RD228", message, place, help_text, labels, severity=Severity.WARNING)
