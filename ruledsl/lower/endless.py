"""Loops that one look at them shows to go on for ever, and turns that nobody takes."""

from __future__ import annotations

from collections.abc import Iterable

from ruledsl.diagnostics.model import Severity
from ruledsl.lower.builder import Builder, VariableThing
from ruledsl.lower.values import Value
from ruledsl.syntax import tree
from ruledsl.syntax.printer import show_expr
from ruledsl.syntax.walking import walk


def forever(b: Builder, node: tree.Repeat) -> None:
    """``repeat:`` with nothing in it that leaves it, and nobody in it who decides anything."""
    done = _all_done(b, node.body)
    if any(isinstance(part, tree.End | tree.Choose) for part in done) or _is_unsure(b, done):
        return
    b.report(
        "RD314",
        "this loop never ends",
        node.span,
        "say when: `repeat until C:`, `repeat N times:`, or `end PHASE` in it",
        label="nothing in it leaves it, and nobody decides anything in it",
    )


def never_until(b: Builder, node: tree.Repeat, condition: Value) -> None:
    """``repeat until C`` with a condition that never holds, and nothing else that leaves it."""
    if node.until is None or not _is_never(b, node.until, condition):
        return
    done = _all_done(b, node.body)
    if any(isinstance(part, tree.End) for part in done) or _is_unsure(b, done):
        return
    b.report(
        "RD314",
        f"this loop never ends: `{show_expr(node.until)}` never holds",
        node.until.span,
        "look at the values that can occur here, or leave the loop by `end PHASE`",
    )


def nobodys_turn(b: Builder, node: tree.Turns | tree.Each, condition: Value) -> None:
    """``turns from P where C`` with a condition that never holds."""
    if node.condition is None or not _is_never(b, node.condition, condition):
        return
    b.report(
        "RD315",
        f"nobody gets a turn: `{show_expr(node.condition)}` never holds",
        node.condition.span,
        "look at the values that can occur here, or take the lines out",
        severity=Severity.WARNING,
    )


def _is_never(b: Builder, node: tree.Expr, condition: Value) -> bool:
    """Whether a condition holds for no values, options and numbers of players whatever."""
    if condition.constant == 0:
        return _is_settled(b, node, ("player_count", "Player"))
    return _is_impossible(b, node) and _is_settled(b, node, ("player_count",))


def _is_impossible(b: Builder, node: tree.Expr) -> bool:
    """Whether a variable is compared with a number that lies beyond its range."""
    match node:
        case tree.Binary(op="and", left=left, right=right):
            return _is_impossible(b, left) or _is_impossible(b, right)
        case tree.Binary(op="or", left=left, right=right):
            return _is_impossible(b, left) and _is_impossible(b, right)
        case tree.Fold(op="any", value=value):
            return _is_impossible(b, value)
        case tree.Compare(op=op, left=left, right=tree.Number(value=number)):
            base = left.base if isinstance(left, tree.Index) else left
            name = base.name if isinstance(base, tree.Ref | tree.Yours) else ""
            thing = b.things.get(name)
            if not isinstance(thing, VariableThing) or thing.type.kind != "number":
                return False
            low, high = thing.type.low, thing.type.high
            return {
                ">": high <= number,
                ">=": high < number,
                "<": low >= number,
                "<=": low > number,
                "==": not low <= number <= high,
            }.get(op, False)
    return False


def _all_done(b: Builder, body: Iterable[tree.Statement]) -> list[object]:
    """All parts of a body, of the phases that it does and of the actions that it offers."""
    found = walk(tuple(body))
    seen: set[str] = set()
    at = 0
    while at < len(found):
        part = found[at]
        at += 1
        name = ""
        if isinstance(part, tree.Do):
            name = part.phase.text
        elif isinstance(part, tree.Offer):
            name = part.action.text
        declared = b.symbols.declared.get(name)
        if name not in seen and isinstance(declared, tree.Phase | tree.Action):
            seen.add(name)
            found.extend(walk(declared.body))
    return found


def _is_unsure(b: Builder, parts: Iterable[object]) -> bool:
    """Whether something in it could not be read, and may leave it."""
    named = (
        part.phase.text if isinstance(part, tree.Do) else part.action.text
        for part in parts
        if isinstance(part, tree.Do | tree.Offer)
    )
    return any(name not in b.symbols.declared for name in named)


def _is_settled(b: Builder, node: tree.Expr, open_names: tuple[str, ...]) -> bool:
    """Whether a condition means the same for all options and numbers of players.

    ``open_names`` are the built-in names that stand for another thing in another game.
    """
    waiting: list[object] = [node]
    seen: set[str] = set()
    while waiting:
        for part in walk(waiting.pop()):
            name = getattr(part, "name", None)
            text = name.text if isinstance(name, tree.Name) else name
            if not isinstance(text, str) or text in seen:
                continue
            seen.add(text)
            declared = b.symbols.declared.get(text)
            if text in open_names or isinstance(declared, tree.Option | tree.Team):
                return False
            if declared is not None:
                waiting.append(declared)
    return True
