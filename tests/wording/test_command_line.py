"""Languages, names and ASCII as the command line has them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import polib
import pytest

from ruledsl.semantics.library import shipped_rulesets
from tests.cli.command import ran

QUICK = ["--seat", "1=random", "--seat", "2=random", "--seed", "1"]


@pytest.fixture
def run(capsys, monkeypatch):
    return lambda args, typed="": ran(capsys, monkeypatch, args, typed)


@pytest.fixture
def own(tmp_path, monkeypatch):
    """A folder with somebody's own copy of a ruleset."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(shipped_rulesets()["kuhn"], tmp_path / "kuhn.rules")
    return tmp_path


def _catalogue(path: Path, **words):
    file = polib.POFile()
    file.metadata = {"Language": "de", "Content-Type": "text/plain; charset=UTF-8"}
    for context, (text, said) in words.items():
        file.append(polib.POEntry(msgctxt=context, msgid=text, msgstr=said))
    path.write_text(str(file), encoding="utf-8")


def test_a_language_may_be_asked_for(run):
    told = run(["play", "kuhn", *QUICK, "--lang", "nb"])
    assert "spillet er slutt" in told.out
    assert told.err == ""
    assert "het spel is uit" in run(["play", "kuhn", *QUICK, "--lang", "nl_BE"]).out


def test_the_environment_may_ask_for_one(run, monkeypatch):
    monkeypatch.setenv("LC_ALL", "nl_NL.UTF-8")
    assert "het spel is uit" in run(["play", "kuhn", *QUICK]).out
    assert "the game is over" in run(["play", "kuhn", *QUICK, "--lang", "en"]).out
    monkeypatch.setenv("LC_ALL", "xx_XX.UTF-8")
    told = run(["play", "kuhn", *QUICK])
    assert "the game is over" in told.out
    assert told.err == ""


def test_a_language_that_is_not_spoken_is_told(run):
    told = run(["play", "kuhn", *QUICK, "--lang", "xx"])
    assert told.code == 0
    assert "the game is over" in told.out
    assert "does not speak `xx`" in told.err
    assert "`en`, `nb` and `nl`" in told.err
    assert run(["play", "kuhn", *QUICK, "--lang", "../x"]).code == 2


@pytest.mark.parametrize(
    ("words", "nb", "nl"),
    [
        ("", "nevn et spill eller en regelfil", "noem een spel of een regelbestand"),
        ("kuhn --seat 9=random", "ingen plass 9: det er 2", "geen plaats 9: er spelen er 2"),
        ("kuhn --seat 1=nobody", ", og `human` for et menneske", ", en `human` voor een mens"),
        ("kuhn --adviser humn", "mente du `human`?", "bedoelde je `human`?"),
        ("kuhn --seat 2", "skrives `--seat 2=random`", "gaat zo: `--seat 2=random`"),
        ("kuhn --name 1=4", "et navn er ikke et tall", "een naam is geen getal"),
        ("kuhn --match x", "kuhn har ingen kamp `x`", "kuhn heeft geen wedstrijd `x`"),
        ("ka_ching --match x", "det finnes `best_of", "er zijn `best_of"),
        ("kuhn --set x", "innstilling=verdi, ikke `x`", "optie=waarde, niet `x`"),
        ("kuhn --resume", "så et spill kan ikke oppgis", "een spel kan er niet bij"),
        ("x.json", "det finnes ingen fil `x.json`", "er is geen bestand `x.json`"),
        ("--load x.json", "nevn reglene også", "noem ook de regels"),
    ],
)
def test_what_is_wrong_with_a_command_is_told_in_it(run, own, words, nb, nl):
    for language, expected in (("nb", nb), ("nl", nl)):
        told = run(["play", *words.split(), "--lang", language])
        assert told.code == 2
        assert expected in told.err
    told = run(["play", *words.split(), "--json", "--lang", "nb"])
    assert nb not in told.err  # programs are spoken to in English


def test_the_words_of_ones_own_rules_stand_beside_them(run, own):
    _catalogue(own / "kuhn.de.po", title=("Kuhn poker", "Kuhn-Poker"), action=("bet", "setzen"))
    typed = "setzen\nlog\nquit\n"
    told = run(["play", "kuhn.rules", "--seed", "1", "--seat", "2=random", "--lang", "de"], typed)
    assert "Kuhn-Poker, 2 players" in told.out
    assert "you play: setzen" in told.out
    assert "seat 1: setzen" in told.out


