"""One vintage of a pinned source as a side: its tables, and what is said of it."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from packager.assemble.attribution import LEDGER_KEYS
from packager.assemble.compare.sides import Side
from packager.assemble.pinned import read_pinned
from packager.domain.snapshot import PinnedSource, SourceTable
from packager.domain.strict import decimal_of

VINTAGE = "vintage"


def source_side(root: Path, kind: str, vintage: str, keys: Sequence[tuple[str, ...]]) -> Side:
    """A vintage whose digests are proved.

    Args:
        root: folder of pinned sources.
        kind: the source.
        vintage: which state of it.
        keys: columns that tell rows apart; the first whose columns a table has.

    Raises:
        ConfigError: no such source or vintage; lists what there is.
        SourceError: a file is altered.
    """
    pinned = read_pinned(root, kind, vintage)
    paths = tuple(sorted(f"{name}.csv" for name in pinned.tables))
    return Side(f"{kind} {vintage}", root / kind / vintage, package_of(pinned, keys), paths)


def package_of(pinned: PinnedSource, keys: Sequence[tuple[str, ...]]) -> Mapping[str, object]:
    """What a source.json says, as a package says it."""
    told = [asdict(row) for row in pinned.ledger]
    names = [name for name in LEDGER_KEYS if name != VINTAGE]
    return {
        "name": pinned.kind,
        "sources": [{name: plain(row[name]) for name in names} for row in told],
        "resources": [
            {"name": name, "path": f"{name}.csv", "schema": schema_of(table, keys)}
            for name, table in sorted(pinned.tables.items())
        ],
    }


def schema_of(table: SourceTable, keys: Sequence[tuple[str, ...]]) -> Mapping[str, object]:
    """Columns as their cells are: numbers where every cell that is there is one."""
    numbers = set(table.columns)
    for record in table.records():
        numbers -= {name for name in numbers if record[name] and decimal_of(record[name]) is None}
    key = next((one for one in keys if set(one) <= set(table.columns)), ())
    kinds = {name: "number" if name in numbers else "string" for name in table.columns}
    return {
        "fields": [{"name": name, "type": kind} for name, kind in kinds.items()],
        "primaryKey": list(key),
    }


def plain(value: object) -> object:
    """A fact as JSON knows it."""
    return list(value) if isinstance(value, tuple) else value
