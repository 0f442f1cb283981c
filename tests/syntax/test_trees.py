"""Valid text gives the right tree, with the right places."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import fields

from ruledsl.source import SourceFile
from ruledsl.syntax import tree as t
from ruledsl.syntax.parser import parse
from ruledsl.syntax.printer import show, show_declaration, show_expr
from ruledsl.syntax.words import DECLARATIONS, QUESTIONS, RESERVED, STATEMENTS, STEPS
from tests.syntax.texts import FILES, HEAD, expr, good, read


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_a_printed_tree_reads_as_the_same_tree(file: Path) -> None:
    first = parse(SourceFile("a", file.read_text(encoding="utf-8")))
    assert first.diagnostics == ()
    assert first.file is not None
    text = show(first.file)
    second = parse(SourceFile("b", text))
    assert second.diagnostics == ()
    assert second.file == first.file
    assert second.file is not None
    assert show(second.file) == text


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_every_node_lies_inside_its_parent_and_the_text(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    source = SourceFile("a", text)
    parsed = parse(source)
    assert parsed.file is not None
    todo: list[t.Node] = [parsed.file]
    seen = 0
    while todo:
        node = todo.pop()
        seen += 1
        span = node.span
        assert span.file == "a"
        assert 1 <= span.line <= span.end_line <= len(source.lines)
        assert 1 <= span.column <= len(source.line(span.line))
        assert (span.line, span.column) < (span.end_line, span.end_column), node
        assert span.end_column <= len(source.line(span.end_line)) + 1
        end = source.line(span.end_line)[: span.end_column - 1]
        assert end == end.rstrip(), (node, end)
        for child in children(node):
            inner = child.span
            assert (span.line, span.column) <= (inner.line, inner.column), (node, child)
            assert (inner.end_line, inner.end_column) <= (span.end_line, span.end_column), (
                node,
                child,
            )
            todo.append(child)
    assert seen > 50


def children(node: t.Node) -> list[t.Node]:
    values = [getattr(node, field.name) for field in fields(type(node)) if field.name != "span"]
    flat: list[object] = []
    for value in values:
        flat += value if isinstance(value, tuple) else [value]
    return [value for value in flat if isinstance(value, t.Node)]


def test_places_of_an_expression() -> None:
    define = good("define it = a +\tfoo(1, 22)[your b] # done\n").declarations[0]
    assert isinstance(define, t.Define)
    assert (define.span.line, define.span.column) == (3, 1)
    assert (define.span.end_line, define.span.end_column) == (3, 35)
    value = define.value
    assert isinstance(value, t.Binary)
    assert (value.span.column, value.span.end_column) == (13, 35)
    assert isinstance(value.right, t.Index)
    assert (value.right.span.column, value.right.span.end_column) == (17, 35)
    assert isinstance(value.right.base, t.Call)
    assert (value.right.base.span.column, value.right.base.span.end_column) == (17, 27)
    assert (value.right.index.span.column, value.right.index.span.end_column) == (28, 34)


def test_a_block_ends_with_its_last_line() -> None:
    phase, other = good(
        "phase p:\n    if a:\n        do b   # end\n\n\n# ...\nphase q: do b\n"
    ).declarations
    assert (phase.span.line, phase.span.end_line, phase.span.end_column) == (3, 5, 13)
    assert (other.span.line, other.span.end_column) == (9, 14)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("(a + b) * c", "(a + b) * c"),
        ("a + (b * c)", "a + b * c"),
        ("a - (b - c)", "a - (b - c)"),
        ("(a - b) - c", "a - b - c"),
        ("-(a)", "-a"),
        ("-(a + b)", "-(a + b)"),
        ("- - a", "--a"),
        ("(-a).b", "(-a).b"),
        ("(a + b)[1].c", "(a + b)[1].c"),
        ("not (a and b)", "not (a and b)"),
        ("not a and b", "not a and b"),
        ("not (a == b)", "not a == b"),
        ("(not a) == b", "(not a) == b"),
        ("(a or b) and c", "(a or b) and c"),
        ("a or (b and c)", "a or b and c"),
        ("a implies (b implies c)", "a implies b implies c"),
        ("(a implies b) implies c", "(a implies b) implies c"),
        ("a if b else (c if d else e)", "a if b else c if d else e"),
        ("(a if b else c) if d else e", "(a if b else c) if d else e"),
        ("a if (b if c else d) else e", "a if (b if c else d) else e"),
        ("high+1..your coins", "high + 1 .. your coins"),
        ("1 .. 5", "1..5"),
        ("a in (1..5)", "a in 1..5"),
        ("(a == b) == c", "(a == b) == c"),
        ("(a in b) in c", "(a in b) in c"),
        ("a mod b div c * d", "a mod b div c * d"),
        ("a div (b div c)", "a div (b div c)"),
        ("count(x in (a if b else c))", "count(x in (a if b else c))"),
        ("sum((a for_each) for x in y)".replace("(a for_each)", "a"), "sum(a for x in y)"),
        ("[]", "[]"),
        ("f()", "f()"),
    ],
)
def test_parentheses_stand_only_where_they_are_needed(text: str, shown: str) -> None:
    tree = expr(text)
    assert show_expr(tree) == shown
    assert expr(shown) == tree


def test_operators_keep_their_sides_and_their_order() -> None:
    a, b, c = t.Ref("a"), t.Ref("b"), t.Ref("c")
    assert expr("a - b - c") == t.Binary("-", t.Binary("-", a, b), c)
    assert expr("a div b mod c") == t.Binary("mod", t.Binary("div", a, b), c)
    assert expr("a + b * c") == t.Binary("+", a, t.Binary("*", b, c))
    assert expr("a implies b implies c") == t.Binary("implies", a, t.Binary("implies", b, c))
    assert expr("not a or b and c") == t.Binary("or", t.Not(a), t.Binary("and", b, c))
    for op in ("==", "!=", "<", "<=", ">", ">="):
        assert expr(f"a {op} b") == t.Compare(op, a, b)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "name",
    [
        "letter",
        "divide",
        "sumx",
        "players2",
        "order",
        "android",
        "notice",
        "island",
        "inn",
        "iffy",
        "elsewhere",
        "endgame",
        "forty",
        "ofx",
        "minimum",
        "max_",
        "count1",
        "anything",
        "modest",
        "nonexistent",
        "yourself",
        "mustang",
        "maybe",
        "emptyness",
        "all_in",
        "repeated",
        "_do",
    ],
)
def test_a_name_that_begins_like_a_word_of_the_language_is_a_name(name: str) -> None:
    assert expr(name) == t.Ref(name)
    assert expr(f"{name} + 1") == t.Binary("+", t.Ref(name), t.Number(1))
    phase = good(f"phase {name}:\n    {name} = {name}\n").declarations[0]
    assert phase == t.Phase(t.Name(name), (t.Assign(t.Ref(name), "=", t.Ref(name)),))


FREE = [
    *sorted((DECLARATIONS | STATEMENTS | STEPS | QUESTIONS) - RESERVED),
    *("acts", "as", "because", "equals", "first", "game", "language", "nobody", "on", "other"),
    *("owner", "per", "secretly", "seen", "shared", "shown", "times", "underneath", "variant"),
]


@pytest.mark.parametrize("word", FREE)
def test_words_that_are_free_may_be_names_everywhere(word: str) -> None:
    file = good(
        f"var {word}: Bool = {word} seen by all\n"
        f"zone place[{word}] seen by all\n"
        f"action act({word} in {word}):\n    {word} = {word} + 1\n    {word}[{word}] += 2\n"
        f"    move {word} to {word}\n    if {word}:\n        do {word}\n"
        f"phase {word}:\n    must {word} or {word}\n    for {word} in {word}:\n        end {word}\n"
        f'test "x":\n    given {word} = {word}\n    when {word}: {word}({word})\n    expect {word}\n'
    )
    assert isinstance(file.declarations[0], t.Var)
    assert file.declarations[0].name.text == word
    assert file.declarations[0].initial == t.Ref(word)


@pytest.mark.parametrize("word", sorted(RESERVED))
def test_reserved_words_are_refused_as_names_with_a_proposal(word: str) -> None:
    parsed = read(HEAD + f"zone {word} seen by all\n")
    (found,) = parsed.diagnostics
    assert found.code == "RD040"
    assert found.help == f"choose another name, `{word}_zone` say"
    assert parsed.broken_names == {word}


@pytest.mark.parametrize(
    "line",
    [
        'given hand[1] = "1a", "item 1 (x)", blue 4, 4 of spades, "blue 4", "", "a,b; c", "="',
        'deal "portrait (9)", 3, "Ω-7", "seat 2"',
        'when 1: lay("red-2"); lay("a (b)", 3 of clubs)',
        'moves of 1: lay("red-2"); skip',
        'refuse 1: lay("red-2") because "no: \'red-2\'"',
    ],
)
def test_quoted_names_read_and_print_the_same(line: str) -> None:
    text = f'test "t":\n    {line}\n'
    (test,) = good(text).declarations
    assert isinstance(test, t.Test)
    printed = show_declaration(test)
    assert printed == ['test "t":', f"    {line}"]
    assert good("\n".join(printed) + "\n").declarations == (test,)


def test_a_quoted_name_is_one_text_and_no_words() -> None:
    (test,) = good('test "t":\n    deal "blue 4", blue 4\n').declarations
    assert isinstance(test, t.Test)
    assert test.steps == (t.Deal((t.Words(("blue 4",)), t.Words(("blue", "4")))),)


def test_tests_in_the_language() -> None:
    (test,) = good(
        'test "t":\n    given option size = 3\n    given a[1] = blue 4, 4 of spades, wild, nothing,'
        " Stock(blue, 4)\n    deal blue 4, 3\n    play on\n    expect winners == 1, 3\n"
        "    expect not over\n    when phase p\n    when 1: act; buy(4)\n"
    ).declarations
    assert isinstance(test, t.Test)
    option, given, deal, play, winners, over, phase, when = test.steps
    assert option == t.GivenOption(t.Name("size"), t.Number(3))
    assert isinstance(given, t.Given)
    assert given.target == t.Index(t.Ref("a"), t.Number(1))
    assert given.values == (
        t.Words(("blue", "4")),
        t.Words(("4", "of", "spades")),
        t.Ref("wild"),
        t.Ref("nothing"),
        t.Call(t.Name("Stock"), (t.Ref("blue"), t.Number(4))),
    )
    assert deal == t.Deal((t.Words(("blue", "4")), t.Number(3)))
    assert play == t.PlayOn()
    assert winners == t.Expect(t.Compare("==", t.Ref("winners"), t.Number(1)), (t.Number(3),))
    assert over == t.Expect(t.Not(t.Ref("over")), ())
    assert phase == t.WhenPhase(t.Name("p"))
    assert isinstance(when, t.When)
    assert when.moves == (t.TestMove(t.Name("act"), ()), t.TestMove(t.Name("buy"), (t.Number(4),)))


def test_what_seats_see() -> None:
    (test,) = good(
        'test "t":\n    expect 2 sees blue 4, "item 1", wild in hand[1]\n'
        "    expect onlooker does not see blue 4 in hand[1], coins[1]\n    expect 2 sees coins[1] == 12\n"
        '    expect p can tell this from "u"\n    expect 1 cannot tell this from "u"\n'
        "    when 1: buy(blue 4 in hand[1], wild in a)\n"
    ).declarations
    assert isinstance(test, t.Test)
    many, unseen, value, can, cannot, when = test.steps
    hand = t.Index(t.Ref("hand"), t.Number(1))
    coins = t.Index(t.Ref("coins"), t.Number(1))
    blue = t.Words(("blue", "4"))
    wild = t.MemberOf(t.Ref("wild"), hand, False)
    assert many == t.Sees(t.Number(2), False, (blue, t.Words(("item 1",)), wild))
    assert unseen == t.Sees(t.Ref("onlooker"), True, (t.CardIn(blue, hand), coins))
    assert value == t.Sees(t.Number(2), False, (t.Compare("==", coins, t.Number(12)),))
    assert can == t.Tells(t.Ref("p"), False, "u")
    assert cannot == t.Tells(t.Number(1), True, "u")
    assert isinstance(when, t.When)
    assert when.moves[0].arguments == (
        t.CardIn(blue, hand),
        t.MemberOf(t.Ref("wild"), t.Ref("a"), False),
    )


def test_the_words_of_sight_are_still_names() -> None:
    text = "".join(
        f"    expect {word} == 1\n    expect {word} sees {word}\n"
        for word in ("sees", "see", "does", "can", "cannot", "tell", "this", "onlooker")
    )
    good('test "t":\n' + text)


def test_players_may_be_one_number_or_a_range() -> None:
    two, some = good("players 2\nplayers 3..5\n").declarations
    assert two == t.Players(t.Number(2), t.Number(2))
    assert some == t.Players(t.Number(3), t.Number(5))


@pytest.mark.parametrize(
    ("written", "doc"),
    [
        ('"""One line."""', "One line."),
        ('"""  One line.  """', "One line."),
        ('""""""', ""),
        ('"""\n    First.\n    Second.\n    """', "First.\nSecond."),
        ('"""First.\n\n      Deeper.\n    Second."""', "First.\n\n  Deeper.\nSecond."),
        ('""" "Quoted" """', '"Quoted"'),
        ('""""Quoted" """', '"Quoted"'),
    ],
)
def test_docstrings(written: str, doc: str) -> None:
    file = good(f"phase p:\n    {written}\n    do x\n")
    assert file.declarations == (t.Phase(t.Name("p"), (t.Do(t.Name("x")),), doc=doc),)
    again = read(show(file))
    assert again.file == file


def test_a_line_goes_on_while_a_bracket_is_open() -> None:
    assert expr("(a +\n    b\n)") == expr("a + b")
    assert expr("f(a,\n  # a remark\n\n  b)") == expr("f(a, b)")


def test_comments_blank_lines_and_the_end_of_the_file_do_not_matter() -> None:
    plain = good("play:\n    do a\n")
    assert good("# x\n\nplay: # y\n\n\n      # z\n    do a") == plain
    assert good("play:\n  do a\n\n\n") == plain
    assert read("# first\n\n" + HEAD + "play:\n    do a\n").file == plain


DESCRIBED = [
    "players 2",
    "team us = 1, 2",
    'option length: 1..3 = 2 "how long"',
    "type Colour = red, blue",
    "type Column = 1..5",
    "card Stock(value: 1..3)",
    "zone hand[Player] seen by owner",
    "money cash = 3 seen by all",
    "var n: 0..3 = 0 seen by all",
    "define twice(p) = p + p",
    "score p in Player = 0",
    "win by highest score",
    "ties shared",
    "deck d:\n    Stock(1)",
    "table worth: value\n    1",
    "setup:\n    shuffle d",
    "play:\n    end game",
    "phase p:\n    end game",
    "action a:\n    end game",
    'match m "M":\n    rounds = 3',
    'test "t":\n    expect over',
]


@pytest.mark.parametrize("declaration", DESCRIBED, ids=lambda d: d.split("\n")[0])
def test_every_declaration_may_have_a_docstring(declaration: str) -> None:
    head, *rest = declaration.split("\n")
    margin = "    " if rest else ""
    doc = [f'{margin}"""Two lines,', f'{margin}with a "quote"."""']
    text = "\n".join([head, *doc, *rest]) + "\n"
    for written, plain in ((text, declaration), (f"replace {text}", f"replace {declaration}")):
        file = good(written)
        (found,) = file.declarations
        described = found.declaration if isinstance(found, t.Replace) else found
        assert isinstance(described, t.Described)
        assert described.doc == 'Two lines,\nwith a "quote".'
        assert good("\n".join(show(file).split("\n")[2:])) == file
        assert good(f"{plain}\n").declarations != file.declarations


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("deck d: N(each 1..3)\n", "deck d:\n    N(each 1..3)\n"),
        ('match m "M": rounds = 3\n', 'match m "M":\n    rounds = 3\n'),
        ('test "t": play on\n', 'test "t":\n    play on\n'),
        ('test "t": when 1: a; b\n', 'test "t":\n    when 1: a; b\n'),
    ],
)
def test_a_single_line_may_stand_behind_the_colon(short: str, long: str) -> None:
    assert good(short).declarations == good(long).declarations


def test_once_round_binds_no_wider_than_its_domain() -> None:
    text = "count(p in Player from next(starter) where p != 1)"
    pick = expr(text)
    assert isinstance(pick, t.Pick)
    assert isinstance(pick.binder.domain, t.RangeFrom)
    assert show_expr(pick.binder.domain.start) == "next(starter)"
    assert pick.binder.condition is not None
    assert show_expr(pick) == text
