import copy
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from packager.domain.errors import SourceError
from packager.domain.imports import Imported, ImportOptions
from packager.green_tokens.sources.nvidia import import_nvidia


def figure(value: float, unit: str, document: str = "sheet", **other: object) -> dict[str, object]:
    found = {"value": value, "unit": unit, "document": document}
    return found | {"verification": "quoted", "unverified": False} | other


PROFILE = {
    "part": "x100",
    "profile": "1g.10gb",
    "sm_slices": 1,
    "sm_slices_of": 7,
    "memory_slices": 1,
    "memory_slices_of": 8,
    "nominal_memory_gb": 10,
    "max_instances": 7,
    "document": "mig-guide",
    "verification": "primary",
    "unverified": False,
}
HARDWARE = {
    "about": "Figures of made-up parts.",
    "verification_levels": {"primary": "a", "quoted": "b", "derived": "c"},
    "documents": {
        "mig-guide": {"title": "Guide", "publisher": "NVIDIA", "stored_as": "page"},
        "sheet": {"title": "Sheet", "publisher": "NVIDIA", "edition": "May", "stored_as": "copy"},
    },
    "assignment": {"parts": "INFERRED: x", "mig_profiles": "INFERRED: y", "unverified": True},
    "parts": [
        {
            "id": "dgx",
            "name": "DGX X100",
            "architecture": "Examplar",
            "form_factor": "10U",
            "kind": "system",
            "gpus": 8,
            "mig_part": "x100",
            "power_ceiling": figure(14300.50, "W", scope="whole system", configurable=True),
            "memory": figure(640, "GB", also=["mig-guide", "sheet"], note="all eight"),
            "per_gpu": {"mig_max_instances": figure(7, "count", "mig-guide")},
        }
    ],
    "mig_profiles": [
        PROFILE
        | {
            "as_printed": {"sm_fraction": "1/7", "memory_fraction": "Full"},
            "test_table": {
                "memory_mib": 9856,
                "sm_count": 14,
                "document": "sheet",
                "verification": "primary",
            },
            "note": "as printed",
        }
    ],
    "other_mig_profiles": [PROFILE | {"profile": "1g.10gb+me"}],
    "other_parts": [
        {"id": "old", "name": "Old", "power_ceiling": figure(250, "W", "table", unverified=True)}
    ],
    "embodied_carbon": {
        "product": "Board",
        "value": 2274,
        "unit": "kg CO2e",
        "boundary": "cradle to gate",
        "per": "one board",
        "mass_kg": 32,
        "document": "hgx-b200-pcf",
        "verification": "quoted",
        "unverified": False,
        "shares_percent": {"materials_and_components": 94, "assembly": 5.6, "transport": 0.3},
        "per_gpu": {"value": 284.25, "unit": "kg CO2e", "verification": "derived"},
        "comparison": {
            "product": "Older board",
            "value": 1312,
            "unit": "kg CO2e",
            "verification": "quoted",
            "document": "Older summary",
        },
        "intensity": {
            "hgx_h100_gco2e_per_exaflop_fp16": 0.66,
            "hgx_b200_gco2e_per_exaflop_fp16": 0.5,
            "reduction_percent": 24,
            "document": "hgx-b200-blog",
            "verification": "primary",
        },
    },
    "conflicts": [{"figure": "memory", "values": [180, "192"], "note": "180 used"}],
}


def read(tmp_path: Path, content: object) -> Imported:
    path = tmp_path / "hardware.json"
    path.write_text(json.dumps(content))
    return import_nvidia(path, ImportOptions())


def records(imported: Imported, name: str) -> list[dict[str, str]]:
    (table,) = (table for table in imported.tables if table.name == name)
    return [dict(zip(table.columns, row, strict=True)) for row in table.rows]


def numbers(value: object) -> Iterator[str]:
    match value:
        case bool():
            return
        case int() | float():
            yield str(value)
        case dict():
            for inner in value.values():
                yield from numbers(inner)
        case list():
            for inner in value:
                yield from numbers(inner)


def test_no_figure_of_the_file_is_lost(tmp_path: Path) -> None:
    imported = read(tmp_path, HARDWARE)

    cells = {
        part
        for table in imported.tables
        for row in table.rows
        for cell in row
        for part in cell.split(" | ")
    }
    assert {number for number in numbers(HARDWARE) if number not in cells} == set()


def test_a_part_has_a_row_for_each_figure_and_for_each_of_its_gpus(tmp_path: Path) -> None:
    rows = records(read(tmp_path, HARDWARE), "parts")

    keys = [(row["part_id"], row["listed"], row["scope_of"], row["figure"]) for row in rows]
    assert keys == [
        ("dgx", "yes", "part", "power_ceiling"),
        ("dgx", "yes", "part", "memory"),
        ("dgx", "yes", "gpu", "mig_max_instances"),
        ("old", "no", "part", "power_ceiling"),
    ]
    assert rows[0]["value"] == "14300.5"
    assert (rows[0]["configurable"], rows[1]["configurable"]) == ("yes", "no")
    assert rows[1]["also"] == "mig-guide sheet"
    assert rows[3]["unverified"] == "yes"


