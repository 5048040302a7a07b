"""What a document of any standard says a release is: read back, never trusted, to be compared."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from packager.domain.citation import doi_url


@dataclass(frozen=True, slots=True, kw_only=True)
class Claims:
    """Facts as one document says them; None where its standard has no place for one, "" for none.

    Attributes:
        version: version of the data.
        date: day of release.
        doi: DOI of this version.
        concept_doi: DOI of all versions.
        title: title of the data set.
        rights: SPDX id or address of the terms.
        creators: names, joined by a semicolon.
        publisher: its name.
        files: path to size in bytes and sha256.
    """

    version: str | None = None
    date: str | None = None
    doi: str | None = None
    concept_doi: str | None = None
    title: str | None = None
    rights: str | None = None
    creators: str | None = None
    publisher: str | None = None
    files: Mapping[str, tuple[str, str]] = field(default_factory=dict)


FACTS = tuple(name for name in Claims.__dataclass_fields__ if name != "files")


def found(document: object, *steps: str | int) -> object:
    """What lies at the end of a path of members and positions; None where it breaks off."""
    for step in steps:
        if isinstance(document, dict):
            document = document.get(step)
        elif isinstance(document, list) and isinstance(step, int) and step < len(document):
            document = document[step]
        else:
            return None
    return document


def word(document: object, *steps: str | int) -> str:
    """The same as text; "" where there is none."""
    value = found(document, *steps)
    return "" if value is None or isinstance(value, dict | list) else str(value)


def items(document: object, *steps: str | int) -> list[object]:
    """The same as a list; one thing alone may stand without a list."""
    value = found(document, *steps)
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def names(things: list[object], key: str = "name") -> str:
    """Names of several things in their order."""
    return "; ".join(word(one, key) for one in things)


def bare_doi(address: str) -> str:
    """A DOI without the address of its resolver."""
    return address.removeprefix(doi_url(""))
