"""A chart as an SVG inside the page: a few hundred bytes, in the page's own colours."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from html import escape
from math import log

from packager.card.parts_markdown import in_words
from packager.domain.page import Chart, Mark

WIDTH, HEIGHT = 480, 300
LEFT, RIGHT, TOP, BOTTOM = 52, 112, 66, 48
SIGN, LETTER, LINE = 34, 7, 18
"""Room in the legend for a sign, a letter, a line."""
UNFIT = re.compile(r"[^A-Za-z0-9-]+")
"""What no id of an element should hold."""
SHAPES = (
    '<path d="M0-7 7 0 0 7-7 0z"{}/>',
    '<rect x="-5" y="-5" width="10" height="10"{}/>',
    '<circle r="5"{}/>',
    '<path d="M-5-5 5 5M5-5-5 5"{}/>',
)
"""A shape of its own for each kind, so that nobody has to tell colours apart."""


def chart_html(chart: Chart) -> str:
    """The picture with its words; the same points stand in a table of the page."""
    across = [one.across.value for one in chart.marks]
    up = [one.up.value for one in chart.marks]
    points = [
        (
            LEFT + share(one.across.value, across) * (WIDTH - LEFT - RIGHT),
            HEIGHT - BOTTOM - share(one.up.value, up) * (HEIGHT - TOP - BOTTOM),
        )
        for one in chart.marks
    ]
    inner = "".join(
        (
            *frame(chart),
            *legend(chart),
            *line(points),
            *shapes(chart, points),
            *labels(chart, points),
        )
    )
    name, words = UNFIT.sub("-", chart.name), escape(in_words(chart))
    return (
        f'<figure class="chart"><svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        f' aria-labelledby="{name}-words"><desc id="{name}-words">{words}</desc>{inner}</svg>'
        f"<figcaption>{escape(chart.title)}</figcaption></figure>"
    )


def share(value: Decimal, values: Sequence[Decimal]) -> float:
    """Where a value lies between the least and the largest, on a logarithmic scale if it can."""
    low, high = min(values), max(values)
    if low == high:
        return 0.5
    if low <= 0:
        return float((value - low) / (high - low))
    return log(value / low) / log(high / low)


def frame(chart: Chart) -> Iterator[str]:
    """Axes with their names."""
    right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM
    yield f'<path class="axis" d="M{LEFT - 20} {TOP - 14}V{bottom + 14}H{right + 20}"/>'
    yield f'<text class="soft" x="{right + 20}" y="{HEIGHT - 12}" text-anchor="end">'
    yield f"{escape(chart.across)} →</text>"
    yield (
        f'<text class="soft" transform="translate(18 {TOP - 14})rotate(-90)" text-anchor="end">'
        f"{escape(chart.up)} →</text>"
    )


def legend(chart: Chart) -> Iterator[str]:
    """What each sign means, on as many lines as it takes."""
    x, y = LEFT, LINE
    for kind in chart.kinds:
        breadth = SIGN + LETTER * len(kind)
        if x > LEFT and x + breadth > WIDTH:
            x, y = LEFT, y + LINE
        yield f'<g transform="translate({x} {y})">{shape(kind, chart)}'
        yield f'<text x="12" y="4">{escape(kind)}</text></g>'
        x += breadth


def line(points: Sequence[tuple[float, float]]) -> Iterator[str]:
    """From point to point."""
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    yield f'<path class="line" d="M{path}"/>'


def shapes(chart: Chart, points: Sequence[tuple[float, float]]) -> Iterator[str]:
    """The points; what the legend names first is drawn last."""
    both = sorted(
        zip(chart.marks, points, strict=True), key=lambda one: -chart.kinds.index(one[0].kind)
    )
    for mark, (x, y) in both:
        yield f'<g transform="translate({x:.1f} {y:.1f})">{shape(mark.kind, chart)}</g>'


def shape(kind: str, chart: Chart) -> str:
    """The sign of a kind."""
    at = chart.kinds.index(kind)
    return SHAPES[at].format(f' class="k{at}"')


def labels(chart: Chart, points: Sequence[tuple[float, float]]) -> Iterator[str]:
    """The figures of the points that have room for them; below the one that matters most."""
    for mark, (x, y) in zip(chart.marks, points, strict=True):
        if mark.is_labelled:
            below = 20 if mark.kind == chart.kinds[0] else -8
            yield f'<text x="{x + 10:.1f}" y="{y + below:.1f}">{label(mark, chart)}</text>'


def label(mark: Mark, chart: Chart) -> str:
    """Its value, and softer its note."""
    note = f"{escape(chart.note)} {escape(str(mark.note))}"
    return f'{escape(str(mark.up))} <tspan class="soft">{note}</tspan>'
