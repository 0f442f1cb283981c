"""A machine with other names and texts, and the same in all else."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

from attrs import evolve

from ruledsl.engine.text import Texts, spoken
from ruledsl.machine.model import (
    NONE,
    Action,
    Announce,
    AnyState,
    Look,
    Machine,
    ValueType,
    ZoneFamily,
)
from ruledsl.wording.ascii import in_ascii, told_apart
from ruledsl.wording.catalogue import Catalogue, Entry

Translate: TypeAlias = Callable[[str, str], str]
"""From what a text is (one of `catalogue.CONTEXTS`) and the text to what it becomes."""

_NAMED = re.compile(r"\{(\w+)\}")

_TEXTS = frozenset({"title", "doc", "option", "match", "reason", "announcement"})
"""Contexts of texts that nothing is called by."""


def renamed(machine: Machine, translate: Translate) -> Machine:
    """The machine with its names and texts translated.

    It plays the same game: nothing but what people read is another. Names of options, types and
    defines stay, which are written in rules and on command lines.
    """
    families = tuple(
        evolve(f, name=translate("zone", f.name), doc=_doc(translate, f.doc))
        for f in machine.families
    )
    zones = tuple(
        evolve(zone, label=_label(machine.families[zone.family], zone.label, translate))
        for zone in machine.zones
    )
    played = {action.name for action in machine.actions}
    return evolve(
        machine,
        title=translate("title", machine.title),
        doc=_doc(translate, machine.doc),
        options=tuple(evolve(o, meaning=translate("option", o.meaning)) for o in machine.options),
        teams=tuple((translate("team", name), seats) for name, seats in machine.teams),
        enumerations=tuple(
            evolve(e, members=tuple(translate("member", name) for name in e.members))
            for e in machine.enumerations
        ),
        looks=tuple(evolve(look, text=translate("card", look.text)) for look in machine.looks),
        decks=tuple(evolve(deck, name=zones[deck.zone].label) for deck in machine.decks),
        families=families,
        zones=zones,
        accounts=tuple(
            evolve(a, name=translate("money", a.name), doc=_doc(translate, a.doc))
            for a in machine.accounts
        ),
        variables=tuple(
            evolve(v, name=translate("variable", v.name), doc=_doc(translate, v.doc))
            for v in machine.variables
        ),
        actions=tuple(_action(action, translate) for action in machine.actions),
        routines=tuple(
            evolve(
                r,
                name=translate("action" if r.name in played else "phase", r.name),
                doc=_doc(translate, r.doc),
            )
            for r in machine.routines
        ),
        states=tuple(_state(machine, state, translate) for state in machine.states),
        matches=tuple(evolve(m, title=translate("match", m.title)) for m in machine.matches),
        notes=tuple(evolve(n, doc=_doc(translate, n.doc)) for n in machine.notes),
    )


def translation(catalogue: Catalogue, machine: Machine) -> Translate:
    """How a catalogue says the names and texts of a machine."""
    cards = {
        look.text: said
        for look in machine.looks
        if (said := said_of(catalogue, machine, look)) is not None
    }

    def translate(context: str, text: str) -> str:
        return cards.get(text, text) if context == "card" else catalogue.word(context, text)

    return translate


def ascii_machine(machine: Machine) -> Machine:
    """The machine with all that people read in ASCII; names that would become equal keep escapes."""
    names: dict[str, dict[str, None]] = {}

    def note(context: str, text: str) -> str:
        if context not in _TEXTS:
            names.setdefault(context, {})[text] = None
        return text

    renamed(machine, note)
    told = {context: told_apart(found) for context, found in names.items()}

    def translate(context: str, text: str) -> str:
        return told[context][text] if context in told else in_ascii(text)

    return renamed(machine, translate)


def put_together(doc: str) -> str:
    """A docstring with its lines put together; an empty line between paragraphs stays."""
    return "\n\n".join(" ".join(part.split()) for part in doc.strip().split("\n\n"))


def announced(machine: Machine, state: Announce) -> str:
    """What stands behind ``announce``: ``"{amount} is bid"``."""
    texts = Texts(machine)
    parts = [state.texts[0]]
    for number, (value, text) in enumerate(zip(state.values, state.texts[1:], strict=True), 1):
        parts.append(f"{{{texts.quote(value.span) or number}}}{text}")
    return "".join(parts)


def card_entry(entries: tuple[Entry, ...], machine: Machine, look: Look) -> Entry | None:
    """The entry that says the text of a look: the text itself, or a pattern that its attributes fill to it."""
    shown = _attributes(machine, look, lambda _, name: name)
    patterns = [entry for entry in entries if entry.context == "card"]
    for entry in reversed(patterns):
        if entry.text == look.text or _filled(entry.text, shown) == look.text:
            return entry
    return None


def said_of(catalogue: Catalogue, machine: Machine, look: Look) -> str | None:
    """The text of a look in the words of a catalogue; None where it has nothing of it."""
    entry = card_entry(catalogue.entries, machine, look)
    if entry is None:
        return None
    return _filled(entry.said[0], _attributes(machine, look, catalogue.word))


def _attributes(machine: Machine, look: Look, translate: Translate) -> dict[str, str]:
    """What each attribute of a look is, as people read it on a card; nothing for ``none``."""
    texts = Texts(machine)
    shown: dict[str, str] = {}
    numbers = machine.kinds[look.kind].attributes
    for number, value in zip(numbers, look.values, strict=True):
        attribute = machine.attributes[number]
        if value == NONE:
            shown[attribute.name] = ""
        elif attribute.type.kind == "member":
            members = machine.enumerations[attribute.type.enumeration].members
            shown[attribute.name] = spoken(translate("member", members[value - 1]))
        else:
            shown[attribute.name] = texts.value(attribute.type, value)
    return shown


def _filled(pattern: str, shown: dict[str, str]) -> str | None:
    """The text of a pattern; None where it has a name that is no attribute of this kind of card."""
    if not shown.keys() >= set(_NAMED.findall(pattern)):
        return None
    return " ".join(_NAMED.sub(lambda found: shown[found[1]], pattern).split())


def _doc(translate: Translate, doc: str) -> str:
    if not doc.strip():
        return doc
    key = put_together(doc)
    said = translate("doc", key)
    return doc if said == key else said


def _label(family: ZoneFamily, label: str, translate: Translate) -> str:
    """The label of a place: ``market[3]``."""
    name, index = translate("zone", family.name), label[len(family.name) :]
    if family.index is None or not index:
        return name + index
    return f"{name}[{_element(family.index, index[1:-1], translate)}]"


def _element(index: ValueType, place: str, translate: Translate) -> str:
    if index.kind == "member":
        return translate("member", place)
    return translate("team", place) if index.kind == "team" else place


def _action(action: Action, translate: Translate) -> Action:
    return evolve(
        action,
        name=translate("action", action.name),
        doc=_doc(translate, action.doc),
        params=tuple(evolve(p, name=translate("parameter", p.name)) for p in action.params),
        guards=tuple(
            evolve(g, reason=translate("reason", g.reason)) if g.reason else g
            for g in action.guards
        ),
    )


def _state(machine: Machine, state: AnyState, translate: Translate) -> AnyState:
    if not isinstance(state, Announce):
        return state
    own = announced(machine, state)
    said = translate("announcement", own)
    if said == own:
        return state
    texts = [""]
    rest = said
    while "{" in rest:
        before, _, rest = rest.partition("{")
        texts[-1] += before
        rest = rest.partition("}")[2]
        texts.append("")
    texts[-1] += rest
    return evolve(state, texts=tuple(texts))
