"""JSON-LD of every page, read by a processor of linked data that knows nothing of us."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from rdflib import RDF, BNode, Graph, URIRef
from rdflib.namespace import SDO

from tests.browser.conftest import file_of

pytestmark = pytest.mark.browser

SCRIPT = re.compile(r'<script type="application/ld\+json">(.*?)</script>', re.DOTALL)
# What https://schema.org/docs/jsonldcontext.json does with the words used here.
ADDRESSES = ("url", "license", "contentUrl", "item", "sameAs", "isAccessibleForFree")
CONTEXT = {
    "@vocab": str(SDO),
    **{word: {"@type": "@id"} for word in ADDRESSES if word != "isAccessibleForFree"},
}
# By type, the members that Google's pages on structured data call required, or recommend to a
# data set: developers.google.com/search/docs/appearance/structured-data/dataset and breadcrumb.
REQUIRED = {
    SDO.Dataset: {
        *(SDO.name, SDO.description, SDO.license, SDO.creator, SDO.version, SDO.url),
        SDO.distribution,
    },
    SDO.DataDownload: {SDO.contentUrl, SDO.encodingFormat},
    SDO.BreadcrumbList: {SDO.itemListElement},
    SDO.ListItem: {SDO.position, SDO.name, SDO.item},
    SDO.FAQPage: {SDO.mainEntity},
    SDO.Question: {SDO.name, SDO.acceptedAnswer},
    SDO.Answer: {SDO.text},
}
VOCABULARY = {SDO[name] for name in SDO.__annotations__}
DESCRIPTION = range(50, 5001)


def claims_of(page: Path) -> dict[str, Any]:
    (found,) = SCRIPT.findall(page.read_text("utf-8"))
    said: dict[str, Any] = json.loads(found)
    return said


def graph_of(page: Path) -> Graph:
    said = claims_of(page)
    assert said["@context"] == "https://schema.org"
    return Graph().parse(data=json.dumps({**said, "@context": CONTEXT}), format="json-ld")


@pytest.fixture(scope="session")
def graphs(site: Path, kinds: list[str]) -> dict[str, Graph]:
    return {one: graph_of(file_of(site, one)) for one in kinds}


def test_every_word_is_one_of_schema_org(graphs: dict[str, Graph]) -> None:
    strange = set()
    for graph in graphs.values():
        for _, predicate, value in graph:
            words = [predicate, value] if predicate == RDF.type else [predicate]
            strange |= {one for one in words if one != RDF.type} - VOCABULARY
    assert strange == set()


def test_every_thing_has_the_members_that_search_engines_require(
    graphs: dict[str, Graph],
) -> None:
    missing = [
        (address, kind, member)
        for address, graph in graphs.items()
        for kind, members in REQUIRED.items()
        for thing in graph.subjects(RDF.type, kind)
        for member in members
        if (thing, member, None) not in graph
    ]
    assert missing == []


def test_every_page_tells_of_the_data_set_and_of_the_way_to_it(graphs: dict[str, Graph]) -> None:
    for address, graph in graphs.items():
        (dataset,) = graph.subjects(RDF.type, SDO.Dataset)
        assert len(str(graph.value(dataset, SDO.description))) in DESCRIPTION, address
        assert list(graph.subjects(RDF.type, SDO.DataDownload)), address
        assert len(list(graph.subjects(RDF.type, SDO.BreadcrumbList))) == 1, address


def test_addresses_are_addresses_and_whole_ones(graphs: dict[str, Graph]) -> None:
    for address, graph in graphs.items():
        for member in (SDO.url, SDO.contentUrl, SDO.item, SDO.license):
            for value in graph.objects(None, member):
                assert not isinstance(value, BNode)
                assert isinstance(value, URIRef), (address, member, value)
                assert value.startswith("https://"), (address, member, value)


def test_the_steps_of_the_way_are_counted_from_one_and_end_at_the_page(
    pages: list[Path],
) -> None:
    for page in pages:
        (way,) = (one for one in claims_of(page)["@graph"] if one["@type"] == "BreadcrumbList")
        steps = way["itemListElement"]
        assert [one["position"] for one in steps] == list(range(1, len(steps) + 1))
        canonical = re.search(r'rel="canonical" href="([^"]+)"', page.read_text("utf-8"))
        assert canonical is None or canonical[1] == steps[-1]["item"], page


def test_answers_are_word_for_word_those_of_the_page(pages: list[Path]) -> None:
    asked = 0
    for page in pages:
        markdown = page.with_suffix(".md").read_text("utf-8")
        for one in claims_of(page)["@graph"]:
            for question in one.get("mainEntity", ()):
                asked += 1
                assert question["acceptedAnswer"]["text"].strip(), page
                assert f"### {question['name']}" in markdown.replace("\\", ""), page
    assert asked


def test_a_file_that_the_claims_name_is_in_the_site(pages: list[Path], site: Path) -> None:
    named = {
        download["contentUrl"]
        for page in pages
        for one in claims_of(page)["@graph"]
        for download in one.get("distribution", ())
    }
    assert named
    lost = [
        one for one in named if not (site / one.partition("://")[2].partition("/")[2]).is_file()
    ]
    assert lost == []
