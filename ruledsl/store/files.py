"""The file layer: what is asked of the operating system, in one place.

Tests put another in its stead, to see what happens when a disk is full or a program is killed in the middle of
a write. All methods raise :class:`OSError`.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from pathlib import Path

from ruledsl.phrase import Phrase, phrase

PRIVATE_FILE = 0o600
PRIVATE_FOLDER = 0o700

_LOCKED_BYTE = 0x7FFFFFFE
"""On Windows locked bytes cannot be read by others, so one is locked that no file has."""


class Files:
    """Files on disk, by descriptor."""

    def make_folder(self, folder: Path) -> None:
        """Make a folder and those above it, as far as they are missing; what is made is private."""
        missing = [place for place in (folder, *folder.parents) if not place.exists()]
        for place in reversed(missing):
            place.mkdir(mode=PRIVATE_FOLDER, exist_ok=True)
            self.sync_folder(place.parent)
        if not folder.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))

    def create(self, path: Path, mode: int = PRIVATE_FILE) -> int:
        """A new file, for reading and writing at its end."""
        return os.open(path, _FLAGS | os.O_CREAT | os.O_EXCL, mode)

    def open(self, path: Path) -> int:
        """A plain file that exists, for reading and writing at its end."""
        descriptor = os.open(path, _FLAGS)
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            os.close(descriptor)
            raise OSError(errno.EINVAL, phrase("it is no plain file"))
        return descriptor

    def read(self, descriptor: int, most: int) -> bytes:
        """The first ``most`` bytes of a file."""
        os.lseek(descriptor, 0, os.SEEK_SET)
        parts: list[bytes] = []
        while most > 0 and (part := os.read(descriptor, min(most, 1 << 20))):
            parts.append(part)
            most -= len(part)
        return b"".join(parts)

    def write(self, descriptor: int, data: bytes) -> int:
        """Write at the end of a file; how many bytes were written, which may be fewer."""
        return os.write(descriptor, data)

    def sync(self, descriptor: int) -> None:
        """Wait until what was written has reached the disk."""
        os.fsync(descriptor)

    def sync_folder(self, folder: Path) -> None:
        """Wait until the names in a folder have reached the disk."""
        if sys.platform == "win32":
            return  # folders cannot be opened there; the system writes names by itself
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        except OSError as error:
            # Some file systems do not know what this is; nothing more can be done there.
            if error.errno not in (errno.EINVAL, errno.ENOTSUP, errno.EBADF):
                raise
        finally:
            os.close(descriptor)

    def truncate(self, descriptor: int, length: int) -> None:
        """Cut a file off."""
        os.ftruncate(descriptor, length)

    def is_there(self, descriptor: int, path: Path) -> bool:
        """Whether a path still leads to the open file."""
        try:
            return os.path.samestat(os.fstat(descriptor), os.stat(path))
        except FileNotFoundError:
            return False

    def lock(self, descriptor: int, shared: bool = False) -> bool:
        """Lock an open file against every other program (and every other descriptor); False if one has it.

        ``shared``: only against those who do not share (Windows knows no such thing, and locks as ever).
        The system lets go of the lock when the descriptor is closed, by whatever end the program comes to, so
        no lock is ever left behind.
        """
        if sys.platform == "win32":
            import msvcrt

            os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
            try:
                msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
            except PermissionError:
                return False
            return True
        import fcntl

        # Not `lockf`: that lock belongs to the process, and goes when it closes any descriptor of the file.
        try:
            kind = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
            fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def close(self, descriptor: int) -> None:
        """Close a file, and with it let go of its lock."""
        os.close(descriptor)

    def rename(self, source: Path, target: Path, replace: bool) -> None:
        """Give a file another name at one stroke; without ``replace`` that name must be free."""
        if replace:
            os.replace(source, target)
        elif sys.platform == "win32":
            os.rename(source, target)
        else:
            try:
                # Unlike `rename`, this fails where there is a file of that name.
                os.link(source, target)
            except FileExistsError:
                raise
            except OSError:
                # A file system without links: it may happen that somebody makes the file just now.
                if os.path.lexists(target):
                    raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)) from None
                os.rename(source, target)
            else:
                os.unlink(source)

    def remove(self, path: Path) -> None:
        """Remove a file."""
        path.unlink(missing_ok=True)


_FLAGS = (
    os.O_RDWR
    | os.O_APPEND
    | getattr(os, "O_NONBLOCK", 0)  # a pipe must not make us wait
    | getattr(os, "O_BINARY", 0)  # Windows: line ends as they are
    | getattr(os, "O_NOINHERIT", 0)
)

FILES = Files()
"""The real ones."""


def reason_of(error: OSError) -> str:
    """Why the system refused, as people read it: ``no space left on device``."""
    known = _REASONS.get(error.errno or 0)
    text = error.strerror or str(error)
    # The system says the same on one machine and something like it on another; these can be said in any language.
    return known or (text if isinstance(text, Phrase) else text[:1].lower() + text[1:])


_REASONS: dict[int, Phrase] = {
    errno.EACCES: phrase("permission denied"),
    errno.EPERM: phrase("operation not permitted"),
    errno.EROFS: phrase("read-only file system"),
    errno.ENOSPC: phrase("no space left on device"),
    errno.EDQUOT: phrase("disk quota exceeded"),
    errno.EFBIG: phrase("file too large"),
    errno.EIO: phrase("input/output error"),
    errno.ENOENT: phrase("no such file or directory"),
    errno.ENOTDIR: phrase("not a directory"),
    errno.EISDIR: phrase("is a directory"),
    errno.EEXIST: phrase("file exists"),
    errno.ENAMETOOLONG: phrase("file name too long"),
    errno.ELOOP: phrase("too many levels of symbolic links"),
}
