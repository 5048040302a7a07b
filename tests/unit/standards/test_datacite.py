"""DataCite metadata of a release, judged by the documented rules of the schema."""

import pytest

from packager.assemble.json_schema import validator
from packager.assemble.standards.datacite import claims, datacite
from packager.domain.release import Identity
from tests.fakes.works import ADA, IDENTITIES, RAIN, work
from tests.unit.standards.grammars import DATACITE


@pytest.mark.parametrize("identity", IDENTITIES)
def test_the_metadata_keep_the_schema(identity: Identity) -> None:
    document = datacite(work(identity, creators=(RAIN, ADA), previous_doi="10.5281/zenodo.9"))

    assert validator(DATACITE)(document) == []


@pytest.mark.parametrize("name", ["titles", "publisher", "publicationYear", "types", "creators"])
def test_the_schema_misses_what_datacite_calls_mandatory(name: str) -> None:
    document = datacite(work())
    del document[name]

    assert validator(DATACITE)(document) != []


@pytest.mark.parametrize("identity", IDENTITIES)
def test_the_metadata_claim_what_the_release_is(identity: Identity) -> None:
    said = claims(datacite(work(identity)))

    assert (said.version, said.date) == (identity.version, identity.date)
    assert (said.doi, said.concept_doi) == (identity.doi, identity.concept_doi)
    assert (said.title, said.rights) == ("Rain: fall per day", "CC-BY-4.0")
    assert (said.creators, said.publisher) == ("Rain Watch", "Rain Ltd")


def test_a_person_has_two_names_and_an_organisation_one() -> None:
    assert datacite(work(creators=(RAIN, ADA)))["creators"] == [
        {"name": "Rain Watch", "nameType": "Organizational"},
        {
            "name": "Sørensen, Ada-Lin B.",
            "nameType": "Personal",
            "givenName": "Ada-Lin B.",
            "familyName": "Sørensen",
        },
    ]


def test_relations_lead_to_versions_copies_sources_and_papers() -> None:
    related = datacite(work(previous_doi="10.5281/zenodo.9"))["relatedIdentifiers"]
    assert isinstance(related, list)

    assert [(one["relationType"], one["relatedIdentifier"]) for one in related] == [
        ("IsVersionOf", "10.5281/zenodo.1"),
        ("IsNewVersionOf", "10.5281/zenodo.9"),
        ("IsDocumentedBy", "https://rain.example/"),
        ("IsIdenticalTo", "https://hub.example/rain/tree/2026-11-30"),
        ("IsCompiledBy", "https://code.example/rain"),
        ("IsDerivedFrom", "https://office.example/gauges"),
        ("References", "https://office.example/stars"),
        ("Cites", "arXiv:2501.00001"),
    ]


def test_a_release_before_any_doi_claims_no_relation_to_one() -> None:
    document = datacite(work(Identity("2026-11-30")))

    assert "doi" not in document
    assert "10.5281" not in str(document)


def test_terms_are_named_by_spdx() -> None:
    assert datacite(work())["rightsList"] == [
        {
            "rights": "Attribution 4.0",
            "rightsUri": "https://creativecommons.org/licenses/by/4.0/",
            "rightsIdentifier": "CC-BY-4.0",
            "rightsIdentifierScheme": "SPDX",
            "schemeUri": "https://spdx.org/licenses/",
        }
    ]
