"""``ruledsl new``: what it writes checks, tests and plays at once, and nothing is ever overwritten."""

from __future__ import annotations

from pathlib import Path

import pytest

import ruledsl
from ruledsl.cli.main import main
from ruledsl.resources import template
from ruledsl.semantics.library import shipped_rulesets
from tests.cli.command import Ran, ran
from tests.docs.blocks import examine


@pytest.fixture
def new(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> New:
    monkeypatch.chdir(tmp_path)
    return New(tmp_path, capsys, monkeypatch)


class New:
    """``ruledsl new`` in a folder of its own."""

    def __init__(
        self, folder: Path, capsys: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch
    ) -> None:
        self.folder = folder
        self._capsys = capsys
        self._patch = patch

    def __call__(self, *args: str) -> Ran:
        return ran(self._capsys, self._patch, ["new", *args])

    def sound(self, name: str) -> None:
        """The file checks without a finding, passes its tests, and plays."""
        found = examine(name, (self.folder / f"{name}.rules").read_text("utf-8"), self.folder)
        assert found.codes == (), found.shown
        assert found.reports
        assert [r.title for r in found.reports if not r.passed] == []
        assert ran(self._capsys, self._patch, ["check", "--strict", f"{name}.rules"]).code == 0
        least = ruledsl.load(f"{name}.rules").players
        bots = [word for seat in range(1, least + 1) for word in ("--seat", f"{seat}=random")]
        played = ran(self._capsys, self._patch, ["play", f"{name}.rules", *bots, "--seed", "1"])
        assert played.code == 0, played.err
        assert "the game is over" in played.out


def test_a_game(new: New) -> None:
    done = new("my_game")
    assert done.code == 0
    assert done.err == ""
    assert done.out == (
        "my_game.rules: My game, 2 to 4 players\n"
        "  ruledsl check my_game.rules\n  ruledsl test my_game.rules\n"
        "  ruledsl play my_game.rules\n"
    )
    new.sound("my_game")


@pytest.mark.parametrize("players", ["1", "2", "3..5", "1..50", "7..7"])
def test_a_game_for_other_numbers_of_players(new: New, players: str) -> None:
    assert new("large", "--players", players).code == 0
    new.sound("large")
    low, _, high = players.partition("..")
    assert ruledsl.load("large.rules", players=int(high or low)).players == int(high or low)


def test_the_title_and_a_folder(new: New) -> None:
    (new.folder / "games").mkdir()
    done = new("games/odd.rules", "--title", "Odd & even")
    assert done.code == 0
    assert 'game odd "Odd & even"' in (new.folder / "games" / "odd.rules").read_text("utf-8")


@pytest.mark.parametrize("base", sorted(shipped_rulesets()))
def test_a_variant_of_every_shipped_ruleset(new: New, base: str) -> None:
    done = new("mine", "--variant-of", base)
    assert done.code == 0, done.err
    new.sound("mine")
    text = (new.folder / "mine.rules").read_text("utf-8")
    assert max(map(len, text.split("\n"))) <= 100
    assert all(f"{name} = " in text for name in ruledsl.load(base).options)


def test_a_variant_of_a_variant_of_a_game_of_ones_own(new: New) -> None:
    assert new("one").code == 0
    assert new("two", "--variant-of", "one", "--players", "3").code == 0
    assert new("three", "--variant-of", "two").code == 0
    new.sound("two")
    new.sound("three")
    assert ruledsl.load("three.rules").players == 3


def test_options_as_the_variants_in_between_set_them(new: New) -> None:
    assert new("mine", "--variant-of", "ka_ching_4").code == 0
    assert "starting_cash = 15," in (new.folder / "mine.rules").read_text("utf-8")


def test_nothing_is_overwritten(new: New) -> None:
    file = new.folder / "mine.rules"
    file.write_text("mine", encoding="utf-8")
    done = new("mine")
    assert done.code == 2
    assert done.err == "ruledsl: `mine.rules` is there already; it is left as it is\n"
    assert file.read_text("utf-8") == "mine"


def test_a_link_to_nowhere_is_not_followed(new: New) -> None:
    (new.folder / "mine.rules").symlink_to(new.folder / "elsewhere")
    assert new("mine").code == 2
    assert not (new.folder / "elsewhere").exists()


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["my-game"], "`my_game` can"),
        (["3d"], "`game_3d` can"),
        (["move"], "is a word of the language"),
        ([""], "needs a name"),
        (["nowhere/x"], "there is no folder `nowhere`"),
        (["x", "--players", "3-5"], "a range such as 3..5, not `3-5`"),
        (["x", "--players", "5..3"], "the least number first"),
        (["x", "--players", "0"], "from 1 to 50 can play"),
        (["x", "--players", "51"], "from 1 to 50 can play"),
        (["x", "--title", 'a "b"'], "without quotation marks"),
        (["x", "--title", " "], "a title is a line of text"),
        (["x", "--variant-of", "kuhm"], "did you mean `kuhn`?"),
        (["x", "--variant-of", "qqqqqq"], "`ruledsl list` names those"),
        (["x", "--variant-of", "x"], "cannot be a variant of itself"),
        (["x", "--variant-of", "../kuhn"], "a base is given by its name"),
    ],
)
def test_what_cannot_be_written_is_said(new: New, args: list[str], said: str) -> None:
    done = new(*args)
    assert done.code == 2
    assert said in done.err
    assert list(new.folder.iterdir()) == []


def test_a_variant_that_would_be_faulty_is_not_written(new: New) -> None:
    done = new("wide", "--variant-of", "ka_ching_4", "--players", "6")
    assert done.code == 1
    assert "nothing was written" in done.err
    assert list(new.folder.iterdir()) == []


def test_a_faulty_base_is_shown(new: New) -> None:
    (new.folder / "bad.rules").write_text("language 1\nnonsense\n", encoding="utf-8")
    done = new("x", "--variant-of", "bad")
    assert done.code == 1
    assert "bad.rules:2" in done.err
    assert not (new.folder / "x.rules").exists()


def test_a_shipped_name_is_said_to_be_ones_own(new: New) -> None:
    done = new("kuhn")
    assert done.code == 0
    assert "`kuhn` is now your own file" in done.err


def test_the_templates_are_rule_files_themselves(tmp_path: Path) -> None:
    for name in ("skeleton", "skeleton_variant"):
        text = template(name).read_text("utf-8")  # type: ignore[arg-type]
        (tmp_path / f"{name}.rules").write_text(text, encoding="utf-8")
    assert main(["check", "--strict", str(tmp_path)]) == 0
    assert main(["test", str(tmp_path)]) == 0
