"""Tables become Parquet: float64, int64 and string columns, the same bytes each time."""

from dataclasses import dataclass
from decimal import Decimal

import pyarrow as pa
import pyarrow.parquet as pq

from packager.domain.errors import RuleError
from packager.domain.package import Field
from packager.domain.table import Table

TYPES = {"number": pa.float64(), "integer": pa.int64(), "string": pa.string()}
ROWS_PER_GROUP = 100_000
WRITER = {"pyarrow": pa.__version__}


@dataclass(frozen=True, slots=True)
class Split:
    """One Parquet file and what the Hub wants to know of it before reading it.

    Attributes:
        content: the file.
        features: column name and type, in order, in the words of `datasets`.
        num_examples: rows.
        num_bytes: size of the rows in memory, bytes.
    """

    content: bytes
    features: tuple[tuple[str, str], ...]
    num_examples: int
    num_bytes: int


def parquet(table: Table) -> Split:
    """Write a table that has rows.

    Raises:
        RuleError: a whole number is beyond 64 bits.
    """
    arrow = arrow_table(table)
    sink = pa.BufferOutputStream()
    pq.write_table(
        arrow,
        sink,
        compression="snappy",
        row_group_size=ROWS_PER_GROUP,
        write_page_index=True,
        store_schema=False,
    )
    return Split(
        content=sink.getvalue().to_pybytes(),
        features=tuple((field.name, feature(field.type)) for field in arrow.schema),
        num_examples=arrow.num_rows,
        num_bytes=arrow.nbytes,
    )


def arrow_table(table: Table) -> pa.Table:
    """The printed rows as typed columns."""
    columns = list(zip(*table.printed(), strict=True)) or [()] * len(table.schema.fields)
    arrays = [
        array(column, cells) for column, cells in zip(table.schema.fields, columns, strict=True)
    ]
    schema = pa.schema([pa.field(column.name, TYPES[column.type]) for column in table.schema.fields])
    return pa.Table.from_arrays(arrays, schema=schema)


def array(column: Field, cells: tuple[object, ...]) -> pa.Array:
    """One column; a decimal becomes the nearest binary number."""
    values = [float(cell) if isinstance(cell, Decimal) else cell for cell in cells]
    try:
        return pa.array(values, type=TYPES[column.type])
    except (pa.ArrowInvalid, pa.ArrowTypeError, OverflowError) as error:
        raise RuleError(
            f"column {column.name} does not fit {TYPES[column.type]}: {error}",
            where="a Parquet table",
            mend="mend the source table, or give the column another type",
        ) from error


def feature(kind: pa.DataType) -> str:
    """An Arrow type in the words of `datasets`."""
    return "float64" if pa.types.is_float64(kind) else str(kind)


def read_rows(content: bytes) -> tuple[tuple[tuple[str, str], ...], list[tuple[object, ...]]]:
    """Columns with their types, and the rows, of a Parquet file.

    Raises:
        RuleError: the bytes are no Parquet.
    """
    try:
        arrow = pq.read_table(pa.BufferReader(content))
    except (pa.ArrowInvalid, OSError) as error:
        raise RuleError(
            f"no Parquet file: {str(error).splitlines()[0]}",
            where="a Parquet table",
            mend="build or fetch the tree again",
        ) from error
    columns = tuple((field.name, feature(field.type)) for field in arrow.schema)
    return columns, list(zip(*(column.to_pylist() for column in arrow.columns), strict=True))
