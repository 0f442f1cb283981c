"""Rulesets of any size, to see how the time of a check grows with it."""

from __future__ import annotations

from math import log

SIZES = (50, 100, 200, 400, 800, 1600, 3200)
"""Lines, roughly."""

_LINES = 16
"""Lines that a part of `generated` has."""


def generated(lines: int) -> str:
    """A ruleset of some lines, in which everything there is grows by the same measure."""
    parts = max(1, (lines - 20) // _LINES)
    text = [
        "language 1",
        'game generated "Generated"',
        "players 2",
        "type Suit = clubs, diamonds, hearts, spades",
        "type Rank = 2..10",
        'card Card(suit: Suit, rank: Rank) shown as "{rank} of {suit}"',
        "deck stock:",
        "    Card(each Suit, each Rank)",
        "zone hand[Player] seen by owner",
        "setup:",
        "    shuffle stock",
        "    each player: move 5 from stock to your hand",
    ]
    for n in range(parts):
        before = f"worth_{n - 1}(p) if turns_{n} > 5 and n_is_small_{n} else 0" if n % 8 else "0"
        text += [
            f"pile used_{n} seen by all",
            f"money coins_{n}[Player] = {n % 7 + 10} up to 100 seen by all",
            f"var turns_{n}: 0..20 = 0 seen by all",
            f"define n_is_small_{n} = turns_{n} < {n % 20} or size(used_{n}) == 3",
            f"define worth_{n}(p: Player) = coins_{n}[p] + {before}",
            f"action lay_{n}(c in your hand):",
            f'    """Lay a card on pile {n}."""',
            f'    require turns_{n} < 20, otherwise "that is enough"',
            f'    require c.rank > {n % 4 + 2} or c.suit == hearts, otherwise "too low"',
            f"    move c to used_{n}",
            f"    turns_{n} += 1",
            f"action give_{n}:",
            f"    pay 1 from your coins_{n} to coins_{n}[next(me)]",
            f"phase phase_{n}:",
            f"    if coins_{n}[1] > 2:",
            f"        each player: must give_{n} or lay_{n}",
        ]
    text.append("play:")
    text += [f"    do phase_{n}" for n in range(parts)]
    text += [
        f"score p in Player = worth_{parts - 1}(p)",
        "win by highest score",
        "ties shared",
    ]
    return "\n".join(text) + "\n"


def exponent(points: list[tuple[float, float]]) -> float:
    """The exponent k of the law y = a * x^k that fits the points best, by least squares of logarithms."""
    xs = [log(x) for x, _ in points]
    ys = [log(y) for _, y in points]
    mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
    above = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True))
    return above / sum((x - mean_x) ** 2 for x in xs)


# --- one measure alone ---------------------------------------------------------------------------


def with_cards(cards: int) -> str:
    """A ruleset with a deck of so many cards, all of which come into play; nobody holds more than five."""
    return _drawing(cards, 2, 5, 5 + (cards - 10) // 2)


def with_players(players: int) -> str:
    """A ruleset for so many players, each of whom holds five of 480 cards and plays ten times."""
    return _drawing(480, players, 5, 10)


def with_rules(parts: int) -> str:
    """A ruleset with so many phases, actions and places of their own, whatever else there is staying as it is."""
    return generated(20 + parts * _LINES)


def _drawing(cards: int, players: int, held: int, turns: int) -> str:
    return "\n".join(
        [
            "language 1",
            'game drawing "Drawing"',
            f"players {players}",
            f'card Card(value: 1..{cards}) shown as "{{value}}"',
            "deck stock:",
            f"    Card(each 1..{cards})",
            "zone hand[Player] seen by owner",
            "pile used seen by all",
            "var points[Player]: 0..1000000 = 0 seen by all",
            "setup:",
            "    shuffle stock",
            f"    each player: move {held} from stock to your hand",
            "action lay(c in your hand):",
            "    points[me] += c.value",
            "    move c to used",
            "    if size(stock) > 0: move 1 from stock to your hand",
            "play:",
            f"    repeat {turns} times:",
            "        each player: must lay",
            "score p in Player = points[p]",
            "win by highest score",
            "ties shared",
            "",
        ]
    )


def plotted(points: list[tuple[float, float]], unit: str, width: int = 40) -> list[str]:
    """A plot in text: a line for each point, as long as its value; what grows like the size has bars like the first column."""
    most = max(y for _, y in points)
    return [
        f"    {x:7,.0f} {y:10,.2f} {unit} {'#' * max(1, round(y / most * width))}"
        for x, y in points
    ]
