"""Wrong rules that the rulesets' own tests must notice.

A mutation changes one line of a ruleset as somebody might who has misread the rulebook. Each test
of a ruleset has at least one that makes it fail: so no test passes whatever the rules say.

    python tests/rulesets/mutations.py [ruleset ...]

prints them all: the test, the change, and what the test said.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

from attrs import frozen

from ruledsl import compiling
from ruledsl.resources import shipped
from ruledsl.testing.runner import Report, run_tests


@frozen
class Mutation:
    """One changed line, and the test (by a part of its title) that must fail for it.

    ``old`` is the whole line with its indentation; where the line stands more than once, the one that
    is meant is the first below the line ``under``. ``caught`` is what `check` says of the change, if it is
    so wrong that no test need be played.
    """

    ruleset: str
    test: str
    old: str
    new: str
    under: str = ""
    caught: str = ""


@frozen
class Trial:
    """What came of a mutation: the findings of `check` that are errors, and the test's report."""

    mutation: Mutation
    errors: tuple[str, ...]
    report: Report | None

    @property
    def noticed(self) -> bool:
        """Whether the change came to light as it should: in the test, or in `check` where that is said."""
        if self.mutation.caught:
            return any(self.mutation.caught in error for error in self.errors)
        return not self.errors and self.report is not None and not self.report.passed


def _of(ruleset: str, *rows: tuple[str, ...]) -> tuple[Mutation, ...]:
    return tuple(Mutation(ruleset, *row) for row in rows)


_DECK = "    Stock(each Colour, each of 2 2 3 3 4 5 6)"
_PRICE = "    pay up to a.value * b.value from bank to your cash"
_COLOURS = (
    "    require a is Stock and b is Stock implies a.colour == b.colour,"
    ' otherwise "the two cards must share a colour"'
)
_WILDS = (
    '    require a is Stock or b is Stock, otherwise "a wild card is sold with a coloured card"'
)
_AFFORD = '    require bought.value <= your cash, otherwise "you cannot afford that card"'
_CHOICE = "    must buy or sell, otherwise pass"
_OVER = "define play_is_over = columns_left <= columns_at_end or idle == player_count"
_BANK = "money bank = 130 - player_count * starting_cash if limited_bank else unlimited seen by all"
_LAST = "    each player from starter:"
_BUY, _SELL = "action buy(column in Column):", "action sell(a, b in your collection):"

