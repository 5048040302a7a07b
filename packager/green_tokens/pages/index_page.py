"""The index as one table, and the home page."""

from collections.abc import Iterator
from dataclasses import dataclass

from packager.domain.page import Cell, Link, PageTable, Picture, SitePage, Tile, Tiles
from packager.domain.plot import Plot
from packager.domain.recipe import Material
from packager.domain.values import Figure
from packager.green_tokens.card_fields import count_fields, range_fields
from packager.green_tokens.documents.data import index_of
from packager.green_tokens.index import Index
from packager.green_tokens.pages.compare_parts import billions
from packager.green_tokens.plots.card import card_plots
from packager.green_tokens.rows import Configuration, GridArea
from packager.green_tokens.tables import row_figures as of
from packager.green_tokens.tables.pairs import energy_figure

ADDRESS, LABEL = "index", "Index"
COLUMNS = (
    *("Model", "GPU", "Wh/M", "Cards", "Cap", "Running batch", "Latency, ms", "GPU W"),
    *("Tokens/s", "Parameters", "Active", "Precision", "Output tokens", "Wh per answer"),
)
ON_WORLD = "kg CO2e per billion"
ENERGY_PLOT = "wh-per-million"
COUNTS = "rows", "models", "configurations", "areas"
RANGE = "lowest", "lowest_row", "highest", "highest_row", "span"


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexFigures:
    """What the page of the index prints."""

    rows: Figure
    selection: str
    deadline: Figure
    has_omitted: bool
    omitted: Figure
    has_world: bool
    world: Figure | None
    grid_year: str
    index_rows: PageTable


@dataclass(frozen=True, slots=True, kw_only=True)
class HomeFigures:
    """What the home page prints."""

    version: str
    date: str
    tiles: Tiles
    rows: Figure
    models: Figure
    configurations: Figure
    areas: Figure
    lowest: Figure
    lowest_row: str
    highest: Figure
    highest_row: str
    span: Figure
    has_picture: bool
    picture: Picture | None
    change: str


def index_page(material: Material) -> SitePage:
    """Every row, to be sorted and chosen among."""
    index = index_of(material)
    world = of.world_of(index.areas)
    counts, ranges = count_fields(index), range_fields(index)
    return SitePage(
        address=ADDRESS,
        template="index.md.j2",
        label=LABEL,
        data=("index.csv", "index.json"),
        shares_names=True,
        figures=IndexFigures(
            rows=counts["rows"],
            selection=ranges["selection"],
            deadline=ranges["deadline"],
            has_omitted=bool(index.omitted),
            omitted=counts["omitted"],
            has_world=world is not None,
            world=None if world is None else of.intensity(world, index),
            grid_year=str(index.settings.grid_year),
            index_rows=PageTable(
                caption="One row for each model and GPU, ascending in energy",
                columns=(*COLUMNS, ON_WORLD) if world else COLUMNS,
                keys=tuple(row.row_id for row in index.rows),
                rows=tuple(tuple(cells(row, world, index)) for row in index.rows),
                filters=("GPU",),
            ),
        ),
    )


def cells(row: Configuration, world: GridArea | None, index: Index) -> Iterator[Cell]:
    """One row."""
    yield Link(row.model, f"/models/{row.slug}/")
    yield row.gpu
    yield energy_figure(row, index)
    yield of.cards(row)
    yield of.cap(row)
    yield of.batch(row, index)
    yield of.latency(row, index)
    yield of.power(row, index)
    yield of.speed(row, index)
    yield billions(row.params_b, index)
    yield billions(row.active_params_b, index)
    yield row.precision
    yield of.answer_tokens(row, index)
    yield of.answer(row, index)
    if world:
        yield of.emitted(row, world, index)


def home_page(material: Material) -> SitePage:
    """What this is, how far it reaches, and where to go on."""
    index, identity = index_of(material), material.identity
    counts, ranges = count_fields(index), range_fields(index)
    plot = next((one for one in card_plots(index, identity) if one.name == ENERGY_PLOT), None)
    drawn = plot if isinstance(plot, Plot) else None
    return SitePage(
        address="",
        template="home.md.j2",
        label="Home",
        data=("index.csv", "index.json"),
        shares_names=True,
        told={f"api/v1/plots/{drawn.name}.svg": drawn.figures} if drawn else {},
        figures=HomeFigures(
            version=identity.version,
            date=identity.date,
            tiles=home_tiles(counts, ranges),
            **{name: counts[name] for name in COUNTS},
            **{name: ranges[name] for name in RANGE},
            has_picture=drawn is not None,
            picture=Picture(f"/api/v1/plots/{drawn.name}.png", drawn.alt) if drawn else None,
            change=material.changes[0].summary,
        ),
    )


def home_tiles(counts: dict[str, Figure], ranges: dict[str, Figure]) -> Tiles:
    """How much there is, and how far it reaches."""
    return Tiles(
        (
            Tile("rows", counts["rows"], "rows of model and GPU"),
            Tile("configurations", counts["configurations"], "measured configurations"),
            Tile("lowest", ranges["lowest"], f"lowest: {ranges['lowest_row']}"),
            Tile("highest", ranges["highest"], f"highest: {ranges['highest_row']}"),
        )
    )
