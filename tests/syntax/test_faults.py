"""Every kind of fault: its code, its place, and nothing that follows from it."""

from __future__ import annotations

import random

import pytest

from ruledsl.diagnostics.codes.syntax import SYNTAX
from ruledsl.syntax import tree as t
from tests.syntax.texts import FILES, HEAD, codes, faults, in_game, read
from tests.validated import OF_WHOLE_GAMES

ACTION = "action act(c in your hand):\n"  # line 1; what follows is line 2


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # lines and blocks
        ("play:\n\tdo a\n\tdo b\n", [("RD020", 2)]),
        ("play:\n    if a:\n        do a\n      do b\n", [("RD021", 4)]),
        ("play:\n    if a:\n        do a\n      do b\n      do c\n    do d\n", [("RD021", 4)]),
        ("play:\n    do a\n        do b\n        do c\n    do d\n", [("RD022", 3)]),
        ("zone a seen by all\n  zone b seen by all\nzone c seen by all\n", [("RD022", 2)]),
        ("phase p:\nphase q:\n    do a\n", [("RD023", 1)]),
        ("phase p:\nmust a\nmay b\nphase q:\n    do a\n", [("RD023", 1)]),
        ("play:\n    if a:\n    do b\n", [("RD023", 2)]),
        ("play:\n    each player:\n", [("RD023", 2)]),
        ("play:\n", [("RD023", 1)]),
        ("phase p\n    must a\n", [("RD024", 1)]),
        ("phase p\n", [("RD024", 1)]),
        ("play:\n    player 1 acts must a\n", [("RD024", 2)]),
        ("play:\n    if a\n        do b\n    else\n        do c\n", [("RD024", 2), ("RD024", 4)]),
        ("play: each player: must a\n", [("RD025", 1)]),
        ("play: repeat: each player:\n    must a\n", [("RD025", 1)] * 2),
        ("setup: for p in Player: do a\nphase q: if a: do b\n", [("RD025", 1), ("RD025", 2)]),
        ("action a: repeat 2 times:\n    do b\n", [("RD025", 1)]),
        ("play:\n    if a: if b: do c\n    elif d: turns from 1: do c\n    else: if e: do c\n",
         [("RD025", 2), ("RD025", 3), ("RD025", 4)]),
        ("play:\n    for p in Player: if p == 1:\n        do c\n    do d\n", [("RD025", 2)]),
        ("play:\n    repeat: player 1 acts: must a\n    turns from 1: together each player: must b\n",
         [("RD025", 2), ("RD025", 3)]),
        ("deck d: N(each 1..3) N(4)\n", [("RD060", 1)]),
        ("play:\n    do a\n    else:\n        do b\n", [("RD056", 3)]),
        ('play:\n    do b\n    """No."""\n    do a\n', [("RD045", 3)]),
        ('define a = 3\n"""Yes."""\n"""No."""\n', [("RD045", 3)]),
        ('set a = 3\n"""No."""\n', [("RD045", 2)]),
        ('zone z seen by\n"""Of a zone that cannot be read."""\n', [("RD060", 1)]),
        # signs
        ('option a: Bool = no "not closed\nplayers 2\n', [("RD030", 1)]),
        ('zone a seen by all\n"""not closed\nplayers 2\n', [("RD031", 2)]),
        ("define a = (1 + 2\ndefine b = 3\n", [("RD032", 1)]),
        ("play:\n    if f(a:\n        do b\n    do c\n", [("RD032", 2)]),
        ("define a = [1, (2]\ndefine b = 3\n", [("RD032", 1)]),
        ("define a = 1)\ndefine b = 3\n", [("RD060", 1)]),
        ("option a: Bool = no 'say'\n", [("RD033", 1)]),
        ("define a = 1.5\n", [("RD034", 1)]),
        ("define a = 9007199154740992\n", []),
        ("define a = 9007199254740992\n", [("RD007", 1)]),
        (f"define a = {'7' * 900}\n", [("RD007", 1)]),
        (f"define {'a' * 61} = 1\n", [("RD008", 1)]),
        ("play: {\n    do a\n}\n", [("RD035", 1), ("RD035", 3)]),
        ("play:\n    do a;\n", [("RD060", 2)]),
        ("define a = b -> c\n", [("RD035", 1)]),
        ("define a = b\N{NO-BREAK SPACE}+ c\n", [("RD035", 1)]),
        ("define a = b / c % d\n", [("RD036", 1), ("RD036", 1)]),
        ("define a = !b && c || d\n", [("RD036", 1)] * 3),
        ("define a = b \N{LESS-THAN OR EQUAL TO} c\n", [("RD036", 1)]),
        ("define größe = 1\n", [("RD037", 1)]),
        # words
        ("action end:\n    do a\n", [("RD040", 1)]),
        ("play:\n    move = 3\n", [("RD040", 2)]),
        ("define count(p: Player) = 3\n", [("RD040", 1)]),
        ("acton buy:\n    do a\n", [("RD041", 1)]),
        (ACTION + "    reqiure c == 3\n", [("RD041", 2)]),
        (ACTION + "    shufle stock\n    mov c to d\n", [("RD041", 2), ("RD041", 3)]),
        ("zone a sen by all\n", [("RD041", 1)]),
        ('test "t":\n    expct a == 3\n    given a = 1\n', [("RD041", 2)]),
        ("play:\n    while a == 3:\n        do b\n", [("RD042", 2)]),
        ("zone a public\n", [("RD042", 1)]),
        (ACTION + '    require c because "no"\n', [("RD042", 2)]),
        ("shuffle stock\nplayers 2\n", [("RD043", 1)]),
        ("play:\n    zone a seen by all\n    do b\n", [("RD044", 2)]),
        # expressions and statements
        (ACTION + "    require c = 3\n", [("RD050", 2)]),
        (ACTION + "    if c = 3 and d = 4:\n        do a\n", [("RD050", 2)] * 2),
        ("define a = b = c\n", [("RD050", 1)]),
        ("play:\n    x == 3\n", [("RD051", 2)]),
        ("option a: Bool == no\n", [("RD051", 1)]),
        ("define a = 1 < x < 3\n", [("RD052", 1)]),
        ("define a = b == c == d\n", [("RD052", 1)]),
        ("play:\n    if a:\n        do a\n    else if b:\n        do b\n    else:\n        do c\n",
         [("RD053", 4)]),
        (ACTION + '    require c otherwise "no"\n', [("RD054", 2)]),
        ("phase p:\n    must a or b otherwise c\n", [("RD054", 2)]),
        ("play:\n    for c of hand:\n        do a\n", [("RD055", 2)]),
        ("play:\n    for c hand:\n        do a\n", [("RD055", 2)]),
        # everything else
        (ACTION + "    move c to\n", [("RD060", 2)]),
        (ACTION + "    move to d\n", [("RD060", 2)]),
        ("card Stock(colour Colour)\n", [("RD060", 1)]),
        ("use french\n", [("RD060", 1)]),
        ("part french\n", [("RD060", 1)]),
        ("zone\n", [("RD060", 1)]),
        ("deck d:\n    Stock(each of)\n    Stock(1)\n", [("RD060", 2)]),
        ("table t: a\n    1, 2\n    3 4\n", [("RD060", 3)]),
        ('match m "M":\n    rounds 3\n    winner = most\n', [("RD060", 2)]),
        ('test "t":\n    when 1 act\n    expect a\n', [("RD060", 2)]),
    ],
)  # fmt: skip
def test_a_fault_is_found_and_nothing_follows_from_it(
    text: str, expected: list[tuple[str, int]]
) -> None:
    assert codes(text) == expected
    # The same with good declarations around it, which all stay in the tree.
    around = "zone before seen by all\n" + text + "zone after seen by all\n"
    if ("RD031", 2) not in expected:
        assert codes(around) == [(code, line + 1) for code, line in expected]
        file = in_game(around).file
        assert file is not None
        names = [d.name.text for d in file.declarations if isinstance(d, t.Zone)]
        assert names[0] == "before"
        assert names[-1] == "after"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [("RD002", 1, 1)]),
        ("# only a remark\n\n", [("RD002", 1, 1)]),
        ('game a "A"\nplayers 2\n', [("RD010", 1, 1)]),
        ('language 2\nnonsense ( "\n\t\0', [("RD011", 1, 1)]),
        ("language 99", [("RD011", 1, 1)]),
        ('language one\ngame a "A"\n', [("RD012", 1, 1)]),
        ('language\ngame a "A"\n', [("RD012", 1, 1)]),
        ('language 1.0\ngame a "A"\n', [("RD012", 1, 1), ("RD034", 1, 10)]),
        ('language 0\ngame a "A"\n', [("RD012", 1, 1)]),
        ('Language 1\ngame a "A"\nplayers 2\n', [("RD041", 1, 1)]),
        ('  langauge 1\ngame a "A"\nzone\n', [("RD041", 1, 3), ("RD060", 3, 5)]),
        ("language 1\nplayers 2\n", [("RD013", 2, 1)]),
        ("language 1\n", [("RD013", 1, 11)]),
        ('language 1\ngmae a "A"\nplayers 2\n', [("RD041", 2, 1)]),
        ("language 1\ngame a\nplayers 2\nzone\n", [("RD060", 2, 7), ("RD060", 4, 5)]),
        ('language 1\nvariant a "A"\n', [("RD060", 2, 11)]),
        ('language 1\npart a "A"\nplayers 2\n', [("RD013", 2, 1)]),
    ],
)
def test_the_first_lines(text: str, expected: list[tuple[str, int, int]]) -> None:
    assert faults(text) == expected
    assert read(text).file is None


