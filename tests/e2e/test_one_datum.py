"""One datum changes, and exactly the places that depend on it."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.e2e.trees import VERSION
from tests.fakes.projects import FakeProject, contents, new_project

BOOKKEEPING = {
    "SHA256SUMS",
    "croissant.json",
    "datapackage.json",
    "figures.json",
    "ro-crate-metadata.json",
}
GRID = "ember/2026-04/yearly-intensity.csv"
RUNS = "ml-energy/2026-02-16/text-conversation.csv"


def repin(project: FakeProject, path: str, change: Callable[[str], str]) -> None:
    """Change a pinned table as a new import would: its description follows."""
    table = project.releases / "sources" / path
    before = table.read_text(encoding="utf-8")
    after = change(before)
    assert after != before
    table.write_text(after, encoding="utf-8")
    about = table.with_name("source.json")
    description = json.loads(about.read_text())
    (entry,) = (one for one in description["tables"] if one["path"] == table.name)
    content = table.read_bytes()
    entry |= {
        "bytes": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
        "rows": entry["rows"] + after.count("\n") - before.count("\n"),
    }
    about.write_text(json.dumps(description, indent=2, ensure_ascii=False) + "\n")


def built(project: FakeProject) -> dict[str, bytes]:
    said = project.call("build", VERSION)
    assert said.code == 0, said.err
    return contents(project.root / "dist" / VERSION)


def figures(files: dict[str, bytes]) -> dict[str, str]:
    book = json.loads(files["figures.json"], parse_float=str)
    return {
        one["name"]: one["value"] for one in book["figures"] if "README.md" in one["printed_in"]
    }


def moved(before: dict[str, str], after: dict[str, str]) -> set[str]:
    return {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}


def changed(before: dict[str, bytes], after: dict[str, bytes]) -> set[str]:
    return {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}


@pytest.fixture
def project(tmp_path: Path) -> FakeProject:
    return new_project(tmp_path / "project")


def test_an_areas_intensity_moves_its_two_figures(project: FakeProject, tree: Path) -> None:
    def change(text: str) -> str:
        line = next(one for one in text.splitlines() if one.startswith("France,FRA,country,2024,"))
        return text.replace(line, "France,FRA,country,2024,77.7")

    repin(project, GRID, change)

    before, after = contents(tree), built(project)
    assert moved(figures(before), figures(after)) == {
        "carbon/FRA/g CO2e per kWh",
        "carbon/FRA/kg CO2e per billion output tokens",
    }
    assert changed(before, after) - BOOKKEEPING == {
        "README.md",
        "grid.json",
        "data/grid.parquet",
    }


def test_a_rows_energy_moves_its_row_and_its_ratio(project: FakeProject, tree: Path) -> None:
    def change(text: str) -> str:
        lines = text.splitlines()
        least = min(
            (one for one in lines if one.startswith("text-conversation,google/gemma-3-12b-it,")
             and ",B200," in one),
            key=lambda line: float(line.split(",")[13]),
        )  # fmt: skip
        cells = least.split(",")
        cells[13] = cells[13][:6] + "9" + cells[13][7:]
        return text.replace(least, ",".join(cells))

    repin(project, RUNS, change)

    before, after = contents(tree), built(project)
    assert moved(figures(before), figures(after)) == {
        "pairs/gemma-3-12b/B200 Wh/M",
        "pairs/gemma-3-12b/H100 / B200",
    }
    texts = {one for one in changed(before, after) - BOOKKEEPING if not one.startswith("plots/")}
    assert texts <= {
        "README.md",
        "index.csv",
        "index.json",
        "models/gemma-3-12b.json",
        "data/index.parquet",
        "data/configurations.parquet",
    }
    assert {"models/gemma-3-12b.json", "data/configurations.parquet"} <= texts


def test_terms_of_a_source_move_texts_and_no_figure(project: FakeProject, tree: Path) -> None:
    about = project.releases / "sources/ember/2026-04/source.json"
    about.write_text(about.read_text().replace('"CC-BY-4.0"', '"CC-BY-SA-4.0"'))

    before, after = contents(tree), built(project)
    assert moved(figures(before), figures(after)) == set()
    assert {"README.md", "NOTICE.md", "manifest.json", "data/sources.parquet"} <= changed(
        before, after
    )
    assert not {"index.csv", "grid.json", "data/grid.parquet"} & changed(before, after)
    assert b"CC-BY-SA-4.0" in after["NOTICE.md"]


def test_an_area_that_is_gone_moves_the_counts_and_nothing_else(
    project: FakeProject, tree: Path
) -> None:
    def change(text: str) -> str:
        line = next(one for one in text.splitlines() if one.startswith("Aruba,ABW,country,2024,"))
        return text.replace(line + "\n", "")

    repin(project, GRID, change)

    before, after = contents(tree), built(project)
    assert moved(figures(before), figures(after)) == {
        "areas",
        "files/grid.json/Rows",
        "files/data/grid.parquet/Rows",
    }
    assert b"in 196 areas" in after["README.md"]


def test_an_area_of_the_card_that_a_vintage_lacks_is_said_to_be_missing(
    project: FakeProject,
) -> None:
    def change(text: str) -> str:
        line = next(one for one in text.splitlines() if one.startswith("Qatar,QAT,country,2024,"))
        return text.replace(line + "\n", "")

    repin(project, GRID, change)

    readme = built(project)["README.md"].decode()
    assert "This vintage has no value for Qatar." in readme
    assert "| Qatar |" not in readme


@pytest.mark.parametrize(
    ("template", "line", "fault"),
    [
        ("README.md.j2", "There are 12 rows.", "typed: 12"),
        ("README.md.j2", "{{ apples }}", "unknown: apples"),
        ("README.md.j2", "{% if %}", "broken template"),
        ("NOTICE.md.j2", "Version 3.", "typed: 3."),
    ],
)
def test_prose_that_does_not_fit_stops_the_build(
    project: FakeProject, template: str, line: str, fault: str
) -> None:
    path = project.root / "dataset_card" / template
    path.write_text(path.read_text() + line + "\n")

    said = project.call("build", VERSION)

    assert said.code == 1
    assert fault in said.err
    assert template in said.err
    assert not list((project.root / "dist").glob("*"))


def test_a_figure_that_no_template_prints_stops_the_build(project: FakeProject) -> None:
    path = project.root / "dataset_card" / "README.md.j2"
    path.write_text(path.read_text().replace("{{ span }}", "a span"))

    said = project.call("build", VERSION)

    assert said.code == 1
    assert "unused: span" in said.err


def test_an_unknown_setting_is_refused_with_the_nearest(project: FakeProject) -> None:
    path = project.root / "dataset_card" / "settings.toml"
    path.write_text(path.read_text().replace("grid_year", "grid_yaer"))

    said = project.call("build", VERSION)

    assert said.code == 1
    assert "unknown setting grid_yaer" in said.err
    assert "grid_year" in said.err
