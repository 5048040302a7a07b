"""llms.txt: the site in one text, for programs that read; the form is that of llmstxt.org."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from packager.assemble.site_claims import Place
from packager.card.escaping import escaped, link
from packager.domain.citation import Work
from packager.domain.page import Link

DATA = (
    ("api/v1/manifest.json", "what the release holds, with digests and sources"),
    ("api/v1/datapackage.json", "every table with its columns and units"),
    ("api/v1/openapi.json", "the files as a static API"),
)
MORE = (
    ("releases/index.json", "every release, with sizes, digests and records"),
    ("figures.json", "every number on every page, exact, with its rule and sources"),
    ("CITATION.cff", "how to cite the release"),
)


@dataclass(frozen=True, slots=True)
class Entry:
    """A page of the first level: what it is called, and its first paragraph."""

    address: str
    title: str
    lead: str


def llms(work: Work, site: str, entries: Sequence[Entry]) -> bytes:
    """Title, what the data set is, its chief pages as Markdown, its data.

    Args:
        work: the release on the pages.
        site: address of the site with a stroke at its end; "" for none.
        entries: pages of the first level; the pages below them are reached by their links.
    """
    place = Place(site, "")
    lines = [
        f"# {escaped(work.citation.title)}",
        "",
        f"> {escaped(' '.join(work.citation.abstract.split()))}",
        "",
        f"Release {work.identity.version}. Every page lies beside its HTML as `index.md`.",
        "",
        "## Pages",
        "",
        *(page_line(one, place) for one in entries),
        *section("Data", DATA, place),
        *section("Optional", MORE, place),
    ]
    return "".join(f"{line}\n" for line in lines).encode()


def page_line(one: Entry, place: Place) -> str:
    """One page, with its first paragraph."""
    folder = f"{one.address}/" if one.address else ""
    return f"- {link(Link(one.title, place.of(f'{folder}index.md')))}: {escaped(one.lead)}"


def section(title: str, files: Sequence[tuple[str, str]], place: Place) -> Iterator[str]:
    """Files with what is in them."""
    yield from ("", f"## {title}", "")
    for path, said in files:
        yield f"- {link(Link(path, place.of(path)))}: {said}"
