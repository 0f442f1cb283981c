"""Which parts of the rules were exercised in play: by tests, or by games that explore the rules."""
