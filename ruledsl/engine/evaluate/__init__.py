"""The fast evaluator: expressions compiled to closures when a machine is loaded."""

from __future__ import annotations

from ruledsl.engine.evaluate import aggregates, places, values
from ruledsl.engine.evaluate.compiler import Builder

BUILDERS: dict[str, Builder] = {**values.BUILDERS, **places.BUILDERS, **aggregates.BUILDERS}
"""For every operator of `machine.ops.OPERATORS`, what makes its closure."""
