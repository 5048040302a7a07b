"""Which file a request means; no request means anything outside the folders that are served."""

import os
import stat
from collections.abc import Mapping
from io import FileIO
from pathlib import Path
from urllib.parse import unquote_to_bytes

from packager.assemble.tree import require_portable
from packager.domain.errors import RuleError

OPENING = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
INDEX = "index.html"


def find_path(raw: bytes) -> str | None:
    """The path within a site that a request asks for; None where no file of a site can have it.

    A slash that is escaped is no slash, a name that begins with a dot is hidden, and names that
    do not mean the same file on every machine are in no site.

    Args:
        raw: path of the request as it was sent, without the query.
    """
    above, *names = raw.split(b"/")
    if above or not names or not raw.isascii():
        return None
    if not names[-1]:
        names[-1] = INDEX.encode()
    try:
        parts = [unquote_to_bytes(name).decode() for name in names]
        if any("/" in part or part.startswith(".") for part in parts):
            return None
        path = "/".join(parts)
        require_portable([path], where="request")
    except (UnicodeDecodeError, RuleError):
        return None
    return path


class Folders:
    """Folders of this machine that are one site.

    Args:
        folders: each by the path it is served under, "" for the whole site; of two that hold a
            path the inner one is meant.
    """

    def __init__(self, folders: Mapping[str, Path]) -> None:
        roots = {f"{path}/" if path else "": Path(folders[path]).resolve() for path in folders}
        self._roots = [(path, roots[path]) for path in sorted(roots, key=len, reverse=True)]

    def find_file(self, path: str) -> FileIO | None:
        """The regular file a path means, open for reading; None where there is none.

        Links are followed as long as they stay inside the folder.
        """
        for prefix, root in self._roots:
            if path.startswith(prefix):
                return open_inside(root, path.removeprefix(prefix))
        return None


def open_inside(root: Path, path: str) -> FileIO | None:
    """A regular file below `root`, which is no link itself."""
    try:
        place = Path(os.path.realpath(root / path, strict=True))
        if not place.is_relative_to(root):
            return None
        number = os.open(place, OPENING)
    except OSError:
        return None
    if stat.S_ISREG(os.fstat(number).st_mode):
        return FileIO(number)
    os.close(number)
    return None
