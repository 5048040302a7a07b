"""Two trees written by other versions of a library: is their content the same?

A Parquet file may have other bytes and the same cells. Three texts repeat sizes and digests of
Parquet files: those lines are left out of the comparison, nothing else is.
"""

import re
from pathlib import Path

from packager.assemble.columnar import read_rows
from packager.domain.strict import decode, parse_json

DESCRIPTOR, CARD, SUMS = "datapackage.json", "README.md", "SHA256SUMS"
BINARY = ".parquet"
OF_THE_WRITER = re.compile(
    r"^ *(?:- )?(?:num_bytes|download_size|dataset_size): \d+$", re.MULTILINE
)


def differing(one: Path, other: Path, paths: tuple[str, ...]) -> tuple[str, ...]:
    """Of these files, those whose content is not the same in both trees."""
    return tuple(path for path in paths if content(one, path) != content(other, path))


def content(root: Path, path: str) -> object:
    """What a file says, whatever library wrote the Parquet files."""
    written = (root / path).read_bytes()
    if path.endswith(BINARY):
        return read_rows(written)
    match path:
        case str() if path == CARD:
            return OF_THE_WRITER.sub("", decode(written, where=path))
        case str() if path == SUMS:
            return [line for line in written.splitlines() if not repeats(line)]
        case str() if path == DESCRIPTOR:
            return without_parquet(parse_json(decode(written, where=path), where=path))
        case _:
            return written


def repeats(line: bytes) -> bool:
    """Whether a line is the digest of a file that depends on the writer."""
    name = line.rpartition(b"  ")[2].decode()
    return name in {DESCRIPTOR, CARD} or name.endswith(BINARY)


def without_parquet(descriptor: object) -> object:
    """The descriptor without size and digest of its Parquet resources."""
    if not isinstance(descriptor, dict) or not isinstance(descriptor.get("resources"), list):
        return descriptor
    resources = [
        {key: value for key, value in one.items() if key not in {"bytes", "hash"}}
        if isinstance(one, dict) and str(one.get("path")).endswith(BINARY)
        else one
        for one in descriptor["resources"]
    ]
    return descriptor | {"resources": resources}
