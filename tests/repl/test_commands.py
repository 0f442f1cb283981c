"""What typed lines ask for, as rows."""

from __future__ import annotations

import pytest

from ruledsl.repl.commands import Help, Nothing, Pick, Say, ShowMoves, Simple, Why, Wrong, read

PLAIN = ("show", "bid", "pass_on")
CLASHING = ("log", "undo_spell", "why")

ROWS = [
    ("", PLAIN, Nothing()),
    ("  \t ", PLAIN, Nothing()),
    ("3", PLAIN, Pick(3)),
    (" #12. ", PLAIN, Pick(12)),
    ("3 4", PLAIN, Say("3 4")),
    ("-3", PLAIN, Say("-3")),
    ("٣", PLAIN, Say("٣")),
    ("bid 3", PLAIN, Say("bid 3")),
    ("help", PLAIN, Help()),
    ("?", PLAIN, Help()),
    ("HELP", PLAIN, Help()),
    ("/help", PLAIN, Help()),
    ("help bid", PLAIN, Help("bid")),
    ("? undo", PLAIN, Help("undo")),
    ("log all", PLAIN, Simple("log")),
    ("table ALL", PLAIN, Simple("table")),
    ("log some", PLAIN, Wrong("`log` stands alone, without `some`")),
    ("score", PLAIN, Simple("score")),
    ("rules", PLAIN, Simple("rules")),
    ("score now", PLAIN, Wrong("`score` stands alone, without `now`")),
    ("q", PLAIN, Simple("quit")),
    ("undo", PLAIN, Simple("undo")),
    ("undo that", PLAIN, Wrong("`undo` stands alone, without `that`")),
    ("quit now", PLAIN, Wrong("`quit` stands alone, without `now`")),
    ("moves", PLAIN, ShowMoves("")),
    ("moves bid 2", PLAIN, ShowMoves("bid 2")),
    ("why bid 3", PLAIN, Why("bid 3")),
    ("why not bid 3", PLAIN, Why("bid 3")),
    ("Why Not 4", PLAIN, Why("4")),
    ("why", PLAIN, Wrong("`why` wants a move behind it, `why 1` say")),
    ("why not", PLAIN, Wrong("`why` wants a move behind it, `why 1` say")),
    ("/nonsense", PLAIN, Wrong("there is no command `/nonsense`; `/help` names them")),
    ("/", PLAIN, Wrong("there is no command `/`; `/help` names them")),
    ("x" * 301, PLAIN, Wrong("that is too long: a line has at most 300 characters")),
    # a game's own words come first; the slash makes a command of them
    ("log", CLASHING, Say("log")),
    ("/log", CLASHING, Simple("log")),
    ("undo", CLASHING, Say("undo")),
    ("/undo", CLASHING, Simple("undo")),
    ("why 1", CLASHING, Say("why 1")),
    ("/why 1", CLASHING, Why("1")),
    ("table", CLASHING, Simple("table")),
]


@pytest.mark.parametrize(("line", "actions", "command"), ROWS)
def test_rows(line, actions, command):
    assert read(line, actions) == command


def test_a_number_may_be_as_long_as_the_line_is():
    assert read("9" * 40, PLAIN) == Pick(int("9" * 40))
