"""Rule text to syntax tree: the way through this layer.

    text --lexing, layout--> tokens --recovery (grammar)--> Lark's tree --build--> tree.File

Whatever the text, the result is a :class:`Parsed`; nothing is raised.
"""

from __future__ import annotations

from attrs import evolve, field, frozen
from lark import Token, Tree

from ruledsl.diagnostics.fixing import spaced
from ruledsl.diagnostics.model import Diagnostic, in_reading_order
from ruledsl.limits import NESTING, WORDS
from ruledsl.source import SourceFile
from ruledsl.syntax import build_declarations, build_expressions, build_statements
from ruledsl.syntax import tree as t
from ruledsl.syntax.build import HELPERS, build, span_of_tree
from ruledsl.syntax.echoes import without_echoes
from ruledsl.syntax.header import LANGUAGE, FirstLine, read_first_line
from ruledsl.syntax.lexing import Lexed, lex, too_deep
from ruledsl.syntax.outline import outline
from ruledsl.syntax.reading import over_limits
from ruledsl.syntax.recovery import run
from ruledsl.syntax.tables import grammar

__all__ = ["Parsed", "Words", "parse", "parse_words"]

# The modules that hold the functions for the rules of the grammar put them on a list
# when they are imported.
_MAKERS = (build_declarations, build_expressions, build_statements)


@frozen
class Parsed:
    """What could be read of a file.

    ``file`` holds the declarations without a fault; it is None when the header could
    not be read, or next to nothing. ``broken_names`` are the names that the left out
    declarations would have declared. ``words`` counts the words and signs of the text.
    """

    file: t.File | None
    diagnostics: tuple[Diagnostic, ...]
    broken_names: frozenset[str] = field(default=frozenset())
    words: int = 0


@frozen
class Words:
    """The words and signs of a text, and the tree that the grammar makes of them."""

    tokens: list[Token]
    tree: Tree[Token]


def parse(source: SourceFile, room: int = WORDS) -> Parsed:
    """The syntax tree of a rule file, with all that is wrong with its text.

    It may have ``room`` words and signs: what the variants of it have left.
    """
    return parse_words(source, room)[0]


def parse_words(source: SourceFile, room: int = WORDS) -> tuple[Parsed, Words | None]:
    """What `parse` gives, and what that was made of, if the whole text could be read."""
    parsed, words = _parse(source, room)
    if all(found.fix is None for found in parsed.diagnostics):
        return parsed, words
    found = [
        d if d.fix is None else evolve(d, fix=spaced(source, d.fix)) for d in parsed.diagnostics
    ]
    return evolve(parsed, diagnostics=tuple(found)), words


def _parse(source: SourceFile, room: int) -> tuple[Parsed, Words | None]:
    problem = over_limits(source)
    if problem is not None:
        return Parsed(None, (problem,)), None
    first_line = read_first_line(source)
    if first_line.is_newer or (first_line.problem and first_line.problem.code == "RD002"):
        assert first_line.problem is not None
        return Parsed(None, (first_line.problem,)), None
    language = grammar()
    lexed = lex(language, source, room)
    found = list(lexed.diagnostics)
    if first_line.problem is not None:
        found.append(first_line.problem)
        _put_language_line(lexed, first_line)
    if not lexed.is_whole:
        return Parsed(None, in_reading_order(found)), None
    plan = outline(lexed.tokens)
    parsed, faults = run(language, lexed, source.name)
    found += faults
    if parsed is None:
        shown = without_echoes(found, lexed.tokens)
        names = plan.names(range(len(plan.parts)))
        return Parsed(None, in_reading_order(shown), names), None
    found += _too_deep(parsed, source.name)
    broken = plan.broken_by(found)
    names = plan.names(broken)
    shown = without_echoes(found, lexed.tokens)
    if broken & {0, 1}:
        return Parsed(None, in_reading_order(shown), names), None
    whole = [part for part in parsed.children if plan.part_at(_line(part)) not in broken]
    file = build(Tree(parsed.data, whole, parsed.meta), source.name)
    words = None if broken else Words(lexed.tokens, parsed)
    return Parsed(file, in_reading_order(shown), names, len(lexed.tokens)), words


def _put_language_line(lexed: Lexed, first_line: FirstLine) -> None:
    """Go on as if the first line were right, so that the other faults are found too."""
    if not lexed.tokens:
        return
    rest = [token for token in lexed.tokens if token.line != first_line.line]
    first = lexed.tokens[0]
    kinds = {"LANGUAGE": "language", "INT": str(LANGUAGE), "_NL": ""}
    line = [Token.new_borrow_pos(kind, text, first) for kind, text in kinds.items()]
    lexed.tokens[:] = line + rest


def _line(part: Tree[Token] | Token) -> int:
    return (part.line if isinstance(part, Token) else part.meta.line) or 1


def _too_deep(parsed: Tree[Token], file: str) -> list[Diagnostic]:
    """One finding for every declaration whose parts stand too deep inside one another."""
    found = []
    for part in parsed.children:
        todo: list[tuple[Tree[Token] | Token, int]] = [(part, 0)]
        while todo:
            node, depth = todo.pop()
            if isinstance(node, Token):
                continue
            depth += node.data not in HELPERS
            if depth > NESTING:
                found.append(too_deep(span_of_tree(node, file)))
                break
            todo.extend((child, depth) for child in node.children)
    return found
