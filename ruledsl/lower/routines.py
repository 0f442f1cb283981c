"""Phases: lowered once, shared by all who do them, and never inside themselves."""

from __future__ import annotations

from attrs import evolve

from ruledsl.diagnostics.model import Label
from ruledsl.lower import defines, storage_start, storing, taking_back
from ruledsl.lower.builder import Builder, RoutineInstance
from ruledsl.lower.mentions import report_missing
from ruledsl.lower.scope import Scope, Uses
from ruledsl.machine import model as m
from ruledsl.source import NOWHERE, Span
from ruledsl.syntax import tree


def reserve(b: Builder, name: str) -> int:
    """The number of a phase or action, whose body may follow later; its registers exist from now on."""
    number = b.routine_numbers.get(name)
    if number is None:
        number = len(b.routines)
        back, me = b.register(), b.register()
        b.routines.append(m.Routine(name, -1, back, me, "", NOWHERE))
        b.routine_numbers[name] = number
    return number


def shell(b: Builder, number: int, name: str, doc: str, span: Span) -> m.Routine:
    """The routine of that number with its name, docstring and place."""
    old = b.routines[number]
    assert old is not None
    return evolve(old, name=name, doc=doc, span=span)


def do(b: Builder, scope: Scope, node: tree.Do, label: int, next_: int) -> None:
    """``do PHASE``."""
    name = node.phase.text
    declared = b.symbols.declared.get(name)
    if not isinstance(declared, tree.Phase):
        meant = None
        if isinstance(declared, tree.Action):
            meant = f"an action is offered to a player: `must {name}`, `may {name}`"
        help_text = f"declare it: `phase {name}:`"
        report_missing(b, "phase", node.phase, help_text, mentions="does", meant=meant)
        storing.skip_to(b, label, next_, node.span)
        return
    b.callers.setdefault(name, set()).add(scope.routine)
    instance = phase_instance(b, name, node.phase.span)
    if instance is None:
        storing.skip_to(b, label, next_, node.span)
        return
    if instance.uses.me is not None and scope.me == "no":
        b.report(
            "RD301",
            f"`{name}` needs somebody who acts, and nobody does here",
            node.span,
            "put it inside `turns from ...:`, `each player:` or `player P acts:`",
            Label(instance.uses.me, "needed here"),
        )
    if instance.uses.decision is not None and scope.place == "effect":
        b.report(
            "RD308",
            f"`{name}` asks a player, and an action is a player's answer",
            node.span,
            "do it in the phase, after the decision that this action belongs to",
            Label(instance.uses.decision, "asked here"),
        )
    inherited = Uses()
    inherited.add(instance.uses)
    if scope.me == "yes":
        inherited.me = None
    inherited.ends.discard(name)
    inherited.skips.pop(name, None)
    scope.uses.add(inherited)
    b.put(label, m.Call(instance.number, next_, span=node.span))


def phase_instance(b: Builder, name: str, span: Span) -> RoutineInstance | None:
    """Lower a phase, once; None where it leads back to itself (which is reported)."""
    if name in b.phase_instances:
        found = b.phase_instances[name]
        if found is None:
            defines.leads_back(b, name, span)
        taking_back.find_again(b, ("phase", name))
        return found
    node = b.symbols.declared[name]
    assert isinstance(node, tree.Phase)
    b.phase_instances[name] = None
    since = len(b.found)
    b.enter(name, span)
    number = reserve(b, name)
    uses = Uses()
    leave = b.add(m.Return(number, span=node.span))
    scope = Scope("flow", "caller", uses=uses, routine=name)
    body = b.constructs.block(b, scope, node.body, leave, None)
    entry = storage_start.reset_for_phase(b, name, body)
    b.routines[number] = evolve(shell(b, number, name, node.doc or "", node.name.span), entry=entry)
    b.stack.pop()
    instance = RoutineInstance(number, uses)
    b.phase_instances[name] = instance
    taking_back.keep_values(b, ("phase", name), since)
    return instance


def check_ends(b: Builder) -> None:
    """Every ``end PHASE`` stands where that phase is surely going on."""
    for routine, phase, span in b.ends:
        if _reached_without(b, routine, phase):
            b.report(
                "RD310",
                f"`{phase}` may not be going on here",
                span,
                "`end` is for the phase itself, the phases that it does and the actions offered in them",
                Label(b.declared_at(phase), "declared here"),
            )


def _reached_without(b: Builder, routine: str, phase: str) -> bool:
    """Whether play can come to the body of ``routine`` while ``phase`` is not going on."""
    seen: set[str] = set()
    waiting = [routine]
    while waiting:
        here = waiting.pop()
        if here == "":
            return True
        if here != phase and here not in seen:
            seen.add(here)
            waiting.extend(sorted(b.callers.get(here, ())))
    return False
