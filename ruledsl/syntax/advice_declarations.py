"""What people write for a declaration, and how it is written here; and a form of each kind of line.

The rows are read as in `advice_statements`.
"""

from __future__ import annotations

from collections.abc import Mapping

from ruledsl.syntax.advice_statements import Rows

_LATER = "comes with a later version of the language"
_NAME = r"[A-Za-z_]\w*"

HEADERS: Rows = (
    (
        r"^(game|variant) (\w+) of (\w+)\.rules(.*)",
        r"the base is named without the end of its file: `\1 \2 of \3\4`",
    ),
    (r"^variant (\w+) of (\w+)$", r'the title is missing: `variant \1 of \2 "Title"`'),
    (r'^variant (\w+) of "(\w+)".*', r'a base is named without quotes: `variant \1 of \2 "Title"`'),
    (r"^variant (\w+) .*", r'say what it changes: `variant \1 of BASE "Title"`'),
    (r"^game (\w+)$", r'the title is missing: `game \1 "Title"`'),
    (r'^game (\w+) (\w+) ("[^"]*")', r"a name is one word: `game \1_\2 \3`"),
    (r'^game (\w+) ?[:=] ?("[^"]*")', r"write `game \1 \2`"),
    (r"^game (\w+) (\w+)$", r'the title stands in quotes: `game \1 "\1 \2"`'),
    (r'^game [:=]? ?("[^"]*")', r"a name of one word comes before the title: `game NAME \1`"),
)
"""The line that says what the file is."""

