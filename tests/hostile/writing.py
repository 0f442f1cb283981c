"""What hostile files are put together from."""

from __future__ import annotations

import textwrap

from attrs import frozen

HEAD = 'language 1\ngame x "X"\n'
GAME = HEAD + "players 2\n"
PLAYED = "var n: 0..9 = 0 seen by all\naction act:\n    n = 1\nplay:\n    each player: must act\nscore p in Player = n\n"


@frozen
class Hostile:
    """A file: its bytes, the codes of which one must be told (none: it may be right)."""

    data: bytes
    codes: frozenset[str]


def file(text: str | bytes, *codes: str) -> Hostile:
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    return Hostile(data, frozenset(codes))


def many(line: str, count: int) -> str:
    """A line so many times, with its number in the place of each ``#``."""
    return "".join(line.replace("#", str(n)) for n in range(count))


def doubling(what: str, count: int) -> str:
    """Defines each of which mentions the one before it twice."""
    return f"define d0 = {what}\n" + "".join(
        f"define d{n} = d{n - 1} + d{n - 1}\n" for n in range(1, count)
    )


def nested(opening: str, inner: str, closing: str, depth: int) -> str:
    return opening * depth + inner + closing * depth


def expression(text: str) -> str:
    """A game with an expression in it, broken into lines that are not too long."""
    return GAME + f"define e = (\n{broken(text)})\n" + PLAYED.replace("= n\n", "= n + e\n")


def broken(text: str) -> str:
    return "".join(f" {line}\n" for line in textwrap.wrap(text, 800, break_on_hyphens=False))


def blocks(opening: str, depth: int) -> str:
    """Blocks within one another."""
    lines = [" " * n + opening for n in range(1, depth)]
    return (
        GAME
        + PLAYED.split("play:")[0]
        + "play:\n"
        + "\n".join([*lines, " " * depth + "n = 1"])
        + "\nscore p in Player = n\n"
    )


def lets(first: str, value: str, count: int) -> str:
    """Play with names, each of which stands for a value with ``{0}``, the one before it."""
    lines = [f"    let x{n} = {value.format(f'x{n - 1}')}\n" for n in range(1, count)]
    return GAME + PLAYED.replace("play:\n", f"play:\n    let x0 = {first}\n{''.join(lines)}")


CARDS = 'card C(v: 1..9) shown as "{v}"\ndeck d:\n    C(each 1..9)\n'
"""A few cards."""
