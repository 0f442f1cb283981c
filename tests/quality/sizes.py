"""How large everything is, and what builds on what: ``python tests/quality/sizes.py``.

Lines are counted as they stand, with blank ones, comments and docstrings; for rulesets the lines that are
rules (no blank one, no comment, no test) are given as well.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.quality.test_layers import ALLOWED, FILES, imports, layer_of, name_of

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "ruledsl"

LIMIT = 500
"""Lines that a module may have."""


def lines_of(path: Path) -> list[str]:
    """The lines of a file."""
    return path.read_text("utf-8").splitlines()


def rule_lines(path: Path) -> int:
    """The lines of a ruleset that are rules: not blank, no comment, not in a test."""
    count = 0
    in_test = False
    for line in lines_of(path):
        if line and not line[0].isspace():
            in_test = line.startswith("test ")
        count += bool(line.strip()) and not line.lstrip().startswith("#") and not in_test
    return count


def layering() -> dict[str, set[str]]:
    """The layers from the bottom up, and which others each of them imports."""
    uses: dict[str, set[str]] = {layer: set() for layer in ALLOWED}
    for file in FILES:
        own = layer_of(name_of(file))
        uses[own] |= {layer_of(name) for name, _ in imports(file) if name.startswith("ruledsl.")}
    height: dict[str, int] = {}
    while len(height) < len(uses):
        ready = [n for n in uses if n not in height and uses[n] - {n} <= set(height)]
        if not ready:
            raise SystemExit(f"these import each other: {sorted(set(uses) - set(height))}")
        height |= dict.fromkeys(ready, max(height.values(), default=-1) + 1)
    return {name: uses[name] - {name} for name in sorted(uses, key=lambda n: (height[n], n))}


def main() -> int:
    """Print it all; 1 if a module is too long or layers import each other."""
    print(f"{'rulesets':44} lines  rules")
    for path in sorted((ROOT / "rulesets").rglob("*.rules")):
        print(f"  {path.relative_to(ROOT)!s:42} {len(lines_of(path)):5} {rule_lines(path):6}")

    sizes = {path: len(lines_of(path)) for path in FILES}
    print(f"\n{'modules':44} lines")
    by_layer: dict[str, list[Path]] = defaultdict(list)
    for path in sizes:
        by_layer[layer_of(name_of(path))].append(path)
    for layer, paths in by_layer.items():
        print(f"{layer:44} {sum(sizes[p] for p in paths):5}")
        for path in paths:
            if sizes[path]:
                mark = "  TOO LONG" if sizes[path] > LIMIT else ""
                print(f"  {path.relative_to(PACKAGE)!s:42} {sizes[path]:5}{mark}")
    print(f"{'in all':44} {sum(sizes.values()):5}")

    print("\nlayers, from the bottom up, and what they import")
    for layer, others in layering().items():
        print(f"  {layer:14} {', '.join(sorted(others)) or '-'}")
    return 1 if max(sizes.values()) > LIMIT else 0


if __name__ == "__main__":
    sys.exit(main())
