"""Texts and names in other languages, names of seats, and plain ASCII; see ``docs/languages.md``."""
