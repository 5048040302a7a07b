"""The two GPUs of the settings, model by model: which takes less energy, and how much."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from packager.card.figure_table import FigureTable
from packager.domain.numbers import EXACT, product, quotient
from packager.domain.values import Figure, count
from packager.green_tokens.index import Index
from packager.green_tokens.rows import Configuration
from packager.green_tokens.tables.row_figures import batch

HUNDRED = Decimal(100)


@dataclass(frozen=True, slots=True)
class Pair:
    """Index rows of one model on both GPUs; the ratio is the first's energy over the second's."""

    first: Configuration
    second: Configuration

    @property
    def ratio(self) -> Decimal:
        """Exact."""
        return quotient(
            self.first.wh_per_million_output_tokens, self.second.wh_per_million_output_tokens
        )


def pairs_of(index: Index) -> tuple[Pair, ...]:
    """Every model with a row on both GPUs, by descending ratio."""
    rows = {row.pair: row for row in index.rows}
    one, other = index.settings.gpu_pair
    found = [
        Pair(rows[slug, one], rows[slug, other])
        for slug in {row.slug for row in index.rows}
        if (slug, one) in rows and (slug, other) in rows
    ]
    return tuple(sorted(found, key=lambda pair: (-pair.ratio, pair.first.slug)))


def median(values: Sequence[Decimal]) -> Decimal:
    """The middle value, or the mean of the two in the middle; at least one value."""
    ordered = sorted(values)
    half = len(ordered) // 2
    if len(ordered) % 2:
        return ordered[half]
    return quotient(EXACT.add(ordered[half - 1], ordered[half]), Decimal(2))


def reduction_percent(ratio: Decimal) -> Decimal:
    """How much less the second takes, in percent of the first: 1 - 1/ratio."""
    return product(EXACT.subtract(Decimal(1), quotient(Decimal(1), ratio)), HUNDRED)


def pair_table(index: Index, pairs: Sequence[Pair]) -> FigureTable:
    """Cards, running batch and energy of both rows, and their ratio."""
    one, other = index.settings.gpu_pair
    return FigureTable(
        columns=(
            "Model",
            f"{one} cards",
            f"{one} batch",
            f"{one} Wh/M",
            f"{other} cards",
            f"{other} batch",
            f"{other} Wh/M",
            f"{one} / {other}",
        ),
        keys=tuple(pair.first.slug for pair in pairs),
        rows=tuple(
            (
                pair.first.model,
                *sides(pair.first, index),
                *sides(pair.second, index),
                ratio_figure(pair.ratio, index),
            )
            for pair in pairs
        ),
    )


def sides(row: Configuration, index: Index) -> tuple[Figure, Figure, Figure]:
    """Cards, running batch and energy of an index row."""
    return (
        count(row.num_gpus, "cards of the index row"),
        batch(row, index),
        energy_figure(row, index),
    )


def energy_figure(row: Configuration, index: Index, unit: str = "") -> Figure:
    """Wh per million output tokens of a row, one decimal on a page."""
    return Figure(
        row.wh_per_million_output_tokens,
        unit=unit,
        places=1,
        sources=index.source_ids["ml-energy"],
        rule="joules per output token x 10^6 / 3600",
    )


def ratio_figure(ratio: Decimal, index: Index) -> Figure:
    """A ratio of two exact energies."""
    return Figure(
        ratio,
        unit="×",
        places=2,
        sources=index.source_ids["ml-energy"],
        rule="exact Wh/M of the first over exact Wh/M of the second",
    )
