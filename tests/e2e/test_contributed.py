"""A contributed measurement on its way into a release, beside the index and never in it."""

import csv
import json
import shutil
from pathlib import Path

import pytest

from packager.assemble.columnar import read_rows
from tests.e2e.trees import ROOT, VERSION
from tests.fakes.projects import FakeProject, Said, contents, new_project

EXAMPLE = ROOT / "tests/data/measurement-example.json"


@pytest.fixture
def project(tmp_path: Path) -> FakeProject:
    project = new_project(tmp_path / "project")
    (project.root / "given").mkdir()
    return project


def take_in(project: FakeProject) -> Said:
    return project.call(
        *("import", "measurements", "given", "--vintage", "2026-12-01", "--version", "one"),
        *("--retrieved", "2026-12-01", "--rights", "CC-BY-4.0", "--url", "https://leadgreen.ai/"),
    )


def test_an_accepted_measurement_is_a_row_of_its_own_table(
    project: FakeProject, tree: Path
) -> None:
    shutil.copy(EXAMPLE, project.root / "given")

    assert take_in(project).code == 0
    assert project.call("build", VERSION).code == 0
    assert project.call("check", f"dist/{VERSION}", "--fast").code == 0

    built = project.root / "dist" / VERSION
    given = json.loads(EXAMPLE.read_text())
    (row,) = json.loads((built / "measurements.json").read_text())["rows"]
    assert row["contributor_name"] == given["contributor"]["name"]
    assert row["energy_joules_per_output_token"] == given["energy"]["joules_per_output_token"]
    assert row["raw_file_sha256"] == given["raw_file"]["sha256"]
    _, cells = read_rows((built / "data/measurements.parquet").read_bytes())
    assert len(cells) == 1
    assert "config_name: measurements" in (built / "README.md").read_text()
    assert (built / "index.csv").read_bytes() == (tree / "index.csv").read_bytes()


def test_nothing_contributed_is_an_empty_document_and_no_table(tree: Path) -> None:
    document = json.loads((tree / "measurements.json").read_text())

    assert (document["rows"], document["columns"]) == ([], {})
    assert not (tree / "data/measurements.parquet").exists()


def test_a_measurement_that_the_protocol_refuses_is_not_taken_in(project: FakeProject) -> None:
    given = json.loads(EXAMPLE.read_text())
    del given["gpu"]["driver_version"]
    (project.root / "given" / "one.json").write_text(json.dumps(given))
    before = contents(project.releases)

    said = take_in(project)

    assert said.code == 1
    assert "driver_version" in said.err
    assert "one.json" in said.err
    assert contents(project.releases) == before


def test_a_cell_that_a_spreadsheet_would_run_stays_text(project: FakeProject) -> None:
    given = json.loads(EXAMPLE.read_text())
    given["notes"] = '=HYPERLINK("http://x.example")'
    (project.root / "given" / "one.json").write_text(json.dumps(given))

    assert take_in(project).code == 0

    table = project.releases / "sources/measurements/2026-12-01/measurements.csv"
    with table.open(encoding="utf-8", newline="") as file:
        (row,) = csv.DictReader(file)
    assert row["notes"] == given["notes"]
