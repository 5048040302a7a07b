"""Pages in a real browser: whoever reads them, on whatever screen, light or dark."""

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

pytestmark = pytest.mark.browser

WIDE, NARROW = ViewportSize(width=1280, height=900), ViewportSize(width=360, height=740)
CONTRAST = "color-contrast"


@pytest.fixture
def page(browser: Browser) -> Page:
    context = browser.new_context(viewport=WIDE)
    context.set_default_timeout(10_000)
    return context.new_page()


def faults_of(page: Page, options: dict[str, object]) -> list[str]:
    """What axe finds, a rule and its place a line."""
    asked = {**options, "resultTypes": ["violations"]}
    found = page.evaluate("async asked => (await axe.run(asked)).violations", asked)
    return [
        f"{rule['id']}: {node['target']} {node['failureSummary']}"
        for rule in found
        for node in rule["nodes"][:3]
    ]


def test_every_kind_of_page_is_accessible_light_and_dark_wide_and_narrow(
    page: Page, served: str, kinds: list[str], reports: list[str], axe: str
) -> None:
    everything: dict[str, object] = {}
    contrast: dict[str, object] = {"runOnly": [CONTRAST]}
    without: dict[str, object] = {"rules": {CONTRAST: {"enabled": False}}}
    faults = {}
    for address in (*kinds, *reports[-1:]):
        page.set_viewport_size(WIDE)
        page.emulate_media(color_scheme="light")
        page.goto(served + address)
        page.evaluate(axe)
        faults[address] = faults_of(page, everything)
        page.emulate_media(color_scheme="dark")
        faults[address] += faults_of(page, contrast)  # the one rule that colours decide
        page.set_viewport_size(NARROW)
        faults[address] += faults_of(page, without)
    assert len(faults) > len(kinds) > 10
    assert {address: found for address, found in faults.items() if found} == {}


def test_no_page_scrolls_sideways_on_a_phone(page: Page, served: str, kinds: list[str]) -> None:
    page.set_viewport_size(NARROW)
    widths = {}
    for address in kinds:
        page.goto(served + address)
        widths[address] = page.evaluate("document.documentElement.scrollWidth")
    assert widths == dict.fromkeys(kinds, NARROW["width"])


def test_no_request_leaves_the_site_and_none_fails(
    page: Page, served: str, kinds: list[str]
) -> None:
    asked: list[str] = []
    lost: list[str] = []
    said: list[str] = []
    page.on("request", lambda one: asked.append(one.url))
    page.on("response", lambda one: lost.append(one.url) if one.status >= 400 else None)
    page.on("console", lambda one: said.append(one.text) if one.type == "error" else None)
    page.on("pageerror", lambda one: said.append(str(one)))
    for address in kinds:
        page.goto(served + address, wait_until="load")
    icon = f"{served}favicon.ico"
    assert len(asked) > len(kinds)
    assert [one for one in asked if not one.startswith((served, "data:"))] == []
    assert [one for one in lost if one != icon] == []
    assert [one for one in said if "404" not in one or icon not in lost] == []


def test_the_first_stop_of_the_keyboard_leads_past_the_menu(page: Page, served: str) -> None:
    page.goto(served)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.url.endswith("#main")


def test_what_is_on_no_paper_is_not_printed(page: Page, served: str, kinds: list[str]) -> None:
    page.goto(served + next(one for one in kinds if one.startswith("compare/")))
    page.emulate_media(media="print")
    assert page.locator("header nav").is_hidden()
    assert page.locator("main table").first.is_visible()
    clipped = "[...document.querySelectorAll('.scroll')].map(e => getComputedStyle(e).overflowX)"
    assert set(page.evaluate(clipped)) == {"visible"}
