"""Loops through the looks of cards, written out as loops over places, for printers that have nothing better."""

from __future__ import annotations

from attrs import evolve

from ruledsl.native.program import tree
from ruledsl.native.program.read import folded
from ruledsl.native.program.tree import Local, Num, Statement, Unit


def spelled(unit: Unit) -> Unit:
    """The program without `tree.Looks`, doing the same."""
    functions = tuple(evolve(each, body=in_block(each.body)) for each in unit.functions)
    return evolve(unit, functions=functions)


def in_block(body: tuple[Statement, ...]) -> tuple[Statement, ...]:
    """Some statements without `tree.Looks`."""
    found: list[Statement] = []
    for statement in body:
        inner = tree.with_blocks(statement, in_block)
        found += loops(inner) if isinstance(inner, tree.Looks) else [inner]
    return tuple(found)


def loops(node: tree.Looks) -> list[Statement]:
    """A loop through looks as one over places or elements."""
    look, before = Local(node.look), Local(node.before)
    new = tree.Compare("!=", look, before)
    seen: list[Statement] = [tree.Put(node.look, tree.Load(Local(node.card), tree.Array.FACE))]
    match node.body:
        case (tree.Append(local, value, condition),) if condition != tree.Always(True):
            # Where it is one comparison more, it needs no jump.
            fits = tree.Append(local, value, tree.Both(new, condition))
            round_ = (*seen, fits, tree.Put(node.before, look))
        case _:
            round_ = (*seen, tree.If(new, (tree.Put(node.before, look), *node.body)))
    return [tree.Put(node.before, Num(-1)), _loop(node, round_)]


def _loop(node: tree.Looks, body: tuple[Statement, ...]) -> Statement:
    if node.at < 0:
        start, end = folded("+", node.base, node.first), folded("+", node.base, node.many)
        return tree.Through(node.card, start, end, body)
    card = tree.Load(folded("+", node.base, Local(node.at)))
    return tree.Each(node.at, node.first, node.many, (tree.Put(node.card, card), *body))
