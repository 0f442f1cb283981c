"""Files that mean harm, or are merely far too large: each by a name, with the codes one of which it must be told.

No code: nothing is wrong with the file but its size, and it may be right or not.
"""

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


def _file(text: str | bytes, *codes: str) -> Hostile:
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    return Hostile(data, frozenset(codes))


def _many(line: str, count: int) -> str:
    """A line so many times, with its number in the place of each ``#``."""
    return "".join(line.replace("#", str(n)) for n in range(count))


def _doubling(what: str, count: int) -> str:
    """Defines each of which mentions the one before it twice."""
    return f"define d0 = {what}\n" + "".join(
        f"define d{n} = d{n - 1} + d{n - 1}\n" for n in range(1, count)
    )


def _nested(opening: str, inner: str, closing: str, depth: int) -> str:
    return opening * depth + inner + closing * depth


def _expression(text: str) -> str:
    """A game with an expression in it, broken into lines that are not too long."""
    return GAME + f"define e = (\n{_broken(text)})\n" + PLAYED.replace("= n\n", "= n + e\n")


def _broken(text: str) -> str:
    return "".join(f" {line}\n" for line in textwrap.wrap(text, 800, break_on_hyphens=False))


def _blocks(opening: str, depth: int) -> str:
    """Blocks within one another."""
    lines = [" " * n + opening for n in range(1, depth)]
    return (
        GAME
        + PLAYED.split("play:")[0]
        + "play:\n"
        + "\n".join([*lines, " " * depth + "n = 1"])
        + "\nscore p in Player = n\n"
    )


def _lets(first: str, value: str, count: int) -> str:
    """Play with names, each of which stands for a value with ``{0}``, the one before it."""
    lines = [f"    let x{n} = {value.format(f'x{n - 1}')}\n" for n in range(1, count)]
    return GAME + PLAYED.replace("play:\n", f"play:\n    let x0 = {first}\n{''.join(lines)}")


CARDS = 'card C(v: 1..9) shown as "{v}"\ndeck d:\n    C(each 1..9)\n'
"""A few cards."""

DEEP = 3_000
MANY = 10_000

