"""The pages for people, against the source they speak of."""

import re
from pathlib import Path

import pytest

from tests.architecture.messages import messages, said
from tests.architecture.source import ROOT, Module, modules

TROUBLES = ROOT / "docs" / "troubles.md"
LISTED = re.compile(r"^- (`+) ?(.+?) ?\1$", re.MULTILINE)
ROOMS = ("publish", "cli")
LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)")
PAGES = sorted([*ROOT.joinpath("docs").glob("*.md"), ROOT / "README.md"])


def listed() -> list[str]:
    return [text for _, text in LISTED.findall(TROUBLES.read_text(encoding="utf-8"))]


def test_every_failure_message_of_publication_and_command_line_has_its_paragraph() -> None:
    missing = messages(modules("packager"), ROOMS).keys() - set(listed())

    assert sorted(missing) == [], "list each in docs/troubles.md, under the paragraph it belongs to"


def test_no_message_is_explained_that_nobody_says_and_none_twice() -> None:
    explained = listed()

    assert sorted(set(explained) - said(modules("packager"))) == []
    assert len(explained) == len(set(explained))


def test_every_group_of_messages_has_a_paragraph_before_it() -> None:
    groups = TROUBLES.read_text(encoding="utf-8").split("\n## ")[1:]

    assert [one.partition("\n")[0] for one in groups if one.split("\n\n")[1].startswith("-")] == []
    assert [one.partition("\n")[0] for one in groups if "\n- `" not in one] == []


def test_a_message_is_read_whichever_way_it_is_made() -> None:
    source = """
class PackagerError(Exception): ...
class OneError(PackagerError): ...
OneError("plain", where="", mend="")
OneError(f"{a} of {b}", where="", mend="")
OneError("yes" if a else "no", where="", mend="")
OneError(listed(["first", *faults]), where="", mend="")
OneError(listed([f"each {a}" for a in b]), where="", mend="")
OneError(words, where="", mend="")
"""
    found = messages([Module("packager/publish/x.py", source)], ("publish",))

    assert set(found) == {"plain", "… of …", "yes", "no", "first", "each …"}


def anchors(text: str) -> set[str]:
    """As the platform makes them of headings."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", one).strip().lower().replace(" ", "-") for one in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_between_the_pages_leads_somewhere(page: Path) -> None:
    for target, anchor in LINK.findall(page.read_text(encoding="utf-8")):
        place = (page.parent / target).resolve() if target else page
        assert place.exists(), target
        if anchor:
            assert anchor in anchors(place.read_text(encoding="utf-8")), (target, anchor)
