"""Croissant of a release: the properties that version 1.1 asks for, files, and record sets."""

import re

import pytest

from packager.assemble.standards.claims import items, word
from packager.assemble.standards.croissant import claims, croissant, dated, semantic
from packager.domain.release import Identity
from tests.fakes.works import IDENTITIES, work
from tests.unit.standards.grammars import CROISSANT_REQUIRED, SEMVER
from tests.unit.standards.resources import DIGEST, RESOURCES

PAPER = croissant(work(), RESOURCES)


def test_all_that_the_specification_requires_is_there() -> None:
    assert [name for name in CROISSANT_REQUIRED if not PAPER.get(name)] == []
    assert PAPER["conformsTo"] == "http://mlcommons.org/croissant/1.1"
    assert PAPER["isLiveDataset"] is False


def test_every_word_is_explained_by_the_context_or_by_schema_org() -> None:
    context = PAPER["@context"]
    assert isinstance(context, dict)
    assert context["@vocab"] == "https://schema.org/"
    used = set(re.findall(r"'(\w+)': ", str({key: PAPER[key] for key in PAPER if key[0] != "@"})))
    of_schema_org = {
        *("name", "description", "version", "datePublished", "license", "url", "identifier"),
        *("sameAs", "isPartOf", "creator", "publisher", "keywords", "inLanguage", "email"),
        *("distribution", "contentUrl", "contentSize", "encodingFormat", "sha256"),
    }

    assert used - of_schema_org <= context.keys()


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        ("2026-11-30", "2026.11.30"),
        ("2026-01-05", "2026.1.5"),
        ("2026-11-30.1", "2026.11.30+1"),
        ("2026-02-03.12", "2026.2.3+12"),
    ],
)
def test_a_version_is_said_as_semantic_versioning_wants_it(version: str, expected: str) -> None:
    assert semantic(version) == expected
    assert SEMVER.fullmatch(expected)
    assert dated(expected) == version


def test_a_text_that_is_no_version_of_ours_stays_as_it_is() -> None:
    assert dated("1.0") == "1.0"
    assert dated("2026-11-30") == "2026-11-30"


@pytest.mark.parametrize("identity", IDENTITIES)
def test_the_file_claims_what_the_release_is(identity: Identity) -> None:
    said = claims(croissant(work(identity), RESOURCES))

    assert (said.version, said.date) == (identity.version, identity.date)
    assert (said.doi, said.concept_doi) == (identity.doi, identity.concept_doi)
    assert (said.title, said.creators, said.publisher) == (
        *("Rain: fall per day", "Rain Watch", "Rain Ltd"),
    )
    assert said.files == {one.path: ("12", DIGEST) for one in RESOURCES}


def test_it_names_the_very_version_and_reads_any_copy() -> None:
    assert PAPER["url"] == "https://hub.example/rain/tree/2026-11-30"
    assert [word(one, "contentUrl") for one in items(PAPER, "distribution")] == [
        one.path for one in RESOURCES
    ]
    assert str(PAPER["citeAs"]).startswith("@misc{RainWatch2026-11-30,")


def test_one_thing_alone_is_a_dataset() -> None:
    types = re.findall(r"'@type': '(\w+:Dataset)'", str(PAPER))

    assert types == ["sc:Dataset"]


def test_typed_tables_are_record_sets_named_as_configs() -> None:
    assert [word(one, "@id") for one in items(PAPER, "recordSet")] == ["models", "rain"]


def test_each_column_is_a_field_with_type_and_source() -> None:
    assert items(PAPER, "recordSet", 1, "field", 2) == [
        {
            "@type": "cr:Field",
            "@id": "rain/fall",
            "name": "fall",
            "description": "Rain of the day. Unit: mm.",
            "dataType": "sc:Float",
            "source": {
                "fileObject": {"@id": "data/rain.parquet"},
                "extract": {"column": "fall"},
            },
        }
    ]
    kinds = [word(one, "dataType") for one in items(PAPER, "recordSet", 1, "field")]
    assert kinds == ["sc:Text", "sc:Integer", "sc:Float"]


def test_keys_and_references_lead_to_fields() -> None:
    models, rain = items(PAPER, "recordSet")
    fields = {word(one, "@id") for each in (models, rain) for one in items(each, "field")}

    assert word(models, "key", "@id") == "models/slug"
    assert [word(one, "@id") for one in items(rain, "key")] == ["rain/slug", "rain/day"]
    assert word(rain, "field", 0, "references", "field", "@id") == "models/slug"
    assert {"models/slug", "rain/slug", "rain/day"} <= fields


def test_parquet_is_named_as_registered_and_as_its_reader_knows_it() -> None:
    files = {word(one, "@id"): one for one in items(PAPER, "distribution")}

    assert items(files["data/rain.parquet"], "encodingFormat") == [
        "application/vnd.apache.parquet",
        "application/x-parquet",
    ]
    assert word(files["models.csv"], "encodingFormat") == "text/csv"
