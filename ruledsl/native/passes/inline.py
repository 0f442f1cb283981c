"""Calls of small functions of the library, written out where they are made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve

from ruledsl.native.passes.optimise import IN_LOOPS, replaced
from ruledsl.native.program import tree
from ruledsl.native.program.body import negated
from ruledsl.native.program.names import Name, Role
from ruledsl.native.program.tree import Function, Local, Num, Number, Statement

INLINED = (Role.BELOW, Role.TAKE, Role.PUT, Role.PUT_LOOSE)
"""The functions whose calls are written out."""


def inlined(functions: Sequence[Function]) -> tuple[Function, ...]:
    """The functions of a program, doing the same with fewer calls."""
    bodies: dict[Name, tuple[Function, tuple[Statement, ...]]] = {}
    for function in functions:
        if function.name.role in (*INLINED, *IN_LOOPS):
            body = _one_exit(function.body)
            if body is not None:
                bodies[function.name] = (function, body)
    return tuple(_Inliner(bodies, function).function() for function in functions)


_RESULT = Local(-1)
"""Stands for what a function yields, in a body that is written out."""


def _one_exit(body: tuple[Statement, ...]) -> tuple[Statement, ...] | None:
    """A body that puts what it yields into `_RESULT` and comes to its end; None where it cannot be told so."""
    for place, statement in enumerate(body):
        match statement:
            case tree.Return(value):
                return (*body[:place], tree.Put(-1, value))
            case tree.If(condition, then, otherwise) if _returns(statement):
                rest = body[place + 1 :]
                parts = (
                    _one_exit((*then, *rest) if not _leaves(then) else then),
                    _one_exit((*otherwise, *rest) if not _leaves(otherwise) else otherwise),
                )
                if parts[0] is None or parts[1] is None:
                    return None
                return (*body[:place], tree.If(condition, parts[0], parts[1]))
            case _ if _returns(statement):
                return None
            case _:
                pass
    return None


def _returns(thing: object) -> bool:
    return any(isinstance(node, tree.Return) for node in tree.nodes(thing))


def _leaves(body: tuple[Statement, ...]) -> bool:
    return bool(body) and isinstance(body[-1], tree.Return)


class _Inliner:
    def __init__(
        self, bodies: Mapping[Name, tuple[Function, tuple[Statement, ...]]], function: Function
    ) -> None:
        self.bodies = bodies
        self.made = function
        self.variables = function.variables
        self.loops = 0

    def function(self) -> Function:
        body = self.block(self.made.body)
        return evolve(self.made, body=body, variables=self.variables)

    def block(self, body: tuple[Statement, ...]) -> tuple[Statement, ...]:
        found: list[Statement] = []
        for statement in body:
            found += self.statement(statement)
        return tuple(found)

    def statement(self, node: Statement) -> Sequence[Statement]:
        match node:
            case tree.If(condition, then, otherwise):
                return [tree.If(condition, self.block(then), self.block(otherwise))]
            case tree.While(condition, body):
                return [tree.While(condition, self.loop(body))]
            case tree.Each(local, start, end, body):
                return [tree.Each(local, start, end, self.loop(body))]
            case tree.Through() | tree.Looks():
                return [evolve(node, body=self.loop(node.body))]
            case tree.Put(local, tree.Call(name, args)) if self.may(name):
                return self.written(name, args, Local(local))
            case tree.Do(tree.Call(name, args)) if self.may(name):
                return self.written(name, args, None)
            case _:
                return [node]

    def loop(self, body: tuple[Statement, ...]) -> tuple[Statement, ...]:
        """The body of a loop."""
        self.loops += 1
        found = self.block(body)
        self.loops -= 1
        return found

    def may(self, name: Name) -> bool:
        """Whether calls of a function are written out here."""
        if name not in self.bodies or name == self.made.name:
            return False
        if name.role in IN_LOOPS:
            return self.loops > 0 and self.made.name.role is Role.STATE
        return True

    def written(self, name: Name, args: Sequence[Number], to: Local | None) -> Sequence[Statement]:
        """What a call does, without the call."""
        function, body = self.bodies[name]
        first = self.variables
        self.variables += function.variables
        changed = {n.local for n in tree.nodes(body) if isinstance(n, tree.Put | tree.Each)}
        names: dict[Local, Number] = {}
        found: list[Statement] = []
        for number in range(function.variables):
            own = Local(first + number)
            if number < function.params:
                arg = args[number]
                if number not in changed and isinstance(arg, Num | Local):
                    names[Local(number)] = arg
                    continue
                found.append(tree.Put(own.number, arg))
            names[Local(number)] = own
        renamed = replaced(_renamed(body, first, to), names)
        return _pruned((*found, *self.block(renamed)))


def _renamed(body: tuple[Statement, ...], first: int, to: Local | None) -> tuple[Statement, ...]:
    """The body with its own variables put behind those of the function that it is written into."""
    found: list[Statement] = []
    for node in body:
        match node:
            case tree.Put(-1, value):
                if to is not None:
                    found.append(tree.Put(to.number, value))
                elif any(isinstance(n, tree.Call) for n in tree.nodes(value)):
                    raise AssertionError("a result that does something is thrown away")
            case tree.Put(local, value):
                found.append(tree.Put(first + local, value))
            case tree.If(condition, then, otherwise):
                found.append(
                    tree.If(condition, _renamed(then, first, to), _renamed(otherwise, first, to))
                )
            case tree.While(condition, inner):
                found.append(tree.While(condition, _renamed(inner, first, to)))
            case tree.Each(local, start, end, inner):
                found.append(tree.Each(first + local, start, end, _renamed(inner, first, to)))
            case tree.Through(local, start, end, inner):
                found.append(tree.Through(first + local, start, end, _renamed(inner, first, to)))
            case _:
                found.append(node)
    return tuple(found)


def _pruned(body: tuple[Statement, ...]) -> tuple[Statement, ...]:
    """Without empty ways."""
    found: list[Statement] = []
    for node in body:
        match node:
            case tree.If(condition, then, otherwise):
                then, otherwise = _pruned(then), _pruned(otherwise)
                if then or otherwise:
                    found.append(
                        tree.If(condition, then, otherwise)
                        if then
                        else tree.If(negated(condition), otherwise)
                    )
            case _:
                found.append(node)
    return tuple(found)
