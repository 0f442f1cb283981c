"""Codes for the flow of play and for actions: RD301 to RD399."""

from __future__ import annotations

from ruledsl.diagnostics.codes.model import Code
from ruledsl.diagnostics.example import GAME, changed

_BUY = '    require rounds < 8, otherwise "too late"\n    pay amount from your coins to bank\n'
_EXCHANGE = "    pay amount from your coins to bank\n    pay amount from bank to your coins\n"
_ROUNDS = "var rounds: 0..9 = 0 seen by all\n"
_LEAVE = "        if rounds == 2:\n            end game\n"
_AGAIN = "    repeat 2 times:\n"
_UP = "        rounds += 1\n"
_DO = "            do turn\n"
_EACH = "        each player from starter:\n            do turn\n"
_SCORE = "score p in Player = points[p]\n"

FLOW: tuple[Code, ...] = (
    Code(
        "RD301",
        "nobody is acting here",
        "`me`, `your ...` or a choice stands where it is nobody's turn.",
        "Somebody acts in an action and inside `turns from`, `each player`, `together` and "
        "`player P acts`. In `setup`, `play`, `score`, an initial value or the `until` of `turns` "
        "nobody does.",
        bad=changed(_SCORE, "score p in Player = your points\n"),
        good=GAME,
    ),
    Code(
        "RD302",
        "`random` cannot stand here",
        "`random` is part of a larger expression, or would decide what is legal.",
        "A roll is an event of its own that everybody can see in the record of play. It is the whole "
        "right side of `=` or `let`, an initial value, or the card of a `move`.",
        bad=changed(_UP, "        rounds = random(1..8) + 1\n"),
        good=changed(_UP, "        rounds = random(2..9)\n"),
    ),
    Code(
        "RD303",
        "this cannot be set",
        "Something that is no variable stands to the left of `=`, `+=` or `-=`.",
        "Only what is declared by `var` changes by being set. Cards are moved, money is paid, an "
        "option is chosen before play, a define is worked out anew each time.",
        bad=changed(_BUY, _BUY + "    amount = 1\n"),
        good=changed(_BUY, _BUY + "    rounds = 1\n"),
    ),
    Code(
        "RD304",
        "only a deck can be gathered",
        "`gather` names something that is no deck.",
        "The cards of a deck return, from wherever they are, to the pile they started in. Other "
        "cards are brought back by `move all from ... to ...`.",
        bad=changed("    shuffle stock\n", "    gather discards\n    shuffle stock\n"),
        good=changed("    shuffle stock\n", "    gather stock\n    shuffle stock\n"),
    ),
    Code(
        "RD305",
        "the text cannot be told",
        "Between the braces of an `announce` stands something that is no value, or a whole place "
        "full of cards; or a brace is not closed.",
        'Braces in a text hold a value: `announce "{amount} is bid"`. Cards are shown by `reveal`.',
        bad=changed(_BUY, _BUY + '    announce "buys for {amount"\n'),
        good=changed(_BUY, _BUY + '    announce "buys for {amount}"\n'),
    ),
    Code(
        "RD306",
        "this is never reached",
        "Statements follow an `end`.",
        "`end` leaves the phase at once. What is to happen before goes further up; what ends the "
        "phase only sometimes stands under an `if`.",
        bad=changed(_UP, "        end game\n" + _UP),
        good=changed(_UP, _UP + "        if rounds == 9:\n            end game\n"),
    ),
    Code(
        "RD307",
        "`require` and `let` come first in an action",
        "A `require` or a `let` stands after an effect of an action, or a `require` stands outside "
        "of actions.",
        "What is legal is settled before anything happens, so that a move is never taken back "
        "half-way.",
        bad=changed(_BUY, "    pay amount from your coins to bank\n    require rounds < 8\n"),
        good=GAME,
    ),
    Code(
        "RD308",
        "an action asks nobody",
        "`must` or `may` stands in an action, or an action does a phase that asks a player.",
        "An action is a player's answer. Further questions are asked by the phase that offered it, "
        "after the answer.",
        bad=changed(_BUY, _BUY + "    must discard\n"),
        good=changed("must discard or buy\n", "must discard or buy\n    may discard\n"),
    ),
    Code(
        "RD309",
        "offered twice",
        "The same action stands twice in one `must` or `may`.",
        "A move is one thing, wherever it stands in the list. An `otherwise` is another action than "
        "those before it.",
        bad=changed("must discard or buy", "must discard or buy, otherwise buy"),
        good=changed(
            "must discard or buy",
            "must discard or buy, otherwise pass",
            "phase turn:",
            "action pass:\n    rounds = rounds\n\nphase turn:",
        ),
    ),
    Code(
        "RD310",
        "the phase may not be going on",
        "`end PHASE` can be met while that phase is not being played.",
        "`end` leaves a phase from within: in itself, in the phases that it does, and in actions "
        "that are offered nowhere else.",
        bad=changed(_UP, "        end turn\n"),
        good=changed(
            "    must discard or buy\n",
            "    if rounds == 3:\n        end turn\n    must discard or buy\n",
        ),
    ),
    Code(
        "RD311",
        "`together` holds one choice",
        "Something other than one `must` or `may` stands in `together each player:`.",
        "Everybody decides without seeing what the others decide; what follows comes after the "
        "block, when all choices are known.",
        bad=changed(
            _EACH,
            _EACH
            + "        together each player:\n            must discard\n            rounds += 1\n",
        ),
        good=changed(_EACH, _EACH + "        together each player:\n            must discard\n"),
    ),
    Code(
        "RD312",
        "choices made together meddle with one another",
        "An action that is offered in `together` changes or reads something that is not the "
        "player's own, or does something that cannot be done at once by all.",
        "The order in which such choices take effect must not matter. An action offered there may "
        "change what belongs to the player, and add cards to a place.",
        bad=changed(
            _BUY,
            _BUY + "    rounds = amount\n",
            _EACH,
            _EACH + "        together each player:\n            must buy\n",
        ),
        good=changed(
            _BUY,
            _BUY + "    your points = amount\n",
            _EACH,
            _EACH + "        together each player:\n            must buy\n",
        ),
    ),
    Code(
        "RD313",
        "`for` does not give the turn",
        "A choice stands in a `for`, so that the same player decides each time.",
        "`for p in Player` only counts the players through. To let each of them act write `each "
        "player:`, or `player p acts:` in the loop.",
        bad=changed(
            _DO, _DO + "            for p in Player:\n                must discard or buy\n"
        ),
        good=changed(
            _DO,
            _DO
            + "            for p in Player:\n                player p acts: must discard or buy\n",
        ),
    ),
    Code(
        "RD314",
        "the loop never ends",
        "A `repeat:` holds nothing that leaves it and no decision, also not in what it does; or the "
        "condition of a `repeat until` never holds, and nothing else leaves the loop.",
        "Play would stand still there. A loop ends by its `until`, after so many `times`, or by the "
        "`end` of a phase that it is in.",
        bad=changed(
            "        rounds += 1\n", "        repeat until rounds > 9:\n            rounds = 9\n"
        ),
        good=changed(
            "        rounds += 1\n", "        repeat until rounds > 8:\n            rounds = 9\n"
        ),
    ),
    Code(
        "RD315",
        "nobody gets a turn",
        "The `where` of `turns` or `each player` never holds, so that nothing below it is ever done. "
        "This is a warning.",
        "Most likely the condition asks for a value that cannot occur.",
        bad=changed(
            "        each player from starter:\n", "        each player where rounds > 9:\n"
        ),
        good=changed(
            "        each player from starter:\n", "        each player where rounds > 8:\n"
        ),
    ),
    Code(
        "RD316",
        "a `require` comes too late",
        "An action takes the `top`, `bottom`, `first` or `last` card of a place, and asks only below "
        "whether a card lies there. This is a warning.",
        "What is legal is found out from top to bottom: first what the parameters can be, then each "
        "`let` and `require`. Where the place is empty, the upper line stops the game with a fault, and "
        "the lower one is never asked.",
        bad=changed(
            "    require rounds < 8,",
            "    let card = top(discards)\n    require discards is not empty and card.rank != ace\n"
            "    require rounds < 8,",
        ),
        good=changed(
            "    require rounds < 8,",
            "    require discards is not empty\n    let card = top(discards)\n    require card.rank != ace\n"
            "    require rounds < 8,",
        ),
    ),
    Code(
        "RD317",
        "play never comes here",
        "What stands before this is never left, so that play never comes here, whatever is chosen. This is a warning.",
        "A rule that is never reached is no rule. Mostly the loop or the phase before it lacks its end.",
        bad=changed(_AGAIN, "    repeat:\n", _UP, f"{_UP}{_LEAVE}    rounds = 0\n"),
        good=changed(_AGAIN, "    repeat until rounds == 2:\n", _UP, f"{_UP}    rounds = 0\n"),
    ),
    Code(
        "RD318",
        "a condition that always or never holds",
        "By the values that can occur, the condition of a `require` or an `if` always holds, or never. This is a "
        "warning.",
        "A requirement that always holds forbids nothing; one that never holds forbids everything. Mostly a "
        "limit is off by one, or another thing was meant.",
        bad=changed('require rounds < 8, otherwise "too late"', "require amount >= 1"),
        good=GAME,
    ),
    Code(
        "RD319",
        "only a fault ends this",
        "A loop goes on until something is used up or too large, and no rule asks about it: play stops with a fault "
        "then. The message names the choices that lead round. This is a warning.",
        "Taking a card from an empty pile, paying what is not there or counting beyond a range stops "
        "the game for everybody. The rules say what happens before it comes to that.",
        bad=changed(_AGAIN, "    repeat until hand is empty:\n", _BUY, _EXCHANGE),
        good=changed(_AGAIN, "    repeat until rounds == 9:\n", _BUY, _EXCHANGE),
    ),
    Code(
        "RD320",
        "a game without a bound on its length",
        "Players can go round a loop for ever with the choices that are named: nothing is used up by "
        "them, and nothing is counted that the loop asks about. This is a warning.",
        "Two players who want nothing to happen could sit there until morning. Games end because cards run out, "
        "bids rise, players drop out or turns are counted.",
        bad=changed(
            _AGAIN, "    repeat until hand is empty:\n", _UP, "", _BUY, _EXCHANGE, _ROUNDS, ""
        ),
        good=changed(_AGAIN, "    repeat until rounds == 9:\n", _BUY, _EXCHANGE),
    ),
    Code(
        "RD321",
        "a game without an end",
        "Play never leaves a loop, whatever is chosen, so that it never comes to the score. This is a warning.",
        "A game ends, and somebody has won it. Without an end it goes on until a player has nothing to "
        "choose from, and stops with a fault.",
        bad=changed(_AGAIN, "    repeat:\n"),
        good=GAME,
    ),
)
