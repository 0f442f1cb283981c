"""Parsing that goes on behind a fault, so that one run finds all of them.

The tokens are fed to the parser one by one. Where one cannot stand, `faults.py`
says what is wrong and, if it is clear what was meant, how to edit the tokens; the
edited tokens are then read as if they had been written. Otherwise the rest of the
line is given up: the parser goes back to the beginning of the line and reads
something that stands for it: the ``ERROR`` of the grammar, or for a line that
takes a block a plain line of the same kind, so that its block is still checked.
A line that was given up is never reported twice.
"""

from __future__ import annotations

from attrs import define, field
from lark import Lark, Token, Tree

from ruledsl.diagnostics.model import Diagnostic
from ruledsl.limits import FAULTS
from ruledsl.syntax.automaton import Automaton
from ruledsl.syntax.faults import diagnose
from ruledsl.syntax.layout import mark
from ruledsl.syntax.lexing import Lexed, too_many_faults
from ruledsl.syntax.outline import declared
from ruledsl.syntax.place import Edit, Fault, Place, empty_block

# How often the tokens are mended at most, also where nothing is reported. Every
# fault takes some milliseconds.
_MOST_MENDS = 4 * FAULTS

_LAYOUT = frozenset(("_NL", "_INDENT", "_DEDENT"))

# What stands for a line of that kind when it could not be read but has a block.
_STAND_IN = {
    "IF": "IF NAME COLON",
    "ELIF": "ELIF NAME COLON",
    "ELSE": "ELSE COLON",
    "FOR": "FOR NAME IN NAME COLON",
    "REPEAT": "REPEAT COLON",
    "TURNS": "TURNS FROM NAME COLON",
    "EACH": "EACH PLAYER COLON",
    "TOGETHER": "TOGETHER EACH PLAYER COLON",
    "PLAYER": "PLAYER NAME ACTS COLON",
    "SETUP": "SETUP COLON",
    "PLAY": "PLAY COLON",
    "PHASE": "PHASE NAME COLON",
    "ACTION": "ACTION NAME COLON",
    "AMEND": "AMEND ACTION NAME COLON",
    "DECK": "DECK NAME COLON",
    "TABLE": "TABLE NAME",
    "MATCH": "MATCH NAME STRING COLON",
    "TEST": "TEST STRING COLON",
}
_TEXTS = {"STRING": '""', "NAME": "unreadable", "INT": "1"}


def run(language: Lark, lexed: Lexed, file: str) -> tuple[Tree[Token] | None, list[Diagnostic]]:
    """Lark's tree of the tokens, as far as one can be had, and the faults found on the way."""
    reader = _Reader(
        Automaton(language), list(lexed.tokens), file, set(lexed.unsure), lexed.diagnostics
    )
    tree = reader.read()
    return tree, reader.found


