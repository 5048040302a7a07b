"""What a billion output tokens of the reference row emit, grid by grid."""

from decimal import Decimal

from packager.card.figure_table import FigureTable
from packager.domain.numbers import product, quotient
from packager.domain.values import Figure
from packager.green_tokens.index import Index
from packager.green_tokens.rows import GridArea

GRAMS_PER_KG = Decimal(1000)


def carbon_by_grid(index: Index) -> FigureTable:
    """Intensity and emissions of the areas in the settings, in their order, by our titles.

    1 Wh per million tokens is 1 kWh per billion, so Wh/M x g/kWh / 1000 is kg per billion.
    """
    titles = index.settings.carbon_areas
    areas = {area.area_code: area for area in index.areas}
    there = [code for code in titles if code in areas]
    return FigureTable(
        columns=("Grid", "g CO2e per kWh", "kg CO2e per billion output tokens"),
        keys=tuple(there),
        rows=tuple(
            (titles[code], intensity(areas[code], index), emitted(areas[code], index))
            for code in there
        ),
    )


def missing_areas(index: Index) -> str:
    """Titles of areas in the settings that the vintage has no value for, "" when none."""
    there = {area.area_code for area in index.areas}
    titles = index.settings.carbon_areas
    return ", ".join(title for code, title in titles.items() if code not in there)


def intensity(area: GridArea, index: Index) -> Figure:
    """The source's value, at most one decimal."""
    return Figure(
        area.gco2e_per_kwh,
        unit="",
        places=1,
        sources=index.source_ids["ember"],
        rule="carbon intensity of electricity in the grid year, lifecycle, g CO2e per kWh",
    )


def emitted(area: GridArea, index: Index) -> Figure:
    """Kg CO2e per billion output tokens, from exact values."""
    energy = index.reference.wh_per_million_output_tokens
    return Figure(
        quotient(product(energy, area.gco2e_per_kwh), GRAMS_PER_KG),
        unit="",
        places=1,
        sources=(*index.source_ids["ml-energy"], *index.source_ids["ember"]),
        rule="exact Wh/M of the reference row x g CO2e per kWh / 1000",
    )
