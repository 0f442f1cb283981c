"""What is typed in the sessions of ``docs/sessions``."""

from __future__ import annotations

from attrs import frozen

TAB, UP, ENTER, CTRL_C = "\t", "\x1b[A", "\r", "\x03"


@frozen
class Keys:
    """Keys that are pressed, one after the other, and what is told of them."""

    told: str
    keys: tuple[str, ...]


@frozen
class Edit:
    """A change of the rules in another window, and ``reload`` at the prompt."""

    told: str
    file: str
    old: str
    new: str


@frozen
class Sitting:
    """A session: the page's title and what it is about, the command line, the rule files beside it, the steps."""

    title: str
    about: str
    words: tuple[str, ...]
    steps: tuple[Keys | Edit, ...]
    files: tuple[str, ...] = ()


def line(told: str, *lines: str) -> Keys:
    """Lines that are typed, each with Enter."""
    return Keys(told, tuple(f"{text}{ENTER}" for text in lines))


def keys(told: str, *pressed: str) -> Keys:
    """Keys that are pressed."""
    return Keys(told, pressed)


ANN = ("--name", "1=Ann")
END = line(
    "She keeps what she has seen, has the game written as a test of the rules, and leaves.",
    "transcript ann.txt",
    "record test evening evening.txt",
    "quit",
)
MATCH_END = line(
    "She keeps what she has seen, and the match, and leaves.",
    "transcript ann.txt",
    "save evening.save",
    "quit",
)

