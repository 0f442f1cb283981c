"""What the catalogue knows of one code."""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import frozen

HowFound: TypeAlias = Literal["reading", "play", "proof"]
"""Ways of looking for what is wrong."""


@frozen
class Code:
    """An entry of the catalogue of diagnostics.

    ``code`` is the stable name (``RD104``), ``title`` a line, ``meaning`` and ``why``
    a paragraph each. ``bad`` is a whole rule file that brings out exactly this
    code, ``good`` the same file mended; both are run by the tests. An entry whose
    fault no rule file can show (a damaged machine file, say) leaves both empty. ``found_by`` tells how it is found: by every
    check, or only by playing (`ruledsl check --play`), or only where proofs are asked for (`--proofs`).
    """

    code: str
    title: str
    meaning: str
    why: str
    bad: str = ""
    good: str = ""
    found_by: HowFound = "reading"
