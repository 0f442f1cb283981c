"""All that is found in rules that have no errors, as people are told it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice

from attrs import evolve, frozen

from ruledsl.diagnostics.model import Diagnostic, Label, Severity
from ruledsl.machine.model import Machine, Over
from ruledsl.semantics.symbols import Symbols
from ruledsl.semantics.variants import Ruleset
from ruledsl.source import Span
from ruledsl.syntax import tree
from ruledsl.syntax.printer import show_expr
from ruledsl.validate.conditions import Seen, decided, unreached
from ruledsl.validate.corners import Declared, corners, further, values_of
from ruledsl.validate.counted import compared_before
from ruledsl.validate.effects import Effects
from ruledsl.validate.finer import finer_graph
from ruledsl.validate.graph import Graph, components, graph_of
from ruledsl.validate.impossible import impossible
from ruledsl.validate.length import Circle, circles, told
from ruledsl.validate.loops import loop_around
from ruledsl.validate.on_options import OnOptions
from ruledsl.validate.opening import Opening
from ruledsl.validate.questions import Quantity
from ruledsl.validate.shortage import shortages
from ruledsl.validate.ties import ties
from ruledsl.validate.units import mixed
from ruledsl.validate.unused import mentioned, unused
from ruledsl.validate.values import Values

_CORNERS = 12
"""So many cases are looked at in which extremes of options, or of the number of players, meet."""

_ENDLESS = ("RD319", "RD320", "RD321")
"""What is said of loops."""

_SETTINGS = 256
"""So many settings are looked at to be sure that an option makes no difference."""

_LEAST_ROOM = 32
"""Where there is no time for so many further cases, rules are not followed step by step."""

Contents = Mapping[str, frozenset[tuple[int, int]]]
"""For each family of places the pairs of deck and kind of card that may lie there."""


@frozen
class Case:
    """A ruleset as it is played by so many players with ``options`` set otherwise than they are declared.

    ``told`` says which, in a few words.
    """

    machine: Machine
    options: Mapping[str, int]
    told: str


@frozen
class Subject:
    """What is looked at: a ruleset, and how machines are made of it.

    ``declared`` are its options for so many players; ``make`` gives the case for a number of players and
    options (nothing where there is none). ``room`` is for how many further cases there is time.
    """

    ruleset: Ruleset
    symbols: Symbols
    players: tuple[int, int]
    declared: Declared
    make: Callable[[int, Mapping[str, int]], Iterator[Case]]
    room: int


def findings(subject: Subject, cases: Sequence[Case], contents: Contents) -> tuple[Diagnostic, ...]:
    """What is found in a ruleset that has been checked for these cases.

    ``contents`` tells for each family of places which pairs of deck and kind of card may lie there.
    """
    ruleset, symbols = subject.ruleset, subject.symbols
    found = [*unused(ruleset, symbols), *mixed(ruleset, symbols)]
    met = islice(
        corners(ruleset, symbols, subject.players, subject.declared),
        min(_CORNERS, subject.room // 10),
    )
    found += _openings([*cases, *(case for setting in met for case in subject.make(*setting))])
    found += _without_effect(subject, cases)
    if subject.room < _LEAST_ROOM:
        return tuple(found)
    seen = Seen(OnOptions(ruleset, symbols))
    usual = [case for case in cases if not case.options]
    by_case: list[tuple[Case, list[Diagnostic]]] = []
    for case in usual[: max(1, subject.room // _LEAST_ROOM)]:
        values = Values(case.machine)
        graph = graph_of(case.machine, values)
        seen.add(case.machine, values, graph)
        by_case.append((case, [*_of_machine(ruleset, graph, values, contents)]))
    found += _once(by_case, len(usual))
    for_all = [*_for_all(subject, seen)]
    if any(d.code in _ENDLESS for d in found):
        # What comes behind a loop that is never left is no further fault.
        for_all = [d for d in for_all if d.code != "RD317"]
    return (*found, *for_all)


def _of_machine(
    ruleset: Ruleset, graph: Graph, values: Values, contents: Contents
) -> Iterator[Diagnostic]:
    """What is found in one machine."""
    effects = Effects(graph.machine, values)
    yield from [*_loops(ruleset, graph, effects)] or _without_end(ruleset, graph)
    yield from _ties(ruleset, effects, contents)
    yield from _shortages(graph, effects)
    for fault in impossible(graph, values):
        yield _warning("RD227", fault.message, fault.span, fault.help)


def _once(by_case: Sequence[tuple[Case, list[Diagnostic]]], many: int) -> Iterator[Diagnostic]:
    """Each finding once, for the fewest players; with how many, unless it is so in all of so many cases."""
    first: dict[tuple[str, Span], tuple[Case, Diagnostic]] = {}
    times: Counter[tuple[str, Span]] = Counter()
    for case, found in by_case:
        here: dict[tuple[str, Span], Diagnostic] = {}
        for diagnostic in found:
            here.setdefault((diagnostic.code, diagnostic.primary.span), diagnostic)
        for key, diagnostic in here.items():
            first.setdefault(key, (case, diagnostic))
            times[key] += 1
    for key, (case, diagnostic) in first.items():
        if times[key] < many and case.told:
            diagnostic = evolve(diagnostic, notes=(*diagnostic.notes, f"this is so {case.told}"))
        yield diagnostic


def _warning(
    code: str, message: str, span: Span, help_text: str, *labels: Label, label: str = ""
) -> Diagnostic:
    return Diagnostic(
        code, message, Label(span, label), help_text, labels, severity=Severity.WARNING
    )


# --- how it begins -----------------------------------------------------------------------------


def _openings(cases: Sequence[Case]) -> Iterator[Diagnostic]:
    """What stops play at the beginning, each place once: for the first setting that shows it."""
    told: set[Span] = set()
    for case in sorted(cases, key=lambda case: len(case.options)):
        fault = Opening(case.machine).fault
        if fault is None or fault.span in told:
            continue
        told.add(fault.span)
        yield _warning(
            "RD419",
            f"{case.told}, {fault.message}" if case.told else fault.message,
            fault.span,
            fault.help,
            label="play stops here",
        )


# --- how long it lasts -------------------------------------------------------------------------


def _loops(ruleset: Ruleset, graph: Graph, effects: Effects) -> Iterator[Diagnostic]:
    """What is told of loops; where there is something, it must be so with all that is remembered, too."""
    found = [*_endless(ruleset, graph, effects)]
    if found:
        finer = finer_graph(effects)
        if finer.is_whole:
            found = [*_endless(ruleset, finer, effects)]
    yield from found


def _endless(ruleset: Ruleset, graph: Graph, effects: Effects) -> Iterator[Diagnostic]:
    for circle in circles(graph, effects):
        if circle.has_chance and not circle.has_decision:
            continue  # it is left with certainty, though nobody can say when
        span = loop_around(ruleset, graph, circle.nodes)
        if span is None:
            continue
        what = _chosen_so(graph, circle)
        if circle.fault is not None:
            end = _running_out(effects.machine, circle.fault)
            yield _warning(
                "RD319",
                f"{what}, this may go on until {end}, and that stops play with a fault",
                span,
                "ask about it: leave the loop in time, or `require` it where it is used",
                *_chosen(graph, circle),
            )
        else:
            yield _warning(
                "RD320",
                f"nothing bounds the length of this: {what}, it can go on for ever",
                span,
                "let something be used up or counted each time round, and leave the loop when it is"
                " done: `var turns_taken: 0..500 = 0 seen by all` and `until turns_taken == 500`, say",
                *_chosen(graph, circle),
            )


def _without_end(ruleset: Ruleset, graph: Graph) -> Iterator[Diagnostic]:
    """A game that never comes to its score: the loop in which it stays."""
    if not graph.is_whole or any(isinstance(graph.machine.states[s], Over) for s in graph.states):
        return
    for group in components(graph.after, set(range(len(graph.nodes)))):
        inside = set(group)
        if all(there in inside for node in group for there in graph.after[node]):
            span = loop_around(ruleset, graph, tuple(group))
            if span is not None:
                yield _warning(
                    "RD321",
                    "no way leads out of this loop, so the game never comes to its score",
                    span,
                    "say when it ends: `until`, a number of times, or `end game` in it",
                )


def _chosen_so(graph: Graph, circle: Circle) -> str:
    """What players choose on a way round."""
    names = [f"`{name}`" for name in told(graph, circle)]
    if not names:
        return "while all skip" if circle.has_decision else "without anybody being asked"
    return f"with {_listed(names)} again and again"


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _chosen(graph: Graph, circle: Circle) -> tuple[Label, ...]:
    labels: dict[Span, Label] = {}
    for node in circle.nodes:
        offer = graph.offer(node)
        if offer is not None and offer.span.line:
            name = graph.machine.actions[offer.action].name
            labels.setdefault(offer.span, Label(offer.span, f"`{name}` is chosen here"))
    return tuple(labels.values())


def _running_out(machine: Machine, fault: tuple[Quantity, int]) -> str:
    """When it is that something which grows or shrinks stops play."""
    (kind, number), sign = fault
    match kind:
        case "family":
            return f"`{machine.families[number].name}` is empty"
        case "account":
            account = machine.accounts[number]
            return f"`{account.name}` " + (f"passes {account.limit}" if sign > 0 else "is spent")
        case "variable":
            variable = machine.variables[number]
            return f"`{variable.name}` leaves {variable.low}..{variable.high}"
    return "a number is too large"


# --- questions without an answer --------------------------------------------------------------


def _ties(ruleset: Ruleset, effects: Effects, contents: Contents) -> Iterator[Diagnostic]:
    found = [*ties(effects.machine, effects, contents)]
    compared = compared_before(ruleset) if found else []
    for tie in found:
        if tie.span in compared:
            continue  # it may well be asked only where one is the highest
        yield _warning(
            "RD418",
            f"`{tie.first}` and `{tie.second}` may tie here, and nothing says which of them is meant",
            tie.span,
            f"write `{tie.op}(... by ..., first of equals)` for the first in order, or `else` with what"
            " holds then; a tie stops play with a fault",
        )


def _shortages(graph: Graph, effects: Effects) -> Iterator[Diagnostic]:
    for short in shortages(graph, effects):
        name = effects.machine.families[short.family].name
        yield _warning(
            "RD420",
            f"`{name}` may be empty here: it has {short.cards} cards, and play comes here up to"
            f" {short.times} times",
            short.span,
            f"ask first, `{name} is not empty`, here or where the loop ends",
        )


# --- what is so for all options ----------------------------------------------------------------


def _for_all(subject: Subject, seen: Seen) -> Iterator[Diagnostic]:
    """What seems to be so for all options is looked at for further values of them."""
    if not [*_universal(subject.ruleset, seen)]:
        return
    settings = [*further(subject.players, subject.declared)]
    if len(settings) > subject.room:
        return  # not enough of them can be tried to be sure
    for setting in settings:
        for case in subject.make(*setting):
            seen.add(case.machine, Values(case.machine))
    yield from _universal(subject.ruleset, seen)


def _universal(ruleset: Ruleset, seen: Seen) -> Iterator[Diagnostic]:
    conditions = [*decided(ruleset, seen)]
    for part, holds in conditions:
        yield _decided(part, holds)
    if conditions:
        return  # what is never reached is so because of them, most likely
    for statement in unreached(ruleset, seen):
        yield _warning(
            "RD317",
            "play never comes here: what stands before it is never left in this direction",
            statement.span,
            "look at how the loop or phase before it ends, or take this out",
        )


def _decided(part: tree.Require | tree.Arm, holds: bool) -> Diagnostic:
    shown = show_expr(part.condition)
    often = "always" if holds else "never"
    if isinstance(part, tree.Require):
        so = "it forbids nothing" if holds else "the action can never be chosen"
        help_text = (
            "take it out, or ask for what was meant"
            if holds
            else "look at the values that can occur here"
        )
    else:
        so = "the lines below it are always done" if holds else "the lines below it are never done"
        help_text = (
            "take the `if` out, or ask for what was meant"
            if holds
            else "look at the values that can occur here, or take the lines out"
        )
    return _warning(
        "RD318", f"`{shown}` {often} holds here, so {so}", part.condition.span, help_text
    )


# --- options -----------------------------------------------------------------------------------


def _without_effect(subject: Subject, cases: Sequence[Case]) -> Iterator[Diagnostic]:
    """Options that rules mention, and that make no difference whatever they and the others are set to."""
    usual = next(case.machine for case in cases if not case.options)
    file = subject.ruleset.header.span.file
    names = mentioned(subject.ruleset)
    for name, node in subject.symbols.declared.items():
        if not isinstance(node, tree.Option) or node.span.file != file or name not in names:
            continue
        set_so = [case.machine for case in cases if [*case.options] == [name]]
        if not set_so or not all(_same(usual, machine) for machine in set_so):
            continue
        if _is_idle(subject, name, names):
            yield _warning(
                "RD126",
                f"the option `{name}` makes no difference, whatever it is set to",
                node.name.span,
                "look at where it is used: something else decides there already",
            )


def _is_idle(subject: Subject, name: str, names: frozenset[str]) -> bool:
    """Whether an option makes no difference for any number of players, at any value, with any values of the others."""
    least, most = subject.players
    room = min(subject.room, _SETTINGS) // (most - least + 1)
    for count in range(least, most + 1):
        declared = {o.name: o for o in subject.declared(count) if o.name in names}
        option = declared.pop(name)
        settings = values_of(option, [*declared.values()], room)
        if settings is None:
            return False  # that is more than can be tried
        for alternatives in settings:
            made = [case.machine for values in alternatives for case in subject.make(count, values)]
            if not all(_same(made[0], machine) for machine in made):
                return False
    return True


def _same(one: Machine, other: Machine) -> bool:
    """Whether two machines play the same game."""
    return evolve(one, options=()) == evolve(other, options=())
