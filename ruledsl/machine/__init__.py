"""The compiled form of a game: what it is, what is written and read, and how it is checked."""