def test_profiles_keep_the_printed_fraction_and_the_slices(tmp_path: Path) -> None:
    listed, other = records(read(tmp_path, HARDWARE), "mig-profiles")

    assert (listed["sm_fraction_printed"], listed["memory_fraction_printed"]) == ("1/7", "Full")
    assert (listed["sm_slices"], listed["sm_slices_of"]) == ("1", "7")
    assert (listed["test_memory_mib"], listed["test_document"]) == ("9856", "sheet")
    assert (other["listed"], other["sm_fraction_printed"]) == ("no", "")


def test_embodied_figures_keep_their_own_product_document_and_boundary(tmp_path: Path) -> None:
    rows = records(read(tmp_path, HARDWARE), "embodied-carbon")

    found = {(row["product"], row["figure"]): row for row in rows}
    assert len(found) == len(rows) == 10
    assert found["Board", "total_per_gpu"]["value"] == "284.25"
    assert found["Board", "total_per_gpu"]["verification"] == "derived"
    assert found["Older board", "total"]["document"] == "Older summary"
    assert found["Older board", "total"]["boundary"] == ""
    assert found["Board", "intensity_reduction"]["document"] == "hgx-b200-blog"


def test_conflicts_are_kept_with_every_value(tmp_path: Path) -> None:
    assert records(read(tmp_path, HARDWARE), "conflicts") == [
        {"figure": "memory", "values": "180 | 192", "note": "180 used"}
    ]


def test_a_family_of_documents_is_a_row_of_the_ledger(tmp_path: Path) -> None:
    imported = read(tmp_path, HARDWARE)

    rows = {str(row["id"]): row for row in imported.ledger}
    families = {row["id"]: row["family"] for row in records(imported, "documents")}
    assert families == {"mig-guide": "nvidia-mig-guide", "sheet": "nvidia-specifications"}
    assert list(rows) == [*("nvidia-mig-guide", "nvidia-specifications", "nvidia-carbon-footprint")]
    assert "Which 1 parts" in str(rows["nvidia-specifications"]["inferred"])
    assert "Which 1 profiles" in str(rows["nvidia-mig-guide"]["inferred"])
    assert "Old: power ceiling 250 W" in str(rows["nvidia-specifications"]["unverified"])
    assert "INFERRED" not in str(imported.ledger)


def test_without_an_assignment_nothing_is_said_to_be_inferred_about_the_choice(
    tmp_path: Path,
) -> None:
    imported = read(tmp_path, HARDWARE | {"assignment": {}})

    assert "Which" not in str(imported.ledger)


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        ("parts.0.power_ceiling.value", "14300", "$.parts[0].power_ceiling.value"),
        ("parts.0.power_ceiling.value", -1, "$.parts[0].power_ceiling.value"),
        ("parts.0.power_ceiling.document", None, "$.parts[0].power_ceiling.document"),
        ("parts.0.power_ceiling.verification", "rumour", "verification 'rumour'"),
        ("parts.0.power_ceiling.unverified", None, "$.parts[0].power_ceiling.unverified"),
        ("parts.0.cores", 9, "$.parts[0].cores: is read by nothing"),
        ("parts.0.per_gpu.clock", figure(1, "GHz"), "$.parts[0].per_gpu.clock"),
        ("mig_profiles.0.as_printed.sm_fraction", "one", "'one' is no fraction"),
        ("mig_profiles.0.sm_slices", None, "$.mig_profiles[0].sm_slices"),
        ("embodied_carbon.shares_percent.scrap", 0.1, "shares_percent.scrap"),
        ("embodied_carbon.water", 1, "embodied_carbon.water"),
        ("parts", {}, "$.parts: no list"),
        ("parts.0.memory.also", "sheet", "$.parts[0].memory.also: no list"),
        ("parts.0", 7, "$.parts[0]: no object"),
        ("other", 1, "$.other: is read by nothing"),
    ],
)
def test_a_figure_without_its_facts_or_one_that_nothing_reads_is_told(
    tmp_path: Path, path: str, value: object, told: str
) -> None:
    content = copy.deepcopy(HARDWARE)
    place: object = content
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    for step in way:
        place = place[step]  # type: ignore[index]  # a wrong path must fail
    place[last] = value  # type: ignore[index]  # a wrong path must fail

    with pytest.raises(SourceError) as refused:
        read(tmp_path, content)

    assert told in str(refused.value)


def test_a_file_that_is_no_object_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError):
        read(tmp_path, [1, 2])
