"""The load ladder of a row as a chart that a page draws itself."""

from packager.domain.page import Chart, Mark
from packager.green_tokens.index import Index
from packager.green_tokens.plots.load_ladder import LOOKS, OTHER, kind, share
from packager.green_tokens.rows import Configuration
from packager.green_tokens.tables import row_figures as of
from packager.green_tokens.tables.ladder import Ladder, ladder_of
from packager.green_tokens.tables.pairs import energy_figure

ACROSS, UP, NOTE = "Running batch", "Wh/M", "cap"
LABEL_BREADTH, LABEL_HEIGHT = 0.31, 0.1
"""Room that the figures of a point take, as parts of the whole chart."""


def ladder_chart(row: Configuration, index: Index) -> Chart | None:
    """Energy by running batch on the cards of a row; None where one configuration alone ran."""
    ladder = ladder_of(index, row)
    if len(ladder.rungs) == 1:
        return None
    kept = labelled(ladder)
    kinds = {one.row_id: kind(one, ladder, index) for one in ladder.rungs}
    return Chart(
        name=f"ladder-{row.gpu.lower()}",
        title=f"{row.model} on {of.cards(row)} × {row.gpu}, from an idle server to a full one",
        across=ACROSS,
        up=UP,
        note=NOTE,
        plain=OTHER,
        kinds=tuple(one for one in LOOKS if one in kinds.values()),
        marks=tuple(
            Mark(
                key=one.row_id,
                across=of.batch(one, index),
                up=energy_figure(one, index),
                kind=kinds[one.row_id],
                note=of.cap(one),
                is_labelled=one in kept,
            )
            for one in sorted(ladder.rungs, key=lambda one: one.avg_running_batch)
        ),
    )


def labelled(ladder: Ladder) -> list[Configuration]:
    """The index row, the lowest cap, and as many others as leave each other room."""
    kept = list(dict.fromkeys((ladder.row, ladder.lowest)))
    for rung in ladder.rungs:
        if rung not in kept and not any(are_close(rung, other, ladder) for other in kept):
            kept.append(rung)
    return kept


def are_close(one: Configuration, other: Configuration, ladder: Ladder) -> bool:
    """Whether the figures of two points would overlap."""
    batches = [rung.avg_running_batch for rung in ladder.rungs]
    energies = [rung.wh_per_million_output_tokens for rung in ladder.rungs]
    across = share(one.avg_running_batch, other.avg_running_batch, batches)
    up = share(one.wh_per_million_output_tokens, other.wh_per_million_output_tokens, energies)
    return across < LABEL_BREADTH and up < LABEL_HEIGHT
