"""RO-Crate 1.2: all that a crate points at and does not hold: people, terms, sources, papers."""

from collections.abc import Iterator
from urllib.parse import quote

from packager.assemble.standards.data_package import filled
from packager.domain.citation import Creator, Publisher, Reference, Work, doi_url
from packager.domain.snapshot import Source

PUBLISHER = "#publisher"
DOI_SYSTEM = "https://registry.identifiers.org/registry/doi"

Entity = dict[str, object]


def context(work: Work) -> Iterator[Entity]:
    """All that the release points at and does not hold."""
    citation, identity = work.citation, work.identity
    yield rights(work)
    if identity.doi:
        yield doi(identity.doi)
    if identity.concept_doi:
        yield series(work)
    for number, one in enumerate(citation.creators):
        yield creator(creator_id(number), one)
    yield publisher(citation.publisher)
    emails = [citation.publisher.email, *(one.email for one in citation.creators)]
    for email in dict.fromkeys(filter(None, emails)):
        yield contact(email)
    for source in {source_id(one): one for one in work.sources}.values():
        yield based_on(source)
    for each in cited(work):
        yield reference(each)


def rights(work: Work) -> Entity:
    """The terms."""
    return {
        "@id": work.rights.path,
        "@type": "CreativeWork",
        "name": work.rights.title,
        "description": f"The terms of the data and the texts, {work.rights.name}.",
        "identifier": work.rights.name,
    }


def doi(value: str) -> Entity:
    """The DOI of this version."""
    return {
        "@id": doi_url(value),
        "@type": "PropertyValue",
        "name": "DOI of this version",
        "propertyID": DOI_SYSTEM,
        "value": f"doi:{value}",
        "url": doi_url(value),
    }


def series(work: Work) -> Entity:
    """All versions together."""
    return {
        "@id": doi_url(work.identity.concept_doi),
        "@type": "CreativeWork",
        "name": work.citation.title,
        "description": "All versions; the address leads to the latest.",
        "url": doi_url(work.identity.concept_doi),
    }


def creator(identifier: str, one: Creator) -> Entity:
    """Who made the data."""
    return filled(
        {
            "@id": identifier,
            "@type": "Person" if one.name_type == "Personal" else "Organization",
            "name": one.name,
            "givenName": one.given_name,
            "familyName": one.family_name,
            "email": one.email,
            "contactPoint": {"@id": contact_id(one.email)} if one.email else None,
            "url": one.website,
        }
    )


def publisher(one: Publisher) -> Entity:
    """Who makes the data public."""
    return filled(
        {
            "@id": PUBLISHER,
            "@type": "Organization",
            "name": one.name,
            "alternateName": one.alias,
            "address": ", ".join(filter(None, (one.address, one.country))),
            "email": one.email,
            "contactPoint": {"@id": contact_id(one.email)} if one.email else None,
            "url": one.website,
        }
    )


def contact_id(email: str) -> str:
    return f"mailto:{quote(email, safe='@+')}"


def contact(email: str) -> Entity:
    """Where questions and corrections go."""
    return {
        "@id": contact_id(email),
        "@type": "ContactPoint",
        "name": "Questions and corrections",
        "contactType": "customer service",
        "email": email,
    }


def based_on(one: Source) -> Entity:
    """A source of the data."""
    return filled(
        {
            "@id": source_id(one),
            "@type": "CreativeWork",
            "name": one.title,
            "description": one.citation,
            "version": one.version,
            "url": one.url,
        }
    )


def reference(one: Reference) -> Entity:
    """A work that the data set cites."""
    return filled(
        {
            "@id": reference_id(one),
            "@type": "ScholarlyArticle",
            "name": one.title,
            "datePublished": one.year,
            "creditText": f"{'; '.join(each.name for each in one.creators)} ({one.year})",
            "isPartOf": one.where,
        }
    )


def creator_id(number: int) -> str:
    return f"#creator-{number + 1}"


def source_id(one: Source) -> str:
    return f"#source-{quote(one.id, safe='')}"


def cited(work: Work) -> list[Reference]:
    """References that can be pointed at, each once."""
    return list({reference_id(one): one for one in work.citation.references}.values())


def reference_id(one: Reference) -> str:
    """The address of a reference, or its title as a name within the file."""
    match one.related_identifier_type:
        case "DOI":
            return doi_url(one.related_identifier)
        case "arXiv":
            return f"https://arxiv.org/abs/{one.related_identifier.removeprefix('arXiv:')}"
        case "URL":
            return one.related_identifier
    return f"#reference-{quote(one.title, safe='')}"
