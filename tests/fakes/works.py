"""Releases as the world cites them; every name is invented."""

from packager.domain.citation import Citation, Creator, Publisher, Reference, Work
from packager.domain.package import License
from packager.domain.release import Identity
from packager.domain.snapshot import Source

TERMS = License("CC-BY-4.0", "https://creativecommons.org/licenses/by/4.0/", "Attribution 4.0")
RAIN = Creator("Rain Watch", website="https://rain.example/", email="hello@rain.example")
ADA = Creator("Sørensen, Ada-Lin B.", "Personal", family_name="Sørensen", given_name="Ada-Lin B.")
PAPER = Reference(
    title="On Rain",
    creators=(ADA,),
    year="2025",
    related_identifier="arXiv:2501.00001",
    related_identifier_type="arXiv",
    where="Proceedings of Weather",
)
NAMED = Identity("2026-11-30", "10.5281/zenodo.2", "10.5281/zenodo.1")
IDENTITIES = (
    NAMED,
    Identity("2026-11-30", concept_doi="10.5281/zenodo.1"),
    Identity("2026-01-05"),
    Identity("2026-11-30.1", "10.5281/zenodo.3", "10.5281/zenodo.1"),
)
"""With both DOIs, with that of the series alone, with none, and a second release of a day."""


def work(
    identity: Identity = NAMED,
    *,
    creators: tuple[Creator, ...] = (RAIN,),
    title: str = "Rain: fall per day",
    publisher: str = "Rain Ltd",
    keywords: tuple[str, ...] = ("rain", "weather"),
    previous_doi: str = "",
    notices: tuple[str, ...] = (),
) -> Work:
    """A release of a data set about rain."""
    citation = Citation(
        title=title,
        abstract="How much rain falls, day by day.",
        creators=creators,
        license="CC-BY-4.0",
        keywords=keywords,
        url="https://rain.example/",
        document={},
        publisher=Publisher(publisher, address="Wet Street", country="IE"),
        references=(PAPER,),
        repository_code="https://code.example/rain",
    )
    return Work(
        citation=citation,
        identity=identity,
        rights=TERMS,
        sources=(source("gauges", redistributed=True), source("stars", redistributed=False)),
        repository=f"https://hub.example/rain/tree/{identity.version}",
        previous_doi=previous_doi,
        notices=notices,
    )


def source(name: str, *, redistributed: bool) -> Source:
    """A source of that data set."""
    return Source(
        id=name,
        title=f"The {name}",
        publisher="An office",
        version="1",
        vintage="2026-10",
        retrieved="2026-10-02",
        rights="CC0-1.0",
        citation=f"Office, The {name}, 2026",
        url=f"https://office.example/{name}",
        redistributed=redistributed,
    )
