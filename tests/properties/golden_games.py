"""One game of each ruleset as a record, for comparison with what is committed.

python tests/properties/golden_games.py           prints the records
python tests/properties/golden_games.py --write   commits them anew (after a change of the rules)
"""

from __future__ import annotations

import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import ruledsl
from ruledsl.engine.record import write_record
from tests.engine.play import Picker, random_play

GOLDEN = Path(__file__).with_name("golden_games.txt")
RULESETS = ("goofspiel", "ka_ching", "kuhn")
SEED = 7


def records() -> str:
    """The records of a game of each ruleset with seed 7 and moves that follow from it."""
    texts = []
    for name in RULESETS:
        state = random_play(ruledsl.load(name).start(seed=SEED), Picker(SEED))
        texts.append(f"# {name}: {state.scores}\n{write_record(state.record())}")
    return "".join(texts)


def main() -> None:
    """Print or write."""
    if "--write" in sys.argv[1:]:
        GOLDEN.write_text(records(), encoding="utf-8", newline="\n")
    else:
        sys.stdout.reconfigure(encoding="utf-8", newline="\n")  # type: ignore[union-attr]
        sys.stdout.write(records())


if __name__ == "__main__":
    main()
