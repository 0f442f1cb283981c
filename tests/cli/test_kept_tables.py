"""What ``ruledsl play`` keeps: games that were left, saves, second players of one game, disks that cannot be written."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import RULES, environment

WHISPER = str(RULES / "whisper.rules")
BOTS = ("--seat", "2=random", "--adviser", "random")


@pytest.fixture
def play(tmp_path):
    """Plays in a state folder of its own; what is shown, and what is complained of."""

    def play(*words, typed="", state=tmp_path / "state", code=0, limit=None):
        def limited() -> None:
            import resource

            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        done = subprocess.run(
            [sys.executable, "-m", "ruledsl", "play", *words],
            input=typed.encode(),
            capture_output=True,
            env=environment({"RULEDSL_STATE": str(state), "COLUMNS": "400"}),
            cwd=tmp_path,
            preexec_fn=limited if limit is not None else None,
            timeout=120,
            check=False,
        )
        assert done.returncode == code, done.stderr
        assert b"Traceback" not in done.stderr
        return done.stdout.decode(), done.stderr.decode()

    return play


def test_games_that_were_left_are_listed_and_gone_on_with(play):
    assert play("--list")[0] == "there is no unfinished game\n"
    assert play("--resume", code=2)[1].startswith("ruledsl: there is no unfinished game")
    out, _ = play(WHISPER, "--seed", "1", *BOTS, "--name", "1=Ann", typed="bid 2\n")
    assert "`ruledsl play --resume` goes on with it" in out
    play("kuhn", "--seed", "1", *BOTS, typed="")
    listed, _ = play("--list")
    assert listed.count("\n") == 1, "nothing was played in the other"
    assert "Whisper, 2 players, 2 moves" in listed
    out, _ = play("--resume", "1", typed="/log\nundo\nredo\n")
    assert "Ann: bid(2)" in out
    assert "2 moves taken back" in out
    assert "2 moves made again" in out
    assert "(seed" not in out, "it was not given now, so it stays a secret"
    assert "Ann: bid(2)" in play("--resume", "whisper", typed="/log\n")[0]
    for wrong in ("2", "0", "kuhn", "x"):
        assert "`ruledsl play --list` shows them" in play("--resume", wrong, code=2)[1]
    for option in (
        ["--seed", "1"],
        ["--seat", "2=random"],
        ["--name", "1=A"],
        ["--match", "two"],
        ["--players", "2"],
        ["--load", "x"],
    ):
        assert (
            "goes on with a game as it is" in play("--resume", "--set=shows=1", *option, code=2)[1]
            or option
        )
    assert "the game is over" in play("--resume", typed="auto\n")[0]
    assert play("--list")[0] == "there is no unfinished game\n"


def test_a_game_taken_from_a_file_leaves_no_journal_when_it_is_over(play):
    play(WHISPER, "--seed", "1", *BOTS, "--save", "a.save", typed="bid 2\n")
    play("--resume", typed="auto\n")
    out, _ = play(WHISPER, "--seed", "2", *BOTS, typed="load a.save\nauto\nquit\n")
    assert "the game of `a.save` goes on" in out
    assert play("--list")[0] == "there is no unfinished game\n"


def test_a_save_is_gone_on_with(play):
    out, _ = play(WHISPER, "--seed", "1", *BOTS, "--save", "a.save", typed="bid 2\n")
    assert "the game is written to `a.save`" in out
    first = play(WHISPER, "--load", "a.save", *[], typed="transcript\nbid 1\nscore\n")[0]
    assert "seat 1: bid(2)" in first
    assert first == play(WHISPER, "--load", "a.save", typed="transcript\nbid 1\nscore\n")[0]
    assert "of another game" in play("kuhn", "--load", "a.save", code=2)[1]
    assert "there is no file" in play("kuhn", "--load", "b.save", code=2)[1]
    assert "cannot be given" in play(WHISPER, "--load", "a.save", "--seed", "1", code=2)[1]


def test_a_save_that_cannot_be_written_is_told_by_the_exit_code(play, tmp_path):
    played = (WHISPER, "--seed", "1", *BOTS, "--save")
    assert "there is no folder" in play(*played, "no/such/a.save", typed="bid 2\n", code=2)[0]
    play(*played, "a.save", typed="bid 2\n")
    kept = (tmp_path / "a.save").read_bytes()
    out, _ = play("kuhn", "--seed", "1", "--seat", "2=random", "--save", "a.save", code=2)
    assert "`a.save` is a save of something else, so it is left alone; name another" in out
    assert (tmp_path / "a.save").read_bytes() == kept


def test_a_program_that_plays_can_save_too(play, tmp_path):
    out, _ = play(
        WHISPER, "--seed", "1", *BOTS, "--json", "--save", "a.save", typed='{"move": 1}\n'
    )
    assert json.loads(out.splitlines()[-1])["type"] == "close"
    assert (tmp_path / "a.save").exists()
    _, err = play(
        WHISPER, *BOTS, "--json", "--save", "no/such/a.save", typed='{"move": 1}\n', code=2
    )
    assert err.startswith("ruledsl: ")
    for option in ("--watch", "--plain", "--log"):
        assert "is for a screen" in play(WHISPER, "--json", option, code=2)[1]


def test_an_adviser_that_is_none(play):
    assert "did you mean `random`?" in play(WHISPER, "--adviser", "randm", code=2)[1]
    assert "there is no bot `human`" in play(WHISPER, "--adviser", "human", code=2)[1]


def test_a_second_player_of_one_game_is_refused(play, tmp_path):
    words = [sys.executable, "-m", "ruledsl", "play", WHISPER, "--seed", "1", *BOTS, "--json"]
    first = subprocess.Popen(
        words,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment({"RULEDSL_STATE": str(tmp_path / "state")}),
    )
    assert first.stdin is not None
    assert first.stdout is not None
    first.stdin.write(b'{"move": "bid 2"}\n')
    first.stdin.flush()
    while json.loads(first.stdout.readline())["type"] != "played":
        pass
    first.stdout.readline()
    listed, _ = play("--list")
    assert "being played now" in listed
    assert "another window" in play("--resume", code=2)[1]
    assert "another window" in play("--resume", "1", code=2)[1]
    first.stdin.write(b'{"move": "bid 1"}\n')
    first.stdin.flush()
    assert json.loads(first.stdout.readline())["type"] == "played", "it was not disturbed"
    first.kill()
    first.communicate()
    assert "the game is over" in play("--resume", typed="")[0], (
        "it was over when it was killed, and that is shown"
    )


GAME = "bid 1\nundo\nbid 2\nundo\nbid 3\nundo\nbid 4\ntranscript\nbid 1\nscore\nquit\n"


@pytest.mark.parametrize("manner", [[], ["--json"]])
def test_a_folder_that_is_none_is_told_once_and_the_game_goes_on(play, tmp_path, manner):
    (tmp_path / "state").write_text("a file")
    typed = GAME
    if manner:
        typed = "".join(
            json.dumps({"move": line} if line.startswith("bid") else {"command": line}) + "\n"
            for line in GAME.splitlines()
        )
    out, err = play(WHISPER, "--seed", "1", *BOTS, *manner, typed=typed)
    assert out.count("this game is not kept") == 1
    assert "not a directory" in out
    assert '"over"' in out if manner else "the game is over" in out
    assert not err


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_a_full_disk_is_told_once_and_the_game_goes_on(play, tmp_path):
    whole, _ = play(WHISPER, "--seed", "1", *BOTS, typed=GAME, state=tmp_path / "other")
    # The header and the rules fit, the moves do not.
    rules = sum(1 + len(line) for line in _journal(play, tmp_path)[:3])
    out, err = play(WHISPER, "--seed", "1", *BOTS, typed=GAME, limit=rules + 300)
    assert out.count("this game is not kept") == 1
    assert "it is tried again" in out
    assert not err
    told = [line for line in out.splitlines() if not line.startswith("(this game is not kept")]
    assert told == whole.splitlines()
    out, _ = play(WHISPER, "--seed", "1", *BOTS, typed=GAME, limit=50, state=tmp_path / "third")
    assert out.count("this game is not kept") == 1
    assert "the game is over" in out
    typed = "save a.save\ntranscript t.txt\nbid 1\n"
    out, _ = play(WHISPER, "--seed", "1", *BOTS, typed=typed, limit=50, state=tmp_path / "fourth")
    assert "you play: bid(1)" in out
    assert not (tmp_path / "a.save").exists()
    assert not (tmp_path / "t.txt").exists(), "half a transcript is none"


def _journal(play, tmp_path: Path) -> list[bytes]:
    play(WHISPER, "--seed", "1", *BOTS, typed="bid 1\n", state=tmp_path / "model")
    (path,) = (tmp_path / "model" / "games").glob("*.jsonl")
    return path.read_bytes().splitlines()


def test_rules_that_are_saved_are_read_again_at_a_pipe_too(tmp_path):
    from tests.repl.files import DROP

    path = tmp_path / "drop.rules"
    path.write_text(DROP)
    running = subprocess.Popen(
        [sys.executable, "-m", "ruledsl", "play", str(path), "--watch", "--seed", "1", *BOTS],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment({"RULEDSL_STATE": str(tmp_path / "state")}),
    )
    assert running.stdin is not None
    assert running.stdout is not None
    running.stdin.write("drop stone 4\n")
    running.stdin.flush()
    for line in running.stdout:
        if line.startswith("seat 1 to choose") and "1> drop" not in line:
            break
    for line in running.stdout:
        if "you play" in line:
            break
    path.write_text(DROP.replace("points[1] += 1", "points[1] += 2"))
    import os

    os.utime(path, (1, 1))
    out, _ = running.communicate("wait\nwait\nquit\n", timeout=60)
    assert "/reload\nthe rules are read again, and 2 moves made again" in out


def test_people_cannot_share_a_pipe(play, tmp_path):
    assert "would see each other's cards" in play(WHISPER, "--seat", "2=human", code=2)[1]
    play(WHISPER, "--seat", "2=human", "--open", "--save", "two.save", typed="bid 1\n")
    assert "would see each other's cards" in play(WHISPER, "--load", "two.save", code=2)[1]
    assert "would see each other's cards" in play("--resume", code=2)[1]
    out, _ = play(WHISPER, *BOTS, typed="bot 2 human\nload two.save\n")
    assert out.count("several people would see each other's cards here;") == 2


def test_what_is_wrong_with_kept_games_is_told_in_other_languages(play, tmp_path):
    assert play("--list", "--lang", "nb")[0] == "det er ikke noe uferdig spill\n"
    wrong = play("--resume", "x", "--lang", "nl", code=2)[1]
    assert wrong == "ruledsl: er is geen onafgemaakt spel `x`; er is er geen\n"
    play(WHISPER, "--seed", "1", *BOTS, typed="bid 2\n")
    assert "2 spillere, 2 trekk" in play("--list", "--lang", "nb")[0]
    (journal,) = (tmp_path / "state" / "games").iterdir()
    journal.write_bytes(journal.read_bytes().replace(b'"by"', b'"yb"'))
    assert "journalen er skadet: linje " in play("--list", "--lang", "nb")[0]
    wrong = play("--resume", journal.stem, "--lang", "nl", code=2)[1]
    assert "kan niet worden hervat: het logboek is beschadigd: regel " in wrong
    (tmp_path / "kuhn.rules").write_text(Path(WHISPER).read_text("utf-8"), "utf-8")
    _, told = play("kuhn", "--lang", "nb", "--seed", "1", *BOTS)
    assert "merk: `kuhn` er din egen fil kuhn.rules, ikke regelsettet" in told
