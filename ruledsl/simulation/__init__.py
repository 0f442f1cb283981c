"""Many games in a row: their results as plain numbers, the same whoever plays them and however many share the work."""
