"""The card: every number computed, each from exact values, the same text wherever it stands."""

import csv
import json
import re
from collections import defaultdict
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from pathlib import Path

import pytest

from tests.e2e.trees import ROOT


def figures(tree: Path) -> dict[str, dict[str, object]]:
    document = json.loads((tree / "figures.json").read_text(), parse_float=Decimal)
    return {one["name"]: one for one in document["figures"]}


def text(tree: Path, name: str) -> str:
    return str(figures(tree)[name]["text"])


def index(tree: Path) -> dict[tuple[str, str], dict[str, str]]:
    with (tree / "index.csv").open(encoding="utf-8", newline="") as file:
        return {(row["slug"], row["gpu"]): row for row in csv.DictReader(file)}


def exact_joules(slug: str, gpu: str) -> dict[str, Fraction]:
    """Least energy of a model on a GPU, from the pinned table, by nickname and GPU."""
    path = ROOT / "releases/sources/ml-energy/2026-02-16/text-conversation.csv"
    least: dict[str, Fraction] = {}
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            name = row["nickname"].lower().replace(" ", "-").replace(".", "-")
            if (name, row["gpu_model"]) == (slug, gpu) and Fraction(row["median_itl_ms"]) <= 500:
                joules = Fraction(row["energy_per_token_joules"])
                least["least"] = min(least.get("least", joules), joules)
    return least


