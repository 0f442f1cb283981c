"""What can be typed after ``ruledsl``, gathered from the parsers of the verbs: for completion in shells."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from importlib import import_module
from typing import Literal, TypeAlias

from attrs import frozen

from ruledsl.cli.arguments import ONLY_TELL, Parser, Told
from ruledsl.diagnostics.catalogue import all_codes

Sort: TypeAlias = Literal["words", "rulesets", "files", "codes", "other"]
"""What a value is: one of some words, a ruleset or a file, a file, a code, something else."""

_SORTS: dict[str, Sort] = {"CODE": "codes", "BASE": "rulesets", "OUT": "files", "FILE": "files"}
"""By the words that stand for a value in helps."""


@frozen
class Value:
    """What can be given for an option or at a place: its sort and, for words, which."""

    sort: Sort
    words: tuple[str, ...] = ()


@frozen
class Option:
    """An option by its names, with its meaning; ``value`` is None where it takes none."""

    names: tuple[str, ...]
    meaning: str
    value: Value | None


@frozen
class Verb:
    """A verb with its meaning, its options and what may stand besides them (None: nothing)."""

    name: str
    meaning: str
    options: tuple[Option, ...]
    place: Value | None


@frozen
class Taken:
    """All that the command line takes: its verbs, and the values of rulesets and codes."""

    verbs: tuple[Verb, ...]
    rulesets: tuple[str, ...]
    codes: tuple[str, ...]

    def words(self, value: Value) -> tuple[str, ...]:
        """The words that a value can be, besides files."""
        if value.sort == "rulesets":
            return self.rulesets
        return self.codes if value.sort == "codes" else value.words


def taken(verbs: Mapping[str, str], rulesets: tuple[str, ...]) -> Taken:
    """What the verbs take (each with its meaning); ``rulesets`` are the shipped ones."""
    codes = tuple(code.code for code in all_codes())
    return Taken(tuple(_verb(name, meaning) for name, meaning in verbs.items()), rulesets, codes)


def _verb(name: str, meaning: str) -> Verb:
    parser = _parser(name)
    options = tuple(_option(a) for a in parser.arguments if a.option_strings)
    places = [_value(a) for a in parser.arguments if not a.option_strings]
    return Verb(name, meaning, options, places[0] if places else None)


def _parser(verb: str) -> Parser:
    """The parser of a verb. Raises :class:`TypeError` for a verb that reads its arguments in another way."""
    try:
        import_module(f"ruledsl.cli.verbs.{verb}").main(ONLY_TELL)
    except Told as told:
        return told.parser
    raise TypeError(f"`{verb}` does not read its arguments with a parser")


def _option(argument: argparse.Action) -> Option:
    value = None if argument.nargs == 0 else _value(argument)
    return Option(tuple(argument.option_strings), argument.help or "", value)


def _value(argument: argparse.Action) -> Value:
    if argument.choices is not None:
        return Value("words", tuple(str(choice) for choice in argument.choices))
    shown = argument.metavar if isinstance(argument.metavar, str) else ""
    alternatives = shown.split("|")
    if "NAME" in alternatives and len(alternatives) > 1:
        return Value("rulesets")
    return Value(_SORTS.get(alternatives[0], "other"))
