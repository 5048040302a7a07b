"""A PNG with the same pixels in fewer bytes.

The plot library packs for speed. Packed again, a picture is a third as large; by the zlib inside
pyarrow, which the lock pins, because the interpreter's own differs from machine to machine.
"""

import struct
import zlib
from collections.abc import Iterator

from packager.assemble.columnar import deflated

SIGNATURE = b"\x89PNG\r\n\x1a\n"
PIXELS, END = b"IDAT", b"IEND"
FRAME = struct.Struct(">I4s")
CHECKSUM = struct.Struct(">I")


def small_png(png: bytes) -> bytes:
    """The picture with its rows as they are filtered, packed anew into one chunk."""
    chunks = list(chunks_of(png))
    packed = b"".join(content for name, content in chunks if name == PIXELS)
    kept = [chunk for chunk in chunks if chunk[0] not in (PIXELS, END)]
    pixels = deflated(zlib.decompress(packed))
    return SIGNATURE + b"".join(
        framed(name, content) for name, content in (*kept, (PIXELS, pixels), (END, b""))
    )


def chunks_of(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Name and content of each chunk."""
    at = len(SIGNATURE)
    while at < len(png):
        size, name = FRAME.unpack_from(png, at)
        start = at + FRAME.size
        yield name, png[start : start + size]
        at = start + size + CHECKSUM.size


def framed(name: bytes, content: bytes) -> bytes:
    """A chunk with its length and checksum."""
    checksum = CHECKSUM.pack(zlib.crc32(name + content))
    return FRAME.pack(len(content), name) + content + checksum
