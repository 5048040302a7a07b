"""The data documents: index, models, grid, hardware, per query, measurements, and the tables."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from packager.domain.recipe import Document, Material
from packager.domain.release import Identity
from packager.domain.table import Table
from packager.green_tokens.columns import CONFIGURATIONS, INDEX
from packager.green_tokens.data_tables import data_tables, hardware_tables
from packager.green_tokens.documents.envelope import envelope
from packager.green_tokens.index import Index
from packager.green_tokens.rows import Configuration, ModelRow

SELECTION = (
    "Per model and GPU, the configuration with the least energy per output token among those"
    " whose median inter-token latency is at or below the ceiling; a tie goes to fewer GPUs,"
    " then to the lower cap."
)
PROTOCOL = "0.2"
TITLES = {
    "index": "The index: one row for each model and GPU, ascending in energy",
    "configurations": "Every measured configuration",
    "models": "Every model",
    "grid": "Carbon intensity of electricity by area",
    "hardware": "Parts and their power and memory",
    "mig_profiles": "MIG profiles of the parts",
    "per_query": "GPU energy of one query by the per-query source's protocol",
    "measurements": "Contributed measurements, flat",
}


def data_documents(material: Material) -> tuple[Document, ...]:
    """Every document that follows from the pinned sources, in the order they are written."""
    index, identity = index_of(material), material.identity
    tables = data_tables(index)
    return (
        csv_document("index.csv", tables["index"], index),
        index_json(identity, index, tables["index"]),
        csv_document("models.csv", tables["models"], index),
        models_json(identity, index, tables["models"]),
        *model_pages(identity, index),
        grid_json(identity, index, tables["grid"]),
        hardware_json(identity, index, tables),
        per_query_json(identity, index, tables["per_query"]),
        measurements_json(identity, index),
        *(
            Document(
                path=f"data/{name}.parquet",
                title=TITLES[name],
                description="The rows as one typed table, a config on the Hub.",
                content=table,
                table=table,
                sources=sources_of(index, name),
            )
            for name, table in tables.items()
        ),
    )


def index_of(material: Material) -> Index:
    """The recipe's own value."""
    if not isinstance(material.index, Index):
        raise TypeError(material.index)
    return material.index


def sources_of(index: Index, table: str) -> tuple[str, ...]:
    """Ids in the sources ledger of what a table is made from."""
    kinds = {
        "grid": "ember",
        "hardware": "nvidia",
        "mig_profiles": "nvidia",
        "per_query": "ai-energy-score",
        "measurements": "measurements",
    }
    return index.source_ids.get(kinds.get(table, "ml-energy"), ())


def csv_document(path: str, table: Table, index: Index) -> Document:
    """A table for people and spreadsheets."""
    return Document(
        path=path,
        title=TITLES[table.name],
        description="The rows as CSV: UTF-8, comma, line feed, header.",
        content=table,
        table=table,
        sources=sources_of(index, table.name),
    )


def json_document(
    path: str, content: Mapping[str, object], *, title: str, about: str, table: Table | None
) -> Document:
    """A document whose sources are those of its envelope."""
    sources = content["sources"]
    if not isinstance(sources, list):
        raise TypeError(sources)
    return Document(path, title, about, content, table, tuple(sources))


def index_json(identity: Identity, index: Index, table: Table) -> Document:
    """The index with its rule and what it leaves out."""
    members = {
        "selection": SELECTION,
        "itl_deadline_ms": index.deadline_ms,
        "omitted": [{"slug": slug, "gpu": gpu} for slug, gpu in index.omitted],
        "rows": table.records(),
    }
    content = envelope(identity, members, sources=sources_of(index, "index"), fields="index")
    about = "The rows with the rule that selected them and the pairs left out."
    return json_document("index.json", content, title=TITLES["index"], about=about, table=table)


def models_json(identity: Identity, index: Index, table: Table) -> Document:
    """The list of models."""
    members = {"rows": table.records()}
    content = envelope(identity, members, sources=sources_of(index, "models"), fields="models")
    about = "Every model with its size, precision, GPUs and number of configurations."
    return json_document("models.json", content, title=TITLES["models"], about=about, table=table)


