"""Texts that can be said in another language later.

A phrase is its English text, and it remembers the pattern it was made from and what was put in, so that
whoever shows it can say it otherwise. What is put in may be phrases again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

Value: TypeAlias = str | int
"""What stands for a name in braces."""


class Phrase(str):
    """An English text that knows how it was put together.

    ``pattern`` has names in braces, ``values`` is what stands for each. Where ``plural`` is not empty,
    ``pattern`` is said of one thing and ``plural`` of any other number; ``number`` is that number.
    """

    __slots__ = ("number", "pattern", "plural", "values")
    pattern: str
    plural: str
    number: int
    values: Mapping[str, Value]

    def __new__(
        cls, pattern: str, values: Mapping[str, Value], plural: str = "", number: int = 1
    ) -> Phrase:
        """Put the values into the pattern, or into ``plural`` unless ``number`` is 1."""
        made = super().__new__(
            cls, (plural if plural and number != 1 else pattern).format_map(values)
        )
        made.pattern, made.values, made.plural, made.number = pattern, values, plural, number
        return made

    def __str__(self) -> str:
        # A text made of a `str` subclass would forget the pattern.
        return self

    def __getnewargs__(self) -> tuple[str, Mapping[str, Value], str, int]:  # type: ignore[override]
        return self.pattern, self.values, self.plural, self.number


def phrase(pattern: str, **values: Value) -> Phrase:
    """The text of a pattern with these values in it: ``phrase("{name} starts", name=...)``."""
    return Phrase(pattern, values)


def counted(count: int, one: str, many: str, **values: Value) -> Phrase:
    """A text about a number of things: ``counted(3, "{n} move", "{n} moves")``; ``{n}`` is the number."""
    return Phrase(one, {"n": count, **values}, many, count)


def joined(between: str, parts: Iterable[Value]) -> Phrase:
    """Texts in a row, with marks that are the same in every language between them."""
    values = {f"p{number}": part for number, part in enumerate(parts)}
    mark = between.replace("{", "{{").replace("}", "}}")
    return Phrase(mark.join(f"{{{name}}}" for name in values), values)


def seat_named(seat: int) -> Phrase:
    """A seat as people read it; one that has a name is called by it where it is said."""
    return phrase("seat {seat}", seat=seat)


def enumerated(items: Sequence[Value]) -> Phrase:
    """``a, b or c``."""
    head, last = _parted(items)
    return phrase("{head} or {last}", head=head, last=last) if head else joined("", [last])


def together(items: Sequence[Value]) -> Phrase:
    """``a, b and c``."""
    head, last = _parted(items)
    return phrase("{head} and {last}", head=head, last=last) if head else joined("", [last])


def _parted(items: Sequence[Value]) -> tuple[Phrase | None, Value]:
    """All but the last, and the last."""
    *head, last = items or ("",)
    return (joined(", ", head) if head else None), last
