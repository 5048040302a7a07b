"""A difference in every form: whole for programs, bounded for people, harmless everywhere."""

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest

from packager.card.difference_html import difference_html
from packager.card.difference_json import difference_json
from packager.card.difference_markdown import LONGEST, difference_markdown
from packager.card.difference_text import difference_text
from packager.domain.difference import Difference
from tests.fakes.compared import Rows, compared, csv_text, package

HEAD = ("id", "value", "note")
HOSTILE = '\x1b[31m\n<script>alert(1)</script>|`@all` [x](javascript:y)"\u202e'
BASE = (HEAD, ("a", "1", "x"), ("b", "2", "y"))


def between(folder: Path, old: Rows, new: Rows, **more: object) -> Difference:
    sides = [
        package(folder / name, {"rows.csv": csv_text(rows)}, **(more if name == "new" else {}))
        for name, rows in (("old", old), ("new", new))
    ]
    return compared(*sides)


@pytest.fixture
def hostile(tmp_path: Path) -> Difference:
    new = (HEAD, ("a", "1", HOSTILE), (HOSTILE, "3", "z"))
    return between(tmp_path, BASE, new, title=HOSTILE)


@pytest.fixture
def large(tmp_path: Path) -> Difference:
    old = (HEAD, *((f"k{number:05}", "1", "x" * 50) for number in range(3000)))
    new = (HEAD, *((f"k{number:05}", "2", "y" * 50) for number in range(3000)))
    return between(tmp_path, old, new)


class Page(HTMLParser):
    """What a browser would find in a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [value or "" for name, value in attrs if name in {"src", "href"}]

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_json_has_every_row_and_says_what_it_is(large: Difference) -> None:
    told = json.loads("".join(difference_json(large)))

    (table,) = told["tables"]
    assert (told["format"], told["same"], told["breaking"]) == ("packager-diff/1", False, False)
    assert table["counts"] == {"added": 0, "gone": 0, "changed": 3000}
    assert table["changed"][0] == {
        "key": ["k00000"],
        "cells": {
            "value": {"old": "1", "new": "2"},
            "note": {"old": "x" * 50, "new": "y" * 50},
        },
    }
    assert len(table["changed"]) == 3000


def test_rows_of_one_side_stand_in_the_json_by_column(hostile: Difference) -> None:
    (table,) = json.loads("".join(difference_json(hostile)))["tables"]

    assert table["gone"] == [{"key": ["b"], "row": {"id": "b", "value": "2", "note": "y"}}]
    assert table["added"] == [{"key": [HOSTILE], "row": {"id": HOSTILE, "value": "3", "note": "z"}}]


def test_the_summary_fits_on_a_screen_and_says_how_much_it_leaves_out(large: Difference) -> None:
    lines = list(difference_text(large))

    assert len(lines) < 20
    assert "  rows  3,000 changed" in lines
    assert "  … and 2,994 rows more" in lines


def test_the_first_rows_of_one_side_are_named_by_key_and_the_rest_are_counted(
    tmp_path: Path,
) -> None:
    many = (HEAD, *((f"k{number}", "1", "x") for number in range(9)))
    found = between(tmp_path, BASE, many)

    assert (
        "\nRows of rows, by id\n  added: k0; k1; k2; k3; k4; k5; and 3 more\n  gone: a; b"
    ) in "\n".join(difference_text(found))
    text = difference_markdown(found)
    assert "### Rows of rows, added\n\n| Row | Cells |\n" in text
    assert "\n| k0 | value 1, note x |" in text
    assert "| b | value 2, note y |" in text


def test_markdown_says_where_rows_that_it_leaves_out_are(tmp_path: Path) -> None:
    many = tuple((f"k{number:02}", "1", "x") for number in range(25))

    text = difference_markdown(between(tmp_path, BASE, (*BASE, *many)))

    assert "| k19 |" in text
    assert "| k20 |" not in text
    assert "5 more rows left out here; `--json` has them" in text


def test_nothing_in_a_cell_moves_the_cursor_or_ends_a_line(hostile: Difference) -> None:
    text = "\n".join(difference_text(hostile))

    assert not any(one in text for one in "\x1b\u202e")
    assert "\\x1b[31m\\n" in text
    assert all(line.isprintable() for line in text.splitlines())


def test_markdown_is_bounded_and_says_what_it_left_out(large: Difference, tmp_path: Path) -> None:
    names = {f"member-{number}": "v" * 190 for number in range(200)}
    wide = between(tmp_path / "wide", BASE, BASE, **names)

    assert "2,980 more rows left out here" in difference_markdown(large)
    assert "160 more lines left out here" in difference_markdown(wide)
    assert len(difference_markdown(large)) < LONGEST
    assert len(difference_markdown(wide)) < LONGEST


def test_markdown_holds_no_tag_no_link_and_no_mention(hostile: Difference) -> None:
    text = difference_markdown(hostile)

    assert "<" not in text
    assert "@" not in text
    assert "](" not in text.replace("\\](", "")
    rows = [line for line in text.splitlines() if "alert" in line]
    assert rows
    assert all(line.replace("\\|", "").count("|") in {3, 4, 5} for line in rows)


def test_a_page_holds_hostile_cells_as_text(hostile: Difference) -> None:
    page = Page(difference_html(hostile))

    assert page.tags.count("script") == 1
    assert page.links == []
    assert "<script>alert(1)</script>" in page.text
    assert not any(one in page.text for one in "\x1b\u202e")
    assert "\\x1b[31m\n<script>" in page.text
    assert '(javascript:y)"\\u202e' in page.text
    assert not {"img", "iframe", "link", "a", "object"} & set(page.tags)


def test_a_page_is_whole_without_its_script(hostile: Difference) -> None:
    text = difference_html(hostile)
    page = Page(text)

    assert not {"button", "noscript"} & set(page.tags)
    assert page.tags.count("th") == text.count('<th scope="col">')
    assert "Cells of rows, changed" in page.text
    assert "white-space: nowrap" in text.partition("\nth {")[2].partition("}")[0]
    assert "overflow: auto" in text.partition(".scroll {")[2].partition("}")[0]


def test_a_page_of_very_many_rows_shows_the_first_and_counts_the_rest(large: Difference) -> None:
    page = Page(difference_html(large))

    assert page.tags.count("tr") < 4200
    assert "1,000 rows more; the JSON report has them all" in page.text
    assert "k01999" in page.text
    assert "k02000" not in page.text


def test_a_page_is_light_and_dark_and_runs_its_own_script_only(hostile: Difference) -> None:
    text = difference_html(hostile)

    assert "color-scheme: light dark" in text
    assert "default-src 'none'" in text
    assert "script-src 'sha256-" in text


def test_sides_that_say_the_same_are_said_to_in_every_form(tmp_path: Path) -> None:
    found = between(tmp_path, BASE, BASE)

    assert list(difference_text(found)) == ["old → new: the same"]
    assert difference_markdown(found) == "## old → new: the same\n"
    assert "Both say the same." in difference_html(found)
    assert json.loads("".join(difference_json(found)))["same"] is True
