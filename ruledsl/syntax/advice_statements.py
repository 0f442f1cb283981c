"""What people write for a statement or a line of a test, and how it is written here.

Each row is a pattern over the text of a line and the help for it, with what the pattern
caught. A row counts only where reading stopped inside of what the pattern covers.
"""

from __future__ import annotations

Rows = tuple[tuple[str, str], ...]

_LATER = "comes with a later version of the language"
_LATER_TOO = "come with a later version of the language"

ANYWHERE: Rows = (
    (
        r"\b(highest|lowest|count|the)\(([A-Za-z_]\w*)(?: by\b.*|\))",
        r"say what it is looked for in: `\1(p in Player ...)`, `\1(c in your hand ...)`",
    ),
    (
        r"\b(highest|lowest)\(([A-Za-z_]\w*)\[([A-Za-z_]\w*)\] for \3 in (\w+)",
        r"write `\1(\3 in \4 by \2[\3])`; the value itself is `max(...)` or `min(...)`",
    ),
    (
        r"\b(any|every)\((\w+) in ((?:your )?\w+) where .*",
        r"the condition goes first: `\1(C for \2 in \3)`",
    ),
    (
        r"\bsum\((\w+) in ((?:your )?\w+(?:\[[\w.]+\])*)(?: .*|\))",
        r"say what is added up: `sum(VALUE for \1 in \2)`",
    ),
    (
        r"\b(min|max)\((\w+) in ((?:your )?\w+(?:\[[\w.]+\])*)(?: .*|\))",
        r"the value goes first: `\1(VALUE for \2 in \3)`; `highest` and `lowest` find the thing itself",
    ),
    (
        r"\b(count|the|highest|lowest)\((\w+) for \2 in (\w+)",
        r"write `\1(\2 in \3)`, with `where` and a condition behind it",
    ),
    (
        r"\b(count|the|highest|lowest)\((\w+) where .*",
        r"give the thing a name: `\1(x in \2 where ...)`",
    ),
    (r"\b(count|the|highest|lowest)\((\w+): (\w+)", r"write `\1(\2 in \3)`"),
    (r"([A-Za-z_][\w.\[\]]*) (?:equals|is equal to) (\w+)", r"to compare write `\1 == \2`"),
    (
        r"([A-Za-z_][\w.\[\]]*) is (?:not )?(\d+)",
        r"`is` asks for a kind of card; numbers are compared: `\1 == \2`",
    ),
    (
        r"\b(?:\d+|[a-z]\w*) of [a-z]\w*",
        r"a card is written by its kind in rules: `Pip(...)`, with its attributes in order",
    ),
    (r"\b([A-Za-z_]\w*)\(\)", r"where nothing stands between the brackets they are left out: `\1`"),
    (
        r"\d+ cards? from .*",
        rf"choosing several cards at once {_LATER}; let them be chosen one by one",
    ),
    (
        r"(\+|-|\*|==|=|<=|>=|<|>|\b(?:and|or|not|in|div|mod|if|else|where|by)) ?:?$",
        r"something is missing behind the `\1`",
    ),
    (r"= [^:]*\bif [^:]*$", r"a choice between two values is `A if CONDITION else B`"),
)
"""What may stand in any line."""

