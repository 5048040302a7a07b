"""The page of one release: its files, what was said of it, how it differs from the one before."""

from collections.abc import Iterator
from dataclasses import dataclass

from packager.card.difference_html import difference_html
from packager.card.difference_summary import Topic, topics
from packager.domain.difference import Difference, SchemaChange
from packager.domain.page import Cell, Code, Link, PageTable, SitePage
from packager.domain.recipe import Shown, SiteMaterial
from packager.domain.values import Figure, count

FOLDER, LABEL = "releases", "Releases"
SAID = {"withdraw": "withdrawn", "supersede": "superseded", "erratum": "erratum"}
WHOLE = "difference.html"
MOST_MOVED = 40
FILES = ("README.md", "index.csv", "manifest.json", "datapackage.json", "SHA256SUMS")


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A notice of the release."""

    key: str
    kind: str
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Differing:
    """The release against the one before it."""

    older: Link
    whole: Link
    is_same: bool
    is_breaking: bool
    has_tables: bool
    tables: PageTable
    has_schema: bool
    schema: PageTable
    has_files: bool
    changed_files: PageTable
    has_moved: bool
    moved: Figure
    is_cut: bool
    cut: Figure
    figures: PageTable


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseFigures:
    """What the page of a release prints."""

    version: str
    date: str
    doi: Link | None
    is_newest: bool
    is_shown: bool
    shown_version: str
    has_notices: bool
    notices: tuple[Said, ...]
    files: tuple[Link, ...]
    differs: Differing | None


def address_of(version: str) -> str:
    """Where the page of a release lies."""
    return f"{FOLDER}/{version}"


def release_page(one: Shown, older: Shown | None, site: SiteMaterial) -> SitePage:
    """One release, and the release before it."""
    version = one.identity.version
    found = site.difference(older.identity.version, version) if older else None
    return SitePage(
        address=address_of(version),
        template="release.md.j2",
        label=version,
        trail=(Link(LABEL, f"/{FOLDER}/"),),
        files=((WHOLE, difference_html(found)),) if found else (),
        figures=ReleaseFigures(
            version=version,
            date=one.identity.date,
            doi=doi_link(one.identity.doi),
            is_newest=one is site.releases[0],
            is_shown=version == site.material.identity.version,
            shown_version=site.material.identity.version,
            has_notices=bool(one.notices),
            notices=tuple(
                Said(key=str(at), kind=SAID[said.kind].capitalize(), note=said.note)
                for at, said in enumerate(one.notices, 1)
            ),
            files=tuple(Link(path, f"/api/v1/releases/{version}/{path}") for path in FILES),
            differs=differing(found, version, older) if found and older else None,
        ),
    )


def doi_link(doi: str) -> Link | None:
    """A DOI as an address; None for none."""
    return Link(doi, f"https://doi.org/{doi}") if doi else None


def differing(found: Difference, version: str, older: Shown) -> Differing:
    """The difference in a few tables; all of it is in a page of its own."""
    before = older.identity.version
    told, files = topics(found), tuple(file_rows(found))
    return Differing(
        older=Link(before, f"/{address_of(before)}/"),
        whole=Link("The whole difference, row by row", f"/{address_of(version)}/{WHOLE}"),
        is_same=found.is_same,
        is_breaking=found.is_breaking,
        has_tables=bool(told),
        tables=tables(told),
        has_schema=bool(found.schema),
        schema=schema(found.schema),
        has_files=bool(files),
        changed_files=PageTable(
            caption="Files with other content, without those that follow from others",
            columns=("File", "What happened"),
            keys=tuple(path for path, _ in files),
            rows=tuple((Code(path), word) for path, word in files),
        ),
        has_moved=bool(found.moved_figures),
        moved=count(len(found.moved_figures), "printed figures with another text"),
        is_cut=len(found.moved_figures) > MOST_MOVED,
        cut=count(MOST_MOVED, "figures that the page lists at most"),
        figures=moved(found),
    )


def tables(told: tuple[Topic, ...]) -> PageTable:
    """Rows that came, went and changed, table by table."""
    return PageTable(
        caption="Rows by table; files that repeat the same rows are counted once",
        columns=("Table", "Added", "Gone", "Changed"),
        keys=tuple(one.name for one in told),
        rows=tuple(
            (
                Code(one.name),
                count(len(one.table.added), "rows of the newer release only"),
                count(len(one.table.gone), "rows of the older release only"),
                count(len(one.table.changed), "rows of both with another cell"),
            )
            for one in told
        ),
    )


def schema(changes: tuple[SchemaChange, ...]) -> PageTable:
    """How the descriptions of the tables differ."""
    return PageTable(
        caption="Changes of the schema",
        columns=("Where", "What", "Before", "After", "Breaking"),
        keys=tuple(str(at) for at, _ in enumerate(changes)),
        rows=tuple(
            (
                Code(f"{one.resource}.{one.column}" if one.column else one.resource),
                one.kind,
                text(one.old),
                text(one.new),
                "yes" if one.is_breaking else "no",
            )
            for one in changes
        ),
    )


def moved(found: Difference) -> PageTable:
    """Printed figures of the card, before and after."""
    some = found.moved_figures[:MOST_MOVED]
    return PageTable(
        caption="Figures of the card that moved",
        columns=("Figure", "Before", "After"),
        keys=tuple(one.name for one in some),
        rows=tuple((Code(one.name), text(one.old), text(one.new)) for one in some),
    )


def text(value: str | None) -> Cell:
    """What a side says, letter by letter; None where it says nothing."""
    return Code(value) if value else None


def file_rows(found: Difference) -> Iterator[tuple[str, str]]:
    """Paths, and what happened to them."""
    files = found.files
    for word, paths in (("added", files.added), ("gone", files.gone), ("changed", files.changed)):
        yield from ((path, word) for path in paths)
