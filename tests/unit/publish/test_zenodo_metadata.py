"""What a record says, from the DataCite paper of a sealed tree."""

import copy
from typing import Any

import pytest

from packager.domain.errors import ConfigError, IntegrityError
from packager.domain.release import Identity
from packager.publish.targets.zenodo_compare import unlike, words
from packager.publish.targets.zenodo_metadata import record_metadata
from packager.publish.targets.zenodo_vocabulary import KNOWN, ids_of, nearest
from tests.fakes.deposits import paper

VERSION = "2026-11-30.2"
IDENTITY = Identity(VERSION, "10.5072/zenodo.12", "10.5072/zenodo.11")


def told(**changed: Any) -> dict[str, Any]:
    """Metadata of the sample paper with some of its parts replaced; None takes one out."""
    document = paper(IDENTITY) | changed
    document = {name: value for name, value in document.items() if value is not None}
    return record_metadata(document, VERSION, where="datacite.json")


def test_the_paper_becomes_what_a_record_takes() -> None:
    assert told() == {
        "resource_type": {"id": "dataset"},
        "title": "Rain & wind: <an index>",
        "publication_date": "2026-11-30",
        "version": "2026-11-30.2",
        "publisher": "Rain Watchers",
        "creators": [
            {"person_or_org": {"type": "organizational", "name": "Rain Watchers"}},
            {
                "person_or_org": {
                    "type": "personal",
                    "family_name": "Lovelace",
                    "given_name": "Ada",
                    "identifiers": [{"scheme": "orcid", "identifier": "0000-0002-1825-0097"}],
                },
                "affiliations": [{"name": "Rain Watchers"}],
            },
        ],
        "contributors": [
            {
                "person_or_org": {"type": "organizational", "name": "Weather Ltd"},
                "role": {"id": "rightsholder"},
            }
        ],
        "description": "<p>How much it rains &amp; blows.</p><p>Second paragraph: 1 &lt; 2.</p>",
        "additional_descriptions": [
            {"description": "Measured with a gauge.", "type": {"id": "methods"}}
        ],
        "rights": [
            {"id": "cc-by-4.0"},
            {"title": {"en": "Terms of the gauge"}, "link": "https://example.org/terms"},
        ],
        "subjects": [{"subject": "rain"}, {"subject": "open data"}],
        "languages": [{"id": "eng"}],
        "dates": [{"date": "2026-11-30", "type": {"id": "created"}}],
        "related_identifiers": [
            {
                "identifier": "https://example.org/rain/source",
                "scheme": "url",
                "relation_type": {"id": "isderivedfrom"},
                "resource_type": {"id": "dataset"},
            },
            {
                "identifier": "https://example.org/rain",
                "scheme": "url",
                "relation_type": {"id": "isdocumentedby"},
                "resource_type": {"id": "publication"},
            },
            {
                "identifier": "arXiv:2505.06371",
                "scheme": "arxiv",
                "relation_type": {"id": "cites"},
            },
            {
                "identifier": "10.5281/zenodo.1234567",
                "scheme": "doi",
                "relation_type": {"id": "references"},
            },
            {
                "identifier": "10.5072/zenodo.11",
                "scheme": "doi",
                "relation_type": {"id": "isversionof"},
                "resource_type": {"id": "dataset"},
            },
        ],
    }


def test_a_page_replaces_the_abstract_which_stays_as_a_note() -> None:
    metadata = record_metadata(
        paper(IDENTITY), VERSION, page="<p>All of it</p>", where="datacite.json"
    )

    assert metadata["description"] == "<p>All of it</p>"
    notes = metadata["additional_descriptions"]
    assert isinstance(notes, list)
    assert [note["type"]["id"] for note in notes] == ["abstract", "methods"]


