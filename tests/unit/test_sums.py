"""SHA256SUMS as it is written and as it is read back."""

import re
import subprocess
from pathlib import Path

import pytest

from packager.assemble.sums import SUMS, read_sums, sums_document
from packager.domain.errors import IntegrityError

# Digests of the empty file and of "abc", as FIPS 180-4 and its examples have them.
EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
DIGESTS = {"b.txt": EMPTY, "a b.txt": ABC}
CONTENT = f"{ABC}  a b.txt\n{EMPTY}  b.txt\n".encode()


def read(content: bytes) -> dict[str, str]:
    return read_sums(content, where="here", mend="take it again")


def test_sha256sum_checks_what_is_written(tmp_path: Path) -> None:
    (tmp_path / "b.txt").write_bytes(b"")
    (tmp_path / "a b.txt").write_bytes(b"abc")
    (tmp_path / SUMS).write_bytes(sums_document(DIGESTS))

    done = subprocess.run(
        ["sha256sum", "--check", "--strict", SUMS], cwd=tmp_path, capture_output=True, check=False
    )

    assert done.returncode == 0
    assert sums_document(DIGESTS) == CONTENT


def test_what_is_written_is_read_back() -> None:
    assert read(CONTENT) == DIGESTS


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n",
        b"<html>",
        CONTENT[:-1],
        CONTENT[:100],
        CONTENT + b"\n",
        CONTENT.upper(),
        CONTENT + CONTENT,
        b"\xff" + CONTENT,
        b"\n".join(CONTENT.split(b"\n")[1::-1]) + b"\n",
    ],
)
def test_what_is_not_written_our_way_is_refused(content: bytes) -> None:
    with pytest.raises(IntegrityError, match="no SHA256SUMS of ours"):
        read(content)


@pytest.mark.parametrize("path", ["../x", "/x", "a/../../x", "con", "a\\b", "a\r"])
def test_a_path_that_leads_elsewhere_is_refused(path: str) -> None:
    with pytest.raises(IntegrityError, match=re.escape(repr(path))) as caught:
        read(sums_document({path: ABC}))

    assert caught.value.mend == "take it again"
