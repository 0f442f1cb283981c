"""Files that mean harm, or are merely far too large: each by a name, with the codes one of which it must be told.

No code: nothing is wrong with the file but its size, and it may be right or not.
"""

from __future__ import annotations

from tests.hostile.writing import (
    CARDS,
    GAME,
    HEAD,
    PLAYED,
    Hostile,
    blocks,
    doubling,
    expression,
    file,
    lets,
    many,
    nested,
)

DEEP = 3_000
MANY = 10_000

FILES: dict[str, Hostile] = {
    # what is inside one another
    "parentheses": file(expression(nested("(", "n", ")", DEEP)), "RD006"),
    "nots": file(expression("1 if " + "not " * DEEP + "n == 1 else 2"), "RD006"),
    "minus signs": file(expression("- " * DEEP + "n"), "RD006"),
    "a chain of else": file(expression("1 if n == 1 else " * DEEP + "0"), "RD006"),
    "a chain of implies": file(
        expression("1 if " + "n == 1 implies " * DEEP + "n == 1 else 0"), "RD006"
    ),
    "a chain of powers": file(expression("n + (2 * " * 1_000 + "1" + ")" * 1_000), "RD006"),
    "lists": file(expression(nested("[", "1", "]", DEEP)), "RD006"),
    "calls": file(expression(nested("min(1, ", "n", ")", DEEP)), "RD006"),
    "indices": file(expression(nested("n[", "1", "]", DEEP)), "RD006"),
    "sums in sums": file(
        expression("".join("sum(" for _ in range(DEEP)) + "1"), "RD006", "RD032", "RD060"
    ),
    "ninety brackets": file(expression(nested("(", "n", ")", 90))),
    "if blocks": file(blocks("if n == 1:", 800), "RD006"),
    "repeat blocks": file(blocks("repeat 2 times:", 800), "RD006"),
    "each player blocks": file(blocks("each player:", 800), "RD006"),
    "repeat blocks, forty": file(blocks("repeat 9 times:", 40)),
    "each player blocks, forty": file(blocks("each player:", 40)),
    "elif after elif": file(
        GAME
        + "var n: 0..9 = 0 seen by all\nplay:\n    if n == 1:\n        n = 2\n"
        + "    elif n == 2:\n        n = 1\n" * 1_600
        + "score p in Player = n\n"
    ),
    # what grows when it is worked out
    "questions in questions": file(
        expression(
            "(1 if any(" * 24 + "n" + "".join(f" > 0 for x{n} in 1..1) else 0)" for n in range(24))
        )
    ),
    "defines that double": file(
        GAME + doubling("n", 45) + PLAYED.replace("= n\n", "= d44\n"), "RD502", "RD504", "RD006"
    ),
    "numbers that double": file(
        GAME + doubling("2", 49) + PLAYED.replace("= n\n", "= n + d48\n"),
        "RD502",
        "RD504",
        "RD222",
    ),
    "products that grow": file(
        GAME
        + "define d0 = 9\n"
        + "".join(f"define d{n} = d{n - 1} * d{n - 1}\n" for n in range(1, 45))
        + PLAYED.replace("= n\n", "= d44\n"),
        "RD222",
        "RD502",
        "RD504",
    ),
    "squares of squares": file(lets("9", "{0} * {0}", 40), "RD419"),
    "squares of squares, not known": file(
        lets("n + 2", "({0} if n == 0 else {0} - 1) * {0}", 40), "RD419"
    ),
    "names without end": file(lets("n", "n", 3_900), "RD502"),
    "sums of sums": file(lets("n + 2", "{0} + {0}", 2_800), "RD502"),
    "cards named and shuffled": file(
        GAME
        + CARDS
        + PLAYED.replace(
            "play:\n", "play:\n" + many("    let x# = top(d)\n    shuffle d\n", 1_750)
        ),
        "RD502",
    ),
    "names and shuffles": file(
        GAME
        + CARDS
        + "phase p:\n"
        + "    shuffle d\n" * 1_500
        + PLAYED.replace(
            "play:\n", "play:\n" + many("    let x# = top(d)\n", 900) + "    do p\n" * 2_500
        ).replace("score p", "score q")
    ),
    "long initial values of many": file(
        GAME
        + "type T = 1..1000\nvar v[t in T]: 0..9999 = (\n"
        + many(" t * # mod 7 +\n", 90)
        + " 0) seen by all\n"
        + PLAYED,
        "RD502",
    ),
    "initial values of many families": file(
        GAME
        + "type T = 1..1000\n"
        + many("var v#[t in T]: 0..9 = sum(x * t for x in 1..900) mod 10 seen by all\n", 60)
        + PLAYED,
        "RD502",
    ),
    "balances of many families": file(
        GAME
        + "type T = 1..1000\n"
        + many("money m#[t in T] = sum(x * t for x in 1..900) mod 10 seen by all\n", 60)
        + PLAYED,
        "RD502",
    ),
    "large families up to the limit": file(
        GAME.replace("2\n", "2..6\n")
        + "type T = 1..1000\n"
        + many("var v#[T]: 0..9 = 0 seen by all\n", 14)
        + PLAYED,
        "RD121",
    ),
    "conditions of cards": file(
        GAME
        + 'card C(v: 1..1000) shown as "{v}"\ndeck d:\n'
        + "    C(each 1..1000) where sum(x for x in 1..10000) < v\n" * 200
        + PLAYED,
        "RD210",
    ),
    "conditions that no card passes": file(
        GAME
        + 'card C(v: 1..1000) shown as "{v}"\ndeck d:\n'
        + "    C(each 1..1000) where v > 1000\n" * 1_600
        + PLAYED,
        "RD502",
    ),
    "decks without cards": file(
        GAME
        + 'card C(v: 1..1000) shown as "{v}"\ntype T = 1..1000\ndeck d[T]:\n'
        + "    0 * C(each 1..1000)\n" * 1_900
        + PLAYED,
        "RD502",
    ),
    "rows for many decks": file(
        GAME
        + 'card C(v: 1..1000) shown as "{v}"\ntype T = 1..1000\ntable r:\n'
        + "    1\n" * 6_000
        + "deck d[T]:\n"
        + "    C(each row of r)\n" * 900
        + PLAYED,
        "RD502",
    ),
    "tables of many keys": file(
        GAME
        + "type T = 1..1000\n"
        + many("table t#[T]: a, b, c, d, e, f\n    1..1000: 1, 2, 3, 4, 5, 6\n", 520)
        + PLAYED,
        "RD502",
    ),
    "a long chain of defines": file(
        GAME
        + "define d0 = 1\n"
        + "".join(f"define d{n} = d{n - 1}\n" for n in range(1, 3_900))
        + PLAYED.replace("= n\n", "= n + d3899\n"),
        "RD502",
    ),
    "defines in a circle": file(
        GAME + "".join(f"define d{n} = d{(n + 1) % 3_900}\n" for n in range(3_900)) + PLAYED,
        "RD116",
        "RD502",
    ),
    "phases in a chain": file(
        GAME
        + PLAYED.replace("play:\n    each player: must act\n", "play:\n    do p0\n")
        + "".join(f"phase p{n}:\n    do p{n + 1}\n    do p{n + 1}\n" for n in range(49))
        + "phase p49:\n    n = 1\n",
        "RD123",
    ),
    "sums over sums": file(
        expression("sum(sum(sum(a + b + c for a in 1..9000) for b in 1..9000) for c in 1..9000)"),
        "RD504",
        "RD501",
    ),
    "a huge range": file(
        GAME
        + "var big: 0..9007199254740991 = 0 seen by all\n"
        + PLAYED.replace("n = 1", "n = 1\n    big += 1")
        + "define e = count(x in 0..9007199254740991 where x == big)\n"
        + "define f = e\n",
        "RD501",
        "RD504",
        "RD121",
    ),
    "a range gone through": file(
        GAME
        + PLAYED.replace(
            "    each player: must act",
            "    for x in 0..900000000000:\n        n = 1\n    each player: must act",
        ),
        "RD503",
    ),
    "a repeat without end": file(
        GAME
        + PLAYED.replace(
            "    each player: must act",
            "    repeat 9007199254740991 times:\n        n = 1\n    each player: must act",
        )
    ),
    "an enormous choice": file(
        GAME
        + PLAYED.replace("action act:", "action act(a in 1..9000, b in 1..9000, c in 1..9000):"),
        "RD503",
    ),
    "an enormous choice of cards": file(
        GAME
        + 'card C(v: 1..900) shown as "{v}"\ndeck d:\n    C(each 1..900)\nzone z seen by all\n'
        + PLAYED.replace("action act:", "action act(a, b, e, f in z):"),
        "RD121",
    ),
    "many parameters": file(
        GAME
        + PLAYED.replace(
            "action act:", "action act(" + ",\n ".join(f"p{n} in 1..2" for n in range(3_000)) + "):"
        ),
        "RD502",
        "RD503",
        "RD006",
    ),
    # what there would be too many of
    "a deck of a billion": file(
        GAME + 'card C(v: 1..9) shown as "{v}"\ndeck d:\n    1000000000 * C(1)\n' + PLAYED, "RD501"
    ),
    "a deck of combinations": file(
        GAME
        + 'card C(a: 1..999, b: 1..999, c: 1..999) shown as "{a}{b}{c}"\ndeck d:\n    C(each 1..999, each 1..999, each 1..999)\n'
        + PLAYED,
        "RD501",
    ),
    "a card with a huge attribute": file(
        GAME
        + 'card C(v: 1..900000000000) shown as "{v}"\ndeck d:\n    C(each 1..900000000000)\n'
        + PLAYED,
        "RD501",
    ),
    "ten thousand decks": file(
        GAME + 'card C(v: 1..9) shown as "{v}"\n' + many("deck d#:\n    C(1)\n", 9_000) + PLAYED,
        "RD005",
    ),
    "ten thousand seats": file(
        HEAD + "players 2..10000\n" + PLAYED, "RD212", "RD211", "RD502", "RD501"
    ),
    "fifty seats and much to each": file(
        HEAD + "players 2..50\n" + many("var v#[Player]: 0..9 = 0 seen by all\n", 1_250) + PLAYED
    ),
    "ten thousand teams": file(
        HEAD + "players 4\n" + many("team t# = 1\n", MANY) + PLAYED, "RD005"
    ),
    "ten thousand phases": file(
        GAME
        + PLAYED.replace("play:\n", "play:\n    do p1\n")
        + many("phase p#:\n    n = 1\n", 9_000),
        "RD124",
        "RD502",
        "RD005",
    ),
    "ten thousand options": file(GAME + many("option o#: 0..9 = 3\n", MANY) + PLAYED, "RD005"),
    "a thousand options that matter": file(
        GAME
        + many("option o#: 0..9 = 3\n", 1_000)
        + "define all_of = (\n"
        + many(" o# +\n", 999)
        + " 0)\n"
        + PLAYED.replace("= n\n", "= n + all_of\n"),
        "RD006",
    ),
    "ten thousand tests": file(
        GAME + PLAYED + many('test "t#":\n    expect n == 0\n', 9_000), "RD005"
    ),
    "more than a thousand tests": file(
        GAME + PLAYED + many('test "t#":\n    expect n == 0\n', 1_700)
    ),
    "ten thousand variables": file(
        GAME + many("var v#: 0..9 = 0 seen by all\n", MANY) + PLAYED, "RD005"
    ),
    "ten thousand zones": file(GAME + many("zone z# seen by all\n", MANY) + PLAYED, "RD005"),
    "ten thousand types": file(
        GAME + many("type T# = a#, b#\n", MANY) + PLAYED, "RD121", "RD005", "RD502"
    ),
    "ten thousand defines": file(GAME + many("define d# = n + #\n", MANY) + PLAYED, "RD005"),
    "thousands of defines": file(
        GAME + many("define d# = n + #\n", 2_800) + PLAYED, "RD121", "RD502"
    ),
    "ten thousand actions": file(GAME + many("action a#:\n    n = 1\n", 5_000) + PLAYED, "RD005"),
    "many offers": file(
        GAME
        + many("action a#:\n    n = 1\n", 900)
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
    "large actions together": file(
        GAME
        + many("action a#(x in 1..99, y in 1..99):\n    n = 1\n", 100)
        + PLAYED.replace("must act", "must " + " or ".join(f"a{n}" for n in range(100))),
        "RD503",
    ),
    "an action of many choices": file(
        GAME
        + "action act2("
        + ", ".join([f"p{n} in 1..2" for n in range(6)] + ["q in 1..700", "r in 1..1"])
        + "):\n    require "
        + " + ".join(f"p{n}" for n in range(6))
        + " > 11\n    n = 1\n"
        + PLAYED.replace("must act", "must act2")
    ),
    "initial values that nobody declared": file(
        GAME
        + "".join(
            f"var {'a' * 40}{n:04}: 0..9 = {'a' * 39}b{n:04} seen by all\n" for n in range(1_500)
        )
        + PLAYED,
        "RD115",
    ),
    "many members": file(GAME + "type T = (" + "a, " * 300 + "b)\n" + PLAYED, "RD060", "RD105"),
    "a type of a million": file(
        GAME + "type T = 1..1000000\nvar v[T]: 0..9 = 0 seen by all\n" + PLAYED, "RD217"
    ),
    "a family of families": file(
        GAME + "type T = 1..1000\n" + many("var v#[T]: 0..9 = 0 seen by all\n", 900) + PLAYED,
        "RD121",
        "RD502",
    ),
    "a long table": file(
        GAME + "table t: a, b\n" + many("    #, 1\n", 15_000) + PLAYED,
        "RD121",
        "RD501",
        "RD502",
        "RD005",
    ),
    "a table of thousands of rows": file(
        GAME + "table t: a, b\n" + many("    #, 1\n", 4_900) + PLAYED, "RD121"
    ),
    "the same name": file(GAME + "zone z seen by all\n" * 9_000 + PLAYED, "RD005"),
    "near names": file(
        GAME
        + "".join(f"var name_{n:05}: 0..9 = 0 seen by all\n" for n in range(1_200))
        + "play:\n"
        + "".join(f"    nome_{n:05} = 1\n" for n in range(1_100))
        + "score p in Player = 1\n",
        "RD115",
    ),
    "thousands of faults of names": file(
        GAME + "play:\n" + many("    unknown# = 1\n", 4_900) + "score p in Player = 0\n", "RD115"
    ),
    "thousands of faults of types": file(
        GAME
        + "var n: 0..9 = 0 seen by all\nplay:\n"
        + "    n = yes\n" * 4_900
        + "score p in Player = 0\n",
        "RD201",
    ),
    "thousands of faults of reading": file(GAME + "zone\n" * 9_900, "RD060"),
    "thousands of steps": file(
        GAME + PLAYED.replace("play:\n", "play:\n" + "    n = 1\n    n = 2\n" * 2_400)
    ),
    "large families": file(
        HEAD
        + "players 2..8\ntype I = 1..900\n"
        + many("var g#[I]: 0..9 = 0 seen by all\n", 6)
        + "action put(i in I, v in 1..9):\n    require g0[i] == 0\n    g0[i] = v\n"
        + "    g1[i] = g2[i] + g3[i] + g4[i] + g5[i]\n"
        + "play:\n    repeat until every(g0[i] > 0 for i in I):\n"
        + "        each player where any(g0[i] == 0 for i in I): must put\nscore p in Player = 0\n",
        "RD508",
    ),
    "thousands of branches": file(
        GAME + PLAYED.replace("play:\n", "play:\n" + "    if n == 1:\n        n = 2\n" * 1_600)
    ),
    "thousands of loops": file(
        GAME
        + PLAYED.replace("play:\n", "play:\n" + "    repeat until n == 2:\n        n = 2\n" * 1_500)
    ),
    "thousands of choices": file(
        GAME + PLAYED.replace("play:\n", "play:\n" + "    each player: must act\n" * 3_250)
    ),
    "thousands of loops within others": file(
        GAME
        + PLAYED.replace(
            "play:\n",
            "play:\n"
            + "    repeat until n == 9:\n        n = 2\n        each player:\n            must act\n            may act\n"
            * 880,
        )
    ),
    # letters and signs
    "zero bytes": file(GAME.encode() + b"\0" * 1_000, "RD003"),
    "no UTF-8": file(GAME.encode() + b"define \xff\xfe = 1\n", "RD004"),
    "UTF-16": file((GAME + PLAYED).encode("utf-16"), "RD003", "RD004"),
    "a byte order mark": file(b"\xef\xbb\xbf" + (GAME + PLAYED).encode()),
    "byte order marks within": file(GAME + "\ufeff" + PLAYED, "RD035", "RD060"),
    "old line ends": file((GAME + PLAYED).replace("\n", "\r")),
    "mixed line ends": file((GAME + PLAYED).replace("\n", "\r\n", 3).replace("play:\n", "play:\r")),
    "right to left": file(GAME + "define \u202eevil\u202c = 1\n" + PLAYED, "RD035", "RD037"),
    "right to left in a text": file(
        GAME + PLAYED.replace("    n = 1\n", '    n = 1\n    announce "\u202eabc\u2066"\n', 1)
    ),
    "letters that look alike": file(GAME + "define \u0430ct = 1\n" + PLAYED, "RD037"),
    "letters of no width": file(GAME + "define a\u200bb = 1\n" + PLAYED, "RD035", "RD037", "RD060"),
    "wide digits": file(GAME + "define a = \uff11\n" + PLAYED, "RD035", "RD037", "RD060"),
    "marks without end": file(
        GAME + "define a" + "\u0301" * 900 + " = 1\n" + ("e" + "\u0301\u0323" * 450 + "\n") * 100,
        "RD037",
        "RD035",
        "RD041",
        "RD060",
    ),
    "no character": file(GAME + "define \ud800 = 1\n" + PLAYED, "RD004"),
    "a long line": file(GAME + "# " + "x" * 900_000, "RD005"),
    "a long name": file(GAME + f"define {'a' * 900} = 1\n" + PLAYED, "RD008"),
    "a long number": file(GAME + f"define a = {'9' * 900}\n" + PLAYED, "RD007"),
    "a long text": file(GAME + f'option a: Bool = no "{"x" * 900}"\n' + PLAYED),
    "a long docstring": file(GAME + '"""' + "x y\n" * 9_900 + '"""\n' + PLAYED),
    "docstrings without end": file(GAME + '"""' * 15_000, "RD005", "RD031", "RD045"),
    "a megabyte": file(GAME + "#\n" * 600_000, "RD005"),
    "blank lines": file(GAME + "\n" * 9_900 + PLAYED),
    "comments": file(GAME + "# allow: RD121 because x\n" * 9_900 + PLAYED, "RD063"),
    "binary": file(bytes(range(1, 256)) * 1_500, "RD004"),
    "nothing": file(b"", "RD002"),
    "a variant of itself": file('language 1\nvariant x of x "X"\n', "RD102", "RD101"),
}
"""The files, by what they are."""
