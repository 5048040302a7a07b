"""What a billion output tokens of the reference row emit, grid by grid."""

from packager.card.figure_table import FigureTable
from packager.green_tokens.index import Index
from packager.green_tokens.tables.row_figures import emitted, intensity

PRICED_REFERENCE = "exact Wh/M of the reference row x g CO2e per kWh / 1000"


def carbon_by_grid(index: Index) -> FigureTable:
    """Intensity and emissions of the areas in the settings, in their order, by our titles."""
    titles = index.settings.carbon_areas
    areas = {area.area_code: area for area in index.areas}
    there = [code for code in titles if code in areas]
    return FigureTable(
        columns=("Grid", "g CO2e per kWh", "kg CO2e per billion output tokens"),
        keys=tuple(there),
        rows=tuple(
            (
                titles[code],
                intensity(areas[code], index, unit=""),
                emitted(index.reference, areas[code], index, PRICED_REFERENCE),
            )
            for code in there
        ),
    )


def missing_areas(index: Index) -> str:
    """Titles of areas in the settings that the vintage has no value for, "" when none."""
    there = {area.area_code for area in index.areas}
    titles = index.settings.carbon_areas
    return ", ".join(title for code, title in titles.items() if code not in there)
