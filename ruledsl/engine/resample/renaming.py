"""A history in which hidden cards have changed names, written down without rehearsing it.

What happened stays: the same cards by their places, other faces. So outcomes and moves follow
from those of the history, only with other looks. Whether it fits shows when it is played.
"""

from __future__ import annotations

from attrs import evolve

from ruledsl.engine.chance import Outcome
from ruledsl.engine.happenings import CardAt
from ruledsl.engine.moves import Move
from ruledsl.engine.resample.rehearsal import Item, Rehearsal
from ruledsl.engine.resample.search import Mixed
from ruledsl.engine.runner import Program


def renamed(program: Program, found: Rehearsal, mixed: Mixed) -> list[Item]:
    """The outcomes and moves of a history with cards mixed in this way from some of its shuffles on."""
    looks = program.machine.cards
    result: list[Item] = []
    for item, (entry, names) in zip(found.items, found.named, strict=False):
        changed = tuple([_later(name, entry, mixed) for name in names])
        if all(looks[a] == looks[b] for a, b in zip(names, changed, strict=True) if a >= 0):
            result.append(item)
        elif isinstance(item, Outcome):
            result.append(evolve(item, value=looks[changed[0]]) if item.value >= 0 else item)
        else:
            arguments = tuple(
                argument._replace(look=looks[name])
                if isinstance(argument, CardAt) and name >= 0
                else argument
                for argument, name in zip(item.arguments, changed, strict=True)
            )
            result.append(Move(program.move_texts, item.action, arguments, item.marks))
    return result


def _later(name: int, entry: int, mixed: Mixed) -> int:
    """What a name has become by the shuffles before an entry."""
    for number, names in mixed:
        if number < entry:
            name = names.get(name, name)
    return name
