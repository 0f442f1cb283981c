"""What a session at the command line reaches outside of itself: files, and the rules as they are now."""

from __future__ import annotations

from pathlib import Path

from attrs import Factory, define, evolve

from ruledsl.cli.machines import Wanted
from ruledsl.cli.outcomes import UsageError
from ruledsl.diagnostics import human
from ruledsl.engine.errors import PlayError
from ruledsl.engine.game import Game
from ruledsl.phrase import phrase
from ruledsl.repl.outside import Failed
from ruledsl.store.errors import CannotSave, StoreError
from ruledsl.store.files import reason_of
from ruledsl.store.savefiles import load, save
from ruledsl.store.saves import rebuild, save_of, seat_save_of
from ruledsl.store.sitting import Sitting

PARTIAL = 3
"""Findings that are shown when rules that are read again are faulty."""


@define
class Desk:
    """The files beside one game, whose rules are ``wanted``; the texts are ``width`` columns wide."""

    wanted: Wanted
    game: Game
    width: int
    sources: tuple[str, ...] = ()
    """The files of the rules, for `changed`."""
    _seen: dict[str, float] = Factory(dict)

    def changed(self) -> bool:
        """Whether a file of the rules was written since this was asked last."""
        now = {path: _written(path) for path in self.sources}
        before, self._seen = self._seen, now
        return bool(before) and now != before

    def reload(self) -> Game | Failed:
        """The game of the rules as they are now, for the same players and options."""
        try:
            found = self._again().find()
            if found.machine is not None:
                self.game = Game(found.machine)
                return self.game
        except UsageError as error:
            return Failed((str(error),))
        except PlayError as error:
            return Failed((phrase("these rules cannot be played: {reason}", reason=str(error)),))
        wrong = [d for d in found.diagnostics if d.is_error]
        shown = human.render(wrong[:PARTIAL], found.sources, width=self.width)
        more = [phrase("and {n} more", n=len(wrong) - PARTIAL)] if len(wrong) > PARTIAL else []
        return Failed(
            (
                *shown.rstrip().split("\n"),
                *more,
                phrase("the game goes on with the rules it had"),
            )
        )

    def _again(self) -> Wanted:
        """What is wanted now: the same, for as many players as are at the table."""
        if Path(self.wanted.name).suffix == ".json":
            return self.wanted
        return evolve(self.wanted, players=self.game.players)

    def save(self, sitting: Sitting, name: str, seat: int = 0) -> Failed | None:
        """Write the game, secrets and all, or what a seat has seen; a save file of that name is replaced."""
        try:
            save(name, seat_save_of(sitting, seat) if seat else save_of(sitting), replace=True)
        except CannotSave as error:
            return Failed((str(error),))
        return None

    def load(self, name: str) -> Sitting | Failed:
        """The game that a save file holds."""
        try:
            return rebuild(load(name), self.game)
        except StoreError as error:
            return Failed((str(error),))

    def write(self, name: str, text: str) -> Failed | None:
        """Write a text to a new file, whole or not at all; one that is there is left alone."""
        made = False
        try:
            with Path(name).open("x", encoding="utf-8", newline="\n") as stream:
                made = True
                stream.write(text)
        except FileExistsError:
            return Failed((phrase("`{name}` is there already; name another file", name=name),))
        except OSError as error:
            if made:
                Path(name).unlink(missing_ok=True)
            reason = reason_of(error)
            return Failed(
                (phrase("`{name}` cannot be written: {reason}", name=name, reason=reason),)
            )
        except ValueError:  # a NUL in it
            return Failed((phrase("`{name}` is no path", name=ascii(name)),))
        return None


def _written(path: str) -> float:
    """When a file was written; 0 for one that is not there (editors may move it away for a moment)."""
    try:
        return Path(path).stat().st_mtime
    except OSError:
        return 0.0
