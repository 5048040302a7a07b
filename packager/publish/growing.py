"""Files that only grow: what is added is on the disk whole, or is not there."""

import os
from pathlib import Path

from packager.assemble.tree import FILE_MODE, settle


def append_whole(path: Path, content: bytes, *, behind: int) -> None:
    """Add bytes behind the first `behind` ones; on any error those are all that is left.

    Raises:
        OSError: the disk took none or not all of them.
    """
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC
    number = os.open(path, flags, FILE_MODE)
    try:
        os.ftruncate(number, behind)
        os.fchmod(number, FILE_MODE)
        try:
            rest = memoryview(content)
            while rest:
                rest = rest[os.write(number, rest) :]
            os.fsync(number)
        except OSError:
            os.ftruncate(number, behind)
            raise
    finally:
        os.close(number)
    if behind == 0:
        settle(path.parent)
