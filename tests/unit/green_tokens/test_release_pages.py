"""Releases as pages: the first, one that says the same, one that breaks, one withdrawn."""

from dataclasses import replace

from packager.card.site_text import Text
from packager.domain.answer import Notice
from packager.domain.difference import (
    Difference,
    FigureMove,
    FileDifference,
    SchemaChange,
    SoleRow,
    TableDifference,
)
from packager.domain.page import SitePage
from packager.domain.recipe import Shown, SiteMaterial
from packager.domain.release import Identity
from packager.green_tokens.pages.history import changes_page, release_pages
from tests.fakes.paged import typesetter
from tests.fakes.small_release import small_material

OLD, NEW = Identity("2026-10-19", doi="10.5281/zenodo.7"), Identity("2026-11-30")
MATERIAL = replace(small_material(), identity=NEW)
TABLE = TableDifference(
    name="grid",
    path="grid.json",
    comparison="key",
    key=("area_code",),
    old_columns=("area_code",),
    new_columns=("area_code",),
    old_rows=1,
    new_rows=3,
    added=(SoleRow(("NAM",), ("NAM",)), SoleRow(("ZAF",), ("ZAF",))),
)
LARGE = Difference(
    old="2026-10-19",
    new="2026-11-30",
    tables=(TABLE,),
    schema=(SchemaChange("grid", "column gone", "year", "integer", ""),),
    files=FileDifference(changed=("grid.json",)),
    moved_figures=tuple(FigureMove(f"areas/{at:02}", "1", "3") for at in range(41)),
)


def site(
    found: Difference, *, releases: tuple[Shown, ...] = (Shown(NEW), Shown(OLD))
) -> SiteMaterial:
    return SiteMaterial(MATERIAL, releases, lambda _, __: found)


def page_of(told: SiteMaterial, address: str) -> SitePage:
    return next(one for one in release_pages(told) if one.address == address)


def text_of(told: SiteMaterial, address: str) -> Text:
    return typesetter().text(page_of(told, address))


def prose(text: Text) -> str:
    return " ".join(text.piece.markdown.split())


def test_a_release_tells_how_it_differs_from_the_one_before() -> None:
    text = text_of(site(LARGE), "releases/2026-11-30")

    assert "| `grid` | 2 | 0 | 0 |" in text.piece.markdown
    assert "| `grid.json` | changed |" in text.piece.markdown
    assert "its schema has a breaking change" in prose(text)
    assert "| `grid.year` | column gone | `integer` | – | yes |" in text.piece.markdown


def test_of_many_moved_figures_the_page_lists_forty_and_says_so() -> None:
    text = text_of(site(LARGE), "releases/2026-11-30")

    assert "41 figures that the card prints have another text. The first 40 by name:" in prose(text)
    assert "`areas/39`" in text.piece.markdown
    assert "`areas/40`" not in text.piece.markdown


def test_the_whole_difference_lies_beside_the_page() -> None:
    ((name, content),) = page_of(site(LARGE), "releases/2026-11-30").files

    assert name == "difference.html"
    assert "areas/40" in content


def test_a_release_that_says_the_same_says_so_and_shows_no_table() -> None:
    same = Difference(old="2026-10-19", new="2026-11-30")
    text = text_of(site(same), "releases/2026-11-30")

    assert "It says the same as [2026-10-19](" in prose(text)
    assert "| Table |" not in text.piece.markdown


def test_the_first_release_has_none_before_it_and_its_doi() -> None:
    page = page_of(site(LARGE), "releases/2026-10-19")
    text = prose(typesetter().text(page))

    assert "It is the first release, so there is none before it." in text
    assert "Its DOI is [10.5281/zenodo.7](https://doi.org/10.5281/zenodo.7)." in text
    assert "The other pages of this site show release 2026-11-30." in text
    assert page.files == ()


def test_what_was_said_of_a_release_stands_on_its_page_and_in_the_list() -> None:
    withdrawn = Shown(OLD, (Notice("erratum", "A unit was wrong."), Notice("withdraw", "All is.")))
    told = site(LARGE, releases=(Shown(NEW), withdrawn))

    text = prose(text_of(told, "releases/2026-10-19"))
    assert "- **Erratum.** A unit was wrong. - **Withdrawn.** All is." in text
    assert "| erratum, withdrawn |" in text_of(told, "releases").piece.markdown


def test_a_single_release_is_no_plural() -> None:
    text = prose(text_of(site(LARGE, releases=(Shown(NEW),)), "releases"))

    assert "There is 1 release so far, [2026-11-30](" in text


def test_the_change_record_links_only_releases_that_are_here() -> None:
    text = typesetter().text(changes_page(site(LARGE, releases=(Shown(NEW),)))).piece.markdown

    assert "## [2026-11-30](../releases/2026-11-30/): Namibia is in." in text
    assert "## 2026-10-19: First release." in text
    assert "No document changed its content (0)." in text


def test_an_empty_change_record_says_so() -> None:
    told = SiteMaterial(replace(MATERIAL, changes=()), (Shown(NEW),), lambda _, __: LARGE)

    assert "The record has no entry yet." in typesetter().text(changes_page(told)).piece.markdown
