"""Bots: players that get a view of the game, never its state."""
