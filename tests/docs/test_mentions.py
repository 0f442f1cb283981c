"""Commands that the documents mention in a sentence are commands that there are."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterator

import pytest

from ruledsl.cli.completion import taken
from ruledsl.cli.main import VERBS
from ruledsl.semantics.library import shipped_rulesets
from tests.docs.console import DOCUMENTS

RULESETS = tuple(shipped_rulesets())
OPTIONS = {
    verb.name: {name for option in verb.options for name in option.names}
    for verb in taken(VERBS, RULESETS).verbs
}
PLACEHOLDER = re.compile(r"[A-Z|]+")


def mentions() -> Iterator[tuple[str, str]]:
    """Each command in backquotes, with the document that has it."""
    for document in DOCUMENTS:
        text = document.read_text(encoding="utf-8")
        for command in re.findall(r"`ruledsl ([^`]+)`", text):
            yield document.name, " ".join(command.replace("\\|", "|").split())


@pytest.mark.parametrize(("document", "command"), sorted(set(mentions())))
def test_a_command_exists(document: str, command: str) -> None:
    verb, *rest = command.split()
    if verb == "COMMAND" or verb.startswith("--"):
        return
    assert verb in VERBS, document
    options = {word.split("=")[0] for word in rest if word.startswith("-")}
    assert options - {"--help"} <= OPTIONS[verb], document


def test_a_mentioned_ruleset_is_there_or_is_an_example() -> None:
    own = {
        "nim",
        "my_game",
        "my_poker",
        "pearls",
        "pearls_brave",
        "house_rules",
        "even_and_odd",
        "larder",
    }
    for document, command in mentions():
        verb, *rest = command.split()
        names = verb in ("play", "compile", "graph") and rest and not rest[0].startswith("-")
        if names and not PLACEHOLDER.fullmatch(rest[0]):
            name = rest[0].removesuffix(".rules")
            assert name in {*RULESETS, *own}, f"{document}: {command}"


def test_a_mentioned_module_can_be_run() -> None:
    texts = [document.read_text(encoding="utf-8") for document in DOCUMENTS]
    modules = {name for text in texts for name in re.findall(r"`python -m ([\w.]+)`", text)}
    assert "tests.docs.write_codes" in modules
    assert {name for name in modules if importlib.util.find_spec(name) is None} == set()
