"""The rules of the index, proved anew: each one broken in real documents is found."""

import copy
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from packager.assemble.judges.evidence import Evidence
from packager.green_tokens.agreement import agreement

PAGE = "models/qwen-3-32b.json"
Documents = dict[str, Any]


@pytest.fixture(scope="module")
def sound(tree: Path) -> Documents:
    return Evidence(tree).documents()


@pytest.fixture
def documents(sound: Documents) -> Documents:
    return copy.deepcopy(sound)


def places(documents: Documents) -> set[tuple[str, int | None, str]]:
    return {(one.path, one.row, one.column) for one in agreement(documents)}


def test_sound_documents_agree(documents: Documents) -> None:
    assert agreement(documents) == []


def test_documents_that_are_absent_are_not_judged_here() -> None:
    assert agreement({}) == []


def change(value: Any) -> Any:
    return value + 1 if isinstance(value, int | Decimal) else f"{value}x"


def of_a_row(path: str, member: str, at: int, column: str) -> Callable[[Documents], None]:
    def spoil(documents: Documents) -> None:
        row = documents[path][member][at]
        row[column] = change(row[column])

    return spoil


def least_is_measured_elsewhere(documents: Documents) -> None:
    """The second configuration of a pair becomes the least."""
    row = documents["index.json"]["rows"][0]
    page = documents[f"models/{row['slug']}.json"]
    other = next(
        one
        for one in page["configurations"]
        if one["gpu"] == row["gpu"] and one["row_id"] != row["row_id"]
    )
    other["joules_per_output_token"] = Decimal("0.000001")


def ceiling_falls(documents: Documents) -> None:
    for document in documents.values():
        if "itl_deadline_ms" in document:
            document["itl_deadline_ms"] = 1


def swap_rows(documents: Documents) -> None:
    rows = documents["index.json"]["rows"]
    rows[0], rows[1] = rows[1], rows[0]


def twice(documents: Documents) -> None:
    rows = documents["index.json"]["rows"]
    rows.insert(1, rows[0])


SPOILT: list[tuple[Callable[[Documents], None], tuple[str, int | None, str]]] = [
    (
        of_a_row(PAGE, "configurations", 2, "wh_per_million_output_tokens"),
        (PAGE, 3, "wh_per_million_output_tokens"),
    ),
    (of_a_row(PAGE, "configurations", 2, "wh_per_answer"), (PAGE, 3, "wh_per_answer")),
    (of_a_row(PAGE, "configurations", 2, "row_id"), (PAGE, 3, "row_id")),
    (of_a_row(PAGE, "configurations", 2, "params_b"), (PAGE, 3, "params_b")),
    (of_a_row(PAGE, "configurations", 2, "max_num_seqs"), (PAGE, 3, "row_id")),
    (of_a_row("index.json", "rows", 5, "median_itl_ms"), ("index.json", 6, "median_itl_ms")),
    (
        of_a_row("index.json", "rows", 5, "wh_per_million_output_tokens"),
        ("index.json", 6, "wh_per_million_output_tokens"),
    ),
    (of_a_row("index.json", "rows", 5, "precision"), ("index.json", 6, "precision")),
    (of_a_row("index.json", "rows", 5, "row_id"), ("index.json", 6, "row_id")),
    (of_a_row("models.json", "rows", 1, "configurations"), ("models.json", 2, "configurations")),
    (of_a_row("models.json", "rows", 1, "index_rows"), ("models.json", 2, "index_rows")),
    (of_a_row("models.json", "rows", 1, "gpus"), ("models.json", 2, "gpus")),
    (of_a_row("models.json", "rows", 1, "slug"), ("models.json", 2, "slug")),
    (of_a_row("grid.json", "rows", 3, "year"), ("grid.json", 4, "year")),
    (
        of_a_row("hardware.json", "mig_profiles", 0, "sm_fraction"),
        ("hardware.json", 1, "mig_profiles.sm_fraction"),
    ),
    (
        of_a_row("hardware.json", "parts", 6, "gpus"),
        ("hardware.json", 7, "parts.memory_gb_per_gpu"),
    ),
    (lambda d: d[PAGE].update(slug="other"), (PAGE, None, "slug")),
    (lambda d: d[PAGE].update(itl_deadline_ms=501), (PAGE, None, "itl_deadline_ms")),
    (lambda d: d["index.json"]["rows"].pop(3), ("index.json", None, "row_id")),
    (
        lambda d: d["index.json"]["omitted"].append({"slug": "qwen-3-32b", "gpu": "H100"}),
        ("index.json", None, "omitted"),
    ),
    (ceiling_falls, ("index.json", None, "omitted")),
    (least_is_measured_elsewhere, ("index.json", 1, "row_id")),
    (swap_rows, ("index.json", 2, "row_id")),
    (twice, ("index.json", 2, "row_id")),
]


@pytest.mark.parametrize(("spoil", "place"), SPOILT)
def test_a_broken_rule_is_found_at_its_row(
    documents: Documents, spoil: Callable[[Documents], None], place: tuple[str, int | None, str]
) -> None:
    spoil(documents)

    assert place in places(documents)


@pytest.mark.parametrize("junk", [None, [], "x", 1, {"rows": 1}, {"rows": [1]}, {"rows": [{}]}])
@pytest.mark.parametrize("path", ["index.json", "models.json", "grid.json", "hardware.json", PAGE])
def test_documents_of_another_shape_break_nothing(
    documents: Documents, path: str, junk: object
) -> None:
    documents[path] = junk

    assert isinstance(agreement(documents), list)
