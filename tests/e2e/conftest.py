from pathlib import Path

import pytest

from tests.e2e.trees import build_tree


@pytest.fixture(scope="session")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The newest vintages, built once."""
    return build_tree(tmp_path_factory.mktemp("newest") / "tree")


@pytest.fixture(scope="session")
def older_tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The vintages of January."""
    place = tmp_path_factory.mktemp("older") / "tree"
    return build_tree(place, "ml-energy=2026-01-01", "ember=2026-01")
