"""Codes for tests in the language: RD601 to RD699."""

from __future__ import annotations

from ruledsl.diagnostics.codes.model import Code
from ruledsl.diagnostics.example import GAME, changed


def _tested(*lines: str, game: str = GAME) -> str:
    """The game with a test of these lines."""
    return game + '\ntest "points":\n' + "".join(f"    {line}\n" for line in lines)


_HIDDEN = changed(
    "var points[Player]: 0..20 = 0 seen by all", "var points[Player]: 0..20 = 0 seen by owner"
)
"""The game with points that only their owner sees."""


TESTS: tuple[Code, ...] = (
    Code(
        "RD601",
        "this cannot be expected",
        "`score`, `winners`, `actor` or `over` stands in an `expect` in a way that has no meaning; "
        "or several values follow an `==` that takes one.",
        "Tests say `expect over`, `expect not over`, `expect actor == 2`, `expect winners == 1, 2`, "
        "`expect score[1] == 20`, or any condition of the rules.",
        bad=_tested("play on", "expect winners"),
        good=_tested("play on", "expect over"),
    ),
    Code(
        "RD602",
        "the test sets an option that is not there",
        "`given option` names an option that the ruleset does not have.",
        "A test of a house rule that nobody can choose would test nothing.",
        bad=_tested("given option quick = yes", "expect not over"),
        good=_tested("expect not over"),
    ),
    Code(
        "RD603",
        "the position cannot be set like this",
        "A variable or an account is given several values, or `player_count` something that is no "
        "number.",
        "Cards are given by a list, everything else by one value.",
        bad=_tested("given rounds = 1, 2", "expect not over"),
        good=_tested("given rounds = 1", "expect not over"),
    ),
    Code(
        "RD604",
        "the phase needs somebody who acts",
        "`when phase NAME` runs a phase that mentions `me` or asks a player, and nobody acts in a "
        "test.",
        "Run the phase that lets somebody act, or come to it by moves: `when 1: ...`.",
        bad=_tested("when phase turn", "expect not over"),
        good=_tested("when 1: buy(3)", "expect coins[1] == 7"),
    ),
    Code(
        "RD605",
        "the game is not for so many players",
        "`given player_count` asks for a number of players that the ruleset does not allow.",
        "Such a test could never be run, and would pass unnoticed.",
        bad=_tested("given player_count = 5", "expect not over"),
        good=_tested("given player_count = 2", "expect not over"),
    ),
    Code(
        "RD606",
        "so many cards never lie there",
        "`given` puts more cards in a place than the rules can ever bring to it, or cards of a kind that "
        "never comes there; or `expect ... sees` asks for such cards.",
        "Which cards can lie in a place follows from all `move`s. A position that no game can "
        "come to tests nothing.",
        bad=_tested(
            "given discards = ace of hearts, ace of hearts, 2 of hearts, 3 of hearts, ace of spades, 2 of spades, 3 of spades",
            "expect not over",
        ),
        good=_tested("given discards = ace of hearts, 2 of hearts, 3 of hearts", "expect not over"),
    ),
    Code(
        "RD607",
        "the seat never sees this",
        "`expect ... sees` names an account or a variable that the seat cannot see, whatever happens "
        "and whatever the options are.",
        "Who sees a value is said once, where it is declared. `reveal` shows a value for a moment; what a "
        "seat *sees* is what it may look at now.",
        bad=_tested("expect 2 sees points[1]", game=_HIDDEN),
        good=_tested("expect 2 does not see points[1]", "expect 1 sees points[1]", game=_HIDDEN),
    ),
    Code(
        "RD608",
        "this is not what a seat sees",
        "What stands behind `sees` is neither cards in a place, nor a place, nor an account or a variable.",
        "Tests say `expect 2 sees ace of hearts in hand[1]`, `expect 2 sees 1 card in hand[1]`, "
        "`expect 2 sees hand[1]`, `expect 2 does not see coins[1]`, `expect 2 sees coins[2] == 10`. Anything "
        "that follows from what is seen is a condition: `expect C`.",
        bad=_tested("expect 2 sees ace of hearts"),
        good=_tested("expect 2 does not see ace of hearts in hand[1]"),
    ),
    Code(
        "RD609",
        "the two tests cannot be compared",
        "`expect ... can tell this from` names a test that is not there, or one with other options or "
        "another number of players, or the test itself.",
        "What a seat has seen in one game is compared with what it has seen in another of the same kind.",
        bad=_tested('expect 2 cannot tell this from "a purchase"'),
        good=_tested("when 1: buy(3)", 'expect 2 can tell this from "nothing happens"')
        + '\ntest "nothing happens":\n    expect not over\n',
    ),
)
