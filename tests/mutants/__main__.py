"""``python -m tests.mutants --out FILE`` tries all mutants and writes a line of JSON for each; begun again, it goes on
where it was. ``--report FILE`` tells what that file holds.

Mutants that nothing can notice, because no game differs, stand with the reason in ``equivalent.toml``.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from ruledsl import compiling
from tests.mutants.making import RULESETS, mutants_of
from tests.mutants.reporting import read_arguments, read_tried, report, write_tried
from tests.mutants.trying import machines_of, tried


def main() -> None:
    """Try mutants, or tell what was tried."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("rulesets", nargs="*", default=[*RULESETS], metavar="NAME")
    parser.add_argument("--out", type=Path, help="where results are written")
    parser.add_argument("--report", type=Path, help="tell what such a file holds")
    parser.add_argument("--every", type=int, default=1, help="try one mutant of so many")
    arguments = parser.parse_args()
    mutants = [mutant for ruleset in RULESETS for mutant in mutants_of(ruleset)]
    results = (
        read_tried(arguments.report or arguments.out) if arguments.report or arguments.out else []
    )
    if not arguments.report:
        done = {result.mutant.name for result in results}
        for ruleset in arguments.rulesets:
            right = machines_of(compiling.check(compiling.open_shipped(ruleset)))
            for mutant in mutants_of(ruleset)[:: arguments.every]:
                if mutant.name in done:
                    continue
                began = time.monotonic()
                result = tried(mutant, right)
                results.append(result)
                if arguments.out:
                    write_tried(arguments.out, result)
                seconds = time.monotonic() - began
                print(
                    f"{result.by:<7} {seconds:5.1f} s  {mutant.name}", file=sys.stderr, flush=True
                )
    sys.stdout.write(report(results, read_arguments(), mutants))


if __name__ == "__main__":
    main()
