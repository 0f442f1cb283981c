"""Codes for what checks by play find (`ruledsl check --play`): RD550 to RD579."""

from __future__ import annotations

from ruledsl.diagnostics.codes.model import Code
from ruledsl.diagnostics.example import changed

_GAME = """language 1
game piling "Piling"

players 2

money coins[Player] = 3 up to 6 seen by all
money pile = 0 up to 6 seen by all
var times[Player]: 0..6 = 0 seen by all

action put(n in 1..2):
    require n <= your coins, otherwise "you have not so many"
    pay n from your coins to pile
    your times += 1

play:
    turns from 1 where your coins > 0 until pile == 6:
        must put

score p in Player = times[p]
win by highest score
ties shared
"""
"""The small game that these examples are made from."""


def _with(*changes: str) -> str:
    return changed(*changes, text=_GAME)


PLAY: tuple[Code, ...] = (
    Code(
        "RD550",
        "in a game the rules fail",
        "A game was found in which a rule cannot be carried out: a value leaves its range, there is nothing or no one answer "
        "where a card is asked for, a number divides by 0. The game is told, as short as it could be made, and kept: "
        "`ruledsl play --load FILE` opens it one move before.",
        "At the table this is the moment in which all look at the rulebook and find nothing. Either ask beforehand "
        "whether it can be done, or say what is done otherwise.",
        bad=_with("times[Player]: 0..6", "times[Player]: 0..2"),
        good=_GAME,
        found_by="play",
    ),
    Code(
        "RD551",
        "in a game cards or money are lacking, or have no room",
        "A game was found in which more is moved or paid than there is, or more comes to a place or an account than "
        "it holds. The game is told and kept as for RD550.",
        "A box has only so many cards and coins. `up to` takes what there is; a `require` asks before.",
        bad=_with('    require n <= your coins, otherwise "you have not so many"\n', ""),
        good=_GAME,
        found_by="play",
    ),
    Code(
        "RD552",
        "in a game somebody must choose, and nothing is legal",
        "A game was found in which a player must choose and has no legal move, and no `otherwise` says what "
        "is done then. The game is told and kept as for RD550.",
        "A table that is stuck is no end of a game. `otherwise` with an action that is always legal, `may` in the "
        "place of `must`, or an end of the game are what rulebooks say.",
        bad=_with(" where your coins > 0", ""),
        good=_GAME,
        found_by="play",
    ),
    Code(
        "RD553",
        "a game can go on for ever",
        "A game was found that comes back to a position in which it was before, and chance has no say in it: so "
        "players can choose the same again and again. The game is told and kept as for RD550.",
        "Games should end even if nobody wants to give in. Count something, use something up, or end the game when all pass in "
        "succession or a position comes again.",
        bad=_with("must put", "may put"),
        good=_GAME,
        found_by="play",
    ),
    Code(
        "RD554",
        "a game may take longer than anybody plays",
        "A game of random moves was stopped because it had more decisions than a game may have.",
        "Each position was a new one, so something is counted; but it may be counted further than people play.",
        bad=_with(
            "times[Player]: 0..6",
            "times[Player]: 0..500000",
            "pile == 6",
            "times[1] == 400000",
            "    pay n from your coins to pile\n",
            "",
        ),
        good=_GAME,
        found_by="play",
    ),
    Code(
        "RD555",
        "something is never played",
        "In none of the games was this action chosen (here, or anywhere), or this phase entered, though players sought it "
        "out; the message says how many games that were. Games in small trees are all of them.",
        "What never happens is not in the game: mostly a condition is too strict, or a number is out of reach.",
        bad=_with(
            "play:\n",
            "action heap(n in 5..your coins):\n    pay n from your coins to pile\n    your times += 1\n\nplay:\n",
            "must put",
            "must put or heap",
        ),
        good=_GAME,
        found_by="play",
    ),
    Code(
        "RD556",
        "a condition of an action never mattered",
        "A `require` held whenever it was asked, or never did, in all games and in the tests that stand with the rules.",
        "A `require` that refuses nothing looks like a rule and is none; perhaps another one refuses the same. Where it matters "
        "only in positions that are hardly ever met, a test that lays one out shows that it does.",
        bad=_with(
            "    pay n from your coins to pile\n",
            '    require your times < 3, otherwise "that is enough"\n    pay n from your coins to pile\n',
        ),
        good=_GAME,
        found_by="play",
    ),
    Code(
        "RD557",
        "a condition or a part of the score never mattered",
        "An `if`, `until` or `where` went the same way in all games and in the tests that stand with the rules, or a part of "
        "the score was always 0.",
        "What decides nothing need not stand there; mostly something else was meant.",
        bad=_with("= times[p]", "= (0 if times[p] > 3 else times[p])"),
        good=_GAME,
        found_by="play",
    ),
    Code(
        "RD558",
        "an option makes no difference",
        "Whatever it is set to, and whatever the other options are set to, the option changes nothing that anybody could notice "
        "in many games: moves, chance, what players see, scores. Where that is more than 64 settings nothing is said.",
        "Who sets an option expects something of it. Perhaps another rule decides the same already.",
        bad=_with(
            "players 2\n",
            'players 2\n\noption bonus: Bool = no "everybody has a point at least"\n',
            "= times[p]",
            "= max(times[p], 1 if bonus else 0)",
        ),
        good=_GAME,
        found_by="play",
    ),
    Code(
        "RD559",
        "what is legal tells what nobody has shown",
        "Two games were found that look the same to a player, and in which he may choose different moves, or the game waits for "
        "different players.",
        "Who is told that a move is not legal learns something of the cards behind it. Let the condition depend on what the player "
        "sees, or `reveal` what it depends on. A check of the text finds most of this before.",
    ),
    Code(
        "RD560",
        "no game came to its end when the rules were tried",
        "Every check plays some games (`ruledsl check --static` leaves them out). Games of these rules are so long, or what is "
        "looked at between two moves is so much, that none was over in time with the options as they are declared.",
        "What stops play late in a game was not met, whatever it is. `ruledsl check --play` has more time, and `--thorough` much "
        "more.",
        found_by="play",
    ),
)
