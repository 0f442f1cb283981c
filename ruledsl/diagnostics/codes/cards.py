"""Codes for cards, places, money and who sees what: RD401 to RD499."""

from __future__ import annotations

from ruledsl.diagnostics.codes.model import Code
from ruledsl.diagnostics.example import GAME, changed

_SCORE = "score p in Player = points[p]\n"
_ROUNDS = """    repeat 2 times:
        each player from starter:
            do turn
        rounds += 1
"""
_TURN = """        move 1 from stock to discards
        do turn
        rounds += 1
"""
_TURNS = "    turns from starter until"
_EXCHANGE = "    pay amount from your coins to bank\n    pay amount from bank to your coins\n"
_DEAL = "        move 2 from stock to your hand\n"
_MOVE = "    move c to discards\n"
_PAY = "    pay amount from your coins to bank\n"
_JOKER = (
    "deck stock:\n    Pip(each Rank, each Suit)\n",
    'card Joker(copy: 1..2) shown as "joker {copy}"\n'
    "deck stock:\n    Pip(each Rank, each Suit)\n    Joker(each 1..2)\n",
)
_DECKLESS = """language 1
game taking "Taking"

players 2
card Pip(rank: 1..9) shown as "{rank}"
DECK
zone open seen by all
zone taken[Player] seen by all

action take(c in open):
    move c to your taken

setup:
    FILL

play:
    each player: must take

score p in Player = sum(c.rank for c in taken[p])
win by highest score
ties shared
"""

