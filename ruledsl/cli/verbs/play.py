"""``ruledsl play``: a game at the terminal."""

from __future__ import annotations

import os
import secrets
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from ruledsl.agents.catalogue import KINDS
from ruledsl.cli import faults
from ruledsl.cli.arguments import Parser, seed
from ruledsl.cli.console import NOTE, note, wants_colour, width_of
from ruledsl.cli.desk import Desk
from ruledsl.cli.machines import Wanted, wanted
from ruledsl.cli.outcomes import FINDINGS, FINE, INTERRUPTED, USAGE, UsageError
from ruledsl.cli.seats import OPPONENT, check_bot, seats
from ruledsl.engine.errors import MachineError, PlayError, RuleFault
from ruledsl.engine.game import Game
from ruledsl.machine.model import Machine
from ruledsl.native.running.choose import WANTED, choose
from ruledsl.native.running.choose import Wanted as Backend
from ruledsl.native.running.wasm import Unavailable
from ruledsl.phrase import Phrase, counted, joined, phrase, together
from ruledsl.repl.about import at_the_table, introduction
from ruledsl.repl.commands import taken
from ruledsl.repl.completion import completions
from ruledsl.repl.lines import Line, Manner
from ruledsl.repl.loop import play
from ruledsl.repl.rendering import Rendering
from ruledsl.repl.screen import Screen
from ruledsl.repl.session import Session
from ruledsl.repl.talk import talk
from ruledsl.semantics.library import shipped_rulesets
from ruledsl.store.errors import StoreError
from ruledsl.store.resuming import resume
from ruledsl.store.savefiles import load
from ruledsl.store.saves import rebuild
from ruledsl.store.shelf import Kept, shelf, tidy
from ruledsl.store.sitting import Sitting
from ruledsl.table import PERSON, Table
from ruledsl.wording import choosing
from ruledsl.wording.catalogue import CatalogueError
from ruledsl.wording.wording import PLAIN, Wording

LATEST = "latest"
"""What ``--resume`` alone stands for."""


def main(argv: Sequence[str]) -> int:
    """Play what is named; the exit code."""
    arguments = _parser().parse(argv)
    language = _language(arguments)
    spoken = _program(arguments, language)
    if arguments.list:
        return _list(spoken)
    try:
        return _carried_out(arguments, language, spoken)
    except UsageError as error:
        raise UsageError(spoken.shown(str(error))) from None


def _carried_out(arguments: Namespace, language: str, spoken: Wording) -> int:
    """Play; the exit code. Raises :class:`UsageError` with a phrase to be said."""
    if arguments.adviser != OPPONENT:
        check_bot(arguments.adviser)
    if arguments.json:
        _for_programs(arguments)
    begun = _begun(arguments, spoken)
    if isinstance(begun, int):
        return begun
    sitting, desk = begun
    table = Table(sitting, backend=arguments.backend)
    code = FINE
    try:
        _must_be_there(arguments.backend, table.game.machine)
        code = _played(arguments, language, table, desk)
    finally:
        table.sitting.leave()
    return code


def _must_be_there(backend: Backend, machine: Machine) -> None:
    """Raise :class:`UsageError` where a back end that is asked for cannot be had."""
    if backend in ("python", "wasm"):
        try:
            choose(machine, backend)
        except Unavailable as error:
            raise UsageError(str(error)) from None


def _for_programs(arguments: Namespace) -> None:
    """Raise where something is asked of a screen that is not there."""
    for option in ("watch", "plain", "log"):
        if getattr(arguments, option):
            raise UsageError(f"`--{option}` is for a screen, and `--json` talks to a program")


def _played(arguments: Namespace, language: str, table: Table, desk: Desk) -> int:
    """Play at a table; the exit code."""
    session = _session(arguments, language, table, desk)
    if arguments.json:
        return _talked(arguments, session, desk)
    screen = _screen(arguments, desk)
    screen.complete_with(lambda text: completions(session, text))
    if arguments.watch:
        screen.watch(desk.changed)
    screen.speak(session.wording)
    manner = Manner(desk.width, arguments.plain, session.wording)
    rendering = Rendering.of(session.machine, manner)
    screen.show(_beginning(session, rendering))
    code = INTERRUPTED
    try:
        how = play(session, rendering, screen, open_hands=arguments.open, log=arguments.log)
        code = FINDINGS if how == "broken" else FINE
    except KeyboardInterrupt:
        table.sitting = table.sitting.again()  # it may have come in the midst of a move
        screen.show(_leaving(session))
    if arguments.save:
        saved = _saved(arguments.save, table.sitting, desk, screen)
        code = code or saved
    screen.show(_ending(arguments, table.sitting))
    return code


