"""Odd cells survive every reader, and a cell that was damaged is found by each that reads it."""

import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from packager.assemble.judges.run import Case, Verdict, judge
from tests.fakes.attacker import cover_up, edit_csv, edit_json, edit_parquet, write_parquet
from tests.fakes.odd_release import LONG, RECIPE, ROWS, SCHEMA, build_odd

CSV_READERS = ("pandas", "polars", "duckdb", "pyarrow", "csv")
PARQUET_READERS = ("pandas", "polars", "duckdb", "pyarrow")
ALL = ("datasets", *CSV_READERS, "frictionless")
ROW = {str(row[0]): at for at, row in enumerate(ROWS, 1)}

# What a careless reader makes of a cell: by name of the row, column, then as text and as value.
DAMAGE: tuple[tuple[str, str, str, Any], ...] = (
    ("NA", "code", "", None),
    ("None", "remark", "", None),
    ("null", "code", "", None),
    ("everything empty", "remark", "NA", "NA"),
    ("leading zeros", "code", "7", "7"),
    ("trailing zeros", "code", "1.1", "1.1"),
    ("whole number beyond a double", "whole", str(2**53), 2**53),
    ("the same below zero", "some", str(-(2**53)), -(2**53)),
    ("plain", SCHEMA.names[1], "0.10000000000000002", 0.10000000000000002),
    ("the largest whole number", "code", "100000.0", "100000.0"),
    ("true", "code", "True", "True"),
    ("a day", "code", "2026-11-30 00:00:00", "2026-11-30 00:00:00"),
    ("quoted text", "remark", "say no, never, twice", "say no, never, twice"),
    ("line\nbreak", "remark", "one two, three", "one two, three"),
    ("São Tomé and Príncipe", "code", "??", "??"),
    ("  blanks around  ", "remark", "tab", "tab"),
)
DAMAGED = {(ROW[name], column) for name, column, _, _ in DAMAGE}


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_odd(tmp_path_factory.mktemp("odd"))


@pytest.fixture
def tree(odd: Path, tmp_path: Path) -> Path:
    """A copy that a test may damage."""
    return Path(shutil.copytree(odd, tmp_path / "tree"))


def read_by(root: Path, *names: str) -> Verdict:
    return judge(Case(root, RECIPE.agreement, environ=os.environ, only=names))


def cells(verdict: Verdict, path: str) -> Mapping[str, set[tuple[int | None, str]]]:
    """Rows and columns that each reader finds wrong in a file."""
    found: dict[str, set[tuple[int | None, str]]] = {}
    for one in verdict.findings:
        if one.path == path:
            found.setdefault(one.judge, set()).add((one.row, one.column))
    return found


def test_odd_cells_survive_every_reader(odd: Path) -> None:
    verdict = read_by(odd, *ALL, "rows", "equality", "hub")

    assert [f"{one.judge}: {one.line()}" for one in verdict.findings] == []
    assert set(ALL) <= set(verdict.ran)


@pytest.mark.skipif(
    not os.environ.get("PACKAGER_MLCROISSANT"),
    reason="PACKAGER_MLCROISSANT names no Python with mlcroissant",
)
def test_mlcroissant_loses_large_whole_numbers_beside_empty_cells_and_nothing_else(
    odd: Path,
) -> None:
    verdict = read_by(odd, "mlcroissant")

    large = {at for at, row in enumerate(ROWS, 1) if abs(int(row[2] or 0)) > 2**53}
    assert len(large) == 3
    assert cells(verdict, "odd.csv") == {"mlcroissant": {(at, "some") for at in large}}
    assert {one.path for one in verdict.findings} == {"odd.csv"}


def test_the_odd_cells_stand_in_the_files_as_they_were_given(odd: Path) -> None:
    text = (odd / "odd.csv").read_bytes().decode()

    assert (
        f"whole number beyond a double,3,{LONG},{LONG},9007199254740993,9007199254740993\n" in text
    )
    assert "\nNA,0,0,0,NA,N/A\n" in text
    assert "\neverything empty,,0,,,\n" in text
    assert '"line\nbreak"' in text
    assert (odd / "empty.csv").read_text().count("\n") == 1


def test_a_damaged_cell_of_csv_is_found_by_every_reader_of_csv(tree: Path) -> None:
    def damage(rows: list[list[str]]) -> None:
        for name, column, text, _ in DAMAGE:
            rows[ROW[name]][rows[0].index(column)] = text

    edit_csv(tree, "odd.csv", damage)
    cover_up(tree)

    assert cells(read_by(tree, *CSV_READERS), "odd.csv") == dict.fromkeys(CSV_READERS, DAMAGED)


def test_a_damaged_cell_of_parquet_is_found_by_every_reader_of_parquet(tree: Path) -> None:
    def damage(rows: list[dict[str, Any]]) -> None:
        for name, column, _, value in DAMAGE:
            rows[ROW[name] - 1][column] = value

    edit_parquet(tree, "data/odd.parquet", damage)
    cover_up(tree)

    verdict = read_by(tree, *PARQUET_READERS, "datasets")
    assert cells(verdict, "data/odd.parquet") == dict.fromkeys(PARQUET_READERS, DAMAGED)
    assert cells(verdict, "odd.csv")["datasets"] == DAMAGED


def test_a_damaged_cell_of_json_is_found_by_every_reader(tree: Path) -> None:
    edit_json(tree, "odd.json", lambda one: one["rows"][1].update(code="7"))
    cover_up(tree)

    verdict = read_by(tree, *CSV_READERS)

    both = {(one.judge, one.path) for one in verdict.findings if one.row == ROW["leading zeros"]}
    assert both == {
        *((name, "odd.csv") for name in CSV_READERS),
        *((name, "data/odd.parquet") for name in PARQUET_READERS),
    }


def test_another_type_is_found_by_every_reader_of_parquet(tree: Path) -> None:
    table = pq.ParquetFile(tree / "data/odd.parquet").read()
    at = table.schema.get_field_index("whole")
    column = table.column("whole").cast("float64", safe=False)
    write_parquet(tree, "data/odd.parquet", table.set_column(at, "whole", column))
    cover_up(tree)

    verdict = read_by(tree, *PARQUET_READERS, "datasets")

    assert {one.judge for one in verdict.findings if (one.row, one.column) == (None, "whole")} == {
        *PARQUET_READERS,
        "datasets",
    }


def test_rows_where_none_belong_are_found_by_every_reader(tree: Path) -> None:
    edit_csv(tree, "empty.csv", lambda rows: rows.append(["x", "", "0", "", "", ""]))
    cover_up(tree)

    found = cells(read_by(tree, *CSV_READERS), "empty.csv")

    assert found == {key: {(1, "")} for key in CSV_READERS}


@pytest.mark.parametrize("path", ["odd.csv", "data/odd.parquet"])
def test_a_file_that_is_cut_off_is_found_by_every_reader(tree: Path, path: str) -> None:
    content = (tree / path).read_bytes()
    (tree / path).write_bytes(content[: len(content) // 2])

    readers = PARQUET_READERS if path.endswith(".parquet") else CSV_READERS
    assert set(cells(read_by(tree, *readers), path)) == set(readers)
