"""The rules hash: what a ruleset says, whatever words it says it in.

SHA-256 of the canonical JSON of the merged ruleset without spans, docstrings, titles,
reasons, shown texts, the wording of announcements (what they tell counts) and tests. It depends on the rules alone,
not on the version of this package.
"""

from __future__ import annotations

import hashlib
import json
import re
from functools import cache
from typing import Any

import attrs

from ruledsl.semantics.variants import Ruleset
from ruledsl.syntax import tree
from ruledsl.version import LANGUAGE

_WORDS = frozenset({"span", "doc", "title", "reason", "shown", "meaning"})


def rules_hash(ruleset: Ruleset) -> str:
    """The hash, as 64 hexadecimal digits."""
    defaults = {name: _plain(change.value) for name, change in sorted(ruleset.set_options.items())}
    body = {
        "language": LANGUAGE,
        "declarations": [_plain(d) for d in ruleset.declarations if not isinstance(d, tree.Test)],
        "defaults": defaults,
    }
    text = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


@cache
def _said_by(kind: type) -> tuple[str, ...]:
    """The fields of nodes of a kind that count."""
    return tuple(f.name for f in attrs.fields(kind) if f.name not in _WORDS)


def _plain(node: Any) -> Any:
    if isinstance(node, tuple):
        return [_plain(x) for x in node]
    if isinstance(node, tree.Announce):
        return {"node": "Announce", "told": re.findall(r"\{([^{}]*)\}", node.text)}
    if isinstance(node, tree.Node):
        kind: type = type(node)
        fields = {name: _plain(getattr(node, name)) for name in _said_by(kind)}
        return {"node": type(node).__name__, **fields}
    return node
