"""The load ladder: one model on its cards, from an idle server to a full one."""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from math import hypot, log

from packager.domain.plot import Plot, SkippedPlot
from packager.domain.release import Identity
from packager.domain.values import Figure, count
from packager.green_tokens.index import Index
from packager.green_tokens.plots.marks import Look, looks, shown_name, words
from packager.green_tokens.plots.scales import axis
from packager.green_tokens.plots.style import FIRST, LINE, PANEL, SECOND, SOFT_INK, picture
from packager.green_tokens.rows import Configuration
from packager.green_tokens.tables.ladder import Ladder, ladder_of
from packager.green_tokens.tables.pairs import energy_figure
from packager.green_tokens.tables.row_figures import batch, cap

NAME = "ladder"
WIDTH, HEIGHT = 640, 340
APART = 46
READING = "Each mark is a measured configuration: its cap, and its energy. Less is better."
ACROSS = "Running batch, sequences at once"
DOWN = "Wh per million output tokens (Wh/M)"
ROW, LOWEST, OTHER, OVER = "index row", "lowest cap", "other caps", "over the latency ceiling"
LARGE, SMALL = 150, 80
LOOKS: dict[str, Look] = {
    ROW: FIRST,
    LOWEST: (SECOND[0], "square"),
    OTHER: (LINE, "circle"),
    OVER: (LINE, "cross"),
}


def load_ladder(index: Index, identity: Identity) -> Plot | SkippedPlot:
    """Energy by running batch, on as many cards as the reference row has."""
    wanted = index.settings.reference_model, index.settings.reference_gpu
    row = next((row for row in index.rows if row.pair == wanted), None)
    if row is None:
        return SkippedPlot(NAME, f"the index has no row of {wanted[0]} on {wanted[1]}")
    ladder = ladder_of(index, row)
    if len(ladder.rungs) == 1:
        return SkippedPlot(
            NAME, f"one configuration alone was measured on the cards of {row.row_id}"
        )
    told = told_figures(ladder, index)
    title = f"The same model under load: {shown_name(row.model, row.slug)} on {told['cards']}"
    return Plot(
        name=NAME,
        title=title,
        alt=alternative(ladder, told, identity),
        spec=picture(identity, (title, READING), HEIGHT, layers(ladder, index)),
        figures={
            **{f"{NAME}/{name}": figure for name, figure in told.items()},
            **dict(printed(ladder, index)),
        },
    )


def printed(ladder: Ladder, index: Index) -> Iterable[tuple[str, Figure]]:
    """Cap and energy of each rung that is labelled."""
    for rung in labelled(ladder):
        yield f"{NAME}/{rung.row_id}", energy_figure(rung, index)
        yield f"{NAME}/{rung.row_id}/cap", cap(rung)


def layers(ladder: Ladder, index: Index) -> list[Mapping[str, object]]:
    """The line, the marks, energy above each mark and cap below it."""
    rungs = ladder.rungs
    batches = [rung.avg_running_batch for rung in rungs]
    energies = [rung.wh_per_million_output_tokens for rung in rungs]
    points = [point(number, rung, ladder, index) for number, rung in enumerate(rungs)]
    kinds = {one["kind"] for one in points}
    turn, kept = rungs.index(ladder.row), labelled(ladder)
    named = [number for number, rung in enumerate(rungs) if rung in kept]
    before = [points[number] for number in named if number <= turn]
    beyond = [points[number] for number in named if number > turn]
    place = {
        "x": axis("batch", batches, ACROSS, room=("1.5", "1.4")),
        "y": axis("wh", energies, DOWN, room=("1.3", "1.3")),
    }
    marks = {
        **looks("kind", {kind: look for kind, look in LOOKS.items() if kind in kinds}),
        "size": {"field": "size", "type": "quantitative", "scale": None, "legend": None},
    }
    return [
        {
            "data": {"values": points},
            "mark": "line",
            "encoding": {**place, "order": {"field": "order", "type": "quantitative"}},
        },
        {
            "data": {"values": sorted(points, key=on_top)},
            "mark": {"type": "point", "stroke": PANEL},
            "encoding": {**place, **marks},
        },
        words([*before, *beyond], place, "text", align="left", dx=7, dy=-10),
        words(before, place, "cap", align="right", dx=-8, dy=12, color=SOFT_INK),
        words(beyond, place, "cap", align="left", dx=8, dy=12, color=SOFT_INK),
    ]