def _session(arguments: Namespace, language: str, table: Table, desk: Desk) -> Session:
    """What answers the lines that are typed. Raises :class:`UsageError` where people would see what they must not."""
    people = len(table.people)
    shared = people > 1 and not (arguments.open or arguments.json)
    clears = _at_terminal() and not _is_dumb()
    if shared and not clears:
        raise UsageError(
            phrase(
                "{n} people would see each other's cards here; "
                "play at a terminal, or with `--open` if that does not matter",
                n=people,
            )
        )
    # Among people who share a screen a choice that is passed over would tell how many moves there were.
    table.forced = arguments.auto and not shared
    # Programs read the words of the rules, whatever people want.
    machine = table.game.machine
    spoken = PLAIN if arguments.json else _wording(arguments, language, machine, desk)
    return Session(
        table,
        desk,
        adviser=arguments.adviser,
        open_hands=arguments.open,
        one_person=not arguments.json and not clears,
        wording=spoken,
    )


def _beginning(session: Session, rendering: Rendering) -> list[Line]:
    """What is shown before the first choice."""
    table, machine = session.table, session.machine
    lines = [
        *introduction(machine, rendering.views.manner, table.sitting.match_name),
        *at_the_table(table.seats),
    ]
    if table.people:
        clash = taken([action.name for action in machine.actions])
        hints = together([f"`{'/' if c in clash else ''}{c}`" for c in ("help", "rules")])
        lines.append(Line(phrase("({commands} tell more)", commands=hints), "quiet"))
    return lines


def _leaving(session: Session) -> list[Line]:
    """What is shown after Ctrl-C."""
    left = phrase("you leave")
    if not session.is_over:
        left = phrase("you leave; the game is not finished")
    return [Line(""), Line(left)]


def _saved(file: str, sitting: Sitting, desk: Desk, screen: Screen) -> int:
    """Write the game to a file and say so; the exit code."""
    failed = desk.save(sitting, file)
    if failed:
        screen.show([Line(text, "problem") for text in failed.lines])
        return USAGE
    written = phrase("{what} is written to `{name}`", what=phrase("the game"), name=file)
    screen.show([Line(written, "quiet")])
    return FINE


def _ending(arguments: Namespace, sitting: Sitting) -> list[Line]:
    """What is shown last: how to go on, and the seed."""
    lines = []
    if not sitting.is_over and sitting.journal is not None and sitting.is_begun:
        lines.append(Line(phrase("(`ruledsl play --resume` goes on with it)"), "quiet"))
    # The seed tells all cards: of a game that is to go on it is told to those alone who know it already.
    number = sitting.seed
    if sitting.is_over or arguments.open or number == arguments.seed:
        lines.append(Line(phrase("(seed {number})", number=number), "quiet"))
    return lines


def _talked(arguments: Namespace, session: Session, desk: Desk) -> int:
    """Play with a program at the other end; the exit code."""
    code = FINDINGS if talk(session, sys.stdin, sys.stdout) == "broken" else FINE
    failed = desk.save(session.table.sitting, arguments.save) if arguments.save else None
    if failed:
        raise UsageError(" ".join(failed.lines))
    return code


# --- where a game comes from -------------------------------------------------------------------------


