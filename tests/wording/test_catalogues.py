"""The catalogues: complete, fitting, and of use."""

from __future__ import annotations

from pathlib import Path

import polib
import pytest

from ruledsl import compiling
from ruledsl.semantics.library import shipped_rulesets
from ruledsl.wording import catalogue as catalogues
from ruledsl.wording import choosing, collect
from ruledsl.wording.catalogue import CatalogueError, Entry, misfit, read, together
from ruledsl.wording.choosing import chosen, languages, places, wanted
from ruledsl.wording.vocabulary import missing, useless, vocabulary

FOLDER = Path(choosing.__file__).parent
SPOKEN = [code for code in languages() if code != "en"]


def _machines(name):
    opened = compiling.open_named(name)
    least = compiling.compile_program(opened, None).machine
    assert least is not None
    found = [least]
    while True:
        outcome = compiling.compile_program(opened, found[-1].players + 1)
        if outcome.machine is None or outcome.has_errors:
            return found
        found.append(outcome.machine)


def test_norwegian_and_dutch_are_spoken():
    assert languages() == ("en", "nb", "nl")


@pytest.mark.parametrize("language", SPOKEN)
def test_every_text_of_the_program_stands_in_each_catalogue_and_no_other(language):
    entries = read(FOLDER / f"{language}.po").entries
    there = {(entry.text, entry.plural) for entry in entries}
    assert len(there) == len(entries)
    assert there == {(pattern.one, pattern.many) for pattern in collect.patterns()}
    assert all(all(entry.said) for entry in entries)


@pytest.mark.parametrize("language", SPOKEN)
def test_the_catalogue_is_as_the_collector_writes_it(language):
    path = FOLDER / f"{language}.po"
    assert f"{collect.catalogue(language)}\n" == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("language", SPOKEN)
def test_blanks_at_the_ends_of_a_text_are_kept(language):
    for entry in read(FOLDER / f"{language}.po").entries:
        for said in entry.said:
            assert _ends(said) == _ends(entry.text), entry.text


def _ends(text):
    return len(text) - len(text.lstrip()), len(text) - len(text.rstrip())


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("name", shipped_rulesets())
def test_shipped_rules_have_all_their_words_and_no_other(name, language):
    machines = _machines(name)
    *bases, own = places(machines[0], language)
    entries = together(read(path) for path in (*bases, own)).entries
    for machine in machines:
        assert vocabulary(machine)
        assert list(missing(entries, machine)) == []
    lost = [{entry for entry, _ in useless(read(own).entries, m)} for m in machines]
    assert set.intersection(*lost) == set()


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("name", shipped_rulesets())
def test_names_that_a_person_types_are_told_apart(name, language):
    from ruledsl.wording.renaming import renamed, translation

    for machine in _machines(name):
        entries = together(read(path) for path in places(machine, language))
        other = renamed(machine, translation(entries, machine))
        for names in (
            [action.name for action in other.actions],
            [zone.label for zone in other.zones],
            [look.text for look in other.looks],
            [account.name for account in other.accounts],
            [variable.name for variable in other.variables],
            *(e.members for e in other.enumerations),
        ):
            plain = [text.casefold().replace("_", " ") for text in names]
            assert len(set(plain)) == len(plain)


def _entry(text, *said, context="", plural=""):
    return Entry(context, text, plural, said, 1)


@pytest.mark.parametrize(
    ("entry", "wrong"),
    [
        (_entry("{seat} starts", "{seat} begynner"), False),
        (_entry("{seat} starts", "{sete} begynner"), True),
        (_entry("{seat} starts", "begynner"), True),
        (_entry("{a} and {b}", "{b} og {a}"), False),
        (_entry("{n} card", "et kort", "{n} kort", plural="{n} cards"), True),
        (_entry("one card", "et kort", "{n} kort", plural="{n} cards"), False),
        (_entry("{a} bids {b}", "{b} av {a}", context="announcement"), True),
        (_entry("a { stands {here}", "en { står {her}", context="announcement"), False),
        (_entry("{suit}", "{farge}", context="doc"), False),
        (_entry("{seat}", "{seat"), True),
        (_entry("{n}", "{n:>9}"), True),
        (_entry("{n}", "{n!r}"), True),
        (_entry("{n}", "{n.real}"), True),
    ],
)
def test_names_in_braces_must_fit(entry, wrong):
    assert bool(misfit(entry)) is wrong


def test_a_faulty_catalogue_is_told_with_its_place(tmp_path):
    path = tmp_path / "x.po"
    with pytest.raises(CatalogueError, match="cannot be read: no such file"):
        read(path)
    path.write_text("this is a letter\n", encoding="utf-8")
    with pytest.raises(CatalogueError, match="no catalogue in the form of gettext"):
        read(path)
    head = 'msgid ""\nmsgstr "Language: xx\\n"\n\n'
    path.write_text(head + 'msgid "{a}"\nmsgstr "{b}"\n', encoding="utf-8")
    with pytest.raises(CatalogueError, match=r"x\.po:4: `\{b\}` stands for `\{a\}`"):
        read(path)
    path.write_text(
        'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=import;\\n"\n\nmsgid "a"\nmsgstr "b"\n',
        encoding="utf-8",
    )
    with pytest.raises(CatalogueError, match="Plural-Forms"):
        read(path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(CatalogueError):
        read(path)


def test_a_later_catalogue_is_right(tmp_path):
    made = []
    for name, said in (("a", "en"), ("b", "to")):
        file = polib.POFile()
        file.append(polib.POEntry(msgctxt="zone", msgid="hand", msgstr=said))
        if name == "a":
            file.append(polib.POEntry(msgctxt="zone", msgid="heap", msgstr="haug"))
        (tmp_path / name).write_text(str(file), encoding="utf-8")
        made.append(read(tmp_path / name))
    both = together(made)
    assert both.word("zone", "hand") == "to"
    assert both.word("zone", "heap") == "haug"
    assert both.word("zone", "row") == "row"
    assert both.word("action", "hand") == "hand"
    assert not catalogues.Catalogue()


@pytest.mark.parametrize(
    ("environment", "codes", "language"),
    [
        ({}, (), "en"),
        ({"LANG": "C.UTF-8"}, (), "en"),
        ({"LANG": "nb_NO.UTF-8"}, ("nb_NO",), "nb"),
        ({"LANG": "no_NO"}, ("no_NO",), "nb"),
        ({"LANG": "de_DE.UTF-8"}, ("de_DE",), "en"),
        ({"LANG": "nl_BE@euro", "LANGUAGE": "de:nb:nl"}, ("de", "nb", "nl", "nl_BE"), "nb"),
        ({"LANG": "nb_NO", "LC_MESSAGES": "nl_NL"}, ("nl_NL",), "nl"),
        ({"LANG": "nb_NO", "LC_ALL": "C"}, (), "en"),
        ({"LANG": "C", "LANGUAGE": "nl"}, (), "en"),
        ({"LANG": "nl_NL", "LANGUAGE": "en:nl"}, ("en", "nl", "nl_NL"), "en"),
    ],
)
def test_the_environment_says_which_language(environment, codes, language):
    assert wanted(environment) == codes
    assert chosen(environment) == language


def test_the_collector_refuses_patterns_that_are_worked_out():
    with pytest.raises(collect.NotLiteral, match=r"x\.py:1"):
        list(collect._patterns("phrase(a + b)", "x.py"))
    assert list(collect._patterns('counted(2, "{n} x", "{n} y")', "x.py")) == [
        collect.Pattern("{n} x", "{n} y")
    ]
