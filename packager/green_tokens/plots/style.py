"""How every picture looks: one light panel, few colours, each with a shape of its own.

The panel is opaque and light: no colour of text reaches a contrast of 4.5 to 1 on white and on
the Hub's near-black page alike, so one picture serves both only if it brings its own ground.
"""

from collections.abc import Mapping, Sequence

from packager.domain.release import Identity

SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json"
INDEX = "Green Tokens"
WIDTH = 750
PANEL, INK, SOFT_INK, LINE, GRID = "#ffffff", "#1a1a1a", "#555555", "#8a8a8a", "#e4e4e4"
FIRST, SECOND = ("#d55e00", "diamond"), ("#0072b2", "circle")
LOOKS = (FIRST, SECOND, ("#009e73", "square"), ("#000000", "triangle-up"))
"""Colours of Okabe and Ito, "Color Universal Design", 2008, with 3 to 1 or more on the panel."""


def picture(
    identity: Identity,
    words: tuple[str, str],
    height: object,
    layers: Sequence[Mapping[str, object]],
) -> dict[str, object]:
    """A specification as wide as the card.

    Args:
        identity: whose version stands below the title.
        words: title, and how to read the picture.
        height: of the plane, or of each of its lines.
        layers: what is drawn, from back to front.
    """
    title, reading = words
    release = f"{INDEX}, release {identity.version}. GPU energy only."
    return {
        "$schema": SCHEMA,
        "background": PANEL,
        "padding": {"left": 16, "right": 16, "top": 14, "bottom": 12},
        "autosize": {"type": "fit-x", "contains": "padding"},
        "width": WIDTH,
        "height": height,
        "title": {"text": title, "subtitle": [reading, release]},
        "layer": list(layers),
        "config": CONFIG,
    }


CONFIG: dict[str, object] = {
    "aria": False,
    "axis": {
        "labelColor": INK,
        "labelFontSize": 12,
        "labelLimit": 0,
        "labelFlush": False,
        "titleColor": SOFT_INK,
        "titleFontSize": 12,
        "titleFontWeight": "normal",
        "titlePadding": 10,
        "gridColor": GRID,
        "domainColor": LINE,
        "tickColor": LINE,
    },
    "legend": {
        "orient": "top",
        "direction": "horizontal",
        "labelColor": INK,
        "labelFontSize": 13,
        "labelLimit": 0,
        "columns": 4,
        "symbolSize": 110,
        "symbolOpacity": 1,
        "offset": 8,
        "columnPadding": 24,
    },
    "point": {"filled": True, "opacity": 1, "size": 90},
    "rule": {"color": LINE, "strokeWidth": 1.5},
    "line": {"color": LINE, "strokeWidth": 1.5},
    "text": {"fontSize": 11.5, "color": INK, "baseline": "middle"},
    "title": {
        "anchor": "start",
        "frame": "bounds",
        "color": INK,
        "fontSize": 17,
        "fontWeight": "bold",
        "subtitleColor": SOFT_INK,
        "subtitleFontSize": 13,
        "subtitlePadding": 6,
        "subtitleLineHeight": 17,
        "offset": 14,
    },
    "view": {"stroke": None},
}
