"""The machine to play: of a rule file, of a shipped ruleset, or from a machine file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from attrs import Factory, frozen

from ruledsl import compiling
from ruledsl.cli.console import note
from ruledsl.cli.outcomes import UsageError
from ruledsl.cli.targets import configured
from ruledsl.diagnostics.model import Diagnostic
from ruledsl.machine.model import Machine
from ruledsl.phrase import phrase
from ruledsl.source import SourceFile


@frozen
class Found:
    """The machine (None where there is none to be played), what is wrong, and the texts to quote from."""

    machine: Machine | None
    diagnostics: tuple[Diagnostic, ...] = ()
    sources: Mapping[str, SourceFile] = Factory(dict)
    rules_file: str = ""
    """The path of the rules, empty for those that come with the program and for machine files."""


@frozen
class Wanted:
    """What a person asked to play."""

    name: str
    players: int | None
    settings: tuple[str, ...]

    def find(self, tell: Callable[[str], None] = note) -> Found:
        """The machine; ``tell`` says what is to be mentioned. Raises :class:`UsageError` for what cannot be asked."""
        if Path(self.name).suffix == ".json":
            return self._read()
        outcome = configured(self.name, self.players, self.settings, tell)
        machine = None if outcome.has_errors else outcome.machine
        return Found(machine, outcome.diagnostics, outcome.sources, _rules_file(outcome))

    def _read(self) -> Found:
        if self.players is not None or self.settings:
            raise UsageError(
                phrase("a machine file has its players and options settled; compile another one")
            )
        from ruledsl.machine import serial

        try:
            return Found(serial.read_file(self.name))
        except serial.MachineFileError as error:
            return Found(None, (error.diagnostic,))
        except FileNotFoundError:
            from ruledsl.semantics.near_files import near_file

            near = near_file(Path(self.name), ".json")
            missing = phrase("there is no file `{name}`", name=self.name)
            if near:
                missing = phrase(
                    "there is no file `{name}`; did you mean `{near}`?",
                    name=self.name,
                    near=str(near),
                )
            raise UsageError(missing) from None
        except (OSError, ValueError) as error:  # ValueError: a NUL in the path
            reason = (getattr(error, "strerror", None) or "").lower()
            raise UsageError(
                phrase(
                    "`{name}` cannot be read: {reason}",
                    name=self.name,
                    reason=reason or phrase("the path is no path"),
                )
            ) from None


def wanted(name: str, players: int | None, settings: Sequence[str]) -> Wanted:
    """What is asked for by a name, a number of players and settings of options."""
    return Wanted(name, players, tuple(settings))


def _rules_file(outcome: compiling.Outcome) -> str:
    """The path of the rule file itself, unless it is a shipped one."""
    from ruledsl.semantics.library import shipped_rulesets

    program = outcome.program
    if program is None:
        return ""
    path = Path(program.ruleset.header.span.file)
    shipped = {str(file) for file in shipped_rulesets().values()}
    return "" if str(path) in shipped else str(path.resolve())
