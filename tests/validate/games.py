"""The founding games with a change in them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from ruledsl import compiling
from ruledsl.diagnostics.model import Diagnostic

ROOT = Path(__file__).parents[2]


@cache
def shipped(name: str) -> str:
    """The text of a shipped ruleset or of an example, without its tests."""
    (file,) = [*ROOT.glob(f"rulesets/*/{name}.rules"), *ROOT.glob(f"examples/{name}.rules")]
    text = file.read_text(encoding="utf-8")
    return text.split("\ntest ")[0]


def varied(name: str, *changes: str) -> str:
    """That text with texts in it replaced: old, new, old, new, ...; an old text stands in it once."""
    text = shipped(name)
    for old, new in zip(changes[::2], changes[1::2], strict=True):
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def found(name: str, *changes: str) -> tuple[Diagnostic, ...]:
    """What is found in a ruleset with these changes."""
    return compiling.check_text(f"{name}.rules", varied(name, *changes)).diagnostics


def said(name: str, *changes: str) -> list[tuple[str, str]]:
    """The codes and messages of what is found in a ruleset with these changes."""
    return [(d.code, d.message) for d in found(name, *changes)]


def line_of(text: str, part: str) -> int:
    """The line on which a part of a text begins."""
    assert text.count(part) == 1, part
    return text[: text.index(part)].count("\n") + 1
