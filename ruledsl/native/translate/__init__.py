"""From a machine to a program."""
