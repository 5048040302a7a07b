"""A sealed release becomes a site: pages, their Markdown, the API, what robots read."""

import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import urlsplit

from packager.assemble.build import NAMES, read_prose
from packager.assemble.site_book import SiteBook, known_figures
from packager.assemble.site_frame import FOLDER, Finished, Frame
from packager.assemble.site_llms import Entry, llms
from packager.assemble.site_robots import robots, sitemap
from packager.assemble.tree import FILE_MODE, make_folder, paths_of, write_new
from packager.card.site_text import Typesetter
from packager.domain.citation import Work
from packager.domain.page import SitePage
from packager.domain.recipe import Recipe, SiteMaterial
from packager.domain.version import Version

API, FROZEN = "api/v1", "api/v1/releases"
CITATION, FIGURES, LISTING = "CITATION.cff", "figures.json", "releases/index.json"
PACKAGE = "datapackage.json"


@dataclass(frozen=True, slots=True)
class Premises:
    """All that decides the bytes of a site.

    Attributes:
        recipe: the index.
        pages: every page of the index, one at a time.
        prose: folder of templates, settings and names.
        shown: what the pages are made from.
        work: the release on the pages, as it is cited.
        trees: by version, every sealed tree, proved.
        listing: releases/index.json, as the ledger has it.
        site: address of the site with a stroke at its end; "" for none.
    """

    recipe: Recipe
    pages: Callable[[SiteMaterial], Iterable[SitePage]]
    prose: Path
    shown: SiteMaterial
    work: Work
    trees: Mapping[Version, Path]
    listing: bytes
    site: str

    @property
    def newest(self) -> Path:
        """The tree that the pages show."""
        return self.trees[self.work.identity.version]


@dataclass(frozen=True, slots=True)
class Written:
    """What a site holds."""

    pages: int
    figures: int


def write_site(premises: Premises, root: Path, heard: Callable[[str], None]) -> Written:
    """Write a whole site into an empty folder, a page at a time.

    Args:
        premises: what decides its bytes.
        root: the folder.
        heard: is told the address of each page before it is written.

    Raises:
        PackagerError: a template, a figure or a document is wrong.
    """
    frame, typesetter = frame_of(premises)
    for one in frame.assets:
        write_new(root / one.path, one.content)
    version = premises.work.identity.version
    addresses, chief = list[str](), list[Entry]()
    with SiteBook(root / FIGURES, version, known_figures(premises.newest / FIGURES)) as book:
        for page in pages_of(premises):
            heard(page.address)
            text = typesetter.text(page)
            write_page(root, page, frame.finished(page, text))
            is_own = not page.shares_names
            book.add(files_of_page(page)[0], text.piece.printed, is_own=is_own)
            for path, figures in page.told.items():
                book.add(path, figures, is_own=is_own)
            addresses.append(page.address)
            if is_chief(page):
                chief.append(Entry(page.address, text.title, text.lead))
    for path, content in beside(premises, addresses, chief):
        write_new(root / path, content)
    copy_api(premises, root)
    return Written(len(addresses), book.count)


def frame_of(premises: Premises) -> tuple[Frame, Typesetter]:
    """What stands round every page, and who fills the templates."""

    def read(name: str) -> str:
        return read_prose(premises.prose / FOLDER, name)

    names = read_prose(premises.prose, NAMES).splitlines()
    typesetter = Typesetter(read, names, urlsplit(premises.site).path or "/")
    frame = Frame(
        read=read,
        typesetter=typesetter,
        work=premises.work,
        sources=premises.shown.material.sources,
        notices=premises.shown.of(premises.work.identity.version).notices,
        site=premises.site,
        name=premises.recipe.headline.title,
    )
    return frame, typesetter


def pages_of(premises: Premises) -> Iterator[SitePage]:
    """Every page of the index, with the documents that each of them names."""
    always = premises.recipe.headline.path, PACKAGE
    for page in premises.pages(premises.shown):
        yield replace(page, data=tuple(dict.fromkeys((*page.data, *always))))


def files_of_page(page: SitePage) -> tuple[str, str]:
    """Its Markdown and its HTML."""
    if page.address.endswith(".html"):
        return page.address.removesuffix("html") + "md", page.address
    folder = f"{page.address}/" if page.address else ""
    return f"{folder}index.md", f"{folder}index.html"


def write_page(root: Path, page: SitePage, done: Finished) -> None:
    """Both files, and what lies beside them."""
    for path, text in zip(files_of_page(page), (done.markdown, done.html), strict=True):
        write_new(root / path, text.encode())
    for name, content in page.files:
        write_new(root / page.address / name, content.encode())


def is_chief(page: SitePage) -> bool:
    """Whether a page is of the first level, or the home page."""
    return not page.address.endswith(".html") and "/" not in page.address


def beside(
    premises: Premises, addresses: Sequence[str], chief: Sequence[Entry]
) -> Iterator[tuple[str, bytes]]:
    """What is no page: for robots, for citation, for mirrors."""
    yield CITATION, (premises.newest / CITATION).read_bytes()
    yield LISTING, premises.listing
    yield "robots.txt", robots(premises.site)
    yield "llms.txt", llms(premises.work, premises.site, chief)
    if premises.site:
        yield "sitemap.xml", sitemap(premises.site, addresses, premises.work.identity.date)


def copy_api(premises: Premises, root: Path) -> None:
    """The newest tree as the API, and every tree under its version."""
    copy_files(premises.newest, root / API)
    for version, tree in premises.trees.items():
        copy_files(tree, root / FROZEN / version)


def copy_files(source: Path, place: Path) -> None:
    """A proved tree, file by file; nobody waits for the disk."""
    for path in paths_of(source):
        make_folder((place / path).parent)
        shutil.copyfile(source / path, place / path)
        (place / path).chmod(FILE_MODE)