def _begun(arguments: Namespace, spoken: Wording) -> tuple[Sitting, Desk] | int:
    """The sitting to play, or the exit code where there is none."""
    width = width_of(sys.stdout)
    if arguments.resume is not None:
        _alone(arguments, "--resume")
        return _resumed(arguments.resume, width)
    if arguments.target is None:
        raise UsageError(
            phrase("name the rules too: `ruledsl play NAME --load {file}`", file=arguments.load)
            if arguments.load
            else phrase(
                "name a ruleset or a rule file to play; `ruledsl list` names those there are"
            )
        )
    asked = wanted(arguments.target, arguments.players, arguments.set)
    found = asked.find(lambda text: note(spoken.shown(text), spoken.shown(NOTE)))
    faults.show(found.diagnostics, found.sources, sys.stderr, arguments.colour)
    if found.machine is None:
        return faults.exit_code(found.diagnostics)
    try:
        game = Game(found.machine)
        if arguments.load:
            _alone(arguments, "--load")
            sitting = rebuild(load(arguments.load), game)
        else:
            number = arguments.seed if arguments.seed is not None else secrets.randbits(64)
            who = seats(arguments.seat, arguments.name, game.players)
            sitting = Sitting(game, number, who, arguments.match)
    except RuleFault as fault:
        colour = wants_colour(arguments.colour, sys.stdout)
        screen = Screen(
            sys.stdin, sys.stdout, colour=colour, width=None if arguments.plain else width
        )
        screen.show(Rendering.of(found.machine, Manner(width)).verdicts.fault(fault))
        return FINDINGS
    except MachineError as error:
        raise UsageError(
            phrase("`{name}` cannot be played: {reason}", name=arguments.target, reason=str(error))
        ) from None
    except (PlayError, StoreError) as error:
        raise UsageError(str(error)) from None
    if any(who.kind == PERSON for who in sitting.seats):
        tidy(shelf())
        sitting.keep(found.rules_file)
    return sitting, Desk(asked, game, width, tuple(found.sources))


def _alone(arguments: Namespace, option: str) -> None:
    """Raise where an option stands with others that settle what it settles."""
    given: dict[str, bool] = {
        phrase("a ruleset"): option == "--resume" and arguments.target is not None,
        "`--seed`": arguments.seed is not None,
        "`--seat`": bool(arguments.seat),
        "`--name`": bool(arguments.name),
        "`--match`": arguments.match is not None,
    }
    if option == "--resume":
        given |= {
            "`--players`": arguments.players is not None,
            "`--set`": bool(arguments.set),
            "`--load`": arguments.load is not None,
        }
    for what, is_there in given.items():
        if is_there:
            raise UsageError(
                phrase(
                    "`{option}` goes on with a game as it is, so {what} cannot be given",
                    option=option,
                    what=what,
                )
            )


def _resumed(name: str, width: int) -> tuple[Sitting, Desk]:
    kept = shelf()
    try:
        chosen = kept.latest() if name == LATEST else kept.choose(name)
        sitting = resume(chosen.path)
    except StoreError as error:
        hint = [phrase("`ruledsl play --list` shows them")] if kept.unfinished else []
        raise UsageError(joined("; ", [str(error), *hint])) from None
    header = chosen.header
    settings = [f"{option}={value}" for option, value in header.options.items()]
    asked = Wanted(header.rules_file or header.ruleset, header.players, tuple(settings))
    files = (header.rules_file,) if header.rules_file else ()
    return sitting, Desk(asked, sitting.game, width, files)


def _list(spoken: Wording) -> int:
    """Show the games that can be gone on with."""
    kept = shelf()
    lines = [
        joined("", [f"{number:>2}  ", _shown(game)])
        for number, game in enumerate(kept.unfinished, 1)
    ]
    lines += [
        joined("", [f" -  {damaged.path.stem}: ", damaged.reason]) for damaged in kept.unreadable
    ]
    for line in lines or [phrase("there is no unfinished game")]:
        sys.stdout.write(f"{spoken.shown(line)}\n")
    return FINE


def _shown(kept: Kept) -> Phrase:
    header = kept.header
    title = header.title or header.ruleset
    parts = [counted(header.players, "{title}, {n} player", "{title}, {n} players", title=title)]
    if header.match:
        parts.append(phrase("game {number}", number=kept.round))
    parts.append(counted(kept.moves, "{n} move", "{n} moves"))
    if kept.busy:
        parts.append(phrase("being played now"))
    return joined("", [f"{kept.last:%Y-%m-%d %H:%M}  ", joined(", ", parts)])


# --- words ---------------------------------------------------------------------------------------------


def _language(arguments: Namespace) -> str:
    """The language that the person or else the environment wants. Raises :class:`UsageError` for what is none."""
    asked: str | None = arguments.lang
    if asked is not None and not choosing.is_code(asked):
        raise UsageError(f"`--lang` wants the code of a language, `nb` say, not `{asked}`")
    return asked or choosing.chosen(os.environ)


def _program(arguments: Namespace, language: str) -> Wording:
    """How the program speaks before there is a game; to programs it speaks English."""
    if arguments.json:
        return PLAIN
    return choosing.program(language, ascii=arguments.ascii)


