"""Pinned source tables become the index: parse, select, and say what cannot be."""

from collections.abc import Mapping

from packager.domain.errors import RuleError, SourceError, listed
from packager.domain.snapshot import PinnedSource, Snapshot, SourceTable
from packager.domain.table import Table
from packager.green_tokens.cells import cells_of
from packager.green_tokens.contributed import measurement_table
from packager.green_tokens.documents.schemas import measurement_schema
from packager.green_tokens.index import Index
from packager.green_tokens.models import measurements_of, model_rows
from packager.green_tokens.read_hardware import read_hardware
from packager.green_tokens.rows import GridArea, QueryRow
from packager.green_tokens.rules import number_configurations, select_index_rows
from packager.green_tokens.settings import IndexSettings, index_settings

REQUIRED = ("ml-energy", "ember", "ai-energy-score", "nvidia")
WORLD = "WORLD"
WH_PER_QUERY_EXPONENTS = {
    "kWh per 1,000 queries": 0,
    "Wh per query": 0,
    "Wh per 1,000 queries": -3,
}


def read_index(snapshot: Snapshot, settings: Mapping[str, object]) -> Index:
    """Everything a release says, from one vintage of each source.

    Raises:
        ConfigError: a setting is wrong.
        SourceError: a table or a cell is not what it must be.
        RuleError: two models share a slug, or the index would have no row.
    """
    chosen = index_settings(settings)
    workload = table_of(snapshot, "ml-energy", chosen.workload)
    configurations = number_configurations(measurements_of(workload, chosen.slugs))
    selection = select_index_rows(configurations, itl_deadline_ms=chosen.itl_deadline_ms)
    if not selection.rows:
        raise RuleError(
            f"no configuration is under {chosen.itl_deadline_ms} ms",
            where=workload.where,
            mend="raise itl_deadline_ms in the settings, or name another vintage",
        )
    return Index(
        settings=chosen,
        configurations=configurations,
        rows=selection.rows,
        omitted=selection.omitted,
        models=model_rows(configurations, selection.rows),
        areas=read_areas(table_of(snapshot, "ember", "yearly-intensity"), chosen),
        hardware=read_hardware(snapshot["nvidia"]),
        queries=read_queries(table_of(snapshot, "ai-energy-score", "text-generation")),
        measurements=read_measurements(snapshot),
        source_ids={kind: ids(pinned) for kind, pinned in snapshot.items()},
    )


def ids(pinned: PinnedSource) -> tuple[str, ...]:
    """What a vintage adds to the sources ledger, by id."""
    return tuple(row.id for row in pinned.ledger)


def table_of(snapshot: Snapshot, kind: str, name: str) -> SourceTable:
    """One table of one source, or an error that names those there are."""
    pinned = snapshot[kind]
    if name not in pinned.tables:
        raise SourceError(
            f"no table {name!r} in {kind} {pinned.vintage}",
            where=f"tables: {', '.join(sorted(pinned.tables)) or 'none'}",
            mend="name another vintage, or import the publisher's file that has it",
        )
    return pinned.tables[name]


def read_areas(table: SourceTable, settings: IndexSettings) -> tuple[GridArea, ...]:
    """Areas of the year in the settings and no other, the world first, then by code.

    Aggregates are no areas. Zero is a value.

    Raises:
        SourceError: the year has no area, or a code stands twice.
    """
    year = settings.grid_year
    areas: dict[str, GridArea] = {}
    twice: list[str] = []
    for cells in cells_of(table, ("area", "iso3", "area_type", "year", "gco2e_per_kwh")):
        if cells.row["area_type"] == "aggregate" or cells.whole("year") != year:
            continue
        area = GridArea(cells.text("area"), cells.text("iso3"), year, cells.number("gco2e_per_kwh"))
        if area.area_code in areas:
            twice.append(f"{area.area_code} stands twice ({cells.where})")
        areas[area.area_code] = area
    if twice or not areas:
        raise SourceError(
            listed(twice) if twice else f"no area has a value for {year}",
            where=table.where,
            mend="name another vintage, or set another grid_year",
        )
    return tuple(sorted(areas.values(), key=world_first))


def world_first(area: GridArea) -> tuple[bool, str]:
    """Order of the grid document."""
    return area.area_code != WORLD, area.area_code


def read_queries(table: SourceTable) -> tuple[QueryRow, ...]:
    """Rows of the per-query round; energy in Wh per query whatever unit the round prints."""
    return tuple(
        QueryRow(
            cells.text("model_id"),
            cells.text("model_class"),
            cells.whole("stars"),
            cells.number("gpu_energy").scaleb(exponent_of(cells.text("unit"), table.where)),
        )
        for cells in cells_of(table, ("model_id", "model_class", "stars", "gpu_energy", "unit"))
    )


def read_measurements(snapshot: Snapshot) -> Table:
    """Accepted contributions; an empty table while nobody has contributed."""
    contributed = snapshot.get("measurements")
    table = contributed.tables.get("measurements") if contributed else None
    return measurement_table(table, measurement_schema())


def exponent_of(unit: str, where: str) -> int:
    """Power of ten that turns the unit into Wh per query; kWh per thousand is Wh per one."""
    if unit not in WH_PER_QUERY_EXPONENTS:
        raise SourceError(
            f"unit {unit!r} is unknown",
            where=where,
            mend=f"import again and state one of: {'; '.join(WH_PER_QUERY_EXPONENTS)}",
        )
    return WH_PER_QUERY_EXPONENTS[unit]