KA_CHING = _of(
    "ka_ching",
    (
        "K1 the deck",
        _DECK,
        "    Stock(each Colour, each of 2 2 3 3 4 5 5)",
        "",
        "no deck has a card `red 6`",
    ),
    ("K1 the deck", _DECK, "    Stock(each Colour, each of 2 3 3 3 4 5 6)"),
    (
        "K1 the deck",
        "        move 7 from stocks to market[c]",
        "        move 6 from stocks to market[c]",
    ),
    ("K2 blue 4 and blue 5", _PRICE, "    pay up to a.value + b.value from bank to your cash"),
    (
        "K2 blue 4 and blue 5",
        "    pay bought.value from your cash to bank",
        "    pay bought.value - 1 from your cash to bank",
    ),
    ("K2 2 and 3", _PRICE, "    pay up to a.value * a.value from bank to your cash"),
    ("K2 2 and 3", _PRICE, "    pay up to a.value + b.value from bank to your cash"),
    (
        "K2 2 and 2",
        _COLOURS,
        _COLOURS.replace("a.colour == b.colour", "a.colour == b.colour and a != b"),
    ),
    ("K2 2 and 2", _PRICE, "    pay up to a.value * (b.value + 1) from bank to your cash"),
    (
        "K2 the wild card and a 3",
        _PRICE,
        "    pay up to (a.value if b is Wild else a.value * b.value) from bank to your cash",
    ),
    (
        "K2 the wild card and a 3",
        _WILDS,
        '    require a is Stock and b is Stock, otherwise "no wild card is ever sold"',
    ),
    ("K3", _AFFORD, _AFFORD.replace("<=", "<")),
    ("K3", _AFFORD, _AFFORD.replace("your cash", "your cash + 1")),
    ("K4", _CHOICE, "    must buy or sell or pass"),
    ("K4", _CHOICE, "    must buy, otherwise pass"),
    ("K5", _CHOICE, "    may buy or sell or pass"),
    ("K5", _AFFORD, _AFFORD.replace("your cash", "starting_cash")),
    ("K6 when nobody", _OVER, "define play_is_over = columns_left <= columns_at_end"),
    ("K6 when nobody", "    idle += 1", "    idle += 2"),
    ("K6 when nobody", "    may sell", "    must sell, otherwise pass"),
    ("a purchase in between", "    idle = 0", "    idle = idle", _BUY),
    ("so does a sale", "    idle = 0", "    idle = idle", _SELL),
    ("K7 when the third column", _OVER, _OVER.replace("<=", "<")),
    ("K7 when the third column", "    may sell", "    must sell, otherwise pass"),
    ("K7 when the third column", _LAST, "    player starter acts:"),
    (
        "K7 when the third column",
        _LAST,
        "    each player from starter where size(collection[me]) > 3:",
    ),
    ("K7 the starting player", _LAST, "    each player from next(starter):"),
    ("K7 the starting player", _LAST, "    each player:"),
    ("K9", "ties shared", "ties by highest size(collection[p])"),
    ("K9", "score p in Player = cash[p]", "score p in Player = cash[p] + size(collection[p])"),
    ("K10 a limited bank", _PRICE, "    pay a.value * b.value from bank to your cash"),
    ("K10 a limited bank", _PRICE, "    pay a.value from bank to your cash"),
    (
        "K10 otherwise",
        _BANK,
        "money bank = 130 - player_count * starting_cash if limited_bank else 15 seen by all",
    ),
    ("K10 otherwise", _PRICE, "    pay up to min(a.value * b.value, 5) from bank to your cash"),
    (
        "K16 a wild card is not sold",
        _WILDS,
        _WILDS.replace("a is Stock or b is Stock", "a is Stock or b is Wild"),
    ),
    (
        "K16 the wild card goes with one",
        "action sell(a, b in your collection):",
        "action sell(a, b, c in your collection):",
        "",
        "`sell` has 3 parameters, not 2",
    ),
    ("K16 the wild card goes with one", "    move a, b to sold", "    move a to sold"),
    (
        "two colours are no pair",
        _COLOURS,
        _COLOURS.replace("a.colour == b.colour", "a.value != b.value"),
    ),
    (
        "only the last card of a column",
        "    let bought = last(market[column])",
        "    let bought = first(market[column])",
    ),
    (
        "only the last card of a column",
        "row market[Column] seen by all",
        "pile market[Column] seen by all",
        "",
        "it has no `last`",
    ),
    ("money only changes hands", _BANK, _BANK.replace("130 - player_count", "130 - 1")),
    (
        "money only changes hands",
        "money cash[Player] = starting_cash up to 2000 seen by owner, by all if show_money",
        "money cash[Player] = starting_cash + 1 up to 2000 seen by owner, by all if show_money",
    ),
)

_POT = "    pay 1 from your chips to pot"
_SCORE = "score p in Player = chips[p] - 2 + (pot if p == better else 0)"
_BETTER = "define better = next(folded) if folded != none else highest(p in Player by strength(p))"

KUHN = _of(
    "kuhn",
    ("both check", _BETTER, _BETTER.replace("highest", "lowest")),
    ("both check", _SCORE, _SCORE.replace("- 2 ", "")),
    ("both check", "type Rank = jack, queen, king", "type Rank = queen, jack, king"),
    ("a bet that is called", _POT, "    pay 0 from your chips to pot", "action call:"),
    ("a bet that is called", "    must call or fold", "    must call or fold or check"),
    ("a bet after a check", "            must check or bet", "            must check"),
    ("a bet after a check", "            player 1 acts:", "            player 2 acts:"),
    (
        "each antes one chip",
        "        pay 1 from your chips to pot",
        "        pay 0 from your chips to pot",
    ),
    (
        "each antes one chip",
        "money pot = 0 up to 4 seen by all",
        "money pot = 1 up to 4 seen by all",
    ),
    ("who folds loses", _BETTER, "define better = highest(p in Player by strength(p))"),
    ("who folds loses", "    folded = me", "    folded = next(me)"),
    ("there is nothing to call", "        must check or bet", "        must check or bet or call"),
)

_TOP = "        move 1 from prizes to prize"
_WINNER = "    let winner = highest(p in Player by sum(c.value for c in offer[p]) else none)"
_GAIN = "        points[winner] += sum(c.value for c in prize)"

