"""Save files on disk: written whole or not at all, and read with suspicion.

A save file is one object of JSON: what `Save` or `SeatSave` holds, and ``check``, the SHA-256 of all the rest of it.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import secrets
from pathlib import Path
from typing import Any, cast

from ruledsl import limits
from ruledsl.engine.record import FORMAT as RECORD_FORMAT
from ruledsl.phrase import joined, phrase
from ruledsl.source import first_bytes
from ruledsl.store.entries import converter
from ruledsl.store.errors import (
    CannotSave,
    DamagedFile,
    ForeignFile,
    NewerFile,
    OlderFile,
    StoreError,
    UnknownGame,
)
from ruledsl.store.files import FILES, PRIVATE_FILE, Files, reason_of
from ruledsl.store.lines import check_versions
from ruledsl.store.saves import FORMAT, OLDEST, SEAT_FORMAT, VERSION, AnySave, Save, SeatSave

_SHARED_FILE = 0o666
"""As the user's mask has it: a seat save is there to be given away."""
_WHAT = phrase("save file")


def save(
    path: str | os.PathLike[str], what: AnySave, *, replace: bool = False, files: Files = FILES
) -> None:
    """Write a save file. It is there whole or not at all, however the program ends.

    With ``replace`` an older save file of the same kind and ruleset may be replaced; any other file never is. A save of everything can be
    read by its owner alone. Raises :class:`CannotSave`, with ``exists`` where ``replace`` would help.
    """
    try:
        # A link to a file stays one.
        target = Path(os.path.realpath(path))
        _check_target(target, os.fspath(path), what, replace)
        mode = PRIVATE_FILE if isinstance(what, Save) else _SHARED_FILE
        data = to_bytes(what)
        if len(data) > limits.SAVE_FILE_BYTES:
            size = limits.SAVE_FILE_BYTES // 1024**2
            raise CannotSave(
                phrase("this game is too long to be saved: it takes more than {size} MB", size=size)
            )
        _put(target, data, mode, replace, files)
    except FileExistsError:
        raise _exists(os.fspath(path)) from None
    except FileNotFoundError:
        raise CannotSave(
            phrase("there is no folder {folder} to save in", folder=str(Path(path).parent))
        ) from None
    except OSError as error:
        raise CannotSave(
            phrase(
                "`{name}` cannot be written: {reason}",
                name=os.fspath(path),
                reason=reason_of(error),
            )
        ) from None
    except ValueError as error:
        if isinstance(error, StoreError):
            raise
        raise CannotSave(phrase("`{name}` is no path", name=ascii(os.fspath(path)))) from None


def load(path: str | os.PathLike[str]) -> AnySave:
    """What stands in a save file; `ruledsl.store.saves.rebuild` makes a sitting of it.

    Raises :class:`ForeignFile` for a file that is no save, :class:`NewerFile`, :class:`OlderFile`,
    :class:`DamagedFile`, :class:`UnknownGame` for one that is not there, :class:`StoreError` for one that
    cannot be read.
    """
    shown = os.fspath(path)
    try:
        data = first_bytes(path, limits.SAVE_FILE_BYTES + 1)
    except FileNotFoundError:
        raise UnknownGame(phrase("there is no file `{name}`", name=shown)) from None
    except OSError as error:
        raise StoreError(
            phrase("`{name}` cannot be read: {reason}", name=shown, reason=reason_of(error))
        ) from None
    except ValueError:
        raise UnknownGame(phrase("`{name}` is no path", name=ascii(shown))) from None
    return from_text(data)


# --- JSON --------------------------------------------------------------------------------------------


