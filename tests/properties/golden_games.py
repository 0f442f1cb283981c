"""Games of every shipped ruleset as records, for comparison with what is committed.

Each number of players is there, and a few options. A game is a line that begins with `#`, its
setting and scores; then its record, one item a line.

python tests/properties/golden_games.py           prints the records
python tests/properties/golden_games.py --write   commits them anew (after a change of the rules)
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from ruledsl.engine.record import Record, read_record, write_record
from tests.engine.play import Picker, random_play
from tests.properties.configurations import Setting, player_counts, shipped

GOLDEN = Path(__file__).with_name("golden_games.txt")

SEED = 7

OTHER_SEEDS = {"cherki": 11}
"""Other seeds for rulesets whose game would be long and come to nothing; with these it is won."""

WITH_OPTIONS = (
    Setting("cat_in_the_sack", 4, (("card_points_break_ties", True), ("starting_coins", 0))),
    Setting("cherki", 3, (("return_taken", True), ("turn_limit", 9))),
    Setting("goofspiel", 2, (("cards", 5), ("hidden_bids", True), ("prizes_come", "ascending"))),
    Setting("ka_ching", 2, (("limited_bank", True), ("starting_cash", 60))),
    Setting("ka_ching_3", 3, (("columns_at_end", 0),)),
)
"""Games with house rules."""


def settings() -> Iterator[tuple[Setting, int]]:
    """What is played, and with which seed: all numbers of players, then the games with house rules."""
    for name in shipped():
        for players in player_counts(name):
            yield Setting(name, players), OTHER_SEEDS.get(name, SEED)
    for setting in WITH_OPTIONS:
        yield setting, SEED


def golden() -> str:
    """The records of a game of each setting, with moves that follow from the seed as well."""
    texts = []
    for setting, seed in settings():
        state = random_play(setting.load().start(seed=seed), Picker(seed))
        texts.append(f"# {setting}: {state.scores}\n{in_lines(state.record())}")
    return "".join(texts)


def in_lines(record: Record) -> str:
    """A record as JSON that has a line for each item."""
    plain = json.loads(write_record(record))
    items = ",\n".join(_line(item) for item in plain.pop("items"))
    return f'{_line(plain)[:-1]},"items":[\n{items}\n]}}\n'


def _line(plain: object) -> str:
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def committed() -> dict[str, Record]:
    """The records that are committed, each by its setting and scores."""
    games = GOLDEN.read_text(encoding="utf-8").split("# ")[1:]
    split = (game.split("\n", 1) for game in games)
    return {head: read_record(text) for head, text in split}


def main() -> None:
    """Print or write."""
    if "--write" in sys.argv[1:]:
        GOLDEN.write_text(golden(), encoding="utf-8", newline="\n")
    else:
        sys.stdout.reconfigure(encoding="utf-8", newline="\n")  # type: ignore[union-attr]
        sys.stdout.write(golden())


if __name__ == "__main__":
    main()
