"""How to contribute a measurement: the protocol, told by the schema that files must meet."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from packager.domain.page import Cell, Code, Link, PageTable, SitePage
from packager.domain.recipe import Material
from packager.domain.values import Figure, count
from packager.green_tokens.documents.data import PROTOCOL, index_of
from packager.green_tokens.documents.schemas import MEASUREMENT, measurement_schema

Schema = Mapping[str, Any]
"""An object of a JSON Schema."""
ALONE = "Values that stand alone"


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """An object of the schema, or the values beside the objects."""

    key: str
    title: str
    description: str
    members: PageTable


@dataclass(frozen=True, slots=True, kw_only=True)
class ContributeFigures:
    """What the page prints."""

    version: str
    protocol: str
    schema: Link
    about: str
    required: Figure
    optional: Figure
    parts: tuple[Part, ...]
    has_accepted: bool
    accepted: Figure


@dataclass(frozen=True, slots=True)
class Member:
    """A member that holds a value, by its path; required where all above it are."""

    path: str
    is_required: bool
    schema: Schema


def contribute_page(material: Material) -> SitePage:
    schema = measurement_schema()
    known = list(members_of(schema))
    required = sum(one.is_required for one in known)
    accepted = len(index_of(material).measurements.rows)
    return SitePage(
        address="contribute",
        template="contribute.md.j2",
        label="Contribute",
        data=("measurements.json",),
        figures=ContributeFigures(
            version=material.identity.version,
            protocol=PROTOCOL,
            schema=Link(MEASUREMENT.rpartition("/")[2], f"/api/v1/{MEASUREMENT}"),
            about=str(schema["description"]),
            required=count(required, "members of the schema that must be there"),
            optional=count(len(known) - required, "members of the schema that may be there"),
            parts=tuple(parts_of(schema)),
            has_accepted=accepted > 0,
            accepted=count(accepted, "contributed measurements accepted"),
        ),
    )


def parts_of(schema: Schema) -> Iterator[Part]:
    """The values that stand alone, then object by object, in the schema's order."""
    known = list(members_of(schema))
    yield part("values", ALONE, "", [one for one in known if "." not in one.path])
    for name, told in schema["properties"].items():
        if "properties" in told:
            own = [one for one in known if one.path.startswith(f"{name}.")]
            yield part(name, told["title"], told["description"], own)


def part(key: str, title: str, description: str, members: list[Member]) -> Part:
    """Members as a table: the first sentence of each says what it is."""
    table = PageTable(
        caption=f"{title}: members of the file",
        columns=("Member", "Required", "What it is", "Values", "Example"),
        keys=tuple(one.path for one in members),
        rows=tuple(tuple(cells(one)) for one in members),
    )
    return Part(key=key, title=title, description=description, members=table)


def cells(one: Member) -> Iterator[Cell]:
    """One member."""
    yield Code(one.path)
    yield "yes" if one.is_required else "no"
    yield str(one.schema["description"])
    yield Code(values(one.schema))
    examples = one.schema.get("examples", ())
    yield Code(str(examples[0])) if examples else None


def values(schema: Schema) -> str:
    """What a member may be: one value, one of several, or a type."""
    if "const" in schema:
        return word(schema["const"])
    if "enum" in schema:
        return ", ".join(map(word, schema["enum"]))
    return str(schema.get("format", schema["type"]))


def word(value: object) -> str:
    """A value as JSON writes it, without quotes."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def members_of(schema: Schema, path: str = "", *, required: bool = True) -> Iterator[Member]:
    """Every member that holds a value, in the schema's order."""
    wanted = schema.get("required", ())
    for name, told in schema["properties"].items():
        place, is_required = f"{path}{name}", required and name in wanted
        if "properties" in told:
            yield from members_of(told, f"{place}.", required=is_required)
        else:
            yield Member(place, is_required, told)
