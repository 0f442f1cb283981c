"""Moves by number, in words, and by the beginnings of words; what is said where a line is no move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruledsl import numerals
from ruledsl.agents.catalogue import UnknownBot
from ruledsl.agents.catalogue import read as read_kind
from ruledsl.diagnostics.suggest import nearest
from ruledsl.engine.errors import AmbiguousMove, IllegalMove, RuleFault, UnreadableMove
from ruledsl.engine.moves import Move, MoveTexts
from ruledsl.engine.state import State
from ruledsl.engine.text import Texts
from ruledsl.machine.model import Action
from ruledsl.phrase import counted, phrase
from ruledsl.repl import commands
from ruledsl.repl.results import (
    ActionExplained,
    Ambiguous,
    Broken,
    Explained,
    Illegal,
    Listed,
    NoMoves,
    Numbered,
    Result,
    Unreadable,
)

MOST = (1 << 64) - 1
"""The greatest seed."""


def numbered(state: State) -> tuple[Numbered, ...]:
    """The legal moves with their numbers, those of one action together."""
    legal = state.legal_moves
    order = {action: place for place, action in enumerate(dict.fromkeys(m.action for m in legal))}
    return tuple(
        Numbered(number, move)
        for number, move in enumerate(sorted(legal, key=lambda m: order[m.action]), 1)
    )


def pick(state: State, number: int) -> Move | Result:
    """The move of that number."""
    found = numbered(state)
    for entry in found:
        if entry.number == number:
            return entry.move
    if not found:
        return NoMoves()
    count = len(found)
    return Unreadable(
        counted(
            count,
            "there is no move {number}; the only move is number 1",
            "there is no move {number}; moves are numbered 1 to {n}",
            number=number,
        )
    )


def say(state: State, text: str) -> Move | Result:
    """The move that a text means: its words in full or, where they mean nothing so, their beginnings."""
    try:
        return state.parse_move(text)
    except UnreadableMove as error:
        found = _begun(state, text, error)
        return (_slipped(state, text, error) or found) if isinstance(found, Unreadable) else found
    except AmbiguousMove as error:
        return _ambiguous(state, text, error)
    except IllegalMove:
        return judged(state, text, refused=True)
    except RuleFault as fault:
        return Broken(fault)


def beginning(state: State, text: str) -> tuple[Numbered, ...]:
    """The legal moves whose words begin like those of the text, word for word; numbers must be whole."""
    words = plain(text).split()
    return tuple(
        entry
        for entry, texts in zip(numbered(state), worded(state), strict=True)
        if any(_begin(words, text.split()) for text in texts)
    )


def worded(state: State) -> Iterator[tuple[str, ...]]:
    """The words of each numbered move, in each of the ways of speaking that are understood."""
    tongues = [(MoveTexts(t.machine, Texts(t.machine)), t.say) for t in state.game.tongues]
    for entry in numbered(state):
        move = entry.move
        yield tuple(
            plain(say(texts.text(move.action, move.arguments, move.marks)))
            for texts, say in tongues
        )


def called(state: State, text: str) -> Action | None:
    """The action that a text names, in any of the ways of speaking that are understood."""
    wanted = plain(text)
    for tongue in state.game.tongues:
        for number, action in enumerate(tongue.machine.actions):
            if plain(action.name) == wanted:
                return state.game.machine.actions[number]
    return None


def _begun(state: State, text: str, error: UnreadableMove) -> Move | Result:
    """The move that a text which is none in full begins to say, or what is wrong with it."""
    begun = beginning(state, text)
    if len(begun) == 1:
        return begun[0].move
    short = begun or _unfinished(state, text)
    if len(short) == 1:
        whole = str(short[0].move)
        asked = phrase(
            "`{text}` is not the whole of a move; did you mean `{move}`?", text=text, move=whole
        )
        return Unreadable(asked, text)
    return Ambiguous(text, short) if short else Unreadable(str(error), text, error.column)


def _slipped(state: State, text: str, error: UnreadableMove) -> Unreadable | None:
    """What is said of a text that begins with a misspelt command, and like no move."""
    said = plain(text).split()
    firsts = {plain(a.name).split()[0] for t in state.game.tongues for a in t.machine.actions}
    if not said or said[0] in firsts:
        return None
    near = nearest(said[0], [*firsts, *commands.COMMANDS])
    if near not in commands.COMMANDS or near in firsts:
        return None
    return Unreadable(
        phrase(
            "there is no move `{word}`; did you mean the command `{near}`?",
            word=said[0],
            near=near,
        ),
        text,
        error.column,
    )


def _unfinished(state: State, text: str) -> tuple[Numbered, ...]:
    """The legal moves that a text has the first words of, in full or their beginnings, and that go on.

    None where an action is named and nothing else: then how it is written is of more help.
    """
    words = plain(text).split()
    names = [plain(a.name).split() for t in state.game.tongues for a in t.machine.actions]
    if not words or words in names:
        return ()
    return tuple(
        entry
        for entry, texts in zip(numbered(state), worded(state), strict=True)
        if any(_begin(words, said.split()[: len(words)]) for said in texts)
    )


def _begin(typed: Sequence[str], words: Sequence[str]) -> bool:
    return len(typed) == len(words) and all(
        whole == part or (part.isalpha() and whole.startswith(part))
        for part, whole in zip(typed, words, strict=True)
    )


def listed(state: State, wanted: str) -> Result:
    """The moves that have these words in them."""
    found = numbered(state)
    if not wanted or wanted.casefold() == "all":
        return Listed(found, in_full=True)
    words = plain(wanted)
    fitting = tuple(
        entry
        for entry, texts in zip(found, worded(state), strict=True)
        if any(words in text for text in texts)
    )
    return Listed(fitting, in_full=True, wanted=wanted)


def why(state: State, text: str, actions: Sequence[str]) -> Result:
    """Why a move, named by its number or in words, is legal or is not; or all moves of an action."""
    command = commands.read(text, actions)
    if isinstance(command, commands.Pick):
        move = pick(state, command.number)
        return judged(state, move) if isinstance(move, Move) else move
    action = called(state, text)
    if action is not None and action.params:
        try:
            return ActionExplained(state.why_action(action.name))
        except RuleFault as fault:
            return Broken(fault)
    return judged(state, text)


def judged(state: State, move: Move | str, refused: bool = False) -> Result:
    """Why a move is legal or is not; with ``refused`` as the answer to an attempt to play it."""
    try:
        verdict = state.why(move)
    except UnreadableMove as error:
        found = _begun(state, str(move), error)
        return judged(state, found) if isinstance(found, Move) else found
    except AmbiguousMove as error:
        return _ambiguous(state, str(move), error)
    except RuleFault as fault:
        return Broken(fault)
    return Illegal(str(move), verdict) if refused else Explained(verdict)


def _ambiguous(state: State, text: str, error: AmbiguousMove) -> Ambiguous:
    wanted = set(error.candidates)
    return Ambiguous(text, tuple(e for e in numbered(state) if str(e.move) in wanted))


def wrong_kind(kind: str) -> str:
    """What is wrong with a kind of bot, or nothing."""
    try:
        read_kind(kind)
    except UnknownBot as error:
        return str(error)
    return ""


def seed(text: str) -> int | Unreadable:
    """The seed that a text names."""
    number = numerals.whole(text)
    if number is not None and 0 <= number <= MOST:
        return number
    return Unreadable(
        phrase("a seed is a whole number from 0 to {most}, not `{text}`", most=MOST, text=text)
    )


def plain(text: str) -> str:
    """The words of a text, marks and capitals aside, with a blank on either side."""
    for mark in "()[]_,":
        text = text.replace(mark, " ")
    return f" {' '.join(text.casefold().split())} "
