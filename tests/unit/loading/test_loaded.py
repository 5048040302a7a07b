"""What an analyst does with a loaded table, and what it says of itself."""

import inspect
import tomllib
from pathlib import Path

import duckdb
import polars as pl
import pytest

import packager
from packager.loading.loaded import Loaded
from tests.fakes.copies import NEWEST, RELEASES, ROOT
from tests.fakes.odd_release import ROWS, SCHEMA, VERSION, build_odd

LOWEST = ("Llama 3.1 8B Instruct", "B200", 12.97)


@pytest.fixture(scope="module")
def index() -> Loaded:
    return packager.load("index", version=NEWEST, source=RELEASES)


def test_pandas_keeps_whole_numbers_whole_beside_empty_cells_and_texts_as_they_are(
    tmp_path: Path,
) -> None:
    odd = packager.load("odd", version=VERSION, source=build_odd(tmp_path))

    frame = odd.pandas()

    assert {name: str(frame[name].dtype) for name in ("whole", "some", "code")} == {
        "whole": "Int64",
        "some": "Int64",
        "code": "string",
    }
    for column in ("some", "code"):
        cells = frame[column].astype(object).where(frame[column].notna(), None)
        assert cells.to_list() == [row[SCHEMA.names.index(column)] for row in ROWS]


def test_duckdb_takes_it_by_the_name_of_its_variable(index: Loaded) -> None:
    rows = index
    assert len(rows) == 32
    with duckdb.connect() as connection:
        found = connection.sql(
            "SELECT model, gpu, wh_per_million_output_tokens FROM rows ORDER BY 3"
        ).fetchall()

    assert found[0] == LOWEST


def test_polars_takes_it_as_it_is(index: Loaded) -> None:
    frame = pl.DataFrame(index)

    assert frame.select("model", "gpu", "wh_per_million_output_tokens").row(0) == LOWEST
    assert frame.height == len(index) == 32


def test_it_says_which_release_it_is(index: Loaded) -> None:
    release = index.release

    assert (release.version, release.date) == (NEWEST, NEWEST[:10])
    assert (release.boundary, release.unit) == ("gpu_only", "Wh per million output tokens")
    assert release.license == "CC-BY-4.0"
    assert release.citation.startswith("@misc{LeadGreen" + NEWEST)
    assert f"version      = {{{NEWEST}}}" in release.citation
    assert release.tables[0] == "index"


def test_columns_have_units_and_meaning(index: Loaded) -> None:
    assert index.units["median_itl_ms"] == "ms"
    assert "model" not in index.units
    assert [one.name for one in index.columns] == index.arrow.column_names
    assert all(one.description for one in index.columns)


def test_it_is_shown_on_one_line_without_its_rows(index: Loaded) -> None:
    assert "\n" not in repr(index)
    assert len(repr(index)) < 700
    assert NEWEST in repr(index)


def test_the_repository_is_the_one_the_project_publishes_to() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["packager"]

    default = inspect.signature(packager.load).parameters["repo_id"].default

    assert default == settings["repo_id"]