DECLARED: Rows = (
    (r"^players ?[:=] ?(.+)", r"write `players \1`"),
    (r"^players (\d+) ?(?:to|or|and|,|-) ?(\d+)", r"write `players \1..\2`"),
    (r"^players (\d+) ?\.\.\.+ ?(\d+)", r"write `players \1..\2`"),
    (r"^(\d+)(?: ?(?:-|to|\.\.) ?(\d+))? players?", r"write `players \1`, or `players 2..4`"),
    (
        r"^(?:use|part|needs|import|include)\b.*",
        rf"sharing parts between games {_LATER}; a `variant` builds on another game",
    ),
    (rf"^phase ({_NAME}) ?\(\)", r"a phase has no brackets: `phase \1:`"),
    (
        rf"^phase ({_NAME}) ?\(.*",
        r"parameters of phases come with a later version of the language; let a `var` hold the value, and write `phase \1:`",
    ),
    (r"^(setup|play) ?\(.*", r"write `\1:`"),
    (rf"^amend action ({_NAME}) ?\(.*", r"its parameters stay as they are: `amend action \1:`"),
    (
        r"^amend (setup|play|phase \w+).*",
        r"only actions can be amended; `replace` writes it anew: `replace \1:`",
    ),
    (rf"^amend ({_NAME}) ?:", r"only actions can be amended: `amend action \1:`"),
    (rf"^action ({_NAME}) ?\(\)", r"without parameters there are no brackets: `action \1:`"),
    (
        rf"^action ({_NAME})\(.*\d+ cards?\b.*",
        rf"choosing several cards at once {_LATER}; let them be chosen one by one",
    ),
    (
        rf"^action ({_NAME})\((.*?) where (.*)\).*",
        r"what is not allowed is a line of the action: `require \3`",
    ),
    (
        rf"^action ({_NAME})\(({_NAME}) in ([\w]+(?:, ?\w+)+)\).*",
        r"values stand in square brackets: `\2 in [\3]`",
    ),
    (rf"^action ({_NAME})\((\d.*)\).*", r"give what is chosen a name: `action \1(n in \2):`"),
    (
        rf"^action ({_NAME})\(({_NAME}) ?(?::|=|from|of) ?(.+?)\).*",
        r"say from what is chosen by `in`: `action \1(\2 in \3):`",
    ),
    (
        rf"^action ({_NAME})\(({_NAME}) in (\w+) to (\w+)\).*",
        r"a range is written with two dots: `\2 in \3..\4`",
    ),
    (
        rf"^action ({_NAME})\(({_NAME})(?:, \w+)*\).*",
        r"say from what it is chosen: `action \1(\2 in 1..5):`, `\2 in your hand`, `\2 in Player`",
    ),
    (rf"^define ({_NAME})\(\)(.*)", r"without parameters there are no brackets: `define \1 = ...`"),
    (rf"^define ({_NAME})(\(.*?\))? ?:.*", r"a define is one value: `define \1\2 = ...`"),
    (rf"^define ({_NAME})(\(.*?\))? (?:is|to)? ?(\w+)$", r"write `define \1\2 = \3`"),
    (
        rf"^define ({_NAME}) ({_NAME}) = .*",
        r"what it is asked for stands in brackets: `define \1(\2: Player) = ...`",
    ),
    (rf"^type ({_NAME}) ?[:=]? ?[\[(](.*)[\])]$", r"the members stand alone: `type \1 = \2`"),
    (rf"^type ({_NAME}) ?:? (?!=)(\w.*)", r"write `type \1 = \2`"),
    (
        rf"^type ({_NAME}) = (\w+) (?:or )?(\w+)(.*)",
        r"members are parted by commas: `type \1 = \2, \3`",
    ),
    (
        rf"^var ({_NAME}(?:\[[^\]]*\])?) = (.*)",
        r"say what values it can have: `var \1: 0..100 = \2`",
    ),
    (
        rf"^var ({_NAME}(?:\[[^\]]*\])?) ?: ?([A-Za-z][\w. ]*?) (seen .*)",
        r"say what it is at the beginning: `var \1: \2 = ... \3`",
    ),
    (
        rf"^var ({_NAME}(?:\[[^\]]*\])?) ?: ?([\w. ]+?) (seen .*)",
        r"say what it is at the beginning: `var \1: \2 = 0 \3`",
    ),
    (
        rf"^(var|money) ({_NAME}[^=]* = .*)",
        r"say who sees it: `\1 \2 seen by all`; or `seen by owner`, `seen by nobody`",
    ),
    (rf"^(zone|pile|row) ({_NAME}) of ({_NAME})(.*)", r"write `\1 \2[\3]\4`"),
    (
        rf"^(zone|pile|row) ({_NAME}(?:\[[^\]]*\])?) = .*",
        r"a place begins empty and takes no value: `\1 \2 seen by all`; cards start in a `deck`",
    ),
    (
        rf"^(zone|pile|row) ({_NAME}(?:\[[^\]]*\])?) ?(?:by )?(all|owner|nobody)",
        r"write `\1 \2 seen by \3`",
    ),
    (
        rf"^(zone|pile|row) ({_NAME}(?:\[[^\]]*\])?)",
        r"say who sees its cards: `\1 \2 seen by all`; or `seen by owner`, `seen by nobody`",
    ),
    (
        rf"^money ({_NAME}(?:\[[^\]]*\])?) ?(\w.*)?$",
        r"say how much there is at the beginning: `money \1 = 20 seen by all`, or `= unlimited` for a bank",
    ),
    (
        rf"^option ({_NAME}) = (yes|no)\b.*",
        r'say what may be chosen: `option \1: Bool = \2 "meaning"`',
    ),
    (
        rf"^option ({_NAME}) = (\w+).*",
        r'say what may be chosen: `option \1: 0..100 = \2 "meaning"`',
    ),
    (
        rf"^option ({_NAME}) ?: ?([\w.]+) (\".*\")",
        r"say what is chosen if nobody asks: `option \1: \2 = ... \3`",
    ),
    (rf"^card ({_NAME})\(({_NAME}) ({_NAME}).*", r"write `card \1(\2: \3)`"),
    (
        rf"^card ({_NAME}) ?(?::.*)?$",
        r"its attributes stand in brackets: `card \1(rank: Rank)`; without any it is `card \1()`",
    ),
    (
        r"^card .*shown (?:as )?(.*)",
        r'how a card is shown is a text: `shown as "{rank} of {suit}"`',
    ),
    (
        rf"^deck ({_NAME}) ?(?:=|:) ?(\w.*)",
        r"its lines stand below it, four spaces deeper: `deck \1:`",
    ),
    (rf"^table ({_NAME}) ({_NAME}.*)", r"write `table \1: \2`"),
    (rf"^team ({_NAME}) ?:? ?(\d.*)", r"write `team \1 = \2`"),
    (rf"^match ({_NAME}) ?:", r'the title is missing: `match \1 "Title":`'),
    (r"^test ?:", r'a test has a title: `test "...":`'),
    (
        r"^score\b(?! \w+ in \w+ =).*",
        r"write `score p in Player = ...`, `score p in Player = points[p]` say",
    ),
    (
        r"^win\b.*",
        r"write `win by highest score` or `win by lowest score`; what counts is said by `score p in Player = ...`",
    ),
    (r"^ties\b.*", r"write `ties shared`, or `ties by highest VALUE` with a value for each player"),
    (
        rf"^(replace|remove) (?!(?:action|phase|card|deck|define|match|money|option|pile|row|table|team|type|var|zone)\b)({_NAME}) ?[:=(]?.*",
        r"say what it is: `\1 action \2` if it is an action",
    ),
    (rf"^set (?:option )?({_NAME}) ?(?::|to)? ?(\w+)$", r"write `set \1 = \2`"),
    (rf"^set (?:option|var|money|define) ({_NAME}) = (.*)", r"write `set \1 = \2`"),
    (
        rf"^(?!(?:action|phase|deck|table|match|test|team|type)\b)({_NAME}) ?:$",
        r"say what it is: `phase \1:`, or `action \1:` for something that players choose",
    ),
    (
        rf"^({_NAME}) ?: ?(\w.*)",
        r"say what it is: `var \1: \2 seen by all` for what changes in play",
    ),
    (
        rf"^({_NAME}) = (.*)",
        r"say what it is: `define \1 = \2`, or `var \1: 0..100 = \2 seen by all` for what changes in play",
    ),
    (
        r"^(?:class|struct|object|player|dice|die|board|cards?)\b.*",
        r"nothing is declared by this word; there are `card` and `deck`, `zone`, `pile` and `row` for cards, `money`, and `var` for what else changes",
    ),
    (r"^game .*", r"there is one line `game ...`, at the beginning of the file"),
)
"""Declarations."""