STATED: Rows = (
    (r"^((?:your )?[\w\[\]]+) ?\+\+$", r"write `\1 += 1`"),
    (r"^((?:your )?[\w\[\]]+) ?--$", r"write `\1 -= 1`"),
    (r"^((?:your )?[\w\[\]]+) =([-+]) ?(.+)", r"write `\1 \2= \3`"),
    (
        r"^(?:me|my|self|player|your)\.(\w+)(.*)",
        r"what belongs to the player who acts is `your \1`: `your \1\2`",
    ),
    (
        r"^(\w+)\.(\w+) (?:[-+]?=|==).*",
        r"an attribute of a card is fixed and cannot be set; what changes is kept in a `var`",
    ),
    (
        r"^(?:deal|draw|give) (\w+)(?: cards?)?(?: from \w+)? to (?:each|every|all)\b.*",
        r"write `each player: move \1 from stock to your hand`",
    ),
    (
        r"^(?:deal|draw|take|discard|give|play|put|lay) (\d+)(?: cards?)?(?: from .*)?",
        r"cards are moved: `move \1 from stock to your hand`",
    ),
    (
        r"^(?:deal|draw|take|discard|play|put|lay|give) ([a-z]\w*)\b.*",
        r"cards are moved: `move \1 to ...`",
    ),
    (r"^(\w+) (?:goes|go|moves) (?:in)?to (.+)", r"write `move \1 to \2`"),
    (
        r"^sort (.+)",
        r"nothing is sorted: a zone has no order, and players see its cards arranged; `highest(c in \1 by ...)` finds a card",
    ),
    (
        r"^for (?:each|every|all) players?\b.*",
        r"write `each player:`, which gives each of them the turn; `for p in Player:` only counts them through",
    ),
    (r"^for (?:each|every|all) (\w+) (?:in|of) (.+):", r"write `for \1 in \2:`"),
    (r"^for \((.*)\) ?:?", r"write `for \1:`"),
    (
        r"^(must|may) (\w+) ?\(\) or (\w+) ?\(\)$",
        r"without parameters there are no brackets: `\1 \2 or \3`",
    ),
    (
        r"^(must|may) (?:one of )?(\w+)(?:, (?:and |or )?| and | )(\w+)$",
        r"the moves are joined by `or`: `\1 \2 or \3`",
    ),
    (
        r"^(must|may) (?:one of )?\w+(?:\([^)]*\))?(?:,| and| of).*",
        r"the moves are joined by `or`: `\1 A or B`; `\1 A, otherwise B` offers `B` where `A` is not possible",
    ),
    (r"^(must|may) .*\b(\w+)\(\).*", r"without parameters there are no brackets: `\2`"),
    (
        r"^(must|may) .* by (\w+)$",
        rf"`by \2` {_LATER}; `player \2 acts:` above the `\1` gives the turn",
    ),
    (
        r"^(?:must|may) (?:play |choose )?\d+ .*",
        rf"choosing several cards at once {_LATER}; let them be chosen one by one",
    ),
    (r"^(must|may)(?: .* or)?$", r"name the moves: `\1 A or B`, each an `action`"),
    (r"^turns (until|where) (.*?):?$", r"say with whom it begins: `turns from starter \1 \2:`"),
    (
        r"^turns ?:",
        r"say with whom it begins: `turns from starter:`, and when it ends: `until C`, or `end PHASE` in it",
    ),
    (r"^let (\w+) ?:.*?(?:= (.+))?$", r"a `let` has no type: `let \1 = ...`"),
    (r"^let (\w+) (\w+)$", r"write `let \1 = \2`"),
    (r"^repeat (\d+) ?:", r"write `repeat \1 times:`"),
    (r"^repeat (\w+) ?:", r"write `repeat until \1:`, or `repeat N times:`"),
    (r"^repeat(?: while)? (.*) ?:", r"write `repeat N times:`, `repeat until C:` or `repeat:`"),
    (r"^player (\w+) ?:", r"write `player \1 acts:`"),
    (r"^player ?:", r"write `each player:`, or `player P acts:` for one of them"),
    (
        r"^each (other )?player (?:in|of) (\w+).*",
        r"write `each \1player:`; `where` and a condition leave some out",
    ),
    (
        r"^each (\w+) (?:in )?(.*)",
        r"`each` gives players the turn: `each player:`; things are gone through by `for x in ...:`",
    ),
    (r"^(?:when|whenever) (.+?) ?:.*", r"write `if \1:`"),
    (r"^unless (.+?) ?:.*", r"write `if not \1:`"),
    (r"^(?:switch|match|case) .*", r"cases are told apart by `if C:`, `elif D:` and `else:`"),
    (r"^(?:loop|forever|always) ?:", r"write `repeat:`, and leave it by `end PHASE`"),
    (r"^announce (\w+)$", r'a value stands between braces in a text: `announce "{\1}"`'),
    (
        r'^announce "([^"]*)" (?:\+|,) ?(\w+)',
        r'a value stands between braces in the text: `announce "\1{\2}"`',
    ),
    (r"^move (.+?) cards?( from .*)", r"the number alone: `move \1\2`"),
    (r"^move cards? (\w+)(.*)", r"the card alone: `move \1\2`"),
    (r"^move (.*?) (?:into|onto|on|in) (.*)", r"write `move \1 to \2`"),
    (r"^move (.*) to (?:the )?top of (.*)", r"a card moved to a pile lies on top: `move \1 to \2`"),
    (r"^move (.*) to (?:the )?bottom of (.*)", r"write `move \1 to \2 underneath`"),
    (r"^move (.*) to (\w+) (?:under|below|bottom).*", r"write `move \1 to \2 underneath`"),
    (
        r"^move (?:the )?(top|bottom|first|last)(?: card)? (?:of|from) (\w+)(.*)",
        r"write `move \1(\2)\3`",
    ),
    (r"^move all (?:of |cards )?(?!from)(.*?) to (.*)", r"write `move all from \1 to \2`"),
    (r"^move (\d+) (?!from)((?:your )?\w+) to (.*)", r"write `move \1 from \2 to \3`"),
    (r"^move (\w+) ((?!from\b|to\b)\w+)$", r"write `move \1 to \2`"),
    (r"^move .*", r"say where the cards go: `move c to ...`, `move 3 from ... to ...`"),
    (r"^pay (\w+) to (\w+)", r"say also where the money comes from: `pay \1 from ... to \2`"),
    (r"^pay (\w+) (?!from)(?:\w+) (from .*)", r"the number alone: `pay \1 \2`"),
    (
        r"^shuffle (\w+) (?:into|with|to) (\w+)",
        r"write two lines: `move all from \1 to \2`, then `shuffle \2`",
    ),
    (r"^(?:add|put) (\w+) to ((?:your )?\w+)$", r"write `\2 += \1`"),
    (r"^(?:increase|raise) (.+) by (\w+)", r"write `\1 += \2`"),
    (r"^(?:decrease|lower|reduce) (.+) by (\w+)", r"write `\1 -= \2`"),
    (
        r"^next (?:player|turn).*",
        r"`each player:` and `turns from P:` give the turn to the next by themselves",
    ),
    (
        r"^(?:skip|pass|continue|nothing|next)\b.*",
        r"nothing needs to be written for doing nothing; `may A` lets a player do nothing",
    ),
    (
        r"^(?:deal|draw|take|discard|give|put|lay)$",
        r"cards are moved: `move c to discards`, `move 3 from stock to your hand`",
    ),
    (r"^end(?: the)?(?: game)?$", r"say what is left: `end game`, or `end PHASE`"),
    (r"^end (\w+) .*", r"one name stands behind `end`: `end game`, or `end PHASE`"),
    (r"^do (\w+) ?\(\)", r"write `do \1`"),
    (
        r"^do (\w+) ?\(.*",
        rf"parameters of phases {_LATER_TOO}; let a `var` hold the value, and write `do \1`",
    ),
    (r"^require (.*) \"(.*)\"$", r'write `require \1, otherwise "\2"`'),
    (r"^reveal (.*) (?:by|for) .*", r"`reveal \1` shows it to all, `reveal \1 to P` to one player"),
    (
        r"(\+|-|\*|==|=|<=|>=|<|>|\b(?:and|or|not|in|div|mod|if|else|where|by|until)) ?:?$",
        r"something is missing behind the `\1`",
    ),
    (r"^(\w+) is (\w+)$", r"to give a value write `\1 = \2`"),
    (r"^(.+?) [-+]?= (.+?), (.*)", r"one statement stands on a line"),
    (
        r"^(?:ask|input|wait|read)\b.*",
        r"a player is asked by `must A or B`, each an `action` with its parameters",
    ),
    (r"^(?:goto|jump) (\w+)", r"a phase is played by `do \1`"),
)
"""Statements."""

