"""Bytes that a host keeps: on disk, so that a rehearsal of large files needs no memory."""

import hashlib
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from typing import Final

PIECE: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Blob:
    """Stored bytes: the name of their file, their size, two digests as hex."""

    name: str
    bytes: int
    md5: str
    sha256: str


class Blobs:
    """A folder of blobs, each stored whole or not at all."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def receive(self, pieces: Iterable[bytes]) -> Blob:
        name, size = token_hex(16), 0
        digests = hashlib.md5(usedforsecurity=False), hashlib.sha256()
        waiting = self._folder / f"{name}.part"
        try:
            with waiting.open("xb") as out:
                for piece in pieces:
                    size += len(piece)
                    for digest in digests:
                        digest.update(piece)
                    out.write(piece)
            waiting.replace(self._folder / name)
        finally:
            waiting.unlink(missing_ok=True)
        return Blob(name, size, *(digest.hexdigest() for digest in digests))

    def path(self, blob: Blob) -> Path:
        return self._folder / blob.name

    def damage(self, blob: Blob, offset: int | None = None) -> None:
        """Flip one bit of the stored bytes, by default in the middle; the digests stay as told."""
        with self.path(blob).open("r+b") as stored:
            place = blob.bytes // 2 if offset is None else offset
            stored.seek(place)
            byte = stored.read(1)
            stored.seek(place)
            stored.write(bytes([byte[0] ^ 1]))
            os.fsync(stored.fileno())