def test_what_is_expected_is_said_in_words_of_people() -> None:
    messages = {
        "zone\n": "expected a name, found the end of the line",
        "zone a\n": "expected `seen`, found the end of the line",
        "zone a seen by me\n": "expected `all`, `nobody` or `owner`, found `me`",
        "define = 3\n": "expected a name, found `=`",
        "define a = \n": "expected a value, found the end of the line",
        "play:\n    do 3\n": "expected a name, found `3`",
        "define a = 3 4\n": "expected the end of the line, found `4`",
        "foo\n": "expected a declaration, found `foo`",
        'test "t":\n    foo\n': "expected a line of a test, found `foo`",
        "play:\n    3\n": "expected a statement, found `3`",
    }
    for text, message in messages.items():
        found = in_game(text + "players 2\n").diagnostics
        assert [d.message for d in found] == [message]
    (found_last,) = in_game("zone").diagnostics
    assert found_last.message == "expected a name, found the end of the file"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("zone all seen by\n", {"all"}),
        ("zone hand[Player seen by all\n", {"hand"}),
        ("replace zone hand seen\n", {"hand"}),
        ("type Colour = red, blue green\n", {"Colour", "red", "blue", "green"}),
        ("card Stock(colour: Colour, value: 2..) shown\n", {"Stock", "colour", "value"}),
        ("acton buy:\n    do a\n", {"buy"}),
        ("score p in Player\n", {"score"}),
        ("play:\n    do\n", {"play"}),
        ("action act:\n    let x =\n", {"act"}),
    ],
)
def test_names_of_broken_declarations_are_told(text: str, names: set[str]) -> None:
    assert in_game(text).broken_names == names


