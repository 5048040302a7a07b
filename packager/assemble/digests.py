"""One pass over a file, three digests: sha256, md5 and the id git gives the same bytes."""

import hashlib
import os
import stat
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from io import FileIO
from pathlib import Path

from packager.domain.errors import IntegrityError
from packager.domain.release import FileEntry

CHUNK = 1 << 20
BUFFERS = 6
LARGE = 4 * CHUNK


class Digests:
    """Digests of a file whose size is known beforehand, as git's id wants it."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.read = 0
        self.sha256 = hashlib.sha256()
        self.md5 = hashlib.md5(usedforsecurity=False)
        self.git_blob = hashlib.sha1(b"blob %d\0" % size, usedforsecurity=False)

    def update(self, chunk: bytes | memoryview) -> None:
        for digest in (self.sha256, self.md5, self.git_blob):
            digest.update(chunk)
        self.read += len(chunk)

    def update_from(self, stream: FileIO) -> None:
        """Read a large stream to its end; the slowest digest, md5, has a thread of its own.

        Two threads suffice: here md5 takes about as long as reading and the other two together.
        """
        spare = deque(memoryview(bytearray(CHUNK)) for _ in range(BUFFERS))
        busy: deque[tuple[memoryview, Future[None]]] = deque()
        with ThreadPoolExecutor(1) as lane:
            while True:
                if not spare:
                    buffer, done = busy.popleft()
                    done.result()
                    spare.append(buffer)
                buffer = spare.popleft()
                length = stream.readinto(buffer)
                if not length:
                    return
                part = buffer[:length]
                busy.append((buffer, lane.submit(self.md5.update, part)))
                self.sha256.update(part)
                self.git_blob.update(part)
                self.read += length

    def entry(self, name: str, where: str) -> FileEntry:
        """The file's entry.

        Raises:
            IntegrityError: more or fewer bytes came than the file had when it was opened.
        """
        if self.read != self.size:
            raise IntegrityError(
                f"{name} changed while it was read",
                where=where,
                mend="let the program that writes it end, then run the command again",
            )
        return FileEntry(
            name,
            self.size,
            self.sha256.hexdigest(),
            self.md5.hexdigest(),
            self.git_blob.hexdigest(),
        )


@contextmanager
def open_regular(path: Path) -> Iterator[FileIO]:
    """A regular file for reading, unbuffered; never through a link, never waiting for a pipe.

    Raises:
        IntegrityError: it is no regular file.
    """
    try:
        number = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise IntegrityError(
            f"cannot read {path.name}: {error.strerror}",
            where=str(path),
            mend="give read permission, and see that it is a file and no link",
        ) from error
    with FileIO(number) as stream:
        if not stat.S_ISREG(os.fstat(number).st_mode):
            raise IntegrityError(
                f"{path.name} is no regular file",
                where=str(path),
                mend="put the file itself there; only files and folders can be released",
            )
        yield stream


def entry_of(path: Path, name: str) -> FileEntry:
    """Size and digests of the file at `path`, as the entry `name`."""
    with open_regular(path) as stream:
        digests = Digests(os.fstat(stream.fileno()).st_size)
        if digests.size >= LARGE:
            digests.update_from(stream)
        else:
            while chunk := stream.read(CHUNK):
                digests.update(chunk)
        return digests.entry(name, str(path))
