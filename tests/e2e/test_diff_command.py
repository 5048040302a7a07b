"""`packager diff` on the real sources, against a second comparison by csv, json and dict."""

import csv
import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from packager.assemble.changed import changed_documents
from packager.assemble.compare.difference import difference
from packager.assemble.compare.sides import side_of
from packager.domain.difference import Difference, TableDifference
from tests.e2e.trees import ROOT, build_tree
from tests.fakes.projects import FakeProject, Said, new_project

SOURCES = ROOT / "releases" / "sources"
DEGREES = {"tensor_parallel", "expert_parallel", "data_parallel"}


@pytest.fixture(scope="module")
def middle_tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The leaderboard of February on the grid of January."""
    place = tmp_path_factory.mktemp("middle") / "tree"
    return build_tree(place, "ml-energy=2026-02-16", "ember=2026-01", version="2026-12-25")


@pytest.fixture(scope="module")
def leaderboard(older_tree: Path, middle_tree: Path) -> Difference:
    return difference(side_of(older_tree, "old"), side_of(middle_tree, "new"))


@pytest.fixture(scope="module")
def grid(middle_tree: Path, tree: Path) -> Difference:
    return difference(side_of(middle_tree, "old"), side_of(tree, "new"))


def table(found: Difference, name: str) -> TableDifference:
    (one,) = (one for one in found.tables if one.name == name)
    return one


def parsed(path: Path) -> Any:
    """A JSON document, each number as it is written."""
    return json.loads(path.read_text(encoding="utf-8"), parse_float=str, parse_int=str)


def configurations(tree: Path) -> dict[str, Mapping[str, object]]:
    """Every measured configuration, from the documents of the models, by row."""
    return {
        str(row["row_id"]): row
        for path in sorted((tree / "models").glob("*.json"))
        for row in parsed(path)["configurations"]
    }


def areas(tree: Path) -> dict[str, str]:
    rows = parsed(tree / "grid.json")["rows"]
    return {row["area_code"]: row["gco2e_per_kwh"] for row in rows}


def intensities(vintage: str) -> dict[tuple[str, str], str]:
    path = SOURCES / "ember" / vintage / "yearly-intensity.csv"
    with path.open(encoding="utf-8", newline="") as file:
        return {(row["area"], row["year"]): row["gco2e_per_kwh"] for row in csv.DictReader(file)}


def test_the_leaderboard_of_february_changes_the_degrees_of_84_configurations(
    leaderboard: Difference, older_tree: Path, middle_tree: Path
) -> None:
    one = table(leaderboard, "data/configurations")

    assert len(one.changed) == 84
    assert {cell.column for row in one.changed for cell in row.cells} <= DEGREES
    assert not one.added
    assert not one.gone
    before, after = configurations(older_tree), configurations(middle_tree)
    assert before.keys() == after.keys()
    assert {row.key[0] for row in one.changed} == {
        key for key in before if before[key] != after[key]
    }
    told = {
        (row.key[0], cell.column): (cell.old, cell.new) for row in one.changed for cell in row.cells
    }
    assert told == {
        (key, name): (before[key][name], after[key][name])
        for key in before
        for name in DEGREES
        if before[key][name] != after[key][name]
    }


@pytest.mark.parametrize("name", ["index", "data/index", "index.json rows"])
@pytest.mark.parametrize("pair", ["leaderboard", "grid"])
def test_no_row_of_the_index_moves(pair: str, name: str, request: pytest.FixtureRequest) -> None:
    found: Difference = request.getfixturevalue(pair)
    there = [one for one in found.tables if one.name == name]

    assert all(one.is_same for one in there)
    assert "index.csv" not in found.changed_documents
    assert "index.json" not in found.changed_documents


def test_the_grid_of_april_has_106_more_areas_and_65_other_values(
    grid: Difference, middle_tree: Path, tree: Path
) -> None:
    one = table(grid, "grid.json rows")

    assert (one.old_rows, one.new_rows) == (91, 197)
    assert (len(one.added), len(one.gone), len(one.changed)) == (106, 0, 65)
    before, after = areas(middle_tree), areas(tree)
    assert {row.key[0] for row in one.added} == after.keys() - before.keys()
    assert {(row.key[0], row.cells[0].old, row.cells[0].new) for row in one.changed} == {
        (key, before[key], after[key]) for key in before if before[key] != after[key]
    }
    assert len(table(grid, "data/grid").changed) == 65
    moved = {one.name: (one.old, one.new) for one in grid.moved_figures}
    assert moved["areas"] == ("91", "197")


@pytest.mark.parametrize("pair", ["leaderboard", "grid"])
def test_changed_documents_are_those_that_the_change_record_names(
    pair: str, request: pytest.FixtureRequest, older_tree: Path, middle_tree: Path, tree: Path
) -> None:
    found: Difference = request.getfixturevalue(pair)
    old, new = (older_tree, middle_tree) if pair == "leaderboard" else (middle_tree, tree)
    paths = [one.relative_to(new).as_posix() for one in new.rglob("*") if one.is_file()]

    assert found.changed_documents == changed_documents(paths, new, old)
    assert found.changed_documents


def test_what_follows_from_the_rest_is_no_changed_document(grid: Difference) -> None:
    assert grid.changed_documents == ("grid.json",)
    assert {"README.md", "SHA256SUMS", "datapackage.json"} <= set(grid.files.derived)
    assert not grid.is_breaking


def call(project: FakeProject, *words: str) -> Said:
    return project.call("diff", *words)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> FakeProject:
    return new_project(tmp_path_factory.mktemp("compared") / "project")


def test_two_vintages_of_the_grid_differ_in_226_rows_and_768_values(project: FakeProject) -> None:
    said = call(project, "--source", "ember", "2026-01", "2026-04", "--json")

    assert said.code == 5, said.err
    (one,) = json.loads(said.out)["tables"]
    before, after = intensities("2026-01"), intensities("2026-04")
    assert one["counts"] == {"added": 226, "gone": 0, "changed": 768}
    assert {tuple(row["key"]) for row in one["added"]} == after.keys() - before.keys()
    assert {
        tuple(row["key"]): tuple(row["cells"]["gco2e_per_kwh"].values()) for row in one["changed"]
    } == {key: (before[key], after[key]) for key in before if before[key] != after[key]}


def test_two_vintages_of_the_leaderboard_differ_in_84_rows_whose_keys_repeat(
    project: FakeProject,
) -> None:
    said = call(project, "--source", "ml-energy", "2026-01-01", "2026-02-16", "--json")

    (one,) = json.loads(said.out)["tables"]
    assert one["counts"] == {"added": 0, "gone": 0, "changed": 84}
    assert one["repeated_keys"] == 2


def test_a_summary_for_people_says_what_moved_and_how_to_see_more(
    project: FakeProject, middle_tree: Path, tree: Path
) -> None:
    said = call(project, str(middle_tree), str(tree))

    assert said.code == 5
    assert "grid  106 added, 65 changed (also in grid.json)" in said.out
    assert "areas: 91 → 197" in said.out
    assert "ARM: gco2e_per_kwh 242.97 → 240.31" in said.out
    assert len(said.out.splitlines()) < 50
    assert "--json" in said.err


def test_a_page_and_the_json_are_the_same_each_time(
    project: FakeProject, middle_tree: Path, tree: Path
) -> None:
    words = (str(middle_tree), str(tree), "--json", "--html", "page.html")
    first = call(project, *words), (project.root / "page.html").read_bytes()
    again = call(project, *words), (project.root / "page.html").read_bytes()

    assert first == again
    assert json.loads(first[0].out)["format"] == "packager-diff/1"


def test_what_the_sources_would_make_now_is_compared_with_a_release(project: FakeProject) -> None:
    built = project.call("build", "2026-12-01", "--source", "ember=2026-01")
    assert built.code == 0, built.err

    said = call(project, "2026-12-01")
    assert said.code == 5
    assert "106 added, 65 changed" in said.out

    assert project.call("build", "2026-12-02").code == 0
    assert call(project, "2026-12-02", "current").code == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("nowhere", "current"), "nowhere is no version, folder or archive here"),
        (("dataset_card", "current"), "this is no package"),
        (("CITATION.cff", "current"), "damaged archive"),
        (("zenodo:2026-11-30", "current"), "there is no sealed release 2026-11-30"),
        (("--source", "ember", "2026-01", "2026-01"), "the same place twice"),
        (("--source", "ember", "2026-01"), "one vintage alone"),
        (("--source", "ember", "2026-01", "1999-01"), "no vintage 1999-01 of ember"),
        (("--source", "nobody", "2026-01", "1999-01"), "no source nobody"),
        (("current", "current"), "the same place twice"),
    ],
)
def test_words_that_name_nothing_to_compare_are_refused_and_nothing_is_written(
    project: FakeProject, words: tuple[str, ...], said: str
) -> None:
    answer = call(project, *words, "--html", "never.html")

    assert answer.code not in {0, 5}
    assert said in answer.err
    assert "mend:" in answer.err
    assert answer.out == ""
    assert not (project.root / "never.html").exists()


def test_a_page_that_cannot_be_written_is_an_error_of_ours(
    project: FakeProject, middle_tree: Path, tree: Path
) -> None:
    said = call(project, str(middle_tree), str(tree), "--html", "dataset_card")

    assert said.code == 1
    assert "the page cannot be written" in said.err
    assert said.out == ""


def test_a_page_in_a_folder_that_is_not_there_is_refused_before_anything_is_compared(
    project: FakeProject,
) -> None:
    said = call(project, "nowhere", "current", "--html", "pages/new.html")

    assert said.code == 1
    assert "the page cannot be written: there is no such folder" in said.err
    assert not (project.root / "pages").exists()


def test_two_folders_are_compared_without_a_project(
    middle_tree: Path, tree: Path, tmp_path: Path
) -> None:
    said = call(FakeProject(tmp_path), str(middle_tree), str(tree), "--html", "page.html")

    assert said.code == 5, said.err
    assert "grid  106 added, 65 changed" in said.out
    assert (tmp_path / "page.html").is_file()


@pytest.mark.parametrize("words", [("2026-12-01", "2026-12-02"), (".", "2026-12-02"), (".",)])
def test_a_version_needs_a_project(tmp_path: Path, words: tuple[str, ...]) -> None:
    said = call(FakeProject(tmp_path), *words)

    assert said.code == 1
    assert "no project here" in said.err


@pytest.mark.parametrize(
    ("words", "mend"),
    [
        (("2026-12-01", "2026-12-01"), "name two, such as a version and current"),
        (("--source", "ember", "2026-01", "2026-01"), "diff --source ember 2026-01 2026-04"),
    ],
)
def test_one_place_twice_is_told_in_the_words_of_what_was_asked(
    project: FakeProject, words: tuple[str, ...], mend: str
) -> None:
    said = call(project, *words)

    assert said.code == 1
    assert mend in said.err


def test_a_damaged_package_of_ones_own_is_no_publishers_file(
    project: FakeProject, tree: Path, tmp_path: Path
) -> None:
    (tmp_path / "datapackage.json").write_text('{"name": ')

    said = call(project, str(tmp_path), str(tree))

    assert said.code == 1
    assert "publisher" not in said.err
    assert "take the file again from where it came" in said.err


def test_what_is_nowhere_is_looked_for_in_the_folder_that_is_named(project: FakeProject) -> None:
    for said in (call(project, "nowhere", "current"), project.call("check", "nowhere")):
        assert f"where: {project.root}\n" in said.err


def test_one_folder_under_two_names_is_one_place(project: FakeProject, tree: Path) -> None:
    assert "the same place twice" in call(project, str(tree), f"{tree}/../{tree.name}").err


def test_second_reader_of_the_index_agrees(older_tree: Path, middle_tree: Path) -> None:
    texts = [(one / "index.csv").read_text(encoding="utf-8") for one in (older_tree, middle_tree)]
    one, other = (list(csv.DictReader(io.StringIO(text))) for text in texts)

    assert one == other
