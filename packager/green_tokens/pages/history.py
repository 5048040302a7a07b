"""What changed, and every release there has been."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from packager.domain.change import Change
from packager.domain.page import Link, PageTable, SitePage
from packager.domain.recipe import Shown, SiteMaterial
from packager.domain.values import Figure, count
from packager.green_tokens.pages.release import (
    FOLDER,
    LABEL,
    SAID,
    address_of,
    doi_link,
    release_page,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeEntry:
    """One entry of the change record."""

    key: str
    date: str
    release: Link
    kind: str
    summary: str
    reason: str
    source_version: str
    documents: Figure
    has_documents: bool
    moved: Figure
    has_moved: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangesFigures:
    """What the change record prints."""

    version: str
    entries: tuple[ChangeEntry, ...]
    total: Figure


def changes_page(site: SiteMaterial) -> SitePage:
    material = site.material
    known = {one.identity.version for one in site.releases}
    return SitePage(
        address="changes",
        template="changes.md.j2",
        label="Changes",
        data=("changes.json",),
        figures=ChangesFigures(
            version=material.identity.version,
            entries=tuple(entries(material.changes, known)),
            total=count(len(material.changes), "entries of the change record"),
        ),
    )


def entries(changes: Sequence[Change], known: set[str]) -> Iterator[ChangeEntry]:
    """The change record, newest first; a key keeps its number when the record grows."""
    for at, one in zip(range(len(changes), 0, -1), changes, strict=True):
        to = f"/{address_of(one.version)}/" if one.version in known else ""
        yield ChangeEntry(
            key=f"{one.version}/{at}",
            date=one.date,
            release=Link(one.version, to),
            kind=one.kind,
            summary=one.summary,
            reason=one.reason,
            source_version=one.source_version,
            documents=count(len(one.documents), "documents whose content changed"),
            has_documents=bool(one.documents),
            moved=count(len(one.figures), "printed figures that moved"),
            has_moved=bool(one.figures),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseListFigures:
    """What the list of releases prints."""

    version: str
    is_single: bool
    releases: Figure
    newest: Link
    listed: PageTable


def release_pages(site: SiteMaterial) -> Iterator[SitePage]:
    """The list, then a page for each release."""
    newest = site.releases[0].identity.version
    yield SitePage(
        address=FOLDER,
        template="releases.md.j2",
        label=LABEL,
        data=("changes.json",),
        figures=ReleaseListFigures(
            version=site.material.identity.version,
            is_single=len(site.releases) == 1,
            releases=count(len(site.releases), "sealed releases"),
            newest=Link(newest, f"/{address_of(newest)}/"),
            listed=listed(site.releases),
        ),
    )
    for at, one in enumerate(site.releases):
        older = next(iter(site.releases[at + 1 :]), None)
        yield release_page(one, older, site)


def listed(releases: Sequence[Shown]) -> PageTable:
    """Every release, newest first."""
    return PageTable(
        caption="Every sealed release, newest first",
        columns=("Release", "Date", "DOI", "Said of it since"),
        keys=tuple(one.identity.version for one in releases),
        rows=tuple(
            (
                Link(one.identity.version, f"/{address_of(one.identity.version)}/"),
                one.identity.date,
                doi_link(one.identity.doi),
                ", ".join(dict.fromkeys(SAID[said.kind] for said in one.notices)) or None,
            )
            for one in releases
        ),
    )
