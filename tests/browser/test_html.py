"""HTML by two checkers that know nothing of us, and the links in it."""

import json
import subprocess
import warnings
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import html5lib
import pytest

from tests.browser.conftest import file_of

pytestmark = pytest.mark.browser

ELSEWHERE = ("http:", "https:", "mailto:")


class Reader(HTMLParser):
    """Addresses that a page names, and the ids that can be named in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        canonical = tag == "link" and given.get("rel") == "canonical"
        self.links += [
            given[key] or "" for key in ("href", "src") if key in given and not canonical
        ]
        self.ids += [given["id"] or ""] if "id" in given else []


@pytest.fixture(scope="session")
def read(site: Path, pages: list[Path]) -> dict[str, Reader]:
    return {one.relative_to(site).as_posix(): Reader(one.read_text("utf-8")) for one in pages}


def test_the_checker_of_the_standard_s_authors_finds_no_fault(
    site: Path, kinds: list[str], checker: list[str]
) -> None:
    places = [str(file_of(site, one)) for one in kinds]
    command = [*checker, "--format", "json", "--exit-zero-always", *places]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    found = json.loads(done.stderr)["messages"]
    assert [(one["url"].rpartition(site.name)[2], one["message"]) for one in found] == []


def test_a_strict_parser_reads_every_kind_of_page(site: Path, kinds: list[str]) -> None:
    parser = html5lib.HTMLParser(strict=True)
    for one in kinds:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of the parser about itself
            tree = parser.parse(file_of(site, one).read_text("utf-8"))
        assert tree.find(".//{*}main/{*}h1") is not None, one


def test_every_link_within_the_site_leads_to_a_file_and_a_place_in_it(
    site: Path, read: dict[str, Reader]
) -> None:
    lost = []
    for path, reader in read.items():
        for link in reader.links:
            if link.startswith(ELSEWHERE) or not link:
                continue
            to = urlsplit(urljoin(f"http://site/{path}", link))
            target = unquote(to.path[1:])
            target += "index.html" if target.endswith("/") or not target else ""
            if not (site / target).is_file():
                lost.append(f"{path}: {link}")
            elif to.fragment and to.fragment not in read[target].ids:
                lost.append(f"{path}: {link} names no place")
    assert lost == []


def test_no_page_names_one_place_twice(read: dict[str, Reader]) -> None:
    twice = {path: one.ids for path, one in read.items() if len(set(one.ids)) != len(one.ids)}
    assert twice == {}


def test_every_page_is_reached_from_the_home_page_by_links(read: dict[str, Reader]) -> None:
    seen, wanted = set[str](), ["index.html"]
    while wanted:
        path = wanted.pop()
        if path in seen:
            continue
        seen.add(path)
        inside = (one for one in read[path].links if not one.startswith(ELSEWHERE))
        for link in inside:
            target = unquote(urlsplit(urljoin(f"http://site/{path}", link)).path[1:])
            target += "index.html" if target.endswith("/") or not target else ""
            if target in read:
                wanted.append(target)
    assert sorted(set(read) - seen) == ["404.html"]


def test_the_markdown_beside_each_page_has_its_title_and_its_links_lead_somewhere(
    site: Path, pages: list[Path]
) -> None:
    for one in pages:
        text = one.with_suffix(".md").read_text("utf-8")
        assert text.lstrip().startswith(("# ", "> ")), one
        assert "\n\n\n" not in text, one
