"""DataCite 4: the metadata of a release as the REST API takes and gives it.

Source: DataCite Metadata Schema 4.6 (properties 1 to 20), in the JSON of the DataCite REST API.
"""

from collections.abc import Iterator, Mapping, Sequence

from packager.assemble.standards.claims import Claims, items, names, word
from packager.assemble.standards.data_package import filled
from packager.domain.citation import Citation, Creator, Work

SCHEMA = "http://datacite.org/schema/kernel-4"
LANGUAGE = "en"
SPDX = "https://spdx.org/licenses/"


def datacite(work: Work) -> dict[str, object]:
    """The attributes of one DOI, or of a draft that has none yet."""
    citation, identity = work.citation, work.identity
    return filled(
        {
            "doi": identity.doi,
            "url": citation.url,
            "types": {"resourceTypeGeneral": "Dataset", "resourceType": "Data package"},
            "creators": [creator(one) for one in citation.creators],
            "titles": [{"title": citation.title, "lang": LANGUAGE}],
            "publisher": {"name": citation.publisher.name},
            "publicationYear": identity.date[:4],
            "subjects": [{"subject": one} for one in citation.keywords],
            "contributors": contributors(citation),
            "dates": [
                {"date": identity.date, "dateType": "Issued"},
                {"date": identity.date, "dateType": "Created"},
            ],
            "language": LANGUAGE,
            "version": identity.version,
            "rightsList": [
                {
                    "rights": work.rights.title,
                    "rightsUri": work.rights.path,
                    "rightsIdentifier": work.rights.name,
                    "rightsIdentifierScheme": "SPDX",
                    "schemeUri": SPDX,
                }
            ],
            "descriptions": [
                {
                    "description": citation.abstract,
                    "descriptionType": "Abstract",
                    "lang": LANGUAGE,
                }
            ],
            "relatedIdentifiers": list(related_identifiers(work)),
            "schemaVersion": SCHEMA,
        }
    )


def creator(one: Creator) -> dict[str, object]:
    """An organisation by name; a person by family and given name as well."""
    return filled(
        {
            "name": one.name,
            "nameType": one.name_type,
            "givenName": one.given_name,
            "familyName": one.family_name,
            "affiliation": [{"name": one.affiliation}] if one.affiliation else [],
        }
    )


def contributors(citation: Citation) -> list[dict[str, object]]:
    """Who grants the terms: the publisher."""
    return [
        {
            "name": citation.publisher.name,
            "nameType": "Organizational",
            "contributorType": "RightsHolder",
        }
    ]


def related_identifiers(work: Work) -> Iterator[dict[str, object]]:
    """Other versions and copies, what the data come from, and what they cite; each once."""
    seen = set()
    for value, kind, relation, general in relations(work):
        if value and (value, relation) not in seen:
            seen.add((value, relation))
            yield filled(
                {
                    "relatedIdentifier": value,
                    "relatedIdentifierType": kind,
                    "relationType": relation,
                    "resourceTypeGeneral": general,
                }
            )


def relations(work: Work) -> Iterator[tuple[str, str, str, str]]:
    """Identifier, its type, relation, and general type of the other resource."""
    citation = work.citation
    yield work.identity.concept_doi, "DOI", "IsVersionOf", "Dataset"
    yield work.previous_doi, "DOI", "IsNewVersionOf", "Dataset"
    yield citation.url, "URL", "IsDocumentedBy", "Text"
    yield work.repository, "URL", "IsIdenticalTo", "Dataset"
    yield citation.repository_code, "URL", "IsCompiledBy", "Software"
    for source in work.sources:
        relation = "IsDerivedFrom" if source.redistributed else "References"
        yield source.url, "URL", relation, "Dataset" if source.redistributed else ""
    for one in citation.references:
        yield one.related_identifier, one.related_identifier_type, "Cites", ""


def with_notices(
    document: Mapping[str, object], notices: Sequence[str], instead_doi: str
) -> dict[str, object]:
    """A sealed document with what was said since.

    Args:
        document: as it was sealed.
        notices: a sentence each.
        instead_doi: DOI of the version to use instead, "" for none.
    """
    said = [
        {"description": one, "descriptionType": "Other", "lang": LANGUAGE}
        for one in dict.fromkeys(notices)
    ]
    instead = {
        "relatedIdentifier": instead_doi,
        "relatedIdentifierType": "DOI",
        "relationType": "IsObsoletedBy",
        "resourceTypeGeneral": "Dataset",
    }
    more = {"descriptions": said, "relatedIdentifiers": [instead] if instead_doi else []}
    return {**document, **{key: [*items(document, key), *more[key]] for key in more}}


def claims(document: object) -> Claims:
    """What a DataCite document says the release is."""
    related = items(document, "relatedIdentifiers")
    concepts = [one for one in related if word(one, "relationType") == "IsVersionOf"]
    issued = [one for one in items(document, "dates") if word(one, "dateType") == "Issued"]
    return Claims(
        version=word(document, "version"),
        date=word(issued, 0, "date"),
        doi=word(document, "doi"),
        concept_doi=word(concepts, 0, "relatedIdentifier"),
        title=word(document, "titles", 0, "title"),
        rights=word(document, "rightsList", 0, "rightsIdentifier"),
        creators=names(items(document, "creators")),
        publisher=word(document, "publisher", "name"),
    )