CARDS: tuple[Code, ...] = (
    Code(
        "RD401",
        "nobody owns it",
        "`seen by owner` is said of something that belongs to no player and no team.",
        "Only what is indexed by `Player` or `Team` has owners: `hand[Player] seen by owner`.",
        bad=changed("pile discards seen by all", "pile discards seen by owner"),
        good=GAME,
    ),
    Code(
        "RD402",
        "this place has no such end or number",
        "`top` is asked of a row, a numbered card of a pile, `move 2 from` of a zone, and the like.",
        "A `zone` has no order, a `pile` has a top and a bottom, a `row` has a first and a last "
        "card and numbered places. From a pile the top cards are taken; elsewhere one has to say "
        "which.",
        bad=changed(_MOVE, "    move top(your hand) to discards\n"),
        good=GAME,
    ),
    Code(
        "RD403",
        "not every card there has this attribute",
        "An attribute is asked of a card that may be of a kind without it.",
        "Which kinds of card can come to a place follows from all `move`s. Where several can, ask "
        "for the kind first: `c is Pip and ...`, `where c is Pip`, `if c is Pip:`.",
        bad=changed(*_JOKER, _SCORE, "score p in Player = sum(ordinal(c.rank) for c in hand[p])\n"),
        good=changed(
            *_JOKER,
            _SCORE,
            "score p in Player = sum(ordinal(c.rank) for c in hand[p] where c is Pip)\n",
        ),
    ),
    Code(
        "RD404",
        "what is legal depends on a card nobody has seen",
        "A `require`, or what a player may choose from, reads a card that lies in a shuffled pile.",
        "Which card that is has not been settled yet. Listing the legal moves must not settle it, "
        "nor tell anybody what lies there.",
        bad=changed("    require rounds < 8,", "    require top(stock).suit == hearts,"),
        good=changed(
            "    require rounds < 8,",
            "    require discards is not empty and top(discards).suit == hearts,",
        ),
    ),
    Code(
        "RD405",
        "different cards look the same",
        "Two cards that differ are shown by the same text (capitals do not count), or a card is shown as nothing.",
        "Players name cards by what is shown, and moves are read back from it.",
        bad=changed('"{rank} of {suit}"', '"{rank}"'),
        good=GAME,
    ),
    Code(
        "RD406",
        "unlimited money cannot be counted",
        "The balance of an unlimited account is read, set or paid out as a whole; or `unlimited` "
        "stands elsewhere than after the `=` of an account.",
        "An unlimited account (a bank, say) pays whatever is asked for and has no balance.",
        bad=changed(_SCORE, "score p in Player = bank\n"),
        good=changed(_SCORE, "score p in Player = coins[p]\n"),
    ),
    Code(
        "RD407",
        "there is no such card",
        "A card is named that is in no deck, or `deal` names what chance can never bring.",
        "Only cards of the decks can turn up. In a test they are named as they are shown (in quotes "
        "if that is not made of plain words), or by kind and attributes; `deal` names what chance "
        "brings likewise: cards, members, numbers and seats.",
        bad=changed(
            "deck stock:\n    Pip(each Rank, each Suit)",
            "deck stock:\n    Pip(each Rank, hearts)",
            "move 2 from",
            "move 1 from",
            _SCORE,
            "score p in Player = count(c in hand[p] where c == Pip(ace, spades))\n",
        ),
        good=changed(
            "deck stock:\n    Pip(each Rank, each Suit)",
            "deck stock:\n    Pip(each Rank, hearts)",
            "move 2 from",
            "move 1 from",
            _SCORE,
            "score p in Player = count(c in hand[p] where c == Pip(ace, hearts))\n",
        ),
    ),
    Code(
        "RD408",
        "money is paid",
        "An account is changed by `=`, `+=` or `-=`, or something that is no account is paid from "
        "or into.",
        "Money neither springs up nor vanishes: what one account gains another loses.",
        bad=changed(_PAY, "    your coins -= amount\n"),
        good=GAME,
    ),
    Code(
        "RD409",
        "shuffling in view hides nothing",
        "A place is shuffled whose cards somebody sees.",
        "Shuffling makes an order that nobody knows. Where the cards lie open, move them to a pile "
        "that is seen by nobody, and shuffle that.",
        bad=changed("    shuffle stock\n", "    shuffle stock\n    shuffle discards\n"),
        good=GAME,
    ),
    Code(
        "RD410",
        "cards are dealt without being shuffled",
        "Cards of a deck of different faces are dealt from its top, and nothing ever shuffles it.",
        "An unshuffled deck lies in the order in which it is declared, so everybody would get the "
        "same cards in every game.",
        bad=changed("    shuffle stock\n", ""),
        good=GAME,
    ),
    Code(
        "RD411",
        "what is legal depends on what the player cannot know",
        "A `require`, what a parameter can be, or the value that an offer fixes reads a hand, an "
        "account or a variable that the player who acts does not see.",
        "From what is legal a player would learn what is another's secret. It may depend on what "
        "all see, on what is the player's own, and on what has been revealed.",
        bad=changed(
            "    require rounds < 8,", "    require any(c.suit == hearts for c in hand[next(me)]),"
        ),
        good=changed(
            "    require rounds < 8,", "    require any(c.suit == hearts for c in your hand),"
        ),
    ),
    Code(
        "RD412",
        "a card is chosen that the player does not see",
        "What a parameter can be are cards of a zone that the player who chooses does not see.",
        "Nobody can name a card that he does not know. Drawing blindly is an effect, and chance decides: "
        "`move random(hand[p]) to ...`. In a row or pile a player can choose a place.",
        bad=changed(
            "action discard(c in your hand):\n    move c to discards",
            "action discard(c in hand[next(me)]):\n    move c to discards",
        ),
        good=changed(
            "action discard(c in your hand):\n    move c to discards",
            "action discard:\n    move random(hand[next(me)]) to discards",
        ),
    ),
    Code(
        "RD413",
        "whether a player is asked depends on a secret",
        "A condition, a loop, a turn or an `end PHASE` decides whether, how often or by whom a choice "
        "is made, and reads what not everybody sees.",
        "The others would learn the secret from the turn that somebody has. Ask always, under `may`, and "
        "put the condition into the action's `require`; or `reveal` first what the condition reads, or keep what "
        "follows from it in a variable that all see.",
        bad=changed(
            "phase turn:\n",
            "phase turn:\n    if any(c.suit == hearts for c in your hand):\n        may buy\n",
        ),
        good=changed(
            "phase turn:\n",
            "phase turn:\n    may buy\n",
            "    require rounds < 8,",
            "    require rounds < 8 and any(c.suit == hearts for c in your hand),",
        ),
    ),
    Code(
        "RD414",
        "an announcement tells a secret",
        "What stands between the braces of an `announce` reads what not everybody sees.",
        "Everybody reads what is announced. What is meant to become known is shown by `reveal` first.",
        bad=changed(_MOVE, '    announce "{c} goes"\n    move c to discards\n'),
        good=changed(_MOVE, '    move c to discards\n    announce "{c} goes"\n'),
    ),
    Code(
        "RD415",
        "what is chosen openly is kept as a secret",
        "A number, player or member that everybody is told with the move is stored or paid where somebody "
        "cannot see it.",
        "All players read what was chosen, so it is no secret. `secretly` before the parameter keeps "
        "it from them.",
        bad=changed(
            "money bank",
            "var kept[Player]: 0..20 = 0 seen by owner\nmoney bank",
            _PAY,
            _PAY + "    your kept = amount\n",
        ),
        good=changed(
            "money bank",
            "var kept[Player]: 0..20 = 0 seen by owner\nmoney bank",
            _PAY,
            _PAY + "    your kept = amount\n",
            "action buy(amount",
            "action buy(secretly amount",
        ),
    ),
    Code(
        "RD416",
        "a card is moved twice at once",
        "One `move` names the same card twice, such as `move top(stock), top(stock) to ...`.",
        "One statement finds all its cards before it moves the first of them, so both are the same card. "
        "Several cards from a pile are moved by their number, or by one statement each.",
        bad=changed("        move 2 from stock to", "        move top(stock), top(stock) to"),
        good=GAME,
    ),
    Code(
        "RD417",
        "money cannot be shown in these pieces",
        "The sizes behind `shown in` leave balances that cannot be made up of them, name a size twice, "
        "or do not suit each other: taking the largest piece that fits, again and again, would take "
        "more pieces than are needed.",
        "Balances are shown in the notes or coins in which people would lay them down: the largest "
        "first. Sizes of real money (1, 2, 5, 10) make that the least number of pieces; with 1, 3 and 4, "
        "6 is 4 + 1 + 1, and two of 3 are less.",
        bad=changed(
            "money coins[Player] = 10 up to 20 ",
            "money coins[Player] = 10 up to 20 shown in 1, 3, 4 ",
        ),
        good=changed(
            "money coins[Player] = 10 up to 20 ",
            "money coins[Player] = 10 up to 20 shown in 1, 2, 5 ",
        ),
    ),
    Code(
        "RD418",
        "cards may tie",
        "The `highest` or `lowest` card is asked for, two different cards are worth the same, and nothing is "
        "said about it. This is a warning.",
        "Where several cards are the best and do not look alike, play stops with a fault. A rulebook says which "
        "of them is meant, or what happens then.",
        bad=changed(_DEAL, _DEAL + "        move highest(c in your hand by c.rank) to discards\n"),
        good=changed(
            _DEAL,
            _DEAL + "        move highest(c in your hand by c.rank, first of equals) to discards\n",
        ),
    ),
    Code(
        "RD419",
        "the game cannot begin",
        "Before anybody has chosen anything something is done that cannot be done: more cards are dealt than "
        "there are, a place is asked for that there is not, an account would hold less than 0. The message tells for "
        "which number of players and which options, where others are in order. This is a warning.",
        "Play stops there with a fault each time.",
        bad=changed(_DEAL, "        move 4 from stock to your hand\n"),
        good=GAME,
    ),
    Code(
        "RD420",
        "a place may be empty by then",
        "In a loop that ends by counting, a card is taken from a place each time round; it can go round more often "
        "than there are cards, none come back, and no rule asks. This is a warning.",
        "Taking a card from an empty place stops play with a fault. The rules say what happens when the cards "
        "run out.",
        bad=changed(_ROUNDS, f"{_TURNS} rounds == 9:\n{_TURN}", _PAY, _EXCHANGE),
        good=changed(_ROUNDS, f"{_TURNS} rounds == 9 or stock is empty:\n{_TURN}", _PAY, _EXCHANGE),
    ),
    Code(
        "RD421",
        "there are no cards",
        "The rules choose among cards, and no deck has any.",
        "A kind of card says what such a card is like, a zone where cards can lie. Which cards there are is said by "
        "decks: each line of one is a card, or several.",
        bad=_DECKLESS.replace("DECK\n", "").replace("setup:\n    FILL\n\n", ""),
        good=_DECKLESS.replace("DECK", "deck stock:\n    Pip(each 1..9)").replace(
            "FILL", "shuffle stock\n    move 4 from stock to open"
        ),
    ),
)
