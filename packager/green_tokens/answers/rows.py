"""Models and rows of the index, as published."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Any

from packager.domain.answer import About, Number, number
from packager.domain.table import Cell, Table
from packager.green_tokens.answers.desk import Desk
from packager.green_tokens.answers.naming import find_gpu, find_model
from packager.green_tokens.columns import INDEX, MODELS
from packager.green_tokens.index import Index
from packager.green_tokens.rows import Configuration

MODEL_WORDS = "Slug, model_id or printed name of a model, such as qwen-3-8b."
GPU_WORDS = "Name of a GPU, such as H100."
AskedModel = Annotated[str | None, MODEL_WORDS]
AskedGpu = Annotated[str | None, GPU_WORDS]
SOURCE = "ml-energy"


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelEntry:
    """A model of the release.

    Attributes:
        model: printed name.
        slug: short name; use this one to ask for it.
        model_id: identifier of the weights on the Hugging Face Hub.
        params_b: all parameters, in billions.
        active_params_b: parameters read for one token, in billions.
        architecture: kind of network, as the leaderboard prints it.
        precision: number format of the weights.
        gpus: GPUs it was measured on.
        configurations: measured configurations.
        index_rows: rows in the index.
    """

    model: str
    slug: str
    model_id: str
    params_b: Number
    active_params_b: Number
    architecture: str | None
    precision: str
    gpus: tuple[str, ...]
    configurations: int
    index_rows: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Models:
    """Models of the release, by slug."""

    about: About
    models: tuple[ModelEntry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexRow:
    """A row of index.csv, cell for cell.

    Attributes:
        params_b: all parameters, in billions.
        active_params_b: parameters read for one token, in billions.
        num_gpus: GPUs that serve the model together.
        max_num_seqs: most sequences the server runs at once.
        avg_running_batch: sequences running at once, on average.
        wh_per_million_output_tokens: energy of all GPUs for a million output tokens.
        joules_per_output_token: energy of all GPUs for one output token, J.
        median_itl_ms: median time between two tokens of one answer, ms.
        gpu_power_watts_total: power of all GPUs together, W.
        avg_output_tokens: length of an answer, on average.
    """

    model: str
    slug: str
    model_id: str
    params_b: Number
    active_params_b: Number
    precision: str
    gpu: str
    num_gpus: int
    max_num_seqs: int
    avg_running_batch: Number
    wh_per_million_output_tokens: Number
    joules_per_output_token: Number
    median_itl_ms: Number
    gpu_power_watts_total: Number
    avg_output_tokens: Number
    row_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexRows:
    """Rows of the index, the least energy first."""

    about: About
    rows: tuple[IndexRow, ...]


def list_models(desk: Desk, gpu: AskedGpu = None) -> Models:
    """Every model, or those that were measured on a GPU."""
    index = desk.index
    on = None if gpu is None else find_gpu(index, gpu)
    measured = {one.pair for one in index.configurations}
    chosen = [one for one in index.models if on is None or (one.slug, on) in measured]
    table = Table.of("models", MODELS, chosen)
    return Models(
        about=desk.about(SOURCE, unit="10^9 parameters"),
        models=tuple(
            ModelEntry(**cells(record), gpus=tuple(model.gpus.split()))
            for record, model in zip(table.records(), chosen, strict=True)
        ),
    )


def index_rows(desk: Desk, model: AskedModel = None, gpu: AskedGpu = None) -> IndexRows:
    """All rows, or those of a model, of a GPU, or of both."""
    index = desk.index
    slug = None if model is None else find_model(index, model).slug
    on = None if gpu is None else find_gpu(index, gpu)
    chosen = [row for row in index.rows if slug in {None, row.slug} and on in {None, row.gpu}]
    return IndexRows(
        about=desk.about(SOURCE, caveats=missing(index, chosen, slug, on)),
        rows=tuple(
            IndexRow(**cells(record)) for record in Table.of("index", INDEX, chosen).records()
        ),
    )


def missing(
    index: Index, rows: list[Configuration], slug: str | None, gpu: str | None
) -> tuple[str, ...]:
    """Why a pair that was asked for has no row."""
    omitted = tuple(
        f"{one} on {other} has no row: none of its configurations is under the latency ceiling."
        for one, other in index.omitted
        if slug in {None, one} and gpu in {None, other}
    )
    if rows or omitted or not (slug and gpu):
        return omitted
    return (f"{slug} was not measured on {gpu}.",)


def cells(record: dict[str, Cell]) -> dict[str, Any]:
    """Cells as published, without the list of GPUs, which is told apart."""
    return {
        name: number(cell) if isinstance(cell, Decimal) else cell
        for name, cell in record.items()
        if name != "gpus"
    }
