"""The documents of a tree as resources of its package."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from packager.domain.citation import Citation, Creator, Publisher
from packager.domain.errors import ConfigError
from packager.domain.package import Dialect, License, Package, Resource
from packager.domain.recipe import Document, Material
from packager.domain.snapshot import Source

LICENSES = {
    "CC-BY-4.0": License(
        "CC-BY-4.0",
        "https://creativecommons.org/licenses/by/4.0/",
        "Creative Commons Attribution 4.0 International",
    )
}
FORMATS = {
    "csv": ("csv", "text/csv"),
    "json": ("json", "application/json"),
    "parquet": ("vnd.apache.parquet", "application/vnd.apache.parquet"),
}
JSON_SCHEMA = ".schema.json"


@dataclass(frozen=True, slots=True)
class Written:
    """What is known of a file once it is written."""

    bytes: int
    sha256: str


def resource_name(path: str) -> str:
    """Name of a resource: a CSV table's own, data/TABLE for Parquet, the path for the rest."""
    stem, _, suffix = path.rpartition(".")
    return stem if suffix in {"csv", "parquet"} else path


def format_of(path: str) -> tuple[str, str]:
    """Format and media type of a file, in words that make no reader misjudge it.

    Readers of the standard take a JSON file whose name ends in schema.json for a description of
    a table, unless the format says something else.
    """
    kind, mediatype = FORMATS[path.rpartition(".")[2]]
    return ("schema+json" if path.endswith(JSON_SCHEMA) else kind), mediatype


def resource(document: Document, written: Written) -> Resource:
    """One document with its size and digest; tables carry their schema."""
    suffix = document.path.rpartition(".")[2]
    kind, mediatype = format_of(document.path)
    described = document.table if suffix in {"csv", "parquet"} else None
    return Resource(
        name=resource_name(document.path),
        path=document.path,
        title=document.title,
        description=document.description,
        format=kind,
        mediatype=mediatype,
        encoding="" if suffix == "parquet" else "utf-8",
        bytes=written.bytes,
        hash=f"sha256:{written.sha256}",
        schema=described.schema if described else None,
        dialect=Dialect() if suffix == "csv" else None,
        sources=document.sources,
    )


def package_of(
    name: str,
    material: Material,
    citation: Citation,
    resources: tuple[Resource, ...],
    extras: Mapping[str, object],
) -> Package:
    """The package of a release; its id is the version DOI, where there is one."""
    identity = material.identity
    return Package(
        name=name,
        id=f"https://doi.org/{identity.doi}" if identity.doi else "",
        title=citation.title,
        description=citation.abstract,
        version=identity.version,
        created=f"{identity.date}T00:00:00Z",
        homepage=citation.url,
        licenses=(license_of(citation),),
        sources=tuple(source_of(one) for one in material.sources),
        contributors=tuple(contributors(citation)),
        keywords=citation.keywords,
        resources=resources,
        extras=extras,
    )


def license_of(citation: Citation) -> License:
    """The terms of the citation file, with their address.

    Raises:
        ConfigError: they are none that this tool has an address for.
    """
    if citation.license not in LICENSES:
        raise ConfigError(
            f"licence {citation.license!r} is unknown",
            where="CITATION.cff",
            mend=f"use one of {', '.join(LICENSES)}",
        )
    return LICENSES[citation.license]


def contributors(citation: Citation) -> Iterator[dict[str, object]]:
    """Who made the data and who publishes them; one in both roles stands once."""
    published = False
    for one in citation.creators:
        both = one.name == citation.publisher.name
        published = published or both
        yield contributor(one, ("creator", "publisher") if both else ("creator",))
    if not published:
        yield contributor(citation.publisher, ("publisher",))


def contributor(one: Creator | Publisher, roles: tuple[str, ...]) -> dict[str, object]:
    """A creator or publisher as the package says it."""
    said = {"title": one.name, "path": one.website, "email": one.email}
    return {key: value for key, value in said.items() if value} | {"roles": list(roles)}


def source_of(one: Source) -> dict[str, str]:
    """A source as the package says it."""
    return {"title": one.title, "path": one.url, "version": one.version, "id": one.id}
