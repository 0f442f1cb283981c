"""Codes for limits, and for what is asked of a ruleset from outside: RD501 to RD519."""

from __future__ import annotations

from ruledsl.diagnostics.codes.model import Code
from ruledsl.diagnostics.example import GAME, changed

LIMITS: tuple[Code, ...] = (
    Code(
        "RD501",
        "too many cards, or too long a list",
        "A deck, all decks together, or a list that is worked out before play is too long.",
        "Rules may come from a stranger; limits far beyond what any game needs keep a check short.",
        bad=changed("    Pip(each Rank, each Suit)", "    500 * Pip(each Rank, each Suit)"),
        good=GAME,
    ),
    Code(
        "RD502",
        "the ruleset is too large",
        "The ruleset has too many options, parts, zones or table entries, defines or phases lead to others in "
        "too long a chain, the compiled game has too many steps and formulas, or a state of play would hold "
        "too many values.",
        "The limits are far beyond what any game needs. A family that is indexed by a smaller type "
        "is the usual mend.",
        bad=changed(
            "type Rank = ace, 2, 3\n",
            "type Rank = ace, 2, 3\ntype Field = 1..1000\n",
            "pile discards seen by all\n",
            "pile discards seen by all\n"
            + "".join(f"row board_{n}[Field] seen by all\n" for n in "abcdefghijk"),
        ),
        good=changed(
            "type Rank = ace, 2, 3\n",
            "type Rank = ace, 2, 3\ntype Field = 1..10\n",
            "pile discards seen by all\n",
            "row board[Field] seen by all\n",
            "move c to discards",
            "move c to board[1]",
        ),
    ),
    Code(
        "RD503",
        "there would be too many moves",
        "An action, all actions of one choice together, or a loop, could go through more values than "
        "is bearable, or nothing limits how many there are.",
        "All legal moves can be listed at any time. Give an account a limit (`up to 100`), a "
        "variable a smaller range, or make one large decision into several small ones.",
        bad=changed(" up to 20 seen", " seen"),
        good=GAME,
    ),
    Code(
        "RD504",
        "working this out would take too long",
        "An expression may have to look at more things than is bearable, because questions stand "
        "inside questions, in defines too.",
        "A move is answered at once, and a file from a stranger cannot stop the program. Keep a "
        "part of the answer in a variable.",
        bad=changed(
            "score p in Player = points[p]\n",
            "define many = sum(a * c * d for a in 1..200)\n".replace("a * c * d", "few(a)")
            + "define few(a) = sum(fewer(a, d) for d in 1..200)\n"
            + "define fewer(a, d) = sum(a + d + e for e in 1..200)\n"
            + "score p in Player = points[p] + many\n",
        ),
        good=changed(
            "score p in Player = points[p]\n",
            "define many = sum(few(a) for a in 1..20)\n"
            "define few(a) = sum(a + d for d in 1..20)\n"
            "score p in Player = points[p] + many\n",
        ),
    ),
    Code(
        "RD505",
        "the game is not for so many players",
        "A game was asked for with a number of players that the ruleset does not allow.",
        "`players` says for how many the rules are made.",
    ),
    Code(
        "RD506",
        "there is no such option",
        "An option was set that the ruleset does not have.",
        "House rules that can be set are declared by `option`. A misspelt option must not be "
        "passed over.",
    ),
    Code(
        "RD507",
        "the option cannot have this value",
        "An option was set to a value outside of what its declaration allows.",
        "The range of an option says for which values the rules are made.",
    ),
    Code(
        "RD508",
        "not every case was checked",
        "A large ruleset with many options, or for many numbers of players, is checked for as many of "
        "these cases as take a bearable time: numbers of players first, then each option at its least and "
        "greatest value. This is a warning.",
        "A check that takes minutes is not made. What is played is always checked: for the number of "
        "players and the options that it is played with.",
    ),
)
