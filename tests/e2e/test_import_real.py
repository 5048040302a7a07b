"""The publishers' own files, imported as a maintainer does, against what is published of them."""

import json
import os
from collections import Counter
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from io import StringIO
from pathlib import Path

import pytest

from packager.assemble.pinned import choose, read_pinned, vintages
from packager.cli.main import main
from packager.cli.world import World

HOME = Path(__file__).parents[2]
PINNED = HOME / "releases" / "sources"
ABOUT = HOME / "tests" / "data" / "about"
IMPORTS = {
    ("ml-energy", "2026-01-01"): "ml-energy-leaderboard/2026-01-01",
    ("ml-energy", "2026-02-16"): "ml-energy-leaderboard/2026-02-16",
    ("ember", "2026-01"): "ember/2026-01/as_published.csv",
    ("ember", "2026-04"): "ember/2026-04/as_published.csv",
    ("ai-energy-score", "2025-02"): "ai-energy-score/2025-02/as_published.csv",
    ("nvidia", "2026-11-30"): "nvidia/hardware.json",
    ("openai-tokens", "2026-11-30"): "",
}


@pytest.fixture
def published() -> Path:
    folder = os.environ.get("PACKAGER_SOURCES")
    if not folder:
        pytest.skip("PACKAGER_SOURCES names no folder of the publishers' files; CI does")
    return Path(folder)


def imported(project: Path, kind: str, vintage: str, path: Path | None) -> Path:
    (project / "pyproject.toml").write_text("[tool.packager]\n")
    about = str(ABOUT / f"{kind}-{vintage}.toml")
    given = [str(path)] if path else ["--cited"]
    told = StringIO()
    world = World(date(2026, 11, 30), {}, project, StringIO(), told)
    code = main(["import", kind, *given, "--vintage", vintage, "--about", about], world)
    assert code == 0, told.getvalue()
    return project / "releases" / "sources" / kind / vintage


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def records(kind: str, vintage: str, table: str) -> list[dict[str, str]]:
    pinned = read_pinned(PINNED, kind, vintage)
    return [dict(record) for record in pinned.tables[table].records()]


@pytest.mark.parametrize(("kind", "vintage"), IMPORTS)
def test_importing_again_gives_the_committed_bytes(
    tmp_path: Path, published: Path, kind: str, vintage: str
) -> None:
    place = IMPORTS[kind, vintage]

    folder = imported(tmp_path, kind, vintage, published / place if place else None)

    assert content(folder) == content(PINNED / kind / vintage)


def test_the_committed_sources_are_these_and_none_is_partial() -> None:
    found = {
        (kind, vintage): partial
        for kind, those in vintages(PINNED).items()
        for vintage, partial in those
    }

    assert found.items() >= dict.fromkeys(IMPORTS, False).items()


def test_the_newest_states_are_chosen_by_default() -> None:
    chosen = choose(PINNED, ["ml-energy", "ember", "nvidia"], {"ember": "2026-01"})

    assert {kind: pinned.vintage for kind, pinned in chosen.items()} == {
        "ml-energy": max(vintage for vintage, _ in vintages(PINNED)["ml-energy"]),
        "ember": "2026-01",
        "nvidia": max(vintage for vintage, _ in vintages(PINNED)["nvidia"]),
    }


@pytest.mark.parametrize(
    ("vintage", "rows", "of_2024"),
    [
        ("2026-01", 6106, {"country": 90, "aggregate": 14, "world": 1}),
        ("2026-04", 6332, {"country": 196, "aggregate": 23, "world": 1}),
    ],
)
def test_ember_has_the_rows_that_its_copies_are_known_to_have(
    vintage: str, rows: int, of_2024: dict[str, int]
) -> None:
    found = records("ember", vintage, "yearly-intensity")

    assert len(found) == rows
    assert Counter(row["area_type"] for row in found if row["year"] == "2024") == of_2024
    assert {(row["year"]) for row in found} == {str(year) for year in range(1990, 2026)}


