"""Every whole game in the documents can be played to its end, by any number of players."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from ruledsl import compiling
from ruledsl.diagnostics.catalogue import lookup
from ruledsl.engine.game import Game
from tests.docs.blocks import Block, blocks_of, whole_text
from tests.docs.console import DOCUMENTS, ROOT

GAMES_EACH = 25
GAMES_OF_A_STEP = 5

BLOCKS = [block for document in DOCUMENTS for block in blocks_of(document)]
WHOLE = [block for block in BLOCKS if block.name is not None and not block.is_mistaken]
LATEST = {block.name: block for block in WHOLE if "stuck" not in block.marks}
"""The last of each name, for one that has grown by steps is shown again whole; not those that show how games get stuck."""
STEPS = [block for block in BLOCKS if "step" in block.marks and not block.is_mistaken]


def played(game: Game, seed: int) -> int:
    """Play a game of random moves to its end; how many there were."""
    choice = random.Random(seed)
    state = game.start(seed=seed)
    while not state.is_over:
        state.push(choice.choice(state.legal_moves))
    assert game.replay(state.record()).core == state.core
    return state.decisions


def play_all(opened: compiling.Outcome, games: int) -> None:
    """Play some games with every number of players."""
    assert opened.program is not None
    assert opened.program.players is not None
    least, most = opened.program.players
    for players in range(least, most + 1):
        outcome = compiling.compile_program(opened, players)
        assert outcome.machine is not None
        game = Game(outcome.machine)
        assert max(played(game, seed) for seed in range(games)) > 0


@pytest.mark.parametrize("block", LATEST.values(), ids=lambda b: f"{b.document}:{b.name}")
def test_a_game_is_played_to_its_end(block: Block, tmp_path: Path) -> None:
    for name, other in LATEST.items():
        (tmp_path / f"{name}.rules").write_text(other.text, encoding="utf-8")
    play_all(compiling.open_named(str(tmp_path / f"{block.name}.rules")), GAMES_EACH)


@pytest.mark.parametrize("block", STEPS, ids=str)
def test_every_step_on_the_way_can_be_played(block: Block) -> None:
    play_all(compiling.open_text("step.rules", whole_text(block, BLOCKS)), GAMES_OF_A_STEP)


def test_the_cookbook_has_the_findings_it_promises() -> None:
    """Each with a faulty example of its own, mended in the next block."""
    page = ROOT / "docs" / "cookbook.md"
    titles = re.findall(r"^### (RD\d+): (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(titles) == 10
    shown = [block for block in blocks_of(page) if block.name is None]
    assert [b.marks["wrong"] for b in shown[::2]] == [code for code, _ in titles]
    assert not any(b.is_mistaken for b in shown[1::2])


def test_the_titles_of_findings_are_those_of_the_catalogue() -> None:
    text = (ROOT / "docs" / "cookbook.md").read_text(encoding="utf-8")
    for code, title in re.findall(r"^### (RD\d+): (.*)$", text, re.MULTILINE):
        entry = lookup(code)
        assert entry is not None
        assert entry.title == title
