"""The catalogue of diagnostics: every code of every pass, found by its name.

Codes are kept by theme in ``ruledsl.diagnostics.codes``: the module ``names`` holds
the tuple ``NAMES``, and so on. Nothing is imported before it is asked for: a
check that finds no fault never reads the catalogue.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module

from ruledsl.diagnostics.codes.model import Code

MODULES: dict[str, tuple[int, int]] = {
    "syntax": (1, 99),
    "names": (100, 199),
    "types": (200, 299),
    "flow": (300, 399),
    "cards": (400, 499),
    "limits": (500, 519),
    "files": (520, 549),
    "play": (550, 579),
    "proofs": (580, 599),
    "tests": (600, 699),
}
"""The modules of codes, with the first and the last number that each may use:

text and syntax 1-99, names and variants 100-199, types and ranges 200-299, flow and
actions 300-399, cards, money and knowledge 400-499, limits and what is asked from outside
500-519, machine files and records of play 520-549, what checks by play find 550-579, what proofs leave open 580-599, tests in the language 600-699.
"""


def codes_of(module: str) -> tuple[Code, ...]:
    """The codes kept in one of `MODULES`, in the order in which they stand there."""
    loaded = import_module(f"ruledsl.diagnostics.codes.{module}")
    codes: tuple[Code, ...] = getattr(loaded, module.upper())
    return codes


def all_codes() -> tuple[Code, ...]:
    """The whole catalogue, by number."""
    return tuple(sorted((c for module in MODULES for c in codes_of(module)), key=lambda c: c.code))


def lookup(code: str) -> Code | None:
    """The entry of that name (``RD104``; ``rd104`` and ``104`` will do), or None if there is none."""
    match = re.fullmatch(r"(?:[Rr][Dd])?([0-9]{1,3})", code.strip())
    if match is None:
        return None
    number = int(match[1])
    name = f"RD{number:03}"
    return next((entry for entry in _candidates(number) if entry.code == name), None)


def _candidates(number: int) -> Iterator[Code]:
    for module, (low, high) in MODULES.items():
        if low <= number <= high:
            yield from codes_of(module)


def explain(code: Code) -> str:
    """What ``ruledsl explain CODE`` says: title, meaning, reason, what is wrong in an example and how it is mended."""
    from ruledsl.diagnostics.excerpt import excerpt

    parts = [f"{code.code}: {code.title}", code.meaning.strip(), code.why.strip()]
    if code.bad:
        parts.append(EXAMPLE if code.good else "An example:")
        lines = excerpt(code.bad, code.good)
        parts.append("\n".join(f"    {line}".rstrip() for line in lines))
    return "\n\n".join(part for part in parts if part) + "\n"


EXAMPLE = "An example (`-` what is wrong, `+` what is right):"
"""What stands above an example."""
