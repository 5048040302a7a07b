"""The index as one value: all that documents and figures are computed from."""

from dataclasses import dataclass
from decimal import Decimal

from packager.green_tokens.rows import Configuration, GridArea, Hardware, ModelRow, QueryRow
from packager.green_tokens.settings import IndexSettings


@dataclass(frozen=True, slots=True)
class Index:
    """What a release says.

    Attributes:
        settings: the recipe's settings.
        configurations: every measured configuration, by slug, GPU, cards, cap, energy.
        rows: the index, ascending in energy.
        omitted: pairs of slug and GPU without a row under the latency ceiling.
        models: every model, by slug.
        areas: the grid of the year in settings, the world first, then by code.
        hardware: tables of the hardware document.
        queries: rows of the per-query source, in its order.
        measurements: contributed measurements, one mapping of text each.
        source_ids: ids in the sources ledger, by kind.
    """

    settings: IndexSettings
    configurations: tuple[Configuration, ...]
    rows: tuple[Configuration, ...]
    omitted: tuple[tuple[str, str], ...]
    models: tuple[ModelRow, ...]
    areas: tuple[GridArea, ...]
    hardware: Hardware
    queries: tuple[QueryRow, ...]
    source_ids: dict[str, tuple[str, ...]]

    @property
    def deadline_ms(self) -> Decimal:
        """Ceiling on median inter-token latency, ms, inclusive."""
        return self.settings.itl_deadline_ms
