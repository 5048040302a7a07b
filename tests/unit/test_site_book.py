"""figures.json of the site: every figure once, under a name that means one number."""

import json
from decimal import Decimal
from pathlib import Path

import pytest

from packager.assemble.site_book import SiteBook, known_figures
from packager.domain.errors import ProseError
from packager.domain.values import Figure

HALF = Figure(Decimal("0.25"), " Wh", 1, ("src",), "a rule")
OTHER = Figure(Decimal("0.75"), " Wh", 1, ("src",), "a rule")


def rows(place: Path) -> list[dict[str, object]]:
    book: dict[str, list[dict[str, object]]] = json.loads(place.read_text("utf-8"))
    return book["figures"]


def test_each_figure_says_its_text_its_exact_value_and_its_page(tmp_path: Path) -> None:
    place = tmp_path / "figures.json"
    with SiteBook(place, "2026-11-30", {}) as book:
        book.add("a/index.md", {"a/x": HALF}, is_own=True)
        book.add("index.md", {"x": HALF}, is_own=False)
        book.add("b/index.md", {"x": HALF}, is_own=False)

    assert json.loads(place.read_text("utf-8"))["version"] == "2026-11-30"
    assert [(row["name"], row["printed_in"]) for row in rows(place)] == [
        ("a/x", ["a/index.md"]),
        ("x", ["index.md", "b/index.md"]),
    ]
    assert rows(place)[0] == {
        "name": "a/x",
        "text": "0.3 Wh",
        "value": 0.25,
        "unit": "Wh",
        "places": 1,
        "sources": ["src"],
        "rule": "a rule",
        "printed_in": ["a/index.md"],
    }
    assert book.count == 2


def test_a_name_that_two_pages_give_to_two_numbers_is_refused(tmp_path: Path) -> None:
    with SiteBook(tmp_path / "figures.json", "1", {}) as book:
        book.add("index.md", {"x": HALF}, is_own=False)
        said = r"x is 0\.3 Wh in index\.md and 0\.8 Wh in b/index\.md"
        with pytest.raises(ProseError, match=said):
            book.add("b/index.md", {"x": OTHER}, is_own=False)


@pytest.mark.parametrize("known", [("0.3 Wh", "0.26"), ("0.25 Wh", "0.25")])
def test_a_name_of_the_release_means_the_number_of_the_release(
    tmp_path: Path, known: tuple[str, str]
) -> None:
    with (
        pytest.raises(ProseError, match=r"in the release's own figures\.json"),
        SiteBook(tmp_path / "figures.json", "1", {"x": known}) as book,
    ):
        book.add("index.md", {"x": HALF}, is_own=False)


def test_the_figures_of_a_release_are_read_with_every_digit(tmp_path: Path) -> None:
    place = tmp_path / "figures.json"
    place.write_text(
        '{"figures": [{"name": "x", "text": "0.3", "value": 0.2500000000000000000000000001}]}'
    )

    assert known_figures(place) == {"x": ("0.3", "0.2500000000000000000000000001")}
