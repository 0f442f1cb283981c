"""Why a move is legal or is not, and where the rules fail, as lines of text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from attrs import define, frozen

from ruledsl.engine.errors import RuleFault
from ruledsl.engine.text import Texts
from ruledsl.engine.why import Check, Verdict
from ruledsl.engine.why_action import ActionVerdict
from ruledsl.repl.lines import Line, Style
from ruledsl.repl.views import Views, counted
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
            lines += [Line(f"  {place}", "quiet") for place in self._place(verdict, failed)]
        if verdict.checks:
            lines.append(
                Line(f"  (`{self.views.command('why')} not {verdict.move}` tells more)", "quiet")
            )
        return lines

    def of_move(self, verdict: Verdict) -> list[Line]:
        """Every check of a move with its place in the rules and the values that decided."""
        if verdict.legal:
            lines = [Line(f"`{verdict.move}` is legal now", "good")]
        else:
            lines = [_refused(verdict)]
        said = _Said()
        words = {True: "holds", False: "fails", None: "not looked at, after what failed"}
        for check in verdict.checks:
            style: Style = "problem" if check.held is False else "plain"
            lines.append(Line(f"  {words[check.held]}: {check.text}", style))
            lines += [
                Line(f"      {place}", "quiet") for place in self._place(verdict, check, said)
            ]
            lines += [Line(f"      {text} = {value}") for text, value in check.values]
        return lines

    def of_action(self, verdict: ActionVerdict) -> list[Line]:
        """Why moves of an action are legal, or why none is: each reason with its place, once."""
        name = verdict.name
        if verdict.legal:
            how = f"`{self.views.command('moves')} {name}` lists them"
            many = counted(verdict.legal, f"`{name}` move")
            are = "is" if verdict.legal == 1 else "are"
            return [Line(f"{many} {are} legal now; {how}", "good")]
        if verdict.refused:
            mark = ";" if verdict.refused.startswith("now:") else ":"
            return [Line(f"no `{name}` is legal{mark} {verdict.refused}", "problem")]
        lines = [Line(f"no `{name}` is legal:", "problem")]
        said = _Said()
        for one, count in zip(verdict.verdicts, verdict.counts, strict=True):
            many = f" ({count} moves, such as `{one.move}`)" if count > 1 else f" (`{one.move}`)"
            lines.append(Line(f"  {one.reason}{many}", "problem"))
            failed = next((check for check in one.checks if check.held is False), None)
            if failed is not None:
                lines += [Line(f"      {x}", "quiet") for x in self._place(one, failed, said)]
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
            place = f"{file}:{check.line}"
            if said is not None:
                place = f"line {check.line}" if said.file == file else place
                said.file = file
            yield f"{place}: {quoted}" if quoted else place
        elif check.line:
            yield f"line {check.line}"

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
        place = f"{fault.span.file or 'the rules'}:{fault.line}: " if fault.line else ""
        lines = [Line(f"the rules fail here: {place}{fault.message}", "problem")]
        if fault.quoted:
            lines.append(Line(f"    {fault.quoted}"))
        return lines + [Line(f"    {name} = {value}") for name, value in fault.values]


@define
class _Said:
    """The file that was named last."""

    file: str = ""


def _refused(verdict: Verdict) -> Line:
    # "now: ..." says what is on offer instead; any other reason says what is wrong with the move.
    mark = ";" if verdict.reason.startswith("now:") else ":"
    return Line(f"`{verdict.move}` is not legal{mark} {verdict.reason}", "problem")
