"""Data Package v2: the descriptor of a release, in a fixed order of keys."""

from collections.abc import Mapping

from packager.domain.package import Dialect, Field, ForeignKey, Package, Resource, Schema

PROFILE = "https://datapackage.org/profiles/2.0/datapackage.json"


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