LINES: Mapping[str, Rows] = {
    "deck": (
        (r"^-.*", r"a number of copies is 0 or more: `2 * Joker()`"),
        (
            rf"^(\d+)(?: ?x)? ?({_NAME}.*)",
            r"a `*` stands between the number and the card: `\1 * \2`",
        ),
        (rf"^({_NAME}\(.*\)) ?\* ?(\d+)", r"the number comes first: `\2 * \1`"),
        (rf"^({_NAME}\(each \w+) (each \w+.*)", r"values are parted by commas: `\1, \2`"),
        (r"\b(?:all|every) (\w+)", r"for all members write `each \1`"),
        (
            rf"^\*? ?({_NAME}) ?(.*)",
            r"a line of a deck is a kind of card with its values in brackets: `Pip(each Rank, each Suit)`, `2 * Joker()`",
        ),
    ),
    "match": ((rf"^({_NAME}) ?(?::|to|is)? ?(\w+)$", r"write `\1 = \2`"),),
    "table": (
        (r".*", r"the values of a row are parted by commas: `2, 3`; a key stands before a `:`"),
    ),
}
"""Lines of decks, matches and tables."""

FORMS: Mapping[str, tuple[str, str]] = {
    "file": (
        "declarations begin with `players`, `type`, `card`, `deck`, `zone`, `pile`, `row`, `money`, "
        "`var`, `define`, `setup`, `action`, `phase`, `play`, `score`, `win` or `test`",
        "",
    ),
    "statement": (
        "statements are `move`, `pay`, `shuffle`, `reveal`, `let`, `if`, `for`, `repeat`, `turns`, "
        "`each player`, `must`, `may`, `do`, `end`, `announce`, and `x = ...` for a variable",
        "",
    ),
    "game": ('write `game duel "Duel"`, or `variant NAME of BASE "Title"`', "short_duel"),
    "players": ("write `players 2`, or `players 3..5`", ""),
    "team": ("write `team NAME = 1, 3`, with the seats", "north"),
    "option": ('write `option NAME: 0..13 = 13 "meaning"`', "size"),
    "type": ("write `type NAME = ace, 2, 3`, or `type NAME = 1..5`", "Rank"),
    "card": ('write `card NAME(rank: Rank, suit: Suit) shown as "{rank} of {suit}"`', "Pip"),
    "deck": ("write `deck NAME:`, and below it lines such as `Pip(each Rank, each Suit)`", "stock"),
    "table": ("write `table NAME: rank, value`, and the rows below it", "worth"),
    "zone": ("write `zone NAME[Player] seen by owner`, or `seen by all`, `seen by nobody`", "hand"),
    "score": ("write `score p in Player = ...`, `score p in Player = points[p]` say", ""),
    "pile": ("write `pile NAME seen by all`, or `seen by nobody`", "discards"),
    "row": ("write `row NAME seen by all`, or `seen by nobody`", "market"),
    "money": ("write `money NAME[Player] = 20 seen by all`", "coins"),
    "var": ("write `var NAME: 0..10 = 0 seen by all`", "level"),
    "define": ("write `define NAME = ...`, or `define NAME(p: Player) = ...`", "worth"),
    "setup": ("write `setup:`, and what is done before play below it", ""),
    "play": ("write `play:`, and the course of the game below it", ""),
    "phase": ("write `phase NAME:`, and what happens in it below", "turn"),
    "action": (
        "write `action NAME:` or `action NAME(c in your hand):`, and what it does below",
        "discard",
    ),
    "match": ('write `match NAME "Title":`, and below it `rounds = 3`', "long"),
    "test": (
        "a test has lines `given X = ...`, `deal ...`, `when 1: MOVE`, `play on`, `expect C`, `expect 1 sees ...`, `moves of 1: ...`, `refuse 1: MOVE`",
        "",
    ),
    "replace": ("write the declaration anew behind it: `replace phase NAME:`", "turn"),
    "amend": ("write `amend action NAME:`, and the lines that come first below it", "discard"),
    "remove": ("say what it is: `remove action NAME`", "discard"),
    "set": ("write `set NAME = ...`", "size"),
    "require": ('write `require C, otherwise "reason"`, with a condition', ""),
    "move": ("write `move c to discards`, or `move 3 from stock to your hand`", ""),
    "shuffle": ("say what: `shuffle stock`", ""),
    "gather": ("say which deck: `gather stock`", ""),
    "reveal": ("write `reveal c`, or `reveal c to P`", ""),
    "pay": ("write `pay 3 from your coins to bank`", ""),
    "let": ("write `let NAME = ...`", "x"),
    "do": ("name a phase: `do turn`", ""),
    "must": ("write `must A or B`, with names of actions", ""),
    "may": ("write `may A or B`, with names of actions", ""),
    "end": ("write `end game`, or `end PHASE`", ""),
    "announce": ('write `announce "text"`; values stand between braces: `"{x} points"`', ""),
    "if": ("write `if C:`, and below it what is done if the condition holds", ""),
    "for": ("write `for x in ...:`, and below it what is done with each", ""),
    "repeat": ("write `repeat 3 times:`, `repeat until C:` or `repeat:`", ""),
    "turns": ("write `turns from starter until C:`", ""),
    "each": ("write `each player:`, `each player from P:` or `each other player:`", ""),
    "together": ("write `together each player:`, and one `must` or `may` below it", ""),
    "player": ("write `player P acts:`", ""),
}
"""How a line of each kind is written, and the name that stands for ``NAME`` where none was given."""
