from pathlib import Path

import pytest

from packager.domain.errors import ConfigError, SourceError
from packager.domain.imports import Imported, ImportOptions
from packager.green_tokens.sources.ai_energy_score import COLUMNS, import_ai_energy_score

KWH = "kWh per 1,000 queries"
HEADER = "model,total_gpu_energy,energy_score,class"


def read(tmp_path: Path, *lines: str, unit: str = KWH) -> Imported:
    path = tmp_path / "round.csv"
    path.write_text("\n".join((HEADER, *lines)), encoding="utf-8")
    return import_ai_energy_score(path, ImportOptions(unit=unit))


def rows(imported: Imported) -> list[tuple[str, ...]]:
    (table,) = imported.tables
    assert (table.name, table.columns) == ("text-generation", COLUMNS)
    return list(table.rows)


def test_a_round_keeps_its_digits_its_order_and_its_unit(tmp_path: Path) -> None:
    imported = read(tmp_path, "b/two,0.019010860,2,A", "a/one,3.4,1,C")

    assert rows(imported) == [
        ("b/two", "A", "2", "0.019010860", KWH),
        ("a/one", "C", "1", "3.4", KWH),
    ]
    assert imported.remarks == []


@pytest.mark.parametrize("unit", ["", "kWh", "Wh per 1000 queries"])
def test_a_unit_must_be_stated_and_known(tmp_path: Path, unit: str) -> None:
    with pytest.raises(ConfigError) as refused:
        read(tmp_path, "a/one,0.02,1,A", unit=unit)

    assert KWH in refused.value.mend


@pytest.mark.parametrize(
    ("unit", "energies", "fitting"),
    [
        ("Wh per 1,000 queries", ("0.019", "0.02", "1.9"), KWH),
        (KWH, ("19", "20", "1900"), "Wh per 1,000 queries"),
        ("Wh per query", ("19", "20", "1900"), "Wh per 1,000 queries"),
        (KWH, ("0.00001", "0.02", "1"), "look at the file"),
    ],
)
def test_a_unit_that_cannot_be_is_told_with_those_that_fit(
    tmp_path: Path, unit: str, energies: tuple[str, ...], fitting: str
) -> None:
    lines = [f"a/{number},{energy},1,A" for number, energy in enumerate(energies)]

    with pytest.raises(SourceError) as refused:
        read(tmp_path, *lines, unit=unit)

    assert fitting in refused.value.mend
    assert unit in refused.value.what


def test_blanks_links_and_repeats_are_set_right_and_told(tmp_path: Path) -> None:
    imported = read(
        tmp_path,
        " a/one ,0.02,1,A",
        "https://huggingface.co/a/two, 0.03 ,2,B",
        "a/one,0.02,1,A",
    )

    assert [row[0] for row in rows(imported)] == ["a/one", "a/two"]
    assert imported.remarks == [
        "round.csv: blanks around 1 ids were left out",
        "round.csv: 1 ids were links to https://huggingface.co/",
        "round.csv: 1 rows repeat another and were left out",
    ]


def test_a_model_with_two_results_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"line 3: a/one again with A, 1, 0\.03, not A, 1, 0\.02"):
        read(tmp_path, "a/one,0.02,1,A", "a/one,0.03,1,A")


def test_an_id_that_a_spreadsheet_would_run_stays_text(tmp_path: Path) -> None:
    imported = read(tmp_path, "\"=cmd|' /C calc'!A0\",0.02,1,A")

    assert rows(imported)[0][0] == "=cmd|' /C calc'!A0"


@pytest.mark.parametrize(
    ("line", "column"),
    [
        (",0.02,1,A", "model"),
        ("a/one,,1,A", "total_gpu_energy"),
        ("a/one,0,1,A", "total_gpu_energy"),
        ("a/one,-0.02,1,A", "total_gpu_energy"),
        ("a/one,NaN,1,A", "total_gpu_energy"),
        ("a/one,0.02 kWh,1,A", "total_gpu_energy"),
        ("a/one,0.02,6,A", "energy_score"),
        ("a/one,0.02,,A", "energy_score"),
        ("a/one,0.02,1,D", "class"),
    ],
)
def test_a_cell_that_cannot_be_says_line_and_column(tmp_path: Path, line: str, column: str) -> None:
    with pytest.raises(SourceError) as refused:
        read(tmp_path, line)

    assert refused.value.what.startswith(f"line 2, column {column}: ")


def test_a_round_without_a_model_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no model"):
        read(tmp_path)