def test_a_declaration_with_a_fault_is_left_out_and_the_others_stay() -> None:
    parsed = in_game("zone a seen by all\nphase p:\n    do\nzone b seen by all\n")
    assert parsed.file is not None
    assert [type(d) for d in parsed.file.declarations] == [t.Zone, t.Zone]
    assert parsed.broken_names == {"p"}


def test_all_faults_of_a_file_in_one_run() -> None:
    text = (
        "option a: 0..3 == 3\n"
        "type Colour = red,\n"
        "zone hand[Player] sen by owner\n"
        "setup:\n"
        "    shufle stock\n"
        "    for c of Column:\n"
        "        move 7 from stock to\n"
        "acton buy(c in your hand):\n"
        '    """Doc."""\n'
        "    require c.value = 3\n"
        "    if x = 3\n"
        "        move c to hand\n"
        "    else if x == 4:\n"
        "        move c\n"
        "    else:\n"
        "        end = 3\n"
        'test "x":\n'
        "    given a\n"
        "    expct a == 3\n"
    )
    assert codes(text) == [
        *(("RD051", 1), ("RD060", 2), ("RD041", 3), ("RD041", 5), ("RD055", 6), ("RD060", 7)),
        *(("RD041", 8), ("RD050", 10), ("RD050", 11), ("RD024", 11), ("RD053", 13)),
        *(("RD060", 14), ("RD040", 16), ("RD060", 18), ("RD041", 19)),
    ]


def test_a_broken_if_does_not_make_its_else_wrong() -> None:
    text = (
        "play:\n    if a +:\n        do a\n    elif b c:\n        do x y\n    else:\n        do c\n"
    )
    assert codes(text) == [("RD060", 2), ("RD060", 4), ("RD060", 5)]


def test_after_many_faults_the_rest_is_not_looked_at() -> None:
    found = in_game("zone\n" * 60).diagnostics
    assert [d.code for d in found] == ["RD060"] * 50 + ["RD061"]