@define
class _Reader:
    """The state of one run over the tokens of a file."""

    automaton: Automaton
    tokens: list[Token]
    file: str
    unsure: set[int]  # lines on which nothing more is reported
    earlier: list[Diagnostic]  # what the lexer found
    found: list[Diagnostic] = field(factory=list)
    at: int = 0
    line: int = 0  # the first token of the line
    base: int = 0  # the height of the stack before that token
    mends: int = 0
    names: dict[str, str] | None = None  # what the file declares, once that is asked for

    def read(self) -> Tree[Token] | None:
        while True:
            if self.at >= len(self.tokens):
                end = self.end()
                tree = self.automaton.finish()
                if tree is not None:
                    return tree
                self.tokens.append(end)  # so that it can be spoken of
                self.line, self.base = self.at, self.automaton.height
                if not self.mend():
                    return None
                self.tokens.remove(end)
                continue
            token = self.tokens[self.at]
            begins = token.type not in _LAYOUT and self.begins_line()
            if begins:
                self.line, self.base = self.at, self.automaton.height
            if self.automaton.feed(token):
                self.at += 1
                if begins:
                    self.base = self.automaton.height - 1
            elif not self.mend():
                return None

    def begins_line(self) -> bool:
        return self.at == 0 or self.tokens[self.at - 1].type in _LAYOUT

    def end(self) -> Token:
        if not self.tokens:
            return Token("$END", "", 0, 1, 1, 1, 1, 0)
        return mark("$END", self.tokens[-1])

    # --- mending -----------------------------------------------------------------------

    def mend(self) -> bool:
        """Report the fault at the present token and make it readable; False to give up."""
        if self.tokens[self.at].type == "_DEDENT" and not self.automaton.takes("_INDENT"):
            # Nothing in the block could be read, and that has been said.
            if not self.automaton.takes("ERROR", "_NL", "_DEDENT"):
                return False
            self.splice(self.at, self.at, empty_block(self.tokens[self.at])[1:3])
            return True
        if self.automaton.height < self.base:
            self.base = self.automaton.height
        if self.names is None:
            self.names = declared(self.tokens)
        place = Place(
            self.tokens, self.at, self.line, self.base, self.automaton, self.file, self.names
        )
        fault = diagnose(place)
        self.report(fault)
        self.mends += 1
        if self.mends > _MOST_MENDS and len(self.found) <= FAULTS:
            self.found.append(too_many_faults(fault.found.primary.span))
        if len(self.found) > FAULTS or self.mends > _MOST_MENDS:
            return False
        if fault.edit is not None:
            self.apply(fault.edit)
            return True
        return self.give_up()

    def report(self, fault: Fault) -> None:
        lines = {self.tokens[self.at].line or 1, self.tokens[self.line].line or 1}
        if lines & self.unsure:
            return
        if len(self.found) == FAULTS:
            self.found.append(too_many_faults(fault.found.primary.span))
            return
        if self.follows_from_others(fault.found):
            return
        self.found.append(fault.found)
        if fault.edit is None or fault.found.code == "RD060":
            self.unsure |= lines

    def follows_from_others(self, new: Diagnostic) -> bool:
        """Whether a finding says no more than earlier ones about the same text."""
        span = new.primary.span
        place = (span.line, span.column)
        if any((d.primary.span.line, d.primary.span.column) == place for d in self.earlier):
            return True
        if new.code == "RD023":  # its `:` was missing too
            return any(d.code == "RD024" and d.primary.span.line == span.line for d in self.found)
        if new.code == "RD056":  # its `if` could not be read
            since = self.declaration_line()
            return any(d.primary.span.line >= since for d in (*self.found, *self.earlier))
        return False

    def declaration_line(self) -> int:
        """The last line at the left margin."""
        for at in range(self.at, -1, -1):
            if self.tokens[at].column == 1 and self.tokens[at].type not in _LAYOUT:
                return self.tokens[at].line or 1
        return 1

    def apply(self, edit: Edit) -> None:
        if edit.from_line:
            self.automaton.cut(self.base)
            self.at = self.line
        if edit.block_end is not None:
            self.tokens.insert(edit.block_end, mark("_DEDENT", self.tokens[edit.block_end - 1]))
        if edit.drops_block:
            del self.tokens[self.block_end(edit.start)]
        self.splice(edit.start, edit.stop, edit.tokens)

    def splice(self, start: int, stop: int, tokens: tuple[Token, ...] | list[Token]) -> None:
        self.tokens[start:stop] = tokens

    def block_end(self, indent: int) -> int:
        """The ``_DEDENT`` that belongs to the ``_INDENT`` at that place."""
        depth = 0
        for at in range(indent, len(self.tokens)):
            kind = self.tokens[at].type
            depth += (kind == "_INDENT") - (kind == "_DEDENT")
            if depth == 0:
                return at
        return len(self.tokens) - 1

    # --- giving up a line ----------------------------------------------------------------

    def give_up(self) -> bool:
        """Go back to the beginning of the line and read something that stands for it."""
        stop = self.at
        while stop < len(self.tokens) and self.tokens[stop].type != "_NL":
            stop += 1
        if stop == len(self.tokens):
            return self.without_header()
        first = self.tokens[self.line]
        self.automaton.cut(self.base)
        self.at = self.line
        has_block = stop + 1 < len(self.tokens) and self.tokens[stop + 1].type == "_INDENT"
        stand_in = self.stand_in(stop, has_block)
        if stand_in is not None:
            after = () if has_block else empty_block(self.tokens[stop])
            self.splice(stop + 1, stop + 1, after)
            self.splice(self.line, stop, stand_in)
            return True
        if has_block and not self.automaton.takes("ERROR", "_NL", "_INDENT", "REQUIRE"):
            self.splice(stop + 1, self.block_end(stop + 1) + 1, ())
        elif has_block and self.automaton.takes("ACTION"):
            # A declaration of no known kind: nobody knows what its lines should be.
            self.splice(stop + 1, self.block_end(stop + 1) + 1, ())
        if self.automaton.takes("ERROR", "_NL"):
            self.splice(self.line, stop, [Token.new_borrow_pos("ERROR", "", first)])
            return True
        return self.without_header()

    def stand_in(self, stop: int, has_block: bool) -> list[Token] | None:
        """A plain line of the kind of the one that ends at ``stop``, if it takes a block."""
        first = self.tokens[self.line]
        kinds: list[str] = []
        kind = first.type
        if kind == "REPLACE" and self.line + 1 < stop:
            kinds, kind = [kind], self.tokens[self.line + 1].type
        if kind not in _STAND_IN or not (has_block or kind in ("IF", "ELIF", "ELSE")):
            return None
        kinds += _STAND_IN[kind].split()
        if not self.automaton.takes(*kinds, "_NL", "_INDENT"):
            return None
        return [Token.new_borrow_pos(k, _TEXTS.get(k, k.lower()), first) for k in kinds]

    def without_header(self) -> bool:
        """Where the line ``game ...`` should be: read on as if there were one."""
        here = self.tokens[self.at] if self.at < len(self.tokens) else self.end()
        if not self.automaton.takes("GAME", "NAME", "STRING", "_NL"):
            return False
        kinds = ("GAME", "NAME", "STRING", "_NL")
        header = [Token.new_borrow_pos(k, _TEXTS.get(k, ""), here) for k in kinds]
        begins = here.type == "$END" or (
            here.type.isalpha() and here.type not in ("GAME", "VARIANT")
        )
        stop = self.at
        if not begins or here.type in ("NAME", "STRING", "INT"):
            while stop < len(self.tokens) and self.tokens[stop].type != "_NL":
                stop += 1
            stop = min(stop + 1, len(self.tokens))
        self.splice(self.at, stop, header)
        return True
