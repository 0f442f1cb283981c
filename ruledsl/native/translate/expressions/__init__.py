"""Expressions of the machine in a program."""
