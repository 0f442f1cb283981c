"""The parser of the language, ready made.

Lark needs some 0.4 s to turn `grammar/language.lark` into the tables of a parser.
They are therefore kept beside it, in `tables.json`, together with a digest of the
grammar and the version of Lark that made them. Whenever one of the two differs
(somebody works on the grammar) the parser is made from the grammar itself: the
tables make it quick, never different. ``python -m ruledsl.syntax.tables`` writes them
anew; a test compares them with the grammar.

The form is Lark's own (what its `memo_serialize` gives), except for the table of
states, which would be the largest part by far. There, every state is a list of
pairs: an action (the state to go to, or -1 minus the number of the rule to reduce) and
the number of the set of tokens that call for it. It is put into the parser directly,
for Lark would build every one of its 17 000 entries by itself.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

import lark
from lark import Lark
from lark.grammar import Rule
from lark.lexer import TerminalDef
from lark.parsers.lalr_analysis import Reduce, Shift

from ruledsl.resources import shipped
from ruledsl.syntax.layout import Layout

FORMAT = 1


def grammar_path() -> Path:
    """Where the grammar lies."""
    return shipped("grammar") / "language.lark"


def tables_path() -> Path:
    """Where the tables made from it lie."""
    return shipped("grammar") / "tables.json"


@cache
def grammar() -> Lark:
    """The parser of the language; made at the first call, the same one at every other."""
    text = grammar_path().read_text(encoding="utf-8")
    return from_tables(text) or from_grammar(text)


def from_grammar(text: str) -> Lark:
    """A parser made from the text of a grammar."""
    return Lark(
        text,
        parser="lalr",
        lexer="basic",
        postlex=Layout(),
        start="file",
        propagate_positions=True,
        maybe_placeholders=False,
    )


def made_of(text: str) -> dict[str, Any]:
    """What the tables must say of themselves to stand for this grammar."""
    digest = hashlib.sha256(text.encode()).hexdigest()
    return {"format": FORMAT, "lark": lark.__version__, "grammar": digest}


def tables_of(text: str) -> str:
    """The content of `tables.json` for a grammar."""
    parser = from_grammar(text)
    data, memo = parser.memo_serialize([TerminalDef, Rule])
    data["options"]["postlex"] = None
    rules = {rule["@"]: number for number, rule in enumerate(data["rules"])}
    states = _compact(data["parser"]["parser"], rules)
    data["parser"]["parser"] = {"tokens": {}, "states": {}, **states.pop("ends")}
    whole = {"made_of": made_of(text), "data": data, "memo": memo, "table": states}
    return json.dumps(whole, separators=(",", ":"), sort_keys=True) + "\n"


def _compact(table: dict[str, Any], rules: dict[int, int]) -> dict[str, Any]:
    """The table of states in the form described above.

    Lark numbers states and tokens as sets happen to be ordered; here both get an order
    of their own, so that the same grammar always gives the same file.
    """
    names: list[str] = sorted(table["tokens"].values())
    number = {name: i for i, name in enumerate(names)}
    states = {
        state: sorted((number[table["tokens"][token]], step) for token, step in row.items())
        for state, row in table["states"].items()
    }
    (start,) = table["start_states"].values()
    order = [start]
    place = {start: 0}
    for state in order:
        for _, (reduces, target) in states[state]:
            if not reduces and target not in place:
                place[target] = len(order)
                order.append(target)
    sets: dict[tuple[int, ...], int] = {}
    rows = []
    for state in order:
        by_action: dict[int, list[int]] = {}
        for token, (reduces, target) in states[state]:
            action = -1 - rules[target["@"]] if reduces else place[target]
            by_action.setdefault(action, []).append(token)
        row: list[int] = []
        for action, tokens in by_action.items():
            row += (action, sets.setdefault(tuple(tokens), len(sets)))
        rows.append(row)
    return {
        "tokens": names,
        "states": rows,
        "sets": list(sets),
        "ends": {
            end: {name: place[state] for name, state in table[end].items()}
            for end in ("start_states", "end_states")
        },
    }


def _states(table: dict[str, Any], rules: list[Rule]) -> dict[int, dict[str, tuple[Any, Any]]]:
    """The table of states as Lark's parser uses it."""
    tokens = table["tokens"]
    sets = [[tokens[number] for number in numbers] for numbers in table["sets"]]
    reduces = [(Reduce, rule) for rule in rules]
    shifts = [(Shift, state) for state in range(len(table["states"]))]
    states: dict[int, dict[str, tuple[Any, Any]]] = {}
    for number, row in enumerate(table["states"]):
        state: dict[str, tuple[Any, Any]] = {}
        pairs = iter(row)
        for action, names in zip(pairs, pairs, strict=True):
            step = shifts[action] if action >= 0 else reduces[-1 - action]
            state.update(dict.fromkeys(sets[names], step))
        states[number] = state
    return states


def from_tables(text: str) -> Lark | None:
    """The parser from the tables, or None when they were not made from this grammar."""
    try:
        whole = json.loads(tables_path().read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    if whole["made_of"] != made_of(text):
        return None
    memo = {int(number): thing for number, thing in whole["memo"].items()}
    load: Any = Lark._load_from_dict
    parser: Lark = load(whole["data"], memo, postlex=Layout())
    table: Any = parser.parser.parser._parse_table
    table.states.update(_states(whole["table"], parser.rules))
    return parser


if __name__ == "__main__":
    tables_path().write_text(
        tables_of(grammar_path().read_text(encoding="utf-8")), encoding="utf-8"
    )
