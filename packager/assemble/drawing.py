"""The process of its own that draws: a plot as a line of JSON comes in, its pictures go out."""

import json
from typing import BinaryIO

from packager.assemble.plotting import png, svg
from packager.domain.errors import RuleError
from packager.domain.plot import Plot

WARM = Plot(
    "warm",
    "Nothing",
    "Nothing",
    {
        "data": {"values": [{"x": 1, "y": "a"}]},
        "mark": "point",
        "encoding": {
            "x": {"field": "x", "type": "quantitative"},
            "y": {"field": "y", "type": "nominal"},
        },
    },
    {},
)


def draw_all(asked: BinaryIO, answers: BinaryIO) -> None:
    """Draw what is asked for until nobody asks any more.

    Args:
        asked: lines of JSON with name, title, alt and spec.
        answers: for each a line of JSON with the bytes of SVG and PNG, and these; or a line with
            what, where and mend.
    """
    png(svg(WARM))
    for line in asked:
        answer(Plot(**json.loads(line), figures={}), answers)
        answers.flush()


def answer(plot: Plot, answers: BinaryIO) -> None:
    """The pictures of one plot, or why there are none."""
    try:
        picture = svg(plot)
        pixels = png(picture)
    except RuleError as error:
        write_line({"what": error.what, "where": error.where, "mend": error.mend}, answers)
    else:
        write_line({"svg": len(picture), "png": len(pixels)}, answers)
        answers.write(picture + pixels)


def write_line(told: dict[str, str] | dict[str, int], answers: BinaryIO) -> None:
    """One line of JSON."""
    answers.write(f"{json.dumps(told)}\n".encode())
