"""The hand-kept citation file: who made the data, who publishes them, what they cite."""

from pathlib import Path

import pytest
from cffconvert import Citation as Converted

from packager.assemble.canonical import parse_yaml, yaml_text
from packager.assemble.standards.citation_cff import (
    citation_cff,
    claims,
    kept,
    publisher,
    read_citation,
)
from packager.domain.citation import Creator
from packager.domain.errors import ConfigError
from packager.domain.release import Identity
from tests.fakes.works import IDENTITIES

ROOT = Path(__file__).resolve().parents[3]
OWN = parse_yaml((ROOT / "CITATION.cff").read_text(encoding="utf-8"), where="CITATION.cff")


def with_authors(*authors: dict[str, str]) -> dict[str, object]:
    return OWN | {"authors": list(authors)}


def test_the_file_of_this_project_names_creator_and_publisher() -> None:
    citation = read_citation(OWN, where="CITATION.cff")

    assert [(one.name, one.name_type) for one in citation.creators] == [
        ("Lead Green", "Organizational")
    ]
    assert citation.publisher.name == "Katonic AI Technology Ltd"
    assert citation.publisher.alias == "Lead Green"
    assert citation.publisher.address == "Registration CL9944, Dubai International Financial Centre"
    assert citation.publisher.country == "AE"


def test_a_paper_is_read_with_its_identifier() -> None:
    (paper,) = read_citation(OWN, where="CITATION.cff").references

    assert paper.related_identifier_type == "arXiv"
    assert paper.related_identifier == "arXiv:2505.06371"
    assert [one.name for one in paper.creators] == ["Chung, Jae-Won"]


@pytest.mark.parametrize("identity", IDENTITIES)
def test_the_file_of_a_release_is_valid_and_read_back(identity: Identity) -> None:
    citation = read_citation(OWN, where="CITATION.cff")
    text = yaml_text(citation_cff(citation, identity))
    Converted(text).validate()
    document = parse_yaml(text, where="CITATION.cff")
    said = claims(document)

    assert (said.version, said.date) == (identity.version, identity.date)
    assert (said.doi, said.concept_doi) == (identity.doi, identity.concept_doi)
    assert (said.creators, said.publisher) == ("Lead Green", "Katonic AI Technology Ltd")
    assert read_citation(kept(document), where="CITATION.cff") == citation


def test_a_particle_belongs_to_the_family_name() -> None:
    document = with_authors(
        {"family-names": "Beethoven", "name-particle": "van", "given-names": "Ludwig"}
    )

    (one,) = read_citation(document, where="x").creators

    assert (one.name, one.family_name, one.given_name) == (
        *("van Beethoven, Ludwig", "van Beethoven", "Ludwig"),
    )
    assert claims(document).creators == one.name


def test_without_a_contact_the_first_creator_publishes() -> None:
    assert publisher({}, [Creator("Rain Watch")]).name == "Rain Watch"
    assert publisher({"contact": [{"family-names": "X"}]}, [Creator("Rain")]).name == "Rain"


def test_an_author_without_a_name_is_refused() -> None:
    with pytest.raises(ConfigError, match="no name"):
        read_citation(with_authors({"email": "x@rain.example"}), where="x")


@pytest.mark.parametrize("key", ["version", "date-released", "doi", "identifiers"])
def test_what_a_release_writes_is_not_kept_by_hand(key: str) -> None:
    with pytest.raises(ConfigError, match=f"{key} is kept by hand"):
        read_citation(OWN | {key: "2026-11-30"}, where="x")
