"""Passes from a program to a quicker one that does the same."""
