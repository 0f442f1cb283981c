"""Laws of the formatter, on all rules there are and on such as nobody would write."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ruledsl import compiling
from ruledsl.diagnostics.catalogue import all_codes
from ruledsl.machine import serial
from ruledsl.syntax.format_wrapping import WIDTH
from ruledsl.syntax.formatter import format_text
from ruledsl.syntax.printer import show
from tests.format.texts import HEAD, OTHERS, SHIPPED, homes, laid, source, strewn, tree
from tests.properties.programs import made_up, written
from tests.syntax.test_grammar import laid_out, sentences

TEXTS = [file.read_text(encoding="utf-8") for file in (*SHIPPED, *OTHERS)]
TEXTS += [text for code in all_codes() for text in (code.bad, code.good)]
READABLE = [text for text in dict.fromkeys(TEXTS) if format_text(source(text)).text is not None]

_SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]


def obeys(text: str) -> str:
    """The text laid out, which says the same, holds the same comments, and is laid out."""
    out = laid(text)
    assert tree(out) == tree(text)
    assert re.findall(r"#\d+", out) == re.findall(r"#\d+", text)
    assert laid(out) == out
    assert not re.search(r"[ \t]\n|\n\n\n|\n\Z\n", out)
    return out


def machine(text: str, folder: Path | None = None) -> Any:
    """The machine of rules, without the places of the text and its lines."""
    outcome = compiling.compile_program(compiling.open_text("x.rules", text, folder), None, None)
    if outcome.machine is None:
        return None
    return placeless(json.loads(serial.dump(outcome.machine)))


def placeless(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: placeless(item) for key, item in value.items() if key != "texts"}
    if isinstance(value, (list, tuple)):
        if len(value) == 5 and isinstance(value[0], str) and value[0].endswith(".rules"):
            return None
        return [placeless(item) for item in value]
    return value


def test_there_is_enough_to_look_at() -> None:
    assert len(SHIPPED) >= 10
    assert len(READABLE) >= 100


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_what_is_shipped_is_laid_out(file: Path) -> None:
    """``ruledsl fmt rulesets examples`` makes it so."""
    text = file.read_text(encoding="utf-8")
    assert laid(text) == text


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_the_machine_is_the_same(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    crumpled = re.sub(r"(?<=[\w)\]]) +(?=[=+*(\[-])", "   ", text).replace("\n\n", "\n\n\n")
    expected = machine(text, file.parent)
    assert expected is not None
    assert machine(strewn(crumpled, 1, 40), file.parent) == expected
    assert machine(laid(strewn(crumpled, 1, 40)), file.parent) == expected


@pytest.mark.parametrize("number", range(len(READABLE)))
def test_all_rules_there_are(number: int) -> None:
    obeys(READABLE[number])


@settings(max_examples=60, deadline=None, suppress_health_check=_SLOW)
@given(st.sampled_from(READABLE), st.integers(0, 10**6), st.integers(1, 60))
def test_no_comment_is_lost_or_goes_elsewhere(text: str, seed: int, remarks: int) -> None:
    remarked = strewn(text, seed, remarks)
    assert tree(remarked) == tree(text)
    out = obeys(remarked)
    assert homes(out) == homes(remarked)


@settings(max_examples=60, deadline=None, suppress_health_check=_SLOW)
@given(st.integers(0, 10**6), st.integers(0, 30))
def test_made_up_programs_make_the_same_machine(seed: int, remarks: int) -> None:
    text = written(made_up(seed))
    assert tree(show(tree(text))) == tree(text)
    out = obeys(strewn(text, seed, remarks))
    assert machine(out) == machine(text)


@settings(max_examples=40, deadline=None, suppress_health_check=_SLOW)
@given(sentences("expr"), st.integers(0, 10**6))
def test_expressions_of_the_grammar(sentence: str, seed: int) -> None:
    text = f"{HEAD}define it = {sentence}\n"
    if format_text(source(text)).text is None:
        return  # longer or deeper than is allowed
    obeys(strewn(text, seed, 3))


@pytest.mark.parametrize(
    "start", ["action", "phase", "test", "deck", "table", "match", "setup", "play"]
)
def test_declarations_of_the_grammar(start: str) -> None:
    @settings(max_examples=12, deadline=None, suppress_health_check=_SLOW)
    @given(sentences(start), st.integers(0, 10**6))
    def check(sentence: str, seed: int) -> None:
        text = HEAD + laid_out(sentence) + "\n"
        if format_text(source(text)).text is not None:
            obeys(strewn(text, seed, 5))

    check()


@pytest.mark.parametrize("number", range(len(READABLE)))
def test_what_the_printer_writes_is_laid_out_but_for_columns_and_long_lines(number: int) -> None:
    printed = show(tree(READABLE[number]))
    if all(len(line) <= WIDTH for line in printed.split("\n")):
        assert re.sub(r'(?<=\S) +"(?!"")', ' "', laid(printed)) == printed
