"""The text of new rule files, made from the templates that come with the package."""

from __future__ import annotations

import re

from ruledsl.resources import template
from ruledsl.semantics.variants import Ruleset
from ruledsl.syntax import tree
from ruledsl.syntax.print_expressions import show_expr

_WIDTH = 100
"""Columns of a comment."""


def new_game(name: str, title: str, players: str | None) -> str:
    """A game of that name and title; ``players`` is what stands behind `players` (None: as in the template)."""
    text = template("skeleton").read_text(encoding="utf-8")
    text = _once(text, 'game skeleton "Skeleton"', f'game {name} "{title}"')
    return _once(text, "players 2..4", f"players {players or '2..4'}")


def new_variant(name: str, title: str, players: str | None, base: Ruleset) -> str:
    """A variant of a base, which so far changes nothing but the players (None: not even these)."""
    text = template("skeleton_variant").read_text(encoding="utf-8")
    text = _once(
        text,
        'variant skeleton_variant of skeleton "Skeleton variant"',
        f'variant {name} of {base.name} "{title}"',
    )
    text = _once(text, '"Skeleton variant comes', f'"{title} comes')
    text = _once(text, "# (players)\n", f"replace players {players}\n\n" if players else "")
    text = _once(text, "# (options)\n", _listed("The options of the base", _options(base)))
    return _once(text, "# (actions)\n", _listed("Its actions", _actions(base)))


def _once(text: str, old: str, new: str) -> str:
    """The template with one place filled in. Raises :class:`ValueError` where it has no such place."""
    before, found, after = text.partition(old)
    if not found or old in after:
        raise ValueError(f"the template has no one place `{old}`")
    return f"{before}{new}{after}"


def _options(base: Ruleset) -> list[str]:
    found = []
    for declaration in base.declarations:
        if isinstance(declaration, tree.Option):
            name = declaration.name.text
            changed = base.set_options.get(name)
            value = declaration.default if changed is None else changed.value
            found.append(f"{name} = {show_expr(value)}")
    return found


def _actions(base: Ruleset) -> list[str]:
    return [d.name.text for d in base.declarations if isinstance(d, tree.Action)]


def _listed(what: str, items: list[str]) -> str:
    """A comment that names things, broken into lines; nothing where there are none."""
    lines = []
    line = f"# {what}:"
    for number, item in enumerate(items, 1):
        word = f" {item}{'.' if number == len(items) else ','}"
        if len(line) + len(word) > _WIDTH:
            lines.append(line)
            line = "#  "
        line += word
    return "".join(f"{one}\n" for one in [*lines, line]) if items else ""


def title_of(name: str) -> str:
    """A title from a name: ``my_first_game`` is "My first game"."""
    words = re.sub(r"_+", " ", name).strip()
    return words[:1].upper() + words[1:] or name
