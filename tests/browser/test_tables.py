"""Tables that a reader sorts and filters, and that are whole without a script."""

import csv
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page

from tests.browser.conftest import ROOT

pytestmark = pytest.mark.browser

VERSION = max(one.name for one in (ROOT / "releases").iterdir() if (one / "tree").is_dir())
PUBLISHED = ROOT / "releases" / VERSION / "tree" / "index.csv"


@pytest.fixture(scope="session")
def published() -> list[dict[str, str]]:
    """Rows of the index as the release has them, read by the standard library."""
    with PUBLISHED.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture
def page(browser: Browser, served: str, site: Path) -> Page:
    assert (site / "index" / "index.html").is_file()
    context = browser.new_context()
    context.set_default_timeout(10_000)
    page = context.new_page()
    page.goto(f"{served}index/")
    return page


def column(page: Page, name: str) -> list[float]:
    """Values of a column, top down, of the rows that are seen."""
    script = """([table, name]) => {
        const at = [...table.tHead.rows[0].cells].findIndex(one => one.textContent.trim() === name);
        return [...table.tBodies[0].rows].filter(row => !row.hidden)
            .map(row => row.cells[at].textContent);
    }"""
    texts = page.evaluate(script, [table_of(page).element_handle(), name])
    return [float(one.replace(",", "").replace("\N{THIN SPACE}", "")) for one in texts]


def table_of(page: Page) -> Locator:
    return page.locator("main table").first


def head(page: Page, name: str) -> Locator:
    return table_of(page).get_by_role("button", name=name, exact=True)


def test_a_click_on_a_heading_sorts_and_a_second_one_turns_the_order(page: Page) -> None:
    before = column(page, "Wh/M")
    assert before == sorted(before)
    head(page, "Cards").click()
    assert column(page, "Cards") == sorted(column(page, "Cards"))
    head(page, "Wh/M").click()
    assert column(page, "Wh/M") == sorted(before)
    head(page, "Wh/M").click()
    assert column(page, "Wh/M") == sorted(before, reverse=True)
    sorts = "[...document.querySelectorAll('th[aria-sort]')].map(one => one.ariaSort)"
    assert page.evaluate(sorts) == ["descending"]


def test_the_keyboard_sorts_too(page: Page) -> None:
    head(page, "Wh/M").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    assert column(page, "Wh/M") == sorted(column(page, "Wh/M"), reverse=True)


def test_the_filter_leaves_the_rows_of_one_gpu(page: Page, published: list[dict[str, str]]) -> None:
    gpus = sorted({row["gpu"] for row in published})
    select = page.get_by_role("combobox", name="GPU")
    for gpu in gpus:
        select.select_option(gpu)
        wanted = sum(row["gpu"] == gpu for row in published)
        assert table_of(page).locator("tbody tr:visible").count() == wanted
        assert page.get_by_role("status").inner_text() == f"{wanted} of {len(published)} rows"
    select.select_option("")
    assert table_of(page).locator("tbody tr:visible").count() == len(published)


def test_without_a_script_every_row_is_there(
    browser: Browser, served: str, published: list[dict[str, str]]
) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(f"{served}index/")
    assert table_of(page).locator("tbody tr:visible").count() == len(published)
    assert page.get_by_role("button").count() == 0
