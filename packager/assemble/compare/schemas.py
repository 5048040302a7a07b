"""How the description of a table differs: columns, types, units, keys and what a cell may be."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from packager.assemble.compare.facts import Column, Facts, Shape
from packager.assemble.compare.members import written
from packager.domain.difference import SchemaChange, SchemaKind

LIMITS = ("minimum", "maximum", "pattern")
TOLD_APART = frozenset({*LIMITS, "required", "enum"})


@dataclass(frozen=True, slots=True)
class Told:
    """Changes of one resource."""

    resource: str

    def change(self, kind: SchemaKind, column: str, old: str, new: str) -> SchemaChange:
        return SchemaChange(self.resource, kind, column, old, new)

    def resource_change(self, old: Facts | None, new: Facts | None) -> Iterator[SchemaChange]:
        """A resource that came or went."""
        if new is None and old is not None:
            yield self.change("resource gone", "", old.path, "")
        if old is None and new is not None:
            yield self.change("resource added", "", "", new.path)


def schema_changes(
    name: str, old: Facts | None, new: Facts | None, renamed: Sequence[tuple[str, str]]
) -> Iterator[SchemaChange]:
    """How one resource is described, on both sides.

    Args:
        name: the resource.
        old: as the old side says it, None where it has none.
        new: the same of the new side.
        renamed: old and new name of columns that hold the same values.
    """
    told = Told(name)
    if old is None or new is None:
        yield from told.resource_change(old, new)
        return
    yield from key_changes(told, old.shape, new.shape)
    names = dict(renamed)
    for left in old.shape.columns.values():
        right = new.shape.columns.get(names.get(left.name, left.name))
        if right is None:
            yield told.change("column gone", left.name, left.type, "")
            continue
        if right.name != left.name:
            yield told.change("renamed", left.name, left.name, right.name)
        yield from column_changes(told, left, right)
    for right in new.shape.columns.values():
        if right.name not in old.shape.columns and right.name not in names.values():
            yield told.change("column added", right.name, "", right.type)


def key_changes(told: Told, old: Shape, new: Shape) -> Iterator[SchemaChange]:
    """Keys, and what means a missing cell."""
    if old.primary_key != new.primary_key:
        yield told.change("re-keyed", "", ", ".join(old.primary_key), ", ".join(new.primary_key))
    if old.foreign_keys != new.foreign_keys:
        yield told.change("foreign keys", "", old.foreign_keys, new.foreign_keys)
    if set(old.missing) != set(new.missing):
        sides = (written(sorted(one.missing)) for one in (old, new))
        yield told.change("missing values", "", *sides)


def column_changes(told: Told, old: Column, new: Column) -> Iterator[SchemaChange]:
    """One column, on both sides."""
    plain: tuple[tuple[SchemaKind, str, str], ...] = (
        ("retyped", old.type, new.type),
        ("re-united", old.unit, new.unit),
        ("format", old.format, new.format),
        ("described", old.description, new.description),
    )
    for kind, before, after in plain:
        if before != after:
            yield told.change(kind, new.name, before, after)
    if set(old.missing) != set(new.missing):
        sides = (written(sorted(one.missing)) for one in (old, new))
        yield told.change("missing values", new.name, *sides)
    yield from limit_changes(told, old, new)


def limit_changes(told: Told, old: Column, new: Column) -> Iterator[SchemaChange]:
    """What a cell of a column may be."""
    had, has = (one.constraints.get("required") is True for one in (old, new))
    if had != has:
        yield told.change("required" if has else "not required", new.name, said(had), said(has))
    before, after = old.constraints.get("enum"), new.constraints.get("enum")
    if written(before) != written(after) and (kind := enum_kind(before, after)):
        yield told.change(kind, new.name, limit(before), limit(after))
    for name in sorted((old.constraints.keys() | new.constraints.keys()) - {"required", "enum"}):
        before, after = old.constraints.get(name), new.constraints.get(name)
        if written(before) != written(after):
            yield told.change(constraint_kind(name), new.name, limit(before), limit(after))


def constraint_kind(name: str) -> SchemaKind:
    """The kind of change that one constraint of the standard is."""
    match name:
        case "minimum" | "maximum" | "pattern":
            return name
        case _:
            return "constraint"


def enum_kind(old: object, new: object) -> SchemaKind | None:
    """What a new list of values means for a reader; None where only their order is new.

    No list allows every value.
    """
    before, after = allowed(old), allowed(new)
    if before == after:
        return None
    if after is None or (before is not None and before < after):
        return "enum widened"
    return "enum narrowed" if before is None or after < before else "enum changed"


def allowed(values: object) -> frozenset[str] | None:
    """The values of an enum; None for any."""
    return frozenset(map(written, values)) if isinstance(values, list) else None


def limit(value: object) -> str:
    """A constraint in words."""
    return "" if value is None else written(value)


def said(required: bool) -> str:  # noqa: FBT001 - the one thing it is asked
    """Whether a cell must be there, in words."""
    return "required" if required else "optional"
