"""What a seat sees of a happening: the one place where this is decided.

It depends on the machine (who sees which zone, account and variable), the happening and the
seat alone; the state of the game is out of reach here.

Of a move everybody learns who played which action. A card of it is seen by those who see
the zone where it lies (where it goes is told by the move of the card), other values by all
unless they were chosen secretly. That a seat was asked, or skipped, others do not notice.
Of a card that goes from place to place, those see the face who see either place; the places
themselves are seen by all. An amount is seen by those who see either balance; others see
that something was paid. Values are seen by those who see the variable or the account, what
is shown by those to whom it is shown; what is announced, by all.
"""

from __future__ import annotations

from attrs import evolve, frozen

from ruledsl.engine.happenings import (
    Announced,
    Asked,
    Assigned,
    Began,
    CardAt,
    Chosen,
    Ended,
    Gathered,
    Happening,
    Laid,
    Moved,
    Opened,
    Paid,
    Played,
    Revealed,
    Shuffled,
    Started,
)
from ruledsl.engine.moves import SKIP
from ruledsl.machine.model import Account, Machine, Variable


@frozen
class Seen:
    """A happening as a seat sees it: looks that it does not see are -1, other values None."""

    what: Happening


def hides(machine: Machine) -> bool:
    """Whether there is anything in a game that not everybody sees."""
    sights = {
        *(family.seen_by for family in machine.families),
        *(account.seen_by for account in machine.accounts),
        *(variable.seen_by for variable in machine.variables),
    }
    params = (param for action in machine.actions for param in action.params)
    return bool(sights - {"all"}) or any(param.secretly for param in params)


def sees_zone(machine: Machine, zone: int, seat: int) -> bool:
    """Whether a seat sees the faces of the cards in a zone; -1 is out of the game, seen by nobody."""
    if zone < 0:
        return False
    declared = machine.zones[zone]
    seen_by = machine.families[declared.family].seen_by
    return seen_by == "all" or (seen_by == "owner" and seat in declared.owners)


def all_see(account: Account) -> bool:
    """Whether everybody sees the amounts that an account pays and is paid."""
    return account.unlimited or account.seen_by == "all"


def sees_value(declared: Account | Variable, element: int, seat: int) -> bool:
    """Whether a seat sees an element (from 1) of an account or a variable.

    An unlimited account has no balance and counts as seen by all.
    """
    if isinstance(declared, Account) and declared.unlimited:
        return True
    if declared.seen_by == "owner":
        return seat in declared.owners[element - 1]
    return declared.seen_by == "all"


def seen(machine: Machine, happening: Happening, seat: int) -> Seen | None:
    """What a seat sees of a happening; None where it does not notice it.

    Seat 0 is an onlooker, who sees what all see.
    """
    match happening:
        case Moved():
            visible = sees_zone(machine, happening.source, seat) or sees_zone(
                machine, happening.target, seat
            )
            if visible:
                return Seen(happening)
            from_, to = happening.source, happening.target
            return Seen(Moved(-1, from_, happening.source_place, to, happening.target_place))
        case Played():
            return _played(machine, happening, seat)
        case Chosen() | Asked():
            return Seen(happening) if happening.seat == seat else None
        case Paid():
            payer, payee = machine.accounts[happening.source], machine.accounts[happening.target]
            visible = sees_value(payer, happening.source_element, seat) or sees_value(
                payee, happening.target_element, seat
            )
            return Seen(happening if visible else evolve(happening, amount=None))
        case Opened():
            account = machine.accounts[happening.account]
            return Seen(happening) if sees_value(account, happening.element, seat) else None
        case Assigned():
            variable = machine.variables[happening.variable]
            return Seen(happening) if sees_value(variable, happening.element, seat) else None
        case Revealed():
            if happening.to in (0, seat):
                return Seen(happening)
            cards = tuple(_card(machine, card, seat) for card in happening.cards)
            return Seen(evolve(happening, cards=cards, value=None))
        case Laid():
            if sees_zone(machine, happening.zone, seat):
                return Seen(happening)
            return Seen(evolve(happening, looks=(-1,) * len(happening.looks)))
        case Began() | Started() | Shuffled() | Gathered() | Announced() | Ended():
            return Seen(happening)


def _played(machine: Machine, played: Played, seat: int) -> Seen | None:
    if played.seat == seat:
        return Seen(played)
    if played.action == SKIP:
        return None
    params = machine.actions[played.action].params
    if not params:
        return Seen(played)
    arguments: list[int | CardAt | None] = []
    for param, argument in zip(params, played.arguments, strict=True):
        if param.secretly:
            arguments.append(None)
        elif isinstance(argument, CardAt):
            arguments.append(_card(machine, argument, seat))
        else:
            arguments.append(argument)
    return Seen(evolve(played, arguments=tuple(arguments)))


def _card(machine: Machine, card: CardAt, seat: int) -> CardAt:
    """A card where it lies, its face only for those who see it there."""
    return card if sees_zone(machine, card.zone, seat) else card._replace(look=-1)
