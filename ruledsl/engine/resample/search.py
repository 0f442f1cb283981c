"""The search for one history that fits what a seat has seen, and changes to one that was found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from ruledsl.engine.errors import NoSample
from ruledsl.engine.knowledge.information import InformationState
from ruledsl.engine.resample.ahead import Ahead
from ruledsl.engine.resample.dice import Dice
from ruledsl.engine.resample.effort import FRESH_START, SETTLING, Effort
from ruledsl.engine.resample.mending import Guards, Mender
from ruledsl.engine.resample.plan import Choice, Order, Plan
from ruledsl.engine.resample.rehearsal import Rehearsal

if TYPE_CHECKING:
    from ruledsl.engine.game import Game
    from ruledsl.engine.knowledge.project import Seen
    from ruledsl.engine.state import Start


Mixed: TypeAlias = tuple[tuple[int, dict[int, int]], ...]
"""For shuffles, by the number of their entry: the names that are written for names from it on."""


class Task:
    """What is sampled: a game, how it was started, and what a seat has seen of it."""

    def __init__(self, game: Game, start: Start, information: InformationState) -> None:
        self.game = game
        self.start = start
        self.information = information
        self.seat: int = information.seat
        self.events: Sequence[Seen] = information.events
        self.ahead = Ahead(game.program.machine, information.events)
        self.guards: Guards = {}
        """The conditions of moves by which distances are measured, as far as they were needed."""


class Search:
    """One search, with dice and an effort of its own, so that it depends on nothing that went before."""

    def __init__(self, task: Task, dice: Dice, effort: Effort, hard: frozenset[int]) -> None:
        """``hard`` are actions for which a whole hand has to be found."""
        self._task = task
        self._dice = dice
        self._effort = effort
        self._mender = Mender(
            task.game.program, task.seat, dice, effort, guards=task.guards, hard=hard
        )

    @property
    def hard(self) -> frozenset[int]:
        """The actions for which a whole hand had to be found."""
        return frozenset(self._mender.hard)

    def find(self) -> Rehearsal:
        """A history that fits, all of it drawn anew. Raises :class:`NoSample`."""
        failures = 0
        plan = Plan()
        while True:
            found = self.fitting(plan)
            if found is not None:
                return found
            failures += 1
            if failures % FRESH_START == 0:
                plan = Plan()

    def fitting(self, plan: Plan, rehearsals: int = SETTLING) -> Rehearsal | None:
        """A rehearsal that went through a plan without an exchange; None where none did.

        Then the plan has been changed at random about where it failed. Only so many
        ``rehearsals`` are made; a plan that goes on exchanging has come back to where it was,
        and is forgotten. Raises :class:`NoSample` where the effort is spent.
        """
        for _ in range(rehearsals):
            before = len(plan.exchanges)
            rehearsal, done = self._rehearse(plan, self._mender)
            if done and len(plan.exchanges) == before:
                return rehearsal
            if not done:
                self._effort.spend()
                self._shake(rehearsal)
                return None
        plan.forget()
        return None

    def changed(self, found: Rehearsal, changes: int) -> Rehearsal:
        """After some random changes, each of which stays if the history still fits."""
        for _ in range(changes):
            plan = self._changed_plan(found)
            if plan is None:
                break
            try:
                rehearsal, done = self._rehearse(plan, None)
            except NoSample:
                break
            if done:
                found = rehearsal
        return found

    def mixed(self, found: Rehearsal) -> Mixed:
        """How cards of a history may change names: at random from each shuffle on.

        Those whose faces the seat has seen, or that are part of a hand that was hard to find, stay
        what they are.
        """
        table, dice = found.table, self._dice
        names = table.names.copy()
        mixed: list[tuple[int, dict[int, int]]] = []
        for number, entry in enumerate(found.plan.entries):
            if not isinstance(entry, Order):
                continue
            bit = 1 << number
            cards = [c for c, mask in enumerate(table.masks) if mask & bit and not table.tied[c]]
            old = [names[card] for card in cards]
            new = sorted(old)
            dice.shuffle(new)
            for card, name in zip(cards, new, strict=True):
                names[card] = name
            mixed.append((number, dict(zip(old, new, strict=True))))
        return tuple(mixed)

    def _rehearse(self, plan: Plan, mender: Mender | None) -> tuple[Rehearsal, bool]:
        task = self._task
        rehearsal = Rehearsal(
            task.game.program,
            task.game.laid(task.start),
            task.seat,
            task.events,
            plan,
            self._dice,
            self._effort,
            mender,
            task.ahead,
        )
        return rehearsal, rehearsal.run()

    def _shake(self, rehearsal: Rehearsal) -> None:
        """Exchange a few of the cards that were in play where a rehearsal failed, or of any if none was."""
        table, dice = rehearsal.table, self._dice
        loose = [card for card in sorted(rehearsal.troubled) if table.masks[card]]
        loose = loose or [card for card, mask in enumerate(table.masks) if mask]
        for _ in range(1 + dice.below(3)):
            if loose:
                card = dice.pick(loose)
                partners = table.partners(card)
                if partners:
                    other = dice.pick(partners)
                    table.exchange(card, other, table.mix_of(card, other, dice))

    def _changed_plan(self, found: Rehearsal) -> Plan | None:
        """The plan with two names exchanged, or a hidden choice left open; None where nothing is hidden."""
        table, dice = found.table, self._dice
        plan = found.plan.copy()
        open_choices = free_choices(plan)
        needed = unknown_cards(found)
        if open_choices and (not needed or dice.one_in(2)):
            plan.entries[dice.pick(open_choices)] = None
            return plan
        if not needed:
            return None
        one = dice.pick(needed)
        others = [card for card in table.partners(one) if table.face(card) != table.face(one)]
        if others:
            other = dice.pick(others)
            common = table.masks[one] & table.masks[other]
            bits = [bit for bit in range(common.bit_length()) if common >> bit & 1]
            plan.exchange(table.names[one], table.names[other], dice.pick(bits))
        return plan


def free_choices(plan: Plan) -> list[int]:
    """The numbers of the entries at which others or chance might have chosen otherwise."""
    return [
        number
        for number, entry in enumerate(plan.entries)
        if isinstance(entry, Choice) and entry.free
    ]


def unknown_cards(found: Rehearsal) -> list[int]:
    """The cards that somebody has looked at, but not the seat.

    Faces that nobody has needed yet are drawn by whoever plays on.
    """
    table = found.table
    pools = table.frame.pools
    return [card for card, mask in enumerate(table.masks) if mask and not table.cells[pools + card]]
