"""Which language is wanted, and the catalogues that there are for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from ruledsl.machine.model import Machine
from ruledsl.wording.catalogue import Catalogue, read, together
from ruledsl.wording.wording import Wording

ENGLISH = "en"
_SAME = {"no": "nb"}
"""Languages that are called by another code as well."""

_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


def languages() -> tuple[str, ...]:
    """The languages that the program speaks."""
    return (ENGLISH, *sorted(path.stem for path in Path(__file__).parent.glob("*.po")))


def wanted(environment: Mapping[str, str]) -> tuple[str, ...]:
    """The languages that an environment asks for, the most wanted first, as gettext has it."""
    locale = next((environment[name] for name in _VARIABLES if environment.get(name)), "")
    if _code(locale) in ("", "C", "POSIX"):
        return ()
    listed = environment.get("LANGUAGE", "").split(":")
    return tuple(_code(name) for name in (*listed, locale) if name)


def chosen(environment: Mapping[str, str]) -> str:
    """The first wanted language that the program speaks; else English."""
    spoken = languages()
    return next(
        (found for code in wanted(environment) if (found := _near(code)) in spoken), ENGLISH
    )


def is_spoken(language: str) -> bool:
    """Whether the program speaks a language."""
    return _near(language) in languages()


def is_code(text: str) -> bool:
    """Whether a text may be the code of a language: ``nb``, ``pt_BR``."""
    return text.replace("_", "").replace("-", "").isalpha() and text.isascii()


def program(language: str, *, ascii: bool = False) -> Wording:
    """How the program speaks in a language where there is no game yet; English where it does not know it.

    Raises :class:`CatalogueError`.
    """
    return Wording(_texts(_near(language)), ascii=ascii)


def _texts(code: str) -> Catalogue:
    """The texts of the program in a language."""
    file = Path(__file__).parent / f"{code}.po"
    return read(file) if file.is_file() else Catalogue()


def wording(
    language: str, machine: Machine, folders: Sequence[Path] = (), *, ascii: bool = False
) -> Wording:
    """How to speak of a game in a language; English and the words of the rules where nothing is known of it.

    Catalogues of rules lie beside the rule files: ``nim.nb.po`` beside ``nim.rules``; see `places` for ``folders``.
    Raises :class:`CatalogueError` for one that cannot be used.
    """
    code = _near(language)
    return Wording(
        _texts(code),
        together(read(path) for path in beside(machine, code, folders)),
        ascii=ascii,
    )


def beside(machine: Machine, language: str, folders: Sequence[Path] = ()) -> tuple[Path, ...]:
    """The catalogues of the rules of a machine in a language, that of the outermost base first."""
    return tuple(path for path in places(machine, language, folders) if path.is_file())


def places(machine: Machine, language: str, folders: Sequence[Path] = ()) -> tuple[Path, ...]:
    """Where the catalogues of the rules of a machine lie or would lie, that of the outermost base first.

    A machine that comes from elsewhere than its rules may know the names of their files only, which are
    then looked for in ``folders``.
    """
    return tuple(
        _catalogue(Path(text.name), language, folders)
        for text in reversed(machine.texts)
        if Path(text.name).name
    )


def _catalogue(rules: Path, language: str, folders: Sequence[Path]) -> Path:
    name = rules.with_suffix(f".{language}.po")
    others = (folder / name.name for folder in folders)
    return next((path for path in (name, *others) if path.is_file()), name)


def _code(name: str) -> str:
    """``nb_NO`` of ``nb_NO.UTF-8@variant``."""
    return name.partition(".")[0].partition("@")[0]


def _near(code: str) -> str:
    """The language that a code means: a country is nothing to the program."""
    short = code.replace("-", "_").partition("_")[0].lower()
    return _SAME.get(short, short)
