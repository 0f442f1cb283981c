"""Tests in the language, lowered: positions, moves and expectations.

Moves and cards are kept as the text that a player would type; their names are checked
here, so that a misspelt test is a finding and not a failure.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ruledsl.diagnostics.model import Label
from ruledsl.diagnostics.suggest import closest
from ruledsl.lower import expressions as ex
from ruledsl.lower import fitting as ft
from ruledsl.lower import routines, storing, taking_back
from ruledsl.lower import scenario as sc
from ruledsl.lower import scenario_names as names
from ruledsl.lower import scenario_sights as sights
from ruledsl.lower import types as t
from ruledsl.lower.builder import AccountThing, Builder, Configuration, VariableThing, ZoneThing
from ruledsl.lower.configured import configured
from ruledsl.lower.declare import CONSTANT, each_of
from ruledsl.lower.mentions import report_missing
from ruledsl.lower.scenario_names import TEST
from ruledsl.lower.types import Type
from ruledsl.machine.model import Expr
from ruledsl.syntax import tree
from ruledsl.syntax.printer import show_expr
from ruledsl.syntax.walking import walk


def configuration_of(test: tree.Test, players: int) -> tuple[int, tuple[tree.GivenOption, ...]]:
    """For how many players a test is meant, and the options that it sets."""
    given: list[tree.GivenOption] = []
    for step in test.steps:
        match step:
            case tree.Given(target=tree.Ref(name="player_count"), values=(tree.Number(value=n),)):
                players = n
            case tree.GivenOption():
                given.append(step)
    return players, tuple(given)


def option_values(b: Builder, test: tree.Test, players: int) -> Configuration | None:
    """The configuration of a test, its options worked out; None where an option is unknown."""
    count, given = configuration_of(test, players)
    if not _allowed(b, test):
        return None
    if not given:
        return Configuration(count)
    values: dict[str, int] = {}
    order = [o.name for o in b.options]
    for step in sorted(given, key=lambda step: _place(order, step.option.text)):
        name = step.option.text
        if name not in order:
            b.report(
                "RD602",
                f"there is no option `{name}`",
                step.option.span,
                "the ruleset has " + (", ".join(f"`{o}`" for o in order) or "no options"),
                meant=closest(name, order),
            )
            return None
        # How far an option goes may hang on those before it.
        options = configured(b.ruleset, b.symbols, Configuration(count, values)).options
        option = next(o for o in [*options, *b.options] if o.name == name)
        type_ = Type(option.type.kind, option.low, option.high, option.type.enumeration)
        value = ft.constant(b, CONSTANT, step.value, type_)
        if value is None:
            return None
        values[name] = value
    return Configuration(count, values)


def _place(order: list[str], name: str) -> int:
    return order.index(name) if name in order else len(order)


def _allowed(b: Builder, test: tree.Test) -> bool:
    """Whether the game is for as many players as the test says; reported if not."""
    node = b.ruleset.players
    if node is None:
        return False
    for step in test.steps:
        if isinstance(step, tree.Given) and step.target == tree.Ref("player_count"):
            low, high = (
                ft.constant_number(b, CONSTANT, node.low),
                ft.constant_number(b, CONSTANT, node.high),
            )
            value = step.values[0]
            number = value.value if isinstance(value, tree.Number) else None
            if number is None or len(step.values) > 1:
                b.report(
                    "RD603",
                    "`player_count` is given as a number",
                    step.span,
                    "write `given player_count = 2`, say",
                )
                return False
            if low is not None and high is not None and not low <= number <= high:
                wanted = f"{low}" if low == high else f"{low} to {high}"
                b.report(
                    "RD605",
                    f"the game is for {wanted} players, and not for {number}",
                    value.span,
                    "give a number of players that the game allows",
                    Label(node.span, "declared here"),
                )
                return False
    return True


def check_configurations(b: Builder) -> None:
    """Options and numbers of players that tests ask for exist."""
    for test in each_of(b, tree.Test):
        option_values(b, test, _least(b))


def _least(b: Builder) -> int:
    """The number of players of a test that names none."""
    node = b.ruleset.players
    least = ft.constant_number(b, CONSTANT, node.low) if node is not None else None
    return b.players if least is None else least


def lower(b: Builder) -> tuple[sc.Scenario, ...]:
    """The tests that are meant for the builder's configuration."""
    found: list[sc.Scenario] = []
    tests = tuple(each_of(b, tree.Test))
    configurations = {test.title: option_values(b, test, _least(b)) for test in tests}
    for test in tests:
        wanted = configurations[test.title]
        if wanted is None or wanted.players != b.players:
            continue
        chosen = {o.name: o.value for o in b.options if o.name in wanted.options}
        if chosen != dict(wanted.options) or set(b.configuration.options) != set(wanted.options):
            continue
        steps: list[sc.AnyStep] = []
        for step in test.steps:
            b.look_on(step.span)
            steps += _step(b, step, test, configurations)
        found.append(sc.Scenario(test.title, tuple(steps), b.play_state, test.span))
    return tuple(found)


