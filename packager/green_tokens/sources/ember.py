"""Ember's yearly carbon intensity of electricity, from either of the two files people have.

Ember publishes a long table of every yearly figure; Our World in Data republishes the
intensities alone. Both are read row by row and only the intensities are kept.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from packager.domain.errors import SourceError
from packager.domain.imports import Imported, ImportedTable, ImportOptions
from packager.green_tokens.sources.faults import Faults
from packager.green_tokens.sources.reading import Line, digits, header, named, read_rows, said

COLUMNS = ("area", "iso3", "area_type", "year", "gco2e_per_kwh")
LONG = ("Area", "Year", "Area type", "Variable", "Unit", "Value")
LONG_CODES = ("ISO 3 code", "Country code")
VARIABLE = "CO2 intensity"
UNITS = ("gCO2/kWh", "gCO2e/kWh", "gCO2 per kWh", "gCO2e per kWh")
SHORT = ("Entity", "Code", "Year")
TITLES = (
    "Carbon intensity of electricity per kWh",
    "Carbon intensity of electricity - gCO2/kWh",
    "Lifecycle carbon intensity of electricity - gCO2/kWh",
    "Lifecycle carbon intensity of electricity",
    "carbon_intensity",
)
WORLD, KOSOVO = "World", "Kosovo"
WORLD_KEY, KOSOVO_KEY = "WORLD", "XKX"
CODES = {"OWID_WRL": WORLD_KEY, "OWID_KOS": KOSOVO_KEY}
CONTINENTS = ("AFR", "ASI", "EUR", "EU27", "NAM", "OCE", "SAM")
INCOMES = ("HIC", "LIC", "LMC", "UMC")
GROUPS = frozenset(f"OWID_{name}" for name in (*CONTINENTS, *INCOMES))
ISO3 = re.compile(r"[A-Z]{3}", re.ASCII)
YEAR = re.compile(r"(?:19|20)\d\d", re.ASCII)
HIGHEST = 3000
"""No grid emits so much per kWh: burning the poorest lignite badly stays below 2,000 g."""
LOWEST_OF_ALL = 10
"""If no grid at all is above this, the figures are kilograms."""


LEFT_OUT = {
    "empty": "{} rows without a figure were left out",
    "repeated": "{} rows repeat another and were left out",
}


@dataclass(frozen=True, slots=True)
class Intensity:
    """One area in one year, as published."""

    area: str
    code: str
    area_type: str
    year: str
    value: str
    line: int


def import_ember(path: Path, _options: ImportOptions) -> Imported:
    """Read the intensities of every area and year.

    Raises:
        SourceError: neither of the two files, or cells that cannot be; nothing is guessed.
    """
    remarks: list[str] = []
    names = header(path)
    if set(LONG) <= set(names):
        rows, ledger = long_rows(path, names, remarks), EMBER
    elif set(SHORT) <= set(names):
        rows, ledger = short_rows(path, names, remarks), OUR_WORLD_IN_DATA
    else:
        raise SourceError(
            f"columns {named(names)}",
            where=f"{path}, line 1",
            mend=f"take Ember's yearly long table ({', '.join(LONG)}) or "
            f"the table of Our World in Data ({', '.join(SHORT)} and the intensity)",
        )
    cells = intensities(rows, path, remarks)
    table = ImportedTable("yearly-intensity", COLUMNS, cells)
    return Imported((path,), (table,), (ledger,), remarks)


EMBER: dict[str, object] = {
    "id": "ember",
    "title": "Yearly electricity data: carbon intensity of electricity by area",
    "publisher": "Ember",
    "rights": "CC-BY-4.0",
    "citation": "Ember, Yearly Electricity Data",
    "url": "https://ember-energy.org/data/yearly-electricity-data/",
}
OUR_WORLD_IN_DATA: dict[str, object] = EMBER | {
    "title": "Yearly electricity data: carbon intensity of electricity by area, "
    "in the table of Our World in Data",
    "publisher": "Ember; processed by Our World in Data",
    "citation": "Ember, Yearly Electricity Data, processed by Our World in Data",
    "url": "https://ourworldindata.org/grapher/carbon-intensity-electricity",
}


def long_rows(path: Path, names: tuple[str, ...], remarks: list[str]) -> Iterator[Intensity]:
    """Intensities in Ember's long table; every other figure is passed over."""
    code = one_of(LONG_CODES, names, path)
    faults = Faults(str(path))
    ignored: list[str] = []
    for line in read_rows(path, (*LONG, code), ignored):
        cells = line.cells
        if cells["Variable"] != VARIABLE:
            continue
        if cells["Unit"] not in UNITS:
            faults.add(
                f"line {line.number}, column Unit",
                repr(cells["Unit"]),
                mend=f"take a file in {UNITS[0]}; a unit is never converted",
            )
        yield Intensity(
            cells["Area"].strip(),
            cells[code].strip(),
            cells["Area type"].strip(),
            cells["Year"].strip(),
            cells["Value"].strip(),
            line.number,
        )
    remarks.extend(text for text in ignored if "columns not used" not in text)
    faults.require_none()


