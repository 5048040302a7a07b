"""The index as one value: all that documents and figures are computed from."""

from dataclasses import dataclass
from decimal import Decimal

from packager.domain.errors import RuleError
from packager.domain.table import Table
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
        measurements: contributed measurements, never merged into the index.
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
    measurements: Table
    source_ids: dict[str, tuple[str, ...]]

    @property
    def reference(self) -> Configuration:
        """The row that the card prices and unfolds, named in settings.

        Raises:
            RuleError: the index has no such row.
        """
        wanted = self.settings.reference_model, self.settings.reference_gpu
        for row in self.rows:
            if row.pair == wanted:
                return row
        raise RuleError(
            f"the index has no row of {wanted[0]} on {wanted[1]}",
            where="settings.toml of the card, reference_model and reference_gpu",
            mend="name a model and a GPU that have a row in index.csv",
        )

    @property
    def deadline_ms(self) -> Decimal:
        """Ceiling on median inter-token latency, ms, inclusive."""
        return self.settings.itl_deadline_ms
