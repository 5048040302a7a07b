"""Areas of the grid table, by code or a part of their name."""

from dataclasses import dataclass
from typing import Annotated

from packager.card.plain_text import shown
from packager.domain.answer import About, Quantity
from packager.green_tokens.answers.desk import Desk
from packager.green_tokens.answers.naming import folded
from packager.green_tokens.rows import GridArea

GRID = "ember"
PER_KWH = "g CO2e per kWh"
PLACES = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Area:
    """The grid of an area in one year.

    Attributes:
        area: name, as the source prints it.
        area_code: ISO 3166-1 alpha-3; XKX for Kosovo; WORLD for all.
        intensity: carbon intensity of electricity, lifecycle.
    """

    area: str
    area_code: str
    year: int
    intensity: Quantity


@dataclass(frozen=True, slots=True, kw_only=True)
class Areas:
    """Areas, the world first, then by code."""

    about: About
    areas: tuple[Area, ...]


def list_areas(
    desk: Desk,
    name: Annotated[str | None, "A code, or a part of a name; all areas without it."] = None,
) -> Areas:
    """Every area with a value for the year, or those of a code or name."""
    part = folded(name or "")
    found = tuple(
        area_of(one)
        for one in desk.index.areas
        if part in folded(one.area) or part == folded(one.area_code)
    )
    none = f"The grid table has no area called {shown(name)}."
    return Areas(
        about=desk.about(GRID, unit=PER_KWH, caveats=() if found else (none,)),
        areas=found,
    )


def area_of(one: GridArea) -> Area:
    """An area with the intensity as the card prints it."""
    return Area(
        area=one.area,
        area_code=one.area_code,
        year=one.year,
        intensity=Quantity.of(one.gco2e_per_kwh, PER_KWH, places=PLACES),
    )
