"""What the operating system refuses, in our words."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from packager.domain.errors import TargetError

MENDS = {
    errno.ENOSPC: "free space on that disk, then run the same command again",
    errno.EDQUOT: "free space within your quota, then run the same command again",
    errno.EFBIG: "raise the limit on file sizes there, then run the same command again",
    errno.EROFS: "make the file system writable, or name another folder",
    errno.EACCES: "give write permission there, or name another folder",
    errno.EPERM: "give write permission there, or name another folder",
    errno.ENOENT: "create the folder, or name another one",
    errno.ENOTDIR: "name a folder, not a file",
}
ELSE = "see that the disk is there and sound, then run the same command again"


@contextmanager
def refused(doing: str, where: Path) -> Iterator[None]:
    """Tell any OSError of the block as a TargetError: what was being done, and how to mend it."""
    try:
        yield
    except OSError as error:
        raise TargetError(
            f"cannot {doing}: {error.strerror or error}",
            where=str(error.filename or where),
            mend=MENDS.get(error.errno or 0, ELSE),
        ) from error
