"""The codes that no single rule file shows: variants and their bases, and what is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.compiling import Outcome, check_named, check_text, compile_program, open_text
from ruledsl.diagnostics.example import GAME, changed

OPTION = changed("players 2\n", "players 2\noption quick: Bool = no\noption start: 1..9 = 2\n")


def varied(folder: Path, *lines: str) -> Outcome:
    """A variant of the small game with these lines."""
    (folder / "duel.rules").write_text(OPTION, encoding="utf-8")
    text = "\n".join(["language 1", 'variant duel_b of duel "Duel B"', *lines, ""])
    return check_text("duel_b.rules", text, folder)


@pytest.mark.parametrize(
    ("lines", "line", "code", "message"),
    [
        (
            ["replace phase trun:", "    must buy"],
            3,
            "RD111",
            "the base has no phase `trun` to replace",
        ),
        (["remove define best"], 3, "RD111", "the base has no define `best` to remove"),
        (
            ["amend action byu:", "    require rounds > 2"],
            3,
            "RD111",
            "the base has no action `byu` to amend",
        ),
        (["set quik = yes"], 3, "RD111", "the base has no option `quik` to set"),
        (
            ["replace phase buy:", "    must buy"],
            3,
            "RD112",
            "`buy` is an action in the base, not a phase",
        ),
        (
            ["amend action turn:", "    require rounds > 2"],
            3,
            "RD112",
            "`turn` is a phase in the base, not an action",
        ),
        (["set points = 3"], 3, "RD112", "`points` is a var in the base, not an option"),
        (["replace players 3", "replace players 4"], 4, "RD113", "`players` is replaced twice"),
        (["set quick = yes", "set quick = no"], 4, "RD113", "`quick` is set twice"),
        (["set start = 10"], 3, "RD211", "10 is not within 1..9"),
        (["play:", "    do turn"], 3, "RD105", "`play` is declared twice"),
    ],
)
def test_variants(tmp_path: Path, lines: list[str], line: int, code: str, message: str) -> None:
    found = varied(tmp_path, *lines).diagnostics
    assert [(d.primary.span.file, d.primary.span.line, d.code, d.message) for d in found] == [
        ("duel_b.rules", line, code, message)
    ]


@pytest.mark.parametrize(
    ("lines", "help_"),
    [
        (["amend action byu:", "    require rounds > 2"], "did you mean `buy`?"),
        (["amend action swim:", "    require rounds > 2"], "it has `discard`, `buy`"),
        (["set elephants = 3"], "it has `quick`, `start`"),
        (["replace phase swim:", "    must buy"], "leave out `replace` to declare something new"),
        (["remove row elephants"], None),
        (['remove test "elephants"'], None),
    ],
)
def test_what_the_base_has_instead(tmp_path: Path, lines: list[str], help_: str | None) -> None:
    (found,) = varied(tmp_path, *lines).diagnostics
    assert (found.code, found.help) == ("RD111", help_)


def test_what_a_variant_removes_is_pointed_at(tmp_path: Path) -> None:
    (found,) = varied(tmp_path, "remove action buy").diagnostics
    assert found.code == "RD118"
    assert found.primary.span.file.endswith("duel.rules")
    (label,) = found.secondary
    assert (label.span.file, label.span.line, label.text) == ("duel_b.rules", 3, "removed here")


def test_a_variant_may_allow_fewer_players_than_a_table_has_rows(tmp_path: Path) -> None:
    table = "table start[player_count]\n    2: 1\n    3: 2\n"
    base = changed("players 2\n", "players 2..3\n", "setup:\n", table + "setup:\n")
    (tmp_path / "duel.rules").write_text(base, encoding="utf-8")
    text = 'language 1\nvariant duel_b of duel "Duel B"\nreplace players 2\n'
    assert check_text("duel_b.rules", text, tmp_path).diagnostics == ()


def chain(folder: Path, length: int) -> Outcome:
    """A variant with ``length`` bases behind it."""
    (folder / "game_0.rules").write_text(GAME.replace("game duel", "game game_0"), encoding="utf-8")
    for n in range(1, length):
        text = f'language 1\nvariant game_{n} of game_{n - 1} "Game {n}"\n'
        (folder / f"game_{n}.rules").write_text(text, encoding="utf-8")
    return check_text(
        "last.rules", f'language 1\nvariant last of game_{length - 1} "Last"\n', folder
    )


def test_eight_bases_are_enough(tmp_path: Path) -> None:
    assert chain(tmp_path, 8).diagnostics == ()
    assert [d.code for d in chain(tmp_path, 9).diagnostics] == ["RD103"]


def test_bases_that_lead_back(tmp_path: Path) -> None:
    (tmp_path / "a.rules").write_text('language 1\nvariant a of b "A"\n', encoding="utf-8")
    (tmp_path / "b.rules").write_text('language 1\nvariant b of a "B"\n', encoding="utf-8")
    found = check_text("c.rules", 'language 1\nvariant c of a "C"\n', tmp_path).diagnostics
    assert [d.code for d in found] == ["RD102"]


@pytest.mark.parametrize(
    ("players", "options", "code", "message"),
    [
        (3, {}, "RD505", "`duel` is for 2 players, not 3"),
        (2, {"quik": True}, "RD506", "`duel` has no option `quik`"),
        (2, {"quick": 3}, "RD507", "option `quick` is `yes` or `no`, not `3`"),
        (2, {"start": 10}, "RD507", "option `start` is within 1..9, not `10`"),
    ],
)
def test_what_is_asked_for(
    players: int, options: dict[str, object], code: str, message: str
) -> None:
    outcome = compile_program(open_text("duel.rules", OPTION), players, options)
    assert outcome.machine is None
    assert [(d.code, d.message) for d in outcome.diagnostics] == [(code, message)]


def test_a_file_that_is_not_called_like_its_game(tmp_path: Path) -> None:
    other = tmp_path / "other.rules"
    other.write_text(GAME, encoding="utf-8")
    (found,) = check_named(str(other)).diagnostics
    assert (found.code, found.is_error, found.primary.span.line) == ("RD120", False, 2)
    assert found.message == "the file is called `other.rules`, and holds `duel`"
    assert found.help is not None
    assert "`duel.rules`" in found.help
    same = other.rename(tmp_path / "duel.rules")
    assert check_named(str(same)).diagnostics == ()
    assert check_text("other.rules", GAME).diagnostics == ()
