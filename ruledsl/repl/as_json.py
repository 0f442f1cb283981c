"""What a session tells, as plain values for JSON. The protocol is described in ``docs/json.md``.

Keys are only ever added. Texts are for people and may change; everything else is stable.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ruledsl.engine.errors import RuleFault
from ruledsl.engine.knowledge.tell import Told
from ruledsl.engine.why import Verdict
from ruledsl.engine.why_action import ActionVerdict
from ruledsl.machine.model import Action
from ruledsl.repl import results as r

Message = dict[str, Any]
"""One line of JSON."""

FORMAT = "ruledsl table"
VERSION = 1
MIN_READER = 1


def choice(shown: r.Choice) -> Message:
    """A seat must choose: what it has heard since it chose last, what it sees, what it may do."""
    return {
        "type": "choose",
        "seat": shown.seat,
        "round": shown.round,
        "news": told(shown.news),
        "view": shown.view.data,
        "moves": moves(shown.moves),
    }


def ending(shown: r.Ending) -> Message:
    """A game is over, as ``seat`` sees it (0: an onlooker)."""
    return {
        "type": "over",
        "seat": shown.seat,
        "round": shown.round,
        "news": told(shown.news),
        "view": shown.view.data,
        "scores": list(shown.scores),
        "winners": list(shown.winners),
    }


def standing(shown: r.MatchStanding) -> Message:
    """How a match stands; ``winners`` is null while it goes on."""
    return {
        "type": "match",
        "title": shown.title,
        "played": shown.played,
        "rounds": shown.rounds,
        "won": list(shown.won),
        "totals": list(shown.totals),
        "winners": None if shown.winners is None else list(shown.winners),
    }


def opening(shown: r.Opening) -> Message:
    """A game of a match begins."""
    return {
        "type": "opening",
        "title": shown.title,
        "round": shown.round,
        "rounds": shown.rounds,
        "starter": shown.starter or None,
    }


def told(lines: Sequence[Told]) -> list[Message]:
    """Events as people read them, each with its kind."""
    return [{"kind": line.kind, "text": line.text} for line in lines]


def moves(entries: Sequence[r.Numbered]) -> list[Message]:
    """Legal moves: number, text, action and arguments as records hold them."""
    return [
        {
            "number": entry.number,
            "text": str(entry.move),
            "action": entry.move.name,
            "arguments": list(entry.move.written),
        }
        for entry in entries
    ]


def fault(broken: RuleFault) -> Message:
    """The rules failed; the game stands where it stood."""
    return {
        "type": "error",
        "code": "fault",
        "message": broken.message,
        "file": broken.span.file,
        "line": broken.line,
        "rule": broken.quoted,
        "values": dict(broken.values),
    }


def error(code: str, message: str, **more: Any) -> Message:
    """Something that could not be done; the game is what it was."""
    return {"type": "error", "code": code, "message": message, **more}


def result(answer: r.Result) -> Message:
    """What came of a line."""
    match answer:
        case r.Unreadable(reason, _, column):
            return error("unreadable", reason, column=column)
        case r.NoMoves():
            return error("over", "the game is over, and there are no moves any more")
        case r.Illegal(text, verdict):
            return error("illegal", verdict.reason, move=text, why=_verdict(verdict))
        case r.Ambiguous(text, candidates):
            return error("ambiguous", "it may be several moves", move=text, moves=moves(candidates))
        case r.Refused(lines):
            return error("refused", "\n".join(lines))
        case r.Broken(broken):
            return fault(broken)
        case _:
            return {"type": _TYPES[type(answer)], **_body(answer)}


_TYPES: dict[type[r.Result], str] = {
    r.Played: "played",
    r.Listed: "moves",
    r.TableShown: "table",
    r.LogShown: "log",
    r.HelpShown: "help",
    r.MoveHelp: "move_help",
    r.CommandHelp: "command_help",
    r.RulesShown: "rules",
    r.ScoreShown: "score",
    r.Explained: "why",
    r.ActionExplained: "why_action",
    r.Undone: "undone",
    r.Redone: "redone",
    r.Restarted: "restarted",
    r.DealtAnew: "dealt",
    r.Reloaded: "reloaded",
    r.Loaded: "loaded",
    r.Written: "written",
    r.Hinted: "hint",
    r.Lent: "auto",
    r.SeatGiven: "seat",
    r.PlaceShown: "where",
    r.TranscriptShown: "transcript",
    r.WrittenTest: "test",
    r.Left: "close",
}
"""The ``type`` of each result that is no error."""


def _body(answer: r.Result) -> Message:
    match answer:
        case r.Played(text):
            return {"move": text}
        case r.Listed(entries):
            return {"moves": moves(entries)}
        case r.TableShown(view):
            return {"view": view.data}
        case r.LogShown(lines):
            return {"events": told(lines)}
        case r.HelpShown():
            return {
                "moves": [{"usage": usage, "text": doc} for usage, doc in answer.usages],
                "slashed": sorted(answer.slashed),
            }
        case r.MoveHelp(action):
            return _action(action)
        case r.CommandHelp(command, slashed):
            return {"command": command, "slashed": slashed}
        case r.ScoreShown():
            return {
                "over": None if answer.ending is None else ending(answer.ending),
                "match": None if answer.standing is None else standing(answer.standing),
            }
        case r.Explained(verdict):
            return _verdict(verdict)
        case r.ActionExplained(verdict):
            return _action_verdict(verdict)
        case r.Undone(count) | r.Redone(count) | r.Restarted(count):
            return {"count": count}
        case r.Reloaded(refitted):
            return {
                "kept": refitted.kept,
                "total": refitted.total,
                "stopped": refitted.stopped or None,
                "seat": refitted.seat or None,
                "reason": refitted.reason or None,
            }
        case r.Loaded(name):
            return {"name": name}
        case r.Written(what, name):
            return {"what": what, "name": name}
        case r.Hinted():
            return {
                "bot": answer.kind,
                "move": moves([answer.move])[0],
                "unsampled": answer.unsampled or None,
                "estimates": [
                    {"number": entry.number, "estimate": value} for entry, value in answer.estimates
                ],
            }
        case r.Lent(seat, kind, count):
            return {"seat": seat, "bot": kind, "count": count}
        case r.SeatGiven(seat, who):
            return {"seat": seat, "kind": who.kind, "name": who.name}
        case r.PlaceShown(span, quoted):
            return {"file": span.file, "line": span.line, "rule": quoted}
        case r.TranscriptShown(lines):
            return {"lines": list(lines)}
        case r.WrittenTest(text):
            return {"text": text}
    return {}


def _action(action: Action) -> Message:
    return {
        "action": action.name,
        "text": action.doc,
        "parameters": [
            {"name": param.name, "domain": param.domain_text, "secretly": param.secretly}
            for param in action.params
        ],
    }


def _verdict(verdict: Verdict) -> Message:
    return {
        "move": verdict.move,
        "legal": verdict.legal,
        "reason": verdict.reason,
        "line": verdict.line,
        "checks": [
            {
                "kind": check.kind,
                "text": check.text,
                "held": check.held,
                "line": check.line,
                "values": dict(check.values),
            }
            for check in verdict.checks
        ],
    }


def _action_verdict(verdict: ActionVerdict) -> Message:
    return {
        "action": verdict.name,
        "legal": verdict.legal,
        "refused": verdict.refused,
        "verdicts": [
            {"count": count, **_verdict(one)}
            for one, count in zip(verdict.verdicts, verdict.counts, strict=True)
        ],
    }
