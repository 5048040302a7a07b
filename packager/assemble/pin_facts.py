"""What a source.json says, taken at its word only after every field was looked at."""

from collections.abc import Mapping
from dataclasses import dataclass

from packager.assemble.attribution import LEDGER_KEYS
from packager.assemble.pin_files import NAME, PinnedFile
from packager.domain.errors import SourceError
from packager.domain.snapshot import Source

KEYS = ("source", "vintage", "partial", "ledger", "originals", "tables", "remarks")
TABLE_KEYS = ("name", "path", "columns", "rows", "bytes", "sha256")
LISTS = ("inferred", "unverified")


@dataclass(frozen=True, slots=True)
class Facts:
    """A source.json as values."""

    kind: str
    vintage: str
    partial: bool
    ledger: tuple[Source, ...]
    tables: tuple[PinnedFile, ...]


def described(value: object, *, where: str) -> Facts:
    """Read a parsed source.json.

    Raises:
        SourceError: it is not one that an import wrote.
    """
    try:
        facts = mapping(value, KEYS)
        return Facts(
            text(facts["source"]),
            text(facts["vintage"]),
            truth(facts["partial"]),
            tuple(ledger_row(row) for row in sequence(facts["ledger"])),
            tuple(table(row) for row in sequence(facts["tables"])),
        )
    except (TypeError, ValueError) as error:
        raise SourceError(
            f"altered: {error}",
            where=where,
            mend="take it from git again; a pinned source is never edited",
        ) from error


def ledger_row(value: object) -> Source:
    """A row of the sources ledger."""
    row = mapping(value, LEDGER_KEYS)
    texts = {key: text(row[key]) for key in LEDGER_KEYS if key not in {*LISTS, "redistributed"}}
    return Source(
        **texts,
        partial=False,
        redistributed=truth(row["redistributed"]),
        inferred=tuple(text(one) for one in sequence(row["inferred"])),
        unverified=tuple(text(one) for one in sequence(row["unverified"])),
    )


def table(value: object) -> PinnedFile:
    """What is said of a table file."""
    row = mapping(value, TABLE_KEYS)
    name = text(row["name"])
    if not NAME.fullmatch(name) or row["path"] != f"{name}.csv":
        raise ValueError(f"table {name!r} at {row['path']!r}")
    return PinnedFile(
        name,
        f"{name}.csv",
        tuple(text(column) for column in sequence(row["columns"])),
        whole(row["rows"]),
        whole(row["bytes"]),
        text(row["sha256"]),
    )


def mapping(value: object, keys: tuple[str, ...]) -> Mapping[str, object]:
    """A JSON object with exactly these keys."""
    if not isinstance(value, dict) or set(value) != set(keys):
        raise TypeError(f"an object must have the keys {', '.join(keys)}")
    return value


def sequence(value: object) -> list[object]:
    """A JSON array."""
    if not isinstance(value, list):
        raise TypeError(f"{value!r} is no list")
    return value


def text(value: object) -> str:
    """A JSON string."""
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value


def truth(value: object) -> bool:
    """A JSON boolean."""
    if not isinstance(value, bool):
        raise TypeError(f"{value!r} is neither true nor false")
    return value


def whole(value: object) -> int:
    """A JSON whole number."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{value!r} is no whole number")
    return value
