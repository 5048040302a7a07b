"""The one way a document becomes bytes: JSON, CSV and YAML that are the same on any machine."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal

import msgspec
import yaml

from packager.domain.errors import RuleError
from packager.domain.numbers import plain
from packager.domain.table import Cell, Table

PLAIN = frozenset({str, int, bool, type(None)})
"""Types that are written as they are, as most values are."""
ENCODER = msgspec.json.Encoder()
WIDEST_YAML = 10_000
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The safe loader, in C where the library was built with it."""


def json_bytes(value: object) -> bytes:
    """UTF-8 JSON, keys as given, two blanks a level, fixed-point numbers, a final line feed.

    Raises:
        RuleError: a number that is none (NaN, infinity), or a type JSON does not have.
    """
    return msgspec.json.format(ENCODER.encode(written(value)), indent=2) + b"\n"


def json_line(value: object) -> str:
    """The same on one line, without blanks; errors as `json_bytes`."""
    return ENCODER.encode(written(value)).decode()


def written(value: object) -> object:
    """The value with every decimal as the digits that will stand in the file."""
    if type(value) in PLAIN:
        return value
    match value:
        case Decimal():
            if not value.is_finite():
                raise RuleError(
                    f"{value} is no number",
                    where="a JSON document",
                    mend="leave the cell empty, or mend the source table",
                )
            return msgspec.Raw(plain(value).encode())
        case None | bool() | int() | str():
            return value
        case Mapping():
            return {str(key): written(inner) for key, inner in value.items()}
        case list() | tuple():
            return [written(inner) for inner in value]
        case _:
            raise RuleError(
                f"{type(value).__name__} is nothing JSON can say",
                where="a JSON document",
                mend="give text, a number, true, false, null, a list or a mapping",
            )


def csv_bytes(table: Table) -> bytes:
    """UTF-8 CSV without byte-order mark: comma, line feed, header, quotes where needed."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n", quoting=csv.QUOTE_MINIMAL)
    writer.writerow(table.schema.names)
    writer.writerows(texts(table))
    return out.getvalue().encode()


def texts(table: Table) -> Iterable[list[str]]:
    """Rows as the text that stands in the file."""
    for number, row in enumerate(table.printed(), 1):
        yield [cell_text(cell, where=f"table {table.name}, row {number}") for cell in row]


def cell_text(cell: Cell, *, where: str = "a cell") -> str:
    """One cell as text: empty for none, fixed-point for a number.

    Raises:
        RuleError: text with a carriage return, which readers disagree about.
    """
    match cell:
        case None:
            return ""
        case Decimal():
            return plain(cell)
        case str() if "\r" in cell:
            raise RuleError(
                f"text {cell[:30]!r} holds a carriage return",
                where=where,
                mend="take it out of the source table; a line feed is enough",
            )
        case _:
            return str(cell)


def yaml_text(value: Mapping[str, object]) -> str:
    """YAML in block style, keys as given, never wrapped."""
    text: str = yaml.safe_dump(
        plain_yaml(value),
        sort_keys=False,
        allow_unicode=True,
        width=WIDEST_YAML,
        default_flow_style=False,
    )
    return text


def plain_yaml(value: object) -> object:
    """The value in types every YAML reader knows."""
    match value:
        case Mapping():
            return {str(key): plain_yaml(inner) for key, inner in value.items()}
        case str() | int() | None:
            return value
        case Sequence():
            return [plain_yaml(inner) for inner in value]
        case _:
            return str(value)


def parse_yaml(text: str, *, where: str) -> dict[str, object]:
    """A YAML mapping; days stay text.

    Raises:
        RuleError: the text is no YAML, or no mapping.
    """
    try:
        value = plain_yaml(yaml.load(text, LOADER))  # noqa: S506  either is the safe one
    except (yaml.YAMLError, RecursionError) as error:
        raise RuleError(
            f"broken YAML: {str(error).splitlines()[0]}", where=where, mend="mend the file"
        ) from error
    if not isinstance(value, dict):
        raise RuleError("no YAML mapping", where=where, mend="write keys and values")
    return value
