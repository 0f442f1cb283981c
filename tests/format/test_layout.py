"""What the one layout is, case by case."""

from __future__ import annotations

import pytest

from ruledsl.syntax.format_wrapping import WIDTH
from ruledsl.syntax.formatter import format_text
from tests.format.texts import HEAD, declarations, laid, source, tree

# written, laid out; both stand below the two first lines
CASES: dict[str, tuple[str, str]] = {
    "blanks between words": (
        "zone   hand[ Player ]seen by owner\n",
        "zone hand[Player] seen by owner\n",
    ),
    "blanks around operators": (
        "define it=a+b*-c-(-d) . e\n",
        "define it = a + b * -c - (-d).e\n",
    ),
    "a bracket of its own stands apart, one behind a name does not": (
        "define it = not(a) and f (b) [ 1 ] in[1,2]\n",
        "define it = not (a) and f(b)[1] in [1, 2]\n",
    ),
    "a plain range is close": (
        "type A = 1 .. 5\ndefine f(p) = p in -1 .. some_name\n",
        "type A = 1..5\ndefine f(p) = p in -1..some_name\n",
    ),
    "any other range is wide": (
        "define f(p) = p in a+1..your b\ndefine g(p) = p in 0..n div 2\ndefine h(p) = p in 1..f(2)\n",
        "define f(p) = p in a + 1 .. your b\ndefine g(p) = p in 0 .. n div 2\n"
        "define h(p) = p in 1 .. f(2)\n",
    ),
    "indentation is four blanks": (
        "play:\n  if a:\n     do b\n  else:\n    do c\n",
        "play:\n    if a:\n        do b\n    else:\n        do c\n",
    ),
    "a statement behind a colon gets its own line": (
        "play:\n    if a: do b  # why\n    # else\n    else: do c\n",
        "play:\n    if a:\n        do b  # why\n    # else\n    else:\n        do c\n",
    ),
    "one blank line at most, none at the beginning of a block": (
        "\n\nplay:\n\n    do a\n\n\n\n    do b\n\n\n",
        "play:\n    do a\n\n    do b\n",
    ),
    "blank lines around blocks of statements, not around lines": (
        "var a: Bool = no seen by all\n# about it\nplay: do b\nvar c: Bool = no seen by all\n"
        "var d: Bool = no seen by all\n",
        "var a: Bool = no seen by all\n\n# about it\nplay:\n    do b\n\n"
        "var c: Bool = no seen by all\nvar d: Bool = no seen by all\n",
    ),
    "a docstring follows its line at once": (
        'pile a seen by all\n\n\n"""  What it is.\n\n     More.\n"""\n\npile b seen by all\n',
        'pile a seen by all\n"""What it is.\n\nMore."""\n\npile b seen by all\n',
    ),
    "a docstring in a block moves with the block and keeps its inner margin": (
        'phase a:\n  """First.\n    Deeper.\n  Last."""\n  do b\n',
        'phase a:\n    """First.\n      Deeper.\n    Last."""\n    do b\n',
    ),
    "a docstring that ends with a quotation mark": (
        'phase a:\n    """Say "go"\n    """\n    do b\n',
        'phase a:\n    """Say "go" """\n    do b\n',
    ),
    "meanings of neighbouring options stand in one column": (
        'option a: 1..5 = 2 "one"\noption longer: Bool = no      "two"\n\noption b: Bool = no    "three"\n',
        'option a: 1..5 = 2        "one"\noption longer: Bool = no  "two"\n\noption b: Bool = no "three"\n',
    ),
    "comments": (
        "# above   \nplay:      # behind\n  # within\n    # within too\n  do a# close\n    # deeper\n# below\n",
        "# above\nplay:  # behind\n    # within\n    # within too\n    do a  # close\n    # deeper\n# below\n",
    ),
    "a comment stays in the block that it stands in": (
        "play:\n  if a:\n    do b\n    # of the inner block\n  # of the outer one\n  do c\n # of none\n",
        "play:\n    if a:\n        do b\n        # of the inner block\n    # of the outer one\n    do c\n"
        "# of none\n",
    ),
    "lines in a bracket are joined": (
        "define it = f(\n    a,\n\n    b\n)\n",
        "define it = f(a, b)\n",
    ),
    "a comment in a bracket keeps the line open": (
        "define it = f(a # first\n    , b\n    # third\n    , c)\n",
        "define it = f(\n    a,  # first\n    b,\n    # third\n    c\n)\n",
    ),
    "comments behind brackets": (
        "define it = f( # one\n    a # two\n    ) # three\n",
        "define it = f(  # one\n    a  # two\n)  # three\n",
    ),
    "a comment in an index": (
        "define it = a[ # one\n    b]\n",
        "define it = a[  # one\n    b\n]\n",
    ),
    "a list is filled line by line": (
        f"team t = f({', '.join(['a_long_word'] * 12)})\n",
        f"team t = f(\n    {', '.join(['a_long_word'] * 7)},\n    {', '.join(['a_long_word'] * 5)}\n)\n",
    ),
    "a question is divided before its clauses": (
        f"define it = highest({'x' * 30} in {'y' * 30} where {'z' * 20} by {'v' * 20}, first of equals"
        f" else {'w' * 10})\n",
        f"define it = highest(\n    {'x' * 30} in {'y' * 30}\n    where {'z' * 20}\n"
        f"    by {'v' * 20}, first of equals\n    else {'w' * 10}\n)\n",
    ),
    "a condition is divided before its weakest word": (
        f"define it = not ({'x' * 30} == 1 and {'y' * 30} == 2 or {'z' * 30} == 3)\n",
        f"define it = not (\n    {'x' * 30} == 1 and {'y' * 30} == 2\n    or {'z' * 30} == 3\n)\n",
    ),
    "what is still too long is divided again, deeper": (
        f"define it = not ({'x' * 60} == 1 and {'y' * 60} == 2 or {'z' * 30} == 3)\n",
        f"define it = not (\n    {'x' * 60} == 1\n        and {'y' * 60} == 2\n    or {'z' * 30} == 3\n)\n",
    ),
    "the bracket that holds most is broken": (
        f"define it = f({'x' * 20}) + g({'y' * 30}, {'z' * 30}) + h({'w' * 20})\n",
        f"define it = f({'x' * 20}) + g(\n    {'y' * 30}, {'z' * 30}\n) + h({'w' * 20})\n",
    ),
    "a bracket that holds little is not broken": (
        f'play:\n    require f({"x" * 40}), otherwise "{"y" * 80}"\n',
        f'play:\n    require f({"x" * 40}), otherwise "{"y" * 80}"\n',
    ),
    "lines of tests": (
        'test "t":\n  given a[1]=blue 4,4 of spades\n  when 1:lay( blue 4 );skip\n  refuse 1:go because "x"\n',
        'test "t":\n    given a[1] = blue 4, 4 of spades\n    when 1: lay(blue 4); skip\n'
        '    refuse 1: go because "x"\n',
    ),
    "decks and tables": (
        "deck d [Player]:\n  2*Pip( each of 1 2 3,each Suit )where n==3\ntable t[player_count]\n  3:-3 ,6\n",
        "deck d[Player]:\n    2 * Pip(each of 1 2 3, each Suit) where n == 3\n"
        "table t[player_count]\n    3: -3, 6\n",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_layout(case: str) -> None:
    written, wanted = CASES[case]
    assert declarations(written) == wanted
    assert declarations(wanted) == wanted


def test_the_first_lines() -> None:
    text = '\n# about\n\n\nlanguage 1\n\n\ngame  duel "Duel"\n\n"""What it is."""\nplayers 2'
    assert laid(text) == (
        '\n# about\n\nlanguage 1\n\ngame duel "Duel"\n"""What it is."""\n\nplayers 2\n'.lstrip("\n")
    )


def test_lines_are_as_long_as_said() -> None:
    text = "define it = f(" + ",\n ".join(f"g({n}, {n + 1})" for n in range(200)) + ")\n"
    for line in declarations(text).split("\n"):
        assert len(line) <= WIDTH


def test_deep_brackets() -> None:
    text = HEAD + "define it = " + "(a + " * 90 + "b" + ")" * 90 + "\n"
    out = laid(text)
    assert tree(out) == tree(text)
    assert laid(out) == out


def test_a_line_is_not_made_longer_than_can_be_read() -> None:
    moves = "; ".join(f"sell(\n        {'x' * 20}, {'y' * 20})" for _ in range(40))
    text = HEAD + f'test "t":\n    moves of 1: {moves}\n'
    out = laid(text)
    assert tree(out) == tree(text)
    assert laid(out) == out


def test_a_text_that_would_become_too_large_is_left_alone() -> None:
    text = HEAD + f'phase p:\n """First.\n {"y" * 996}"""\n do q\n'
    formatted = format_text(source(text))
    assert formatted.text is None
    (found,) = formatted.diagnostics
    assert found.code == "RD005"
    assert "this line has 1,003 characters" in (found.help or "")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "RD002"),
        ("# nothing\n", "RD002"),
        ("language 9\n", "RD011"),
        (HEAD + "players two and\n", "RD060"),
        (HEAD + "play:\n\tdo a\n", "RD020"),
        (HEAD + 'announce "open\n', "RD030"),
        (HEAD + "play:\n    if a = b:\n        do c\n", "RD050"),
    ],
)
def test_a_text_with_faults_is_left_alone(text: str, code: str) -> None:
    formatted = format_text(source(text))
    assert formatted.text is None
    assert code in [found.code for found in formatted.diagnostics]