def half_up(value: Fraction, places: int) -> str:
    """A second implementation of the one rounding: by whole numbers."""
    scaled = value * 10**places + Fraction(1, 2)
    digits = Decimal(scaled.numerator // scaled.denominator).scaleb(-places)
    return format(digits.normalize(), "f")


def test_the_carbon_table_follows_from_the_exact_reference_value(tree: Path) -> None:
    energy = exact_joules("qwen-3-32b", "H100")["least"] * 1_000_000 / 3600
    grid = json.loads((tree / "grid.json").read_text(), parse_float=Fraction, parse_int=Fraction)
    intensities = {row["area_code"]: row["gco2e_per_kwh"] for row in grid["rows"]}

    for code, intensity in intensities.items():
        name = f"carbon/{code}/kg CO2e per billion output tokens"
        if name in figures(tree):
            assert text(tree, name) == half_up(energy * intensity / 1000, 1), code
    assert len([name for name in figures(tree) if name.startswith("carbon/")]) == 2 * 22


def test_the_pair_table_and_its_sentence_follow_from_exact_values(tree: Path) -> None:
    rows = index(tree)
    slugs = [slug for slug, gpu in rows if gpu == "H100" and (slug, "B200") in rows]
    ratios = sorted(
        exact_joules(slug, "H100")["least"] / exact_joules(slug, "B200")["least"] for slug in slugs
    )
    middle = (ratios[6] + ratios[7]) / 2  # fourteen models

    assert len(slugs) == 14
    assert text(tree, "pair_models") == "14"
    assert text(tree, "pair_median") == half_up(middle, 2) + "×"
    assert text(tree, "pair_reduction") == half_up((1 - 1 / middle) * 100, 1) + " %"
    assert text(tree, "pair_largest") == half_up(ratios[-1], 2) + "×"
    assert text(tree, "pair_smallest") == half_up(ratios[0], 2) + "×"
    readme = (tree / "README.md").read_text()
    assert "The B200 row is the lower one for all of them." in readme


def test_values_that_were_published_wrong_elsewhere_are_rounded_once_here(tree: Path) -> None:
    assert index(tree)["qwen-3-32b", "B200"]["wh_per_million_output_tokens"] == "39.05"
    assert text(tree, "pairs/qwen-3-32b/B200 Wh/M") == "39.1"  # not 39.0, from 39.0503
    assert text(tree, "reference") == "63.5 Wh/M"


def test_one_value_with_one_number_of_places_has_one_text(tree: Path) -> None:
    texts: defaultdict[tuple[object, object], set[str]] = defaultdict(set)
    for one in figures(tree).values():
        number = re.match(r"-?[\d.]+", str(one["text"]))
        assert number
        texts[one["value"], one["places"]].add(number[0])

    assert all(len(found) == 1 for found in texts.values())


def test_card_and_csv_print_running_batch_and_cards_alike(tree: Path) -> None:
    rows, known = index(tree), figures(tree)
    compared = 0
    for slug, gpu in rows:
        for column, field in (("batch", "avg_running_batch"), ("cards", "num_gpus")):
            name = f"pairs/{slug}/{gpu} {column}"
            if name in known:
                assert known[name]["text"] == rows[slug, gpu][field]
                compared += 1
    assert compared == 14 * 4


def test_the_ladder_stands_on_the_cards_of_the_reference_row(tree: Path) -> None:
    rungs = [
        row
        for row in json.loads((tree / "models/qwen-3-32b.json").read_text())["configurations"]
        if (row["gpu"], row["num_gpus"]) == ("H100", 2)
    ]
    lowest = min(rungs, key=lambda row: row["max_num_seqs"])

    assert text(tree, "ladder/lowest/Cap") == str(lowest["max_num_seqs"])
    assert text(tree, "ladder_rungs") == str(len(rungs))
    assert text(tree, "ladder/index/Wh/M") == "63.5"
    busiest = max(rungs, key=lambda row: row["max_num_seqs"])
    said = "The index row is the busiest of them." in (tree / "README.md").read_text()
    assert said == (busiest["row_id"] == "qwen-3-32b/H100/2/256")


def test_figures_of_others_stand_as_published_with_their_source(tree: Path) -> None:
    expected = {
        "google_prompt": ("0.24 Wh", "google-prompt"),
        "google_accelerators": ("58 %", "google-prompt"),
        "google_narrow": ("0.1 Wh", "google-prompt"),
        "epoch_reply": ("0.3 Wh", "epoch-reply"),
        "epoch_tokens": ("500", "epoch-reply"),
        "openai_query": ("0.34 Wh", "openai-query"),
        "team_wins": ("63", "ml-energy-joules"),
        "team_comparisons": ("72", "ml-energy-joules"),
        "team_reduction": ("35 %", "ml-energy-joules"),
    }
    ledger = {
        row["id"] for row in json.loads((tree / "manifest.json").read_text())["source_ledger"]
    }

    for name, (printed, source) in expected.items():
        assert (figures(tree)[name]["text"], figures(tree)[name]["sources"]) == (printed, [source])
        assert source in ledger


def test_every_figure_in_the_book_stands_in_the_file_it_names(tree: Path) -> None:
    for name, one in figures(tree).items():
        places = one["printed_in"]
        assert isinstance(places, list)
        assert places
        for place in places:
            if str(place).endswith(".md"):
                assert str(one["text"]) in (tree / str(place)).read_text(), name


@pytest.mark.parametrize(
    ("heading", "words"),
    [
        ("Boundary", ("GPUs alone", "steady state", "cooling", "floor")),
        ("Carbon", ("PUE", "ratio of the server's power", "April 2026")),
        ("Per query", ("ten tokens", "February 2025", "not the round of December 2025")),
        ("How to read a row", ("Zeus", "vLLM 0.11.1", "arXiv:2505.06371")),
        ("Publisher and funder", ("CL9944", "Dubai International Financial Centre", "ten working")),
        ("Elsewhere", ("Q141778099", "https://leadgreen.ai/mcp/", "katonic-dev/leadgreen-ai")),
    ],
)
def test_a_section_says_what_a_reader_must_know(
    tree: Path, heading: str, words: tuple[str, ...]
) -> None:
    readme = (tree / "README.md").read_text()
    section = " ".join(readme.split(f"\n## {heading}\n")[1].split("\n## ")[0].split())

    for word in words:
        assert word in section


def test_half_up_is_the_rounding_of_this_file() -> None:
    assert half_up(Fraction("39.05"), 1) == "39.1"
    assert Decimal("39.05").quantize(Decimal("0.1"), ROUND_HALF_UP) == Decimal("39.1")
