"""The grammar itself: no conflict, fresh tables, words told right, and its own sentences parse."""

from __future__ import annotations

import json
import logging

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.lark import from_lark
from lark import Lark, logger
from lark.lexer import PatternStr

from ruledsl.syntax import tables
from ruledsl.syntax.build import MAKERS
from ruledsl.syntax.layout import Layout
from ruledsl.syntax.printer import show
from ruledsl.syntax.words import QUESTIONS, RESERVED, SIGNS
from tests.syntax.texts import FILES, HEAD, read

GRAMMAR = tables.grammar_path().read_text(encoding="utf-8")


def test_the_grammar_has_no_conflict(caplog: pytest.LogCaptureFixture) -> None:
    # Lark resolves a shift/reduce conflict in silence; it tells only its debug log.
    logger.addHandler(caplog.handler)
    level = logger.level
    logger.setLevel(logging.DEBUG)
    try:
        Lark(GRAMMAR, parser="lalr", lexer="basic", postlex=Layout(), start="file", debug=True)
    finally:
        logger.setLevel(level)
        logger.removeHandler(caplog.handler)
    assert [r.getMessage() for r in caplog.records if "onflict" in r.getMessage()] == []


def test_a_conflict_would_be_seen(caplog: pytest.LogCaptureFixture) -> None:
    logger.addHandler(caplog.handler)
    level = logger.level
    logger.setLevel(logging.DEBUG)
    try:
        Lark('start: "if" start ("else" start)? | "x"', parser="lalr", lexer="basic", debug=True)
    finally:
        logger.setLevel(level)
        logger.removeHandler(caplog.handler)
    assert any("onflict" in r.getMessage() for r in caplog.records)


def test_the_tables_are_those_of_the_grammar() -> None:
    kept = tables.tables_path().read_text(encoding="utf-8")
    if json.loads(kept)["made_of"]["lark"] != tables.made_of(GRAMMAR)["lark"]:
        pytest.skip("the tables were made by another version of Lark and are not used here")
    assert kept == tables.tables_of(GRAMMAR), "run `python -m ruledsl.syntax.tables`"


def test_tables_and_grammar_make_the_same_parser() -> None:
    quick, slow = tables.grammar(), tables.from_grammar(GRAMMAR)
    for file in FILES:
        text = file.read_text(encoding="utf-8")
        assert quick.parse(text) == slow.parse(text)


def test_tables_of_another_grammar_are_not_used() -> None:
    assert tables.from_tables(GRAMMAR) is not None
    assert tables.from_tables(GRAMMAR + "// changed\n") is None


def test_every_rule_has_a_function_that_makes_its_node() -> None:
    rules = {
        str(rule.alias or rule.origin.name)
        for rule in tables.grammar().rules
        if not rule.origin.name.startswith("_") and not (rule.options.expand1 and not rule.alias)
    }
    assert rules == set(MAKERS)


def test_the_lists_of_words_are_those_of_the_grammar() -> None:
    language = tables.from_grammar(GRAMMAR)
    fixed = {
        t.name: t.pattern.value for t in language.terminals if isinstance(t.pattern, PatternStr)
    }
    words = {value for value in fixed.values() if value.isalpha()}
    assert {name: value for name, value in fixed.items() if not value.isalpha()} == SIGNS
    assert all(name == value.upper() for name, value in fixed.items() if value.isalpha())

    def first_words(rule: str) -> set[str]:
        found = set()
        for r in language.rules:
            if r.origin.name == rule:
                (symbol,) = r.expansion
                found |= (
                    {fixed.get(symbol.name, "")} if symbol.is_term else first_words(symbol.name)
                )
        return found - {""}

    assert words - first_words("name") == RESERVED
    assert first_words("name") - first_words("callee") == QUESTIONS


# --- sentences of the grammar -----------------------------------------------------------------