GOOFSPIEL = _of(
    "goofspiel",
    ("the higher bid takes", _WINNER, _WINNER.replace("highest", "lowest")),
    ("the higher bid takes", _WINNER, _WINNER.replace(" else none", ", first of equals")),
    ("the higher bid takes", _GAIN, "        points[winner] += 1"),
    ("the higher bid takes", _TOP, "        move bottom(prizes) to prize"),
    ("the higher bid takes", "    move all from prize to spent", "    reveal prize"),
    (
        "prizes may come from the lowest",
        "        move bottom(prizes) to prize",
        "        move top(prizes) to prize",
    ),
    (
        "prizes may come from the lowest",
        "    if prizes_come == ascending:",
        "    if prizes_come == shuffled:",
    ),
    (
        "a card that was bid",
        "    move all from offer to spent",
        "    for p in Player: move all from offer[p] to hand[p]",
    ),
    ("a card that was bid", "    Bid(each 1..cards)", "    2 * Bid(each 1..cards)"),
    ("13 prizes", "    Prize(each 1..cards)", "    Prize(each 2..cards)"),
    ("13 prizes", "    Prize(each 1..cards)", "    Prize(each of 1 2 3 4 5 6 7 8 9 10 11 12 12)"),
)

MUTATIONS: tuple[Mutation, ...] = (*KA_CHING, *KUHN, *GOOFSPIEL)


def rules_path(ruleset: str) -> Path:
    """The file of a shipped ruleset. Raises :class:`ValueError` unless there is exactly one."""
    (path,) = shipped("rulesets").glob(f"*/{ruleset}.rules")
    return path


@cache
def rules_text(ruleset: str) -> str:
    """The text of a shipped ruleset."""
    return rules_path(ruleset).read_text(encoding="utf-8")


@cache
def titles(ruleset: str) -> tuple[str, ...]:
    """The titles of a ruleset's own tests."""
    program = compiling.open_named(str(rules_path(ruleset))).program
    assert program is not None
    return program.test_titles


def title_of(mutation: Mutation) -> str:
    """The test that a mutation is about. Raises :class:`ValueError` unless it is exactly one."""
    (found,) = (title for title in titles(mutation.ruleset) if mutation.test in title)
    return found


def mutated(mutation: Mutation) -> str:
    """The changed rules. Raises :class:`ValueError` unless it is clear which line is meant."""
    lines = rules_text(mutation.ruleset).split("\n")
    end = next(n for n, line in enumerate(lines) if line.startswith("test "))
    begin = lines.index(mutation.under) if mutation.under else 0
    places = [n for n in range(begin, end) if lines[n] == mutation.old]
    if not places or (len(places) > 1 and not mutation.under):
        raise ValueError(f"{len(places)} lines are `{mutation.old}`")
    lines[places[0]] = mutation.new
    return "\n".join(lines)


def attempt(mutation: Mutation) -> Trial:
    """Check the changed rules and play the test that should notice."""
    text = mutated(mutation)
    checked = compiling.check_text(f"{mutation.ruleset}.rules", text)
    errors = tuple(d.message for d in checked.diagnostics if d.is_error)
    if errors:
        return Trial(mutation, errors, None)
    opened = compiling.open_text(f"{mutation.ruleset}.rules", text)
    reports, found = run_tests(opened, title_of(mutation))
    errors = tuple(d.message for d in found if d.is_error)
    report = next((r for r in reports if r.title == title_of(mutation)), None)
    return Trial(mutation, errors, report)


def row(trial: Trial) -> str:
    """A mutation and what the test said, as three lines of text."""
    mutation = trial.mutation
    if trial.errors:
        said = f"check: {trial.errors[0]}"
    elif trial.report is None or trial.report.passed:
        said = "the test passes"
    else:
        message = trial.report.message.split("\n")[0]
        said = f"line {trial.report.span.line}: " + "; ".join((message, *trial.report.details))
    change = f"{mutation.old.strip()}  ->  {mutation.new.strip()}"
    said += "" if trial.noticed else "  <- UNNOTICED"
    return f"{mutation.ruleset}: {title_of(mutation)}\n    {change}\n    {said}"


def main(rulesets: list[str]) -> int:
    """Print the table; 1 if a mutation went unnoticed."""
    trials = [attempt(m) for m in MUTATIONS if not rulesets or m.ruleset in rulesets]
    for trial in trials:
        print(row(trial))
    noticed = sum(trial.noticed for trial in trials)
    print(f"\n{noticed} of {len(trials)} wrong rules were noticed by the test named")
    return 0 if noticed == len(trials) else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
