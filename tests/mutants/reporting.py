"""What was tried, the mutants that are argued to be the same game, and a report of both."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from attrs import asdict, evolve

from tests.mutants.making import Mutant
from tests.mutants.trying import Tried

ARGUED = Path(__file__).with_name("equivalent.toml")

COLUMNS = ("static", "tests", "play", "none", "argued", "same")


def read_arguments(path: Path = ARGUED) -> dict[str, str]:
    """Why a mutant is the same game as the rules without the fault, by the mutant's name.

    Raises:
        ValueError: a mutant is argued for twice, or a reason is missing.
    """
    found: dict[str, str] = {}
    for argument in tomllib.loads(path.read_text(encoding="utf-8"))["argument"]:
        for name in argument["mutants"]:
            if name in found or not argument["because"]:
                raise ValueError(f"argued twice or for no reason: {name}")
            found[name] = argument["because"]
    return found


def write_tried(path: Path, result: Tried) -> None:
    """Append what noticed a mutant to the file that ``read_tried`` reads."""
    with path.open("a", encoding="utf-8") as stream:
        stream.write(json.dumps(asdict(result), ensure_ascii=False) + "\n")


def read_tried(path: Path) -> list[Tried]:
    """What was tried before."""
    if not path.exists():
        return []
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [Tried(Mutant(**line["mutant"]), line["by"], line["how"]) for line in lines]


def misargued(
    results: Sequence[Tried], arguments: Mapping[str, str], mutants: Iterable[Mutant]
) -> list[str]:
    """What is wrong with the arguments: they fit no mutant any more, or something noticed theirs."""
    names = {mutant.name for mutant in mutants}
    noticed = {t.mutant.name: t.by for t in results if t.by not in ("none", "same")}
    wrong = [f"fits no mutant: {name}" for name in arguments if name not in names]
    wrong += [f"noticed by {noticed[name]}: {name}" for name in arguments if name in noticed]
    return wrong


def report(
    results: Sequence[Tried], arguments: Mapping[str, str], mutants: Iterable[Mutant]
) -> str:
    """A table by ruleset and by kind, the mutants that nothing noticed, and the arguments that do not hold.

    Args:
        results: what was tried; of mutants that the rules no longer have nothing is told.
        arguments: why a mutant is the same game, by its name.
        mutants: all that there are.
    """
    present = {mutant.name for mutant in mutants}
    told = [
        evolve(t, by="argued") if t.by == "none" and t.mutant.name in arguments else t
        for t in results
        if t.mutant.name in present
    ]
    lines = []
    for title, key in (("ruleset", "ruleset"), ("kind", "kind")):
        counts = Counter((getattr(t.mutant, key), t.by) for t in told)
        names = sorted({name for name, _ in counts})
        lines.append(f"{title:<18}" + "".join(f"{column:>8}" for column in COLUMNS) + f"{'all':>8}")
        for name in [*names, "all"]:
            row = [
                sum(counts[n, column] for n in (names if name == "all" else [name]))
                for column in COLUMNS
            ]
            lines.append(f"{name:<18}" + "".join(f"{n:>8}" for n in [*row, sum(row)]))
        lines.append("")
    by = Counter(t.by for t in told)
    different = len(told) - by["same"] - by["argued"]
    noticed = different - by["none"]
    lines.append(
        f"{len(told)} mutants of {len(present)}, {by['same'] + by['argued']} of them the same game;"
        f" of the other {different} are noticed {noticed}, {100 * noticed / max(different, 1):.1f}%"
    )
    lines += [f"  {t.mutant.kind}: {t.mutant.name}" for t in told if t.by == "none"]
    wrong = misargued(results, arguments, mutants)
    if wrong:
        lines += ["arguments that do not hold", *(f"  {line}" for line in wrong)]
    return "\n".join(lines) + "\n"
