"""The functions that every program has, as text in the small language."""
