"""One page of the site in both forms, kept to be read in review as the release is."""

import os
from pathlib import Path

import pytest

from packager.assemble.build import read_settings
from packager.assemble.resources import license_of
from packager.assemble.site import Premises, write_site
from packager.cli.paging import documents_of
from packager.cli.project import Project
from packager.config import read_config
from packager.domain.citation import Work
from packager.domain.difference import Difference
from packager.domain.recipe import Shown, SiteMaterial
from packager.green_tokens.pages.compare import compare_pages
from packager.green_tokens.pages.pairs import Pairs
from packager.green_tokens.published import published_index, read_published
from packager.green_tokens.recipe import RECIPE
from tests.e2e.trees import ROOT, VERSION, build_tree

KEPT = Path(__file__).parent / "files" / "site"
PAGE = "compare/qwen-3-30b-a3b-instruct-vs-qwen-3-32b"


def same(old: str, new: str) -> Difference:
    """Two releases that say the same; the page that is kept does not ask."""
    return Difference(old=old, new=new)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("golden-site")
    tree, place = build_tree(root / "tree"), root / "site"
    prose = ROOT / "dataset_card"
    documents, settings = documents_of(tree), read_settings(prose)
    material = read_published(documents, settings)
    pairs = Pairs(published_index(documents, settings))
    pages = [one for one in compare_pages(material, pairs) if one.address == PAGE]
    citation = Project(read_config(ROOT, None), RECIPE).citation()
    premises = Premises(
        recipe=RECIPE,
        pages=lambda _: pages,
        prose=prose,
        shown=SiteMaterial(material, (Shown(material.identity),), same),
        work=Work(citation, material.identity, license_of(citation)),
        trees={VERSION: tree},
        listing=b"{}\n",
        site="https://example.org/",
    )
    place.mkdir()
    write_site(premises, place, lambda _: None)
    return place


@pytest.mark.parametrize("name", ["index.md", "index.html"])
def test_the_page_is_the_one_that_was_read_in_review(site: Path, name: str) -> None:
    kept = KEPT / f"compare.{name}"
    if os.environ.get("PACKAGER_GOLDEN") == "write":
        kept.parent.mkdir(exist_ok=True)
        kept.write_bytes((site / PAGE / name).read_bytes())

    assert (site / PAGE / name).read_text() == kept.read_text()
