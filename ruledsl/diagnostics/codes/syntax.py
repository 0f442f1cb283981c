"""Codes for rule text and its grammar: RD001 to RD099."""

from __future__ import annotations

from ruledsl.diagnostics.codes.model import Code

_GAME = """language 1
game duel "Duel"

players 2

var points[Player]: 0..3 = 0 seen by all

action take(amount in 0..3):
    require amount > 0, otherwise "take something"
    points[me] = amount

play:
    each player:
        must take

score p in Player = points[p]
win by highest score
ties shared
"""


def _with(*changes: str) -> str:
    """The small game above with texts in it replaced: old, new, old, new, ..."""
    text = _GAME
    for old, new in zip(changes[::2], changes[1::2], strict=True):
        assert old in text, old
        text = text.replace(old, new)
    return text


_SPARE = "zone spare seen by nobody"


SYNTAX: tuple[Code, ...] = (
    # --- files and limits ---
    Code(
        "RD001",
        "the file cannot be read",
        "There is no such file, it is a folder, or the system does not let the program read it.",
        "Rules come from a file. Look at the path, and at who may read the file.",
    ),
    Code(
        "RD002",
        "the file holds no rules",
        "The file is empty, has only comments in it, or is a machine file.",
        "A rule file begins with `language 1` and a line that says which game it is.",
        bad="# rules to come\n",
        good=_GAME,
    ),
    Code(
        "RD003",
        "this is no text file",
        "The file holds a zero byte, which no text does: it is a picture, a program, a "
        "document of a word processor, or a text in another encoding.",
        "Rules are plain text. Save them as text in UTF-8.",
    ),
    Code(
        "RD004",
        "the file is not written in UTF-8",
        "Some bytes of the file are no letters in UTF-8. The message shows the first place.",
        "One encoding for all files means that names and texts look the same everywhere. Every "
        "editor can save in UTF-8.",
    ),
    Code(
        "RD005",
        "the text is too large",
        "The file has too many bytes, lines, or words and signs, or one of its lines is too long.",
        "Rules may come from a stranger; limits far beyond what any game needs keep a check "
        "short. Break long lines, and give parts of them names with `define`.",
        bad=_with("players 2", "players 2  # " + "very " * 200),
        good=_GAME,
    ),
    Code(
        "RD006",
        "too much stands inside one another",
        "Brackets, blocks or operators stand inside one another deeper than is allowed.",
        "Nobody can read such rules, and every pass over them would have to go as deep. Give "
        "parts of them names with `define` and `phase`.",
        bad=_with("amount > 0", "not " * 101 + "amount > 0"),
        good=_GAME,
    ),
    Code(
        "RD007",
        "the number is too large",
        "A whole number in the rules is larger than 9,007,199,254,740,991 (2 to the 53rd, less 1).",
        "Up to there every program in every language counts exactly, so a game gives the same "
        "result everywhere. No amount of cards, money or points comes near it.",
        bad=_with("amount > 0", "amount < 9007199254740992"),
        good=_with("amount > 0", "amount < 2"),
    ),
    Code(
        "RD008",
        "the name is too long",
        "A name has more characters than are allowed.",
        "Names stand in messages, moves and records of play. Choose a shorter one.",
        bad=_with("points", "points_" + "so_" * 20 + "long"),
        good=_GAME,
    ),
    # --- the first lines ---
    Code(
        "RD010",
        "the line `language 1` is missing",
        "The first line that is neither blank nor a comment must say in which version of the "
        "language the rules are written.",
        "Rules live longer than programs. With the version in the file a later program knows "
        "how to read it.",
        bad=_with("language 1\n", ""),
        good=_GAME,
    ),
    Code(
        "RD011",
        "the file is written in a later version of the language",
        "The first line names a version that this program does not know. Nothing else of the "
        "file is looked at.",
        "A later version may write things in a way that this one would get wrong, so it does "
        "not try. Install a later version of ruledsl.",
        bad=_with("language 1", "language 2"),
        good=_GAME,
    ),
    Code(
        "RD012",
        "the first line tells no version",
        "The first line begins with `language`, but no whole number from 1 on follows, or more "
        "than a number.",
        "The version must be clear before anything else is read. Write `language 1` on a line "
        "of its own.",
        bad=_with("language 1", "language one"),
        good=_GAME,
    ),
    Code(
        "RD013",
        "the line that says which game this is is missing",
        'Below `language 1` stands `game NAME "Title"`, or `variant NAME of BASE "Title"`.',
        "Everything that follows belongs to the game or variant named there.",
        bad=_with('game duel "Duel"\n', ""),
        good=_GAME,
    ),
    # --- lines and blocks ---
    Code(
        "RD020",
        "a tab stands in the indentation",
        "Lines that belong to the one above stand deeper, and how deep is counted in spaces.",
        "How far a tab goes differs from editor to editor, so two people would see two "
        "different blocks. Let the editor put four spaces when you press the key.",
        bad=_with("    each player", "\teach player"),
        good=_GAME,
    ),
    Code(
        "RD021",
        "the line stands with nothing above it",
        "The line stands less deep than the block above it, but not as deep as any line that "
        "the block belongs to.",
        "Indentation says what belongs together; here it says two things at once.",
        bad=_with("    points[me]", "  points[me]"),
        good=_GAME,
    ),
    Code(
        "RD022",
        "the line stands deeper for no reason",
        "The line stands deeper than the one above it, but that one takes no lines of its own.",
        "Only lines that end with `:`, and the line of a table, are followed by deeper ones.",
        bad=_with("    points[me]", "        points[me]"),
        good=_GAME,
    ),
    Code(
        "RD023",
        "the lines that belong to this one are missing",
        "A line that ends with `:` is followed by deeper lines, but here none follow.",
        "A phase without a step, or an `if` without something to do, is most likely not finished "
        "or not indented.",
        bad=_with("        must take\n", ""),
        good=_GAME,
    ),
    Code(
        "RD024",
        "a `:` is missing",
        "A line that is followed by lines of its own ends with `:`.",
        "The `:` shows at a glance where something begins.",
        bad=_with("each player:", "each player"),
        good=_GAME,
    ),
    Code(
        "RD025",
        "a statement with lines of its own stands behind a `:`",
        "Behind the `:` of a line may stand one statement that has no lines of its own. `if`, "
        "`for`, `repeat`, `turns`, `each player`, `together` and `player P acts` have such lines, "
        "and begin a line themselves.",
        "With one `:` a line, the depth of a line alone says what it belongs to.",
        bad=_with("play:\n    each player:\n        must take\n", "play: each player: must take\n"),
        good=_GAME,
    ),
    # --- signs ---
    Code(
        "RD030",
        "a text is not closed",
        'A text begins with `"` and does not end on the same line.',
        "Otherwise the rest of the file would be taken for a part of the text.",
        bad=_with('something"', "something"),
        good=_GAME,
    ),
    Code(
        "RD031",
        "a docstring is not closed",
        'A docstring begins with `"""` and never ends.',
        "The rest of the file is taken for a part of it.",
        bad=_with("ties shared\n", 'ties shared\n"""Friends share.\n'),
        good=_with("ties shared\n", 'ties shared\n"""Friends share."""\n'),
    ),
    Code(
        "RD032",
        "a bracket is not closed",
        "A `(` or `[` is open where the next line begins that does not stand deeper, or at the "
        "end of the file.",
        "While a bracket is open a line goes on below, in lines that stand deeper. So the "
        "missing bracket is noticed here and not at the end of the file.",
        bad=_with("score p in Player = points[p]", "score p in Player = (points[p]"),
        good=_GAME,
    ),
    Code(
        "RD033",
        "a text stands in single quotes",
        "Texts stand in double quotes.",
        "There is one way to write a text, so that an apostrophe can stand in it.",
        bad=_with('"take something"', "'take something'"),
        good=_GAME,
    ),
    Code(
        "RD034",
        "the number is not whole",
        "There are only whole numbers.",
        "Fractions are not exact in a computer, and two machines could come to two different "
        "results. Count in the smallest unit, and divide with `div`.",
        bad=_with("amount > 0", "amount > 0.5"),
        good=_with("amount > 0", "2 * amount > 1"),
    ),
    Code(
        "RD035",
        "a sign that means nothing",
        "The language has no such sign. Invisible characters come in when text is copied from "
        "a web page.",
        "What is not understood is not skipped: it could have been meant.",
        bad=_with("must take", "must take ?"),
        good=_GAME,
    ),
    Code(
        "RD036",
        "a sign is written another way here",
        "The sign comes from another language or from a word processor. The message tells how "
        "it is written here.",
        "There is one way to say a thing, in words where words are plain.",
        bad=_with("amount > 0", "amount > 0 && amount < 4"),
        good=_with("amount > 0", "amount > 0 and amount < 4"),
    ),
    Code(
        "RD037",
        "a letter that cannot stand in a name",
        "Names are made of the letters a to z and A to Z, digits and `_`, and do not begin "
        "with a digit.",
        "Letters of different alphabets look alike, and names must be typed when moves are "
        "entered. Texts in quotes may hold any letter.",
        bad=_with("points", "p\N{LATIN SMALL LETTER O WITH DIAERESIS}ints"),
        good=_GAME,
    ),
    # --- words ---
    Code(
        "RD040",
        "a word of the language is used as a name",
        "Most words of the language may be names, but not those that begin a statement, stand "
        "between its parts, or belong to expressions; and nothing can be defined whose use "
        "would look like a question such as `count(...)`.",
        "Where such a word stands a reader must know at once what it does.",
        bad=_with("action take", "action move", "must take", "must take_one").replace(
            "take_one", "move"
        ),
        good=_GAME,
    ),
    Code(
        "RD041",
        "a word is misspelt",
        "No word of the language is written like this, but one is much like it.",
        "Guessing is for people: the message guesses, the program does not.",
        bad=_with("require amount", "reqiure amount"),
        good=_GAME,
    ),
    Code(
        "RD042",
        "a word of another language",
        "The word is known from other languages. The message tells what it is called here.",
        "A rule file uses the words of card players.",
        bad=_with("    require amount", "    assert amount"),
        good=_GAME,
    ),
    Code(
        "RD043",
        "a statement stands outside of every block",
        "What happens in the game is written inside a `setup`, `phase`, `action` or `play`.",
        "At the left margin things are declared, in no order of time; a statement there would "
        "happen at no moment.",
        bad=_with("score p", "end game\n\nscore p"),
        good=_GAME,
    ),
    Code(
        "RD044",
        "a declaration stands inside a block",
        "Declarations begin at the left margin.",
        "Everything that is declared is there for the whole game. For a value that is needed "
        "for a moment only there is `let`.",
        bad=_with("    points[me]", "    var half: 0..3 = 0 seen by all\n    points[me]"),
        good=_GAME,
    ),
    Code(
        "RD045",
        "a docstring stands in the wrong place",
        "The game and every declaration may have one docstring: below its line, or first in its block "
        "where it has one (`action`, `phase`, `deck`, ...). Statements and changes of a variant have none.",
        "A docstring is shown to players with the thing it belongs to. What is meant for "
        "readers of the rules is a comment, which begins with `#`.",
        bad=_with("    points[me]", '    """The points are kept."""\n    points[me]'),
        good=_with("    points[me]", "    # The points are kept.\n    points[me]"),
    ),
    # --- expressions and statements ---
    Code(
        "RD050",
        "`=` is used to compare",
        "`=` gives a value to something, `==` asks whether two things are equal.",
        "Two signs for two things: a slip of the finger must not change what a rule does.",
        bad=_with("amount > 0", "amount = 3"),
        good=_with("amount > 0", "amount == 3"),
    ),
    Code(
        "RD051",
        "`==` is used to give a value",
        "`==` asks whether two things are equal, `=` gives a value to something.",
        "Two signs for two things: a slip of the finger must not change what a rule does.",
        bad=_with("points[me] = amount", "points[me] == amount"),
        good=_GAME,
    ),
    Code(
        "RD052",
        "comparisons do not chain",
        "Each comparison has two sides.",
        "`a == b == c` means different things in different languages, so it means nothing here. "
        "Join two comparisons with `and`, or ask `x in 1..3`.",
        bad=_with("amount > 0", "0 < amount < 4"),
        good=_with("amount > 0", "0 < amount and amount < 4"),
    ),
    Code(
        "RD053",
        "`else if` is written `elif`",
        "The next case of an `if` begins with `elif`.",
        "With one word the cases stand below one another in the same column.",
        bad=_with(
            "    points[me] = amount",
            "    if amount == 3:\n        points[me] = 1\n    else if amount == 2:\n"
            "        points[me] = 2\n    else:\n        points[me] = 3",
        ),
        good=_with(
            "    points[me] = amount",
            "    if amount == 3:\n        points[me] = 1\n    elif amount == 2:\n"
            "        points[me] = 2\n    else:\n        points[me] = 3",
        ),
    ),
    Code(
        "RD054",
        "a `,` is missing before `otherwise`",
        'What happens otherwise stands behind a comma: `require C, otherwise "reason"`, '
        "`must A or B, otherwise C`.",
        "The comma shows where the condition ends.",
        bad=_with("amount > 0, otherwise", "amount > 0 otherwise"),
        good=_GAME,
    ),
    Code(
        "RD055",
        "`for` without `in`",
        "`for` goes over the elements of something: `for c in market:`.",
        "Everything that is gone over is finite, so what it is must be said.",
        bad=_with("    points[me] = amount", "    for p of Player:\n        points[p] = amount"),
        good=_with("    points[me] = amount", "    for p in Player:\n        points[p] = amount"),
    ),
    Code(
        "RD056",
        "`else` or `elif` without an `if`",
        "`elif` and `else` stand below the block of an `if`, in the same column.",
        "In another column they would belong to another `if`, or to none.",
        bad=_with(
            "    points[me] = amount", "    points[me] = amount\n    else:\n        end game"
        ),
        good=_with(
            "    points[me] = amount",
            "    if amount > 1:\n        points[me] = amount\n    else:\n        end game",
        ),
    ),
    # --- all the rest ---
    Code(
        "RD060",
        "something else is expected here",
        "What stands here does not fit behind what stands before it. The message tells what "
        "could stand here, and the help how such a line is written.",
        "The language reference, and the grammar that ships with the package, show how each "
        "thing is written.",
        bad=_with("must take", "must take take"),
        good=_GAME,
    ),
    Code(
        "RD061",
        "too many faults",
        "So many faults were found that the rest of the file was not looked at, or so many warnings that the others are not told.",
        "After so many it is likely that one thing is wrong throughout. Mend the first ones and "
        "check again.",
    ),
    Code(
        "RD062",
        "an allowance without a reason",
        "A comment `# allow: ...` names no code, or gives no reason after `because`. It allows nothing then. "
        "This is a warning.",
        "A warning that is allowed is a decision, and who reads the rules later wants to know why it was made.",
        bad=_with("\naction", f"{_SPARE}  # allow: RD121\n\naction"),
        good=_with(
            "\naction", f"{_SPARE}  # allow: RD121 because a variant lays cards there\n\naction"
        ),
    ),
    Code(
        "RD063",
        "an allowance that allows nothing",
        "A comment `# allow: CODE because ...` stands by a line on which nothing of that code is found. This is "
        "a warning.",
        "Left behind, it would hide a later slip on that line. Errors are not allowed by such a comment: "
        "rules with an error cannot be played.",
        bad=_with("ties shared\n", "ties shared  # allow: RD121 because it is for later\n"),
        good=_GAME,
    ),
)
