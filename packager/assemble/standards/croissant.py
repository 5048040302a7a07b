"""Croissant 1.1: files with their digests, and tables as record sets read from Parquet.

Parquet and not CSV, because the reference reader takes an `NA` in a CSV cell for nothing.
"""

import re
from collections.abc import Iterable, Sequence

from packager.assemble.standards.bibliography import bibtex
from packager.assemble.standards.claims import Claims, bare_doi, items, names, word
from packager.assemble.standards.data_package import filled
from packager.domain.citation import Creator, Publisher, Work, doi_url
from packager.domain.package import Field, Resource
from packager.domain.version import Version, version_key

CONFORMS_TO = "http://mlcommons.org/croissant/1.1"
LANGUAGE = "en"
TERMS = {
    name: f"cr:{name}"
    for name in (
        *("arrayShape", "citeAs", "column", "containedIn", "equivalentProperty", "extract"),
        *("field", "fileProperty", "fileObject", "fileSet", "format", "includes", "isArray"),
        *("isLiveDataset", "jsonPath", "key", "md5", "parentField", "path", "recordSet"),
        *("references", "regex", "repeated", "replace", "samplingRate", "separator", "source"),
        *("subField", "transform"),
    )
}
CONTEXT = {
    "@language": LANGUAGE,
    "@vocab": "https://schema.org/",
    "sc": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "dct": "http://purl.org/dc/terms/",
    "conformsTo": "dct:conformsTo",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "description": {"@container": "@language"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "name": {"@container": "@language"},
    **TERMS,
}
SEMANTIC = re.compile(r"(\d{4})\.(\d{1,2})\.(\d{1,2})(?:\+(\d+))?")
TYPES = {"string": "sc:Text", "integer": "sc:Integer", "number": "sc:Float"}
PARQUET = "vnd.apache.parquet"
READ_AS = {PARQUET: ("application/vnd.apache.parquet", "application/x-parquet")}
"""The registered media type, then the name the reference reader knows it under."""


def croissant(work: Work, resources: Sequence[Resource]) -> dict[str, object]:
    """croissant.json of a release: addresses of files are relative, so that it reads any copy."""
    citation, identity = work.citation, work.identity
    return filled(
        {
            "@context": CONTEXT,
            "@type": "sc:Dataset",
            "conformsTo": CONFORMS_TO,
            "name": citation.title,
            "description": citation.abstract,
            "version": semantic(identity.version),
            "datePublished": identity.date,
            "license": work.rights.path,
            "url": work.repository or work.url,
            "identifier": doi_url(identity.doi) if identity.doi else "",
            "sameAs": [citation.url],
            "isPartOf": series(work),
            "citeAs": bibtex(work),
            "creator": [creator(one) for one in citation.creators],
            "publisher": [publisher(citation.publisher)],
            "keywords": list(citation.keywords),
            "inLanguage": [LANGUAGE],
            "isLiveDataset": False,
            "distribution": [file_object(one) for one in resources],
            "recordSet": [record_set(one, resources) for one in tables(resources)],
        }
    )


def semantic(version: Version) -> str:
    """A version as MAJOR.MINOR.PATCH, whose numbers have no leading noughts: 2026.11.30.

    A further release of that day is build metadata: 2026.11.30+1.
    """
    day, number = version_key(version)
    return f"{day.year}.{day.month}.{day.day}" + (f"+{number}" if number else "")


def dated(text: str) -> str:
    """The version that a semantic one stands for; the text itself where it stands for none."""
    match = SEMANTIC.fullmatch(text)
    if match is None:
        return text
    year, month, day, number = match.groups()
    return f"{year}-{int(month):02}-{int(day):02}" + (f".{number}" if number else "")


def series(work: Work) -> dict[str, object]:
    """All versions together, where they have a DOI.

    No Dataset: the reference reader takes any of that type for the one it was asked to read.
    """
    concept = work.identity.concept_doi
    if not concept:
        return {}
    return {"@type": "sc:CreativeWork", "@id": doi_url(concept), "name": work.citation.title}


def creator(one: Creator) -> dict[str, object]:
    """Who made the data."""
    return filled(
        {
            "@type": "sc:Person" if one.name_type == "Personal" else "sc:Organization",
            "name": one.name,
            "email": one.email,
            "url": one.website,
        }
    )


def publisher(one: Publisher) -> dict[str, object]:
    """Who makes the data public."""
    return filled(
        {"@type": "sc:Organization", "name": one.name, "email": one.email, "url": one.website}
    )


def file_object(one: Resource) -> dict[str, object]:
    """One file with its size and digest."""
    kinds = READ_AS.get(one.format, (one.mediatype,))
    return {
        "@type": "cr:FileObject",
        "@id": one.path,
        "name": one.path,
        "description": one.description,
        "contentUrl": one.path,
        "contentSize": f"{one.bytes} B",
        "encodingFormat": list(kinds) if len(kinds) > 1 else kinds[0],
        "sha256": one.hash.removeprefix("sha256:"),
    }


def tables(resources: Iterable[Resource]) -> list[Resource]:
    """The typed tables."""
    return [one for one in resources if one.schema is not None and one.format == PARQUET]


def set_name(one: Resource) -> str:
    """data/index.parquet is the record set index, as it is the Hub's config."""
    return one.path.rpartition("/")[2].partition(".")[0]


def record_set(one: Resource, resources: Sequence[Resource]) -> dict[str, object]:
    """One table: its columns, its key, and where a key of another table is meant."""
    name, schema = set_name(one), one.schema
    if schema is None:
        return {}
    referenced = dict(foreign_fields(one, resources))
    keys = [{"@id": f"{name}/{column}"} for column in schema.primary_key]
    return filled(
        {
            "@type": "cr:RecordSet",
            "@id": name,
            "name": name,
            "description": one.description,
            "key": keys[0] if len(keys) == 1 else keys,
            "field": [
                field(name, column, one.path, referenced.get(column.name, ""))
                for column in schema.fields
            ],
        }
    )


def foreign_fields(one: Resource, resources: Sequence[Resource]) -> Iterable[tuple[str, str]]:
    """Columns that hold a key of another table, with the field they mean."""
    known = {set_name(each) for each in tables(resources)}
    for foreign in one.schema.foreign_keys if one.schema else ():
        if foreign.resource in known:
            for column, other in zip(foreign.fields, foreign.reference_fields, strict=True):
                yield column, f"{foreign.resource}/{other}"


def field(name: str, column: Field, path: str, referenced: str) -> dict[str, object]:
    """One column, its unit said with its meaning."""
    unit = f" Unit: {column.unit}." if column.unit else ""
    return filled(
        {
            "@type": "cr:Field",
            "@id": f"{name}/{column.name}",
            "name": column.name,
            "description": f"{column.description}{unit}",
            "dataType": TYPES[column.type],
            "source": {"fileObject": {"@id": path}, "extract": {"column": column.name}},
            "references": {"field": {"@id": referenced}} if referenced else None,
        }
    )


def claims(document: object) -> Claims:
    """What a Croissant file says the release is."""
    files = items(document, "distribution")
    return Claims(
        version=dated(word(document, "version")),
        date=word(document, "datePublished"),
        doi=bare_doi(word(document, "identifier")),
        concept_doi=bare_doi(word(document, "isPartOf", "@id")),
        title=word(document, "name"),
        rights=word(document, "license"),
        creators=names(items(document, "creator")),
        publisher=names(items(document, "publisher")),
        files={
            word(one, "contentUrl"): (
                word(one, "contentSize").removesuffix(" B"),
                word(one, "sha256"),
            )
            for one in files
        },
    )
