"""Lowering: a merged ruleset becomes the machine for one number of players and one setting of the options."""
