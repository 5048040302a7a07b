"""A picture of the data before it is bytes."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from packager.domain.values import Figure

DRAWABLE = (
    *((0x20, 0x7E), (0xA0, 0x17E)),  # Latin
    *((0x391, 0x3A1), (0x3A3, 0x3C9), (0x400, 0x45F)),  # Greek, Cyrillic
    *((0x2013, 0x2014), (0x2018, 0x2019), (0x201C, 0x201D), (0x2022, 0x2022), (0x2026, 0x2026)),
    *((0x2190, 0x2193), (0x2212, 0x2212), (0x2248, 0x2248), (0x2264, 0x2265)),
)
"""First and last of the characters that a plot may show: those of the font it is drawn with.

For any other character a machine would look among its own fonts, and draw its own picture.
"""
DRAWABLE_TEXT = re.compile(f"[{''.join(f'{chr(low)}-{chr(high)}' for low, high in DRAWABLE)}]*")


@dataclass(frozen=True, slots=True)
class Plot:
    """A picture as a Vega-Lite specification with its data inside.

    Attributes:
        name: file name without folder and suffix.
        title: what it shows, a few words.
        alt: the picture in words, for those who do not see it.
        spec: Vega-Lite.
        figures: every number printed in picture, title and alternative text, by name.
    """

    name: str
    title: str
    alt: str
    spec: Mapping[str, object]
    figures: Mapping[str, Figure]


@dataclass(frozen=True, slots=True)
class SkippedPlot:
    """A picture that these data do not make, and why."""

    name: str
    reason: str


def is_drawable(text: str) -> bool:
    """Whether the picture of a text is the same on every machine."""
    return DRAWABLE_TEXT.fullmatch(text) is not None
