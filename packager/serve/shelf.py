"""The files of a sealed release, each proved by its seal whenever it is read."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from packager.domain.errors import IntegrityError, SealedError
from packager.domain.release import FileEntry, Release
from packager.domain.statement import read_statement
from packager.domain.strict import decode, parse_json

PACKAGE, API = "datapackage.json", "openapi.json"
JSON = ".json"
UNKNOWN = "application/octet-stream"
TEXTUAL = ("json", "xml", "yaml")


@dataclass(frozen=True, slots=True)
class Leaf:
    """A file as the release itself describes it.

    Attributes:
        path: within the tree.
        title: a few words; the path where the release says nothing.
        about: a sentence, or "".
        media_type: as its package or its API declares it.
        bytes: its size.
    """

    path: str
    title: str
    about: str
    media_type: str
    bytes: int

    @property
    def is_text(self) -> bool:
        """Whether it is read as text, always UTF-8."""
        return self.media_type.startswith("text/") or self.media_type.endswith(TEXTUAL)


class Shelf:
    """A sealed tree that is only read.

    Args:
        release: its tree, proved once; a file that changes afterwards is refused when it is read.
    """

    def __init__(self, release: Release) -> None:
        self._root = Path(release.root)
        self._files: Mapping[str, FileEntry] = {entry.path: entry for entry in release.files}

    def read(self, path: str) -> bytes:
        """The sealed bytes of a file.

        Raises:
            SealedError: the release has no such file.
            IntegrityError: the file is gone, or has other bytes than were sealed.
        """
        entry = self._files.get(path)
        if entry is None:
            raise SealedError(
                f"the release has no file {path!r}", where=str(self._root), mend="name one it has"
            )
        place = self._root / path
        try:
            content = place.read_bytes()
        except OSError as error:
            raise changed(place) from error
        if hashlib.sha256(content).hexdigest() != entry.sha256:
            raise changed(place)
        return content

    def documents(self) -> dict[str, object]:
        """Every JSON document, strictly read, by path."""
        return {
            path: parse_json(decode(self.read(path), where=path), where=path)
            for path in self._files
            if path.endswith(JSON)
        }

    def leaves(self) -> tuple[Leaf, ...]:
        """Every file, by path, in the words of the release's own package and API."""
        said = {**self._in_api(), **self._in_package()}
        return tuple(
            Leaf(path, *said.get(path, (path, "", UNKNOWN)), bytes=entry.bytes)
            for path, entry in self._files.items()
        )

    def _in_package(self) -> dict[str, tuple[str, str, str]]:
        package = read_statement(self.read(PACKAGE), PACKAGE)
        return {
            one.text("path"): (one.text("title"), one.text("description"), one.text("mediatype"))
            for one in package.inners("resources")
        }

    def _in_api(self) -> dict[str, tuple[str, str, str]]:
        if API not in self._files:
            return {}
        paths = read_statement(self.read(API), API).inner("paths")
        found = {}
        for name in paths.content:
            get = paths.inner(name).inner("get")
            kinds = get.inner("responses").inner("200").inner("content").content
            words = get.text("summary"), get.text("description")
            found[name.removeprefix("/")] = (*words, next(iter(kinds), UNKNOWN))
        return found


def changed(place: Path) -> IntegrityError:
    """A sealed file that is no longer what was sealed."""
    return IntegrityError(
        "the file is not what was sealed",
        where=str(place),
        mend=f"take it back from version control: `git checkout -- {place}`",
    )
