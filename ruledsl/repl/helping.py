"""Help: what can be typed, and what one command or move does."""

from __future__ import annotations

from ruledsl.diagnostics.suggest import nearest
from ruledsl.engine.state import State
from ruledsl.engine.text import spoken
from ruledsl.phrase import phrase
from ruledsl.repl import commands, moves
from ruledsl.repl.about import usage
from ruledsl.repl.results import CommandHelp, HelpShown, MoveHelp, Result, Unreadable


def help_on(state: State, topic: str) -> Result:
    """Help on a command or a move of a game; with an empty topic on all of them."""
    actions = state.game.machine.actions
    names = [action.name for action in actions]
    slashed = commands.taken(names)
    if not topic:
        return HelpShown(slashed, tuple((usage(action), action.doc) for action in actions))
    action = moves.called(state, topic)
    if action is not None and not topic.startswith("/"):
        return MoveHelp(action)
    wanted = moves.plain(topic.removeprefix("/")).strip()
    command = commands.command_of(wanted)
    if command is not None:
        return CommandHelp(command, command in slashed)
    near = nearest(wanted, [*map(spoken, names), *commands.COMMANDS])
    if near:
        return Unreadable(
            phrase(
                "there is no command or move `{text}`; did you mean `help {near}`?",
                text=topic,
                near=near,
            )
        )
    return Unreadable(phrase("there is no command or move `{text}`", text=topic))