SESSIONS: dict[str, Sitting] = {
    "ka_ching": Sitting(
        "Ka-Ching! for two",
        "Ann plays the best of three against a bot that looks one move ahead, and changes the rules on the way.",
        (
            "ka_ching.rules",
            "--match",
            "best_of_three",
            "--seed",
            "3",
            *ANN,
            "--seat",
            "2=greedy",
            "--adviser",
            "rollout:20",
        ),
        (
            keys(
                "`b` and Tab: a move and a command begin so. `u`, Tab, `1`, Enter.",
                "b",
                TAB,
                "u",
                TAB,
                " 1",
                ENTER,
            ),
            line(
                "What would a bot do, and what does it expect of each move (from 0, lost, to 1, won)?",
                "hint",
            ),
            line(
                "Why is a move not legal? The line of the rules says so.",
                "why not sell wild, wild",
                "buy 7",
                "by 7",
            ),
            line("An empty line lists the moves, and a number plays one.", "", "6"),
            line("Taken back, and made again.", "undo", "redo"),
            keys(
                "The Up key brings back lines that were typed before: `hint` is the seventh.",
                *[UP] * 7,
                ENTER,
            ),
            Edit(
                "In another window Ann makes sales pay twice as much, with a slip of the pen.",
                "ka_ching.rules",
                "pay up to a.value * b.value from bank",
                "pay up to 2 * a.value * b.vallue from bank",
            ),
            Edit(
                "She mends it, and the same moves are made again under the new rules: there is more in her purse.",
                "ka_ching.rules",
                "b.vallue",
                "b.value",
            ),
            line("Where does play stand in the rules?", "where"),
            line(
                "A bot plays the rest of the game for her. The next one of the match begins with the other player.",
                "auto",
            ),
            line("And so on to the end of the match.", "auto"),
            line("", "auto"),
            line("", "score"),
            MATCH_END,
        ),
        ("ka_ching.rules",),
    ),
    "ka_ching_3": Sitting(
        "Ka-Ching! for three",
        "A card wanders about that closes a column: whoever has had a turn moves it on.",
        (
            "ka_ching_3.rules",
            "--match",
            "best_of_three",
            "--seed",
            "5",
            *ANN,
            "--seat",
            "2=greedy",
            "--seat",
            "3=random",
            "--adviser",
            "greedy",
        ),
        (
            line("What lies below that card cannot be bought.", "buy 3", "why buy"),
            line("A move in words; the beginnings of words are enough.", "b 1"),
            keys(
                "Now the card must be moved: `c`, Tab, a blank, Tab, `1`, Enter.",
                "c",
                TAB,
                " ",
                TAB,
                "1",
                ENTER,
            ),
            line("", "hint", "why close 3", "help close"),
            line(
                "Both choices of this turn are taken back one after the other.",
                "undo",
                "undo",
                "redo",
                "redo",
            ),
            keys("The Up key, six times, brings back `why close 3`.", *[UP] * 6, ENTER),
            Edit(
                "She finds 17 too little to begin with.",
                "ka_ching_3.rules",
                "set starting_cash = 17",
                "set starting_cash = 25",
            ),
            line("A bot plays on for her, through the three games of the match.", "auto"),
            line("", "auto"),
            line("", "auto"),
            line("", "score"),
            MATCH_END,
        ),
        ("ka_ching_3.rules",),
    ),
    "ka_ching_4": Sitting(
        "Ka-Ching! for four, in partnership",
        "Ann plays with Bo, a bot that sits opposite; a sale takes a card of each of them.",
        (
            "ka_ching_4.rules",
            "--match",
            "best_of_three",
            "--seed",
            "4",
            *ANN,
            "--name",
            "3=Bo",
            "--seat",
            "2=random",
            "--seat",
            "3=greedy",
            "--seat",
            "4=random",
            "--adviser",
            "greedy",
        ),
        (
            line("Nothing can be sold yet: why?", "why sell", "why sell_with_wild", "hint"),
            keys("`bu`, Tab, `4`, Enter.", "bu", TAB, " 4", ENTER),
            line("Only cards of one colour are sold together.", "why not sell yellow 4, red 5"),
            keys(
                "`s`, Tab: what begins so. `ell_`, Tab; `wi`, Tab; `ye`, Tab: the words of a move.",
                "s",
                TAB,
                "ell_",
                TAB,
                " wi",
                TAB,
                " ye",
                TAB,
                " 4",
                ENTER,
            ),
            line("", "3"),
            line(
                "Back to the first choice of the game, and forward again.",
                "restart",
                "redo",
                "redo",
                "redo",
            ),
            keys("The Up key, seven times.", *[UP] * 7, ENTER),
            Edit(
                "Ann tries a rule: the wild card goes with nothing below five. The moves stand up to the one that breaks it.",
                "ka_ching_4.rules",
                "    pay up to wild.value",
                '    require coloured.value >= 5, otherwise "too cheap for the wild card"\n    pay up to wild.value',
            ),
            line("And so it is.", "sell_with_wild wild, yellow 4"),
            line("Bots play on, through the match.", "auto"),
            line("", "auto"),
            line("", "score"),
            MATCH_END,
        ),
        ("ka_ching_4.rules",),
    ),
    "cherki": Sitting(
        "Cherki",
        "Three deals, with 120 cards, of which Ann sees eight of her own and what is discarded.",
        (
            "cherki.rules",
            "--match",
            "three_deals",
            "--seed",
            "2",
            *ANN,
            "--seat",
            "2=greedy",
            "--seat",
            "3=greedy",
            "--adviser",
            "greedy",
        ),
        (
            line(
                "Everybody is asked, ready or not, so that the question tells nothing.",
                "why not call",
                "hint",
            ),
            keys("`sk`, Tab, Enter.", "sk", TAB, ENTER),
            keys("`t`, Tab: a move, and commands. `ake`: the top discard.", "t", TAB, "ake", ENTER),
            line(
                "What was just taken may not go straight back.",
                "discard white flower",
                "discard 4 strings",
            ),
            line("", "1"),
            line("", "undo", "redo", "table"),
            keys("The Up key, four times.", *[UP] * 4, ENTER),
            Edit(
                "Honours shall count two. The moves so far are the same.",
                "cherki.rules",
                "white_flower..old_thousand: 1",
                "white_flower..old_thousand: 2",
            ),
            line("Bots play on, through the three deals.", "auto"),
            line("", "auto"),
            line("", "auto"),
            line("", "score"),
            MATCH_END,
        ),
        ("cherki.rules",),
    ),
    "cat_in_the_sack": Sitting(
        "The Cat in the Sack",
        "Everybody lays a card face down; then the sack is auctioned while its cards are turned up.",
        (
            "cat_in_the_sack.rules",
            "--seed",
            "6",
            *ANN,
            "--seat",
            "2=greedy",
            "--seat",
            "3=random",
            "--adviser",
            "rollout:60",
        ),
        (
            keys(
                "`l`, Tab: a move, and a command. `ay`, a blank, Tab: the cards of the hand.",
                "l",
                TAB,
                "ay ",
                TAB,
                "\x15",
                ENTER,
            ),
            line("", "hint"),
            line("", "lay ki", "lay ace of hearts", "why not bid 3", "1"),
            line(
                "In the auction numbers that follow each other are one line.",
                "moves",
                "bid 40",
                "why not bid 40",
            ),
            line("", "bid 2"),
            line("", "undo", "redo", "log"),
            keys("The Up key, five times.", *[UP] * 5, ENTER),
            Edit(
                "Passing shall pay less.",
                "cat_in_the_sack.rules",
                "    3: 3, 6\n",
                "    3: 2, 4\n",
            ),
            line("Bots play on, to the end of the game.", "auto"),
            line("", "score"),
            END,
        ),
        ("cat_in_the_sack.rules",),
    ),
    "kuhn": Sitting(
        "Kuhn poker",
        "Three cards, two players, one bet.",
        ("kuhn.rules", "--seed", "1", *ANN, "--seat", "2=random", "--adviser", "rollout:40"),
        (
            line("", "hint", "why not call", "why not fold"),
            keys("`ch`, Tab, Enter.", "ch", TAB, ENTER),
            line("", "undo", "redo"),
            keys("The Up key, four times.", *[UP] * 4, ENTER),
            Edit(
                "Whoever checks shall knock.",
                "kuhn.rules",
                'announce "no bet so far"',
                'announce "knocks on the table"',
            ),
            line("", "log"),
            line("", "auto"),
            line("Other cards.", "deal 8"),
            keys("`b`, Tab, `et`, Enter.", "b", TAB, "et", ENTER),
            line("", "score"),
            END,
        ),
        ("kuhn.rules",),
    ),
    "goofspiel": Sitting(
        "Goofspiel",
        "Both bid at once: nothing is told of a bid before the other one has been made.",
        (
            "goofspiel.rules",
            "--set",
            "cards=5",
            "--seed",
            "1",
            *ANN,
            "--seat",
            "2=random",
            "--adviser",
            "rollout:20",
        ),
        (
            line("", "hint", "why bid"),
            keys("`bi`, Tab, `3`, Enter.", "bi", TAB, " 3", ENTER),
            line("", "bid 3", "undo", "redo"),
            keys("The Up key, four times.", *[UP] * 4, ENTER),
            Edit(
                "Prizes shall count twice.",
                "goofspiel.rules",
                "points[winner] += sum",
                "points[winner] += 2 * sum",
            ),
            line("", "auto 2", "auto"),
            line("", "score"),
            END,
        ),
        ("goofspiel.rules",),
    ),
}
"""The sessions, by the names of their pages."""
