"""SHA256SUMS: the digest of every other file of a tree, as sha256sum checks them."""

import re
from collections.abc import Mapping

from packager.assemble.tree import require_portable
from packager.domain.errors import IntegrityError

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
    if not digests or sums_document(digests) != content:
        raise IntegrityError(f"this is no {SUMS} of ours", where=where, mend=mend)
    require_portable(digests, where=where, family=IntegrityError)
    return digests