@pytest.mark.parametrize("vintage", ["2026-01", "2026-04"])
def test_ember_says_what_an_independent_relabelling_says(published: Path, vintage: str) -> None:
    text = (published / "ember" / vintage / "yearly_intensity.csv").read_text(encoding="utf-8")
    header, *lines = (line.rsplit(",", 5) for line in text.splitlines())

    theirs = [tuple(cell.strip('"') for cell in line[:5]) for line in lines]

    assert header[:5] == ["area", "iso3", "area_type", "year", "gCO2e_per_kWh"]
    ours = [tuple(row.values()) for row in records("ember", vintage, "yearly-intensity")]
    world = ("World", "WORLD")
    assert sorted(("World", "", *row[2:]) if row[:2] == world else row for row in ours) == sorted(
        theirs
    )


@pytest.mark.parametrize("vintage", ["2026-01-01", "2026-02-16"])
def test_the_leaderboard_has_328_rows_under_326_keys(vintage: str) -> None:
    rows = records("ml-energy", vintage, "text-conversation")

    keys = Counter(
        (row["model_id"], row["gpu_model"], row["num_gpus"], row["max_num_seqs"]) for row in rows
    )
    assert (len(rows), len(keys)) == (328, 326)
    assert len({row["model_id"] for row in rows}) == 18
    assert Counter(row["gpu_model"] for row in rows) == {"H100": 177, "B200": 151}


def test_between_two_states_the_leaderboard_corrected_84_tensor_degrees_only() -> None:
    older, newer = (
        records("ml-energy", vintage, "text-conversation")
        for vintage in ("2026-01-01", "2026-02-16")
    )

    changed = [
        {name for name in one if one[name] != other[name]}
        for one, other in zip(older, newer, strict=True)
    ]
    assert sum(map(bool, changed)) == 84
    assert set[str]().union(*changed) == {"tensor_parallel"}


def test_every_digit_of_the_leaderboard_is_the_publishers(published: Path) -> None:
    path = published / "ml-energy-leaderboard" / "2026-02-16" / "lm-arena-chat.json"
    text = json.loads(path.read_text(), parse_float=str, parse_int=str)["configurations"]

    ours = records("ml-energy", "2026-02-16", "text-conversation")

    own = {("workload", "text-conversation")}
    theirs = Counter(frozenset(one.items()) for one in text)
    assert Counter(frozenset(row.items() - own) for row in ours) == theirs


def test_the_energy_scores_are_40_in_their_classes_and_stars() -> None:
    rows = records("ai-energy-score", "2025-02", "text-generation")

    assert Counter(row["model_class"] for row in rows) == {"A": 32, "B": 3, "C": 5}
    assert Counter(row["stars"] for row in rows) == {"1": 4, "2": 8, "3": 5, "4": 8, "5": 15}
    energies = [Decimal(row["gpu_energy"]) for row in rows]
    assert (min(energies), max(energies)) == (Decimal("0.001313333"), Decimal("3.426381777"))


def numbers(value: object) -> Iterator[str]:
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from numbers(inner)
    elif isinstance(value, int | Decimal) and not isinstance(value, bool):
        yield str(value)


def test_no_figure_of_the_hardware_file_is_lost(published: Path) -> None:
    text = (published / "nvidia" / "hardware.json").read_text(encoding="utf-8")
    expected = Counter(numbers(json.loads(text, parse_float=Decimal)))

    pinned = read_pinned(PINNED, "nvidia", "2026-11-30")

    found = Counter(
        part
        for table in pinned.tables.values()
        for record in table.records()
        for cell in record.values()
        for part in cell.split(" | ")
    )
    assert {number for number, times in expected.items() if found[number] < times} == set()


def test_the_hardware_has_seven_listed_parts_and_24_listed_profiles() -> None:
    parts = records("nvidia", "2026-11-30", "parts")
    profiles = Counter(row["listed"] for row in records("nvidia", "2026-11-30", "mig-profiles"))

    assert len({row["part_id"] for row in parts if row["listed"] == "yes"}) == 7
    assert profiles == {"yes": 24, "no": 25}


@pytest.mark.parametrize(("kind", "vintage"), IMPORTS)
def test_what_was_concluded_or_could_not_be_checked_is_said(kind: str, vintage: str) -> None:
    rows = read_pinned(PINNED, kind, vintage).ledger

    assert all(row.retrieved == "2026-11-30" for row in rows)
    assert any(row.inferred or row.unverified for row in rows)
    assert [row.redistributed for row in rows] == [kind != "openai-tokens"] * len(rows)
