import subprocess
import sys
from pathlib import Path

import pytest

from packager.domain.errors import SourceError
from packager.domain.imports import Imported, ImportOptions
from packager.green_tokens.sources.ember import COLUMNS, import_ember

LONG = (
    "Area,ISO 3 code,Year,Area type,Continent,Ember region,EU,OECD,G20,G7,ASEAN,"
    "Category,Subcategory,Variable,Unit,Value,YoY absolute change,YoY % change"
)
SHORT = "Entity,Code,Year,Carbon intensity of electricity - gCO2/kWh"


def long_row(  # the columns Ember's file has
    area: str,
    code: str,
    year: str,
    value: str,
    *,
    kind: str = "Country or economy",
    unit: str = "gCO2/kWh",
    variable: str = "CO2 intensity",
) -> str:
    return (
        f"{area},{code},{year},{kind},Asia,Asia,0.0,0.0,0.0,0.0,0.0,"
        f"Power sector emissions,{variable},{variable},{unit},{value},,"
    )


def read(tmp_path: Path, *lines: str) -> Imported:
    path = tmp_path / "ember.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return import_ember(path, ImportOptions())


def cells(imported: Imported) -> list[tuple[str, ...]]:
    (table,) = imported.tables
    assert table.name == "yearly-intensity"
    assert table.columns == COLUMNS
    return list(table.rows)


def test_the_long_table_gives_its_intensities_and_nothing_else(tmp_path: Path) -> None:
    imported = read(
        tmp_path,
        LONG,
        long_row("World", "", "2024", "471.08", kind="Region"),
        long_row("Kosovo", "XKX", "2024", "924.67"),
        long_row("ASEAN", "", "2024", "560.1", kind="Region"),
        long_row("Kosovo", "XKX", "2024", "6.5", unit="TWh", variable="Demand"),
        long_row("Bhutan", "BTN", "2024", "24.0", kind="Country"),
    )

    assert cells(imported) == [
        ("ASEAN", "", "aggregate", "2024", "560.1"),
        ("Bhutan", "BTN", "country", "2024", "24.0"),
        ("Kosovo", "XKX", "country", "2024", "924.67"),
        ("World", "WORLD", "world", "2024", "471.08"),
    ]
    assert imported.ledger[0]["publisher"] == "Ember"


def test_the_older_spelling_of_the_code_column_is_read(tmp_path: Path) -> None:
    imported = read(
        tmp_path,
        LONG.replace("ISO 3 code", "Country code"),
        long_row("Bhutan", "BTN", "2024", "24"),
    )

    assert cells(imported) == [("Bhutan", "BTN", "country", "2024", "24")]


@pytest.mark.parametrize(
    "title",
    [
        "Carbon intensity of electricity per kWh",
        "Carbon intensity of electricity - gCO2/kWh",
        "Lifecycle carbon intensity of electricity - gCO2/kWh",
        "carbon_intensity",
    ],
)
def test_every_known_title_of_the_value_column_is_read(tmp_path: Path, title: str) -> None:
    imported = read(
        tmp_path,
        f"Entity,Code,Year,{title}",
        "World,OWID_WRL,2024,471.08",
        "Kosovo,OWID_KOS,2024,924.67",
        "European Union (27),OWID_EU27,2024,210.01",
        "G7 (Ember),,2024,330.5",
        "Viet Nam,VNM,2024,472.47",
    )

    assert cells(imported) == [
        ("European Union (27)", "", "aggregate", "2024", "210.01"),
        ("G7 (Ember)", "", "aggregate", "2024", "330.5"),
        ("Kosovo", "XKX", "country", "2024", "924.67"),
        ("Viet Nam", "VNM", "country", "2024", "472.47"),
        ("World", "WORLD", "world", "2024", "471.08"),
    ]
    assert "Our World in Data" in str(imported.ledger[0]["citation"])


def test_zero_is_a_value_and_empty_is_none(tmp_path: Path) -> None:
    imported = read(
        tmp_path, SHORT, "Burundi,BDI,2000,0", "Burundi,BDI,2001,", "Chad,TCD,2000,688.1"
    )

    assert cells(imported) == [
        ("Burundi", "BDI", "country", "2000", "0"),
        ("Chad", "TCD", "country", "2000", "688.1"),
    ]
    assert imported.remarks == ["ember.csv: 1 rows without a figure were left out"]


def test_namibia_and_every_digit_stay_as_written(tmp_path: Path) -> None:
    imported = read(tmp_path, SHORT, "Namibia,NAM,2024,59.260", "Nauru,NRU,2024,630.00")

    assert cells(imported)[0] == ("Namibia", "NAM", "country", "2024", "59.260")
    assert cells(imported)[1][4] == "630.00"


def test_a_group_with_a_code_not_seen_before_is_kept_as_a_group_and_told(tmp_path: Path) -> None:
    imported = read(tmp_path, SHORT, "Atlantis,OWID_ATL,2024,10.5", "Chad,TCD,2024,688")

    assert cells(imported)[0] == ("Atlantis", "", "aggregate", "2024", "10.5")
    assert imported.remarks == ["ember.csv: Atlantis (OWID_ATL) was taken for a group of countries"]