def model_pages(identity: Identity, index: Index) -> Iterator[Document]:
    """One document a model: its index rows, and every configuration with full digits."""
    rows: dict[str, list[Configuration]] = {}
    for row in index.rows:
        rows.setdefault(row.slug, []).append(row)
    measured = groupby(index.configurations, key=lambda one: one.slug)
    for model, (_, configurations) in zip(index.models, measured, strict=True):
        yield model_json(identity, index, model, rows.get(model.slug, ()), tuple(configurations))


def model_json(
    identity: Identity,
    index: Index,
    model: ModelRow,
    rows: Sequence[Configuration],
    configurations: Sequence[Configuration],
) -> Document:
    """The document of one model."""
    table = Table.of("configurations", CONFIGURATIONS, configurations)
    members = {
        "model": model.model,
        "slug": model.slug,
        "model_id": model.model_id,
        "params_b": model.params_b,
        "active_params_b": model.active_params_b,
        "architecture": model.architecture,
        "precision": model.precision,
        "itl_deadline_ms": index.deadline_ms,
        "index": Table.of("index", INDEX, rows).records(),
        "configurations": table.records(),
    }
    content = envelope(
        identity,
        members,
        sources=sources_of(index, "configurations"),
        fields={"index": "index", "configurations": "data/configurations"},
    )
    return json_document(
        f"models/{model.slug}.json",
        content,
        title=f"{model.model}: every measured configuration",
        about="The model's index rows, and each configuration with the source's digits.",
        table=table,
    )


def grid_json(identity: Identity, index: Index, table: Table) -> Document:
    """The grid of one year."""
    members = {"year": index.settings.grid_year, "rows": table.records()}
    content = envelope(
        identity,
        members,
        sources=sources_of(index, "grid"),
        fields="data/grid",
        unit="g CO2e per kWh",
    )
    about = "Areas with a value for the year; no other year stands in; zero is a value."
    return json_document("grid.json", content, title=TITLES["grid"], about=about, table=table)


def hardware_json(identity: Identity, index: Index, tables: Mapping[str, Table]) -> Document:
    """Parts, profiles, and every figure with the document it was read in."""
    others = hardware_tables(index)
    members = {
        "parts": tables["hardware"].records(),
        "figures": others["figures"].records(),
        "mig_profiles": tables["mig_profiles"].records(),
        "other_mig_profiles": others["other_mig_profiles"].records(),
        "embodied_carbon": others["embodied_carbon"].records(),
        "documents": others["documents"].records(),
        "conflicts": others["conflicts"].records(),
    }
    content = envelope(
        identity,
        members,
        sources=sources_of(index, "hardware"),
        fields={
            "parts": "data/hardware",
            "mig_profiles": "data/mig_profiles",
            "other_mig_profiles": "data/mig_profiles",
        },
        unit="W; GB; kg CO2e",
    )
    return json_document(
        "hardware.json",
        content,
        title=TITLES["hardware"],
        about="Every figure with its document and how that was read; disagreements are kept.",
        table=tables["hardware"],
    )


def per_query_json(identity: Identity, index: Index, table: Table) -> Document:
    """The per-query source, never merged into the index."""
    content = envelope(
        identity,
        {"rows": table.records()},
        sources=sources_of(index, "per_query"),
        fields="data/per_query",
        unit="Wh per query",
    )
    about = "A probe by another protocol; not comparable with the index and not converted."
    return json_document(
        "per-query.json", content, title=TITLES["per_query"], about=about, table=table
    )


def measurements_json(identity: Identity, index: Index) -> Document:
    """Accepted contributions; the document is there while it is empty, with its protocol."""
    table = index.measurements
    rows = table.records()
    content = envelope(
        identity,
        {"protocol": PROTOCOL, "schema": "schema/measurement.schema.json", "rows": rows},
        sources=index.source_ids.get("measurements", ()),
        fields="data/measurements" if rows else {},
        unit="J per output token",
    )
    return json_document(
        "measurements.json",
        content,
        title="Contributed measurements",
        about="Measurements by readers, checked against the protocol, never merged into the index.",
        table=table,
    )
