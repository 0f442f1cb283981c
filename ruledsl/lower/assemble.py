"""Putting a machine together: declarations, play, result; then every cell gets its place.

`lower` is the pass from a merged ruleset to a machine, for one number of players and
one setting of the options. It first lowers everything once to learn where cards can
get to (see `facts`), unless that is known from an earlier configuration.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from ruledsl import limits
from ruledsl.diagnostics.model import Diagnostic, Label, in_reading_order
from ruledsl.lower import blocks as bl
from ruledsl.lower import (
    cards,
    choices,
    declare,
    knowledge,
    result,
    routines,
    scenarios,
    storage,
    tables,
)
from ruledsl.lower import storage_start as start
from ruledsl.lower import types as t
from ruledsl.lower.builder import Builder, Configuration, TooManyFaults
from ruledsl.lower.defines import instance_for_check
from ruledsl.lower.effort import too_much_work
from ruledsl.lower.facts import Facts, Flow
from ruledsl.lower.scenario import Scenario
from ruledsl.lower.scope import Publication, Scope
from ruledsl.lower.settle import relocate
from ruledsl.lower.workbench import workbench
from ruledsl.machine import model as m
from ruledsl.machine.flow import parts_of
from ruledsl.machine.model import Expr
from ruledsl.semantics.symbols import Symbols
from ruledsl.semantics.variants import Ruleset, kind_of, name_of
from ruledsl.source import SourceFile
from ruledsl.syntax import tree
from ruledsl.syntax.walking import walk
from ruledsl.version import LANGUAGE


@frozen
class Lowered:
    """What lowering gives: the machine (None where something is wrong), the tests, the findings.

    ``flow`` says where cards can go; it holds for every configuration of the ruleset (None: not known).
    """

    machine: m.Machine | None
    scenarios: tuple[Scenario, ...]
    diagnostics: tuple[Diagnostic, ...]
    flow: Flow | None
    published: tuple[Publication, ...] = ()
    """Where the rules make known what not everybody saw."""
    repeated_parts: int = 0
    """Parts of initial values and decks, counted for each place and each card."""


def player_range(
    ruleset: Ruleset, symbols: Symbols
) -> tuple[tuple[int, int] | None, tuple[Diagnostic, ...]]:
    """The least and the greatest number of players, and what is wrong with how it is said."""
    b = workbench(ruleset, symbols, Configuration(1), Facts())
    b.things["player_count"] = None
    found = declare.check_players(b)
    return found, tuple(b.found)


def lower(
    ruleset: Ruleset,
    symbols: Symbols,
    configuration: Configuration,
    rules_hash: str,
    sources: Mapping[str, SourceFile],
    flow: Flow | None = None,
    *,
    tests: bool = False,
    only_findings: bool = False,
) -> Lowered:
    """The machine of ``ruleset`` for ``configuration``.

    With ``tests`` the tests of the ruleset that are meant for this configuration are
    lowered too. With ``only_findings`` no machine is made: something is wrong already, and
    what depends on it says nothing further.
    """
    if flow is None:
        too_large = _too_large(ruleset)
        if too_large is not None:
            return Lowered(None, (), (too_large,), None)
        flow = Flow()
        # Where there is no place for cards there are no ways between places.
        if any(isinstance(d, tree.Zone | tree.Deck) for d in ruleset.declarations):
            flow = _build(ruleset, symbols, configuration, Facts(), None)[0].flow
    while True:
        b, entry, found = _build(ruleset, symbols, configuration, None, flow, tests=tests)
        known, flow = flow, flow.joined(b.flow)
        if flow == known:  # no way of cards that only this configuration has
            break
    diagnostics = in_reading_order(b.found)
    if only_findings or any(d.is_error for d in diagnostics):
        return Lowered(None, (), diagnostics, flow)
    try:
        machine, scratch = _machine(b, entry, rules_hash, sources)
    except TooManyFaults:
        return Lowered(None, (), in_reading_order(b.found), flow)
    diagnostics = in_reading_order(b.found)
    if any(d.is_error for d in diagnostics):
        return Lowered(None, (), diagnostics, flow)
    beyond = _too_many_nodes(ruleset, machine) or too_much_work(machine)
    if beyond is not None:
        return Lowered(None, (), in_reading_order([*diagnostics, beyond]), flow)
    moved = relocate(found, scratch)
    return Lowered(machine, moved, diagnostics, flow, tuple(b.published), b.repeated_parts)


def _too_large(ruleset: Ruleset) -> Diagnostic | None:
    count = 0
    for declaration in ruleset.declarations:
        count += len(walk(declaration))
        if count > limits.MACHINE_NODES:
            return Diagnostic(
                "RD502",
                f"the ruleset has more than {limits.MACHINE_NODES} parts",
                Label(declaration.span, "the limit is passed here"),
                "that is the limit for one ruleset",
            )
    return None


def _too_many_nodes(ruleset: Ruleset, machine: m.Machine) -> Diagnostic | None:
    nodes = parts_of(machine)
    if nodes <= limits.MACHINE_NODES:
        return None
    return Diagnostic(
        "RD502",
        f"the compiled game has {nodes:,} steps and formulas",
        Label(ruleset.header.name.span),
        f"the limit is {limits.MACHINE_NODES:,}",
    )


def _build(
    ruleset: Ruleset,
    symbols: Symbols,
    configuration: Configuration,
    facts: Facts | None,
    flow: Flow | None,
    *,
    tests: bool = False,
) -> tuple[Builder, int, tuple[Scenario, ...]]:
    """Lower everything; without ``facts`` they are worked out from ``flow`` once the decks are known."""
    b = workbench(ruleset, symbols, configuration, facts or Facts())
    if facts is None:  # what is found without them is not told, and every way of cards is wanted
        b.patience = limits.FAULTS + 1
    try:
        entry, found = _lower_all(b, None if facts is not None else flow, tests=tests)
    except RecursionError:
        entry, found = 0, ()
        b.report_depth()
    except TooManyFaults:
        entry, found = 0, ()
    return b, entry, found


def _lower_all(b: Builder, flow: Flow | None, *, tests: bool) -> tuple[int, tuple[Scenario, ...]]:
    """Lower everything into ``b``; its facts are worked out from ``flow`` once the decks are known.

    Raises RecursionError where rules are nested too deeply.
    """
    b.sorts.extend(["number"] * m.COUNTERS)
    declare.declare_names(b)
    declare.declare_types(b)
    cards.declare_kinds(b)
    tables.declare_tables(b)
    piles = storage.declare_zones(b)
    cards.declare_decks(b, piles)
    cards.check_looks(b)
    if flow is not None:
        b.facts = _facts(b, flow)
    storage.declare_money(b)
    storage.declare_variables(b)
    b.scores = b.register(size=2 * b.players)
    b.totals = b.register(size=b.players)
    entry = _flow(b)
    found = scenarios.lower(b) if tests else ()
    if not tests:
        scenarios.check_configurations(b)
    return entry, found


def _facts(b: Builder, flow: Flow) -> Facts:
    starts: dict[str, set[tuple[int, int]]] = {}
    for number, deck in enumerate(b.decks):
        family = next(f.name for f in b.families if f.first <= deck.zone < f.first + f.size)
        pairs = {(number, b.looks[b.cards[c]].kind) for c in deck.cards}
        starts.setdefault(family, set()).update(pairs)
    unseen = frozenset(f.name for f in b.families if f.seen_by == "nobody")
    seen = frozenset(f.name for f in b.families if f.seen_by == "all")
    return flow.close({k: frozenset(v) for k, v in starts.items()}, unseen, seen)


def _flow(b: Builder) -> int:
    """Play from the first state on; the number of that state."""
    over = b.add(m.Over(span=b.ruleset.header.span))
    b.score_state = b.reserve()
    lot = b.reserve()
    setup = next(declare.each_of(b, tree.Setup), None)
    play = next(declare.each_of(b, tree.Play), None)
    play_label = b.play_state = b.reserve()
    setup_label = b.reserve()
    first = start.start(b, setup_label)
    start.check_phases(b)
    for node, label, next_ in ((setup, setup_label, play_label), (play, play_label, b.score_state)):
        scope = Scope("flow", "no", routine="")
        if node is None:
            b.put(label, m.Branch(Expr("const", (1,)), next_, next_))
        else:
            bl.block(b, scope, node.body, next_, entry=label)
    if play is None and "play" not in b.symbols.broken:
        b.report(
            "RD106",
            "the ruleset does not say how it is played",
            b.ruleset.header.name.span,
            "add `play:` and what happens in it",
        )
    result.score(b, b.score_state, over)
    b.matches = result.matches(b)
    _the_rest(b)
    routines.check_ends(b)
    cards.check_cards(b)
    cards.check_shuffled(b)
    b.put(lot, m.Lot(first, span=b.ruleset.header.span))
    knowledge.settle(b)
    return lot if b.uses_starter else first


def _the_rest(b: Builder) -> None:
    """Lower what play never comes to as well: its names and types are checked all the same."""
    for name, node in b.symbols.declared.items():
        b.look_on(node.name.span)
        match node:
            case tree.Phase() if name not in b.phase_instances:
                routines.phase_instance(b, name, node.name.span)
            case tree.Action() if name not in b.action_instances:
                choices.action_instance(b, name)
            case tree.Define():
                instance_for_check(b, name)


def _machine(
    b: Builder, entry: int, rules_hash: str, sources: Mapping[str, SourceFile]
) -> tuple[m.Machine, int]:
    """The machine, and the number of its first scratch cell. Raises `TooManyFaults`, after reporting it, where it has too many cells."""
    zones: list[m.ZoneInfo] = []
    families: list[m.ZoneFamily] = []
    places = [d for d in b.ruleset.declarations if isinstance(d, tree.Zone | tree.Deck)]
    docs = {d.name.text: d.doc or "" for d in places}
    for thing in b.families:
        capacity = b.capacity(frozenset((thing.number,)))
        for place in range(thing.first, thing.first + thing.size):
            base = b.register(size=capacity + 1)
            label, owners = b.zone_labels[place], b.zone_owners[place]
            zones.append(m.ZoneInfo(thing.number, label, base, capacity, owners))
        storage.check_cells(b, b.ruleset.header.name.span)
        families.append(
            m.ZoneFamily(
                thing.name,
                thing.place,
                thing.first,
                thing.size,
                declare.index_type(thing.index),
                thing.seen_by,
                thing.span,
                docs.get(thing.name, ""),
            )
        )
    faces = b.register(size=len(b.cards))
    pools = b.register(size=len(b.cards))
    scratch = len(b.sorts)
    storage.check_cells(b, b.ruleset.header.name.span)
    win, ties = result.winning(b)
    layout = m.Layout(
        scratch,
        scratch + len(b.scratch),
        faces,
        pools,
        b.scores,
        b.totals,
        (*b.sorts, *b.scratch),
    )
    machine = m.Machine(
        name=b.ruleset.name,
        title=b.ruleset.title,
        doc=b.ruleset.doc,
        language=LANGUAGE,
        rules_hash=rules_hash,
        players=b.players,
        options=tuple(b.options),
        teams=tuple((x.name, x.seats) for x in b.teams),
        enumerations=tuple(b.enumerations),
        attributes=_attributes(b),
        kinds=tuple(m.KindInfo(k.node.name.text, k.attributes) for k in b.kinds),
        looks=tuple(b.looks),
        cards=tuple(b.cards),
        decks=tuple(b.decks),
        families=tuple(families),
        zones=tuple(zones),
        accounts=tuple(x.info for x in b.accounts),
        variables=tuple(x.info for x in b.variables),
        layout=layout,
        tables=tuple(b.tables),
        lists=tuple(b.lists),
        defines=_whole(b.defines),
        actions=_whole(b.actions),
        routines=_whole(b.routines),
        states=_whole(b.states),
        start=entry,
        win=win,  # type: ignore[arg-type]
        ties=ties,  # type: ignore[arg-type]
        uses_starter=b.uses_starter,
        matches=b.matches,
        texts=tuple(m.RuleText(s.name, s.lines) for s in sources.values()),
        notes=_notes(b),
    )
    return relocate(machine, scratch), scratch


_ELSEWHERE = (
    tree.Zone,
    tree.Deck,
    tree.Money,
    tree.Var,
    tree.Action,
    tree.Phase,
    tree.Test,
)
"""Declarations whose docstring stands with what is made of them; those of tests are for authors."""


def _notes(b: Builder) -> tuple[m.Note, ...]:
    """The docstrings of the other declarations, in the order of the rules."""
    return tuple(
        m.Note(kind_of(d), name_of(d), d.doc)
        for d in b.ruleset.declarations
        if d.doc and not isinstance(d, _ELSEWHERE)
    )


def _whole(items: list[Any]) -> tuple[Any, ...]:
    assert all(x is not None for x in items)
    return tuple(items)


def _attributes(b: Builder) -> tuple[m.AttributeInfo, ...]:
    found = []
    for number, name in enumerate(b.attribute_names):
        type_: m.ValueType | None = None
        column = []
        for look in b.looks:
            kind = b.kinds[look.kind]
            if number in kind.attributes:
                column.append(look.values[kind.attributes.index(number)])
            else:
                column.append(m.MISSING)
        for kind in b.kinds:
            if number in kind.attributes and type_ is None:
                type_ = t.value_type(kind.types[kind.attributes.index(number)])
        found.append(m.AttributeInfo(name, type_ or m.ValueType("number"), tuple(column)))
    return tuple(found)
