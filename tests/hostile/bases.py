"""Variants of variants, and of many things, as files by their names."""

from __future__ import annotations

from tests.hostile.writing import GAME, PLAYED, many


def chain(length: int) -> dict[str, str]:
    """Variants each of the one before it, by the names of their files; the last is ``v{length}``."""
    files = {"v0.rules": (GAME + PLAYED).replace("game x", "game v0")}
    for n in range(1, length + 1):
        files[f"v{n}.rules"] = f'language 1\nvariant v{n} of v{n - 1} "V"\n'
    return files


def changes(count: int, line: str, further: str) -> dict[str, str]:
    """A game with so many defines, and a variant with a line for each; ``further`` are those of a variant of that."""
    base = (GAME + PLAYED).replace("game x", "game v0")
    head = 'language 1\nvariant {} of {} "V"\n'
    return {
        "v0.rules": base + many("define d# = #\n", count),
        "v1.rules": head.format("v1", "v0") + many(line, count),
        "v2.rules": head.format("v2", "v1") + many(further, count),
    }


def circle(length: int) -> dict[str, str]:
    """Variants each of the next one, round and round."""
    return {
        f"v{n}.rules": f'language 1\nvariant v{n} of v{(n + 1) % length} "V"\n'
        for n in range(length)
    }