def test_a_catalogue_that_cannot_be_used_is_told_with_its_line(run, own):
    _catalogue(own / "kuhn.nb.po", card=("{rank}", "{wert}"))
    told = run(["play", "kuhn.rules", "--lang", "nb"])
    assert told.code == 2
    assert "kuhn.nb.po:" in told.err
    assert "`{wert}` stands for `{rank}`, so it must have `{rank}`" in told.err
    assert "Traceback" not in told.err


def test_json_has_the_words_of_the_rules_whatever_the_language(run):
    args = ["play", "kuhn", "--seed", "1", "--seat", "2=random", "--json", "--name", "1=Ann"]
    typed = '{"move": "bet"}\n'
    english = run(args, typed).out
    assert run([*args, "--lang", "nb", "--ascii"], typed).out == english
    assert [json.loads(line)["type"] for line in english.splitlines()][:2] == ["hello", "choose"]
    assert "Ann" not in english


def test_saved_games_do_not_depend_on_the_language(run, own):
    saves = []
    for language, move in (("en", "bet"), ("nb", "sats"), ("nl", "zet_in")):
        file = own / f"{language}.save"
        args = ["play", "kuhn.rules", "--seed", "1", "--seat", "2=random", "--lang", language]
        shutil.copy(shipped_rulesets()["kuhn"].with_suffix(".nb.po"), own)
        shutil.copy(shipped_rulesets()["kuhn"].with_suffix(".nl.po"), own)
        assert run([*args, "--save", str(file)], f"{move}\nquit\n").code == 0
        saves.append(file.read_text(encoding="utf-8"))
    assert saves[0] == saves[1] == saves[2]
    told = run(["play", "kuhn.rules", "--load", "nl.save", "--lang", "nb"], "log\nquit\n")
    assert "spiller 1: sats" in told.out


def test_a_game_is_gone_on_with_in_another_language(run):
    run(["play", "ka_ching", "--seed", "2", "--seat", "2=random", "--name", "1=Ann"], "1\n")
    told = run(["play", "--resume", "--lang", "nb"], "quit\n")
    assert "Ann velger:" in told.out
    assert "kjøp(" in told.out


def test_ascii_is_all_that_is_shown(run):
    args = ["play", "ka_ching", "--seed", "1", "--seat", "2=random", "--lang", "nb", "--ascii"]
    told = run(
        [*args, "--name", "2=Åse"],
        "kjop 1\nkjøp 1\nwhy selg(blå 3, joker)\n\x1b\nbot ase greedy\nquit\n",
    )
    assert told.out.isascii()
    assert told.out.count("du spiller: kjop(1)") == 2
    assert "Ase (spiller 2): `random`" in told.out


def test_the_words_of_rules_are_written_to_be_translated(run, own):
    told = run(["words", "kuhn.rules", "--lang", "de", "-o", "kuhn.de.po"])
    assert told.code == 0
    empty = polib.pofile(str(own / "kuhn.de.po"))
    assert all(entry.msgstr == "" for entry in empty)
    assert {("action", "bet"), ("announcement", "no bet so far"), ("title", "Kuhn poker")} <= {
        (entry.msgctxt, entry.msgid) for entry in empty
    }
    _catalogue(own / "kuhn.de.po", action=("bet", "setzen"), zone=("heap", "Haufen"), x=("a", "b"))
    told = run(["words", "kuhn.rules", "--lang", "de"])
    assert told.code == 1
    assert "the rules have no zone `heap`" in told.err
    assert "`x` is no context" in told.err
    assert 'msgid "bet"\nmsgstr "setzen"' in told.out
    assert "heap" not in told.out
    assert run(["words", "kuhn.rules", "--lang", "1"]).code == 2


def test_a_variant_writes_what_its_base_does_not_have(run):
    told = run(["words", "ka_ching_3", "--lang", "nb"])
    assert told.code == 0
    assert 'msgid "close"\nmsgstr "steng"' in told.out
    assert 'msgid "buy"' not in told.out
    assert 'msgstr ""\n\n' not in told.out.partition("msgctxt")[2]
