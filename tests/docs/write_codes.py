"""Writes docs/codes.md from the catalogue of diagnostics: ``python -m tests.docs.write_codes``."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

from ruledsl.diagnostics.catalogue import EXAMPLE, all_codes
from ruledsl.diagnostics.codes.model import Code
from ruledsl.diagnostics.excerpt import excerpt

FILE = Path(__file__).parents[2] / "docs" / "codes.md"

THEMES = {
    0: "Text and syntax",
    1: "Names and variants",
    2: "Types and ranges",
    3: "Flow and actions",
    4: "Cards, money and knowledge",
    5: "Limits, machine files and records",
    6: "Tests in the language",
}
"""What the codes of each hundred are about."""

_HEAD = """# Codes

Every finding of `ruledsl check` has a code that never changes its meaning. `ruledsl explain CODE`
shows what this page says, which is written from the catalogue by `python -m tests.docs.write_codes`.
Of each example the lines are shown that are wrong or mended, with a little around them.
"""


def document(codes: tuple[Code, ...]) -> str:
    """The page: an overview by theme, then each code with a faulty file and the same mended."""
    parts = [_HEAD]
    themes = [(THEMES[h], tuple(group)) for h, group in groupby(codes, key=_hundred)]
    for theme, group in themes:
        rows = [f"| [{code.code}](#{code.code.lower()}) | {code.title} |" for code in group]
        parts.append(
            "\n".join([f"**{theme}**\n", "| code | what is wrong |", "|---|---|", *rows, ""])
        )
    for theme, group in themes:
        parts.append(f"## {theme}\n")
        parts.extend(_entry(code) for code in group)
    return "\n".join(parts)


def _hundred(code: Code) -> int:
    return int(code.code.removeprefix("RD")) // 100


def _entry(code: Code) -> str:
    parts = [
        f"### {code.code}\n",
        f"*{code.title}*\n",
        code.meaning.strip(),
        "",
        code.why.strip(),
        "",
    ]
    if code.bad:
        lines = excerpt(code.bad, code.good)
        # Indented, for fences could close one another.
        block = "\n".join(f"    {line}".rstrip() for line in lines)
        parts += [EXAMPLE if code.good else "An example:", "", block, ""]
    return "\n".join(parts)


if __name__ == "__main__":
    FILE.write_text(document(all_codes()), encoding="utf-8", newline="\n")
