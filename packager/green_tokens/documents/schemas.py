"""JSON Schemas of the documents, made from the columns that also describe the tables."""

import json
from collections.abc import Mapping
from decimal import Decimal
from importlib import resources

from packager.domain.package import Field, Schema
from packager.domain.recipe import Document
from packager.green_tokens import columns, columns_hardware
from packager.green_tokens.contributed import measurement_columns
from packager.green_tokens.documents.envelope import BOUNDARY, LICENSE, described
from packager.green_tokens.documents.shapes import SHAPES, Shape

DIALECT = "https://json-schema.org/draft/2020-12/schema"
HOME = "https://leadgreen.ai/api/v1/schema/"
LIST: Mapping[str, object] = {"type": "array", "items": {"type": "string", "minLength": 1}}
FLAG: Mapping[str, object] = {"type": "boolean"}
MEASUREMENT = "schema/measurement.schema.json"
TABLES: Mapping[str, Schema] = {
    "index": columns.INDEX,
    "configurations": columns.CONFIGURATIONS,
    "models": columns.MODELS,
    "grid": columns.GRID,
    "per_query": columns.PER_QUERY,
    "changes": columns.CHANGES,
    "sources": columns.SOURCES,
    "hardware": columns_hardware.HARDWARE,
    "hardware_figures": columns_hardware.HARDWARE_FIGURES,
    "mig_profiles": columns_hardware.MIG_PROFILES,
    "embodied_carbon": columns_hardware.EMBODIED_CARBON,
    "hardware_documents": columns_hardware.HARDWARE_DOCUMENTS,
    "conflicts": columns_hardware.CONFLICTS,
}

JsonSchema = dict[str, object]


def row_schema(
    schema: Schema, *, lists: tuple[str, ...] = (), flags: tuple[str, ...] = ()
) -> JsonSchema:
    """A row as a JSON object: every column is there, null where its cell is empty.

    Args:
        schema: the columns.
        lists: columns of text that are an array of texts in JSON, empty instead of null.
        flags: columns of yes and no that are true and false in JSON.
    """
    properties = {column.name: cell_schema(column) for column in schema.fields}
    for name in (*lists, *flags):
        told = {"description": properties[name]["description"]}
        kind = LIST if name in lists else FLAG
        properties[name] = {**kind, **told}
    return {
        "type": "object",
        "properties": properties,
        "required": list(schema.names),
        "additionalProperties": False,
    }


def cell_schema(column: Field) -> JsonSchema:
    """One cell: type, description with its unit, and the column's constraints."""
    found: JsonSchema = {
        "type": column.type if column.required else [column.type, "null"],
        "description": _told(column),
    }
    if column.enum:
        empty = () if column.required else (None,)
        found["enum"] = [*(_value(column, text) for text in column.enum), *empty]
    if column.minimum is not None:
        found["minimum"] = column.minimum
    if column.type == "string" and column.pattern:
        found["pattern"] = f"^(?:{column.pattern})$"
    if column.type == "string" and column.required:
        found["minLength"] = 1
    return found


def document_schema(shape: Shape, members: Mapping[str, object]) -> JsonSchema:
    """A whole document: the envelope, then its own members, all required, none besides."""
    properties = {**_envelope(shape), **members}
    return {
        "$schema": DIALECT,
        "$id": f"{HOME}{shape.name}.schema.json",
        "title": shape.title,
        "description": shape.description,
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def schemas(tables: Mapping[str, Schema] = TABLES) -> dict[str, JsonSchema]:
    """By name, the schema of every JSON document and of a contributed measurement.

    Args:
        tables: columns by the names that the shapes speak of.
    """
    measurement = measurement_schema()
    known = {**tables, "measurements": measurement_columns(measurement)}
    found = {shape.name: document_schema(shape, _members(shape, known)) for shape in SHAPES}
    return {**found, "measurement": measurement}


def schema_documents(tables: Mapping[str, Schema] = TABLES) -> list[Document]:
    """Every schema as a document of the release."""
    return [
        Document(
            path=f"schema/{name}.schema.json",
            title=f"Schema: {schema['title']}",
            description=f"JSON Schema of this document: {schema['description']}",
            content=schema,
        )
        for name, schema in schemas(tables).items()
    ]


def measurement_bytes() -> bytes:
    """The schema of contributed measurements, as it lies in the package."""
    return resources.files("packager.green_tokens").joinpath(MEASUREMENT).read_bytes()


def measurement_schema() -> JsonSchema:
    """The schema of contributed measurements."""
    schema: JsonSchema = json.loads(measurement_bytes(), parse_float=Decimal)
    return schema


def _told(column: Field) -> str:
    told = column.description.rstrip(".") + "."
    return f"{told} Unit: {column.unit}." if column.unit else told


def _value(column: Field, text: str) -> str | int | Decimal:
    match column.type:
        case "integer":
            return int(text)
        case "number":
            return Decimal(text)
        case _:
            return text


def _members(shape: Shape, tables: Mapping[str, Schema]) -> JsonSchema:
    rows = {
        name: _rows(row_schema(tables[table], lists=shape.lists, flags=shape.flags), table)
        for name, table in shape.rows.items()
    }
    return {**shape.members, **rows}


def _rows(row: JsonSchema, table: str) -> JsonSchema:
    return {"type": "array", "description": f"Rows of {table}, in their order.", "items": row}


def _envelope(shape: Shape) -> JsonSchema:
    return {
        "version": {
            "type": "string",
            "description": "Version of the data: its date; a number for a second one that day.",
            "pattern": r"^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:\.[1-9][0-9]{0,3})?$",
        },
        "date": {"type": "string", "description": "Day of release.", "format": "date"},
        "boundary": {"const": BOUNDARY, "description": "What is counted: the GPUs alone."},
        "unit": {"const": shape.unit, "description": "Unit of the main number."},
        "columns": {
            "enum": [described(one) for one in (shape.fields, shape.later) if one != ""],
            "description": "Where the columns are described.",
        },
        "sources": {
            "type": "array",
            "description": "Ids in the ledger of sources, in manifest.json.",
            "items": {"type": "string", "minLength": 1},
            "uniqueItems": True,
        },
        "license": {"const": LICENSE, "description": "Terms, as an SPDX id."},
    }


def without_address(schema: Mapping[str, object]) -> JsonSchema:
    """A schema as part of another document: it has no address and dialect of its own."""
    return {key: value for key, value in schema.items() if key not in {"$schema", "$id"}}
