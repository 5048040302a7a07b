"""What a release looks like, kept to be read in review; rewritten only by `dev.py golden`."""

import os
from pathlib import Path

import pytest

from tests.e2e.trees import build_tree

KEPT = Path(__file__).parent / "files"
NAMES = (
    "README.md",
    "NOTICE.md",
    "CITATION.cff",
    "changes.json",
    "croissant.json",
    "datacite.json",
    "datapackage.json",
    "manifest.json",
)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_tree(tmp_path_factory.mktemp("golden") / "tree")


@pytest.mark.parametrize("name", NAMES)
def test_the_document_is_the_one_that_was_read_in_review(tree: Path, name: str) -> None:
    kept = KEPT / name
    if os.environ.get("PACKAGER_GOLDEN") == "write":
        kept.parent.mkdir(exist_ok=True)
        kept.write_bytes((tree / name).read_bytes())

    assert (tree / name).read_text() == kept.read_text()
