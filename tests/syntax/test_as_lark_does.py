"""What is done here in less time than Lark takes comes out as Lark has it: tokens, trees, and all places in the text."""

from __future__ import annotations

import random
from typing import Any

import pytest
from lark import Token, Tree
from lark.exceptions import UnexpectedToken

from ruledsl.source import SourceFile
from ruledsl.syntax.automaton import Automaton
from ruledsl.syntax.layout import Layout
from ruledsl.syntax.lexing import lex
from ruledsl.syntax.scanning import scanned
from ruledsl.syntax.tables import from_grammar, grammar, grammar_path
from tests.fuzz.changing import Changing, seeds

TEXTS = seeds()
CHANGED = 150

ODD = (
    "",
    "\n",
    "#",
    "\t\t\n \r\n\x00 a\rb \u2028 c",
    'language 1\ngame g "G\n"""a\n\n""" """b',
    "'single' 1.5 // && \u202e é e\u0301 \U0001f0a1 ﬁ",
    "a" * 300 + "(" * 120,
)


def token(found: Token) -> tuple[Any, ...]:
    """All that a token says."""
    here = (found.line, found.column, found.start_pos)
    return found.type, str(found), *here, found.end_line, found.end_column, found.end_pos


def tree(found: Tree[Token] | Token) -> tuple[Any, ...]:
    """All that a tree says."""
    if isinstance(found, Token):
        return token(found)
    meta = found.meta
    place: tuple[int, ...] = ()
    if not meta.empty:
        place = (meta.line, meta.column, meta.start_pos)
        place += (meta.end_line, meta.end_column, meta.end_pos)
    return str(found.data), place, tuple(map(tree, found.children))


def changed() -> list[str]:
    """Rule texts changed by chance, most of them with faults."""
    changing, chance = Changing(TEXTS), random.Random(1)
    return [changing.changed(chance.choice(TEXTS), chance) for _ in range(CHANGED)]


@pytest.mark.parametrize("texts", [TEXTS, ODD, changed()], ids=["rules", "odd", "changed"])
def test_tokens_are_those_of_the_lexer_of_lark(texts: tuple[str, ...]) -> None:
    language = grammar()
    for text in texts:
        parser = language.parse_interactive(text)
        lexer: Any = parser.lexer_thread
        theirs = lexer.lex(parser.parser_state)
        ours = Layout().process(scanned(language, text))
        assert list(map(token, ours)) == list(map(token, theirs)), text


@pytest.mark.parametrize("texts", [TEXTS, changed()], ids=["rules", "changed"])
@pytest.mark.parametrize("made", ["tables", "grammar"])
def test_trees_are_those_of_the_parser_of_lark(texts: tuple[str, ...], made: str) -> None:
    language = grammar()
    if made == "grammar":
        language = from_grammar(grammar_path().read_text(encoding="utf-8"))
    whole = 0
    for text in texts:
        theirs = language.parse_interactive(text).parser_state
        ours = Automaton(language)
        for each in lex(language, SourceFile("x", text)).tokens:
            try:
                theirs.feed_token(each)
            except UnexpectedToken:
                assert not ours.feed(each), text
                break
            assert ours.feed(each), text
        else:
            found = ours.finish()
            try:
                wanted = theirs.feed_token(Token("$END", ""), is_end=True)
            except UnexpectedToken:
                assert found is None, text
                continue
            assert found is not None, text
            assert tree(found) == tree(wanted), text
            whole += 1
    assert whole > 5
