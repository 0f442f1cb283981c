"""Mentions of phases and actions that nobody declared."""

from __future__ import annotations

from typing import Literal

from ruledsl.diagnostics.suggest import closest
from ruledsl.lower.builder import Builder
from ruledsl.syntax import tree

_CODES = {"phase": "RD117", "action": "RD118"}


def report_missing(
    b: Builder,
    kind: Literal["phase", "action"],
    name: tree.Name,
    help_text: str | None,
    *,
    mentions: str = "mentions",
    meant: str | None = None,
    others: tuple[str, ...] = (),
    purpose: str = "",
) -> None:
    """Report a name that is no phase (no action), unless its declaration could not be read.

    ``help_text`` says what may be done where nothing better is known: ``meant`` where it is known what
    was meant, that a variant removes what ``mentions`` it, a name that is near (``others`` can stand
    there as well). ``purpose`` ends the message: `` to end``.
    """
    text = name.text
    if text in b.symbols.broken:
        return
    class_ = tree.Phase if kind == "phase" else tree.Action
    known = [n for n, d in b.symbols.declared.items() if isinstance(d, class_)]
    near = closest(text, [*known, *others])
    if meant is not None:
        help_text, near = meant, None
    elif text in b.ruleset.removed:
        help_text, near = f"the variant removes it: replace what {mentions} it as well", None
    message = f"there is no {kind} `{text}`{purpose}"
    b.report(_CODES[kind], message, name.span, help_text, *b.removed_at(text), meant=near)
