"""Energy by model and GPU: one line a model, one mark a GPU."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from packager.domain.plot import Plot, SkippedPlot
from packager.domain.release import Identity
from packager.domain.values import Figure, count
from packager.green_tokens.index import Index
from packager.green_tokens.plots.marks import Look, looks, model_lines, shown_names, words
from packager.green_tokens.plots.scales import axis
from packager.green_tokens.plots.style import LOOKS, picture
from packager.green_tokens.rows import Configuration
from packager.green_tokens.tables.pairs import energy_figure

End = TypeVar("End")
NAME = "wh-per-million"
TITLE = "GPU energy of a million output tokens"
MOST_MODELS = 40
READING = "Each mark is the index row of one model on one GPU. Less is better."
ACROSS = "Wh per million output tokens (Wh/M)"


def energy_by_model(index: Index, identity: Identity) -> Plot | SkippedPlot:
    """Every index row; models by their lowest row, at most forty of them."""
    if not index.rows:
        return SkippedPlot(NAME, "the index has no row")
    rows = drawn_rows(index)
    told = told_figures(index, rows)
    part = part_of(told)
    return Plot(
        name=NAME,
        title=TITLE,
        alt=alternative(rows, told, identity),
        spec=picture(identity, (TITLE, f"{READING}{part}"), {"step": 24}, layers(index, rows)),
        figures={**printed(rows, index), **{f"{NAME}/{name}": told[name] for name in told}},
    )


def printed(rows: Sequence[Configuration], index: Index) -> dict[str, Figure]:
    """Energy of the rows that have a number beside them: the ends of each model."""
    energies = {}
    for slug in {row.slug for row in rows}:
        for row in ends_of([row for row in rows if row.slug == slug]):
            energies[f"{NAME}/{row.slug}/{row.gpu}"] = energy_figure(row, index)
    return dict(sorted(energies.items()))


def part_of(told: Mapping[str, Figure]) -> str:
    """A sentence where some models are left out."""
    return f" Shown: the {told['models']} lowest of {told['all']} models." if "all" in told else ""


def drawn_rows(index: Index) -> list[Configuration]:
    """Rows of the models that are shown, ascending."""
    slugs = list(dict.fromkeys(row.slug for row in index.rows))[:MOST_MODELS]
    return [row for row in index.rows if row.slug in slugs]


def looks_of(index: Index) -> dict[str, Look]:
    """The two GPUs that the card compares, then the others; always with the same look."""
    there = {row.gpu for row in index.rows}
    first = [gpu for gpu in index.settings.gpu_pair if gpu in there]
    gpus = [*index.settings.gpu_pair, *sorted(there - set(first))]
    return {gpu: LOOKS[number % len(LOOKS)] for number, gpu in enumerate(gpus) if gpu in there}


def layers(index: Index, rows: Sequence[Configuration]) -> list[Mapping[str, object]]:
    """A line from a model's lowest row to its highest, the marks, and the numbers beside them."""
    energies = [row.wh_per_million_output_tokens for row in rows]
    names = shown_names({row.slug: row.model for row in rows})
    points = [point(row, names, index) for row in rows]
    ends = [ends_of([p for p in points if p["model"] == name]) for name in names.values()]
    spans = [{**least, "to": most["wh"]} for least, most in ends if least is not most]
    place = {
        "x": axis("wh", energies, ACROSS, room=("1.4", "1.4")),
        "y": model_lines(names.values()),
    }
    beside = [least for least, most in ends if least is not most]
    return [
        {
            "data": {"values": spans},
            "mark": "rule",
            "encoding": {**place, "x2": {"field": "to"}},
        },
        {
            "data": {"values": points},
            "mark": "point",
            "encoding": {**place, **looks("gpu", looks_of(index))},
        },
        words(beside, place, "text", align="right", dx=-9),
        words([most for _, most in ends], place, "text", align="left", dx=9),
    ]


def ends_of(ascending: Sequence[End]) -> tuple[End, End]:
    """The lowest and the highest of a model's rows, which may be one."""
    return ascending[0], ascending[-1]


def point(row: Configuration, names: Mapping[str, str], index: Index) -> dict[str, object]:
    """One row as the picture knows it."""
    return {
        "model": names[row.slug],
        "gpu": row.gpu,
        "wh": float(row.wh_per_million_output_tokens),
        "text": str(energy_figure(row, index)),
    }


def told_figures(index: Index, rows: Sequence[Configuration]) -> dict[str, Figure]:
    """Numbers of the sentences; that of all models where not all are shown."""
    shown, there = ({row.slug for row in some} for some in (rows, index.rows))
    told = {
        "rows": count(len(rows), "index rows in the plot"),
        "models": count(len(shown), "models in the plot"),
        "lowest": energy_figure(rows[0], index, " Wh/M"),
        "highest": energy_figure(rows[-1], index, " Wh/M"),
    }
    return told | ({"all": count(len(there), "models with a row")} if shown != there else {})


def alternative(
    rows: Sequence[Configuration], told: Mapping[str, Figure], identity: Identity
) -> str:
    """The picture in words."""
    low, high = rows[0], rows[-1]
    return (
        "Dot plot of GPU energy in watt-hours per million output tokens by model and GPU, "
        f"models in ascending order of their lowest row; index rows: {told['rows']}, "
        f"models: {told['models']}.{part_of(told)} "
        f"Lowest: {low.model} on {low.gpu}, {told['lowest']}. "
        f"Highest: {high.model} on {high.gpu}, {told['highest']}. Release {identity.version}."
    )