# Without the rules for text that could not be read, and with the free words among the
# names rather than as fifty alternatives of every name, which makes sentences too long.
_HEAD, _REST = GRAMMAR.split("name: NAME |", 1)
_REST = _REST[_REST.index("// Words that are kept") : _REST.index("// ---- what stands for text")]
_PLAIN = (
    (_HEAD + "name: NAME\ncallee: NAME\n" + _REST)
    .replace("\n     | broken_line)", ")")
    .replace(" | broken_line", "")
    .replace(" | broken", "")
)
_STARTS = [
    "file",
    "expr",
    "action",
    "phase",
    "test",
    "deck",
    "table",
    "var",
    "card",
    "for",
    "if",
    "sees",
    "tells",
    "when",
]
_LANGUAGE = Lark(_PLAIN, parser="lalr", lexer="basic", start=_STARTS)
_INDENT, _DEDENT, _NL = "\1", "\2", "\3"
_TERMINALS = {
    **{
        t.name: st.just(t.pattern.value + " ")
        for t in _LANGUAGE.terminals
        if isinstance(t.pattern, PatternStr)
    },
    "COMPARE": st.sampled_from(["== ", "!= ", "< ", "<= ", "> ", ">= "]),
    "NAME": st.sampled_from(["a ", "b2 ", "Stock ", "your_hand ", "_ ", "card ", "row ", "times "]),
    "INT": st.sampled_from(["0 ", "1 ", "42 "]),
    "STRING": st.sampled_from(['"" ', '"a text, it\'s # one" ']),
    "LONG_STRING": st.sampled_from(['"""""" ', '"""One line.""" ', '"""Two\n  lines""" ']),
    "_NL": st.just(_NL),
    "_INDENT": st.just(_INDENT),
    "_DEDENT": st.just(_DEDENT),
}


def laid_out(sentence: str, level: int = 0) -> str:
    """A sentence with marks for lines and blocks as text with real indentation."""
    lines: list[str] = []
    for line in sentence.split(_NL):
        level += line.count(_INDENT) - line.count(_DEDENT)
        lines.append("    " * level + line.replace(_INDENT, "").replace(_DEDENT, "").strip())
    return "\n".join(lines)


def sentences(start: str) -> st.SearchStrategy[str]:
    """Sentences of a rule, each token followed by a blank, with marks for lines and blocks."""
    terminals, rules, ignored = _LANGUAGE.grammar.compile([start], set())
    used = {t.name for t in terminals} | {s.name for r in rules for s in r.expansion if s.is_term}
    explicit = {name: tokens for name, tokens in _TERMINALS.items() if name in used}
    explicit |= {name: st.just(" ") for name in ignored}
    return from_lark(_LANGUAGE, start=start, explicit=explicit)


_MANY = settings(
    max_examples=50,
    deadline=None,
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.filter_too_much,
    ],
)


def comes_back(text: str) -> None:
    parsed = read(text)
    if any(d.code in ("RD005", "RD006") for d in parsed.diagnostics):
        return  # longer or deeper than is allowed
    assert parsed.diagnostics == (), text
    assert parsed.file is not None
    printed = show(parsed.file)
    again = read(printed)
    if any(d.code == "RD005" for d in again.diagnostics):
        return
    assert again.file == parsed.file, printed


@_MANY
@given(sentences("expr"))
def test_expressions_of_the_grammar_come_back(sentence: str) -> None:
    comes_back(f"{HEAD}define it = {sentence}\n")


@pytest.mark.parametrize("start", ["action", "phase", "test", "deck", "table", "var"])
def test_declarations_of_the_grammar_come_back(start: str) -> None:
    @settings(_MANY, max_examples=12)
    @given(sentences(start))
    def check(sentence: str) -> None:
        comes_back(HEAD + laid_out(sentence) + "\n")

    check()


@pytest.mark.parametrize("start", ["for", "if"])
def test_statements_of_the_grammar_come_back(start: str) -> None:
    @settings(_MANY, max_examples=12)
    @given(sentences(start))
    def check(sentence: str) -> None:
        comes_back(HEAD + "play:\n" + laid_out(sentence, level=1) + "\n")

    check()


@pytest.mark.parametrize("start", ["sees", "tells", "when"])
def test_lines_of_tests_of_the_grammar_come_back(start: str) -> None:
    @settings(_MANY, max_examples=20)
    @given(sentences(start))
    def check(sentence: str) -> None:
        comes_back(HEAD + 'test "t":\n' + laid_out(sentence, level=1) + "\n")

    check()


@settings(_MANY, max_examples=12)
@given(sentences("file"))
def test_files_of_the_grammar_come_back(sentence: str) -> None:
    text = laid_out(sentence)
    _, rest = text.split("\n", 1)  # the number of the version may be any in the grammar
    comes_back("language 1\n" + rest)
