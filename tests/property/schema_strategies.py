"""Any columns, and rows that keep to them or break them in one cell."""

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal

from hypothesis import strategies as st

from packager.domain.package import Field, Schema
from packager.domain.table import Cell

NAMES = st.text("abcxyz019_", max_size=6).map(lambda rest: "n" + rest)
TEXTS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=12)
INTEGERS = st.integers(-(2**70), 2**70)
NUMBERS = st.decimals(allow_nan=False, allow_infinity=False)
MATCHING = {
    r"[a-z0-9-]+": st.text("abz09-", min_size=1, max_size=9),
    r"[A-Z]{3}|WORLD": st.text("ABZ", min_size=3, max_size=3) | st.just("WORLD"),
    r"a|b.": st.just("a") | st.sampled_from(("b.", "bb", "b ")),
    "": TEXTS,
}
MINIMA = st.one_of(st.none(), st.integers(-3, 3), st.decimals(-3, 3, places=2))


@st.composite
def fields(draw: st.DrawFn) -> Field:
    column = Field(
        name=draw(NAMES),
        type=draw(st.sampled_from(("string", "integer", "number"))),
        description=draw(st.sampled_from(("What it is.", "What it is"))),
        unit=draw(st.sampled_from(("", "W", "Wh per million output tokens"))),
        required=draw(st.booleans()),
    )
    if draw(st.booleans()):
        values = {"string": TEXTS, "integer": INTEGERS, "number": NUMBERS}[column.type]
        enum = draw(st.lists(values.map(str), min_size=1, max_size=4, unique=True))
        return replace(column, enum=tuple(enum))
    if column.type == "string":
        return replace(column, pattern=draw(st.sampled_from(tuple(MATCHING))))
    return replace(column, minimum=draw(MINIMA))


def schemas() -> st.SearchStrategy[Schema]:
    columns = st.lists(fields(), min_size=1, max_size=6, unique_by=lambda column: column.name)
    return columns.map(lambda some: Schema(tuple(some), primary_key=(some[0].name,)))


def cells(column: Field) -> st.SearchStrategy[Cell]:
    good = filled(column)
    return good if column.required else st.one_of(st.none(), good)


def filled(column: Field) -> st.SearchStrategy[Cell]:
    kind = {"string": str, "integer": int, "number": Decimal}[column.type]
    if column.enum:
        return st.sampled_from(column.enum).map(kind)
    if column.type == "string":
        return MATCHING[column.pattern]
    least = column.minimum
    if column.type == "integer":
        return INTEGERS.filter(lambda value: least is None or value >= least)
    return NUMBERS.filter(lambda value: least is None or value >= least)


def rows(schema: Schema) -> st.SearchStrategy[dict[str, Cell]]:
    return st.fixed_dictionaries({column.name: cells(column) for column in schema.fields})


def wrong(column: Field) -> st.SearchStrategy[object]:
    """Cells of another type, and an empty one where none may be."""
    values: list[object] = [True, [], {}]
    values += [7, Decimal("0.5")] if column.type == "string" else ["7", ""]
    values += [Decimal("0.5")] if column.type == "integer" else []
    values += [None] if column.required else []
    return st.sampled_from(values)


@st.composite
def spoilt_rows(draw: st.DrawFn) -> tuple[Schema, Mapping[str, object], str]:
    """Columns, a row that breaks one of them, and the name of that one."""
    schema = draw(schemas())
    column = draw(st.sampled_from(schema.fields))
    return schema, {**draw(rows(schema)), column.name: draw(wrong(column))}, column.name


@st.composite
def good_rows(draw: st.DrawFn) -> tuple[Schema, Mapping[str, Cell]]:
    schema = draw(schemas())
    return schema, draw(rows(schema))
