"""What a release says, against figures that were published elsewhere."""

import csv
import json
from collections import Counter
from pathlib import Path

from tests.e2e.trees import ROOT

PUBLISHED = ROOT / "tests/data/published-index-2026-10-19.csv"
ROUNDED_TWICE = {  # row: as published, and rounded once from the leaderboard's digits
    "llama-3-1-8b-instruct/H100/1/512": ("0.070195", "0.070194"),
    "gemma-3-27b/B200/1/256": ("0.176746", "0.176745"),
    "llama-3-1-70b-instruct/B200/2/2048": ("0.188675", "0.188674"),
    "gemma-3-27b/H100/2/192": ("0.28952", "0.289519"),
}


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def document(tree: Path, name: str) -> dict[str, list[dict[str, object]]]:
    value: dict[str, list[dict[str, object]]] = json.loads((tree / name).read_text())
    return value


def test_the_index_is_the_published_one_but_for_four_joules_it_had_rounded_twice(
    tree: Path,
) -> None:
    expected = rows_of(PUBLISHED)
    for row in expected:
        was, is_now = ROUNDED_TWICE.get(row["row_id"], (None, None))
        if is_now is not None:
            assert row["joules_per_output_token"] == was
            row["joules_per_output_token"] = is_now

    assert rows_of(tree / "index.csv") == expected


def test_the_index_has_32_rows_over_18_models_and_328_configurations(tree: Path) -> None:
    configurations = [
        row["row_id"]
        for path in (tree / "models").iterdir()
        for row in document(tree, f"models/{path.name}")["configurations"]
    ]

    assert len(rows_of(tree / "index.csv")) == 32
    assert len(rows_of(tree / "models.csv")) == len(list((tree / "models").iterdir())) == 18
    assert len(configurations) == len(set(configurations)) == 328


def test_both_rows_of_the_two_repeated_keys_stay(tree: Path) -> None:
    rows = document(tree, "models/qwen-3-30b-a3b-instruct.json")["configurations"]

    repeated = {str(row["row_id"]): str(row["joules_per_output_token"]) for row in rows}

    # The leaderboard's own digits of the four measurements.
    key = "qwen-3-30b-a3b-instruct/H100/2"
    assert repeated[f"{key}/256"].startswith("0.13347257800378423"[:16])
    assert repeated[f"{key}/256#2"].startswith("0.14702179429298418"[:16])
    assert repeated[f"{key}/512"].startswith("0.09877369834406177"[:16])
    assert repeated[f"{key}/512#2"].startswith("0.11750807799201222"[:16])
    assert sum("#" in row_id for row_id in repeated) == 2


def test_the_leaderboard_of_january_gives_the_same_rows(tree: Path, older_tree: Path) -> None:
    assert (older_tree / "index.csv").read_bytes() == (tree / "index.csv").read_bytes()


def test_the_correction_of_february_moves_parallel_degrees_of_84_configurations(
    tree: Path, older_tree: Path
) -> None:
    degrees = ("tensor_parallel", "expert_parallel", "data_parallel")
    moved: Counter[tuple[str, ...]] = Counter()
    for path in (tree / "models").iterdir():
        name = f"models/{path.name}"
        before, after = (document(t, name)["configurations"] for t in (older_tree, tree))
        for old, new in zip(before, after, strict=True):
            moved[tuple(key for key in new if old[key] != new[key])] += 1

    assert moved == {(): 244, ("tensor_parallel",): 84}
    assert set(degrees) <= set(document(tree, "models/qwen-3-8b.json")["configurations"][0])


def test_the_grid_of_2024_has_197_areas_in_april_and_91_in_january(
    tree: Path, older_tree: Path
) -> None:
    april, january = (document(t, "grid.json")["rows"] for t in (tree, older_tree))

    assert (len(april), len(january)) == (197, 91)
    assert {row["year"] for row in (*april, *january)} == {2024}
    assert [row["area_code"] for row in april if row["area"] == "World"] == ["WORLD"]
    assert "XKX" in {row["area_code"] for row in april}


def test_hardware_has_seven_parts_and_24_profiles_with_fractions_as_numbers(tree: Path) -> None:
    hardware = document(tree, "hardware.json")

    profile = next(
        row
        for row in hardware["mig_profiles"]
        if (row["part"], row["profile"]) == ("a100-80gb", "1g.20gb")
    )
    assert (len(hardware["parts"]), len(hardware["mig_profiles"])) == (7, 24)
    assert profile["memory_fraction"] == 0.25  # two of eight slices, whatever is printed
    assert profile["memory_fraction_printed"] == "1/8"


def test_the_per_query_round_has_40_rows_in_watt_hours_per_query(tree: Path) -> None:
    rows = document(tree, "per-query.json")["rows"]

    assert len(rows) == 40
    energy = {row["model_id"]: row["wh_per_query"] for row in rows}
    assert energy["distilbert/distilgpt2"] == 0.001313333  # kWh per thousand is Wh per one
    assert energy["CohereForAI/c4ai-command-r-plus"] == 3.426381777
