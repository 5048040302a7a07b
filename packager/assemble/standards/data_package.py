"""Data Package v2: the descriptor of a release, in a fixed order of keys, written and read back."""

from collections.abc import Mapping
from decimal import Decimal

from packager.assemble.standards.claims import Claims, bare_doi, items, names, word
from packager.domain.errors import IntegrityError
from packager.domain.package import (
    Dialect,
    Field,
    FieldType,
    ForeignKey,
    Package,
    Resource,
    Schema,
)
from packager.domain.statement import MEND, Statement

PROFILE = "https://datapackage.org/profiles/2.0/datapackage.json"
MIDNIGHT = "T00:00:00Z"


def descriptor(package: Package) -> dict[str, object]:
    """The package as datapackage.json says it.

    Source: Data Package standard, version 2.
    """
    return filled(
        {
            "$schema": PROFILE,
            "name": package.name,
            "id": package.id,
            "title": package.title,
            "description": package.description,
            "version": package.version,
            "created": package.created,
            "homepage": package.homepage,
            "keywords": list(package.keywords),
            "licenses": [
                {"name": one.name, "path": one.path, "title": one.title} for one in package.licenses
            ],
            "contributors": [dict(one) for one in package.contributors],
            "sources": [dict(one) for one in package.sources],
            **package.extras,
            "resources": [resource(one) for one in package.resources],
        }
    )


def resource(one: Resource) -> dict[str, object]:
    """One file; `type` is left out where readers of the standard disagree about it."""
    tabular = one.schema is not None and one.dialect is not None
    return filled(
        {
            "name": one.name,
            "path": one.path,
            "type": "table" if tabular else "",
            "title": one.title,
            "description": one.description,
            "format": one.format,
            "mediatype": one.mediatype,
            "encoding": one.encoding,
            "bytes": one.bytes,
            "hash": one.hash,
            "sourceIds": list(one.sources),
            "dialect": dialect(one.dialect) if one.dialect else None,
            "schema": schema(one.schema) if one.schema else None,
        }
    )


def dialect(one: Dialect) -> dict[str, object]:
    """Table Dialect, every property said."""
    return {
        "delimiter": one.delimiter,
        "lineTerminator": one.line_terminator,
        "quoteChar": one.quote_char,
        "doubleQuote": one.double_quote,
        "header": one.header,
    }


def schema(one: Schema) -> dict[str, object]:
    """Table Schema; keys as the standard names them."""
    return filled(
        {
            "fields": [field(column) for column in one.fields],
            "missingValues": [""],
            "primaryKey": list(one.primary_key),
            "foreignKeys": [foreign_key(key) for key in one.foreign_keys],
        }
    )


def foreign_key(key: ForeignKey) -> dict[str, object]:
    """One reference to another resource."""
    return {
        "fields": list(key.fields),
        "reference": {"resource": key.resource, "fields": list(key.reference_fields)},
    }


def field(column: Field) -> dict[str, object]:
    """One column, its unit beside its type."""
    return filled(
        {
            "name": column.name,
            "type": column.type,
            "description": column.description,
            "unit": column.unit,
            "constraints": constraints(column),
        }
    )


def constraints(column: Field) -> dict[str, object]:
    """What every cell of a column keeps."""
    return filled(
        {
            "required": True if column.required else None,
            "enum": list(column.enum),
            "minimum": column.minimum,
            "pattern": column.pattern,
        }
    )


def filled(members: Mapping[str, object]) -> dict[str, object]:
    """The members that say something; nought is something."""
    return {key: value for key, value in members.items() if value not in (None, "", [], {})}


def claims(document: object) -> Claims:
    """What a descriptor says the release is."""
    people = items(document, "contributors")
    made = [one for one in people if "creator" in items(one, "roles")]
    published = [one for one in people if "publisher" in items(one, "roles")]
    return Claims(
        version=word(document, "version"),
        date=word(document, "created").removesuffix(MIDNIGHT),
        doi=bare_doi(word(document, "id")),
        concept_doi=word(document, "conceptDoi"),
        title=word(document, "title"),
        rights=word(document, "licenses", 0, "name"),
        creators=names(made, "title"),
        publisher=names(published, "title"),
        files={
            word(one, "path"): (word(one, "bytes"), word(one, "hash").removeprefix("sha256:"))
            for one in items(document, "resources")
        },
    )


def read_resources(document: Mapping[str, object], *, where: str) -> tuple[Resource, ...]:
    """The resources of a descriptor of ours; what we never write is an error.

    Raises:
        IntegrityError: a member is missing, or is of another kind.
    """
    said = Statement(document, where)
    return tuple(read_resource(one) for one in said.inners("resources"))


def read_resource(said: Statement) -> Resource:
    """One resource as its descriptor says it."""
    return Resource(
        name=said.text("name"),
        path=said.text("path"),
        title=said.text("title"),
        description=said.text("description"),
        format=said.text("format"),
        mediatype=said.text("mediatype"),
        bytes=said.number("bytes"),
        hash=said.text("hash"),
        encoding=optional(said, "encoding"),
        schema=read_schema(said.inner("schema")) if "schema" in said.content else None,
        dialect=read_dialect(said.inner("dialect")) if "dialect" in said.content else None,
        sources=read_texts(said, "sourceIds"),
    )


def read_schema(said: Statement) -> Schema:
    """The schema of a table."""
    return Schema(
        fields=tuple(read_field(one) for one in said.inners("fields")),
        primary_key=read_texts(said, "primaryKey"),
        foreign_keys=tuple(
            ForeignKey(
                read_texts(one, "fields"),
                one.inner("reference").text("resource"),
                read_texts(one.inner("reference"), "fields"),
            )
            for one in (said.inners("foreignKeys") if "foreignKeys" in said.content else ())
        ),
    )


def read_field(said: Statement) -> Field:
    """One column; how items decimals it prints is not part of the standard."""
    kinds: Mapping[str, FieldType] = {"string": "string", "integer": "integer", "number": "number"}
    limits = said.inner("constraints") if "constraints" in said.content else Statement({}, "")
    minimum = limits.content.get("minimum")
    if said.text("type") not in kinds or not isinstance(minimum, int | Decimal | None):
        raise IntegrityError(
            f"column {said.text('name')} is of a type or has a minimum that we never write",
            where=said.where,
            mend=MEND,
        )
    return Field(
        name=said.text("name"),
        type=kinds[said.text("type")],
        description=optional(said, "description"),
        unit=optional(said, "unit"),
        required=limits.content.get("required") is True,
        enum=read_texts(limits, "enum"),
        minimum=minimum,
        pattern=optional(limits, "pattern"),
    )


def read_dialect(said: Statement) -> Dialect:
    """How a CSV file is written."""
    return Dialect(
        delimiter=said.text("delimiter"),
        line_terminator=said.text("lineTerminator"),
        quote_char=said.text("quoteChar"),
        double_quote=said.content.get("doubleQuote") is True,
        header=said.content.get("header") is True,
    )


def read_texts(said: Statement, name: str) -> tuple[str, ...]:
    """A member that is a list of texts; none where it is not there."""
    values = said.content.get(name, [])
    if not isinstance(values, list) or not all(isinstance(one, str) for one in values):
        raise IntegrityError(f"{name} is not a list of texts", where=said.where, mend=MEND)
    return tuple(values)


def optional(said: Statement, name: str) -> str:
    """A member that is text; "" where it is not there."""
    return said.text(name) if name in said.content else ""
