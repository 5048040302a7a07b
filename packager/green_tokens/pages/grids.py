"""Grid pages: what every row of the index emits in one area; and the list of areas."""

from collections.abc import Iterator
from dataclasses import dataclass

from packager.domain.numbers import quotient
from packager.domain.page import Cell, Code, Link, PageTable, SitePage
from packager.domain.recipe import Material
from packager.domain.values import Figure, count
from packager.green_tokens.documents.data import index_of
from packager.green_tokens.index import Index
from packager.green_tokens.rows import Configuration, GridArea
from packager.green_tokens.tables import row_figures as of
from packager.green_tokens.tables.pairs import energy_figure

FOLDER, LABEL = "grids", "Grids"
DATA = ("grid.json", "index.json")


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """The world's average beside an area."""

    name: str
    intensity: Figure
    is_lower: bool
    is_equal: bool
    ratio: Figure | None
    lowest: Figure


@dataclass(frozen=True, slots=True, kw_only=True)
class GridFigures:
    """What the page of an area prints."""

    name: str
    code: Code
    grid_year: str
    version: str
    source_version: str
    intensity: Figure
    is_world: bool
    is_zero: bool
    is_partial: bool
    has_rows: bool
    lowest: Figure | None
    lowest_row: str
    highest: Figure | None
    highest_row: str
    answer: Figure | None
    has_world: bool
    world: World | None
    place: Figure
    places: Figure
    rows: PageTable


@dataclass(frozen=True, slots=True, kw_only=True)
class GridListFigures:
    """What the list of areas prints."""

    has_areas: bool
    areas: Figure
    grid_year: str
    version: str
    source_version: str
    is_partial: bool
    has_rows: bool
    reference_row: str
    reference: Figure | None
    lowest_area: str
    lowest_intensity: Figure | None
    highest_area: str
    highest_intensity: Figure | None
    listed: PageTable


def grid_pages(material: Material) -> Iterator[SitePage]:
    """The list, then a page for each area."""
    index = index_of(material)
    yield SitePage(
        address=FOLDER,
        template="grids.md.j2",
        label=LABEL,
        data=("grid.json",),
        figures=list_figures(index, material),
    )
    for area in index.areas:
        yield SitePage(
            address=address_of(area),
            template="grid.md.j2",
            label=area.area,
            trail=(Link(LABEL, f"/{FOLDER}/"),),
            data=DATA,
            figures=grid_figures(area, index, material),
        )


def address_of(area: GridArea) -> str:
    """Where the page of an area lies."""
    return f"{FOLDER}/{area.area_code.lower()}"


def grid_figures(area: GridArea, index: Index, material: Material) -> GridFigures:
    """All that the page says of an area."""
    world = of.world_of(index.areas)
    first, last = (index.rows[0], index.rows[-1]) if index.rows else (None, None)
    others = [one for one in index.areas if one.area_code != of.WORLD]
    lower = sum(one.gco2e_per_kwh < area.gco2e_per_kwh for one in others)
    source = source_of(index, material)
    return GridFigures(
        name=area.area,
        code=Code(area.area_code),
        grid_year=str(area.year),
        version=material.identity.version,
        source_version=source[0],
        is_partial=source[1],
        intensity=of.intensity(area, index),
        is_world=area.area_code == of.WORLD,
        is_zero=not area.gco2e_per_kwh,
        has_rows=first is not None,
        lowest=of.emitted(first, area, index) if first else None,
        lowest_row=row_name(first),
        highest=of.emitted(last, area, index) if last else None,
        highest_row=row_name(last),
        answer=of.answer_emitted(first, area, index) if first else None,
        has_world=world is not None and first is not None and area.area_code != of.WORLD,
        world=world_beside(area, world, first, index) if world and first else None,
        place=count(lower + 1, "areas with a lower intensity, and this one; the world is none"),
        places=count(len(others), "areas with a value for the year; the world is none"),
        rows=priced(area, index),
    )


def world_beside(area: GridArea, world: GridArea, row: Configuration, index: Index) -> World:
    """The world's average, and the area's intensity over it."""
    there = world.gco2e_per_kwh
    rule = "intensity of the area over that of the world"
    ratio = quotient(area.gco2e_per_kwh, there) if there else None
    ember = index.source_ids["ember"]
    return World(
        name=world.area,
        intensity=of.intensity(world, index),
        is_lower=area.gco2e_per_kwh < there,
        is_equal=area.gco2e_per_kwh == there,
        ratio=None if ratio is None else Figure(ratio, "×", 2, ember, rule),
        lowest=of.emitted(row, world, index),
    )


def priced(area: GridArea, index: Index) -> PageTable:
    """Every row of the index on the grid of an area, in the order of the index."""
    return PageTable(
        caption=f"Emissions of every index row on the grid of {area.area}, GPU energy alone",
        columns=("Row", "GPU", "Wh/M", "kg CO2e per billion tokens", "g CO2e per answer"),
        keys=tuple(f"{row.slug}/{row.gpu}" for row in index.rows),
        rows=tuple(
            (
                Link(row.model, f"/models/{row.slug}/"),
                row.gpu,
                energy_figure(row, index),
                of.emitted(row, area, index),
                of.answer_emitted(row, area, index),
            )
            for row in index.rows
        ),
        filters=("GPU",),
    )


def row_name(row: Configuration | None) -> str:
    """A row in words."""
    return f"{row.model} on {row.gpu}" if row else ""


def source_of(index: Index, material: Material) -> tuple[str, bool]:
    """Version of the grid data, and whether areas are missing from it."""
    (source,) = (one for one in material.sources if one.id in index.source_ids["ember"])
    return source.version, source.partial


def list_figures(index: Index, material: Material) -> GridListFigures:
    """All that the list says."""
    version, is_partial = source_of(index, material)
    row = index.reference if index.rows else None
    others = [one for one in index.areas if one.area_code != of.WORLD]
    ordered = sorted(others, key=lambda one: (one.gco2e_per_kwh, one.area_code))
    low, high = (ordered[0], ordered[-1]) if ordered else (None, None)
    return GridListFigures(
        has_areas=bool(ordered),
        areas=count(len(others), "areas with a value for the year; the world is none"),
        grid_year=str(index.settings.grid_year),
        version=material.identity.version,
        source_version=version,
        is_partial=is_partial,
        has_rows=row is not None,
        reference_row=row_name(row),
        reference=energy_figure(row, index, " Wh/M") if row else None,
        lowest_area=low.area if low else "",
        lowest_intensity=of.intensity(low, index) if low else None,
        highest_area=high.area if high else "",
        highest_intensity=of.intensity(high, index) if high else None,
        listed=listed(index, row),
    )


def listed(index: Index, row: Configuration | None) -> PageTable:
    """Every area, the world first, then by name."""
    areas = sorted(index.areas, key=lambda one: (one.area_code != of.WORLD, one.area))
    columns = ("Area", "Code", "g CO2e per kWh")
    return PageTable(
        caption="Carbon intensity of electricity by area",
        columns=(*columns, "kg CO2e per billion tokens") if row else columns,
        keys=tuple(area.area_code for area in areas),
        rows=tuple(tuple(cells(area, row, index)) for area in areas),
    )


def cells(area: GridArea, row: Configuration | None, index: Index) -> Iterator[Cell]:
    """One area, and what the reference row emits there."""
    yield Link(area.area, f"/{address_of(area)}/")
    yield area.area_code
    yield of.intensity(area, index, "")
    if row:
        yield of.emitted(row, area, index)
