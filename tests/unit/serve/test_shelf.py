"""Files of a sealed release are read as sealed, or not at all."""

import json
from pathlib import Path

import pytest

from packager.assemble.tree import files_of
from packager.domain.errors import IntegrityError, SealedError
from packager.domain.release import FileEntry, Release
from packager.serve.shelf import Shelf

PACKAGE = {
    "resources": [
        {
            "path": "a.json",
            "title": "An a",
            "description": "All of it.",
            "mediatype": "application/json",
        }
    ]
}
API = {
    "paths": {
        f"/{path}": {
            "get": {
                "summary": title,
                "description": "As the API says.",
                "responses": {"200": {"content": {kind: {}}}},
            }
        }
        for path, title, kind in (
            ("a.json", "Another a", "text/html"),
            ("plots/b.svg", "A plot", "image/svg+xml"),
        )
    }
}
FILES = {
    "datapackage.json": json.dumps(PACKAGE).encode(),
    "openapi.json": json.dumps(API).encode(),
    "a.json": b'{"exact": 0.1000000000000000055511151231257827}',
    "plots/b.svg": b"<svg/>",
    "c.bin": b"\xff\x00",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for path, content in FILES.items():
        place = tmp_path / "tree" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
    (tmp_path / "seal.json").write_bytes(b"outside")
    return tmp_path / "tree"


@pytest.fixture
def shelf(root: Path) -> Shelf:
    archive = FileEntry("x.zip", 0, "", "", "")
    return Shelf(Release("2026-11-30", root, files_of(root), archive))


def test_a_sealed_file_is_read_whole(shelf: Shelf) -> None:
    assert {path: shelf.read(path) for path in FILES} == FILES


@pytest.mark.parametrize("content", [b"", b"<svg></svg>"])
def test_a_file_that_changed_since_is_refused(root: Path, shelf: Shelf, content: bytes) -> None:
    (root / "plots/b.svg").write_bytes(content)

    with pytest.raises(IntegrityError, match="not what was sealed"):
        shelf.read("plots/b.svg")


def test_a_file_that_is_gone_is_refused(root: Path, shelf: Shelf) -> None:
    (root / "c.bin").unlink()

    with pytest.raises(IntegrityError, match="not what was sealed"):
        shelf.read("c.bin")


@pytest.mark.parametrize(
    "path",
    ["../seal.json", "plots/../a.json", "./a.json", "/a.json", "a.json/", "plots", "", "A.JSON"],
)
def test_only_the_very_paths_of_the_seal_are_read(root: Path, shelf: Shelf, path: str) -> None:
    with pytest.raises(SealedError, match="has no file"):
        shelf.read(path)


def test_a_file_that_was_never_sealed_is_not_read(root: Path, shelf: Shelf) -> None:
    (root / "later.json").write_bytes(b"{}")

    with pytest.raises(SealedError, match="has no file"):
        shelf.read("later.json")
    assert "later.json" not in shelf.documents()


def test_documents_keep_every_digit(shelf: Shelf) -> None:
    document = shelf.documents()["a.json"]

    assert isinstance(document, dict)
    assert str(document["exact"]) == "0.1000000000000000055511151231257827"


def test_a_file_is_described_by_the_package_else_by_the_api_else_by_its_path(shelf: Shelf) -> None:
    said = {
        leaf.path: (leaf.title, leaf.media_type, leaf.is_text, leaf.bytes)
        for leaf in shelf.leaves()
    }

    assert said["a.json"] == ("An a", "application/json", True, 47)
    assert said["plots/b.svg"] == ("A plot", "image/svg+xml", True, 6)
    assert said["c.bin"] == ("c.bin", "application/octet-stream", False, 2)
    assert said.keys() == FILES.keys()
