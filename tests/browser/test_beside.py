"""What stands beside the pages: the list of figures, what robots read, how to cite."""

import json
import re
import tomllib
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.robotparser import RobotFileParser
from xml.etree import ElementTree as ET

import pytest

from tests.browser.conftest import ROOT

pytestmark = pytest.mark.browser

SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?!\w)")
QUIET = {"script", "style", "code", "title"}


class Words(HTMLParser):
    """Text of the main part of a page, without code."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.said: list[str] = []
        self._inside: list[str] = []
        self._main = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._main = self._main or tag == "main"
        if tag in QUIET:
            self._inside.append(tag)

    def handle_endtag(self, tag: str) -> None:
        self._main = self._main and tag != "main"
        if tag in QUIET and self._inside:
            self._inside.pop()
        self.said.append(" ")

    def handle_data(self, data: str) -> None:
        if self._main and not self._inside:
            self.said.append(data)


def figures_of(site: Path) -> list[dict[str, Any]]:
    book = json.loads((site / "figures.json").read_text("utf-8"))
    rows: list[dict[str, Any]] = book["figures"]
    return rows


def test_robots_may_read_everything_and_are_told_of_the_sitemap(site: Path) -> None:
    rules = RobotFileParser()
    rules.parse((site / "robots.txt").read_text("utf-8").splitlines())
    assert rules.can_fetch("*", "/compare/")
    (sitemap,) = rules.site_maps() or [""]
    assert (site / sitemap.rpartition("/")[2]).is_file()


def test_the_sitemap_is_xml_that_names_each_page_once_and_at_most_as_many_as_allowed(
    site: Path, pages: list[Path]
) -> None:
    root = ET.fromstring((site / "sitemap.xml").read_bytes())  # noqa: S314  # our own file
    named = [one.text for one in root.iter(f"{SITEMAP}loc")]
    assert len(set(named)) == len(named) == len(pages) - 1 <= 50_000


def test_every_link_of_llms_txt_leads_to_a_file(site: Path) -> None:
    told = (site / "llms.txt").read_text("utf-8")
    links = re.findall(r"^- \[[^\]]+\]\((\S+)\): ", told, re.MULTILINE)
    paths = [one.partition("://")[2].partition("/")[2] for one in links]
    assert len(paths) > 10
    assert [one for one in paths if not (site / one).is_file()] == []


def phrases(site: Path) -> list[str]:
    """Texts of others and names with digits in them, the longest first."""
    api = site / "api/v1"
    models = json.loads((api / "models.json").read_text("utf-8"))["rows"]
    manifest = json.loads((api / "manifest.json").read_text("utf-8"))
    changes = json.loads((api / "changes.json").read_text("utf-8"))["rows"]
    index = json.loads((site / "releases/index.json").read_text("utf-8"))
    settings = tomllib.loads((ROOT / "dataset_card/settings.toml").read_text("utf-8"))
    measurement = json.loads((api / "schema/measurement.schema.json").read_text("utf-8"))
    found = {
        *(row["model"] for row in models),
        *(word for row in models for word in row["model"].split()),
        *(row["gpus"] for row in models),
        *(str(row["architecture"]) for row in models),
        *texts(manifest["source_ledger"]),
        *texts(changes),
        *(one for row in index["versions"] for one in texts(row)),
        *texts(measurement),
        *texts(settings["index"]["method"]),
        *(ROOT / "dataset_card/names.txt").read_text("utf-8").split("\n"),
        str(json.loads((api / "grid.json").read_text("utf-8"))["year"]),
    }
    return sorted((one for one in found if any(map(str.isdigit, one))), key=len, reverse=True)


def texts(value: object) -> Iterator[str]:
    """Every text in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from texts(one)


def test_every_number_of_every_page_is_a_figure_of_the_site(site: Path, pages: list[Path]) -> None:
    by_place: dict[str, set[str]] = {}
    for row in figures_of(site):
        for place in row["printed_in"]:
            by_place.setdefault(place, set()).update(NUMBER.findall(row["text"]))
    known = re.compile(rf"(?<![\w.])(?:{'|'.join(map(re.escape, phrases(site)))})(?!\w|\.\d)")
    strange = {}
    for page in pages:
        own = by_place.get(page.with_suffix(".md").relative_to(site).as_posix(), set())
        said = " ".join("".join(Words(page.read_text("utf-8")).said).split())
        if left := sorted(set(NUMBER.findall(known.sub(" ", said))) - own):
            strange[page.relative_to(site).as_posix()] = left
    assert strange == {}
