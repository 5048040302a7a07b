"""How far load alone moves the reference row: its lowest cap against the index row."""

from dataclasses import dataclass
from decimal import Decimal

from packager.card.figure_table import FigureTable
from packager.domain.numbers import quotient
from packager.domain.values import Figure
from packager.green_tokens.index import Index
from packager.green_tokens.rows import Configuration
from packager.green_tokens.tables import row_figures as of
from packager.green_tokens.tables.pairs import energy_figure


@dataclass(frozen=True, slots=True)
class Ladder:
    """Configurations of one model, GPU and card count, by ascending cap."""

    rungs: tuple[Configuration, ...]
    row: Configuration

    @property
    def lowest(self) -> Configuration:
        """The configuration with the lowest cap."""
        return self.rungs[0]

    @property
    def ratio(self) -> Decimal:
        """Energy at the lowest cap over that of the index row, exact."""
        return quotient(
            self.lowest.wh_per_million_output_tokens, self.row.wh_per_million_output_tokens
        )

    @property
    def row_is_the_highest_cap(self) -> bool:
        """Whether nothing busier was measured on these cards."""
        return self.rungs[-1] == self.row


def ladder_of(index: Index, row: Configuration) -> Ladder:
    """All configurations on the cards of an index row."""
    rungs = [
        one for one in index.configurations if one.pair == row.pair and one.num_gpus == row.num_gpus
    ]
    ordered = sorted(rungs, key=lambda one: (one.max_num_seqs, one.joules_per_output_token))
    return Ladder(tuple(ordered), row)


def ladder_table(ladder: Ladder, index: Index) -> FigureTable:
    """Cap, running batch, energy and power of both."""
    return FigureTable(
        columns=("", "Cap", "Running batch", "Wh/M", "W, all cards"),
        keys=("lowest", "index"),
        rows=(
            ("lowest cap", *rung(ladder.lowest, index)),
            ("index row", *rung(ladder.row, index)),
        ),
    )


def rung(one: Configuration, index: Index) -> tuple[Figure, ...]:
    """The figures of one configuration."""
    return (
        of.cap(one),
        of.batch(one, index),
        energy_figure(one, index),
        of.power(one, index),
    )