def short_rows(path: Path, names: tuple[str, ...], remarks: list[str]) -> Iterator[Intensity]:
    """Intensities in the table of Our World in Data, which names no kind of area."""
    title = one_of(TITLES, names, path)
    if title == "carbon_intensity":
        remarks.append(f"{path.name}: somebody renamed the value column to {title}")
    for line in read_rows(path, (*SHORT, title), remarks):
        yield short_intensity(line, title)


def short_intensity(line: Line, title: str) -> Intensity:
    """One row; a code that is no country's and not the world's makes a group of countries."""
    area, code = line.cells["Entity"].strip(), line.cells["Code"].strip()
    key = CODES.get(code, code)
    if key == WORLD_KEY or (not key and area == WORLD):
        kind = "world"
    else:
        kind = "aggregate" if not key or key.startswith("OWID_") else "country"
    return Intensity(
        area, key, kind, line.cells["Year"].strip(), line.cells[title].strip(), line.number
    )


def one_of(titles: tuple[str, ...], names: tuple[str, ...], path: Path) -> str:
    """The one column of several spellings.

    Raises:
        SourceError: none of them is there, or more than one.
    """
    found = [name for name in names if name in titles]
    if len(found) == 1:
        return found[0]
    raise SourceError(
        f"columns {named(found)} for one figure" if found else f"columns {named(names)}",
        where=f"{path}, line 1",
        mend=f"keep one column named {' or '.join(titles)}",
    )


def intensities(
    rows: Iterator[Intensity], path: Path, remarks: list[str]
) -> tuple[tuple[str, ...], ...]:
    """Cells of the source table, by area and year.

    Raises:
        SourceError: cells that cannot be, or two figures for one area and year.
    """
    faults, left = Faults(str(path)), Counter[str]()
    kept: dict[tuple[str, str], tuple[str, ...]] = {}
    for row in rows:
        cells = checked(row, faults, left)
        if not cells:
            continue
        known = kept.setdefault((cells[1] or cells[0], cells[3]), cells)
        if known is not cells:
            left["repeated"] += 1
            if known != cells:
                faults.add(
                    f"line {row.line}",
                    f"{row.area} {row.year} is {row.value}, and {known[4]} for {known[0]} before",
                    mend="keep one figure for an area and year",
                )
    faults.require_none()
    if not kept:
        raise SourceError(
            "no intensity in it", where=str(path), mend=f"take the file that has {VARIABLE}"
        )
    require_grams((cells[4] for cells in kept.values()), path)
    remarks.extend(said(left, LEFT_OUT, path.name))
    remarks.extend(f"{path.name}: {text}" for text in sorted(left.keys() - LEFT_OUT.keys()))
    return tuple(sorted(kept.values(), key=lambda cells: (cells[0], cells[3])))


def checked(row: Intensity, faults: Faults, left: Counter[str]) -> tuple[str, ...] | None:
    """Cells of one row; None where the publisher has no figure."""
    place = f"line {row.line}"
    if not row.value:
        left["empty"] += 1
        return None
    code, kind = placed(row, left)
    if not row.area or kind not in {"country", "aggregate", "world"}:
        faults.add(place, f"area {row.area!r} of type {kind!r}", mend="name area and area type")
    if kind == "country" and not ISO3.fullmatch(code):
        faults.add(
            f"{place}, code of {row.area}", repr(code), mend="give the ISO code of three capitals"
        )
    if not YEAR.fullmatch(row.year):
        faults.add(f"{place}, column Year", repr(row.year), mend="give a year such as 2024")
    value = digits(row.value)
    if value is None or not 0 <= Decimal(value) <= HIGHEST:
        faults.add(
            f"{place}, intensity of {row.area}",
            f"{row.value[:40]!r} is no intensity",
            mend=f"give grams per kWh as a plain number from 0 to {HIGHEST}",
        )
    return (row.area, code, kind, row.year, value or "")


def placed(row: Intensity, left: Counter[str]) -> tuple[str, str]:
    """Code and type of an area in our words; groups of countries have no code."""
    kind = row.area_type.casefold()
    if row.area == WORLD or kind == "world":
        return WORLD_KEY, "world"
    if kind in {"country", "country or economy"}:
        return row.code or KOSOVO_KEY * (row.area == KOSOVO), "country"
    if kind in {"region", "aggregate"}:
        if row.code.startswith("OWID_") and row.code not in GROUPS:
            left[f"{row.area} ({row.code}) was taken for a group of countries"] += 1
        return "", "aggregate"
    return row.code, row.area_type


def require_grams(values: Iterable[str], path: Path) -> None:
    """Raise when all figures together are too small to be grams.

    Raises:
        SourceError: they must be kilograms.
    """
    highest = max((Decimal(value) for value in values), default=Decimal(0))
    if 0 < highest < LOWEST_OF_ALL:
        raise SourceError(
            f"the highest intensity is {highest}",
            where=str(path),
            mend="take a file in grams per kWh; these seem to be kilograms",
        )
