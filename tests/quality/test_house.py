"""Rules of the house: the size of modules, their docstrings, and no game's words in the package."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "ruledsl").rglob("*.py"))

LONGEST = 500
"""Lines of a module; a longer one says why in its docstring, in a sentence with `REASON`."""
REASON = "longer than most modules because"

COMMON = frozenset(
    re.findall(
        r"\w+",
        """
        a an and at auction auctions bank base bid bidding bids by call card cards choice coins
        count dice draw each even first for four free from game go hand hands high in is lot low
        match money no of on one open or pair part parts pass passes play players poker pool rank
        red row rule rules sale score seat set shuffle suit table team ten the three to top trick
        trick_taking tricks trump trumps turn two up variant whist winner with without
        """,
    )
)
"""Words of card players and of plain English; a title may have them, and so may the package."""

UNFINISHED = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
OF_A_MACHINE = re.compile(r"(?<![\w.])/(?:home|root|Users|tmp|work)/\w")
"""Paths of the machine that something was written on."""
REGISTRY = re.compile(r"\bpypi\b|pythonhosted", re.IGNORECASE)


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("file", FILES, ids=relative)
def test_a_module_has_a_docstring_and_a_bearable_length(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    doc = ast.get_docstring(ast.parse(text))
    assert doc, "what is this module for?"
    if text.count("\n") > LONGEST:
        assert REASON in " ".join(doc.split()), f"{text.count(chr(10))} lines"


def game_words() -> Iterator[str]:
    """The names and the words of the titles of all shipped games, variants and parts."""
    header = re.compile(
        r'^(?:game|variant|part)\s+(\w+)(?:\s+of\s+\w+)?(?:\s+"([^"]*)")?', re.MULTILINE
    )
    for file in sorted((ROOT / "rulesets").rglob("*.rules")):
        found = header.search(file.read_text(encoding="utf-8"))
        assert found, relative(file)
        yield found[1].lower()
        for word in re.findall(r"[^\W\d_]+", found[2] or ""):
            if len(word) > 2:
                yield word.lower()


def test_no_word_of_a_game_stands_in_the_package() -> None:
    words = set(game_words()) - COMMON
    assert len(words) >= 3
    for file in FILES:
        text = file.read_text(encoding="utf-8").lower()
        # A name such as `ka_ching` is one word; so is each of `deal_hand`.
        there = set(re.findall(r"\w+", text)) | set(re.findall(r"[^\W_]+", text))
        assert not words & there, f"{relative(file)}: {sorted(words & there)}"


def product_texts() -> Iterator[Path]:
    """Everything that people who get the project read, tests aside."""
    for name in ("README.md", "CHANGELOG.md", "pyproject.toml"):
        yield ROOT / name
    for folder in ("ruledsl", "grammar", "rulesets", "docs", "examples"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".py", ".md", ".rules", ".lark", ".toml", ".txt"):
                yield path


def test_nothing_is_unfinished_or_tied_to_one_machine() -> None:
    count = 0
    for path in product_texts():
        count += 1
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
            for pattern in (UNFINISHED, OF_A_MACHINE, REGISTRY):
                found = pattern.search(line)
                assert not found, f"{relative(path)}:{number}: {line.strip()}"
    assert count > 50


def test_the_readme_has_its_two_commands() -> None:
    """``.ci/run`` takes the second from there."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for mark, word in (("play", "ruledsl play"), ("test", "-m pytest")):
        blocks = re.findall(rf"^<!-- {mark} -->\n```sh\n(.*)\n```$", text, re.MULTILINE)
        assert len(blocks) == 1
        assert word in blocks[0]
