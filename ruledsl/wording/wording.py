"""How a game is spoken of: the language, the names of the seats, and with which characters."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import Factory, evolve, frozen

from ruledsl.diagnostics.visible import visible
from ruledsl.engine.game import Game
from ruledsl.engine.reading import Tongue
from ruledsl.phrase import Phrase, seat_named
from ruledsl.wording.ascii import in_ascii
from ruledsl.wording.catalogue import Catalogue
from ruledsl.wording.renaming import ascii_machine, renamed, translation

_SEAT = seat_named(1).pattern


@frozen
class Wording:
    """Says texts in one language: ``texts`` are those of the program, ``rules`` the words of rules.

    ``names`` are those of seats. With ``ascii`` nothing but ASCII is shown.
    """

    texts: Catalogue = Factory(Catalogue)
    rules: Catalogue = Factory(Catalogue)
    names: Mapping[int, str] = Factory(dict)
    ascii: bool = False

    def calling(self, names: Mapping[int, str]) -> Wording:
        """The same with these names of seats."""
        return evolve(self, names=names)

    def say(self, text: str) -> str:
        """A text in this language; what is no phrase stays as it is."""
        if not isinstance(text, Phrase):
            return text
        if text.pattern == _SEAT:
            name = self.names.get(int(text.values["seat"]))
            if name is not None:
                return name
        values = {
            key: self.say(value) if isinstance(value, str) else value
            for key, value in text.values.items()
        }
        return self.texts.pattern(text.pattern, text.plural, text.number).format_map(values)

    def shown(self, text: str) -> str:
        """A text as it may go to a screen: said, and without anything that a terminal would obey."""
        said = visible(self.say(text))
        return in_ascii(said) if self.ascii else said

    def worded(self, game: Game) -> Game:
        """The game in these words, to be shown and asked; the very game where it needs no others.

        Moves are understood in these words and in those of the rules.
        """
        if not (self.texts or self.rules or self.names or self.ascii):
            return game
        own = game.machine
        named = renamed(own, translation(self.rules, own)) if self.rules else own
        shown = ascii_machine(named) if self.ascii else named
        plainly = evolve(self, names={})
        seats = tuple(
            (word, seat)
            for seat in range(1, game.players + 1)
            for word in {plainly.shown(seat_named(seat)), *self._called(seat)}
        )
        tongues = [Tongue(shown, self.shown, seats)]
        if self.ascii:
            tongues.append(Tongue(named, evolve(self, ascii=False).shown, seats))
        if named is not own:
            tongues.append(Tongue(own, str, seats))
        return Game(shown, tuple(tongues))

    def _called(self, seat: int) -> tuple[str, ...]:
        name = self.names.get(seat)
        return () if name is None else (name, in_ascii(name))


PLAIN = Wording()
"""English, the words of the rules, seats by their numbers."""