def _wording(arguments: Namespace, language: str, machine: Machine, desk: Desk) -> Wording:
    """How to speak of the game."""
    asked: str | None = arguments.lang
    try:
        spoken = choosing.wording(language, machine, _folders(desk.sources), ascii=arguments.ascii)
    except CatalogueError as error:
        raise UsageError(str(error)) from None
    if asked is not None and not choosing.is_spoken(asked):
        known = together([f"`{code}`" for code in choosing.languages()])
        note(
            f"the program does not speak `{asked}`, so its own texts are English; there are {known}"
        )
    return spoken


def _folders(sources: Sequence[str]) -> list[Path]:
    """Where the rules lie, for a machine that does not know: with a person's own ones, or the shipped ones."""
    files = [Path(source) for source in sources] or list(shipped_rulesets().values())
    return list(dict.fromkeys(file.parent for file in files))


# --- the screen ------------------------------------------------------------------------------------


def _at_terminal() -> bool:
    """Whether somebody types and sees what is shown."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def _is_dumb() -> bool:
    """Whether the terminal can do nothing but show one line below the other."""
    return os.environ.get("TERM") == "dumb"


def _screen(arguments: Namespace, desk: Desk) -> Screen:
    """A screen on which lines can be edited, if there is a terminal that can do that."""
    terminal = _at_terminal()
    colour = wants_colour(arguments.colour, sys.stdout)
    # Those who hear the screen are not helped by lines that end in the midst of a sentence.
    width = None if arguments.plain else desk.width
    if terminal and not _is_dumb():
        from ruledsl.repl.terminal import Terminal

        return Terminal(sys.stdin, sys.stdout, colour=colour, width=width)
    return Screen(sys.stdin, sys.stdout, terminal=terminal, colour=colour, width=width)


# --- arguments ---------------------------------------------------------------------------------------


def _parser() -> Parser:
    kinds = "|".join([*KINDS, PERSON])
    parser = Parser(
        "play",
        "Play a game at the terminal. You have seat 1 and bots have the others, unless `--seat`\n"
        "says otherwise. `help` at the prompt tells what can be typed there.",
    )
    parser.add_argument(
        "target",
        nargs="?",
        metavar="NAME|FILE|MACHINE.json",
        help="a shipped ruleset, a rule file, a machine",
    )
    parser.add_configuration()
    parser.add_argument(
        "--seed", type=seed, metavar="N", help="decides all chance (default: by lot)"
    )
    parser.add_argument(
        "--seat", action="append", default=[], metavar=f"N={kinds}", help="who plays a seat"
    )
    parser.add_argument(
        "--name", action="append", default=[], metavar="N=NAME", help="what a seat is called"
    )
    parser.add_argument(
        "--backend",
        choices=WANTED,
        default="auto",
        help="what `rollout` bots try moves on (default: the quickest there is)",
    )
    parser.add_argument("--match", metavar="NAME", help="play a match that the rules name")
    parser.add_argument("--save", metavar="FILE", help="write the game to a file when you leave")
    parser.add_argument("--load", metavar="FILE", help="go on with the game of a file")
    parser.add_argument(
        "--resume",
        nargs="?",
        const=LATEST,
        metavar="NUMBER|NAME",
        help="go on with a game that was left (default: the last one)",
    )
    parser.add_argument("--list", action="store_true", help="list the games that were left")
    parser.add_argument(
        "--adviser", default=OPPONENT, metavar="KIND", help="the bot that gives hints"
    )
    parser.add_argument(
        "--open", action="store_true", help="several people look at one screen, hiding nothing"
    )
    parser.add_argument(
        "--watch", action="store_true", help="read the rules again whenever the file changes"
    )
    parser.add_argument(
        "--json", action="store_true", help="talk to a program: lines of JSON both ways"
    )
    parser.add_argument(
        "--plain", action="store_true", help="one fact a line, for those who hear the screen"
    )
    parser.add_argument(
        "--lang", metavar="CODE", help="the language, `nb` say (default: that of the system)"
    )
    parser.add_argument(
        "--ascii", action="store_true", help="show nothing but the characters of ASCII"
    )
    parser.add_argument(
        "--auto", action="store_true", help="do not ask where there is only one move"
    )
    parser.add_argument(
        "--log", action="store_true", help="tell all that happened at the end of each game"
    )
    parser.add_colour()
    return parser
