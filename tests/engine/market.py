"""A market game built by hand: buy from columns, sell pairs, pass; the measure of the engine's speed."""

from __future__ import annotations

from ruledsl.machine import model as m
from tests.engine.build import CARD, ME, NUMBER, Build, cell, e, k

RULES = """language 1
action buy(column in 1..5):
    require market[column] is not empty, otherwise "that column is empty"
    require bought.value <= your cash, otherwise "you cannot afford that card"
action sell(a, b in your collection):
    require sellable(a, b), otherwise "the two cards must share a colour"
    pay up to a.value * b.value from bank to your cash
"""


def market_machine(show_money: bool = False) -> m.Machine:
    b = Build(2, RULES)
    colour = b.enumeration("Colour", "red", "yellow", "green", "blue", "purple")
    stock = b.kind("Stock", ("colour", colour), ("value", NUMBER))
    wild = b.kind("Wild", ("value", NUMBER))
    looks = [
        b.look(stock, f"{name} {value}", number, value)
        for number, name in enumerate(("red", "yellow", "green", "blue", "purple"), 1)
        for value in (2, 2, 3, 3, 4, 5, 6)
    ]
    stocks = b.deck("stocks", looks)
    joker = b.look(wild, "wild", 2)
    wilds = [b.deck(f"wilds[{seat}]", [joker]) for seat in (1, 2)]
    market = b.zone("market", "row", 5)
    collection = b.zone("collection", "zone", owned=True)
    sold = b.zone("sold", "pile", seen_by="nobody")
    cash, cash_base = b.account("cash", owned=True, seen_by="all" if show_money else "owner")
    bank, bank_base = b.account("bank", unlimited=True)
    idle = b.variable("idle", 0, 4)
    b.uses_starter = True

    x, y = b.temporary("card"), b.temporary("card")
    colour_of = [e("attr", 0, e("face", cell(c))) for c in (x, y)]
    is_stock = [e("is_kind", stock, e("face", cell(c))) for c in (x, y)]
    b.defines.append(
        m.Define(
            "sellable",
            (x, y),
            e(
                "if",
                e("and", *is_stock),
                e("eq", *colour_of),
                e("or", *is_stock),
            ),
            "number",
            b.place("sellable"),
        )
    )
    yours = e("zone_at", collection, 2, ME)
    my_cash = m.Address(cash_base, 2, ME)

    column = b.param("column", e("range", k(1), k(5)), "1..5")
    bought = b.register("card")
    value = e("attr", 1, e("face", cell(bought)))
    here = e("zone_at", market, 5, cell(column.cell))
    span = b.place("bought.value <= your cash")
    buy = b.action(
        "buy",
        [column],
        [
            b.require(
                e("ne", e("size", here), k(0)),
                "that column is empty",
                b.place("market[column] is not empty"),
            ),
            m.Guard(bought, e("last", here), "", b.span(4)),
            b.require(
                m.Expr(
                    "le",
                    (),
                    (
                        m.Expr("attr", (1,), value.args, span=b.place("bought.value")),
                        m.Expr("item", (cash_base, 2), (ME,), span=b.place("your cash")),
                    ),
                    span=span,
                ),
                "you cannot afford that card",
                span,
            ),
        ],
        [
            m.Pay(value, False, cash, my_cash, bank, m.Address(bank_base), -1),
            m.Move((cell(bought),), yours, False, -1),
            m.Assign(0, m.Address(idle), k(0), -1),
        ],
    )
    first = b.param("a", e("cards", yours), "your collection", CARD, 7)
    second = b.param("b", e("cards", yours), "your collection", CARD, 7)
    product = e("mul", *(e("attr", 1, e("face", cell(p.cell))) for p in (first, second)))
    sell = b.action(
        "sell",
        [first, second],
        [b.require(e("call", 0, cell(first.cell), cell(second.cell)), "the two cards must share a colour", b.place("sellable(a, b)"))],
        [
            m.Pay(product, True, bank, m.Address(bank_base), cash, my_cash, -1, span=b.span(7)),
            m.Move((cell(first.cell), cell(second.cell)), e("zone", sold), False, -1),
            m.Assign(0, m.Address(idle), k(0), -1),
        ],
    )  # fmt: skip
    nothing = b.action(
        "pass", [], [], [m.Assign(0, m.Address(idle), e("add", cell(idle), k(1)), -1)]
    )

    turn = b.routine("turn")
    b.chain(
        m.Decide((m.Offer(buy, None), m.Offer(sell, None)), False, m.Offer(nothing, None), -1, 0, -1),
        m.Return(turn),
    )  # fmt: skip
    last_sale = b.routine("last_sale")
    b.chain(m.Decide((m.Offer(sell, None),), True, None, -1, 0, -1), m.Return(last_sale))

    seat, at, left = b.register(), b.register(), b.register()
    start = b.chain(
        m.Lot(-1),
        m.Open(cash, m.Address(cash_base, 2, k(1)), k(20), -1),
        m.Open(cash, m.Address(cash_base, 2, k(2)), k(20), -1),
        m.Shuffle(e("zone", stocks), -1),
        *(
            m.MoveSome(k(7), False, (e("zone", stocks),), e("zone", market + c), False, -1)
            for c in range(5)
        ),
        *(
            m.MoveSome(None, False, (e("zone", wilds[s]),), e("zone", collection + s), False, -1)
            for s in range(2)
        ),
        m.Set(at, cell(m.STARTER), -1),
    )
    c = b.temporary()
    columns = e(
        "count",
        c,
        0,
        e("range", k(1), k(5)),
        e("ne", e("size", e("zone_at", market, 5, cell(c))), k(0)),
    )
    over = e("or", e("le", columns, k(2)), e("eq", cell(idle), k(2)))
    other = e("if", e("eq", cell(at), k(2)), k(1), k(2))
    loop = b.here()
    b.chain(
        m.Branch(over, loop + 5, loop + 1),
        m.Set(m.ME, cell(at), -1),
        m.Call(turn, -1),
        m.Set(at, other, -1),
        m.Set(m.ME, k(0), loop),
        m.Set(left, k(2), -1),
    )
    again = b.here()
    score = again + 7
    b.chain(
        m.Branch(e("eq", cell(left), k(0)), score, again + 1),
        m.Set(m.ME, cell(at), -1),
        m.Call(last_sale, -1),
        m.Set(at, other, -1),
        m.Set(left, e("sub", cell(left), k(1)), -1),
        m.Set(m.ME, k(0), again),
        m.Over(),
        m.Score(seat, e("item", cash_base, 2, cell(seat)), None, again + 6),
    )
    b.matches.append(m.MatchInfo("best_of_three", "Best of three", 3, "alternates", "most_rounds"))
    b.matches.append(m.MatchInfo("totals", "Totals", 4, "winner", "highest_total"))
    return b.machine(start)
