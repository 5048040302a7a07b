"""Every table of a release, by the name of its Hub config."""

from collections.abc import Iterable, Mapping

from packager.domain.change import Change
from packager.domain.snapshot import Source
from packager.domain.table import Table
from packager.green_tokens import columns, columns_hardware
from packager.green_tokens.index import Index


def data_tables(index: Index) -> Mapping[str, Table]:
    """Tables that follow from the pinned sources; the index first, as the Hub's default.

    A table without rows cannot be loaded from the Hub: measurements come with their first row.
    """
    hardware = index.hardware
    contributed = {"measurements": index.measurements} if index.measurements.rows else {}
    return {
        "index": Table.of("index", columns.INDEX, index.rows),
        "configurations": Table.of("configurations", columns.CONFIGURATIONS, index.configurations),
        "models": Table.of("models", columns.MODELS, index.models),
        "grid": Table.of("grid", columns.GRID, index.areas),
        "hardware": Table("hardware", columns_hardware.HARDWARE, hardware.parts),
        "mig_profiles": Table("mig_profiles", columns_hardware.MIG_PROFILES, hardware.mig_profiles),
        "per_query": Table.of("per_query", columns.PER_QUERY, index.queries),
        **contributed,
    }


def hardware_tables(index: Index) -> Mapping[str, Table]:
    """Tables of the hardware document that are no Hub config, by member name."""
    hardware = index.hardware
    return {
        "figures": Table("figures", columns_hardware.HARDWARE_FIGURES, hardware.figures),
        "other_mig_profiles": Table(
            "other_mig_profiles", columns_hardware.MIG_PROFILES, hardware.other_mig_profiles
        ),
        "embodied_carbon": Table(
            "embodied_carbon", columns_hardware.EMBODIED_CARBON, hardware.embodied_carbon
        ),
        "documents": Table("documents", columns_hardware.HARDWARE_DOCUMENTS, hardware.documents),
        "conflicts": Table("conflicts", columns_hardware.CONFLICTS, hardware.conflicts),
    }


def changes_table(changes: Iterable[Change]) -> Table:
    """The change record, newest first; lists as text with a comma between two."""
    rows = tuple(
        (
            one.date,
            one.version,
            one.kind,
            one.summary,
            ", ".join(one.documents) or None,
            one.reason or None,
            one.source_version or None,
            ", ".join(one.figures) or None,
        )
        for one in changes
    )
    return Table("changes", columns.CHANGES, rows)


def sources_table(sources: Iterable[Source]) -> Table:
    """The sources ledger as a table."""
    rows = tuple(
        (
            one.id,
            one.title,
            one.publisher,
            one.version,
            one.vintage,
            one.retrieved,
            one.rights,
            one.citation,
            one.url,
            "yes" if one.redistributed else "no",
            "yes" if one.partial else "no",
            " ".join(one.inferred) or None,
            " ".join(one.unverified) or None,
        )
        for one in sources
    )
    return Table("sources", columns.SOURCES, rows)