TESTED: Rows = (
    (r"^(when|refuse|moves of) (?:player|seat) (\w+)(.*)", r"the seat alone: `\1 \2\3`"),
    (
        r"^(when|refuse) (\w+): ?(?:must|may|do|play) (\w+)(.*)",
        r"write only what the player does: `\1 \2: \3\4`",
    ),
    (
        r"^(when|refuse) (\w+): ?(\w+) (.+)",
        r"what belongs to a move stands in brackets: `\1 \2: \3(\4)`",
    ),
    (
        r"^(when|refuse) (\w+): ?(.*?), (.*)",
        r"moves one after the other are parted by `;`: `\1 \2: A; B`",
    ),
    (r"^(when|refuse|moves of) (\w+) (\w+)(.*)", r"write `\1 \2: \3\4`"),
    (r"^refuse (?!\d)(\w+)$", r"say whose move it is: `refuse 1: \1`"),
    (r"^(?:player )?(\d+) ?: ?(.*)", r"a move in a test is written `when \1: \2`"),
    (r"^given option (\w+)(.*)", r"write `given option \1 = ...`"),
    (r"^given (.*) (?:is|to|==)? ?(\w+)$", r"write `given \1 = \2`"),
    (r"^expect (?:player|seat) (\w+) (.*)", r"the seat alone: `expect \1 \2`"),
    (
        r"^expect ((?:\w+, )*\w+(?:,| and) \w+) (?:see|sees|do not see|does not see|can|cannot)\b.*",
        r"one seat at a time: write a line for each of \1",
    ),
    (
        r"^expect (?:everybody|everyone|all|nobody|anybody) (?:sees?|does not see|can|cannot)\b.*",
        r"write a line for each seat, and one for those who look on: `expect onlooker sees ...`",
    ),
    (
        r"^expect (\w+) (?:can ?not see|cannot know|does not know|not sees?|never sees) ?(.*)",
        r"write `expect \1 does not see \2`",
    ),
    (
        r"^expect (\w+) (?:can see|see|knows|can know) ?(.*)",
        r"write `expect \1 sees \2`",
    ),
    (
        r"^expect (\w+) (?:does not|doesnot) sees (.*)",
        r"write `expect \1 does not see \2`",
    ),
    (
        r"^expect (\w+) (can|cannot) (?:tell|distinguish)\b.*",
        r'write `expect \1 \2 tell this from "TITLE"`, with the title of another test',
    ),
    (
        r"^expect \w+ (?:sees|does not see)$",
        r"say what: `expect 2 sees ... in hand[1]`, `expect 2 sees hand[1]`, `expect 2 sees coins[1]`",
    ),
    (
        r"^expect .*\b(?:\d+|[a-z]\w*) of [a-z]\w*.*",
        r"what is expected is a condition, in which a card is written by its kind: `Pip(...)`, with its attributes in order",
    ),
    (
        r"^([a-z]\w*)(?:\(.*\))?$",
        r"a move in a test is written `when 1: \1`, with the seat of the player",
    ),
    (r"^(?!expect)(.*(?:==|!=|<|>| in | is ).*)$", r"a condition in a test is written `expect \1`"),
)
"""Lines of a test."""