def _step(
    b: Builder,
    step: tree.TestStep,
    test: tree.Test,
    configurations: Mapping[str, Configuration | None],
) -> Iterator[sc.AnyStep]:
    span = step.span
    match step:
        case tree.Given():
            yield from _given(b, step)
        case tree.GivenOption():
            pass
        case tree.When(seat=seat, moves=moves):
            number = _seat(b, seat)
            for move in moves:
                text = _move(b, move)
                if text is not None and number is not None:
                    yield sc.Play(number, text, span=move.span)
        case tree.WhenPhase(phase=phase):
            if isinstance(b.symbols.declared.get(phase.text), tree.Phase):
                instance = b.phase_instances.get(phase.text)
                taking_back.find_again(b, ("phase", phase.text))
                if instance is not None and instance.uses.me is not None:
                    b.report(
                        "RD604",
                        f"`{phase.text}` needs somebody who acts, and nobody does in a test",
                        phase.span,
                        "run the phase that lets somebody act, or come to it by moves",
                        Label(instance.uses.me, "needed here"),
                    )
                    return
                yield sc.RunPhase(routines.reserve(b, phase.text), span=span)
            else:
                report_missing(b, "phase", phase, None)
        case tree.PlayOn():
            yield sc.PlayOn(span=span)
        case tree.Expect():
            yield from _expect(b, step)
        case tree.Sees():
            yield from sights.sees(b, step)
        case tree.Tells():
            yield from sights.tells(b, step, test.title, configurations)
        case tree.Moves(seat=seat, moves=moves):
            number = _seat(b, seat)
            texts = [_move(b, move) for move in moves]
            if number is not None and all(x is not None for x in texts):
                yield sc.ExpectMoves(number, tuple(x for x in texts if x is not None), span=span)
        case tree.Refuse(seat=seat, move=move, reason=reason):
            number = _seat(b, seat)
            text = _move(b, move)
            if number is not None and text is not None:
                yield sc.Refuse(number, text, reason, span=span)
        case tree.Deal(outcomes=outcomes):
            texts = [names.outcome(b, x) for x in outcomes]
            places = tuple(x.span for x in outcomes)
            if all(x is not None for x in texts):
                yield sc.Deal(tuple(x for x in texts if x is not None), places, span=span)


def _seat(b: Builder, node: tree.Expr) -> int | None:
    return ft.constant(b, CONSTANT, node, Type("player", 1, b.players))


# --- positions ------------------------------------------------------------------------------


