"""Who made it and under which terms, as DataCite says it."""

from dataclasses import dataclass

from packager.domain.package import License
from packager.domain.release import Identity
from packager.domain.snapshot import Source


@dataclass(frozen=True, slots=True)
class Creator:
    """A person or an organisation that made the data.

    Attributes:
        name: as it is printed; of a person, the family name, a comma, the given names.
        name_type: "Organizational" or "Personal".
        family_name: of a person.
        given_name: of a person.
        affiliation: where a person works.
        email: for questions.
        website: its own page.
    """

    name: str
    name_type: str = "Organizational"
    affiliation: str = ""
    email: str = ""
    website: str = ""
    family_name: str = ""
    given_name: str = ""


@dataclass(frozen=True, slots=True)
class Publisher:
    """The legal person that makes the data public and answers for it."""

    name: str
    alias: str = ""
    address: str = ""
    country: str = ""
    email: str = ""
    website: str = ""


@dataclass(frozen=True, slots=True)
class Reference:
    """A work that the data set cites.

    Attributes:
        title: its title.
        creators: who wrote it.
        year: of publication, "" where unknown.
        related_identifier: DOI, arXiv number or address; "" where it has none.
        related_identifier_type: "DOI", "arXiv" or "URL".
        where: the periodical or conference.
    """

    title: str
    creators: tuple[Creator, ...]
    year: str = ""
    related_identifier: str = ""
    related_identifier_type: str = ""
    where: str = ""


@dataclass(frozen=True, slots=True)
class Citation:
    """The hand-kept part of a citation: who, what, under which terms.

    Attributes:
        title: title of the data set.
        abstract: what it is, a few sentences.
        creators: who is credited.
        license: SPDX id of data and text.
        keywords: subjects.
        url: canonical page.
        document: the whole of CITATION.cff as read, for the writer of that standard.
        publisher: who makes it public.
        references: works it cites.
        repository_code: address of the source that compiles it, "" for none.
    """

    title: str
    abstract: str
    creators: tuple[Creator, ...]
    license: str
    keywords: tuple[str, ...]
    url: str
    document: dict[str, object]
    publisher: Publisher
    references: tuple[Reference, ...] = ()
    repository_code: str = ""


@dataclass(frozen=True, slots=True)
class Work:
    """One release as the world cites it: the model that every standard is written from.

    Attributes:
        citation: who, what, under which terms.
        identity: version, date, DOIs.
        rights: the terms with their address.
        sources: the sources ledger.
        repository: where the files of this very version lie for all, such as the tag on the Hub;
            "" for nowhere.
        previous_doi: DOI of the version before this one, "" for none.
        notices: what was said of it since it was sealed, a sentence each.
    """

    citation: Citation
    identity: Identity
    rights: License
    sources: tuple[Source, ...] = ()
    repository: str = ""
    previous_doi: str = ""
    notices: tuple[str, ...] = ()

    @property
    def url(self) -> str:
        """Where a reader of a citation is sent: the version DOI, else the canonical page."""
        return doi_url(self.identity.doi) if self.identity.doi else self.citation.url


def doi_url(doi: str) -> str:
    """The address that resolves a DOI."""
    return f"https://doi.org/{doi}"