def test_funding_is_told() -> None:
    funding = [{"funderName": "Rain Fund", "awardTitle": "Drops", "awardNumber": "7"}]
    assert told(fundingReferences=funding)["funding"] == [
        {"funder": {"name": "Rain Fund"}, "award": {"title": {"en": "Drops"}, "number": "7"}}
    ]


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"rightsList": [{"rightsIdentifier": "CC-BY-4"}]}, "'cc-by-4'; nearest are cc-by-4.0"),
        ({"rightsList": [{"rightsIdentifier": "MIT License"}]}, "licenses have no 'mit license'"),
        ({"language": "tlh"}, "languages have no 'tlh'"),
        ({"dates": [{"date": "2026", "dateType": "Creation"}]}, "'creation'; nearest are created"),
        (
            {"types": {"resourceTypeGeneral": "Datasets"}},
            "resource_type: resourcetypes have no 'datasets'; nearest are dataset",
        ),
        (
            {
                "relatedIdentifiers": [
                    {
                        "relatedIdentifier": "10.1/2",
                        "relatedIdentifierType": "DOI",
                        "relationType": "IsDerivedFron",
                    }
                ]
            },
            "related_identifiers.0: relationtypes have no 'isderivedfron'; nearest are isder",
        ),
    ],
)
def test_an_unknown_id_is_refused_with_the_nearest(changed: dict[str, Any], said: str) -> None:
    with pytest.raises(ConfigError) as error:
        told(**changed)
    assert said in error.value.what


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"creators": []}, "no creators"),
        ({"rightsList": None}, "no rights"),
        ({"descriptions": None}, "no description"),
        ({"titles": [{"title": "ab"}]}, "less than 3"),
        ({"titles": []}, "title"),
    ],
)
def test_what_every_host_wants_must_be_there(changed: dict[str, Any], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        told(**changed)


def test_nothing_of_the_paper_is_lost_in_silence() -> None:
    with pytest.raises(ConfigError, match="geoLocations: a record has no place"):
        told(geoLocations=[{"geoLocationPlace": "Windhoek"}])


@pytest.mark.parametrize(
    "changed", [{"version": "2026-11-30"}, {"creators": {}}, {"titles": [{"title": 1}]}]
)
def test_a_paper_of_another_release_or_shape_is_refused(changed: dict[str, Any]) -> None:
    with pytest.raises(IntegrityError):
        told(**changed)


def test_every_id_that_is_sent_is_looked_up() -> None:
    found = {(vocabulary, wanted) for vocabulary, wanted, _ in ids_of(told())}

    assert ("resourcetypes", "dataset") in found
    assert ("resourcetypes", "publication") in found
    assert ("licenses", "cc-by-4.0") in found
    assert ("contributorsroles", "rightsholder") in found
    assert {vocabulary for vocabulary, _ in found} == {
        *("resourcetypes", "licenses", "languages", "contributorsroles", "datetypes"),
        *("descriptiontypes", "relationtypes"),
    }
    assert all(wanted in KNOWN[vocabulary] for vocabulary, wanted in found)


def test_what_is_near_nothing_has_no_nearest() -> None:
    assert nearest("qqqqqq", "licenses") == ""


def test_a_record_that_the_host_decorates_says_the_same() -> None:
    answer = copy.deepcopy(told())
    answer["resource_type"]["title"] = {"en": "Dataset"}
    answer["rights"][0]["props"] = {"url": "https://creativecommons.org/licenses/by/4.0/"}
    answer["creators"][1]["person_or_org"]["name"] = "Lovelace, Ada"
    answer["description"] = answer["description"].replace("<p>", "<p >").replace("&lt;", "&#60;")

    assert unlike(told(), answer) == []


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("version",), "2026", "version: '2026' instead of '2026-11-30.2'"),
        (("creators", 0, "person_or_org", "name"), "Rain", "creators.0.person_or_org.name: "),
        (("subjects",), [{"subject": "rain"}], "subjects: 1 instead of 2"),
        (("description",), "<p>How much?</p>", "description: "),
        (("rights", 0, "id"), "cc0-1.0", "rights.0.id: 'cc0-1.0' instead of 'cc-by-4.0'"),
        (("funding",), [], "funding: was never sent"),
    ],
)
def test_a_record_that_says_something_else_is_told_by_field(
    path: tuple[str | int, ...], value: object, said: str
) -> None:
    answer: Any = copy.deepcopy(told())
    place = answer
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value

    (fault,) = unlike(told(), answer)
    assert fault.startswith(said)


def test_signs_in_their_plain_form_say_the_same() -> None:
    sent, answer = told(), copy.deepcopy(told())
    sent["title"], answer["title"] = "It\u2019s \u201cwet\u201d e\u0301", 'It\'s "wet" \xe9'
    sent["description"] += "<p>\u201cRain\u201d \ufb01xed \uff08twice\uff09\u200b.</p>"
    answer["description"] += '<p>"Rain" fixed (twice).</p>'

    assert unlike(sent, answer) == []
    assert unlike(answer, sent) != []


def test_a_long_text_is_told_from_where_it_parts() -> None:
    sent, answer = told() | {"title": "rain " * 30 + "on 4 May"}, told()
    answer["title"] = "rain " * 30 + "on 5 May"

    (fault,) = unlike(sent, answer)

    assert fault == "title: '…n rain rain rain on 5 May' instead of '…n rain rain rain on 4 May'"


def test_a_field_that_is_gone_is_told() -> None:
    answer = told()
    del answer["languages"]
    assert unlike(told(), answer) == ["languages: is gone"]


def test_words_of_a_page_are_its_text_and_its_links() -> None:
    page = '<table><tr><td>1&nbsp;2</td></tr></table><a href="https://e.org" rel="x">here</a>'
    rendered = '<table><tbody><tr><td>1\xa02</td></tr></tbody></table> <a href="https://e.org">here'

    assert words(page) == words(rendered) == ["1", "2", "https://e.org", "here"]
