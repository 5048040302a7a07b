"""Two trees written by other versions of a library: is their content the same?

A Parquet file may have other bytes and the same cells; plots are left out. Texts that repeat
sizes and digests are compared without them: every file they speak of is compared itself.
"""

import re
from pathlib import Path

from packager.assemble.columnar import read_rows
from packager.domain.strict import decode, parse_json

CARD, SUMS, PLOTS, BINARY = "README.md", "SHA256SUMS", "plots/", ".parquet"
REPEATING = frozenset({"datapackage.json", "croissant.json", "ro-crate-metadata.json"})
OF_THE_BYTES = frozenset({"bytes", "hash", "sha256", "contentSize"})
IN_THE_HEADER = re.compile(
    r"^ *(?:- )?(?:num_bytes|download_size|dataset_size): \d+$", re.MULTILINE
)


def differing(one: Path, other: Path, paths: tuple[str, ...]) -> tuple[str, ...]:
    """Of these files, those whose content is not the same in both trees."""
    return tuple(path for path in paths if content(one, path) != content(other, path))


def content(root: Path, path: str) -> object:
    """What a file says, whatever library wrote it."""
    if path.startswith(PLOTS):
        return None
    written = (root / path).read_bytes()
    if path.endswith(BINARY):
        return read_rows(written)
    if path in REPEATING:
        return without_bytes(parse_json(decode(written, where=path), where=path))
    if path == CARD:
        return IN_THE_HEADER.sub("", decode(written, where=path))
    if path == SUMS:
        return [line.rpartition(b"  ")[2] for line in written.splitlines()]
    return written


def without_bytes(value: object) -> object:
    """A document without the sizes and digests in it."""
    if isinstance(value, dict):
        return {
            key: without_bytes(inner) for key, inner in value.items() if key not in OF_THE_BYTES
        }
    return [without_bytes(inner) for inner in value] if isinstance(value, list) else value
