"""Codes for names, files and variants: RD101 to RD199."""

from __future__ import annotations

from ruledsl.diagnostics.codes.model import Code
from ruledsl.diagnostics.example import GAME, changed

_SUITS = "type Suit = hearts, spades\n"
_BIDS = 'type Bid = hearts, pass\noption usual: Bid = pass "what is bid by who says nothing"\n'
_PLAYERS = "players 2\n"
_QUICK = 'option quick: Bool = no "the last purchase comes sooner"\n'
_TURN = "    must discard or buy\n"
_END = "ties shared\n"

NAMES: tuple[Code, ...] = (
    Code(
        "RD101",
        "there is no such ruleset",
        "The base of a variant, or the ruleset that was asked for, was found neither beside the "
        "file nor among the rulesets that are shipped.",
        "A base is given by its name alone, without a folder or an address, so that a file from a "
        "stranger can read nothing else on the machine.",
        bad='language 1\nvariant duel_for_three of no_such_game "Duel for three"\n',
        good=GAME,
    ),
    Code(
        "RD102",
        "a variant of itself",
        "Following the bases of a variant leads back to a file that was read already.",
        "A variant changes a game; at the end of the bases there must be a file that begins with "
        "`game`.",
        bad='language 1\nvariant duel of duel "Duel"\n',
        good=GAME,
    ),
    Code(
        "RD103",
        "too many bases",
        "More bases stand behind this variant than are allowed.",
        "Nobody can follow changes of changes of changes. Make one of the files a `game` of its "
        "own, with the changes worked in.",
    ),
    Code(
        "RD104",
        "the name is built in",
        "A built-in name (`me`, `next`, `top`, `size`, `Player`, ...) is declared, or given to a "
        "parameter, a `let` or a loop.",
        "Built-in names mean the same in every game, so that whoever reads the rules can rely on "
        "them.",
        bad=changed("    pay amount from", "    let size = amount\n    pay amount from"),
        good=changed("    pay amount from", "    let price = amount\n    pay price from"),
    ),
    Code(
        "RD105",
        "the name has a meaning already",
        "A name is declared twice, or a parameter, a `let` or a loop takes a name that means "
        "something else. Declarations that a ruleset has once (`play`, `score`, ...), attributes of "
        "a card, members of a type and settings of a match cannot be repeated either.",
        "All names of a ruleset share one space. A reader never has to ask which of two things a "
        "name stands for.",
        bad=changed(
            "action discard(c in your hand):\n    move c",
            "action discard(rounds in your hand):\n    move rounds",
        ),
        good=GAME,
    ),
    Code(
        "RD106",
        "something is missing in the ruleset",
        "A ruleset says how many play (`players`), how it is played (`play:`) and how it is scored "
        "(`score`). One of these lines is missing.",
        "Without them there is no game. A variant has them from its base.",
        bad=changed("score p in Player = points[p]\n", ""),
        good=GAME,
    ),
    Code(
        "RD107",
        "there is no such type",
        "Where a type is wanted (after the colon of an attribute or a variable, in the brackets "
        "of a family) stands a name that is no type.",
        "Types are `Player`, `Team`, `Bool`, the types and kinds of card that the ruleset "
        "declares, and ranges such as `0..13`.",
        bad=changed("suit: Suit)", "suit: Suits)"),
        good=GAME,
    ),
    Code(
        "RD108",
        "there is no such kind of card",
        "A deck, or a condition with `is`, names a kind of card that is not declared.",
        "Kinds of card are declared by `card`, with the attributes that are printed on them.",
        bad=changed(
            "    Pip(each Rank, each Suit)\n", "    Pip(each Rank, each Suit)\n    Joker()\n"
        ),
        good=changed(
            "deck stock:\n    Pip(each Rank, each Suit)\n",
            'card Joker() shown as "joker"\ndeck stock:\n    Pip(each Rank, each Suit)\n    Joker()\n',
        ),
    ),
    Code(
        "RD109",
        "there is no such table",
        "A deck takes rows from a table that is not declared.",
        "`each row of TABLE` makes one card for each row of a table declared by `table`.",
        bad=changed("Pip(each Rank, each Suit)", "Pip(each row of ranks, each Suit)"),
        good=changed(
            "deck stock:",
            "table ranks: rank\n    ace\n    2\n    3\ndeck stock:",
            "Pip(each Rank, each Suit)",
            "Pip(each row of ranks, each Suit)",
        ),
    ),
    Code(
        "RD110",
        "a game has no base to change",
        "`replace`, `amend`, `remove` or `set` stands in a file that begins with `game`.",
        "These words change the game that a variant is based on. In a game, write what is meant at "
        "its own place.",
        bad=changed("pile discards seen by all", "replace pile discards seen by all"),
        good=GAME,
    ),
    Code(
        "RD111",
        "the base has nothing of that name",
        "A variant replaces, amends, removes or sets something that its base does not declare.",
        "A change to nothing would be a rule that nobody meets. What is new is declared without "
        "`replace`.",
    ),
    Code(
        "RD112",
        "the base has something else of that name",
        "A variant changes a thing as if it were of another kind, an action as a phase, say.",
        "What is replaced keeps its kind, so that everything else in the base still makes sense.",
    ),
    Code(
        "RD113",
        "replaced twice",
        "A variant replaces the same thing twice.",
        "Only one of the two could count. Keep the one that is meant.",
    ),
    Code(
        "RD114",
        "a member of several types",
        "A member stands in more than one type and is mentioned alone, so it is not clear which "
        "is meant.",
        "The same word may be a suit and a bid, but whoever mentions it says which: `Suit.hearts`.",
        bad=changed(
            _SUITS,
            _SUITS + _BIDS,
            "points[p]\nwin",
            "points[p] + count(c in hand[p] where c.suit == hearts)\nwin",
        ),
        good=changed(
            _SUITS,
            _SUITS + _BIDS,
            "points[p]\nwin",
            "points[p] + count(c in hand[p] where c.suit == Suit.hearts)\nwin",
        ),
    ),
    Code(
        "RD115",
        "the name is not declared",
        "A name is mentioned that nobody has declared: it is misspelt, or its declaration is "
        "missing.",
        "Everything in the rules is declared, so that a misspelt word is found at once and never "
        "becomes a new thing.",
        bad=changed("rounds += 1", "round_number += 1"),
        good=GAME,
    ),
    Code(
        "RD116",
        "it leads back to itself",
        "A define mentions itself, or a phase does itself, directly or by way of others.",
        "A ruleset always comes to an end. What happens again and again is written with `repeat`, "
        "`turns` or `each player`.",
        bad=changed(_TURN, _TURN + "    do turn\n"),
        good=changed(_TURN, "    repeat 2 times:\n        must discard or buy\n"),
    ),
    Code(
        "RD117",
        "there is no such phase",
        "`do`, `end`, `per` or a test names a phase that is not declared.",
        "Phases are declared by `phase NAME:`; `end game` alone needs none.",
        bad=changed("            do turn\n", "            do turns_of_play\n"),
        good=GAME,
    ),
    Code(
        "RD118",
        "there is no such action",
        "`must`, `may` or a test names an action that is not declared.",
        "Players choose from actions, which are declared by `action NAME:`. To let a player do "
        "nothing, write `may`.",
        bad=changed("must discard or buy", "must discard or sell"),
        good=GAME,
    ),
    Code(
        "RD119",
        "the match is not set up",
        "A match has the settings `rounds` (always), `starter` and `winner`; one of them is "
        "missing, misspelt, or set to a word that it does not know.",
        "Matches of all games are run in the same way, so their settings are closed lists: "
        "`starter` is `lot`, `alternates`, `winner` or `loser`, `winner` is `most_rounds`, "
        "`highest_total` or `lowest_total`.",
        bad=changed(
            _END,
            _END + '\nmatch three "Best of three":\n    rounds = 3\n    starter = alternating\n',
        ),
        good=changed(
            _END,
            _END + '\nmatch three "Best of three":\n    rounds = 3\n    starter = alternates\n',
        ),
    ),
    Code(
        "RD120",
        "the file has another name than the game",
        "A rule file is called otherwise than the game or variant that it holds. This is a warning.",
        "A variant names its base, and the base is found by the name of its file. With two names "
        "for one thing somebody will look for the wrong one.",
    ),
    Code(
        "RD121",
        "nothing uses it",
        "A zone, an account, a variable, a define, a type, a table or an option is declared, and no rule "
        "mentions it. An option with a meaning in quotes may be an agreement for the table and is "
        "passed over. This is a warning.",
        "Either a rule was forgotten, or a word of it is misspelt, or it is left over. Whoever reads the rules looks "
        "for what it is good for.",
        bad=changed("money bank", "zone spare seen by nobody\nmoney bank"),
        good=GAME,
    ),
    Code(
        "RD122",
        "the name is never used",
        "A parameter or a `let` is never mentioned where it could be. A number, a player or a word that an action names is passed "
        "over, unless it is chosen secretly: everybody is told of it, and that may be all that is meant. This is a warning.",
        "A parameter that nothing mentions makes several moves of one: all of them do the same.",
        bad=changed("action buy(amount in", "action buy(kind in your hand, amount in"),
        good=GAME,
    ),
    Code(
        "RD123",
        "an action is never offered",
        "An action stands in no `must` and no `may`, so nobody can ever choose it. This is a warning.",
        "Most likely it was forgotten where players choose.",
        bad=changed("must discard or buy", "must discard"),
        good=GAME,
    ),
    Code(
        "RD124",
        "a phase is never done",
        "No `do` leads to a phase. This is a warning.",
        "Most likely the line that does it was forgotten, or does another phase.",
        bad=changed("phase turn:\n", "phase last_turn:\n    must discard\n\nphase turn:\n"),
        good=GAME,
    ),
    Code(
        "RD125",
        "it stays as it is for ever",
        "A variable is never set, an account never paid from or into, or no card is ever moved to a place, though "
        "rules ask about it. This is a warning.",
        "What asks about it has one answer only, so a rule is missing. A number that stays the same is "
        "written as a `define`.",
        bad=changed("    your points += 1\n", ""),
        good=GAME,
    ),
    Code(
        "RD126",
        "an option makes no difference",
        "Rules mention an option, and yet the game is the same whatever it is set to. This is a warning.",
        "Who sets an option at the table expects another game. Mostly two lines that should differ are the same.",
        bad=changed(
            _PLAYERS, f"{_PLAYERS}{_QUICK}define latest = 8 if quick else 8\n", "< 8", "< latest"
        ),
        good=changed(
            _PLAYERS, f"{_PLAYERS}{_QUICK}define latest = 2 if quick else 8\n", "< 8", "< latest"
        ),
    ),
)
