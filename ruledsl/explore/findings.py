"""What an exploration came upon, as people are told it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from attrs import evolve, frozen

from ruledsl.coverage.measure import unmet
from ruledsl.coverage.points import Point
from ruledsl.diagnostics.model import Diagnostic, Label, Severity
from ruledsl.engine.errors import RuleFault
from ruledsl.engine.runner import Program
from ruledsl.explore.explored import Explored, Leaking, Long, Shown, Untold
from ruledsl.explore.meeting import Wrong
from ruledsl.explore.settings import Setting
from ruledsl.explore.telling import seats_of, seed_that_fails, told
from ruledsl.explore.walking import ALONE, Line, Opening
from ruledsl.limits import DECISIONS_OF_A_GAME
from ruledsl.semantics.symbols import Symbols
from ruledsl.simulation.results import Faulted
from ruledsl.source import Span

_CODES: Mapping[Wrong, str] = {
    "fault": "RD550",
    "box": "RD551",
    "stuck": "RD552",
    "endless": "RD553",
}

_HELP: Mapping[Wrong, str] = {
    "fault": "ask beforehand whether this can be done, with `if`, or in a `require` of the move that leads here",
    "box": "ask beforehand whether there is enough and room for it, or move and pay `up to` what there is",
    "stuck": "say what is done then: `otherwise`, with an action that is always legal",
    "endless": "let something be used up or counted each time round, and leave the loop when it is done",
}


@frozen
class Game:
    """A game to be kept: it shows what is found with ``code`` at ``span``, after ``moves`` of its moves.

    It is number ``number`` of those that are found with that code on a line of that number.
    """

    code: str
    span: Span
    setting: Setting
    line: Line
    moves: int
    number: int = 1

    @property
    def name(self) -> str:
        """The name of its file."""
        again = f"-{self.number}" if self.number > 1 else ""
        return f"{self.setting.machine.name}-{self.code}-{self.span.line}{again}.json"


def games(explored: Explored) -> tuple[Game, ...]:
    """The games that are worth keeping; one that fails before the first choice is none, nor is a later one of a match."""
    found = [
        Game(_CODES[s.met.place.wrong], s.met.place.span, s.setting, s.met.line, s.met.length - 1)
        for s in explored.shown.values()
        if s.met.length and s.met.line.opening == ALONE
    ]
    for span, leaking in explored.leaking.items():
        line = leaking.leak.line
        found.append(Game("RD559", span, leaking.setting, line, len(line.moves)))
    so_far: Counter[str] = Counter()
    numbered: list[Game] = []
    for game in found:
        so_far[game.name] += 1
        numbered.append(evolve(game, number=so_far[game.name]))
    return tuple(numbered)


def findings(
    explored: Explored,
    symbols: Symbols,
    name: str,
    seed: int,
    kept: Mapping[tuple[str, Span], Path],
) -> tuple[Diagnostic, ...]:
    """All that an exploration with that seed came upon.

    ``name`` is what the ruleset is called on the command line, ``kept`` are the files of games, by code and place.
    """
    teller = _Teller(explored, symbols, name, seed, kept)
    return tuple(teller.all())


@frozen
class _Teller:
    explored: Explored
    symbols: Symbols
    name: str
    seed: int
    kept: Mapping[tuple[str, Span], Path]

    def all(self) -> Iterator[Diagnostic]:
        explored = self.explored
        for shown in explored.shown.values():
            yield self._shown(shown)
        for untold in explored.untold.values():
            if untold.place not in explored.shown:
                yield self._untold(untold)
        for span, leaking in explored.leaking.items():
            yield self._leak(span, leaking)
        circles = any(s.met.place.wrong == "endless" for s in explored.shown.values())
        for long in explored.long.values():
            if not circles:
                yield self._long(long)
        if explored.is_finished and not explored.fails:
            yield from self._useless()
            yield from self._unmet()

    # --- games that show something ------------------------------------------------------------

    def _shown(self, shown: Shown) -> Diagnostic:
        met = shown.met
        wrong, span = met.place.wrong, met.place.span
        program = Program(shown.setting.machine)
        moves = seats_of(program, met.line)
        if met.fault is not None:
            message = _message(met.fault)
            label = "play stops here"
        else:
            around = told(moves[-met.back :], 6)
            message = f"the game can go on for ever: after {around} all is as it was before"
            label = "this can be chosen again and again"
        notes = [*_here(shown.setting), *_in_match(met.line.opening)]
        if met.line.moves:
            many = met.length
            word = "move" if many == 1 else "moves"
            notes.append(f"the shortest game found has {many:,} {word}: {told(moves)}")
        else:
            notes.append("this is so before the first choice")
            seed = seed_that_fails(program, met.line.luck)
            if seed is not None and met.line.opening == ALONE:
                notes.append(f"`{self._play(shown.setting)} --seed {seed}` shows it")
        notes += self._opens(_CODES[wrong], span, shown.setting)
        severity = Severity.WARNING if wrong == "endless" else Severity.ERROR
        return Diagnostic(
            _CODES[wrong],
            message,
            Label(span, label),
            _HELP[wrong],
            notes=tuple(notes),
            severity=severity,
        )

    def _leak(self, span: Span, leaking: Leaking) -> Diagnostic:
        leak = leaking.leak
        if leak.move is None:
            message = f"whose turn it is, or what is to be chosen, tells seat {leak.seat} what nobody has shown"
        else:
            here, there = ("may", "might not") if leak.is_legal else ("may not", "might")
            message = (
                f"what is legal tells what nobody has shown: seat {leak.seat} {here} choose `{leak.move}`,"
                f" and {there} if what it cannot see were otherwise"
            )
        moves = seats_of(Program(leaking.setting.machine), leak.line)
        notes = [*_here(leaking.setting)]
        if moves:
            notes.append(f"this is so after {told(moves)}")
        notes += self._opens("RD559", span, leaking.setting)
        return Diagnostic(
            "RD559",
            message,
            Label(span, "this depends on what the player cannot see"),
            "let it depend on what the player sees, or `reveal` what it depends on",
            notes=tuple(notes),
        )

    def _long(self, long: Long) -> Diagnostic:
        return _warning(
            "RD554",
            f"a game may be very long: one of random moves was not over after {DECISIONS_OF_A_GAME:,} decisions",
            Label(long.span, "here it was stopped"),
            _HELP["endless"],
            *_here(long.setting),
            self._again(long.setting, long.seed, long.number),
        )

    def _untold(self, untold: Untold) -> Diagnostic:
        wrong = untold.place.wrong
        return Diagnostic(
            _CODES[wrong],
            _message(untold.fault),
            Label(untold.place.span, "play stops here"),
            _HELP[wrong],
            notes=(
                *_here(untold.setting),
                "this is so in a long game, which there was no time to shorten",
                self._again(untold.setting, untold.seed, untold.fault.number),
            ),
        )

    def _again(self, setting: Setting, seed: int, number: int) -> str:
        """How to play a game of a series again."""
        arguments = "".join(f" {word}" for word in setting.arguments)
        game = f"--seed {seed} --first {number} --games 1"
        return f"`ruledsl simulate {self.name}{arguments} {game}` plays it again"

    def _opens(self, code: str, span: Span, setting: Setting) -> Iterator[str]:
        path = self.kept.get((code, span))
        if path is not None:
            opens = "opens it there" if code == "RD559" else "opens it one move before"
            yield f"`{self._play(setting)} --load {path} --open` {opens}"

    def _play(self, setting: Setting) -> str:
        return " ".join(["ruledsl play", self.name, *setting.arguments])

    # --- what never mattered ------------------------------------------------------------------

    def _tried(self) -> str:
        """How many games say so."""
        explored = self.explored
        parts = []
        if explored.sought:
            parts.append(f"{explored.sought:,} games that seek it out (seed {self.seed})")
        if explored.whole:
            several = f" of the {explored.whole} small settings" if explored.whole > 1 else ""
            parts.append(f"all {explored.positions:,} positions{several}")
        return f"in {' and '.join(parts)}"

    def _useless(self) -> Iterator[Diagnostic]:
        for option, many in self.explored.useless.items():
            node = self.symbols.declared.get(option)
            span = getattr(getattr(node, "name", None), "span", None)
            if span is not None:
                yield _warning(
                    "RD558",
                    f"the option `{option}` makes no difference in {many:,} games, whatever it and the others are set to",
                    Label(span),
                    "look at where it is used: something else may decide there already",
                    f"seed {self.seed}",
                )

    def _unmet(self) -> Iterator[Diagnostic]:
        missing = self.explored.unmet
        idle = {p.name for p in missing if p.kind == "action"}
        dead = [p for p in missing if p.kind == "require" and p.way == "held" and p.name in idle]
        hindered = {point.name for point in dead}
        for point in missing:
            if not self._is_told(point, idle, hindered, missing):
                continue
            code, help_text = _NEVER[point.kind]
            yield _warning(code, unmet(point), Label(point.span), help_text, self._tried())

    def _is_told(
        self, point: Point, idle: set[str], hindered: set[str], missing: Sequence[Point]
    ) -> bool:
        """Whether a point is worth telling, and not what follows from another."""
        match point.kind:
            case "action":
                return point.name not in hindered
            case "phase":
                return True
            case "choice":
                return point.name not in idle and not self._is_around(point, missing)
            case "require":
                if point.name in idle:
                    return point.way == "held" and self._is_first(point, missing)
                return True
            case "branch" | "score term":
                other = [p for p in missing if p.span == point.span and p.kind == point.kind]
                return len(other) == 1 and not self._is_around(point, missing)
            case _:
                return False

    def _is_first(self, point: Point, missing: Sequence[Point]) -> bool:
        """Whether it is the first condition of its action that never holds and was asked about."""
        failed = [p for p in missing if p.kind == "require" and p.name == point.name]
        never_asked = {p.span for p in failed if p.way == "failed"}
        return point.span not in never_asked

    def _is_around(self, point: Point, missing: Sequence[Point]) -> bool:
        """Whether the statement that it stands in is never reached, so that there is nothing to be told of it."""
        return any(p.kind == "statement" and p.span.holds(point.span) for p in missing)


_NEVER: Mapping[str, tuple[str, str]] = {
    "action": ("RD555", "look at what it requires, and at where it is offered"),
    "phase": ("RD555", "look at what leads to it"),
    "choice": (
        "RD555",
        "look at what it requires; if it can never be chosen here, do not offer it",
    ),
    "require": (
        "RD556",
        "if it can go no other way it says nothing; a test can show when it matters",
    ),
    "branch": (
        "RD557",
        "if it can go no other way it decides nothing; a test can show when it matters",
    ),
    "score term": ("RD557", "if it is always 0 it counts nothing; a test can show when it matters"),
}


def _message(fault: RuleFault | Faulted) -> str:
    """What is wrong, and the values that make it so."""
    values = ", ".join(f"{name} = {value}" for name, value in fault.values)
    return fault.message + (f" ({values})" if values else "")


def _here(setting: Setting) -> Iterator[str]:
    """With how many players, and which option, that is so."""
    if setting.told:
        yield f"this is so with {setting.told}"


def _in_match(opening: Opening) -> Iterator[str]:
    """In which game of a match that is so, if it is not the first."""
    if opening == ALONE:
        return
    totals = ", ".join(str(total) for total in opening.totals)
    who = f", with seat {opening.starter} to start" if opening.starter else ""
    yield f"this is so in game {opening.round} of a match, after totals of {totals}{who}"


def _warning(code: str, message: str, label: Label, help_text: str, *notes: str) -> Diagnostic:
    return Diagnostic(
        code, message, label, help_text, notes=tuple(notes), severity=Severity.WARNING
    )