FILES: dict[str, Hostile] = {
    # what is inside one another
    "parentheses": _file(_expression(_nested("(", "n", ")", DEEP)), "RD006"),
    "nots": _file(_expression("1 if " + "not " * DEEP + "n == 1 else 2"), "RD006"),
    "minus signs": _file(_expression("- " * DEEP + "n"), "RD006"),
    "a chain of else": _file(_expression("1 if n == 1 else " * DEEP + "0"), "RD006"),
    "a chain of implies": _file(
        _expression("1 if " + "n == 1 implies " * DEEP + "n == 1 else 0"), "RD006"
    ),
    "a chain of powers": _file(_expression("n + (2 * " * 1_000 + "1" + ")" * 1_000), "RD006"),
    "lists": _file(_expression(_nested("[", "1", "]", DEEP)), "RD006"),
    "calls": _file(_expression(_nested("min(1, ", "n", ")", DEEP)), "RD006"),
    "indices": _file(_expression(_nested("n[", "1", "]", DEEP)), "RD006"),
    "sums in sums": _file(
        _expression("".join("sum(" for _ in range(DEEP)) + "1"), "RD006", "RD032", "RD060"
    ),
    "ninety brackets": _file(_expression(_nested("(", "n", ")", 90))),
    "if blocks": _file(_blocks("if n == 1:", 900), "RD006"),
    "repeat blocks": _file(_blocks("repeat 2 times:", 900), "RD006"),
    "each player blocks": _file(_blocks("each player:", 900), "RD006"),
    "repeat blocks, forty": _file(_blocks("repeat 9 times:", 40)),
    "each player blocks, forty": _file(_blocks("each player:", 40)),
    "elif after elif": _file(
        GAME
        + "var n: 0..9 = 0 seen by all\nplay:\n    if n == 1:\n        n = 2\n"
        + "    elif n == 2:\n        n = 1\n" * 5_000
        + "score p in Player = n\n"
    ),
    # what grows when it is worked out
    "questions in questions": _file(
        _expression(
            "(1 if any(" * 24 + "n" + "".join(f" > 0 for x{n} in 1..1) else 0)" for n in range(24))
        )
    ),
    "defines that double": _file(
        GAME + _doubling("n", 45) + PLAYED.replace("= n\n", "= d44\n"), "RD502", "RD504", "RD006"
    ),
    "numbers that double": _file(
        GAME + _doubling("2", 49) + PLAYED.replace("= n\n", "= n + d48\n"),
        "RD502",
        "RD504",
        "RD222",
    ),
    "products that grow": _file(
        GAME
        + "define d0 = 9\n"
        + "".join(f"define d{n} = d{n - 1} * d{n - 1}\n" for n in range(1, 45))
        + PLAYED.replace("= n\n", "= d44\n"),
        "RD222",
        "RD502",
        "RD504",
    ),
    "squares of squares": _file(_lets("9", "{0} * {0}", 40), "RD419"),
    "squares of squares, not known": _file(
        _lets("n + 2", "({0} if n == 0 else {0} - 1) * {0}", 40), "RD419"
    ),
    "names without end": _file(_lets("n", "n", 6_000), "RD502"),
    "sums of sums": _file(_lets("n + 2", "{0} + {0}", 5_000), "RD502"),
    "cards named and shuffled": _file(
        GAME
        + CARDS
        + PLAYED.replace(
            "play:\n", "play:\n" + _many("    let x# = top(d)\n    shuffle d\n", 3_500)
        ),
        "RD502",
    ),
    "names and shuffles": _file(
        GAME
        + CARDS
        + "phase p:\n"
        + "    shuffle d\n" * 3_000
        + PLAYED.replace(
            "play:\n", "play:\n" + _many("    let x# = top(d)\n", 900) + "    do p\n" * 5_000
        ).replace("score p", "score q")
    ),
    "long initial values of many": _file(
        GAME
        + "type T = 1..1000\nvar v[t in T]: 0..9999 = (\n"
        + _many(" t * # mod 7 +\n", 90)
        + " 0) seen by all\n"
        + PLAYED,
        "RD502",
    ),
    "initial values of many families": _file(
        GAME
        + "type T = 1..1000\n"
        + _many("var v#[t in T]: 0..9 = sum(x * t for x in 1..900) mod 10 seen by all\n", 60)
        + PLAYED,
        "RD502",
    ),
    "balances of many families": _file(
        GAME
        + "type T = 1..1000\n"
        + _many("money m#[t in T] = sum(x * t for x in 1..900) mod 10 seen by all\n", 60)
        + PLAYED,
        "RD502",
    ),
    "large families up to the limit": _file(
        GAME.replace("2\n", "2..6\n")
        + "type T = 1..1000\n"
        + _many("var v#[T]: 0..9 = 0 seen by all\n", 29)
        + PLAYED,
        "RD121",
    ),
    "conditions of cards": _file(
        GAME
        + 'card C(v: 1..1000) shown as "{v}"\ndeck d:\n'
        + "    C(each 1..1000) where sum(x for x in 1..10000) < v\n" * 200
        + PLAYED,
        "RD210",
    ),
    "conditions that no card passes": _file(
        GAME
        + 'card C(v: 1..1000) shown as "{v}"\ndeck d:\n'
        + "    C(each 1..1000) where v > 1000\n" * 2_000
        + PLAYED,
        "RD502",
    ),
    "decks without cards": _file(
        GAME
        + 'card C(v: 1..1000) shown as "{v}"\ntype T = 1..1000\ndeck d[T]:\n'
        + "    0 * C(each 1..1000)\n" * 3_000
        + PLAYED,
        "RD502",
    ),
    "rows for many decks": _file(
        GAME
        + 'card C(v: 1..1000) shown as "{v}"\ntype T = 1..1000\ntable r:\n'
        + "    1\n" * 12_000
        + "deck d[T]:\n"
        + "    C(each row of r)\n" * 1_000
        + PLAYED,
        "RD502",
    ),
    "tables of many keys": _file(
        GAME
        + "type T = 1..1000\n"
        + _many("table t#[T]: a, b, c, d, e, f\n    1..1000: 1, 2, 3, 4, 5, 6\n", 900)
        + PLAYED,
        "RD502",
    ),
    "a long chain of defines": _file(
        GAME
        + "define d0 = 1\n"
        + "".join(f"define d{n} = d{n - 1}\n" for n in range(1, 9_000))
        + PLAYED.replace("= n\n", "= n + d8999\n"),
        "RD502",
    ),
    "defines in a circle": _file(
        GAME + "".join(f"define d{n} = d{(n + 1) % 5_000}\n" for n in range(5_000)) + PLAYED,
        "RD116",
        "RD502",
    ),
    "phases in a chain": _file(
        GAME
        + PLAYED.replace("play:\n    each player: must act\n", "play:\n    do p0\n")
        + "".join(f"phase p{n}:\n    do p{n + 1}\n    do p{n + 1}\n" for n in range(49))
        + "phase p49:\n    n = 1\n",
        "RD123",
    ),
    "sums over sums": _file(
        _expression("sum(sum(sum(a + b + c for a in 1..9000) for b in 1..9000) for c in 1..9000)"),
        "RD504",
        "RD501",
    ),
    "a huge range": _file(
        GAME
        + "var big: 0..9007199254740991 = 0 seen by all\n"
        + PLAYED.replace("n = 1", "n = 1\n    big += 1")
        + "define e = count(x in 0..9007199254740991 where x == big)\n"
        + "define f = e\n",
        "RD501",
        "RD504",
        "RD121",
    ),
    "a range gone through": _file(
        GAME
        + PLAYED.replace(
            "    each player: must act",
            "    for x in 0..900000000000:\n        n = 1\n    each player: must act",
        ),
        "RD503",
    ),
    "a repeat without end": _file(
        GAME
        + PLAYED.replace(
            "    each player: must act",
            "    repeat 9007199254740991 times:\n        n = 1\n    each player: must act",
        )
    ),
    "an enormous choice": _file(
        GAME
        + PLAYED.replace("action act:", "action act(a in 1..9000, b in 1..9000, c in 1..9000):"),
        "RD503",
    ),
    "an enormous choice of cards": _file(
        GAME
        + 'card C(v: 1..900) shown as "{v}"\ndeck d:\n    C(each 1..900)\nzone z seen by all\n'
        + PLAYED.replace("action act:", "action act(a, b, e, f in z):"),
        "RD121",
    ),
    "many parameters": _file(
        GAME
        + PLAYED.replace(
            "action act:", "action act(" + ",\n ".join(f"p{n} in 1..2" for n in range(3_000)) + "):"
        ),
        "RD502",
        "RD503",
        "RD006",
    ),
    # what there would be too many of
    "a deck of a billion": _file(
        GAME + 'card C(v: 1..9) shown as "{v}"\ndeck d:\n    1000000000 * C(1)\n' + PLAYED, "RD501"
    ),
    "a deck of combinations": _file(
        GAME
        + 'card C(a: 1..999, b: 1..999, c: 1..999) shown as "{a}{b}{c}"\ndeck d:\n    C(each 1..999, each 1..999, each 1..999)\n'
        + PLAYED,
        "RD501",
    ),
    "a card with a huge attribute": _file(
        GAME
        + 'card C(v: 1..900000000000) shown as "{v}"\ndeck d:\n    C(each 1..900000000000)\n'
        + PLAYED,
        "RD501",
    ),
    "ten thousand decks": _file(
        GAME + 'card C(v: 1..9) shown as "{v}"\n' + _many("deck d#:\n    C(1)\n", 9_000) + PLAYED,
        "RD005",
    ),
    "ten thousand seats": _file(
        HEAD + "players 2..10000\n" + PLAYED, "RD212", "RD211", "RD502", "RD501"
    ),
    "fifty seats and much to each": _file(
        HEAD + "players 2..50\n" + _many("var v#[Player]: 0..9 = 0 seen by all\n", 900) + PLAYED
    ),
    "ten thousand teams": _file(
        HEAD + "players 4\n" + _many("team t# = 1\n", MANY) + PLAYED, "RD005"
    ),
    "ten thousand phases": _file(
        GAME
        + PLAYED.replace("play:\n", "play:\n    do p1\n")
        + _many("phase p#:\n    n = 1\n", 9_000),
        "RD124",
        "RD502",
        "RD005",
    ),
    "ten thousand options": _file(GAME + _many("option o#: 0..9 = 3\n", MANY) + PLAYED, "RD005"),
    "a thousand options that matter": _file(
        GAME
        + _many("option o#: 0..9 = 3\n", 1_000)
        + "define all_of = (\n"
        + _many(" o# +\n", 999)
        + " 0)\n"
        + PLAYED.replace("= n\n", "= n + all_of\n"),
        "RD006",
    ),
    "ten thousand tests": _file(GAME + PLAYED + _many('test "t#":\n    expect n == 0\n', 9_000)),
    "ten thousand variables": _file(
        GAME + _many("var v#: 0..9 = 0 seen by all\n", MANY) + PLAYED, "RD005"
    ),
    "ten thousand zones": _file(GAME + _many("zone z# seen by all\n", MANY) + PLAYED, "RD005"),
    "ten thousand types": _file(
        GAME + _many("type T# = a#, b#\n", MANY) + PLAYED, "RD121", "RD005", "RD502"
    ),
    "ten thousand defines": _file(
        GAME + _many("define d# = n + #\n", 7_000) + PLAYED, "RD121", "RD502"
    ),
    "ten thousand actions": _file(GAME + _many("action a#:\n    n = 1\n", 5_000) + PLAYED, "RD005"),
    "many offers": _file(
        GAME
        + _many("action a#:\n    n = 1\n", 900)
        + PLAYED.replace(
            "must act",
            "\n".join(
                [
                    "must act",
                    *(
                        f"        must {' or '.join(f'a{m}' for m in range(n, n + 100))}"
                        for n in range(0, 900, 100)
                    ),
                ]
            ).replace("must act\n", "\n        must act\n", 1),
        ).replace("each player: \n", "each player:\n")
    ),
    "many members": _file(GAME + "type T = (" + "a, " * 300 + "b)\n" + PLAYED, "RD060", "RD105"),
    "a type of a million": _file(
        GAME + "type T = 1..1000000\nvar v[T]: 0..9 = 0 seen by all\n" + PLAYED, "RD217"
    ),
    "a family of families": _file(
        GAME + "type T = 1..1000\n" + _many("var v#[T]: 0..9 = 0 seen by all\n", 900) + PLAYED,
        "RD121",
        "RD502",
    ),
    "a long table": _file(
        GAME + "table t: a, b\n" + _many("    #, 1\n", 15_000) + PLAYED,
        "RD121",
        "RD501",
        "RD502",
        "RD005",
    ),
    "the same name": _file(GAME + "zone z seen by all\n" * 9_000 + PLAYED, "RD005"),
    "near names": _file(
        GAME
        + "".join(f"var name_{n:05}: 0..9 = 0 seen by all\n" for n in range(4_000))
        + "play:\n"
        + "".join(f"    nome_{n:05} = 1\n" for n in range(2_000))
        + "score p in Player = 1\n",
        "RD005",
    ),
    "thousands of faults of names": _file(
        GAME + "play:\n" + _many("    unknown# = 1\n", 9_000) + "score p in Player = 0\n", "RD115"
    ),
    "thousands of faults of types": _file(
        GAME
        + "var n: 0..9 = 0 seen by all\nplay:\n"
        + "    n = yes\n" * 9_000
        + "score p in Player = 0\n",
        "RD201",
    ),
    "thousands of faults of reading": _file(GAME + "zone\n" * 15_000, "RD060"),
    "thousands of steps": _file(
        GAME + PLAYED.replace("play:\n", "play:\n" + "    n = 1\n    n = 2\n" * 4_000)
    ),
    "large families": _file(
        HEAD
        + "players 2..8\ntype I = 1..900\n"
        + _many("var g#[I]: 0..9 = 0 seen by all\n", 6)
        + "action put(i in I, v in 1..9):\n    require g0[i] == 0\n    g0[i] = v\n"
        + "    g1[i] = g2[i] + g3[i] + g4[i] + g5[i]\n"
        + "play:\n    repeat until every(g0[i] > 0 for i in I):\n"
        + "        each player where any(g0[i] == 0 for i in I): must put\nscore p in Player = 0\n",
        "RD508",
    ),
    "thousands of branches": _file(
        GAME + PLAYED.replace("play:\n", "play:\n" + "    if n == 1:\n        n = 2\n" * 3_000)
    ),
    "thousands of loops": _file(
        GAME
        + PLAYED.replace("play:\n", "play:\n" + "    repeat until n == 2:\n        n = 2\n" * 2_500)
    ),
    "thousands of choices": _file(
        GAME + PLAYED.replace("play:\n", "play:\n" + "    each player: must act\n" * 3_000)
    ),
    "thousands of loops within others": _file(
        GAME
        + PLAYED.replace(
            "play:\n",
            "play:\n"
            + "    repeat until n == 9:\n        n = 2\n        each player:\n            must act\n            may act\n"
            * 900,
        )
    ),
    # letters and signs
    "zero bytes": _file(GAME.encode() + b"\0" * 1_000, "RD003"),
    "no UTF-8": _file(GAME.encode() + b"define \xff\xfe = 1\n", "RD004"),
    "UTF-16": _file((GAME + PLAYED).encode("utf-16"), "RD003", "RD004"),
    "a byte order mark": _file(b"\xef\xbb\xbf" + (GAME + PLAYED).encode()),
    "byte order marks within": _file(GAME + "\ufeff" + PLAYED, "RD035", "RD060"),
    "old line ends": _file((GAME + PLAYED).replace("\n", "\r")),
    "mixed line ends": _file(
        (GAME + PLAYED).replace("\n", "\r\n", 3).replace("play:\n", "play:\r")
    ),
    "right to left": _file(GAME + "define \u202eevil\u202c = 1\n" + PLAYED, "RD035", "RD037"),
    "right to left in a text": _file(
        GAME + PLAYED.replace("    n = 1\n", '    n = 1\n    announce "\u202eabc\u2066"\n', 1)
    ),
    "letters that look alike": _file(GAME + "define \u0430ct = 1\n" + PLAYED, "RD037"),
    "letters of no width": _file(
        GAME + "define a\u200bb = 1\n" + PLAYED, "RD035", "RD037", "RD060"
    ),
    "wide digits": _file(GAME + "define a = \uff11\n" + PLAYED, "RD035", "RD037", "RD060"),
    "marks without end": _file(
        GAME + "define a" + "\u0301" * 900 + " = 1\n" + ("e" + "\u0301\u0323" * 450 + "\n") * 300,
        "RD037",
        "RD035",
        "RD041",
        "RD060",
    ),
    "no character": _file(GAME + "define \ud800 = 1\n" + PLAYED, "RD004"),
    "a long line": _file(GAME + "# " + "x" * 900_000, "RD005"),
    "a long name": _file(GAME + f"define {'a' * 900} = 1\n" + PLAYED, "RD008"),
    "a long number": _file(GAME + f"define a = {'9' * 900}\n" + PLAYED, "RD007"),
    "a long text": _file(GAME + f'option a: Bool = no "{"x" * 900}"\n' + PLAYED),
    "a long docstring": _file(GAME + '"""' + "x y\n" * 15_000 + '"""\n' + PLAYED),
    "docstrings without end": _file(GAME + '"""' * 15_000, "RD005", "RD031", "RD045"),
    "a megabyte": _file(GAME + "#\n" * 600_000, "RD005"),
    "blank lines": _file(GAME + "\n" * 15_000 + PLAYED),
    "comments": _file(GAME + "# allow: RD121 because x\n" * 15_000 + PLAYED, "RD063"),
    "binary": _file(bytes(range(1, 256)) * 3_000, "RD004"),
    "nothing": _file(b"", "RD002"),
    "a variant of itself": _file('language 1\nvariant x of x "X"\n', "RD102", "RD101"),
}
"""The files, by what they are."""


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
        "v0.rules": base + _many("define d# = #\n", count),
        "v1.rules": head.format("v1", "v0") + _many(line, count),
        "v2.rules": head.format("v2", "v1") + _many(further, count),
    }


def circle(length: int) -> dict[str, str]:
    """Variants each of the next one, round and round."""
    return {
        f"v{n}.rules": f'language 1\nvariant v{n} of v{(n + 1) % length} "V"\n'
        for n in range(length)
    }
