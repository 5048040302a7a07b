"""The list of findings in docs/watch.md is complete, and its codes are spelled one way."""

import re
from pathlib import Path

from packager.publish.watch_codes import CODES

PAGE = Path(__file__).resolve().parents[3] / "docs" / "watch.md"
ROW = re.compile(r"^\| `([^`]+)` \| (error|warning|notice) \| (.+) \|$", re.MULTILINE)


def test_the_page_lists_every_code_with_its_severity_and_meaning() -> None:
    rows = ROW.findall(PAGE.read_text(encoding="utf-8"))

    assert rows == [(one.name, one.severity, one.means) for one in CODES.values()]


def test_every_code_names_its_host_and_says_what_it_means_and_how_to_mend_it() -> None:
    for one in CODES.values():
        assert re.fullmatch(r"(zenodo|huggingface)\.[a-z]+(-[a-z]+)*", one.name)
        assert one.means.endswith(".")
        assert one.mend
        assert not one.mend.endswith(".")
