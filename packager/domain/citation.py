"""Who made it and under which terms, as DataCite says it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Creator:
    """A person or an organisation that made the data."""

    name: str
    name_type: str = "Organizational"
    affiliation: str = ""
    email: str = ""
    website: str = ""


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
    """

    title: str
    abstract: str
    creators: tuple[Creator, ...]
    license: str
    keywords: tuple[str, ...]
    url: str
    document: dict[str, object]
