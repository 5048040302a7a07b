"""A vintage of 22 areas, printed by others: imported as partial, and said to be."""

import csv
import json
import os
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

from tests.e2e.test_card import exact_joules, half_up
from tests.e2e.trees import VERSION
from tests.fakes.projects import new_project

SOURCES = os.environ.get("PACKAGER_SOURCES", "")
ABOUT = """
title = "Yearly electricity data, as printed elsewhere"
publisher = "Ember"
version = "October 2026 release, 22 areas"
retrieved = "2026-11-30"
rights = "CC-BY-4.0"
citation = "Ember, Yearly electricity data"
url = "https://ember-energy.org/data/yearly-electricity-data/"
unverified = ["Rounded to one decimal by whoever printed it."]
partial = true
"""


@pytest.mark.skipif(not SOURCES, reason="PACKAGER_SOURCES names no folder of original files")
def test_a_partial_vintage_prices_its_areas_and_is_said_to_be_partial(tmp_path: Path) -> None:
    project = new_project(tmp_path / "project")
    printed = Path(SOURCES) / "ember/2026-10-partial/yearly_intensity.csv"
    with printed.open(encoding="utf-8", newline="") as file:
        areas = list(csv.DictReader(file))
    with (project.root / "table.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["Entity", "Code", "Year", "Carbon intensity of electricity per kWh"])
        for row in areas:
            code = row["iso3"] or "OWID_WRL"
            writer.writerow([row["area"], code, row["year"], row["gCO2e_per_kWh"]])
    (project.root / "about.toml").write_text(ABOUT)

    imported = project.call(
        "import", "ember", "table.csv", "--vintage", "2026-10", "--about", "about.toml"
    )
    by_default = project.call("build", VERSION, "--json")
    said = project.call("build", VERSION, "--source", "ember=2026-10", "--json")

    assert (imported.code, by_default.code, said.code) == (0, 0, 0), imported.err
    assert json.loads(by_default.out)["ember"] == "2026-04"
    tree = project.root / "dist" / VERSION
    figures = {
        one["name"]: one["text"]
        for one in json.loads((tree / "figures.json").read_text())["figures"]
    }
    energy = exact_joules("qwen-3-32b", "H100")["least"] * 1_000_000 / 3600
    for row in areas:
        code = row["iso3"] or "WORLD"
        name = f"carbon/{code}/kg CO2e per billion output tokens"
        intensity = Fraction(Decimal(row["gCO2e_per_kWh"]))
        assert figures[name] == half_up(energy * intensity / 1000, 1)
    # From the printed 63.5 these two would be 30.8 and 43.8.
    assert figures["carbon/JPN/kg CO2e per billion output tokens"] == "30.7"
    assert figures["carbon/SAU/kg CO2e per billion output tokens"] == "43.7"
    assert figures["areas"] == "22"
    assert "This vintage of the grid data is partial" in (tree / "README.md").read_text()
    assert "- Partial:" in (tree / "NOTICE.md").read_text()
    ledger = json.loads((tree / "manifest.json").read_text())["source_ledger"]
    assert [row["id"] for row in ledger if row["partial"]] == ["ember"]
