"""A coverage-guided search for rule texts on which the program fails: ``python -m tests.fuzz.rules --help``.

It needs `atheris`, which is no part of what the tests need. Whatever is found (an exception, a text that is
read as something else once it is laid out, a small text that takes long) is written to a folder, one file for
each reason, and the search goes on.
"""

from __future__ import annotations

import argparse
import hashlib
import pkgutil
import random
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

TOLD_EVERY = 60.0
"""Seconds between two lines of progress."""

LAYERS = ("syntax", "semantics", "lower", "validate", "machine", "engine", "diagnostics")
"""What is instrumented: reading, checking, and what is played of it."""


def main() -> None:
    """Search for the wanted time."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.rules", description=__doc__)
    parser.add_argument("--seconds", type=int, default=1200, help="how long")
    parser.add_argument("--found", type=Path, default=Path("found_texts"), help="where findings go")
    parser.add_argument(
        "--corpus", type=Path, help="a folder that keeps what reached something new"
    )
    parser.add_argument("--seed", type=int, default=1, help="decides what is tried")
    parser.add_argument(
        "--slow", type=float, default=8.0, help="seconds for a text; instrumented code takes longer"
    )
    wanted = parser.parse_args()
    import atheris

    with atheris.instrument_imports(include=["ruledsl"]):
        for layer in LAYERS:
            package = import_module(f"ruledsl.{layer}")
            for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
                if not module.name.endswith("__main__"):
                    import_module(module.name)
        trying = import_module("tests.fuzz.trying")
    from tests.fuzz.changing import Changing, seeds

    texts = seeds()
    changing = Changing(texts)
    corpus = wanted.corpus or wanted.found / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    for text in texts:
        data = text.encode()
        (corpus / hashlib.sha256(data).hexdigest()[:16]).write_bytes(data)
    search = Search(trying, wanted.found, wanted.slow)

    def mutate(data: bytes, most: int, seed: int) -> bytes:
        chance = random.Random(seed)
        if chance.random() < 0.15:
            return bytes(atheris.Mutate(data, most))
        text = changing.changed(data.decode("utf-8", "surrogateescape"), chance)
        return text.encode("utf-8", "surrogateescape" if "\ud800" not in text else "replace")[:most]

    options = [f"-max_total_time={wanted.seconds}", f"-seed={wanted.seed}", "-max_len=12000"]
    options += ["-timeout=300", "-rss_limit_mb=3000", "-print_final_stats=1", "-len_control=0"]
    atheris.Setup([sys.argv[0], *options, str(corpus)], search.one, custom_mutator=mutate)
    atheris.Fuzz()


class Search:
    """Tries texts, keeps what is wrong, and tells how far it is."""

    def __init__(self, trying: Any, found: Path, slow: float) -> None:
        self.trying = trying
        self.found = found
        self.slow = slow
        self.reasons: dict[str, int] = {}
        self.tried = 0
        self.began = self.told = time.monotonic()

    def one(self, data: bytes) -> None:
        """Try one text."""
        self.tried += 1
        wrong = self.trying.wrong_with(data, self.slow)
        if wrong is not None:
            self.reasons[wrong.place] = self.reasons.get(wrong.place, 0) + 1
            if self.reasons[wrong.place] == 1:
                name = hashlib.sha256(wrong.place.encode()).hexdigest()[:12]
                (self.found / f"{name}.rules").write_bytes(data)
                (self.found / f"{name}.txt").write_text(f"{wrong.place}\n\n{wrong.told}\n", "utf-8")
        now = time.monotonic()
        if now - self.told > TOLD_EVERY:
            self.told = now
            seconds = now - self.began
            print(f"{self.tried:,} texts in {seconds:.0f} s; {self.reasons}", file=sys.stderr)


if __name__ == "__main__":
    main()
