"""A game as programs get it: one that can be started, and played by the thousand."""

from __future__ import annotations

from collections.abc import Mapping

from ruledsl.engine import game
from ruledsl.machine.model import Machine
from ruledsl.native.running.choose import Choice, Wanted, choose
from ruledsl.simulation.results import Simulation
from ruledsl.simulation.simulate import OnFault, Progress, simulate


class Game(game.Game):
    """A compiled game, ready to be played as often as one likes; it holds no play of its own."""

    def __init__(self, machine: Machine) -> None:
        super().__init__(machine)
        self._chosen: dict[Wanted, Choice] = {}

    def simulate(
        self,
        games: int,
        seed: int,
        *,
        seats: Mapping[int, str] | None = None,
        backend: Wanted = "auto",
        jobs: int = 1,
        first: int = 0,
        on_fault: OnFault = "raise",
        progress: Progress | None = None,
    ) -> Simulation:
        """Play many games and give their results as arrays of whole numbers.

        Game number n of a series follows from ``seed`` (0 <= seed < 2**64) and n alone, whoever plays it and
        however many processes share the work; the games are number ``first`` and following.

        ``seats`` gives seats to bots, by the kinds that `bot` knows: ``{2: "greedy"}``; all others play at random. With random
        seats alone the quickest ``backend`` that is there plays (``"auto"``), or the one that is asked for: ``"interpreter"``,
        ``"python"`` or ``"wasm"``; other bots always sit at the table of the interpreter. With ``jobs`` above 1 that many processes play;
        a script must then keep what it does below ``if __name__ == "__main__":``, since they read it too. ``progress`` is told how many
        more games are done, again and again.

        Where the rules fail, ``on_fault="raise"`` raises the fault of the first such game; with ``"keep"`` such games are
        marked in ``ended`` and told in ``faults``.

        Raises :class:`StartError` for arguments that make no sense and for more games than can be kept (2**27 numbers of results),
        :class:`UnknownBot`, :class:`GameFault`,
        :class:`Unavailable` where a back end that is asked for is not to be had.
        """
        return simulate(
            self,
            games,
            seed,
            seats=seats,
            first=first,
            jobs=jobs,
            backend=backend,
            on_fault=on_fault,
            progress=progress,
            choosing=self._choose,
        )

    def _choose(self, machine: Machine, wanted: Wanted) -> Choice:
        """The back end, made only once."""
        if wanted not in self._chosen:
            self._chosen[wanted] = choose(machine, wanted)
        return self._chosen[wanted]
