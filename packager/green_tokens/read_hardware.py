"""The hardware tables: every figure with its document; a part is its figures side by side."""

from collections.abc import Mapping
from decimal import Decimal

from packager.domain.errors import SourceError
from packager.domain.numbers import quotient
from packager.domain.package import Field, Schema
from packager.domain.snapshot import PinnedSource, SourceTable
from packager.domain.table import Cell
from packager.green_tokens import columns_hardware as tables
from packager.green_tokens.cells import Cells, cells_of
from packager.green_tokens.rows import Hardware

Rows = tuple[tuple[Cell, ...], ...]
PART_FACTS = ("part_id", "name", "architecture", "form_factor", "kind", "gpus", "mig_part")


def read_hardware(pinned: PinnedSource) -> Hardware:
    """The tables of the hardware document, in the order of the publisher's transcription.

    Raises:
        SourceError: a table, a column or a part's figure is missing.
    """
    figures = cells_of(table_of(pinned, "parts"), tables.HARDWARE_FIGURES.names)
    profiles = table_of(pinned, "mig-profiles")
    fractions = [profile_of(cells) for cells in cells_of(profiles, PROFILE_COLUMNS)]
    return Hardware(
        parts=parts_of(figures),
        figures=tuple(row_of(cells, tables.HARDWARE_FIGURES) for cells in figures),
        mig_profiles=tuple(row for listed, row in fractions if listed),
        other_mig_profiles=tuple(row for listed, row in fractions if not listed),
        embodied_carbon=rows_of(pinned, "embodied-carbon", tables.EMBODIED_CARBON),
        documents=rows_of(pinned, "documents", tables.HARDWARE_DOCUMENTS),
        conflicts=rows_of(pinned, "conflicts", tables.CONFLICTS),
    )


def table_of(pinned: PinnedSource, name: str) -> SourceTable:
    """A table of the vintage."""
    if name not in pinned.tables:
        raise SourceError(
            f"no table {name!r}",
            where=f"{pinned.kind} {pinned.vintage}",
            mend="import the publisher's file again with this version of the tool",
        )
    return pinned.tables[name]


def rows_of(pinned: PinnedSource, name: str, schema: Schema) -> Rows:
    """A table as it was pinned, its cells typed."""
    return tuple(row_of(cells, schema) for cells in cells_of(table_of(pinned, name), schema.names))


def row_of(cells: Cells, schema: Schema) -> tuple[Cell, ...]:
    """One row, typed by the schema."""
    return tuple(cell_of(cells, column) for column in schema.fields)


def cell_of(cells: Cells, column: Field) -> Cell:
    """One cell, typed by its column."""
    if not column.required and not cells.row[column.name]:
        return None
    if column.type == "number":
        return cells.number(column.name)
    return cells.whole(column.name) if column.type == "integer" else cells.text(column.name)


def parts_of(figures: list[Cells]) -> Rows:
    """The listed parts, a row each."""
    parts: dict[str, dict[tuple[str, str], Cells]] = {}
    for cells in figures:
        if cells.text("listed") == "yes":
            of_part = parts.setdefault(cells.text("part_id"), {})
            of_part[cells.text("scope_of"), cells.text("figure")] = cells
    return tuple(part_of(of_part) for of_part in parts.values())


def part_of(figures: Mapping[tuple[str, str], Cells]) -> tuple[Cell, ...]:
    """One part: what it is, then its figures and where each was read."""
    first = next(iter(figures.values()))
    power, memory = need(figures, first, "power_ceiling"), need(figures, first, "memory")
    instances = figures.get(("gpu", "mig_max_instances")) or need(
        figures, first, "mig_max_instances"
    )
    facts = {fact: first.text(fact) for fact in PART_FACTS if fact != "gpus"}
    unverified = any(cells.text("unverified") == "yes" for cells in figures.values())
    values: dict[str, Cell] = {
        **facts,
        "gpus": first.whole("gpus"),
        "power_ceiling_watts": power.number("value"),
        "power_configurable": power.text("configurable"),
        "power_scope": power.optional("scope"),
        "power_document": power.text("document"),
        "power_verification": power.text("verification"),
        "memory_gb": memory.number("value"),
        "memory_document": memory.text("document"),
        "memory_verification": memory.text("verification"),
        "power_ceiling_watts_per_gpu": optional_value(figures, "power_ceiling"),
        "memory_gb_per_gpu": optional_value(figures, "memory"),
        "mig_max_instances_per_gpu": instances.whole("value"),
        "unverified": "yes" if unverified else "no",
    }
    return tuple(values[name] for name in tables.HARDWARE.names)


def need(figures: Mapping[tuple[str, str], Cells], first: Cells, figure: str) -> Cells:
    """A figure of the part itself."""
    if ("part", figure) not in figures:
        raise SourceError(
            f"part {first.text('part_id')} has no {figure}",
            where=first.where,
            mend="complete the transcription and import it under a new vintage",
        )
    return figures["part", figure]


def optional_value(figures: Mapping[tuple[str, str], Cells], figure: str) -> Decimal | None:
    """A figure of one GPU of the part, where it is told apart."""
    cells = figures.get(("gpu", figure))
    return cells.number("value") if cells else None


PROFILE_COLUMNS = (
    "listed",
    *(name for name in tables.MIG_PROFILES.names if name not in {"sm_fraction", "memory_fraction"}),
)


def profile_of(cells: Cells) -> tuple[bool, tuple[Cell, ...]]:
    """One MIG profile; whether it is listed, and its row with fractions as numbers."""
    fractions = {
        f"{kind}_fraction": quotient(
            cells.number(f"{kind}_slices"), cells.number(f"{kind}_slices_of")
        )
        for kind in ("sm", "memory")
    }
    row = tuple(
        fractions[column.name] if column.name in fractions else cell_of(cells, column)
        for column in tables.MIG_PROFILES.fields
    )
    return cells.text("listed") == "yes", row
