"""Check all of these rulesets, and play them: ``python -m tests.validate.good``; with numbers, from one to another."""

from __future__ import annotations

import sys
import time

from tests.validate.playing import ALL, told


def main() -> int:
    """Print what is found, which should be nothing; 1 if there is something."""
    first, last = (int(word) for word in sys.argv[1:3]) if len(sys.argv) > 2 else (0, len(ALL))
    began = time.process_time()
    found = 0
    for name in list(ALL)[first:last]:
        for line in told(name):
            found += 1
            print(f"{name}: {line}", flush=True)
    seconds = time.process_time() - began
    print(
        f"{len(list(ALL)[first:last])} rulesets, {found} findings, {seconds:.0f} s of processor time"
    )
    return int(found > 0)


if __name__ == "__main__":
    sys.exit(main())
