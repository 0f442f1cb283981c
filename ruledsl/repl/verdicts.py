"""Why a move is legal or is not, and where the rules fail, as lines of text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from attrs import define, frozen

from ruledsl.engine.errors import RuleFault
from ruledsl.engine.text import Texts
from ruledsl.engine.why import Check, Verdict
from ruledsl.engine.why_action import ActionVerdict
from ruledsl.phrase import counted, joined, phrase
from ruledsl.repl.lines import Line, Style
from ruledsl.repl.views import Views
from ruledsl.resources import short_path
from ruledsl.source import Span


@frozen
class Verdicts:
    """Tells verdicts on the moves of one game."""

    views: Views

    def illegal(self, verdict: Verdict) -> list[Line]:
        """In short, why a move that was tried is not legal."""
        lines = [_refused(verdict)]
        failed = next((check for check in verdict.checks if check.held is False), None)
        if failed is not None:
            lines += [_placed("  ", place) for place in self._place(verdict, failed)]
        if verdict.checks:
            more = phrase(
                "  (`{command} not {move}` tells more)",
                command=self.views.command("why"),
                move=verdict.move,
            )
            lines.append(Line(more, "quiet"))
        return lines

    def of_move(self, verdict: Verdict) -> list[Line]:
        """Every check of a move with its place in the rules and the values that decided."""
        if verdict.legal:
            lines = [Line(phrase("`{move}` is legal now", move=verdict.move), "good")]
        else:
            lines = [_refused(verdict)]
        said = _Said()
        words = {
            True: phrase("holds"),
            False: phrase("fails"),
            None: phrase("not looked at, after what failed"),
        }
        for check in verdict.checks:
            style: Style = "problem" if check.held is False else "plain"
            lines.append(Line(joined("", ["  ", words[check.held], ": ", check.text]), style))
            lines += [_placed("      ", place) for place in self._place(verdict, check, said)]
            lines += [
                Line(joined("", ["      ", text, " = ", value])) for text, value in check.values
            ]
        return lines

    def of_action(self, verdict: ActionVerdict) -> list[Line]:
        """Why moves of an action are legal, or why none is: each reason with its place, once."""
        name = verdict.name
        if verdict.legal:
            many = counted(
                verdict.legal,
                "{n} `{name}` move is legal now; `{command} {name}` lists it",
                "{n} `{name}` moves are legal now; `{command} {name}` lists them",
                name=name,
                command=self.views.command("moves"),
            )
            return [Line(many, "good")]
        if verdict.refused:
            refused = phrase(
                "no `{name}` is legal{mark} {reason}",
                name=name,
                mark=_mark(verdict.refused),
                reason=verdict.refused,
            )
            return [Line(refused, "problem")]
        lines = [Line(phrase("no `{name}` is legal:", name=name), "problem")]
        said = _Said()
        for one, count in zip(verdict.verdicts, verdict.counts, strict=True):
            such = counted(
                count,
                "  {reason} (`{move}`)",
                "  {reason} ({n} moves, such as `{move}`)",
                reason=one.reason,
                move=one.move,
            )
            lines.append(Line(such, "problem"))
            failed = next((check for check in one.checks if check.held is False), None)
            if failed is not None:
                lines += [_placed("      ", place) for place in self._place(one, failed, said)]
        return lines

    def _place(self, verdict: Verdict, check: Check, said: _Said | None = None) -> Iterator[str]:
        """The line of the rules that a check stands on, as far as the machine carries the rules.

        With ``said`` the name of a file stands only before the first of its lines that follow each other.
        """
        spans = [span for span in self._spans(verdict, check.kind) if span.line == check.line]
        # A variant may add to an action: then the same line of two files may be meant.
        texts = Texts(self.views.machine)
        spans.sort(key=lambda span: texts.quote(span) != check.text)
        if spans:
            quoted = texts.line(spans[0])
            file = spans[0].file
            place: str = f"{short_path(file)}:{check.line}"
            if said is not None:
                place = phrase("line {number}", number=check.line) if said.file == file else place
                said.file = file
            yield joined(": ", [place, quoted]) if quoted else place
        elif check.line:
            yield phrase("line {number}", number=check.line)

    def _spans(self, verdict: Verdict, kind: Literal["domain", "require"]) -> list[Span]:
        """Where the conditions of a move's action stand."""
        name = verdict.move.partition("(")[0]
        actions = [action for action in self.views.machine.actions if action.name == name]
        if kind == "domain":
            return [param.span for action in actions for param in action.params]
        guards = [guard for action in actions for guard in action.guards]
        return [guard.span if guard.span.line else guard.value.span for guard in guards]

    def fault(self, fault: RuleFault) -> list[Line]:
        """A fault in the rules that came to light in play."""
        place: list[str] = []
        if fault.line:
            place = [short_path(fault.span.file) or phrase("the rules"), f":{fault.line}: "]
        what = joined("", [*place, fault.message])
        lines = [Line(phrase("the rules fail here: {what}", what=what), "problem")]
        if fault.quoted:
            lines.append(Line(f"    {fault.quoted}"))
        return lines + [
            Line(joined("", ["    ", name, " = ", value])) for name, value in fault.values
        ]


@define
class _Said:
    """The file that was named last."""

    file: str = ""


def _refused(verdict: Verdict) -> Line:
    refused = phrase(
        "`{move}` is not legal{mark} {reason}",
        move=verdict.move,
        mark=_mark(verdict.reason),
        reason=verdict.reason,
    )
    return Line(refused, "problem")


def _mark(reason: str) -> str:
    """What stands before a reason: "now: ..." says what is on offer instead, any other what is wrong."""
    return ";" if reason.startswith("now:") else ":"


def _placed(indent: str, place: str) -> Line:
    return Line(joined("", [indent, place]), "quiet")
