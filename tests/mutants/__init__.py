"""Shipped rulesets with one fault each, and what notices it.

``python -m tests.mutants --out FILE`` tries them all; see `tests.mutants.__main__`.
"""
