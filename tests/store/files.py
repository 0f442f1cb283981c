"""A file layer that goes wrong when it is told to."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from ruledsl.store.files import PRIVATE_FILE, Files


class Unwilling(Files):
    """Real files, until the disk holds ``room`` more bytes or an operation is one of ``refused``.

    ``calls`` counts the operations by name.
    """

    def __init__(self, room: int | None = None) -> None:
        self.room = room
        self.refused: dict[str, int] = {}
        """The operations that fail, with the error number."""
        self.calls: list[str] = []

    def _ask(self, name: str) -> None:
        self.calls.append(name)
        if name in self.refused:
            number = self.refused[name]
            raise OSError(number, os.strerror(number))

    def make_folder(self, folder: Path) -> None:
        self._ask("make_folder")
        super().make_folder(folder)

    def create(self, path: Path, mode: int = PRIVATE_FILE) -> int:
        self._ask("create")
        return super().create(path, mode)

    def open(self, path: Path) -> int:
        self._ask("open")
        return super().open(path)

    def read(self, descriptor: int, most: int) -> bytes:
        self._ask("read")
        return super().read(descriptor, most)

    def write(self, descriptor: int, data: bytes) -> int:
        self._ask("write")
        if self.room is None:
            return super().write(descriptor, data)
        if not self.room:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written = super().write(descriptor, data[: self.room])
        self.room -= written
        return written

    def sync(self, descriptor: int) -> None:
        self._ask("sync")
        super().sync(descriptor)

    def sync_folder(self, folder: Path) -> None:
        self._ask("sync_folder")
        super().sync_folder(folder)

    def truncate(self, descriptor: int, length: int) -> None:
        self._ask("truncate")
        super().truncate(descriptor, length)

    def lock(self, descriptor: int, shared: bool = False) -> bool:
        self._ask("lock")
        return super().lock(descriptor, shared)

    def rename(self, source: Path, target: Path, replace: bool) -> None:
        self._ask("rename")
        super().rename(source, target, replace)

    def remove(self, path: Path) -> None:
        self._ask("remove")
        super().remove(path)
