"""Merging: a base and the changes of its variants become one list of declarations.

The base comes first, then the changes of each variant in file order. What is replaced
keeps its place, what is new follows; an amended action gets the further requires after
its own and the further effects after its own. The result is checked as if it stood in
one file; every node keeps the span of the file it was written in.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

from attrs import evolve, field, frozen

from ruledsl.diagnostics.model import Diagnostic, Label
from ruledsl.diagnostics.suggest import closest, did_you_mean, replacement
from ruledsl.limits import FAULTS
from ruledsl.source import Span
from ruledsl.syntax import tree

_KINDS: dict[type[tree.Node], str] = {
    tree.Players: "players",
    tree.Team: "team",
    tree.Option: "option",
    tree.Enumeration: "type",
    tree.RangeType: "type",
    tree.CardKind: "card",
    tree.Deck: "deck",
    tree.Money: "money",
    tree.Var: "var",
    tree.Table: "table",
    tree.Define: "define",
    tree.Setup: "setup",
    tree.Action: "action",
    tree.Phase: "phase",
    tree.Play: "play",
    tree.Score: "score",
    tree.Win: "win",
    tree.Ties: "ties",
    tree.Match: "match",
    tree.Test: "test",
}

_LISTED = 8
"""How many names of the base the help to an unknown one tells."""

NAMELESS = frozenset({"players", "setup", "play", "score", "win", "ties"})
"""Declarations that a ruleset has once and that have no name."""


@frozen
class Ruleset:
    """A game with the changes of its variants worked in."""

    name: str
    title: str
    doc: str
    players: tree.Players | None
    declarations: tuple[tree.Declaration, ...]
    header: tree.Header
    set_options: dict[str, tree.SetOption]
    """The new defaults that variants give to options of their base."""
    removed: dict[str, Span] = field(factory=dict)
    """Where variants remove things of their base, by name."""


def kind_of(declaration: tree.Declaration) -> str:
    """What a declaration is called in the language: ``zone``, ``action``, ..."""
    if isinstance(declaration, tree.Zone):
        return declaration.place
    return _KINDS[type(declaration)]


def name_of(declaration: tree.Declaration) -> str:
    """The name of a declaration; a test's is its title, nameless ones have their kind's."""
    if isinstance(declaration, tree.Test):
        return declaration.title
    kind = kind_of(declaration)
    if kind in NAMELESS:
        return kind
    name = getattr(declaration, "name")  # noqa: B009 - every other declaration has one
    assert isinstance(name, tree.Name)
    return name.text


def place_of(declaration: tree.Declaration) -> Span:
    """Where a declaration is to be pointed at: its name, if it has one."""
    name = getattr(declaration, "name", None)
    return name.span if isinstance(name, tree.Name) else declaration.span


def merge(files: tuple[tree.File, ...]) -> tuple[Ruleset, tuple[Diagnostic, ...]]:
    """The ruleset that ``files`` (the outermost base first, the file itself last) amount to."""
    merging = _Merging()
    for number, file in enumerate(files):
        merging.add_file(file, is_variant=number > 0)
    declarations = tuple(d for d in merging.declarations if d is not None)
    header = files[-1].header
    players = next((d for d in declarations if isinstance(d, tree.Players)), None)
    doc = next((f.header.doc for f in reversed(files) if f.header.doc), None) or ""
    ruleset = Ruleset(
        header.name.text,
        header.title,
        doc,
        players,
        declarations,
        header,
        merging.set_options,
        merging.removed,
    )
    return ruleset, tuple(merging.found)


class _Merging:
    """The list of declarations while files are worked in, one after the other."""

    def __init__(self) -> None:
        self.declarations: list[tree.Declaration | None] = []
        """Those so far; None where one is removed."""
        self.places: dict[tuple[str, str], list[int]] = {}
        """Where they stand, by kind and name."""
        self.found: list[Diagnostic] = []
        self.set_options: dict[str, tree.SetOption] = {}
        self.removed: dict[str, Span] = {}

    def add_file(self, file: tree.File, *, is_variant: bool) -> None:
        replaced: dict[tuple[str, str], Span] = {}
        own: list[tree.Declaration] = []
        for item in file.declarations:
            if isinstance(item, (tree.Replace, tree.Amend, tree.Remove, tree.SetOption)):
                if not is_variant:
                    self._report(
                        "RD110",
                        "a game has no base to change",
                        item.span,
                        "only a `variant NAME of BASE` may replace, amend, remove or set",
                    )
                    if isinstance(item, tree.Replace):
                        own.append(item.declaration)
                    continue
                self._change(item, replaced)
            else:
                own.append(item)
        self._add(own)

    def _add(self, own: list[tree.Declaration]) -> None:
        first: dict[tuple[str, str], tree.Declaration] = {}
        for there in self._all():
            first.setdefault((kind_of(there), name_of(there)), there)
        for declaration in own:
            kind, name = kind_of(declaration), name_of(declaration)
            earlier = first.setdefault((kind, name), declaration)
            if earlier is not declaration and (kind in NAMELESS or kind == "test"):
                text = f'test "{name}"' if kind == "test" else f"`{kind}`"
                self.found.append(
                    Diagnostic(
                        "RD105",
                        f"{text} is declared twice",
                        Label(place_of(declaration)),
                        help=f"write `replace {kind}` to put this in the place of the base's"
                        if earlier.span.file != declaration.span.file
                        else "a ruleset has it once; remove one of them",
                        secondary=(Label(place_of(earlier), "first declared here"),),
                    )
                )
                continue
            self.places.setdefault((kind, name), []).append(len(self.declarations))
            self.declarations.append(declaration)

    def _all(self) -> list[tree.Declaration]:
        return [d for d in self.declarations if d is not None]

    def _find(self, kind: str, name: str) -> tree.Declaration | None:
        places = self.places.get((kind, name))
        return self.declarations[places[0]] if places else None

    def _change(self, change: tree.Change, replaced: dict[tuple[str, str], Span]) -> None:
        match change:
            case tree.Replace(declaration=new):
                self._replace(new, replaced)
            case tree.Amend(action=name):
                old = self._find("action", name.text)
                if not isinstance(old, tree.Action):
                    self._unknown("amend", "action", name)
                else:
                    self._put(old, _amended(old, change.body))
            case tree.Remove(kind=kind, name=name):
                gone = self._find(kind, name.text)
                if gone is None:
                    self._unknown("remove", kind, name)
                else:
                    self.declarations[self.places[kind, name.text].pop(0)] = None
                    self.removed[name.text] = name.span
            case tree.SetOption(option=name):
                if self._find("option", name.text) is None:
                    self._unknown("set", "option", name)
                elif ("set", name.text) in replaced:
                    self._report(
                        "RD113",
                        f"`{name.text}` is set twice",
                        name.span,
                        "keep one of the two",
                        Label(replaced["set", name.text], "first set here"),
                    )
                else:
                    replaced["set", name.text] = name.span
                    self.set_options[name.text] = change

    def _replace(self, new: tree.Declaration, replaced: dict[tuple[str, str], Span]) -> None:
        kind, name = kind_of(new), name_of(new)
        if (kind, name) in replaced:
            self.found.append(
                Diagnostic(
                    "RD113",
                    f"`{name}` is replaced twice",
                    Label(place_of(new)),
                    help="keep one of the two",
                    secondary=(Label(replaced[kind, name], "first replaced here"),),
                )
            )
            return
        replaced[kind, name] = place_of(new)
        old = self._find(kind, name)
        if old is None:
            self._unknown("replace", kind, tree.Name(name, span=place_of(new)))
        else:
            self._put(old, new)

    def _put(self, old: tree.Declaration, new: tree.Declaration) -> None:
        # What takes the place of another is of its kind and name.
        self.declarations[self.places[kind_of(old), name_of(old)][0]] = new

    def _unknown(self, verb: str, kind: str, name: tree.Name) -> None:
        if len(self.found) > FAULTS:
            # Further ones are not told, and to look for what was meant takes its time.
            self._report("RD111", f"the base has no `{name.text}` to {verb}", name.span, None)
            return
        other = next(
            (d for d in self._all() if name_of(d) == name.text and kind_of(d) != kind), None
        )
        if other is not None:
            self._report(
                "RD112",
                f"`{name.text}` is {_a(kind_of(other))} in the base, not {_a(kind)}",
                name.span,
                f"write `{verb} {kind_of(other)} {name.text}`"
                if verb in ("replace", "remove")
                else f"only {_a(kind)} can be {'amended' if verb == 'amend' else 'set'}",
                Label(place_of(other), "declared here"),
            )
            return
        names = [name_of(d) for d in self._all() if kind_of(d) == kind]
        near = closest(name.text, names)
        listed = ", ".join(f"`{known}`" for known in names[:_LISTED])
        if near is not None:
            help_text: str | None = (
                f'did you mean "{near.word}"?' if kind == "test" else did_you_mean(near)
            )
        elif verb == "replace":
            help_text = "leave out `replace` to declare something new"
        elif kind in NAMELESS or kind == "test" or not names:
            help_text = None
        else:
            help_text = f"it has {listed}{' and more' if len(names) > _LISTED else ''}"
        shown = f'"{name.text}"' if kind == "test" else f"`{name.text}`"
        what = f"`{kind}`" if kind in NAMELESS else f"{kind} {shown}"
        message = f"the base has no {what} to {verb}"
        fix = None if kind == "test" else replacement(name.span, near)
        self.found.append(Diagnostic("RD111", message, Label(name.span), help=help_text, fix=fix))

    def _report(
        self, code: str, message: str, span: Span, help_text: str | None, *secondary: Label
    ) -> None:
        self.found.append(
            Diagnostic(code, message, Label(span), help=help_text, secondary=tuple(secondary))
        )


def _a(kind: str) -> str:
    return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"


_GUARDS = frozenset((tree.Require, tree.Let))


def is_guard(statement: tree.Statement) -> bool:
    """Whether a statement belongs to the head of an action: a ``let`` or a ``require``."""
    return type(statement) in _GUARDS


def split_guards(
    body: Iterable[tree.Statement],
) -> tuple[tuple[tree.Statement, ...], tuple[tree.Statement, ...]]:
    """The ``let``s and ``require``s at the head of an action, and what follows them."""
    statements = tuple(body)
    # A variant may amend an action thousands of times, and each time this is asked.
    head = len([*takewhile(_GUARDS.__contains__, map(type, statements))])
    return statements[:head], statements[head:]


def _amended(action: tree.Action, body: tuple[tree.Statement, ...]) -> tree.Action:
    guards, effects = split_guards(action.body)
    more_guards, more_effects = split_guards(body)
    return evolve(action, body=(*guards, *more_guards, *effects, *more_effects))