def test_a_repeated_row_counts_once_and_a_contradiction_is_an_error(tmp_path: Path) -> None:
    twice = read(tmp_path, SHORT, "Chad,TCD,2024,688", "Chad,TCD,2024,688")

    assert cells(twice) == [("Chad", "TCD", "country", "2024", "688")]
    assert twice.remarks == ["ember.csv: 1 rows repeat another and were left out"]
    with pytest.raises(SourceError, match="line 3: Chad 2024 is 689, and 688"):
        read(tmp_path, SHORT, "Chad,TCD,2024,688", "Chad,TCD,2024,689")
    with pytest.raises(SourceError, match="Vietnam 2024"):
        read(tmp_path, SHORT, "Viet Nam,VNM,2024,472", "Vietnam,VNM,2024,473")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Chad,TC,2024,688", "'TC'"),
        ("Chad,tcd,2024,688", "'tcd'"),
        ("Chad,TCD,24,688", "'24'"),
        ("Chad,TCD,2024.0,688", "'2024.0'"),
        ("Chad,TCD,2024,-1", "'-1'"),
        ("Chad,TCD,2024,NaN", "'NaN'"),
        ("Chad,TCD,2024,Infinity", "'Infinity'"),
        ("Chad,TCD,2024,n/a", "'n/a'"),
        ("Chad,TCD,2024,688000", "'688000'"),
        ("Chad,TCD,2024," + "9" * 100_000, "is no intensity"),
        (",TCD,2024,688", "area ''"),
    ],
)
def test_a_cell_that_cannot_be_says_line_and_value(tmp_path: Path, line: str, told: str) -> None:
    with pytest.raises(SourceError) as refused:
        read(tmp_path, SHORT, "Fiji,FJI,2024,300", line)

    assert "line 3" in refused.value.what
    assert told in refused.value.what
    assert len(refused.value.what) < 200


def test_faults_of_a_file_come_together(tmp_path: Path) -> None:
    lines = [f"Chad,TCD,{year},x" for year in range(2000, 2015)] + ["Fiji,F,2024,1"]

    with pytest.raises(SourceError) as refused:
        read(tmp_path, SHORT, *lines)

    assert refused.value.what == "16 faults"
    assert "and 5 more of this kind" in refused.value.where


def test_another_unit_is_an_error_and_never_converted(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="kgCO2/kWh"):
        read(tmp_path, LONG, long_row("Chad", "TCD", "2024", "0.688", unit="kgCO2/kWh"))
    with pytest.raises(SourceError, match=r"the highest intensity is 0\.688"):
        read(tmp_path, SHORT, "Chad,TCD,2024,0.688", "Fiji,FJI,2024,0.3")


@pytest.mark.parametrize(
    ("header", "told"),
    [
        ("Entity,Code,Year,Share of electricity", "Carbon intensity of electricity"),
        ("Entity,Year,carbon_intensity", "yearly long table"),
        ("Area,Year", "yearly long table"),
        (f"{SHORT},carbon_intensity", "keep one column"),
    ],
)
def test_a_header_of_neither_table_names_what_is_there_and_what_is_known(
    tmp_path: Path, header: str, told: str
) -> None:
    with pytest.raises(SourceError) as refused:
        read(tmp_path, header, "Chad,TCD,2024,688")

    assert told in refused.value.mend
    assert refused.value.where.endswith("line 1")


def test_a_table_without_intensities_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no intensity"):
        read(tmp_path, LONG, long_row("Chad", "TCD", "2024", "1", variable="Demand", unit="TWh"))


def block(area: int, year: int) -> str:
    code = "".join(chr(65 + area // 26**place % 26) for place in range(3))
    other = long_row(f"Area {area}", code, str(year), "1.5", unit="TWh", variable="Demand")
    intensity = long_row(f"Area {area}", code, str(year), "400.25")
    return "\n".join([intensity, *[other] * 63, ""])


MEASURED = """
import resource, sys
from pathlib import Path
from packager.domain.imports import ImportOptions
from packager.green_tokens.sources.ember import import_ember
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
imported = import_ember(Path(sys.argv[1]), ImportOptions())
after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(len(imported.tables[0].rows), after - before)
"""


def test_a_long_table_of_372_736_rows_is_read_in_flat_memory(tmp_path: Path) -> None:
    path = tmp_path / "ember.csv"
    with path.open("w", encoding="utf-8") as file:
        file.write(f"{LONG}\n")
        file.writelines(block(area, year) for area in range(224) for year in range(2000, 2026))

    told = subprocess.check_output([sys.executable, "-c", MEASURED, path], text=True)

    rows, grown_kib = map(int, told.split())
    assert rows == 224 * 26
    assert path.stat().st_size > 40_000_000
    assert grown_kib < 12_000
