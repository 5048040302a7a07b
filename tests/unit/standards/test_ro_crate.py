"""RO-Crate of a release: what version 1.2 asks of descriptor, root, files and references."""

import re

import pytest

from packager.assemble.resources import Written
from packager.assemble.standards.claims import items, word
from packager.assemble.standards.ro_crate import claims, ro_crate
from packager.domain.citation import Work
from packager.domain.release import Identity
from tests.fakes.works import ADA, IDENTITIES, RAIN, work
from tests.unit.standards.resources import DIGEST, RESOURCES

FILES = {
    **{one.path: Written(one.bytes, DIGEST) for one in RESOURCES},
    "README.md": Written(7, "cd" * 32),
    "plots/rain fall.svg": Written(8, "ef" * 32),
}
MEDIA_TYPE = re.compile(r"[a-z]+/[a-z0-9.+-]+")


def crate(release: Work) -> dict[str, object]:
    return ro_crate(release, FILES, {one.path: one for one in RESOURCES})


def entities(document: dict[str, object]) -> dict[str, object]:
    return {word(one, "@id"): one for one in items(document, "@graph")}


CRATE = crate(work(creators=(RAIN, ADA)))
GRAPH = entities(CRATE)
ROOT = GRAPH["./"]


def test_the_descriptor_names_the_root_and_the_specification() -> None:
    assert GRAPH["ro-crate-metadata.json"] == {
        "@id": "ro-crate-metadata.json",
        "@type": "CreativeWork",
        "about": {"@id": "./"},
        "conformsTo": {"@id": "https://w3id.org/ro/crate/1.2"},
    }
    assert items(CRATE, "@context")[0] == "https://w3id.org/ro/crate/1.2/context"


@pytest.mark.parametrize("name", ["name", "description", "datePublished", "license"])
def test_the_root_has_all_that_it_must(name: str) -> None:
    assert isinstance(ROOT, dict)
    assert ROOT["@type"] == "Dataset"
    assert ROOT[name]


@pytest.mark.parametrize("identity", IDENTITIES)
def test_the_graph_is_flat_and_whole(identity: Identity) -> None:
    document = crate(work(identity, creators=(RAIN, ADA)))
    ids = [word(one, "@id") for one in items(document, "@graph")]
    pointed = {
        word(value, "@id")
        for one in items(document, "@graph")
        if isinstance(one, dict)
        for key in one
        for value in items(one, key)
        if isinstance(value, dict)
    }

    assert len(ids) == len(set(ids))
    assert pointed - set(ids) == {"https://w3id.org/ro/crate/1.2"}
    unused = set(ids) - pointed - {"ro-crate-metadata.json"}
    assert unused == set()


def test_every_file_is_a_part_with_size_digest_and_kind() -> None:
    parts = [word(one, "@id") for one in items(ROOT, "hasPart")]

    assert parts == [
        *("README.md", "data/models.parquet", "data/rain.parquet", "models.csv"),
        *("plots/rain%20fall.svg", "rain.json", "SHA256SUMS"),
    ]
    for part in parts:
        assert word(GRAPH[part], "@type") == "File"
        assert MEDIA_TYPE.fullmatch(word(GRAPH[part], "encodingFormat"))
        assert word(GRAPH[part], "name")
    assert GRAPH["plots/rain%20fall.svg"] == {
        "@id": "plots/rain%20fall.svg",
        "@type": "File",
        "name": "plots/rain fall.svg",
        "description": "The file plots/rain fall.svg.",
        "encodingFormat": "image/svg+xml",
        "contentSize": "8",
        "sha256": "ef" * 32,
    }


def test_what_is_written_later_is_named_and_not_measured() -> None:
    assert "contentSize" not in str(GRAPH["SHA256SUMS"])
    assert not word(GRAPH["SHA256SUMS"], "sha256")


@pytest.mark.parametrize("identity", IDENTITIES)
def test_the_crate_claims_what_the_release_is(identity: Identity) -> None:
    said = claims(crate(work(identity)))

    assert (said.version, said.date) == (identity.version, identity.date)
    assert (said.doi, said.concept_doi) == (identity.doi, identity.concept_doi)
    assert (said.title, said.creators, said.publisher) == (
        *("Rain: fall per day", "Rain Watch", "Rain Ltd"),
    )
    assert said.files == {path: (str(one.bytes), one.sha256) for path, one in FILES.items()}


def test_a_doi_is_an_identifier_with_an_address() -> None:
    doi = GRAPH["https://doi.org/10.5281/zenodo.2"]

    assert word(doi, "@type") == "PropertyValue"
    assert word(doi, "value") == "doi:10.5281/zenodo.2"


def test_people_papers_and_sources_are_described() -> None:
    assert word(GRAPH["#creator-2"], "@type") == "Person"
    assert word(GRAPH["#publisher"], "name") == "Rain Ltd"
    assert word(GRAPH["https://arxiv.org/abs/2501.00001"], "@type") == "ScholarlyArticle"
    assert word(GRAPH["#source-gauges"], "url") == "https://office.example/gauges"
    assert word(GRAPH["mailto:hello@rain.example"], "@type") == "ContactPoint"
