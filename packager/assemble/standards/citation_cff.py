"""CITATION.cff: the hand-kept part, and what a release adds to it."""

from collections.abc import Iterator, Mapping, Sequence

from packager.assemble.standards.claims import Claims, items, word
from packager.domain.citation import Citation, Creator, Publisher, Reference
from packager.domain.errors import ConfigError
from packager.domain.release import Identity

MEND = (
    "complete CITATION.cff at the root of the project; see https://citation-file-format.github.io"
)
ARXIV = "arXiv:"
KINDS = {"doi": "DOI", "url": "URL"}
GENERATED = ("version", "date-released", "doi", "identifiers")


def read_citation(document: Mapping[str, object], *, where: str) -> Citation:
    """The hand-kept citation file.

    Raises:
        ConfigError: a key that a release needs is missing, or one that it writes is there.
    """
    typed = [key for key in GENERATED if key in document]
    if typed:
        raise ConfigError(
            f"{', '.join(typed)} is kept by hand",
            where=where,
            mend="take it out; a release writes it from its identity",
        )
    creators = tuple(creator(one, where=where) for one in many(document, "authors", where=where))
    return Citation(
        title=text(document, "title", where=where),
        abstract=text(document, "abstract", where=where),
        creators=creators,
        license=text(document, "license", where=where),
        keywords=tuple(str(one) for one in many(document, "keywords", where=where)),
        url=text(document, "url", where=where),
        document=dict(document),
        publisher=publisher(document, creators),
        references=tuple(references(document, where=where)),
        repository_code=said(document, "repository-code"),
    )


def kept(document: Mapping[str, object]) -> dict[str, object]:
    """The hand-kept part of a release's own citation file, to be read again."""
    return {key: value for key, value in document.items() if key not in GENERATED}


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
    name, family = person_or_body(one), family_name(one)
    if not name:
        raise ConfigError("an author has no name", where=where, mend=MEND)
    return Creator(
        name=name,
        name_type="Personal" if family else "Organizational",
        affiliation=said(one, "affiliation"),
        email=said(one, "email"),
        website=said(one, "website"),
        family_name=family,
        given_name=said(one, "given-names"),
    )


def family_name(one: Mapping[str, object]) -> str:
    """The family name with its particle; "" of an organisation."""
    return " ".join(filter(None, (said(one, "name-particle"), said(one, "family-names"))))


def publisher(document: Mapping[str, object], creators: Sequence[Creator]) -> Publisher:
    """Who makes the data public: the first contact that is an organisation, else the creators."""
    for one in listed(document, "contact"):
        if said(one, "name"):
            return Publisher(
                name=said(one, "name"),
                alias=said(one, "alias"),
                address=", ".join(filter(None, (said(one, "address"), said(one, "city")))),
                country=said(one, "country"),
                email=said(one, "email"),
                website=said(one, "website"),
            )
    first = creators[0]
    return Publisher(first.name, email=first.email, website=first.website)


def references(document: Mapping[str, object], *, where: str) -> Iterator[Reference]:
    """Works that the data set cites."""
    for one in listed(document, "references"):
        kind, value = related_identifier(one)
        venue = one.get("conference")
        yield Reference(
            title=text(one, "title", where=f"{where}, references"),
            creators=tuple(creator(each, where=where) for each in listed(one, "authors")),
            year=said(one, "year"),
            related_identifier=value,
            related_identifier_type=kind,
            where=said(one, "journal") or (said(venue, "name") if isinstance(venue, dict) else ""),
        )


def related_identifier(one: Mapping[str, object]) -> tuple[str, str]:
    """The best identifier of a reference, with its kind in the words of DataCite."""
    if said(one, "doi"):
        return "DOI", said(one, "doi")
    for each in listed(one, "identifiers"):
        value = said(each, "value")
        if value.startswith(ARXIV):
            return "arXiv", value
        if said(each, "type") in KINDS:
            return KINDS[said(each, "type")], value
    return ("URL", said(one, "url")) if said(one, "url") else ("", "")


def listed(document: Mapping[str, object], key: str) -> list[dict[str, object]]:
    """A member that is a list of mappings; none where it is not there."""
    value = document.get(key)
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def said(members: Mapping[str, object], key: str) -> str:
    """A member as text without blanks around it; "" where it is not there."""
    value = members.get(key)
    return "" if value is None else str(value).strip()


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


def with_notices(document: Mapping[str, object], notices: Sequence[str]) -> dict[str, object]:
    """A sealed citation file whose message to readers ends with what was said since."""
    return {**document, "message": " ".join([said(document, "message"), *notices]).strip()}


def claims(document: object) -> Claims:
    """What a citation file says the release is."""
    doi = word(document, "doi")
    listed_dois = [
        word(one, "value")
        for one in items(document, "identifiers")
        if word(one, "type") == "doi" and word(one, "value") != doi
    ]
    authors = [one for one in items(document, "authors") if isinstance(one, dict)]
    bodies = [word(one, "name") for one in items(document, "contact") if word(one, "name")]
    return Claims(
        version=word(document, "version"),
        date=word(document, "date-released"),
        doi=doi,
        concept_doi=listed_dois[0] if listed_dois else "",
        title=word(document, "title"),
        rights=word(document, "license"),
        creators="; ".join(person_or_body(one) for one in authors),
        publisher=bodies[0] if bodies else None,
    )


def person_or_body(one: Mapping[str, object]) -> str:
    """A person's family name, a comma and the given names; an organisation's own name."""
    family, given = family_name(one), said(one, "given-names")
    return ", ".join(filter(None, (family, given))) if family else said(one, "name")
