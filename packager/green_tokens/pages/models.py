"""Model pages: every configuration of a model, its rows, its ladder; and the list of models."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from packager.domain.numbers import quotient
from packager.domain.page import Cell, Chart, Code, Link, PageTable, SitePage
from packager.domain.recipe import Material
from packager.domain.values import Figure, count
from packager.green_tokens.documents.data import index_of
from packager.green_tokens.index import Index
from packager.green_tokens.pages.compare_parts import billions
from packager.green_tokens.pages.ladder_chart import ladder_chart
from packager.green_tokens.pages.pairs import Pairs
from packager.green_tokens.rows import Configuration, ModelRow
from packager.green_tokens.tables import row_figures as of
from packager.green_tokens.tables.ladder import ladder_of
from packager.green_tokens.tables.pairs import energy_figure, ratio_figure

FOLDER, LABEL = "models", "Models"
CONFIGURATION_COLUMNS = (
    *("Row", "GPU", "Cards", "Cap", "Running batch", "Wh/M", "Latency, ms", "GPU W"),
    *("Tokens/s", "Output tokens", "Wh per answer"),
)
LIST_COLUMNS = (
    *("Model", "Parameters", "Active", "Architecture", "Precision", "GPUs", "Configurations"),
    "Lowest Wh/M",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BestRow:
    """The index row of the model on one GPU, and how far load moves it."""

    key: str
    energy: Figure
    cards: Figure
    batch: Figure
    latency: Figure
    answer: Figure
    tokens: Figure
    place: Figure
    places: Figure
    row_id: Code
    rungs: Figure
    has_chart: bool
    chart: Chart | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFigures:
    """What a model page prints."""

    name: str
    model_id: Code
    params: Figure
    active: Figure
    is_mixture: bool
    architecture: str
    precision: str
    version: str
    has_rows: bool
    omitted: str
    deadline: Figure
    best: tuple[BestRow, ...]
    count: Figure
    configurations: PageTable
    has_compares: bool
    compares: PageTable


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelListFigures:
    """What the list of models prints."""

    models: Figure
    configurations: Figure
    model_list: PageTable


def model_pages(material: Material, pairs: Pairs) -> Iterator[SitePage]:
    """The list, then a page for each model."""
    index = index_of(material)
    yield SitePage(
        address=FOLDER,
        template="models.md.j2",
        label=LABEL,
        data=("models.csv", "models.json"),
        shares_names=True,
        figures=ModelListFigures(
            models=count(len(index.models), "models measured"),
            configurations=count(len(index.configurations), "measured configurations"),
            model_list=listed(index),
        ),
    )
    for model in index.models:
        yield SitePage(
            address=f"{FOLDER}/{model.slug}",
            template="model.md.j2",
            label=model.model,
            trail=(Link(LABEL, f"/{FOLDER}/"),),
            data=(f"models/{model.slug}.json",),
            figures=model_figures(model, index, material, pairs),
        )


def listed(index: Index) -> PageTable:
    """Every model with its size and its lowest row."""
    lowest: dict[str, Configuration] = {}
    for row in index.rows:
        lowest.setdefault(row.slug, row)
    return PageTable(
        caption="Every model, with its lowest row on any GPU",
        columns=LIST_COLUMNS,
        keys=tuple(model.slug for model in index.models),
        rows=tuple(
            (
                Link(model.model, f"/{FOLDER}/{model.slug}/"),
                billions(model.params_b, index),
                billions(model.active_params_b, index),
                model.architecture,
                model.precision,
                model.gpus.replace(" ", ", "),
                count(model.configurations, "configurations of the model"),
                energy_figure(lowest[model.slug], index) if model.slug in lowest else None,
            )
            for model in index.models
        ),
    )


def model_figures(model: ModelRow, index: Index, material: Material, pairs: Pairs) -> ModelFigures:
    """All that the page says of a model."""
    own = [one for one in index.configurations if one.slug == model.slug]
    rows = sorted((row for row in index.rows if row.slug == model.slug), key=lambda row: row.gpu)
    compares = compare_table(model, rows, pairs, index)
    return ModelFigures(
        name=model.model,
        model_id=Code(model.model_id),
        params=billions(model.params_b, index),
        active=billions(model.active_params_b, index),
        is_mixture=model.active_params_b < model.params_b,
        architecture=model.architecture or "",
        precision=model.precision,
        version=material.identity.version,
        has_rows=bool(rows),
        omitted=" and ".join(gpu for slug, gpu in index.omitted if slug == model.slug),
        deadline=Figure(index.deadline_ms, " ms", 0, (), "ceiling on median inter-token latency"),
        best=tuple(best_row(row, index) for row in rows),
        count=count(len(own), "configurations of the model"),
        configurations=configuration_table(model, own, index),
        has_compares=bool(compares.rows),
        compares=compares,
    )


def best_row(row: Configuration, index: Index) -> BestRow:
    """One index row, and its place among those of its GPU."""
    on_gpu = [one for one in index.rows if one.gpu == row.gpu]
    chart = ladder_chart(row, index)
    return BestRow(
        key=row.gpu,
        energy=energy_figure(row, index, " Wh/M"),
        cards=of.cards(row),
        batch=of.batch(row, index),
        latency=of.latency(row, index, " ms"),
        answer=of.answer(row, index, " Wh"),
        tokens=of.answer_tokens(row, index),
        place=count(on_gpu.index(row) + 1, "place among the rows of the GPU, lowest first"),
        places=count(len(on_gpu), "rows of the GPU"),
        row_id=Code(row.row_id),
        rungs=count(len(ladder_of(index, row).rungs), "configurations on the cards of the row"),
        has_chart=chart is not None,
        chart=chart,
    )


def configuration_table(model: ModelRow, own: Sequence[Configuration], index: Index) -> PageTable:
    """Everything that was measured of a model."""
    return PageTable(
        caption=f"Every measured configuration of {model.model}",
        columns=CONFIGURATION_COLUMNS,
        keys=tuple(one.row_id for one in own),
        rows=tuple(tuple(configuration_cells(one, index)) for one in own),
        filters=("GPU",),
    )


def configuration_cells(one: Configuration, index: Index) -> Iterator[Cell]:
    """One configuration."""
    yield Code(one.row_id.partition("/")[2])
    yield one.gpu
    yield of.cards(one)
    yield of.cap(one)
    yield of.batch(one, index)
    yield energy_figure(one, index)
    yield of.latency(one, index)
    yield of.power(one, index)
    yield of.speed(one, index)
    yield of.answer_tokens(one, index)
    yield of.answer(one, index)


def compare_table(
    model: ModelRow, rows: Sequence[Configuration], pairs: Pairs, index: Index
) -> PageTable:
    """The pages that put this model beside another, with the other's energy over this one's."""
    gpus = [row.gpu for row in rows]
    own = {row.gpu: row.wh_per_million_output_tokens for row in rows}
    others = pairs.of(model.slug)
    return PageTable(
        caption=f"Energy of another model over that of {model.model}",
        columns=("Other model", *(f"On {gpu}" for gpu in gpus)),
        keys=tuple(other.slug for other, _ in others),
        rows=tuple(
            (
                Link(other.model, f"/{address}/"),
                *(
                    ratio_figure(quotient(there, own[gpu]), index)
                    if own[gpu] and (there := pairs.energy(other.slug, gpu)) is not None
                    else None
                    for gpu in gpus
                ),
            )
            for other, address in others
        ),
    )
