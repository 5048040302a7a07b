"""openapi.json: valid in a second opinion, complete, and closed in itself."""

import json
import re
from collections.abc import Iterator
from decimal import Decimal

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from packager.assemble.json_schema import meta_faults, validator
from packager.domain.recipe import Document
from packager.domain.release import Identity
from packager.green_tokens.documents.api import openapi_document
from packager.green_tokens.documents.data import data_documents
from packager.green_tokens.documents.listings import change_documents, manifest_documents
from packager.green_tokens.documents.openapi import JSON, Served, openapi
from packager.green_tokens.documents.schemas import schema_documents, schemas
from tests.fakes.small_release import small_material

IDENTITY = Identity("2026-11-30")


def of_a_release() -> tuple[list[Document], dict[str, object]]:
    material = small_material()
    made = [*data_documents(material), *change_documents(material), *schema_documents()]
    made += manifest_documents(material, made)
    content = json.loads(json.dumps(openapi_document(material, made).content, default=as_number))
    return made, content


def as_number(value: object) -> float:
    assert isinstance(value, Decimal)
    return float(value)


def of(*files: Served) -> dict[str, object]:
    return openapi(files, slugs=["a", "b"], identity=IDENTITY, sources=["s"], schemas=schemas())


def served(path: str, schema: str = "", media_type: str = JSON) -> Served:
    return Served(
        path=path, title=path, description="A file.", media_type=media_type, schema=schema
    )


def found(document: object, *steps: str) -> dict[str, object]:
    place = document
    for step in steps:
        assert isinstance(place, dict)
        place = place[step]
    assert isinstance(place, dict)
    return place


def references(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "$ref":
                yield str(inner)
            yield from references(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from references(inner)


def test_the_description_of_a_release_is_valid_openapi() -> None:
    _, content = of_a_release()

    assert list(OpenAPIV31SpecValidator(content).iter_errors()) == []


def test_the_second_opinion_would_have_told_a_fault() -> None:
    _, content = of_a_release()
    del found(content, "info")["title"]

    assert list(OpenAPIV31SpecValidator(content).iter_errors()) != []


def test_every_document_has_a_path_and_all_models_share_one() -> None:
    made, content = of_a_release()

    paths = set(found(content, "paths"))

    models = {f"/{one.path}" for one in made if re.match(r"models/.*\.json", one.path)}
    assert len(models) == 2
    assert {f"/{one.path}" for one in made} - models <= paths
    assert not models & paths
    assert {"/models/{slug}.json", "/openapi.json", "/README.md"} <= paths


def test_the_path_of_a_model_takes_the_slugs_of_the_release() -> None:
    _, content = of_a_release()

    parameters = found(content, "paths", "/models/{slug}.json")["parameters"]

    assert isinstance(parameters, list)
    assert parameters[0]["schema"] == {"type": "string", "enum": ["small-1", "wide-2"]}
    assert parameters[0]["required"] is True


def test_every_reference_stays_inside_and_hits() -> None:
    _, content = of_a_release()

    for reference in set(references(content)):
        root, *steps = reference.split("/")
        assert root == "#"
        assert found(content, *steps)


def test_every_component_is_a_valid_schema_without_an_address_of_its_own() -> None:
    _, content = of_a_release()
    components = found(content, "components", "schemas")

    assert set(components) == set(schemas())
    for schema in components.values():
        assert isinstance(schema, dict)
        assert meta_faults(schema) == []
        assert not {"$id", "$schema"} & set(schema)


def test_a_component_judges_as_the_published_schema_does() -> None:
    material = small_material()
    index = next(one for one in data_documents(material) if one.path == "index.json")
    component = found(of(), "components", "schemas", "index")

    assert validator(component)(index.content) == []
    assert validator(component)({**found(index.content), "unit": "kWh"}) != []


def test_only_get_is_offered_with_an_answer_and_a_refusal() -> None:
    _, content = of_a_release()

    for item in found(content, "paths").values():
        assert isinstance(item, dict)
        assert set(item) - {"parameters"} == {"get"}
        assert set(item["get"]["responses"]) == {"200", "404"}


def test_operations_have_names_of_their_own() -> None:
    paths = found(of(served("a-b.json"), served("a/b.json"), served("a_b.json")), "paths")

    names = [found(item, "get")["operationId"] for item in paths.values()]

    assert names == ["get_a_b_json", "get_a_b_json_2", "get_a_b_json_3"]


@pytest.mark.parametrize(
    ("file", "tag", "body"),
    [
        (
            served("index.json", "index"),
            "documents",
            {JSON: {"schema": {"$ref": "#/components/schemas/index"}}},
        ),
        (
            served("index.csv", media_type="text/csv"),
            "tables",
            {"text/csv": {"schema": {"type": "string"}}},
        ),
        (
            served("data/index.parquet", media_type="application/vnd.apache.parquet"),
            "tables",
            {"application/vnd.apache.parquet": {}},
        ),
        (
            served("schema/index.schema.json", media_type="application/schema+json"),
            "schemas",
            {"application/schema+json": {"schema": {"type": "object"}}},
        ),
        (served("plots/ladder.svg", media_type="image/svg+xml"), "pages", {"image/svg+xml": {}}),
    ],
)
def test_a_file_is_told_by_its_media_type(file: Served, tag: str, body: object) -> None:
    content = of(file)

    operation = found(content, "paths", f"/{file.path}", "get")

    assert operation["tags"] == [tag]
    assert found(operation, "responses", "200")["content"] == body
    tags = content["tags"]
    assert isinstance(tags, list)
    assert [one["name"] for one in tags] == [tag]


def test_the_release_is_named_once_and_carries_its_terms() -> None:
    _, content = of_a_release()
    info = found(content, "info")

    assert content["openapi"] == "3.1.0"
    assert info["version"] == content["x-version"] == "2026-11-30.1"
    assert content["x-date"] == "2026-11-30"
    assert content["x-boundary"] == "gpu_only"
    assert content["x-unit"] == "Wh per million output tokens"
    assert content["x-license"] == found(info, "license")["identifier"] == "CC-BY-4.0"
    assert found(info, "contact")["email"] == "hello@leadgreen.ai"
    assert content["x-sources"] == ["ml-energy", "ember", "ai-energy-score", "nvidia-mig", "openai"]
    assert content["servers"] == [{"url": "/api/v1", "description": "The newest release."}]