def to_bytes(what: AnySave) -> bytes:
    """A save as JSON in UTF-8, with sorted keys and a line end."""
    plain = cast(dict[str, Any], converter().unstructure(what))
    whole = plain | {"check": _check(plain)}
    text = json.dumps(whole, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    # Half of a surrogate pair (from a name that was no UTF-8) becomes the escape that JSON has for it.
    return text.encode("utf-8", "backslashreplace")


def from_text(text: str | bytes) -> AnySave:
    """A save from its JSON. Raises as `load` does."""
    from ruledsl.machine.convert import FAILURES, complaint

    _check_size(text)
    try:
        plain = json.loads(text)
    except (ValueError, RecursionError):
        raise _no_json(text) from None
    format_ = plain.get("format") if isinstance(plain, dict) else None
    if format_ == RECORD_FORMAT:
        raise ForeignFile(
            phrase("this is a record of play, without a seed: it cannot be played on")
        )
    seat = format_ == SEAT_FORMAT
    check_versions(plain, SEAT_FORMAT if seat else FORMAT, _WHAT, VERSION, OLDEST)
    if plain.pop("check", None) != _check(plain):
        raise DamagedFile(phrase("the save file is damaged: it is not as it was written"))
    try:
        return cast(AnySave, converter().structure(plain, SeatSave if seat else Save))
    except FAILURES as error:
        wrong = complaint(error)
        where = wrong.path.lstrip(".")
        what = joined("", [wrong.message, phrase(", at `{place}`", place=where) if where else ""])
        raise DamagedFile(phrase("the save file is damaged: {what}", what=what)) from None


def _check_size(text: str | bytes) -> None:
    """Raise for a text that would fill the memory."""
    if len(text) > limits.SAVE_FILE_BYTES:
        size = limits.SAVE_FILE_BYTES // 1024**2
        raise ForeignFile(
            phrase("this is no save file of a game: it has more than {size} MB", size=size)
        )
    opening: tuple[Any, Any] = ("[", "{") if isinstance(text, str) else (b"[", b"{")
    if sum(map(text.count, opening)) > limits.SAVE_FILE_PARTS:
        raise ForeignFile(
            phrase(
                "this is no save file of a game: it has more than {most} lists and objects",
                most=f"{limits.SAVE_FILE_PARTS:,}",
            )
        )


def _check(plain: dict[str, Any]) -> str:
    try:
        body = json.dumps(plain, sort_keys=True, separators=(",", ":"))
    except RecursionError:
        return ""  # too deep for anything that was ever written
    return hashlib.sha256(body.encode("ascii")).hexdigest()


def _no_json(text: str | bytes) -> StoreError:
    """What to say of a text that is no JSON: was it a save file once?"""
    head = text[:4096] if isinstance(text, str) else text[:4096].decode("utf-8", "replace")
    if head.startswith(('{\n "by":', '{\n "check":')):
        return DamagedFile(
            phrase("the save file is damaged: a part of it is missing, or is not as it was written")
        )
    return ForeignFile(phrase("this is no {what} of a game", what=_WHAT))


# --- files --------------------------------------------------------------------------------------------


def _check_target(target: Path, shown: str, what: AnySave, replace: bool) -> None:
    """Raise unless a file may be written there."""
    if target.is_dir():
        raise CannotSave(phrase("`{name}` is a folder; name a file to save in", name=shown))
    if not target.exists():
        return
    if not target.is_file():
        raise CannotSave(phrase("`{name}` is no plain file; name another to save in", name=shown))
    try:
        old = from_text(first_bytes(target, limits.SAVE_FILE_BYTES + 1))
        if _subject(old) != _subject(what):
            raise CannotSave(
                phrase(
                    "`{name}` is a save of something else, so it is left alone; name another",
                    name=shown,
                )
            )
    except CannotSave:
        raise
    except (NewerFile, OlderFile, DamagedFile):
        pass  # a save file all the same
    except StoreError:
        raise CannotSave(
            phrase(
                "`{name}` is there already and is no save file, so it is left alone; name another",
                name=shown,
            )
        ) from None
    if not replace:
        raise _exists(shown)


def _subject(what: AnySave) -> tuple[type[AnySave], str]:
    """Whether all of it is saved or what a seat has seen, and of which ruleset."""
    if isinstance(what, SeatSave):
        return SeatSave, what.ruleset
    return Save, what.games[0].ruleset if what.games else ""


def _exists(shown: str) -> CannotSave:
    return CannotSave(phrase("there is a save file `{name}` already", name=shown), exists=True)


def _put(target: Path, data: bytes, mode: int, replace: bool, files: Files) -> None:
    """Write a file beside the target, then give it the target's name at one stroke."""
    beside = target.with_name(f".{target.name[:40]}.{secrets.token_hex(4)}.part")
    descriptor = files.create(beside, mode)
    try:
        try:
            rest = memoryview(data)
            while rest:
                rest = rest[files.write(descriptor, bytes(rest)) :]
            files.sync(descriptor)
        finally:
            files.close(descriptor)
        files.rename(beside, target, replace)
    except BaseException:
        with contextlib.suppress(OSError):
            files.remove(beside)
        raise
    files.sync_folder(target.parent)
