"""What the catalogue knows of one code."""

from __future__ import annotations

from attrs import frozen


@frozen
class Code:
    """An entry of the catalogue of diagnostics.

    ``code`` is the stable name (``RD104``), ``title`` a line, ``meaning`` and ``why``
    a paragraph each. ``bad`` is a whole rule file that brings out exactly this
    code, ``good`` the same file mended; both are run by the tests. An entry whose
    fault no rule file can show (a damaged machine file, say) leaves both empty. ``by_play``: only a check by
    play finds it (`ruledsl check --play`).
    """

    code: str
    title: str
    meaning: str
    why: str
    bad: str = ""
    good: str = ""
    by_play: bool = False
