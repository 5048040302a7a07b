"""A grid page prices every row, and is right for one area, for a zero, and without the world."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest

from packager.card.site_text import Text
from packager.domain.page import SitePage
from packager.green_tokens.index import Index
from packager.green_tokens.pages.grids import grid_pages
from packager.green_tokens.rows import GridArea
from tests.fakes.paged import DENSE, TWICE, WORLD, index_of, material_of, measured, typesetter

LOW = GridArea("Lowland", "LOW", 2024, Decimal(125))
HIGH = GridArea("High | Land", "HIG", 2024, Decimal(1000))
ROWS = (measured(DENSE, "0.36"), measured(TWICE, "0.72", tokens="250"))


def with_areas(*areas: GridArea) -> Index:
    index = index_of(*ROWS)
    return replace(index, areas=areas, settings=replace(index.settings, reference_model=DENSE.slug))


def text_of(index: Index, address: str) -> Text:
    return typesetter().text(page_of(index, address))


def page_of(index: Index, address: str) -> SitePage:
    return next(one for one in grid_pages(material_of(index)) if one.address == address)


def prose(text: Text) -> str:
    return " ".join(text.piece.markdown.split())


def test_a_row_is_priced_by_hand_arithmetic() -> None:
    # 0.36 J a token is 100 kWh a billion; at 125 g a kWh that is 12.5 kg. An answer of
    # 500 tokens takes 0.05 Wh, so 6.25 mg.
    printed = text_of(with_areas(WORLD, LOW), "grids/low").piece.printed

    row = "grids/low/rows/lab-2-8b/H100"
    assert str(printed[f"{row}/kg CO2e per billion tokens"]) == "12.5"
    assert str(printed[f"{row}/g CO2e per answer"]) == "0.0063"
    assert printed[f"{row}/g CO2e per answer"].exact == "0.00625"
    assert Fraction(printed["grids/low/world/ratio"].value) == Fraction(125, 500)


@pytest.mark.parametrize(
    ("intensity", "said"),
    [
        ("125", "That is 0.25× the average of the world (500 g CO2e per kWh), so it is below it."),
        ("1000", "That is 2× the average of the world (500 g CO2e per kWh), so it is above it."),
        ("500", "That is the same as the average of the world."),
    ],
)
def test_an_area_is_placed_beside_the_world(intensity: str, said: str) -> None:
    area = replace(LOW, gco2e_per_kwh=Decimal(intensity))

    assert said in prose(text_of(with_areas(WORLD, area), "grids/low"))


def test_an_area_without_emissions_emits_nothing_and_has_no_lowest_row() -> None:
    text = prose(text_of(with_areas(WORLD, replace(LOW, gco2e_per_kwh=Decimal(0))), "grids/low"))

    assert "a billion output tokens emits nothing there" in text
    assert "emits from" not in text


def test_without_the_world_nothing_is_said_of_it() -> None:
    text = prose(text_of(with_areas(LOW, HIGH), "grids/low"))

    assert "the world" not in text.partition("## Every row")[0]
    assert "Among 2 areas with a figure for the year" in text
    assert "counted from the lowest intensity, it is number 1." in text


def test_the_world_is_no_area_among_others() -> None:
    text = prose(text_of(with_areas(WORLD, LOW), "grids/world"))

    assert "the world's electricity had an average carbon intensity of 500 g CO2e per kWh" in text
    assert "it is number" not in text


def test_without_a_row_an_area_still_has_its_intensity() -> None:
    text = prose(text_of(replace(with_areas(WORLD, LOW), rows=()), "grids/low"))

    assert "125 g CO2e per kWh. The index has no row to price with it." in text
    assert "How much does one answer emit" not in text


@pytest.mark.parametrize(
    ("areas", "said"),
    [
        ((WORLD,), "This release has no carbon intensity for any single area in 2024."),
        ((WORLD, LOW), "Lowland is the only area with a carbon intensity"),
        (
            (WORLD, LOW, HIGH),
            "(Lowland) to 1000 g CO2e per kWh (High \\| Land) over 2 areas",
        ),
    ],
)
def test_the_list_speaks_of_as_many_areas_as_there_are(
    areas: tuple[GridArea, ...], said: str
) -> None:
    assert said in prose(text_of(with_areas(*areas), "grids"))
