import json
import shutil
from pathlib import Path

import pytest

from packager.domain.errors import ConfigError, SourceError
from packager.domain.imports import ImportOptions
from packager.green_tokens.sources.measurements import import_measurements, schema_columns

EXAMPLE = Path(__file__).parents[2] / "data" / "measurement-example.json"


def accepting(_document: object) -> list[str]:
    return []


def test_an_empty_folder_gives_an_empty_table_with_the_schemas_columns(tmp_path: Path) -> None:
    imported = import_measurements(tmp_path, ImportOptions(judge=accepting))

    (table,) = imported.tables
    assert table.name == "measurements"
    assert list(table.rows) == []
    assert table.columns[:4] == ("file", "protocol", "contributor_name", "contributor_affiliation")
    assert len(set(table.columns)) == len(table.columns)


def test_an_accepted_file_is_a_row_with_its_own_digits(tmp_path: Path) -> None:
    shutil.copy(EXAMPLE, tmp_path / "one.json")
    document = json.loads(EXAMPLE.read_text())

    imported = import_measurements(tmp_path, ImportOptions(judge=accepting))

    (table,) = imported.tables
    (row,) = table.rows
    cells = dict(zip(table.columns, row, strict=True))
    assert cells["file"] == "one.json"
    assert cells["model_id"] == document["model"]["id"]
    assert cells["gpu_count"] == str(document["gpu"]["count"])
    assert cells["energy_window_steady_state"] == "yes"
    assert f'"energy_joules": {cells["energy_energy_joules"]}' in EXAMPLE.read_text()


def test_every_member_of_the_example_has_a_column() -> None:
    def members(value: dict[str, object], prefix: str = "") -> set[str]:
        found = set[str]()
        for name, inner in value.items():
            path = f"{prefix}{name}"
            found |= members(inner, f"{path}_") if isinstance(inner, dict) else {path}
        return found

    assert members(json.loads(EXAMPLE.read_text())) <= set(schema_columns())


def test_refused_files_are_told_together_and_nothing_is_kept(tmp_path: Path) -> None:
    for name in ("a.json", "b.json"):
        (tmp_path / name).write_text("{}")

    with pytest.raises(SourceError) as refused:
        import_measurements(tmp_path, ImportOptions(judge=lambda _: ["$: no model"]))

    assert refused.value.what == "2 faults"
    assert "a.json: $: no model\nb.json: $: no model" in refused.value.where


def test_a_folder_and_a_judge_are_needed(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no judge"):
        import_measurements(tmp_path, ImportOptions())
    with pytest.raises(SourceError, match="no folder"):
        import_measurements(tmp_path / "absent", ImportOptions(judge=accepting))


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "one.json").symlink_to(EXAMPLE)

    with pytest.raises(SourceError, match="a link to"):
        import_measurements(tmp_path / "in", ImportOptions(judge=accepting))
