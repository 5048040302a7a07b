"""llms.txt has the form that programs expect: a title, a summary, lists of links."""

import re

import pytest

from packager.assemble.site_llms import Entry, llms
from tests.fakes.works import NAMED, work

LINE = re.compile(r"- \[[^\]]+\]\((?P<to>[^)\s]+)\): .+")
ENTRIES = (Entry("", "All of it", "Rain, by day."), Entry("days", "Days", "Of [rain](x) | snow."))


def lines(site: str) -> list[str]:
    return llms(work(NAMED), site, ENTRIES).decode().splitlines()


def test_it_begins_with_one_title_and_a_summary() -> None:
    told = lines("https://rain.example/")

    assert [one for one in told if one.startswith("# ")] == [told[0]]
    assert told[2].startswith("> ")


def test_every_line_of_a_list_is_a_link_with_what_it_leads_to() -> None:
    listed = [one for one in lines("https://rain.example/") if one.startswith("- ")]

    assert len(listed) == len(ENTRIES) + 6
    assert [one for one in listed if not LINE.fullmatch(one)] == []


@pytest.mark.parametrize("site", ["https://rain.example/", "https://rain.example/data/", ""])
def test_pages_are_named_by_their_markdown_from_the_root_of_the_site(site: str) -> None:
    told = "\n".join(lines(site))

    assert f"]({site or '/'}index.md)" in told
    assert f"]({site or '/'}days/index.md)" in told


def test_words_of_a_page_are_no_markup() -> None:
    assert "Of \\[rain\\](x) \\| snow." in "\n".join(lines(""))