def _given(b: Builder, step: tree.Given) -> Iterator[sc.AnyStep]:
    if isinstance(step.target, tree.Ref) and step.target.name == "player_count":
        return
    if isinstance(step.target, tree.Ref) and step.target.name == "starter":
        seat = _seat(b, _single(step))
        if seat is not None:
            yield sc.GivenStarter(seat, span=step.span)
        return
    base = step.target.base if isinstance(step.target, tree.Index) else step.target
    name = base.name if isinstance(base, (tree.Ref, tree.Yours)) else ""
    family = b.things.get(name)
    if isinstance(family, ZoneThing):
        if (
            isinstance(step.target, tree.Ref)
            and family.index is not None
            and all(_is_nothing(x) for x in step.values)
        ):
            for place in range(family.first, family.first + family.size):
                yield sc.GivenCards(place, (), span=step.span)
            return
        zone = names.fixed_zone(b, step.target, "what is given")
        if zone is None:
            return
        looks = [names.card(b, x) for x in step.values if not _is_nothing(x)]
        room = b.capacity(frozenset((family.number,)))
        # a fault elsewhere may hide a way of cards to this place
        ways_known = b.decks_whole and not any(d.is_error for d in b.found)
        if len(looks) > room and ways_known:
            b.report(
                "RD606",
                f"`{show_expr(step.target)}` never holds {'a card' if room == 0 else f'more than {room} card' + ('' if room == 1 else 's')}",
                step.span,
                "the rules never move that many cards to it",
                Label(family.span, "declared here"),
            )
            return
        here = b.kinds_in(frozenset((family.number,)))
        odd = next((x for x in looks if x is not None and b.looks[x].kind not in here), None)
        if odd is not None and ways_known:
            b.report(
                "RD606",
                f"`{show_expr(step.target)}` never holds `{b.looks[odd].text}`",
                step.span,
                "the rules never move such a card to it",
                Label(family.span, "declared here"),
            )
            return
        if all(x is not None for x in looks):
            yield sc.GivenCards(zone[0], tuple(x for x in looks if x is not None), span=step.span)
        return
    found = storing.target(b, TEST, step.target)
    if found is None:
        return
    if len(step.values) != 1:
        b.report(
            "RD603",
            f"`{found.thing.info.name}` holds one value, and {len(step.values)} are given",
            step.span,
            "several values are given for the cards of a zone only",
        )
        return
    value = _single(step)
    match found.thing:
        case AccountThing() as account:
            if account.info.unlimited:
                b.report(
                    "RD406",
                    f"`{account.info.name}` is unlimited: it has no balance",
                    step.span,
                    "leave this line out, or set an option that limits the account",
                )
                return
            amount = ft.fit(
                b, TEST, value, t.number(0, account.info.limit), f"`{account.info.name}`"
            )
            yield sc.GivenMoney(account.number, found.address, amount.code, span=step.span)
        case VariableThing() as variable:
            if variable.type.kind == "look":
                look = names.card(b, step.values[0])
                if look is not None:
                    code = Expr("look", (look,), span=step.span)
                    yield sc.GivenValue(variable.number, found.address, code, span=step.span)
                return
            fitted = ft.fit(b, TEST, value, variable.type, f"`{variable.info.name}`")
            yield sc.GivenValue(variable.number, found.address, fitted.code, span=step.span)


def _single(step: tree.Given) -> tree.Expr:
    value = step.values[0]
    return (
        tree.Ref("_".join(" ".join(value.words).split()), span=value.span)
        if isinstance(value, tree.Words)
        else value
    )


def _is_nothing(value: tree.Expr | tree.Words) -> bool:
    return isinstance(value, tree.Ref) and value.name == "nothing"


# --- moves -----------------------------------------------------------------------------------


def _move(b: Builder, move: tree.TestMove) -> str | None:
    name = move.action.text
    if name == "skip" and not move.arguments:
        return "skip"
    declared = b.symbols.declared.get(name)
    if not isinstance(declared, tree.Action):
        report_missing(b, "action", move.action, None, others=("skip",))
        return None
    count = sum(len(p.names) for p in declared.params)
    if count != len(move.arguments):
        b.report(
            "RD205",
            f"`{name}` has {t.counted(count, 'parameter')}, not {len(move.arguments)}",
            move.span,
            None,
            Label(declared.name.span, "declared here"),
        )
        return None
    types = b.param_types.get(name, [])
    texts = []
    for argument, type_ in zip(move.arguments, types, strict=False):
        text = names.argument(b, argument, type_)
        if text is None:
            return None
        texts.append(text)
    return f"{name}({', '.join(texts)})" if texts else name


# --- expectations -----------------------------------------------------------------------------


def _expect(b: Builder, step: tree.Expect) -> Iterator[sc.AnyStep]:
    span = step.span
    match step.condition:
        case tree.Ref(name="over"):
            yield sc.ExpectOver(True, span=span)
        case tree.Not(operand=tree.Ref(name="over")):
            yield sc.ExpectOver(False, span=span)
        case tree.Compare(op=("==" | "!=") as op, left=tree.Ref(name="actor"), right=right):
            seat = _seat(b, right)
            if seat is not None:
                yield sc.ExpectActor(seat, op == "!=", span=span)
        case tree.Compare(op="==", left=tree.Ref(name="winners"), right=right):
            seats = [_seat(b, x) for x in (right, *step.also)]
            if all(x is not None for x in seats):
                yield sc.ExpectWinners(tuple(x for x in seats if x is not None), span=span)
        case condition:
            if step.also:
                b.report(
                    "RD601",
                    "only `winners ==` takes several seats",
                    span,
                    "write one `expect` for each condition",
                )
                return
            value = ex.truth_of(b, TEST, condition)
            if not value.is_unknown:
                result = any(isinstance(x, tree.Ref) and x.name == "score" for x in walk(condition))
                shown = None
                if isinstance(condition, tree.Compare):
                    shown = t.value_type(ex.pair(b, TEST, condition.left, condition.right)[0].type)
                yield sc.Expect(value.code, show_expr(condition), result, shown, span=span)