@pytest.mark.parametrize(
    "code", [c for c in SYNTAX if c.bad and c.code not in OF_WHOLE_GAMES], ids=lambda c: c.code
)
def test_the_examples_of_the_catalogue(code: object) -> None:
    from ruledsl.diagnostics.codes.model import Code

    assert isinstance(code, Code)
    assert {d.code for d in read(code.bad).diagnostics} == {code.code}
    assert read(code.good).diagnostics == ()


def test_help_and_messages_keep_the_style() -> None:
    for code in SYNTAX:
        for found in read(code.bad).diagnostics if code.bad else ():
            for text in (found.message, found.help or ""):
                assert not text.endswith("."), text
                assert text[:1] in "`" or not text[:1].isupper(), text
                assert not any(word in text for word in ("_NL", "INDENT", "LPAR", "token", "Token"))


# --- text that means harm, and text that is merely broken ---------------------------------------

LONG = "language 1\ngame x " + '"X"\n'
HOSTILE = {
    "brackets in a line": (LONG + "define x = " + "(" * 900, "RD006"),
    "a megabyte of brackets": (LONG + "define x = " + "(" * 1_000_000, "RD005"),
    "brackets over lines": (LONG + "define x = (\n" + (" (" * 400 + "\n") * 450, "RD006"),
    "one long line": (LONG + "a" * 1_000_000, "RD005"),
    "ever deeper": (LONG + "play:\n" + "\n".join(" " * i + "if x:" for i in range(1, 800)), "RD006"),
    "many empty lines": ("\n" * 1_000_000, "RD005"),
    "only comments": ("# c\n" * 9_900, "RD002"),
    "a million digits": (LONG + "define x = " + "9" * 1_000_000, "RD005"),
    "long numbers": (LONG + "".join(f"define x{i} = {'9' * 900}\n" for i in range(100)), "RD007"),
    "a chain of nots": (LONG + "define x = " + "not " * 200 + "y", "RD006"),
    "a long sum": (LONG + "define x = (\n" + "  a + a +\n" * 4_900 + " a)", "RD006"),
    "a chain of conditions": (LONG + "define x = (\n" + "  a if b else\n" * 4_900 + " a)", "RD006"),
    "quotes": (LONG + '"' * 900 + "\n" + '"' * 999, "RD045"),
    "docstrings": (LONG + '"""a"""\n' * 5_000, "RD045"),
    "strays": (LONG + ("@" * 900 + "\n") * 400, "RD035"),
    "zero bytes": (LONG + "\0" * 900, "RD035"),
    "half a character": (LONG + "define \ud800 = 3\n", "RD035"),
    "many faults": (LONG + "zone\n" * 9_900, "RD060"),
    "elif without end": (LONG + "play:\n" + "    elif x:\n" * 2_500, "RD056"),
    "headers without bodies": (LONG + "play:\n" + "    if x:\n" * 2_500, "RD023"),
    "open brackets": (LONG + "define x = (\n" * 9_000, "RD032"),
    "too many words": (LONG + ("x " * 400 + "\n") * 200, "RD005"),
    "wild indentation": (LONG + "play:\n" + "".join(" " * (90 - i % 90) + "x = 3\n" for i in range(900)), "RD021"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_gets_a_message(name: str) -> None:
    text, code = HOSTILE[name]
    found = read(text).diagnostics
    assert code in {d.code for d in found}
    assert len(found) <= 102  # the lexer's and the parser's limits


@pytest.mark.parametrize("seed", range(60))
def test_damaged_files_give_messages_and_never_an_exception(seed: int) -> None:
    rng = random.Random(seed)
    text = rng.choice(FILES).read_text(encoding="utf-8")
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(text))
        length = rng.choice((1, 1, 1, 4, 30))
        insert = rng.choice(
            ("", "", " ", "(", ")", "]", ":", '"', "\n", "\t", "if ", "end", "1.5", "é")
        )
        text = text[:at] + insert + text[at + length :]
    parsed = read(text)
    lines = text.split("\n")
    for d in parsed.diagnostics:
        assert 1 <= d.primary.span.line <= len(lines)
        assert d.message
    if not parsed.diagnostics:
        assert parsed.file is not None
    assert [(d.code, d.message) for d in read(text).diagnostics] == [
        (d.code, d.message) for d in parsed.diagnostics
    ]


def test_head_is_good() -> None:
    assert read(HEAD).diagnostics == ()
