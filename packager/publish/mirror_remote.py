"""Files at an address such as s3://bucket/mirror, whatever speaks it. The door of fsspec.

Access comes from where the library of the scheme looks for it, such as AWS_ACCESS_KEY_ID; never
from the address.
"""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

import fsspec

from packager.assemble.tree import keep, make_folder
from packager.domain.errors import ConfigError, TargetError
from packager.publish.lanes import AGAIN
from packager.publish.refusal import refused

BLOCK = 8 << 20
STORES = {"s3", "s3a", "gs", "gcs", "abfs", "az"}
SHAPES = (OSError, ValueError, RuntimeError)


class Remote:
    """What lies below one address.

    Raises:
        ConfigError: nothing here speaks its scheme, or a secret stands in it.
    """

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")
        parts = urlsplit(self.address)
        if parts.username or parts.password:
            raise ConfigError(
                "a name or a password stands in the address",
                where=f"{parts.scheme}://{parts.hostname}",
                mend="put them where the library of the scheme looks, such as AWS_ACCESS_KEY_ID",
            )
        try:
            self._files, self._root = fsspec.core.url_to_fs(
                self.address, use_listings_cache=False, skip_instance_cache=True
            )
        except (ImportError, ValueError) as error:
            raise ConfigError(
                f"nothing here speaks {parts.scheme}: {error}",
                where=self.address,
                mend="install its library; for s3:// `pip install leadgreen-packager[mirror]`",
            ) from error

    def sizes(self, path: str) -> dict[str, int]:
        """Bytes of every file below a path, by the rest of its path; none where nothing is."""
        root = f"{self._root}/{path}"
        with self._asked(path), suppress(FileNotFoundError):
            found = self._files.find(root, detail=True)
            return {
                name.removeprefix(root).lstrip("/"): int(facts["size"])
                for name, facts in sorted(found.items())
                if name.startswith(f"{root}/")
            }
        return {}

    def names(self) -> tuple[str, ...]:
        """Names of what lies at the address itself."""
        with self._asked(""), suppress(FileNotFoundError):
            found = self._files.ls(self._root, detail=False)
            return tuple(str(name).rstrip("/").rpartition("/")[2] for name in found)
        return ()

    def find(self, path: str) -> bytes:
        """A small file, b"" where there is none."""
        with self._asked(path), suppress(FileNotFoundError):
            with self._files.open(f"{self._root}/{path}", "rb") as source:
                content: bytes = source.read(BLOCK)
            return content
        return b""

    def sha256(self, path: str, moved: Callable[[int], None]) -> str:
        """Digest of what lies there, read back."""
        digest = hashlib.sha256()
        for piece in self._pieces(path, 0):
            digest.update(piece)
            moved(len(piece))
        return digest.hexdigest()

    def fetch(self, path: str, place: Path, size: int, moved: Callable[[int], None]) -> None:
        """Bring a file; what of it an earlier run has left beside is not fetched again."""
        part = place.with_name(f".{place.name}.part")
        with refused("keep what was downloaded", place):
            make_folder(place.parent)
            part.touch()
            begun = part.stat().st_size
            with part.open("r+b") as sink:
                sink.truncate(begun if begun < size else 0)
                moved(sink.seek(0, 2))
                for piece in self._pieces(path, sink.tell()) if size else ():
                    sink.write(piece)
                    moved(len(piece))
            keep(part, place)

    def put(self, place: Path, path: str, moved: Callable[[int], None]) -> None:
        """Send a file, piece by piece."""
        with (
            refused("read the tree", place),
            place.open("rb") as source,
            self._asked(path),
            self._sink(path) as sink,
        ):
            while piece := source.read(BLOCK):
                moved(len(piece))
                sink.write(piece)

    def put_small(self, content: bytes, path: str) -> None:
        """Send a small file at once."""
        with self._asked(path):
            self._files.pipe_file(f"{self._root}/{path}", content)

    @contextmanager
    def _sink(self, path: str) -> Iterator["fsspec.spec.AbstractBufferedFile"]:
        where = f"{self._root}/{path}"
        protocols = self._files.protocol
        if not STORES & ({protocols} if isinstance(protocols, str) else set(protocols)):
            self._files.makedirs(where.rpartition("/")[0], exist_ok=True)
        with self._files.open(where, "wb", block_size=BLOCK) as sink:
            yield sink

    def _pieces(self, path: str, start: int) -> Iterator[bytes]:
        with (
            self._asked(path),
            self._files.open(f"{self._root}/{path}", "rb", block_size=BLOCK) as source,
        ):
            source.seek(start)
            while piece := source.read(BLOCK):
                yield piece

    @contextmanager
    def _asked(self, path: str) -> Iterator[None]:
        try:
            yield
        except _failures() as error:
            said = " ".join(str(error).split())[:300] or type(error).__name__
            raise TargetError(
                f"the store failed: {said}",
                where=f"{self.address}/{path}".rstrip("/"),
                mend=f"see that the address and your access are right, then {AGAIN}",
            ) from error


def _failures() -> tuple[type[Exception], ...]:
    """All that a library of a scheme raises; those of S3 are no errors of the system."""
    found: list[type[Exception]] = [*SHAPES]
    with suppress(ImportError):
        from botocore.exceptions import (  # noqa: PLC0415 - slow, not always there, wanted rarely
            BotoCoreError,
            ClientError,
        )

        found += [BotoCoreError, ClientError]
    with suppress(ImportError):
        from aiohttp import ClientError as LostError  # noqa: PLC0415 - as above

        found.append(LostError)
    return tuple(found)
