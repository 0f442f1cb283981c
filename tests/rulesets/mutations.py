"""Wrong rules that the rulesets' own tests must notice.

A mutation changes one line of a ruleset as somebody might who has misread the rulebook. Each test
of a ruleset has at least one that makes it fail: so no test passes whatever the rules say.

    python tests/rulesets/mutations.py [ruleset ...]

prints them all: the test, the change, and what the test said.

The mutations of a ruleset stand in `wrong_rules/NAME.txt`, in blocks between blank lines:

    test: K3                    a part of the test's title; more tests may notice the same change
    under: phase turn:          where the line stands more than once: the first below this one is meant
    - must buy or sell          the line as it is, without its indentation
    + must buy                  the line as it becomes
    check: no deck has          what `check` says, where the change is so wrong that no test is played
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from attrs import frozen

from ruledsl import compiling
from ruledsl.resources import shipped
from ruledsl.testing.runner import Report, run_tests

WRONG_RULES = Path(__file__).parent / "wrong_rules"

_TITLE = re.compile(r'^(?:replace )?test "(.*)":$', re.MULTILINE)


@frozen
class Mutation:
    """One changed line, and the test (by a part of its title) that must fail for it.

    ``old`` and ``new`` are without indentation; where the line stands more than once, the first one below
    the line ``under`` is meant. ``caught`` is what `check` says of the change, if it is so wrong that no
    test need be played.
    """

    ruleset: str
    test: str
    old: str
    new: str
    under: str = ""
    caught: str = ""


@frozen
class Trial:
    """What came of a mutation: the findings of `check` that are errors, and the test's report."""

    mutation: Mutation
    errors: tuple[str, ...]
    report: Report | None

    @property
    def noticed(self) -> bool:
        """Whether the change came to light as it should: in the test, or in `check` where that is said."""
        if self.mutation.caught:
            return any(self.mutation.caught in error for error in self.errors)
        return not self.errors and self.report is not None and not self.report.passed


def read_mutations(file: Path) -> Iterator[Mutation]:
    """The mutations of a file. Raises :class:`ValueError` for a block that is not as it should be."""
    for block in file.read_text(encoding="utf-8").strip().split("\n\n"):
        tests: list[str] = []
        parts = {"under:": "", "-": "", "+": "", "check:": ""}
        for line in block.split("\n"):
            mark, _, text = line.partition(" ")
            if mark == "test:":
                tests.append(text)
            elif mark in parts and not parts[mark]:
                parts[mark] = text
            else:
                raise ValueError(f"{file.name}: `{line}` is not understood")
        if not tests or not parts["-"] or parts["-"] == parts["+"]:
            raise ValueError(f"{file.name}: no test or no change in\n{block}")
        for test in tests:
            yield Mutation(
                file.stem, test, parts["-"], parts["+"], parts["under:"], parts["check:"]
            )


MUTATIONS = tuple(m for file in sorted(WRONG_RULES.glob("*.txt")) for m in read_mutations(file))


def rules_path(ruleset: str) -> Path:
    """The file of a shipped ruleset. Raises :class:`ValueError` unless there is exactly one."""
    (path,) = shipped("rulesets").glob(f"*/{ruleset}.rules")
    return path


@cache
def rules_text(ruleset: str) -> str:
    """The text of a shipped ruleset."""
    return rules_path(ruleset).read_text(encoding="utf-8")


@cache
def titles(ruleset: str) -> tuple[str, ...]:
    """The titles of a ruleset's tests, those that a variant has from its base included."""
    program = compiling.open_named(str(rules_path(ruleset))).program
    assert program is not None
    return program.test_titles


@cache
def own_titles(ruleset: str) -> tuple[str, ...]:
    """The titles of the tests that stand in the file itself."""
    return tuple(_TITLE.findall(rules_text(ruleset)))


def title_of(mutation: Mutation) -> str:
    """The test that a mutation is about. Raises :class:`ValueError` unless it is exactly one."""
    found = [title for title in titles(mutation.ruleset) if mutation.test in title]
    if len(found) != 1:
        raise ValueError(f"{mutation.ruleset}: `{mutation.test}` is in {len(found)} titles")
    return found[0]


def mutated(mutation: Mutation) -> str:
    """The changed rules. Raises :class:`ValueError` unless it is clear which line is meant."""
    lines = rules_text(mutation.ruleset).split("\n")
    bare = [line.strip() for line in lines]
    end = next(n for n, line in enumerate(lines) if _TITLE.match(line))
    begin = bare.index(mutation.under) if mutation.under else 0
    places = [n for n in range(begin, end) if bare[n] == mutation.old]
    if not places or (len(places) > 1 and not mutation.under):
        raise ValueError(f"{mutation.ruleset}: {len(places)} lines are `{mutation.old}`")
    place = places[0]
    lines[place] = lines[place].replace(mutation.old, mutation.new)
    return "\n".join(lines)


def attempt(mutation: Mutation) -> Trial:
    """Check the changed rules and play the test that should notice."""
    text = mutated(mutation)
    checked = compiling.check_text(f"{mutation.ruleset}.rules", text)
    errors = tuple(d.message for d in checked.diagnostics if d.is_error)
    if errors:
        return Trial(mutation, errors, None)
    opened = compiling.open_text(f"{mutation.ruleset}.rules", text)
    reports, found = run_tests(opened, title_of(mutation))
    errors = tuple(d.message for d in found if d.is_error)
    report = next((r for r in reports if r.title == title_of(mutation)), None)
    return Trial(mutation, errors, report)


def row(trial: Trial) -> str:
    """A mutation and what the test said, as three lines of text."""
    mutation = trial.mutation
    if trial.errors:
        said = f"check: {trial.errors[0]}"
    elif trial.report is None or trial.report.passed:
        said = "the test passes"
    else:
        message = trial.report.message.split("\n")[0]
        said = f"line {trial.report.span.line}: " + "; ".join((message, *trial.report.details))
    change = f"{mutation.old}  ->  {mutation.new}"
    said += "" if trial.noticed else "  <- UNNOTICED"
    return f"{mutation.ruleset}: {title_of(mutation)}\n    {change}\n    {said}"


def main(rulesets: list[str]) -> int:
    """Print the table; 1 if a mutation went unnoticed."""
    trials = [attempt(m) for m in MUTATIONS if not rulesets or m.ruleset in rulesets]
    for trial in trials:
        print(row(trial))
    noticed = sum(trial.noticed for trial in trials)
    print(f"\n{noticed} of {len(trials)} wrong rules were noticed by the test named")
    return 0 if noticed == len(trials) else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
