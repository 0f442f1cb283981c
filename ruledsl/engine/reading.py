"""Reading the text of a move.

The reader is lenient: capitals, parentheses, commas and underscores do not matter, and cards
whose order does not matter may come in any order. A text is read by the declared types of an
action's parameters, whether or not the move is legal, so that a refusal can say why.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from typing import TYPE_CHECKING

from attrs import frozen

from ruledsl import numerals
from ruledsl.engine.errors import AmbiguousMove, IllegalMove, UnreadableMove
from ruledsl.engine.happenings import CardAt
from ruledsl.engine.moves import SKIP, Argument, Move
from ruledsl.engine.text import FIXED, Texts
from ruledsl.machine.model import NONE, Action, Machine, Param, ValueType
from ruledsl.phrase import Phrase, enumerated, joined, phrase

if TYPE_CHECKING:
    from ruledsl.engine.state import State

_WORD = re.compile(r"[^\s()\[\]_,]+")

ANY = -1
"""The zone of a card in a text that does not say where it lies, or the look of one known by place."""


@frozen
class Tongue:
    """A way of speaking in which moves are understood.

    ``machine`` has the names and texts, ``say`` says a word of the language itself (``skip``), and
    ``seats`` are further words for a seat, with its number.
    """

    machine: Machine
    say: Callable[[str], str] = str
    seats: tuple[tuple[str, int], ...] = ()

    def said(self, word: str) -> tuple[list[str], ...]:
        """How a word of the language itself may be written, as lists of words."""
        own, other = _words(word), _words(self.say(FIXED[word]))
        return (own,) if own == other else (own, other)


@frozen
class Reading:
    """One way to understand a text: an action and its arguments.

    A card is a `CardAt` whose zone is `ANY` and whose place is 0 where the text does not name them.
    """

    action: int
    arguments: tuple[Argument, ...]

    def fits(self, move: Move) -> bool:
        """Whether a move is one that the text may mean."""
        return move.action == self.action and all(
            fits(wanted, argument)
            for wanted, argument in zip(self.arguments, move.arguments, strict=True)
        )


def fits(wanted: Argument, argument: Argument) -> bool:
    """Whether an argument is what a text asked for."""
    if isinstance(wanted, CardAt) and isinstance(argument, CardAt):
        return (
            wanted.look == argument.look
            and wanted.place in (0, argument.place)
            and wanted.zone in (ANY, argument.zone)
        )
    return wanted == argument


def read_move(state: State, text: str) -> Move:
    """The legal move that a text means; see `State.parse_move`."""
    # `why` reads moves before it judges them; a text that is no legal move is judged to say why.
    from ruledsl.engine.why import judge_reading

    readings = read(state, text)
    words = _words(text)
    possible: list[Move] = []
    for move in state.legal_moves:
        if any(reading.fits(move) for reading in readings):
            if _words(str(move)) == words:
                return move
            possible.append(move)
    if len(possible) == 1:
        return possible[0]
    if possible:
        raise AmbiguousMove(text, tuple(str(move) for move in possible))
    verdict = judge_reading(state, readings[0])
    raise IllegalMove(verdict.reason, verdict.line)


def read(state: State, text: str) -> list[Reading]:
    """The ways to understand a text. Raises :class:`UnreadableMove` where there is none."""
    words = _words(text)
    if not words:
        raise UnreadableMove(phrase("a move is wanted"))
    problems: list[UnreadableMove] = []
    for tongue in state.game.tongues:
        try:
            return _read(tongue, text, words, state.game.tongues[0].machine)
        except UnreadableMove as error:
            problems.append(error)
    raise max(problems, key=lambda problem: problem.column or 0)


def _read(tongue: Tongue, text: str, words: list[str], shown: Machine) -> list[Reading]:
    """The ways to understand a text in one way of speaking; moves are told in the words of ``shown``."""
    if words in tongue.said("skip"):
        return [Reading(SKIP, ())]
    machine = tongue.machine
    reader = _Reader(tongue, words)
    known: int | None = None
    readings = []
    for number, action in enumerate(machine.actions):
        name = _words(action.name)
        if words[: len(name)] == name:
            known = number
            for arguments in reader.arguments(action.params, 0, len(name)):
                readings.append(Reading(number, ordered(action.params, arguments)))
    if readings:
        return list(dict.fromkeys(readings))
    if known is not None:
        begun = len(_words(machine.actions[known].name))
        said = phrase(
            "`{text}` cannot be read; it goes {usage}",
            text=text.strip(),
            usage=usage(shown.actions[known]),
        )
        raise UnreadableMove(said, _column(text, max(reader.furthest, begun)))
    names = [action.name for action in machine.actions]
    near = get_close_matches(words[0], names, 1)
    begin = enumerated(names[:12])
    said = (
        phrase("there is no move `{word}`; did you mean `{near}`?", word=words[0], near=near[0])
        if near
        else phrase(
            "there is no move `{word}`; moves begin with {names}", word=words[0], names=begin
        )
    )
    raise UnreadableMove(said, _column(text, 0))


def ordered(params: tuple[Param, ...], arguments: tuple[Argument, ...]) -> tuple[Argument, ...]:
    """The arguments, those whose order does not matter by look and place."""
    result = list(arguments)
    start = 0
    for end in range(1, len(params) + 1):
        same = end < len(params) and params[end].group == params[start].group >= 0
        if not same:
            result[start:end] = sorted(result[start:end], key=_order)
            start = end
    return tuple(result)


def _order(argument: Argument) -> tuple[int, int, int]:
    if isinstance(argument, CardAt):
        return argument.look, argument.zone, argument.place
    return argument, 0, 0


def usage(action: Action) -> Phrase:
    """How an action is written: ``bid(AMOUNT)``."""
    if not action.params:
        return phrase("`{name}`, with nothing behind it", name=action.name)
    names = ", ".join(param.name.upper() for param in action.params)
    return joined("", [f"`{action.name}({names})`"])


def _words(text: str) -> list[str]:
    """The words of a text, marks and capitals aside."""
    plain = text.casefold()
    for mark in "()[]_,":
        plain = plain.replace(mark, " ")
    return plain.split()


def _column(text: str, number: int) -> int:
    """Where the word of that number begins in a text, from 0; its end if it has no such word."""
    starts = [found.start() for found in _WORD.finditer(text)]
    return starts[number] if number < len(starts) else len(text.rstrip())


class _Reader:
    """Reads arguments from the words of one text."""

    def __init__(self, tongue: Tongue, words: list[str]) -> None:
        machine = tongue.machine
        texts = Texts(machine)
        self._tongue = tongue
        self._machine = machine
        self._words = words
        self._looks = [_words(look.text) for look in machine.looks]
        self._labels = [_words(texts.zone(zone)) for zone in range(len(machine.zones))]
        self.furthest = 0
        """The number of the word at which the reading that came furthest stopped."""

    def arguments(
        self, params: tuple[Param, ...], place: int, start: int
    ) -> Iterator[tuple[Argument, ...]]:
        """All ways to read the words from ``start`` on as the parameters from ``place`` on."""
        self.furthest = max(self.furthest, start)
        if place == len(params):
            if start == len(self._words):
                yield ()
            return
        for value, end in self._values(params[place].type, start):
            for rest in self.arguments(params, place + 1, end):
                yield (value, *rest)

    def _values(self, type_: ValueType, start: int) -> Iterator[tuple[Argument, int]]:
        if type_.kind == "card":
            yield from self._cards(start)
            return
        yield from self._fixed(start, "none", NONE)
        match type_.kind:
            case "number":
                yield from self._number(start)
            case "bool":
                yield from self._fixed(start, "no", 0)
                yield from self._fixed(start, "yes", 1)
            case "member":
                members = self._machine.enumerations[type_.enumeration].members
                for value, member in enumerate(members, 1):
                    yield from self._phrase(start, _words(member), value)
            case "player":
                named = self._words[start : start + 1] in (["seat"], ["player"])
                yield from self._number(start + 1 if named else start)
                for name, seat in self._tongue.seats:
                    yield from self._phrase(start, _words(name), seat)
            case "team":
                for value, (name, _) in enumerate(self._machine.teams, 1):
                    yield from self._phrase(start, _words(name), value)
            case "look":
                for look, text in enumerate(self._looks):
                    yield from self._phrase(start, text, look)

    def _phrase(self, start: int, phrase: list[str], value: int) -> Iterator[tuple[int, int]]:
        end = start + len(phrase)
        if phrase and self._words[start:end] == phrase:
            yield value, end

    def _fixed(self, start: int, word: str, value: int) -> Iterator[tuple[int, int]]:
        for words in self._tongue.said(word):
            yield from self._phrase(start, words, value)

    def _number(self, start: int) -> Iterator[tuple[int, int]]:
        if start < len(self._words):
            number = numerals.whole(self._words[start], numerals.TYPED)
            if number is not None:
                yield number, start + 1

    def _cards(self, start: int) -> Iterator[tuple[Argument, int]]:
        for look, text in enumerate(self._looks):
            for _, end in self._phrase(start, text, look):
                yield from self._where(look, end)
        yield from self._where(ANY, start)

    def _where(self, look: int, start: int) -> Iterator[tuple[Argument, int]]:
        """A card from behind its face on: ``at 3``, ``in market 2``, both or (with a face) neither."""
        places = [(0, start)]
        for _, after in self._fixed(start, "at", 0):
            places += self._number(after)
        for place, end in places:
            if look >= 0 or place:
                yield CardAt(ANY, place, look), end
            for _, after in self._fixed(end, "in", 0):
                for zone, label in enumerate(self._labels):
                    for _, last in self._phrase(after, label, zone):
                        yield CardAt(zone, place, look), last
