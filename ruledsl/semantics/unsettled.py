"""Options that a variant sets anew, seen from the tests that were written before it."""

from __future__ import annotations

from attrs import frozen

from ruledsl.semantics.variants import Ruleset
from ruledsl.syntax import tree
from ruledsl.syntax.printer import show_expr


@frozen
class Unsettled:
    """An option that a test does not settle: ``before`` is its value in the base, ``now`` in the variant.

    ``test`` and ``variant`` are the files in which the test stands and the option is set.
    """

    option: str
    before: str
    now: str
    test: str
    variant: str


def unsettled(ruleset: Ruleset, title: str) -> tuple[Unsettled, ...]:
    """The options that are set in another file than that of a test, which does not settle them."""
    test = next(
        (d for d in ruleset.declarations if isinstance(d, tree.Test) and d.title == title), None
    )
    if test is None:
        return ()
    settled = {step.option.text for step in test.steps if isinstance(step, tree.GivenOption)}
    options = {d.name.text: d for d in ruleset.declarations if isinstance(d, tree.Option)}
    return tuple(
        Unsettled(
            name,
            show_expr(options[name].default),
            show_expr(change.value),
            test.span.file,
            change.span.file,
        )
        for name, change in sorted(ruleset.set_options.items())
        if name in options and name not in settled and change.span.file != test.span.file
    )
