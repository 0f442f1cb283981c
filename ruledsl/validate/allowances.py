"""Warnings that the author of the rules allows, each with a reason: ``# allow: CODE because ...``.

Behind a line, such a comment allows a warning of that line; on a line of its own, of the next line of rules. Errors
are not allowed. An allowance without a reason, and one that allows nothing, is a finding itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from ruledsl.diagnostics.catalogue import MODULES
from ruledsl.diagnostics.codes.model import HowFound
from ruledsl.diagnostics.model import Diagnostic, Edit, Fix, Label, Severity
from ruledsl.source import SourceFile, Span

_ALLOWANCE = re.compile(r"#\s*allow(?:\s*:|(?=\s+RD[0-9]))\s*(?P<rest>.*)$", re.IGNORECASE)
_CODES = re.compile(r"RD[0-9]{3}(?:\s*,\s*RD[0-9]{3})*", re.IGNORECASE)
_REASON = re.compile(r"\s+because\s+(?P<reason>\S.*)", re.IGNORECASE)
_HOW = "write `# allow: CODE because ...` behind the line, with the code and a reason"


@frozen
class Allowance:
    """A comment that allows warnings on a line; ``reason`` is empty where none is given."""

    codes: tuple[str, ...]
    reason: str
    line: int
    span: Span


def settled(
    found: Sequence[Diagnostic],
    sources: Mapping[str, SourceFile],
    file: str,
    *,
    is_checked: bool,
    how: HowFound = "reading",
) -> list[Diagnostic]:
    """The findings that are not allowed, and what is wrong with the allowances of ``file``.

    ``is_checked`` tells whether all that can be found was looked for; only then is an allowance unused. What a check by
    play finds, and what proofs leave open, is settled apart (``how``), since not every check looks for it.
    """
    allowances = {name: [*allowances_of(source)] for name, source in sources.items()}
    at: dict[tuple[str, int], list[Allowance]] = {}
    for name, given in allowances.items():
        for allowance in given:
            at.setdefault((name, allowance.line), []).append(allowance)
    used: set[Span] = set()
    left: list[Diagnostic] = []
    for finding in found:
        place = finding.primary.span
        by = [
            allowance
            for allowance in at.get((place.file, place.line), ())
            if finding.code in allowance.codes
        ]
        if by and not finding.is_error:
            used |= {allowance.span for allowance in by}
        else:
            left.append(finding)
    for allowance in allowances.get(file, ()):
        if not allowance.reason and how == "reading":
            left.append(_without_reason(allowance))
        # Of one that names both what play finds and what reading finds neither check knows all.
        all_looked_for = {_how_found(code) for code in allowance.codes} == {how}
        if all_looked_for and is_checked and allowance.span not in used:
            left.append(_unused(allowance, sources[file]))
    return left


def _how_found(code: str) -> HowFound:
    """Which way of looking finds this."""
    number = int(code[2:])
    if MODULES["play"][0] <= number <= MODULES["play"][1]:
        return "play"
    return "proof" if MODULES["proofs"][0] <= number <= MODULES["proofs"][1] else "reading"


def allowances_of(source: SourceFile) -> Iterator[Allowance]:
    """The allowances in a rule file, in order."""
    if "allow" not in source.text.lower():
        return
    comments = dict(_comments(source))
    below = _rules_below(source, comments)
    for number, column in comments.items():
        line = source.line(number)
        read = _ALLOWANCE.match(line[column - 1 :])
        if read is None:
            continue
        named = _CODES.match(read["rest"])
        codes = tuple(re.findall(r"RD[0-9]{3}", named[0].upper())) if named else ()
        because = _REASON.match(read["rest"], named.end()) if named else None
        reason = because["reason"].strip() if because else ""
        allowed = number
        if not line[: column - 1].strip():
            allowed = below.get(number, number)
        span = Span(source.name, number, column, number, len(line.rstrip()) + 1)
        yield Allowance(codes, reason, allowed, span)


def _rules_below(source: SourceFile, comments: Mapping[int, int]) -> dict[int, int]:
    """For each line the next one below it that has more than a comment, if there is one."""
    below: dict[int, int] = {}
    rules = 0
    for number in range(len(source.lines), 0, -1):
        if rules:
            below[number] = rules
        line = source.line(number)
        if line[: comments.get(number, len(line) + 1) - 1].strip():
            rules = number
    return below


def _comments(source: SourceFile) -> Iterator[tuple[int, int]]:
    """The lines with a comment, and the columns where it begins."""
    inside = False
    for number, line in enumerate(source.lines, 1):
        at = 0
        while at < len(line):
            if line.startswith('"""', at):
                inside = not inside
                at += 3
            elif inside:
                at += 1
            elif line[at] == '"':
                end = line.find('"', at + 1)
                at = len(line) if end < 0 else end + 1
            elif line[at] == "#":
                yield number, at + 1
                break
            else:
                at += 1


def _without_reason(allowance: Allowance) -> Diagnostic:
    message = (
        f"no reason is given for allowing {' and '.join(allowance.codes)}"
        if allowance.codes
        else "this allows nothing: it names no code"
    )
    return Diagnostic("RD062", message, Label(allowance.span), _HOW, severity=Severity.WARNING)


def _unused(allowance: Allowance, source: SourceFile) -> Diagnostic:
    span = allowance.span
    before = source.line(span.line)[: span.column - 1]
    if before.strip():
        here = Span(span.file, span.line, len(before.rstrip()) + 1, span.line, span.end_column)
    else:
        here = Span(span.file, span.line, 1, span.line + 1, 1)
    return Diagnostic(
        "RD063",
        f"nothing on that line is found with {' or '.join(allowance.codes)}",
        Label(span),
        "take the comment out; errors cannot be allowed",
        severity=Severity.WARNING,
        fix=Fix("take the comment out", (Edit(here, ""),), is_safe=True),
    )
