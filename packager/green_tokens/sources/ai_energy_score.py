"""One round of the AI Energy Score leaderboard, text generation."""

from collections import Counter
from collections.abc import Iterable, Sequence
from decimal import Decimal
from pathlib import Path
from statistics import median

from packager.domain.errors import ConfigError, SourceError
from packager.domain.imports import Imported, ImportedTable, ImportOptions
from packager.domain.numbers import plain, product
from packager.green_tokens.sources.faults import Faults
from packager.green_tokens.sources.reading import Line, digits, read_rows, said

COLUMNS = ("model_id", "model_class", "stars", "gpu_energy", "unit")
READ = ("model", "total_gpu_energy", "energy_score", "class")
WH_PER_QUERY = {
    "kWh per 1,000 queries": Decimal(1),
    "Wh per query": Decimal(1),
    "Wh per 1,000 queries": Decimal("0.001"),
}
"""Units a round may be printed in, and Wh per query in one of each."""
CLASSES = ("A", "B", "C")
STARS = ("1", "2", "3", "4", "5")
LEAST, MOST = Decimal("0.0001"), Decimal(100)
MEDIAN_LEAST, MEDIAN_MOST = Decimal("0.001"), Decimal(10)
LINK = "https://huggingface.co/"
LEDGER: dict[str, object] = {
    "id": "ai-energy-score",
    "title": "AI Energy Score leaderboard, text generation",
    "publisher": "AI Energy Score project, led by Hugging Face and Salesforce",
    "citation": "AI Energy Score leaderboard, text generation",
    "url": "https://huggingface.co/spaces/AIEnergyScore/Leaderboard",
}


SET_RIGHT = {
    "blanks": "blanks around {} ids were left out",
    "links": f"{{}} ids were links to {LINK}",
    "repeated": "{} rows repeat another and were left out",
}


def import_ai_energy_score(path: Path, options: ImportOptions) -> Imported:
    """Read one round; the unit is stated by a person, because rounds differ and do not say.

    Raises:
        ConfigError: no unit, or one that no round was printed in.
        SourceError: a cell that cannot be, a model with two results, an impossible unit.
    """
    if options.unit not in WH_PER_QUERY:
        raise ConfigError(
            f"unit {options.unit!r}" if options.unit else "no unit",
            where="unit",
            mend=f'give --unit "{next(iter(WH_PER_QUERY))}", or one of {", ".join(WH_PER_QUERY)}',
        )
    remarks: list[str] = []
    faults, mended = Faults(str(path)), Counter[str]()
    kept: dict[str, tuple[str, ...]] = {}
    for line in read_rows(path, READ, remarks):
        cells = checked(line, options.unit, faults, mended)
        known = kept.setdefault(cells[0], cells)
        if known is not cells:
            mended["repeated"] += 1
            if known != cells:
                faults.add(
                    f"line {line.number}",
                    f"{cells[0]} again with {', '.join(cells[1:4])}, not {', '.join(known[1:4])}",
                    mend="keep one result for a model",
                )
    faults.require_none()
    require_plausible([Decimal(cells[3]) for cells in kept.values()], options.unit, path)
    remarks.extend(said(mended, SET_RIGHT, path.name))
    table = ImportedTable("text-generation", COLUMNS, tuple(kept.values()))
    return Imported((path,), (table,), (LEDGER,), remarks)


def checked(line: Line, unit: str, faults: Faults, mended: Counter[str]) -> tuple[str, ...]:
    """Cells of one row."""
    model, energy, stars, size = (line.cells[name] for name in READ)
    name = model.strip()
    mended["blanks"] += name != model
    mended["links"] += name.startswith(LINK)
    name = name.removeprefix(LINK)
    place = f"line {line.number}, column"
    if not name:
        faults.add(f"{place} model", "no model", mend="name the model")
    value = digits(energy.strip())
    if value is None or Decimal(value) <= 0:
        faults.add(
            f"{place} total_gpu_energy",
            f"{energy[:40]!r} is no energy",
            mend="give a plain number above 0",
        )
    if stars.strip() not in STARS:
        faults.add(f"{place} energy_score", repr(stars[:40]), mend="give 1 to 5 stars")
    if size.strip() not in CLASSES:
        faults.add(f"{place} class", repr(size[:40]), mend=f"give {', '.join(CLASSES)}")
    return (name, size.strip(), stars.strip(), value or "", unit)


def require_plausible(energies: Sequence[Decimal], unit: str, path: Path) -> None:
    """Raise when a query would take more or less energy than any model needs.

    Raises:
        SourceError: names the units that would fit.
    """
    if not energies:
        raise SourceError("no model in it", where=str(path), mend="take the round's table")
    if is_plausible(energies, unit):
        return
    fitting = [other for other in WH_PER_QUERY if is_plausible(energies, other)]
    middle = plain(product(Decimal(median(energies)), WH_PER_QUERY[unit]))
    raise SourceError(
        f"in {unit} the middle model would take {middle} Wh per query",
        where=f"{path}, column total_gpu_energy",
        mend=f"state the unit {' or '.join(fitting)}" if fitting else "look at the file again",
    )


def is_plausible(energies: Iterable[Decimal], unit: str) -> bool:
    """Whether a query takes 0.0001 to 100 Wh everywhere, and 0.001 to 10 Wh in the middle."""
    queries = [product(energy, WH_PER_QUERY[unit]) for energy in energies]
    return (
        all(LEAST <= one <= MOST for one in queries)
        and MEDIAN_LEAST <= median(queries) <= MEDIAN_MOST
    )
