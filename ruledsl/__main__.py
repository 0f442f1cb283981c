"""``python -m ruledsl`` is the command line."""

from ruledsl.cli.main import run

run()
