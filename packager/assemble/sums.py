"""SHA256SUMS: the digest of every other file of a tree, as sha256sum checks them."""

import re
from collections.abc import Mapping

from packager.assemble.names import name_faults
from packager.domain.errors import IntegrityError, listed

SUMS = "SHA256SUMS"
LINE = re.compile(r"([0-9a-f]{64})  (.+)")


def sums_document(digests: Mapping[str, str]) -> bytes:
    """The file, from sha256 by path: a line each, in the order of the paths."""
    return "".join(f"{digests[path]}  {path}\n" for path in sorted(digests)).encode()


def read_sums(content: bytes, *, where: str, mend: str) -> dict[str, str]:
    """sha256 by path.

    Raises:
        IntegrityError: the bytes are not what `sums_document` writes, or a path leads elsewhere.
    """
    lines = content.decode("utf-8", "replace").split("\n")
    digests = {found[2]: found[1] for line in lines if (found := LINE.fullmatch(line))}
    faults = name_faults(digests)
    if not digests or sums_document(digests) != content:
        faults = [f"this is no {SUMS} of ours"]
    if faults:
        raise IntegrityError(listed(faults), where=where, mend=mend)
    return digests
