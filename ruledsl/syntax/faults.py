"""What to say where the parser cannot go on, and how to read on as if it were mended.

Each check looks at the place and either knows the fault, and then gives the
message with the edit of the tokens that mends it, or leaves it to the next one.
When none knows it, the message tells what was expected and what was found, and the help
how such a line is written.
"""

from __future__ import annotations

from ruledsl.syntax import faults_of_expressions as expressions
from ruledsl.syntax import faults_of_lines as lines
from ruledsl.syntax import faults_of_words as words
from ruledsl.syntax.advice import advice, begins_no_statement
from ruledsl.syntax.mends import with_fix
from ruledsl.syntax.place import Check, Fault, Place, insert, say
from ruledsl.syntax.words import call_all, listed

_CHECKS: tuple[Check, ...] = (
    words.header,
    lines.indent,
    lines.body,
    lines.colon,
    lines.behind_colon,
    lines.else_if,
    lines.no_if,
    lines.docstring,
    expressions.equals,
    expressions.chain,
    expressions.otherwise,
    words.question,
    words.reserved,
    expressions.for_in,
    words.first_word,
    words.near_word,
)


def diagnose(place: Place) -> Fault:
    """What is wrong at this place."""
    fault = next((fault for check in _CHECKS if (fault := check(place)) is not None), None)
    return with_fix(place, fault or _unexpected(place))


def _unexpected(place: Place) -> Fault:
    expected = place.automaton.expected()
    names = call_all(expected)
    if begins_no_statement(place):
        message = f"`{place.first}` begins no statement"
        return Fault(say(place, "RD060", message, advice(place), place.first))
    found = say(place, "RD060", f"expected {listed(names)}, found {_found(place)}", advice(place))
    if len(names) == 1:
        # Only one thing can stand here: if it was left out, go on as if it were there.
        signs = [kind for kind in expected if call_all([kind]) == names]
        if len(signs) == 1 and place.automaton.takes(signs[0], place.token.type):
            return Fault(found, insert(place, signs[0]))
    return Fault(found)


def _found(place: Place) -> str:
    token = place.token
    if token.type in ("_NL", "$END", "_DEDENT"):
        rest = place.tokens[place.at + 1 :] if token.type == "_NL" else ()
        at_end = token.type == "$END" or (
            token.type == "_NL" and all(t.type == "_DEDENT" for t in rest)
        )
        return "the end of the file" if at_end else "the end of the line"
    if token.type == "_INDENT":
        return "a line that stands deeper"
    if token.type == "LONG_STRING":
        return "a docstring"
    text = str(token)
    if token.type == "STRING":
        return f"the text {text if len(text) <= 40 else text[:38] + '…' + chr(34)}"
    return f"`{text}`"
