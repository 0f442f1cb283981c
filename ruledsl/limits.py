"""The limits that keep what comes from a stranger finite: rules, machines, saved games.

Each is far beyond what any card game needs. What passes one is refused with a
message (when rules are compiled or a machine file is read) or is a fault in the
rules (in play); nothing is ever cut off in silence.
"""

from __future__ import annotations

RULE_FILE_BYTES = 400_000
"""A rule file may have this many bytes (400 kB)."""

RULE_FILE_LINES = 10_000
"""A rule file may have this many lines."""

LINE_CHARACTERS = 1_000
"""A line of a rule file may have this many characters."""

WORDS = 20_000
"""A rule file may have this many words and signs, and so may a variant and its bases together."""

NESTING = 100
"""Brackets within brackets, and blocks within blocks."""

NAME_CHARACTERS = 60
"""A name may have this many characters."""

MACHINE_FILE_BYTES = 16 * 1024 * 1024
"""A machine file may have this many bytes (16 MB); one of `MACHINE_NODES` takes less than half of that."""

MACHINE_FILE_PARTS = 1_000_000
"""Lists and objects in a machine file: a file of this size that held nothing else would fill the memory."""

JOURNAL_BYTES = 64 * 1024 * 1024
"""A journal may have this many bytes (64 MB): one of `DECISIONS_OF_A_GAME` has about half of that."""

SAVE_FILE_BYTES = 16 * 1024 * 1024
"""A save file may have this many bytes (16 MB); longer games are not saved."""

SAVE_FILE_PARTS = 1_000_000
"""Lists and objects in a save file, as in a machine file."""

MACHINE_NODES = 50_000
"""States and expressions of a machine, counted together."""

EXPRESSION_DEPTH = 150
"""Operators within operators, those of the defines that are called included."""

EXPRESSION_ELEMENTS = 1_000_000
"""Elements of lists that one expression may visit, by the capacities of the places it looks at."""

EXPRESSION_OPERATIONS = 10_000_000
"""Operators that one expression may work out, counted in the same way."""

MOVES_OF_A_DECISION = 50_000
"""Combinations of parameters of the actions on offer at one decision, by the largest sizes of their domains."""

CHECKED_PARTS = 100_000
"""Parts of a ruleset times the numbers of players and settings of options that it is checked for."""

FAULTS = 50
"""Faults in a ruleset after which the rest is not looked at: nobody would read more."""

REPEATED_PARTS = 15_000
"""Names, numbers and operators of initial values and decks, counted for each place of a family and for each
combination of attributes that a line of a deck runs through."""

WARNINGS = 200
"""Warnings and notes of one check that are told."""

CELLS = 100_000
"""Whole numbers that hold a state of play."""

OPTIONS = 100
"""Options of a game."""

PLAYERS = 50
"""Seats at the table."""

FAMILY = 1_000
"""Places of one family of zones, accounts or variables."""

CARDS = 1_000
"""Cards of a game, all decks together."""

PIECES = 20
"""Sizes of notes or coins that one account is shown in."""

LIST = 10_000
"""Elements of a list that is worked out while rules are compiled."""

ENTRIES = 100_000
"""Entries of all tables together."""

CHAIN = 50
"""Defines and phases each of which mentions the next."""

LOCAL_NAMES = 1_000
"""Names that parameters, `let`s and loops give, known at one place."""

PARAMETERS = 10
"""Parameters of one action."""

OFFERS = 200
"""Actions on offer at one decision."""

ROUNDS = 1_000
"""Games of a match."""

STEPS_BETWEEN_DECISIONS = 20_000
"""Steps of the machine without a decision, before play stops with a fault."""

DECISIONS_OF_A_GAME = 100_000
"""Decisions of one game, before play stops with a fault."""

ELEMENTS_OF_A_RUN = 20_000_000
"""Elements visited and defines called from one decision to the next (and while the moves of one are
listed), before play stops with a fault."""

REMEMBERED_ANSWERS = 65_536
"""Answers that one guard remembers; then it forgets them all and begins again."""
