"""States that do something, in a program."""
