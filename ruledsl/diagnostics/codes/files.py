"""Codes for machine files and records of play: RD520 to RD549."""

from __future__ import annotations

from ruledsl.diagnostics.codes.model import Code

FILES: tuple[Code, ...] = (
    Code(
        "RD520",
        "this is no machine file",
        "The file is not JSON, or not what `ruledsl compile` writes: its first key `format` must "
        "be `ruledsl-machine`. A file that is too large or nested too deeply is refused as well.",
        "A file that was cut short or mixed up with another must not be half understood. Compile "
        "the rules again to get a whole one.",
    ),
    Code(
        "RD521",
        "this machine file is too new",
        "The file was written by a later version of ruledsl and says that this one cannot read it.",
        "A later version may have steps or operators that this one would get wrong, so it does not "
        "try. Install the later version, or compile the rules with this one.",
    ),
    Code(
        "RD522",
        "this machine file is too old",
        "The file was written by an early version of ruledsl in a form that is no longer read.",
        "A machine file is made from rules and can be made again at any time: compile the rules "
        "with this version. Records of play are not touched by that.",
    ),
    Code(
        "RD523",
        "a field of this machine file is missing or wrong",
        "The file is JSON and calls itself a machine file, but a field is missing, unknown or holds "
        "something of another kind. The message names the field from the outermost one inwards, "
        "`states[12].next` say; list places count from 0 there.",
        "The file was changed after it was compiled, or damaged on the way. Compile the rules again.",
    ),
    Code(
        "RD524",
        "this machine does not hold together",
        "Each field has the right kind of value, but the whole makes no sense: a state leads to one "
        "that is not there, a number names a cell outside the list of cells, an operator gets a "
        "card where it needs a number, a limit is passed, and the like.",
        "A machine file may come from a stranger. Everything that could make play crash or run on "
        "for ever is looked for when the file is read, so that nothing of it is met in a game.",
    ),
)
