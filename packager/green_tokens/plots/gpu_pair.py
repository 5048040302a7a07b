"""The two GPUs of the settings: how many times the energy the first takes, model by model."""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal

from packager.domain.plot import Plot, SkippedPlot
from packager.domain.release import Identity
from packager.domain.values import Figure, count
from packager.green_tokens.index import Index
from packager.green_tokens.plots.marks import Look, looks, model_lines, shown_names, words
from packager.green_tokens.plots.scales import axis
from packager.green_tokens.plots.style import FIRST, LINE, SECOND, SOFT_INK, picture
from packager.green_tokens.tables.pairs import Pair, energy_figure, median, pairs_of, ratio_figure

NAME = "pair"
MOST_MODELS = 40
ONE = Decimal(1)
SAME = "same on both"


def gpu_pair(index: Index, identity: Identity) -> Plot | SkippedPlot:
    """One line a model with a row on both, by descending ratio, at most forty of them."""
    one, other = index.settings.gpu_pair
    if any(row.wh_per_million_output_tokens <= 0 for row in index.rows if row.gpu in (one, other)):
        return SkippedPlot(NAME, f"a row on {one} or {other} has no energy, so it has no ratio")
    pairs = pairs_of(index)
    if not pairs:
        return SkippedPlot(NAME, f"no model has a row on both {one} and {other}")
    shown = pairs[:MOST_MODELS]
    title = f"{one} against {other}, model by model"
    told = told_figures(pairs, shown, index)
    reading = f"Energy per output token on {one} as a multiple of that on {other}.{part_of(told)}"
    return Plot(
        name=NAME,
        title=title,
        alt=alternative(pairs, told, index, identity),
        spec=picture(identity, (title, reading), {"step": 26}, layers(index, shown)),
        figures={
            **dict(printed(shown, index)),
            **{f"{NAME}/{key}": told[key] for key in told},
        },
    )


def printed(pairs: Iterable[Pair], index: Index) -> Iterable[tuple[str, Figure]]:
    """Ratio and both energies of each model."""
    for pair in pairs:
        yield f"{NAME}/{pair.first.slug}/ratio", ratio_figure(pair.ratio, index)
        for row in (pair.first, pair.second):
            yield f"{NAME}/{row.slug}/{row.gpu}", energy_figure(row, index)


def layers(index: Index, pairs: Sequence[Pair]) -> list[Mapping[str, object]]:
    """A line from one to the ratio, its end as a mark, and the numbers beside it."""
    one, other = index.settings.gpu_pair
    names = shown_names({pair.first.slug: pair.first.model for pair in pairs})
    points = [point(pair, names, index) for pair in pairs]
    above = [mark for mark, pair in zip(points, pairs, strict=True) if pair.ratio >= 1]
    below = [mark for mark, pair in zip(points, pairs, strict=True) if pair.ratio < 1]
    heading = f"Energy on {one} over energy on {other}"
    ratios = [ONE, *(pair.ratio for pair in pairs)]
    room = ("1.3" if below else "1.05", "1.35")
    place = {
        "x": axis("ratio", ratios, heading, room=room, unit="×"),
        "y": model_lines(names.values()),
    }
    marks = looks("less", verdicts(index, pairs))
    right, below_axis = {"value": "width"}, {"value": {"expr": "height + 13"}}
    column = [{"text": f"{one} → {other}, Wh/M"}]
    return [
        {"data": {"values": [{"ratio": 1}]}, "mark": "rule", "encoding": {"x": place["x"]}},
        {
            "data": {"values": points},
            "mark": {"type": "rule", "strokeWidth": 2.5},
            "encoding": {**place, "x2": {"field": "from"}, "color": marks["color"]},
        },
        {"data": {"values": points}, "mark": "point", "encoding": {**place, **marks}},
        words(above, place, "text", align="left", dx=10),
        words(below, place, "text", align="right", dx=-10),
        words(points, {**place, "x": right}, "energies", align="left", dx=14),
        words(column, {"x": right, "y": below_axis}, "text", align="left", dx=14, color=SOFT_INK),
    ]


def point(pair: Pair, names: Mapping[str, str], index: Index) -> dict[str, object]:
    """One model as the picture knows it."""
    return {
        "model": names[pair.first.slug],
        "ratio": float(pair.ratio),
        "from": 1,
        "less": verdict(pair, index),
        "text": str(ratio_figure(pair.ratio, index)),
        "energies": f"{energy_figure(pair.first, index)} → {energy_figure(pair.second, index)}",
    }


def verdict(pair: Pair, index: Index) -> str:
    """Which GPU takes less, by exact values."""
    one, other = index.settings.gpu_pair
    if pair.ratio == 1:
        return SAME
    return f"{other if pair.ratio > 1 else one} takes less"


def verdicts(index: Index, pairs: Iterable[Pair]) -> dict[str, Look]:
    """The verdicts that are there, each with the look of the GPU that takes less."""
    one, other = index.settings.gpu_pair
    kinds = {
        f"{other} takes less": SECOND,
        f"{one} takes less": FIRST,
        SAME: (LINE, "square"),
    }
    there = {verdict(pair, index) for pair in pairs}
    return {kind: look for kind, look in kinds.items() if kind in there}


def told_figures(pairs: Sequence[Pair], shown: Sequence[Pair], index: Index) -> dict[str, Figure]:
    """Numbers of the sentences; that of the models shown where not all are."""
    lower = sum(pair.ratio > 1 for pair in pairs)
    told = {
        "pairs": count(len(pairs), "models with a row on both GPUs"),
        "lower": count(lower, "models for which the second GPU takes less"),
        "median": ratio_figure(median([pair.ratio for pair in pairs]), index),
        "largest": ratio_figure(pairs[0].ratio, index),
        "smallest": ratio_figure(pairs[-1].ratio, index),
    }
    part = {"shown": count(len(shown), "models in the plot")} if len(shown) < len(pairs) else {}
    return told | part


def part_of(told: Mapping[str, Figure]) -> str:
    """A sentence where some models are left out."""
    if "shown" not in told:
        return ""
    return f" Shown: the {told['shown']} largest of {told['pairs']} ratios."


def alternative(
    pairs: Sequence[Pair], told: Mapping[str, Figure], index: Index, identity: Identity
) -> str:
    """The picture in words."""
    one, other = index.settings.gpu_pair
    return (
        f"Ratio of GPU energy per output token, {one} over {other}, for each model with a row on "
        f"both, in descending order; models: {told['pairs']}.{part_of(told)} "
        f"{other} takes less for {told['lower']} of {told['pairs']}. "
        f"Largest ratio: {told['largest']}, {pairs[0].first.model}. "
        f"Median: {told['median']}. Smallest: {told['smallest']}, {pairs[-1].first.model}. "
        f"Release {identity.version}."
    )
