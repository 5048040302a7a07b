"""What stands round every page: notices above it, citation and sources below, and the layout."""

import base64
import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from packager.assemble.site_claims import Place, claims
from packager.assemble.standards.bibliography import apa
from packager.card.prose import page_template
from packager.card.site_text import Piece, Text, Typesetter
from packager.domain.answer import Notice
from packager.domain.citation import Work, doi_url
from packager.domain.page import Link, SitePage
from packager.domain.snapshot import Source

FOLDER = "site"
LAYOUT, START, END = "layout.html.j2", "start.md.j2", "end.md.j2"
STYLE, SCRIPT = "style.css", "tables.js"
Read = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class StartFigures:
    """What is said above a page: nothing, as a rule."""

    version: str
    withdrawn: str
    superseded: str
    errata: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SourceLine:
    """One source of the figures of a page."""

    link: Link
    publisher: str
    version: str
    retrieved: str
    rights: str


@dataclass(frozen=True, slots=True)
class EndFigures:
    """What is said below every page."""

    version: str
    doi: Link | None
    title: str
    address: str
    reference: str
    sources: tuple[SourceLine, ...]
    data: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Asset:
    """A file that every page needs; its name changes with its content."""

    path: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Finished:
    """A page as its two files."""

    markdown: str
    html: str


def asset_of(name: str, text: str) -> Asset:
    """The digest in the name lets a browser keep the file for ever."""
    content = text.encode()
    digest = base64.b32encode(hashlib.sha256(content).digest()).decode().lower()[:10]
    stem, _, suffix = name.rpartition(".")
    return Asset(f"{stem}.{digest}.{suffix}", content)


class Frame:
    """Puts pages into what stands round them.

    Args:
        read: a text of the prose by its name.
        typesetter: fills templates of the prose.
        work: the release as it is cited.
        sources: the sources ledger of the release.
        notices: what was said of the release after it was sealed.
        site: address of the site, "" for none.
        name: of the index.
    """

    def __init__(  # noqa: PLR0913  # each is a fact of its own, and none has a default
        self,
        *,
        read: Read,
        typesetter: Typesetter,
        work: Work,
        sources: Sequence[Source],
        notices: Sequence[Notice],
        site: str,
        name: str,
    ) -> None:
        self._typesetter, self._work, self._site, self._name = typesetter, work, site, name
        self._sources = {one.id: one for one in sources}
        self._start = start_figures(work.identity.version, notices)
        self._layout = page_template(read(LAYOUT), where=LAYOUT)
        self._style, self._script = asset_of(STYLE, read(STYLE)), asset_of(SCRIPT, read(SCRIPT))
        self._reference = apa(work)

    @property
    def assets(self) -> tuple[Asset, Asset]:
        """Files that every page needs."""
        return self._style, self._script

    def finished(self, page: SitePage, text: Text) -> Finished:
        """A page with all that stands round it."""
        root, place = self._typesetter.root_of(page.address), Place(self._site, page.address)
        start = self._typesetter.piece(START, self._start, root)
        end = self._typesetter.piece(END, self._end(page, text, place), root)
        html = self._layout.fill(
            {
                "name": self._name,
                "title": text.title,
                "lead": text.lead,
                "start": start.html,
                "body": text.piece.html,
                "end": end.html,
                "root": root,
                "address": page.address,
                "trail": [(one.text, root + one.to[1:]) for one in page.trail],
                "label": page.label,
                "canonical": place.own if self._site else "",
                "is_file": page.address.endswith(".html"),
                "style": root + self._style.path,
                "script": root + self._script.path,
                "version": self._work.identity.version,
                "claims": script_safe(claims(page, text, self._work, place)),
            }
        )
        return Finished(joined(start, text.piece, end), html)

    def _end(self, page: SitePage, text: Text, place: Place) -> EndFigures:
        identity = self._work.identity
        used = {one for figure in text.piece.printed.values() for one in figure.sources}
        return EndFigures(
            version=identity.version,
            doi=Link(doi_url(identity.doi), doi_url(identity.doi)) if identity.doi else None,
            title=text.title,
            address=place.own,
            reference=self._reference,
            sources=tuple(source_line(one) for key, one in self._sources.items() if key in used),
            data=tuple(
                Link(path, f"/api/v1/releases/{identity.version}/{path}") for path in page.data
            ),
        )


def start_figures(version: str, notices: Sequence[Notice]) -> StartFigures:
    """What a reader must know before anything else; of several withdrawals the last one."""
    said: Mapping[str, list[str]] = {"withdraw": [], "supersede": [], "erratum": []}
    for one in notices:
        said[one.kind].append(one.note)
    return StartFigures(
        version=version,
        withdrawn=" ".join(said["withdraw"][-1:]),
        superseded=" ".join(said["supersede"][-1:]),
        errata=tuple(said["erratum"]),
    )


def source_line(one: Source) -> SourceLine:
    """A source as a page names it."""
    return SourceLine(
        Link(one.title, one.url), one.publisher, one.version, one.retrieved, one.rights
    )


def joined(start: Piece, body: Piece, end: Piece) -> str:
    """Markdown of a whole page, one blank line between its parts."""
    parts = (one.markdown.strip("\n") for one in (start, body, end))
    return squeezed("\n\n".join(one for one in parts if one)) + "\n"


def squeezed(text: str) -> str:
    """No more than one blank line anywhere: branches leave several."""
    lines: list[str] = []
    for line in text.split("\n"):
        if line.strip() or (lines and lines[-1]):
            lines.append(line.rstrip())
    return "\n".join(lines)


def script_safe(value: object) -> str:
    """JSON that cannot end the element it stands in."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
