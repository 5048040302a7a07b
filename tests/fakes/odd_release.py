"""A release of odd cells, built by the real engine: what careless readers turn into something else.

Its two tables are in every form: CSV, JSON, and Parquet where a table has rows.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from packager.assemble.build import Ingredients, build
from packager.domain.change import Change
from packager.domain.package import Field, Schema
from packager.domain.recipe import Document, Headline, Material, Page, Recipe, Settings
from packager.domain.snapshot import Snapshot
from packager.domain.table import Row, Table
from packager.domain.values import Figure, count
from tests.fakes.works import work

SCHEMA = Schema(
    fields=(
        Field("name", "string", "What the row is odd in."),
        Field("Größe,\N{GREEK SMALL LETTER MU}m", "number", "A fraction.", required=False),
        Field("whole", "integer", "A whole number."),
        Field("some", "integer", "The same, or none.", required=False),
        Field("code", "string", "Digits that are no number.", required=False),
        Field("remark", "string", "Any text.", required=False),
    ),
    primary_key=("name",),
)
LONG = 2**53 + 1
Given = tuple[str, Decimal | None, int | None, str | None, str | None]
GIVEN: tuple[Given, ...] = (
    ("plain", Decimal("0.1"), 1, "10", "nothing odd"),
    ("leading zeros", Decimal("12.97"), 7, "007", "00"),
    ("trailing zeros", Decimal(100), 100, "1.10", "2.50"),
    ("whole number beyond a double", Decimal(3), LONG, str(LONG), "9007199254740993"),
    ("the same below zero", Decimal("-0.0000001"), -LONG, "-0", "-1"),
    ("the largest whole number", Decimal("123456789.123456789"), 2**63 - 1, "1e5", "0x10"),
    ("NA", Decimal(0), 0, "NA", "N/A"),
    ("None", None, None, "None", "nan"),
    ("null", Decimal(1), 1, "NULL", "null"),
    ("NaN", Decimal(1), 1, "inf", "-inf"),
    ("everything empty", None, None, None, None),
    ("true", Decimal(1), 1, "true", "FALSE"),
    ("a day", Decimal(1), 1, "2026-11-30", "12:30"),
    ("comma, quote \" and 'apostrophe'", Decimal(1), 1, ",", '"'),
    ("quoted text", Decimal(1), 1, '""', 'say "no, never", twice'),
    ("line\nbreak", Decimal(1), 1, "\n", "one\n\ntwo, \nthree"),
    ("São Tomé and Príncipe", Decimal(1), 1, "北京", "\N{GRINNING FACE} Ελλάδα"),
    ("  blanks around  ", Decimal(1), 1, " 1", "\ttab\t"),
    ("# no comment", Decimal(1), 1, "#", "// %"),
    ("\\ backslash \\n", Decimal(1), 1, "\\", '\\"'),
    ("=1+1", Decimal(1), 1, "@", "+1"),
)
ROWS: tuple[Row, ...] = tuple(
    (name, size, whole or 0, whole, code, remark) for name, size, whole, code, remark in GIVEN
)
ODD, EMPTY = Table("odd", SCHEMA, ROWS), Table("empty", SCHEMA, ())
VERSION = "2026-11-30"


@dataclass(frozen=True, slots=True)
class Figures:
    """What the card prints."""

    rows: Figure


def documents(material: Material) -> Sequence[Document]:
    """Both tables; one without rows cannot be a config of the Hub."""
    return (
        document("odd.csv", ODD, ODD),
        document("odd.json", rows_of(ODD), ODD),
        document("empty.csv", EMPTY, EMPTY),
        document("empty.json", rows_of(EMPTY), EMPTY),
        document("data/odd.parquet", ODD, ODD),
    )


def document(path: str, content: Table | Mapping[str, object], table: Table) -> Document:
    return Document(path, path, "Odd cells.", content, table)


def rows_of(table: Table) -> Mapping[str, object]:
    """The rows, and where their columns are described."""
    return {"columns": {"package": "x", "resource": table.name}, "rows": table.records()}


def read(snapshot: Snapshot, settings: Settings) -> object:
    return None


def nothing(*given: object) -> tuple[()]:
    return ()


RECIPE = Recipe(
    name="odd",
    importers={},
    required=(),
    read=read,
    documents=documents,
    listings=nothing,
    plots=nothing,
    figures=lambda *_: {"README.md.j2": Figures(count(len(ROWS), "rows"))},
    extras=lambda _: {},
    pages=(Page("README.md", "README.md.j2"),),
    book=lambda _material, rows: Document("figures.json", "x", "x", {"figures": list(rows)}),
    contributed_schema=dict,
    agreement=nothing,
    headline=Headline("Odd", "odd.csv", "odd", ("name",), "whole", ""),
)


def build_odd(folder: Path) -> Path:
    """The tree of the release."""
    prose = folder / "prose"
    prose.mkdir()
    (prose / "README.md.j2").write_text("# Odd\n\n{{ rows }} rows.\n")
    (prose / "settings.toml").write_text("")
    (prose / "names.txt").write_text("")
    stated = Change(
        date=VERSION,
        version=VERSION,
        kind="release",
        summary="First.",
        documents=(),
        reason="",
        source_version="",
    )
    cited = work()
    root = folder / "tree"
    build(Ingredients(RECIPE, cited.identity, {}, prose, cited.citation, stated), root)
    return root
