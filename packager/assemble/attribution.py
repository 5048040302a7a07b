"""What a source is cited by: the importer's words completed by the person's."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from datetime import date
from difflib import get_close_matches

from packager.domain.errors import ConfigError, listed
from packager.domain.snapshot import Source

REQUIRED = ("title", "publisher", "version", "retrieved", "rights", "citation", "url")
STATEMENTS = ("inferred", "unverified")
KNOWN = (*REQUIRED, *STATEMENTS, "rows")
LEDGER_KEYS = tuple(column.name for column in fields(Source) if column.name != "partial")


def ledger_rows(
    known: Sequence[Mapping[str, object]],
    about: Mapping[str, object],
    *,
    kind: str,
    vintage: str,
    redistributed: bool,
) -> tuple[Source, ...]:
    """Rows of the sources ledger, complete.

    Args:
        known: what the importer says, a mapping for each row.
        about: what the person says: texts override the importer's in every row, statements
            are added to the importer's, and `rows` holds the same keys for one row by its id.
        kind: id of a row that names none.
        vintage: vintage of every row.
        redistributed: of a row that does not say.

    Raises:
        ConfigError: an unknown key, a missing or impossible value; all of them together.
    """
    rows = about.get("rows", {})
    ids = [str(row.get("id", kind)) for row in known]
    require_known(about, KNOWN, where="about")
    if not isinstance(rows, Mapping):
        raise ConfigError("rows is no table", where="about", mend="write [rows.ID] and its keys")
    require_known(rows, ids, where="about, rows")
    merged = [
        merge(row, about, own(rows.get(name, {}), name)) | {"id": name}
        for name, row in zip(ids, known, strict=True)
    ]
    require_complete(merged)
    return tuple(source(row, vintage=vintage, redistributed=redistributed) for row in merged)


def own(row: object, name: str) -> Mapping[str, object]:
    """What the person says of one row alone."""
    where = f"about, rows.{name}"
    if not isinstance(row, Mapping):
        raise ConfigError(f"{name} is no table", where=where, mend="write KEY = VALUE under it")
    require_known(row, (*REQUIRED, *STATEMENTS), where=where)
    return row


def merge(*layers: Mapping[str, object]) -> dict[str, object]:
    """Later texts win, statements add up."""
    merged: dict[str, object] = {}
    for layer in layers:
        merged |= {key: value for key, value in layer.items() if key not in STATEMENTS}
    for key in STATEMENTS:
        merged[key] = tuple(text for layer in layers for text in statements(layer, key))
    return merged


def statements(layer: Mapping[str, object], key: str) -> tuple[str, ...]:
    """A list of sentences; one alone may stand without a list."""
    value = layer.get(key, ())
    found = (value,) if isinstance(value, str) else value
    if not isinstance(found, list | tuple) or not all(isinstance(text, str) for text in found):
        raise ConfigError(f"{key} is no list of texts", where="about", mend='write ["..."]')
    return tuple(found)


def require_known(given: Mapping[str, object], known: Sequence[str], *, where: str) -> None:
    """Raise on keys that nothing reads.

    Raises:
        ConfigError: with the nearest known key.
    """
    faults = []
    for key in given:
        if key not in known:
            near = get_close_matches(key, known, n=1)
            faults.append(f"{key}{f', perhaps {near[0]}' if near else ''}")
    if faults:
        raise ConfigError(
            f"unknown key {', '.join(faults)}",
            where=where,
            mend=f"use {', '.join(known)}",
        )


def require_complete(rows: Sequence[Mapping[str, object]]) -> None:
    """Raise unless every row can be cited.

    Raises:
        ConfigError: one for all that is missing or impossible, naming how to give it.
    """
    faults = [
        f"{row['id']}: {fault}"
        for row in rows
        for key in REQUIRED
        if (fault := flaw(key, row.get(key, "")))
    ]
    if faults:
        raise ConfigError(
            f"{len(faults)} facts about the source are missing or impossible",
            where=listed(faults),
            mend="give each as an option of that name, such as --rights CC-BY-4.0, "
            "or as a key of the --about file",
        )


def flaw(key: str, value: object) -> str:
    """What is wrong with one fact, "" when nothing is."""
    if not isinstance(value, str):
        return f"{key} is {value!r}, not a text; put it in quotes"
    if not value.strip():
        return f"{key} is missing"
    if key == "retrieved" and not is_day(value):
        return f"retrieved is {value!r}, not a day such as 2026-11-30"
    if key == "url" and not value.startswith(("https://", "http://")):
        return f"url is {value!r}, not an address"
    return ""


def is_day(text: str) -> bool:
    """Whether a text is a day written as in ISO 8601, year first."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def source(row: Mapping[str, object], *, vintage: str, redistributed: bool) -> Source:
    """A row that was found complete."""
    texts = {key: str(row[key]).strip() for key in ("id", *REQUIRED)}
    return Source(
        **texts,
        vintage=vintage,
        partial=False,
        redistributed=bool(row.get("redistributed", redistributed)),
        inferred=statements(row, "inferred"),
        unverified=statements(row, "unverified"),
    )
