"""A finished release read back: its documents become the index again, exact."""

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any

from packager.domain.change import Change
from packager.domain.errors import IntegrityError
from packager.domain.numbers import product, quotient
from packager.domain.package import Schema
from packager.domain.recipe import Material, Settings
from packager.domain.release import Identity
from packager.domain.snapshot import Source
from packager.domain.table import Table
from packager.green_tokens import columns, columns_hardware
from packager.green_tokens.contributed import measurement_columns
from packager.green_tokens.documents.schemas import measurement_schema
from packager.green_tokens.index import Index
from packager.green_tokens.rows import (
    JOULES_PER_WH,
    MILLION,
    Configuration,
    GridArea,
    Hardware,
    ModelRow,
    QueryRow,
)
from packager.green_tokens.settings import index_settings

Documents = Mapping[str, object]
"""JSON documents of a tree by path, numbers as int or Decimal of the digits printed."""
Record = Mapping[str, Any]
"""An object of a document whose schema the judges proved before it was sealed."""

KIND_OF = {
    "index.json": "ml-energy",
    "grid.json": "ember",
    "per-query.json": "ai-energy-score",
    "hardware.json": "nvidia",
    "measurements.json": "measurements",
}


def read_published(documents: Documents, settings: Settings) -> Material:
    """What a release was made of, from its own documents.

    Energy is derived anew from the source's digits of joules, which the documents of the models
    keep; nothing is computed from a rounded number.

    Args:
        documents: the tree's JSON documents, strictly read, their digests proved.
        settings: the recipe's settings.

    Raises:
        IntegrityError: a document or a member of one is not there.
    """
    manifest = document_of(documents, "manifest.json")
    try:
        return Material(
            identity=Identity(
                version=manifest["version"],
                doi=manifest["doi"] or "",
                concept_doi=manifest["concept_doi"] or "",
            ),
            sources=tuple(source_of(row) for row in manifest["source_ledger"]),
            changes=tuple(change_of(row) for row in document_of(documents, "changes.json")["rows"]),
            index=published_index(documents, settings),
        )
    except KeyError as error:
        raise IntegrityError(
            f"the release has no {error.args[0]} where this version of the tool looks for it",
            where=f"release {manifest.get('version')}",
            mend="read it with the version of the tool that sealed it",
        ) from error


def published_index(documents: Documents, settings: Settings) -> Index:
    """The recipe's own value."""
    chosen = document_of(documents, "index.json")
    models = tuple(
        ModelRow(**row) for row in rows_of(documents, "models.json", "rows", columns.MODELS)
    )
    configurations = tuple(
        configuration_of(row)
        for model in models
        for row in rows_of(
            documents, f"models/{model.slug}.json", "configurations", columns.CONFIGURATIONS
        )
    )
    by_id = {one.row_id: one for one in configurations}
    return Index(
        settings=replace(
            index_settings(settings),
            itl_deadline_ms=Decimal(chosen["itl_deadline_ms"]),
            grid_year=document_of(documents, "grid.json")["year"],
        ),
        configurations=configurations,
        rows=tuple(by_id[row["row_id"]] for row in chosen["rows"]),
        omitted=tuple((row["slug"], row["gpu"]) for row in chosen["omitted"]),
        models=models,
        areas=tuple(
            GridArea(**row) for row in rows_of(documents, "grid.json", "rows", columns.GRID)
        ),
        hardware=hardware_of(documents),
        queries=tuple(
            QueryRow(**row)
            for row in rows_of(documents, "per-query.json", "rows", columns.PER_QUERY)
        ),
        measurements=table_of(
            documents, "measurements.json", "rows", measurement_columns(measurement_schema())
        ),
        source_ids=source_ids(documents),
    )


def document_of(documents: Documents, path: str) -> Record:
    """A document that every release has.

    Raises:
        KeyError: it is not there, or is no object.
    """
    document = documents[path]
    if not isinstance(document, dict):
        raise KeyError(path)
    return document


def rows_of(documents: Documents, path: str, member: str, schema: Schema) -> list[dict[str, Any]]:
    """Rows of a document, typed by its columns: a whole number may stand for a decimal one."""
    decimal = {column.name for column in schema.fields if column.type == "number"}
    return [
        {
            name: Decimal(row[name]) if name in decimal and row[name] is not None else row[name]
            for name in schema.names
        }
        for row in document_of(documents, path)[member]
    ]


def table_of(documents: Documents, path: str, member: str, schema: Schema) -> Table:
    """Rows of a document as a table."""
    rows = rows_of(documents, path, member, schema)
    return Table(path.partition(".")[0], schema, tuple(tuple(row.values()) for row in rows))


def configuration_of(row: Record) -> Configuration:
    """A configuration with its energies derived anew, exact where the document rounds them."""
    joules: Decimal = row["joules_per_output_token"]
    derived = {
        "wh_per_million_output_tokens": quotient(product(joules, MILLION), JOULES_PER_WH),
        "wh_per_answer": quotient(product(joules, row["avg_output_tokens"]), JOULES_PER_WH),
    }
    return Configuration(**{**row, **derived})


def hardware_of(documents: Documents) -> Hardware:
    """The tables of the hardware document."""
    schemas = {
        "parts": columns_hardware.HARDWARE,
        "figures": columns_hardware.HARDWARE_FIGURES,
        "mig_profiles": columns_hardware.MIG_PROFILES,
        "other_mig_profiles": columns_hardware.MIG_PROFILES,
        "embodied_carbon": columns_hardware.EMBODIED_CARBON,
        "documents": columns_hardware.HARDWARE_DOCUMENTS,
        "conflicts": columns_hardware.CONFLICTS,
    }
    return Hardware(
        **{
            member: table_of(documents, "hardware.json", member, schema).rows
            for member, schema in schemas.items()
        }
    )


def source_ids(documents: Documents) -> dict[str, tuple[str, ...]]:
    """Ids in the sources ledger by kind; a source that is only cited is a kind of its own."""
    kinds = {
        kind: tuple(document_of(documents, path)["sources"])
        for path, kind in KIND_OF.items()
        if document_of(documents, path)["sources"]
    }
    read = {one for ids in kinds.values() for one in ids}
    cited = [one for one in document_of(documents, "manifest.json")["sources"] if one not in read]
    return {**kinds, **{one: (one,) for one in cited}}


def source_of(row: Record) -> Source:
    """One row of the sources ledger."""
    lists = {name: tuple(row[name]) for name in ("inferred", "unverified")}
    return Source(**{**row, **lists})


def change_of(row: Record) -> Change:
    """One entry of the change record."""
    lists = {name: tuple(row[name]) for name in ("documents", "figures")}
    return Change(**{**row, **lists})
