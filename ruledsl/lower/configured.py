"""What a ruleset is like for one number of players and setting of options, before anything is laid out."""

from __future__ import annotations

from ruledsl.lower import declare
from ruledsl.lower.builder import Builder, Configuration
from ruledsl.lower.facts import Facts
from ruledsl.lower.workbench import workbench
from ruledsl.semantics.symbols import Symbols
from ruledsl.semantics.variants import Ruleset


def configured(ruleset: Ruleset, symbols: Symbols, configuration: Configuration) -> Builder:
    """A workbench on which nothing but types, options and teams has been laid out."""
    b = workbench(ruleset, symbols, configuration, Facts())
    try:
        declare.declare_names(b)
        declare.declare_types(b)
    except RecursionError:
        b.report_depth()
    return b
