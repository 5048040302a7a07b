"""CITATION.cff: the hand-kept part, and what a release adds to it."""

from collections.abc import Mapping, Sequence

from packager.domain.citation import Citation, Creator
from packager.domain.errors import ConfigError
from packager.domain.release import Identity

MEND = (
    "complete CITATION.cff at the root of the project; see https://citation-file-format.github.io"
)
GENERATED = ("version", "date-released", "doi", "identifiers")


def read_citation(document: Mapping[str, object], *, where: str) -> Citation:
    """The hand-kept citation file.

    Raises:
        ConfigError: a key that a release needs is missing, or one that it writes is there.
    """
    kept = [key for key in GENERATED if key in document]
    if kept:
        raise ConfigError(
            f"{', '.join(kept)} is kept by hand",
            where=where,
            mend="take it out; a release writes it from its identity",
        )
    return Citation(
        title=text(document, "title", where=where),
        abstract=text(document, "abstract", where=where),
        creators=tuple(creator(one, where=where) for one in many(document, "authors", where=where)),
        license=text(document, "license", where=where),
        keywords=tuple(str(one) for one in many(document, "keywords", where=where)),
        url=text(document, "url", where=where),
        document=dict(document),
    )


def text(document: Mapping[str, object], key: str, *, where: str) -> str:
    """A member that is text."""
    value = document.get(key)
    if not isinstance(value, str) or not value.strip():
        raise ConfigError(f"no {key}", where=where, mend=MEND)
    return value.strip()


def many(document: Mapping[str, object], key: str, *, where: str) -> Sequence[object]:
    """A member that is a list with something in it."""
    value = document.get(key)
    if not isinstance(value, list) or not value:
        raise ConfigError(f"no {key}", where=where, mend=MEND)
    return value


def creator(one: object, *, where: str) -> Creator:
    """An author of the citation file: an organisation by name, a person by family name."""
    if not isinstance(one, dict):
        raise ConfigError(f"author {one!r} is no mapping", where=where, mend=MEND)
    person = str(one.get("family-names", "")).strip()
    name = f"{person}, {one.get('given-names', '')}" if person else str(one.get("name", ""))
    if not name.strip(", "):
        raise ConfigError("an author has no name", where=where, mend=MEND)
    return Creator(
        name=name.strip(),
        name_type="Personal" if person else "Organizational",
        affiliation=str(one.get("affiliation", "")),
        email=str(one.get("email", "")),
        website=str(one.get("website", "")),
    )


def citation_cff(citation: Citation, identity: Identity) -> dict[str, object]:
    """The citation file of one release: version and concept DOI are named apart."""
    document = dict(citation.document)
    document |= {"version": identity.version, "date-released": identity.date}
    if identity.doi:
        document["doi"] = identity.doi
    identifiers = [
        {"type": "doi", "value": value, "description": what}
        for value, what in (
            (identity.doi, "DOI of this version."),
            (identity.concept_doi, "DOI of all versions; it leads to the latest."),
        )
        if value
    ]
    if identifiers:
        document["identifiers"] = identifiers
    return document
