"""What the site needs besides the pages: the examples that they link to, and colours for rules."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from pygments.lexer import RegexLexer, words
from pygments.lexers import LEXERS
from pygments.token import Comment, Keyword, Name, Number, Operator, String, Text

from ruledsl.syntax.words import DECLARATIONS, QUESTIONS, RESERVED, STEPS

ROOT = Path(__file__).parents[2]

_HEADERS = {"language", "game", "variant", "seen", "shown", "as"}
_KEYWORDS = sorted(DECLARATIONS | RESERVED | STEPS | _HEADERS)

_MODULE = "ruledsl_site_hooks"
__all__ = ["RulesLexer"]  # Pygments looks there


class RulesLexer(RegexLexer):
    """Colours for rule files, by the words that the language itself names."""

    name = "ruledsl rules"
    aliases = ("rules",)
    filenames = ("*.rules",)
    tokens = {  # noqa: RUF012 - so Pygments wants it
        "root": [
            (r"#.*$", Comment.Single),
            (r'"""(?s:.*?)"""', String.Doc),
            (r'"[^"\n]*"', String),
            (words(_KEYWORDS, prefix=r"\b", suffix=r"\b"), Keyword),
            (words(sorted(QUESTIONS), prefix=r"\b", suffix=r"(?=\()"), Name.Builtin),
            (r"\b[A-Z]\w*", Name.Class),
            (r"\d+", Number),
            (r"[a-z_]\w*", Name),
            (r"[-+*=<>!.:]+", Operator),
            (r"\s+|.", Text),
        ]
    }


def on_startup(**_: Any) -> None:
    """Make the colours known to the highlighter, which finds a lexer by the module that it is in."""
    sys.modules.setdefault(_MODULE, sys.modules[__name__])
    LEXERS["RulesLexer"] = (
        _MODULE,
        RulesLexer.name,
        tuple(RulesLexer.aliases),
        tuple(RulesLexer.filenames),
        (),
    )


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the examples, to which pages link."""
    for path in sorted((ROOT / "examples").iterdir()):
        if path.suffix in (".rules", ".py"):
            files.append(
                File.generated(config, f"examples/{path.name}", content=path.read_text("utf-8"))
            )
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """In the site the examples lie beside the pages, and the comments for tests are no matter of readers."""
    markdown = markdown.replace("](../examples/", "](examples/")
    return re.sub(r"^<!-- .* -->\n", "", markdown, flags=re.MULTILINE)