def point(number: int, rung: Configuration, ladder: Ladder, index: Index) -> dict[str, object]:
    """One configuration as the picture knows it."""
    what = kind(rung, ladder, index)
    return {
        "order": number,
        "batch": float(rung.avg_running_batch),
        "wh": float(rung.wh_per_million_output_tokens),
        "kind": what,
        "size": LARGE if what in (ROW, LOWEST) else SMALL,
        "text": str(energy_figure(rung, index)),
        "cap": f"cap {cap(rung)}",
    }


def on_top(point: Mapping[str, object]) -> int:
    """The marks that the legend names first are drawn last, over the others."""
    return -list(LOOKS).index(str(point["kind"]))


def kind(rung: Configuration, ladder: Ladder, index: Index) -> str:
    """What the mark of a configuration says."""
    if rung == ladder.row:
        return ROW
    if rung == ladder.lowest:
        return LOWEST
    return OTHER if rung.median_itl_ms <= index.deadline_ms else OVER


def labelled(ladder: Ladder) -> tuple[Configuration, ...]:
    """The index row, the lowest cap, and as many others as leave each other room."""
    kept = list(dict.fromkeys((ladder.row, ladder.lowest)))
    for rung in ladder.rungs:
        if rung not in kept and all(apart(rung, other, ladder) >= APART for other in kept):
            kept.append(rung)
    return tuple(rung for rung in ladder.rungs if rung in kept)


def apart(one: Configuration, other: Configuration, ladder: Ladder) -> float:
    """How far two marks are from each other, about, in the picture's units."""
    across = [rung.avg_running_batch for rung in ladder.rungs]
    down = [rung.wh_per_million_output_tokens for rung in ladder.rungs]
    return hypot(
        WIDTH * share(one.avg_running_batch, other.avg_running_batch, across),
        HEIGHT * share(one.wh_per_million_output_tokens, other.wh_per_million_output_tokens, down),
    )


def share(one: Decimal, other: Decimal, values: list[Decimal]) -> float:
    """Distance of two values as part of that between the least and the largest."""
    low, high = min(values), max(values)
    if low == high:
        return 0
    if low <= 0:
        return float(abs(one - other) / (high - low))
    return abs(log(one / other)) / log(high / low)


def told_figures(ladder: Ladder, index: Index) -> dict[str, Figure]:
    """Numbers of title and sentences; those of the lowest cap where the row has another."""
    low, row = ladder.lowest, ladder.row
    told = {
        "cards": count(row.num_gpus, "cards of the index row", f" × {row.gpu}"),
        "rungs": count(len(ladder.rungs), "configurations on the cards of the reference row"),
        **rung_figures("index-row", row, index),
    }
    return told | (rung_figures("lowest-cap", low, index) if low != row else {})


def rung_figures(name: str, rung: Configuration, index: Index) -> dict[str, Figure]:
    """Cap, running batch and energy of one configuration."""
    return {
        f"{name}/cap": cap(rung),
        f"{name}/batch": batch(rung, index),
        f"{name}/energy": energy_figure(rung, index, " Wh/M"),
    }


def alternative(ladder: Ladder, told: Mapping[str, Figure], identity: Identity) -> str:
    """The picture in words."""
    lowest, is_row = "", ", which is also the lowest cap"
    if "lowest-cap/cap" in told:
        lowest, is_row = f"Lowest: {rung_words('lowest-cap', told)}. ", ""
    return (
        "Line of GPU energy in watt-hours per million output tokens against running batch, "
        f"{ladder.row.model} on {told['cards']}, measured configurations: {told['rungs']}. "
        f"{lowest}Index row: {rung_words('index-row', told)}{is_row}. Release {identity.version}."
    )


def rung_words(name: str, told: Mapping[str, Figure]) -> str:
    """Cap, running batch and energy."""
    cap_shown, batch, energy = (told[f"{name}/{what}"] for what in ("cap", "batch", "energy"))
    return f"cap {cap_shown}, a running batch of {batch}, {energy}"
