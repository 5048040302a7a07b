"""Every JSON document of a release meets the schema that the release publishes for it."""

from collections.abc import Mapping
from functools import cache

import jsonschema  # type: ignore[import-untyped]  # ships no types; a second opinion for tests only
import pytest

from packager.assemble.json_schema import meta_faults, validator
from packager.domain.recipe import Document
from packager.green_tokens.documents.api import schema_of
from packager.green_tokens.documents.data import data_documents
from packager.green_tokens.documents.envelope import LICENSE
from packager.green_tokens.documents.listings import change_documents, manifest_documents
from packager.green_tokens.documents.schemas import schema_documents, schemas
from packager.green_tokens.documents.shapes import SHAPES
from tests.fakes.small_release import small_material

ENVELOPE = ["version", "date", "boundary", "unit", "columns", "sources", "license"]
SCHEMAS = schemas()


@cache
def documents() -> Mapping[str, Document]:
    material = small_material()
    made = (*data_documents(material), *change_documents(material))
    every = (*made, *manifest_documents(material, made))
    return {one.path: one for one in every if one.path.endswith(".json")}


def content_of(path: str) -> dict[str, object]:
    content = documents()[path].content
    assert isinstance(content, dict)
    return content


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_schema_is_valid_in_two_opinions_and_stands_alone(name: str) -> None:
    schema = SCHEMAS[name]

    assert meta_faults(schema) == []
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["$id"] == f"https://leadgreen.ai/api/v1/schema/{name}.schema.json"
    assert "$ref" not in str(schema)


@pytest.mark.parametrize("path", documents())
def test_a_document_meets_its_schema_in_two_opinions(path: str) -> None:
    schema = SCHEMAS[schema_of(path)]

    assert validator(schema)(content_of(path)) == []
    assert jsonschema.Draft202012Validator(schema).is_valid(content_of(path))


@pytest.mark.parametrize("path", documents())
def test_a_document_says_all_that_its_schema_lists_the_envelope_first(path: str) -> None:
    properties = SCHEMAS[schema_of(path)]["properties"]

    assert isinstance(properties, dict)
    assert list(content_of(path))[:7] == ENVELOPE
    assert list(properties)[:7] == ENVELOPE
    assert set(properties) == set(content_of(path))


@pytest.mark.parametrize("path", documents())
def test_a_document_without_a_member_or_with_another_is_refused(path: str) -> None:
    judge = validator(SCHEMAS[schema_of(path)])
    content = content_of(path)

    for name in content:
        assert judge({key: value for key, value in content.items() if key != name}) != []
    assert judge({**content, "extra": 1}) == [
        "$: Additional properties are not allowed ('extra' was unexpected)"
    ]


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("version", "2026-11-30.0"),
        ("version", "30.11.2026"),
        ("date", "2026-02-30"),
        ("boundary", "server"),
        ("unit", "kWh"),
        ("columns", {"package": "datapackage.json", "resource": "models"}),
        ("sources", ["ml-energy", "ml-energy"]),
        ("license", "CC0-1.0"),
        ("itl_deadline_ms", 0),
        ("omitted", [{"slug": "wide-2"}]),
        ("rows", [{"model": "Small 1"}]),
        ("rows", None),
    ],
)
def test_an_index_with_one_wrong_member_is_refused_there(member: str, value: object) -> None:
    faults = validator(SCHEMAS["index"])({**content_of("index.json"), member: value})

    assert faults
    assert all(fault.startswith(f"$.{member}") for fault in faults)


def test_every_kind_of_document_is_there_and_has_a_schema() -> None:
    met = {schema_of(path) for path in documents()}

    assert met | {"figures"} == {shape.name for shape in SHAPES}
    assert set(SCHEMAS) == met | {"figures", "measurement"}


def test_schemas_are_documents_of_the_release() -> None:
    made = schema_documents()

    assert [one.path for one in made] == [f"schema/{name}.schema.json" for name in SCHEMAS]
    assert all(one.title and one.description.endswith(".") for one in made)


def test_the_licence_is_the_one_of_the_envelope() -> None:
    assert all("'license': {'const': 'CC-BY-4.0'" in str(SCHEMAS[one.name]) for one in SHAPES)
    assert LICENSE == "CC-BY-4.0"
