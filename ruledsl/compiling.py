"""From a name or a file to a checked ruleset and its machines.

This is where the passes meet: reading, merging, names, lowering. `check` goes through
every configuration that matters, `compile_ruleset` makes the machine of one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define, evolve, field, frozen

from ruledsl import limits
from ruledsl.diagnostics.enough import enough
from ruledsl.diagnostics.model import Diagnostic, Label, Severity, in_reading_order
from ruledsl.lower import assemble
from ruledsl.lower.builder import Configuration
from ruledsl.lower.canonical import rules_hash
from ruledsl.lower.facts import Flow, contents_of
from ruledsl.lower.options import asked_for, chosen, options_of, shown
from ruledsl.lower.scenario import Scenario
from ruledsl.lower.scope import Publication
from ruledsl.machine import model as m
from ruledsl.semantics import library
from ruledsl.semantics.symbols import Symbols, collect, without_repetitions
from ruledsl.semantics.unsettled import Unsettled, unsettled
from ruledsl.semantics.variants import Ruleset, merge
from ruledsl.source import NOWHERE, SourceFile
from ruledsl.syntax import tree
from ruledsl.syntax.walking import walk
from ruledsl.validate.allowances import settled

if TYPE_CHECKING:
    from ruledsl.validate.findings import Case

_PARTS_OF_A_STEP = 8
"""So many parts of a ruleset take as long to check as one step of its machine: large families have one for each element."""


@define
class Program:
    """A ruleset that has been read: its declarations and names, and what is wrong so far.

    Machines are made of it on demand; `flow` is what their making learns once for all.
    """

    ruleset: Ruleset
    symbols: Symbols
    sources: Mapping[str, SourceFile]
    diagnostics: tuple[Diagnostic, ...]
    players: tuple[int, int] | None
    rules_hash: str
    flow: Flow | None = field(default=None)

    @property
    def test_titles(self) -> tuple[str, ...]:
        """The titles of the tests, in file order."""
        return tuple(d.title for d in self.ruleset.declarations if isinstance(d, tree.Test))

    def unsettled_options(self, title: str) -> tuple[Unsettled, ...]:
        """The options that a variant sets anew and that the test of that title does not settle."""
        return unsettled(self.ruleset, title)

    @property
    def has_errors(self) -> bool:
        """Whether something is wrong that was found before any machine was made."""
        return any(d.is_error for d in self.diagnostics)


@frozen
class Outcome:
    """What reading, checking or compiling came to; ``sources`` are the texts to quote from."""

    program: Program | None
    machine: m.Machine | None
    diagnostics: tuple[Diagnostic, ...]
    sources: Mapping[str, SourceFile]
    published: tuple[Publication, ...] = ()
    """After `check`: the places that make known what not everybody saw, in reading order."""
    cases: tuple[Case, ...] = ()
    """After `check`: the machines that were looked at, for every number of players and the extremes of options."""

    @property
    def has_errors(self) -> bool:
        """Whether anything keeps the ruleset from being played."""
        return any(d.is_error for d in self.diagnostics)


def open_named(name: str) -> Outcome:
    """Read the ruleset that a person names: a path, an own file of that name here, or a shipped one."""
    return _open(library.read_named(name))


def open_shipped(name: str) -> Outcome:
    """Read a ruleset that comes with the package. Raises :class:`KeyError` for another name."""
    return _open(library.read_shipped(name))


def open_text(name: str, text: str, folder: Path | None = None) -> Outcome:
    """Read rule text that is called ``name``; its bases are looked for in ``folder`` first."""
    from ruledsl.syntax.reading import read_text

    source, found = read_text(name, text)
    if source is None:
        return Outcome(None, None, tuple(found), {})
    return _open(library.read_source(source, folder))


def _open(read: library.Read) -> Outcome:
    if not read.files:
        return Outcome(None, None, in_reading_order(read.diagnostics), read.sources)
    ruleset, merging = merge(read.files)
    symbols, naming = collect(ruleset, read.broken_names)
    if naming:
        ruleset = without_repetitions(ruleset, symbols)
    players, counting = assemble.player_range(ruleset, symbols)
    found = enough(in_reading_order([*read.diagnostics, *merging, *naming, *counting]))
    program = Program(ruleset, symbols, read.sources, found, players, rules_hash(ruleset))
    return Outcome(program, None, found, read.sources)


def lowered(
    program: Program, configuration: Configuration, *, tests: bool = False
) -> assemble.Lowered:
    """The machine of a program for one configuration."""
    result = assemble.lower(
        program.ruleset,
        program.symbols,
        configuration,
        program.rules_hash,
        program.sources,
        program.flow,
        tests=tests,
        only_findings=program.has_errors,
    )
    program.flow = result.flow
    return result


# --- checking -----------------------------------------------------------------------------


def check(opened: Outcome) -> Outcome:
    """Everything that can be said about a ruleset without playing it.

    It is lowered for every number of players with the options as they are set, and for each
    option at its least and its greatest value, or every member of its type; its tests are lowered for what they ask for.
    """
    program = opened.program
    if program is None or program.players is None:
        return opened
    found = list(program.diagnostics)
    if _mangled(program):
        return opened
    first: m.Machine | None = None
    cases: list[Case] = []
    published: dict[Publication, None] = {}
    configurations = list(_configurations(program))
    most = affordable(program)
    for number, (configuration, tests) in enumerate(configurations):
        if number >= most:
            found.append(_not_all_checked(program, most, len(configurations)))
            break
        result = lowered(program, configuration, tests=tests)
        found.extend(_with_setting(program, configuration, result.diagnostics, found, number))
        if first is None and result.machine is not None:
            first = result.machine
            most = min(most, affordable(program, len(first.states), result.repeated_parts))
        if result.machine is not None:
            cases.append(_case(program, configuration, result.machine))
        published.update(dict.fromkeys(result.published))
        if any(d.is_error for d in result.diagnostics) and not configuration.options:
            break
    is_sound = not any(d.is_error for d in found)
    if is_sound:
        found += _validated(program, cases, most)
    file = program.ruleset.header.span.file
    found = settled(found, opened.sources, file, is_checked=is_sound)
    listed = sorted(published, key=lambda p: (p.span.file, p.span.line, p.span.column, p.what))
    told = enough(in_reading_order(found))
    return Outcome(program, first, told, opened.sources, tuple(listed), tuple(cases))


def _with_setting(
    program: Program,
    configuration: Configuration,
    diagnostics: Iterable[Diagnostic],
    before: Sequence[Diagnostic],
    number: int,
) -> Iterator[Diagnostic]:
    """What is found in a setting; errors that were not there before with what it is, but in the first of all."""
    known = {(d.code, d.primary.span, d.message) for d in before}
    options = options_of(program.ruleset, program.symbols, configuration.players)
    told = _told(program, configuration, options.declared, options.enumerations)
    for d in diagnostics:
        if number == 0 or not told or not d.is_error:
            yield d
        elif (d.code, d.primary.span, d.message) not in known:
            yield evolve(d, notes=(*d.notes, f"this is so {told}"))


def _told(
    program: Program,
    configuration: Configuration,
    options: Sequence[m.OptionValue],
    enumerations: Sequence[m.Enumeration],
) -> str:
    """For how many players and which options something is, in a few words; nothing if for all."""
    assert program.players is not None
    least, most = program.players
    said = [f"{configuration.players} players"] if least != most else []
    for option in options:
        if option.name in configuration.options:
            value = shown(option, configuration.options[option.name], enumerations)
            said.append(f"`{option.name} = {value}`")
    return f"with {' and '.join(said)}" if said else ""


def _case(program: Program, configuration: Configuration, machine: m.Machine) -> Case:
    """A machine with what it is for."""
    from ruledsl.validate.findings import Case

    told = _told(program, configuration, machine.options, machine.enumerations)
    return Case(machine, configuration.options, told)


def _validated(program: Program, cases: list[Case], room: int) -> tuple[Diagnostic, ...]:
    """What is found in rules that have no errors and were checked for these cases; for ``room`` at most can they be."""
    from ruledsl.validate.findings import Subject, findings

    assert program.players is not None
    assert program.flow is not None

    @cache
    def declared(players: int) -> tuple[m.OptionValue, ...]:
        return options_of(program.ruleset, program.symbols, players).declared

    errors: list[Diagnostic] = []

    def make(players: int, options: Mapping[str, int]) -> Iterator[Case]:
        configuration = Configuration(players, options)
        if not options_of(program.ruleset, program.symbols, players, options).fits:
            return  # nobody can play so
        result = lowered(program, configuration)
        if result.machine is not None:
            yield _case(program, configuration, result.machine)
        else:
            known = options_of(program.ruleset, program.symbols, players)
            told = _told(program, configuration, known.declared, known.enumerations)
            here = (f"this is so {told}",)
            errors.extend(evolve(d, notes=(*d.notes, *here)) for d in result.diagnostics)

    subject = Subject(program.ruleset, program.symbols, program.players, declared, make, room)
    found = findings(subject, cases, contents_of(program.flow, cases[0].machine))
    return (*found, *errors)


def _mangled(program: Program) -> bool:
    """Whether names are too much in disorder for anything further to make sense."""
    return any(d.code in ("RD101", "RD102", "RD103") for d in program.diagnostics)


def affordable(program: Program, steps: int = 0, repeated_parts: int = 0) -> int:
    """For how many configurations a ruleset of this size is checked.

    A machine of it has so many ``steps``, and so many parts of initial values and decks, each as often as it was worked out, went into that.
    """
    rules = [d for d in program.ruleset.declarations if not isinstance(d, tree.Test)]
    parts = sum(len(walk(d)) for d in rules)
    if program.players is not None:  # what belongs to each player is there for each of them
        parts += program.players[1] * sum(getattr(d, "index", None) is not None for d in rules)
    parts += max(steps * _PARTS_OF_A_STEP, repeated_parts)
    return max(1, limits.CHECKED_PARTS // max(1, parts))


def _not_all_checked(program: Program, affordable: int, wanted: int) -> Diagnostic:
    return Diagnostic(
        "RD508",
        f"these rules are checked for {affordable:,} of {wanted:,} numbers of players and settings of options",
        Label(program.ruleset.header.span),
        "all of them would take too long; `ruledsl compile` checks the setting that it is given",
        severity=Severity.WARNING,
    )


def _configurations(program: Program) -> Iterator[tuple[Configuration, bool]]:
    assert program.players is not None
    least, most = program.players
    for players in range(least, most + 1):
        yield Configuration(players), True
    options = options_of(program.ruleset, program.symbols, least)
    for name, value in options.extremes():
        yield Configuration(least, {name: value}), False
    for configuration in asked_for(program.ruleset, program.symbols, least):
        if configuration.options:
            yield configuration, True


def check_text(name: str, text: str, folder: Path | None = None) -> Outcome:
    """Check rule text; see `check`."""
    return check(open_text(name, text, folder))


def check_named(name: str) -> Outcome:
    """Check a shipped ruleset or a file; see `check`."""
    return check(open_named(name))


# --- compiling ------------------------------------------------------------------------------


def compile_program(
    opened: Outcome, players: int | None = None, options: Mapping[str, object] | None = None
) -> Outcome:
    """The machine of a ruleset for ``players`` (the least number, if None) and ``options`` by name.

    Option values are given as numbers, truth values or the text of a member.
    """
    program = opened.program
    if program is None or program.has_errors or program.players is None:
        return opened
    least, most = program.players
    count = least if players is None else players
    if type(count) is not int or not least <= count <= most:
        wanted = f"{least}" if least == most else f"{least} to {most}"
        problem = Diagnostic(
            "RD505",
            f"`{program.ruleset.name}` is for {wanted} players, not {count}",
            Label(program.ruleset.players.span if program.ruleset.players else NOWHERE),
        )
        return Outcome(program, None, (problem,), opened.sources)
    values: dict[str, int] = {}
    if options:
        known = options_of(program.ruleset, program.symbols, count)
        if known.has_errors:
            found = lowered(program, Configuration(count)).diagnostics
            return Outcome(program, None, found, opened.sources)
        values, problems = chosen(program.ruleset, program.symbols, count, options)
        if problems:
            return Outcome(program, None, problems, opened.sources)
    result = lowered(program, Configuration(count, values))
    return Outcome(
        program,
        result.machine,
        in_reading_order([*program.diagnostics, *result.diagnostics]),
        opened.sources,
    )


# --- tests in the language --------------------------------------------------------------------


def compile_tests(
    opened: Outcome,
) -> Iterator[tuple[m.Machine | None, tuple[Scenario, ...], tuple[Diagnostic, ...]]]:
    """The tests of a ruleset with the machines they play on, one entry for each configuration asked for."""
    program = opened.program
    if program is None or program.has_errors or program.players is None:
        return
    least, _ = program.players
    wanted = list(asked_for(program.ruleset, program.symbols, least))
    for configuration in wanted or [Configuration(least)]:
        result = lowered(program, configuration, tests=True)
        yield result.machine, result.scenarios, result.diagnostics
        if result.machine is None and not configuration.options:
            return  # the same faults would be found in every configuration
