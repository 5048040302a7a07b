"""One run at a time in a folder; the lock ends with the process, however that ends."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from packager.domain.errors import TargetError


@contextmanager
def locked(folder: Path, *, shared: bool = False, wait: bool = True) -> Iterator[None]:
    """Hold the lock of a folder for the block; nothing is written there.

    Args:
        folder: it must exist; its own file descriptor is the lock.
        shared: together with other shared holders.
        wait: for the holder to end; else another holder is an error.

    Raises:
        TargetError: another run holds it, or the file system has no locks.
    """
    number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        kind = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
        try:
            fcntl.flock(number, kind if wait else kind | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise TargetError(
                "another run is at work here",
                where=str(folder),
                mend="let it end, then run the same command again",
            ) from error
        except OSError as error:
            raise TargetError(
                f"this folder cannot be locked: {error.strerror}",
                where=str(folder),
                mend="keep it on a file system that has locks, such as a local disk",
            ) from error
        yield
    finally:
        os.close(number)
