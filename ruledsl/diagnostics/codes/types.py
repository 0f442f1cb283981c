"""Codes for types, ranges, tables and values: RD201 to RD299."""

from __future__ import annotations

from ruledsl.diagnostics.codes.model import Code
from ruledsl.diagnostics.example import GAME, changed

_SCORE = "score p in Player = points[p]\n"
_ROUNDS = "var rounds: 0..9 = 0 seen by all\n"
_UP = "        rounds += 1\n"
_DISCARD = "    move c to discards\n"
_BONUS = (
    _ROUNDS,
    "var rounds: 0..9 = 1 seen by all\nvar bonus: 0..18 = 0 seen by all\n",
    "require rounds < 8",
    "require rounds < 3",
    _SCORE,
    "score p in Player = points[p] + bonus\n",
)
_WORTH = (_SCORE, "score p in Player = points[p] * worth[1].value\n")
_OF_SUIT = (_SCORE, "score p in Player = points[p] * worth[hearts].value\n")


def _scored(value: str) -> str:
    """The game with another score."""
    return changed(_SCORE, f"score p in Player = {value}\n")


TYPES: tuple[Code, ...] = (
    Code(
        "RD201",
        "a value of another type is needed",
        "A number stands where a card belongs, a member where a number belongs, and the like.",
        "Every place in the rules takes one type of value, so that mixing them up is found before "
        "play and not in the middle of a game.",
        bad=changed(_UP, "        rounds = hearts\n"),
        good=GAME,
    ),
    Code(
        "RD202",
        "this type cannot be used here",
        "An option is something other than a range of numbers, `Bool` or a type with members; or a "
        "score is for something other than each `Player` or each `Team`.",
        "Options are set before anybody sits down, and a result is for those who play.",
        bad=changed(_SCORE, "score s in Suit = 1\n"),
        good=GAME,
    ),
    Code(
        "RD203",
        "this is no type, or cannot be kept",
        "Where a type belongs stands something else; or a place for cards is to be kept by a "
        "`let`, handed to a define, or printed on a card.",
        "Variables and names hold numbers, members, players and cards. A place is mentioned where "
        "it is used.",
        bad=changed(_ROUNDS, "var rounds: discards = 0 seen by all\n"),
        good=GAME,
    ),
    Code(
        "RD204",
        "these cannot be compared",
        "Values of two types are compared, or put in one list, or asked which is less where there "
        "is no order.",
        "A player is never equal to a number, nor a suit to a rank. `ordinal(x)` is the place of a "
        "member in its type, or a player's seat.",
        bad=_scored("1 if starter == rounds else 0"),
        good=_scored("1 if ordinal(starter) == rounds else 0"),
    ),
    Code(
        "RD205",
        "too many or too few arguments",
        "An action, a define, a built-in function or a kind of card takes another number of values "
        "than it is given.",
        "Each parameter and each attribute gets one value.",
        bad=_scored("points[p] + size(hand[p], discards)"),
        good=_scored("points[p] + size(hand[p])"),
    ),
    Code(
        "RD206",
        "this is no value by itself",
        "A family (`points[Player]`) is mentioned without saying whose; or a type, a table, an "
        "action or a phase stands where a value belongs; or something that has no places is "
        "followed by brackets.",
        "`points` are several numbers, one for each player: `points[p]` and `your points` are one.",
        bad=_scored("points"),
        good=GAME,
    ),
    Code(
        "RD207",
        "there is no such attribute, column or member",
        "After a dot, or between braces in how a card is shown, stands a name that the card, the "
        "table or the type does not have.",
        "What a card has is declared with its kind, what a table has in its first line.",
        bad=_scored("sum(ordinal(c.rnk) for c in hand[p])"),
        good=_scored("sum(ordinal(c.rank) for c in hand[p])"),
    ),
    Code(
        "RD208",
        "a variable remembers a look, not a card",
        "A variable of a card type is used as if it were the card itself, to move it, say.",
        "Cards that look alike are interchangeable, so a variable keeps only what the card looks "
        "like. The card itself is named by where it is.",
        bad=changed(
            _ROUNDS,
            _ROUNDS + "var last_card: Pip or none = none seen by all\n",
            "    move c to discards\n",
            "    move last_card to discards\n",
        ),
        good=changed(
            _ROUNDS,
            _ROUNDS + "var last_card: Pip or none = none seen by all\n",
            "    move c to discards\n",
            "    last_card = c\n    move c to discards\n",
        ),
    ),
    Code(
        "RD209",
        "it has no value yet",
        "An initial value depends on something that is set later: a variable or an account "
        "further down, or where cards lie.",
        "Accounts and variables get their values in the order of the file, before the cards are "
        "laid out and before `setup`.",
        bad=changed(
            _ROUNDS,
            "var rounds: 0..9 = first_round seen by all\nvar first_round: 0..9 = 0 seen by all\n",
        ),
        good=changed(
            _ROUNDS,
            "var first_round: 0..9 = 0 seen by all\nvar rounds: 0..9 = first_round seen by all\n",
            _UP,
            _UP + "        first_round = rounds\n",
        ),
    ),
    Code(
        "RD210",
        "it is not known before play begins",
        "A range, a table, a deck, an option or who sees something depends on what changes during "
        "play, or on something that is declared further down.",
        "What the game consists of is settled before it begins. Numbers, members, options and "
        "`player_count` are known then.",
        bad=changed("    Pip(each Rank, each Suit)", "    rounds * Pip(each Rank, each Suit)"),
        good=changed(
            "    Pip(each Rank, each Suit)", "    player_count * Pip(each Rank, each Suit)"
        ),
    ),
    Code(
        "RD211",
        "the value is out of range",
        "A value is surely smaller or larger than what its place can hold; or a row, a place or a "
        "member is asked for that is not there.",
        "Every number has a range, which keeps a game finite and finds slips. A value that is "
        "outside only sometimes is a fault when it is met in play.",
        bad=changed(_ROUNDS, "var rounds: 0..9 = 10 seen by all\n"),
        good=GAME,
    ),
    Code(
        "RD212",
        "the number cannot be meant",
        "A range is empty, an amount of money or a number of cards is below 0, a game has no "
        "players or far too many, or `random` has nothing to choose from.",
        "Such a rule can only be a slip.",
        bad=changed(_ROUNDS, "var rounds: 9..0 = 0 seen by all\n"),
        good=GAME,
    ),
    Code(
        "RD213",
        "there is no such seat",
        "A rule, a team or a test names a seat that the game does not have.",
        "Seats are numbered from 1. Where a ruleset is for several numbers of players, its rules "
        "hold for every one of them.",
        bad=_scored("1 if p == 3 else 0"),
        good=_scored("1 if p == 2 else 0"),
    ),
    Code(
        "RD214",
        "a seat in two teams",
        "A seat is named by two teams, or twice by one.",
        "Whoever plays belongs to one side.",
        bad=changed("players 2\n", "players 2\nteam north = 1\nteam south = 2, 1\n"),
        good=changed("players 2\n", "players 2\nteam north = 1\nteam south = 2\n"),
    ),
    Code(
        "RD215",
        "a seat in no team",
        "The ruleset has teams, and a seat is in none of them.",
        "`team_of(p)` and the score of a team need everybody to have one. A player without a "
        "partner is a team of one seat.",
        bad=changed("players 2\n", "players 2\nteam north = 1\n"),
        good=changed("players 2\n", "players 2\nteam north = 1\nteam south = 2\n"),
    ),
    Code(
        "RD216",
        "the teams do not allow this",
        "`Team`, `team_of` or `partner` is used in a ruleset without teams, or `partner` where "
        "teams are not of two.",
        "Partnerships are declared by seats: `team north_south = 1, 3`.",
        bad=_scored("points[p] + points[partner(p)]"),
        good=changed(
            "players 2\n",
            "players 4\nteam north_south = 1, 3\nteam east_west = 2, 4\n",
            "move 2 from",
            "move 1 from",
            _SCORE,
            "score p in Player = points[p] + points[partner(p)]\n",
        ),
    ),
    Code(
        "RD217",
        "this cannot be an index",
        "Between the brackets of a family stands a kind of card, or a type with too many values.",
        "A family has a place for each player, each team, or each value of a small type.",
        bad=changed(
            "pile discards seen",
            "pile discards[Pip] seen",
            "move c to discards",
            "move c to discards[c]",
        ),
        good=changed(
            "pile discards seen",
            "pile discards[Suit] seen",
            "move c to discards",
            "move c to discards[c.suit]",
        ),
    ),
    Code(
        "RD218",
        "a row does not fit its table",
        "A row has more or fewer entries than the table has columns, or it has no key where the "
        "table has an index, or a key where it has none.",
        "Every row of a table fills the same columns.",
        bad=changed(_ROUNDS, _ROUNDS + "table worth: rank, value\n    ace, 1\n    2\n"),
        good=changed(
            _ROUNDS, _ROUNDS + "table worth: rank, value\n    ace, 1\n    2, 2\n", *_WORTH
        ),
    ),
    Code(
        "RD219",
        "two rows for one key",
        "Two rows of a table are for the same value of its index.",
        "Asking the table must have one answer.",
        bad=changed(
            _ROUNDS,
            _ROUNDS + "table worth[Suit]: value\n    hearts: 1\n    spades: 2\n    hearts: 3\n",
        ),
        good=changed(
            _ROUNDS, _ROUNDS + "table worth[Suit]: value\n    hearts: 1\n    spades: 2\n", *_OF_SUIT
        ),
    ),
    Code(
        "RD220",
        "a row is missing",
        "A table has no row for one of the values of its index.",
        "A table has an answer for every value of its index, so that nothing is left open in play.",
        bad=changed(_ROUNDS, _ROUNDS + "table worth[Suit]: value\n    hearts: 1\n"),
        good=changed(
            _ROUNDS, _ROUNDS + "table worth[Suit]: value\n    hearts: 1\n    spades: 2\n", *_OF_SUIT
        ),
    ),
    Code(
        "RD221",
        "division by 0",
        "Something is divided by 0, or the rest of such a division is asked for.",
        "There is no such number.",
        bad=_scored("points[p] div 0"),
        good=_scored("points[p] div 2"),
    ),
    Code(
        "RD222",
        "the result is too large",
        "A calculation with fixed numbers gives more than any number in the language can be.",
        "Up to 2 to the 53rd every program in every language counts exactly, so a game gives the "
        "same result everywhere.",
        bad=_scored("points[p] + 9007199254740991 * 2"),
        good=_scored("points[p] + 900719925474099 * 2"),
    ),
    Code(
        "RD223",
        "this cannot be gone through",
        "After `in` stands something that has no elements: a number, a player, a kind of card.",
        "Ranges (`1..5`), types, `Player`, places for cards, teams and lists (`[a, b]`) have "
        "elements.",
        bad=_scored("sum(points[q] for q in 2)"),
        good=_scored("sum(points[q] for q in Player)"),
    ),
    Code(
        "RD224",
        "the question lacks a part, or has one too many",
        "`highest` and `lowest` need `by`; `count`, `sum`, `any` and `every` have an answer for "
        "nothing and take no `else`; `sum` and the like go through something with `for`.",
        "Each of these questions has one form, told in the language reference.",
        bad=_scored("1 if p == highest(q in Player else none) else 0"),
        good=_scored("1 if p == highest(q in Player by points[q] else none) else 0"),
    ),
    Code(
        "RD225",
        "several names for things that are no cards",
        "`a, b in X` stands for different cards of one place, and X holds no cards.",
        "Two numbers or two players are two choices of their own: `a in 1..3, b in 1..3`.",
        bad=changed("buy(amount in 1..your coins)", "buy(amount, more in 1..3)"),
        good=changed(
            "buy(amount in 1..your coins)",
            "buy(amount in 1..3, more in 1..3)",
            "    pay amount from",
            "    pay amount + more from",
        ),
    ),
    Code(
        "RD226",
        "this may be none",
        "What may be `none` is calculated with, used as an index or asked for an attribute, where legality "
        "depends on it or where it comes straight from a question with `else none`. This is a warning.",
        "Meeting `none` there stops play. Test it first, `x != none and ...`; behind the test nothing is "
        "said.",
        bad=_scored("points[highest(q in Player by points[q] else none)]"),
        good=_scored("points[highest(q in Player by points[q], first of equals)]"),
    ),
    Code(
        "RD227",
        "it cannot be done by the values that occur",
        "By what variables ever become, a value is always out of range here, a divisor always 0, a range always "
        "empty, or more cards are moved than a place ever has. This is a warning.",
        "Play stops with a fault as soon as it comes here. The ranges that are declared would allow "
        "it, what the rules do with them does not.",
        bad=changed(_UP, "        rounds = random(1..3)\n        bonus = 18 + rounds\n", *_BONUS),
        good=changed(_UP, "        rounds = random(1..3)\n        bonus = 10 + rounds\n", *_BONUS),
    ),
    Code(
        "RD228",
        "money and a number of things are mixed",
        "What an account holds is added to a number of cards or other things, taken from it or compared with it, or so many "
        "cards are paid, and nothing says how much one of them is worth. This is a warning. Numbers are taken for "
        "money or for a number of things only where that is certain: what an account holds, `size` and `count`, a "
        "`let` or define of them, a sum with a number written out, an amount chosen up to some money. Variables, tables, "
        "attributes, options and parameters of defines go with everything, and so does the score with the defines that it mentions: "
        "what it adds up are points.",
        "Three coins are not three cards unless a card is worth a coin, and that is a rule which players want to know. A product "
        "or a quotient says it: `2 * size(your hand)`; `1 * size(your hand)` if it is 1.",
        bad=changed(_DISCARD, _DISCARD + "    pay size(your hand) from your coins to bank\n"),
        good=changed(_DISCARD, _DISCARD + "    pay 2 * size(your hand) from your coins to bank\n"),
    ),
)
