"""The releases of this repository: each entry says exactly what its difference finds."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

from packager.assemble.compare.difference import difference
from packager.assemble.compare.sides import side_of
from packager.domain.difference import Difference, TableDifference
from packager.green_tokens.recipe import RECIPE
from packager.publish.ledger import Ledger

ROOT = Path(__file__).resolve().parents[2]
LEDGER = Ledger(ROOT / "releases")
VERSIONS = LEDGER.versions()
PAIRS = list(pairwise(VERSIONS))
DEGREES = {"tensor_parallel", "expert_parallel", "data_parallel"}


def tree(version: str) -> Path:
    return Path(LEDGER.release(version).root)


def between(old: str, new: str) -> Difference:
    sides = (side_of(tree(version), version) for version in (old, new))
    return difference(*sides, apart=RECIPE.figures_of_change)


def rows(version: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads((tree(version) / "changes.json").read_bytes())[
        "rows"
    ]
    return found


def table(found: Difference, path: str) -> TableDifference:
    (one,) = [one for one in found.tables if one.path == path]
    return one


def changed(found: Difference, path: str) -> tuple[int, int, int]:
    """Rows of a table that came, went and changed."""
    one = table(found, path)
    return len(one.added), len(one.gone), len(one.changed)


def test_there_is_a_history_of_the_committed_vintages() -> None:
    vintages = [
        {
            one["source"]: one["vintage"]
            for one in json.loads(LEDGER.paper(version, "inputs.json"))["sources"]
        }
        for version in VERSIONS
    ]

    assert [(one["ml-energy"], one["ember"]) for one in vintages[:3]] == [
        ("2026-01-01", "2026-01"),
        ("2026-02-16", "2026-01"),
        ("2026-02-16", "2026-04"),
    ]
    assert LEDGER.faults() == []


def test_the_first_release_follows_none() -> None:
    (only,) = rows(VERSIONS[0])

    assert (only["kind"], only["version"]) == ("release", VERSIONS[0])


@pytest.mark.parametrize(("old", "new"), PAIRS)
def test_an_entry_names_exactly_the_documents_and_figures_that_its_difference_finds(
    old: str, new: str
) -> None:
    found = between(old, new)
    newest, *earlier = rows(new)

    moved = [one.name for one in found.moved_figures if one.old is not None and one.new is not None]
    assert newest["documents"] == list(found.changed_documents)
    assert newest["figures"] == sorted(moved)
    assert newest["summary"]
    assert newest["reason"]
    assert earlier == rows(old)
    assert not found.is_breaking


def test_corrected_degrees_of_84_configurations_move_no_row_of_the_index() -> None:
    found = between(*PAIRS[0])

    assert changed(found, "data/configurations.parquet") == (0, 0, 84)
    assert changed(found, "index.csv") == (0, 0, 0)
    rows_changed = table(found, "data/configurations.parquet").changed
    assert {cell.column for row in rows_changed for cell in row.cells} <= DEGREES
    assert found.moved_figures == ()


def test_more_areas_and_moved_ones_change_the_carbon_figures_and_no_row_of_the_index() -> None:
    found = between(*PAIRS[1])

    assert changed(found, "data/grid.parquet") == (106, 0, 65)
    assert changed(found, "index.csv") == (0, 0, 0)
    names = {one.name: (one.old, one.new) for one in found.moved_figures}
    assert names["areas"] == ("91", "197")
    assert "carbon/WORLD/g CO2e per kWh" in names
