"""What a typed line asks for.

A command is a word such as ``undo``. Where a game has a move that begins with the same word, the
word is the move, and the command is written with a slash: ``/undo``; with it every command works
in every game. A line is a move only if it is a number on its own or begins like no command.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeAlias

from attrs import frozen

from ruledsl import numerals
from ruledsl.phrase import joined, phrase

LONGEST_LINE = 300
"""Characters of a line; no move is as long."""


@frozen
class Nothing:
    """An empty line."""


@frozen
class Pick:
    """The move with that number."""

    number: int


@frozen
class Say:
    """A move in words."""

    text: str


@frozen
class ShowMoves:
    """The moves that begin with (or have in them) what is wanted; all if that is empty."""

    wanted: str


@frozen
class Why:
    """Why a move is legal or is not."""

    text: str


@frozen
class Help:
    """What can be typed; with a ``topic``, what that command or move is."""

    topic: str = ""


@frozen
class Simple:
    """A command of one word."""

    word: str


@frozen
class With:
    """A command and what stands behind it, perhaps nothing."""

    word: str
    rest: str


@frozen
class Wrong:
    """A line that cannot be understood, with the reason."""

    reason: str


Command: TypeAlias = Nothing | Pick | Say | ShowMoves | Why | Help | Simple | With | Wrong


@frozen
class About:
    """What is said of a command: its usage behind the word, what it does, and whether it may stand alone."""

    does: str
    usage: str = ""
    needs: bool = False


COMMANDS: dict[str, About] = {
    "moves": About(
        phrase("list the moves; with a word only those with that word in them"), phrase("[WORD]")
    ),
    "table": About(phrase("show the table again")),
    "log": About(phrase("tell the game so far")),
    "score": About(phrase("tell how a game has ended, and how a match stands")),
    "rules": About(phrase("tell what the rules say of the game, its places, moves and options")),
    "where": About(phrase("show the line of the rules that play has come to")),
    "why": About(
        phrase("tell which rule allows or forbids a move"), phrase("[not] MOVE"), needs=True
    ),
    "hint": About(phrase("tell what a bot would do in your place"), phrase("[BOT]")),
    "undo": About(phrase("take back your last choice and all that came after it")),
    "redo": About(phrase("make again what was taken back")),
    "restart": About(phrase("take this game back to its first choice, with the same luck")),
    "deal": About(
        phrase("begin anew with other luck; a number is the seed that decides it"),
        phrase("[NUMBER]"),
    ),
    "auto": About(
        phrase("let a bot choose for you: to the end of the game, or so many times"),
        phrase("[NUMBER]"),
    ),
    "bot": About(
        phrase("give a seat to a bot, or with `human` to a person"), phrase("SEAT KIND"), needs=True
    ),
    "save": About(
        phrase("write the game to a file, secrets and all; with `seat` only what you have seen"),
        phrase("[seat] FILE"),
        needs=True,
    ),
    "load": About(phrase("go on with a game from a file"), phrase("FILE"), needs=True),
    "transcript": About(
        phrase("show the game as you have seen it, or write that to a file"), phrase("[FILE]")
    ),
    "record": About(
        phrase("make a test in the rule language of this game"),
        phrase("test NAME [FILE]"),
        needs=True,
    ),
    "reload": About(
        phrase("read the rules again and make the same moves as far as they are legal")
    ),
    "help": About(
        phrase("show this; with a word, what that move or command does"), phrase("[WORD]")
    ),
    "quit": About(phrase("leave the game")),
}
"""Each command with what is said of it."""

ALIASES = {"?": "help", "exit": "quit", "q": "quit", "m": "moves"}

_SINGLE = frozenset(
    {"table", "log", "score", "rules", "where", "undo", "redo", "restart", "reload", "quit"}
)


def read(line: str, actions: Collection[str]) -> Command:
    """What a line asks for, in a game whose moves have these names."""
    text = line.strip()
    if len(line) > LONGEST_LINE:  # blanks count: what is cut off behind them is not known here
        return Wrong(phrase("that is too long: a line has at most {n} characters", n=LONGEST_LINE))
    if not text:
        return Nothing()
    digits = text.removeprefix("#").removesuffix(".")
    number = numerals.whole(digits, numerals.TYPED)
    if number is not None and number >= 0:
        return Pick(number)
    word, _, rest = text.partition(" ")
    forced = word.startswith("/")
    name = command_of(word.removeprefix("/") if forced else word)
    if forced and name is None:
        return Wrong(phrase("there is no command `{word}`; `/help` names them", word=word))
    if name is None or (not forced and name in taken(actions)):
        return Say(text)
    return _with(name, rest.strip())


def taken(actions: Collection[str]) -> frozenset[str]:
    """The commands whose words begin a move of the game."""
    first_words = {action.casefold().split("_")[0] for action in actions}
    words = {*COMMANDS, *ALIASES}
    return frozenset(ALIASES.get(word, word) for word in words & first_words)


def command_of(word: str) -> str | None:
    """The command that a word is."""
    low = word.casefold()
    low = ALIASES.get(low, low)
    return low if low in COMMANDS else None


def usage(name: str) -> str:
    """How a command is written, with what may stand behind it."""
    behind = COMMANDS[name].usage
    return joined(" ", [name, behind]) if behind else name


def titled(text: str) -> tuple[str, str]:
    """A title, of one word or within quotes, and what stands behind it."""
    text = text.strip()
    quoted = text.startswith('"')
    title, _, rest = text[quoted:].partition('"' if quoted else " ")
    return title.strip(), rest.strip()


def _with(name: str, rest: str) -> Command:
    if name == "moves":
        return ShowMoves(rest)
    if name == "help":
        return Help(rest)
    if name == "why":
        asked = rest[4:].strip() if rest.casefold().startswith("not ") else rest
        if not asked or asked.casefold() == "not":
            return Wrong(phrase("`why` wants a move behind it, `why 1` say"))
        return Why(asked)
    if name in _SINGLE:
        if rest and not (name in ("log", "table") and rest.casefold() == "all"):
            return Wrong(phrase("`{name}` stands alone, without `{rest}`", name=name, rest=rest))
        return Simple(name)
    if COMMANDS[name].needs and not rest:
        return Wrong(
            phrase("`{name}` wants something behind it: `{usage}`", name=name, usage=usage(name))
        )
    return With(name, rest)
