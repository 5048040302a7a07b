"""What a page says of itself to machines: JSON-LD in the words of schema.org."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from packager.assemble.standards.data_package import filled
from packager.card.site_text import Text
from packager.domain.citation import Work, doi_url
from packager.domain.page import Link, SitePage

KINDS = {
    "csv": "text/csv",
    "json": "application/json",
    "parquet": "application/vnd.apache.parquet",
}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page is: the site's address, "" for none, and the page's own folder."""

    site: str
    address: str

    def of(self, path: str) -> str:
        """An address below the root of the site; without one, from that root."""
        return f"{self.site or '/'}{path}"

    @property
    def own(self) -> str:
        """The page's address."""
        is_folder = self.address and not self.address.endswith(".html")
        return self.of(f"{self.address}/" if is_folder else self.address)


def claims(page: SitePage, text: Text, work: Work, place: Place) -> dict[str, object]:
    """The graph of one page: where it stands, the data set it shows, what it answers."""
    graph = [breadcrumbs(page, place), dataset(page, work, place)]
    if text.questions:
        graph.append(answers(text.questions, place))
    return {"@context": "https://schema.org", "@graph": graph}


def breadcrumbs(page: SitePage, place: Place) -> dict[str, object]:
    """The way from the home page."""
    above = (Link("Home", "/"), *page.trail)
    steps = [(one.text, place.of(one.to[1:])) for one in above if page.address]
    return {
        "@type": "BreadcrumbList",
        "itemListElement": [
            {"@type": "ListItem", "position": at, "name": name, "item": item}
            for at, (name, item) in enumerate([*steps, (page.label, place.own)], 1)
        ],
    }


def dataset(page: SitePage, work: Work, place: Place) -> dict[str, object]:
    """The release, and the documents of it that the page shows."""
    citation, identity = work.citation, work.identity
    publisher = {
        "@type": "Organization",
        "name": citation.publisher.name,
        "url": citation.publisher.website,
    }
    return filled(
        {
            "@type": "Dataset",
            "@id": place.of(f"api/v1/releases/{identity.version}/"),
            "name": citation.title,
            "description": " ".join(citation.abstract.split()),
            "url": place.of(""),
            "version": identity.version,
            "datePublished": identity.date,
            "license": work.rights.path,
            "identifier": doi_url(identity.doi) if identity.doi else None,
            "isAccessibleForFree": True,
            "keywords": list(citation.keywords),
            "creator": [
                filled(
                    {
                        "@type": "Person" if one.family_name else "Organization",
                        "name": one.name,
                        "url": one.website,
                    }
                )
                for one in citation.creators
            ],
            "publisher": filled(publisher),
            "distribution": list(downloads(page.data, identity.version, place)),
        }
    )


def downloads(data: Sequence[str], version: str, place: Place) -> Iterator[dict[str, object]]:
    """Files of the frozen release."""
    for path in data:
        yield {
            "@type": "DataDownload",
            "name": path,
            "encodingFormat": KINDS[path.rpartition(".")[2]],
            "contentUrl": place.of(f"api/v1/releases/{version}/{path}"),
        }


def answers(questions: Sequence[tuple[str, str]], place: Place) -> dict[str, object]:
    """Questions with their answers, word for word those of the page."""
    return {
        "@type": "FAQPage",
        "@id": f"{place.own}#questions",
        "mainEntity": [
            {
                "@type": "Question",
                "name": asked,
                "acceptedAnswer": {"@type": "Answer", "text": said},
            }
            for asked, said in questions
        ],
    }
