"""Tables become Parquet, the same bytes each time; and columns of text that are compared."""

import struct
import zlib
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pacsv
import pyarrow.parquet as pq

from packager.assemble.canonical import csv_bytes
from packager.domain.errors import RuleError, SourceError
from packager.domain.package import CsvForm, Schema
from packager.domain.table import Table

TYPES = {"number": pa.float64(), "integer": pa.int64(), "string": pa.string()}
ROWS_PER_GROUP = 100_000
DEFLATE = 6
ZLIB_HEADER, GZIP_HEADER, GZIP_TRAILER = b"\x78\x9c", 10, 8
WRITER = {"pyarrow": pa.__version__}
TEXT = pa.string()
PIECE = 1 << 20
POOL = pa.system_memory_pool()  # pieces that come and go cost it least
BROKEN = (pa.ArrowInvalid, pa.ArrowNotImplementedError, pa.ArrowKeyError, OSError, LookupError)

Told = tuple[tuple[tuple[str, str], ...], list[tuple[object, ...]]]


@dataclass(frozen=True, slots=True)
class Split:
    """One Parquet file and what the Hub wants to know of it before reading it.

    Attributes:
        content: the file.
        features: column name and type, in order, in the words of `datasets`.
        num_examples: rows.
        num_bytes: size of the rows in memory once they are read, bytes.
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
    return read_split(sink.getvalue().to_pybytes())


def arrow_table(table: Table) -> pa.Table:
    """The rows as typed columns, read from the very text of the CSV: one text, one value."""
    names = table.schema.names
    if not table.rows:
        return pa.schema(types(table.schema)).empty_table()
    try:
        arrow = pacsv.read_csv(
            pa.BufferReader(csv_bytes(table)),
            read_options=pacsv.ReadOptions(use_threads=False, encoding="utf-8"),
            parse_options=pacsv.ParseOptions(newlines_in_values=True, ignore_empty_lines=False),
            convert_options=conversion(table.schema),
        )
    except pa.ArrowInvalid as error:
        raise RuleError(
            f"a cell does not fit its column: {error}",
            where=f"table {table.name}",
            mend="mend the source table, or give the column another type",
        ) from error
    return arrow.select(names).combine_chunks()


def conversion(schema: Schema) -> pacsv.ConvertOptions:
    """Cells by their columns' types; an empty cell is none, and nothing else is."""
    return pacsv.ConvertOptions(
        column_types=dict(types(schema)),
        null_values=[""],
        strings_can_be_null=True,
        quoted_strings_can_be_null=True,
    )


def types(schema: Schema) -> list[tuple[str, pa.DataType]]:
    """Each column with its type."""
    return [(column.name, TYPES[column.type]) for column in schema.fields]


def feature(kind: pa.DataType) -> str:
    """An Arrow type in the words of `datasets`."""
    return "float64" if pa.types.is_float64(kind) else str(kind)


def read_rows(content: bytes) -> Told:
    """Columns with their types, and the rows, of a Parquet file.

    Raises:
        RuleError: the bytes are no Parquet.
    """
    return told(read_table(content))


def read_data_set(path: str, schema: Schema) -> Told:
    """The same of a CSV or Parquet file, as a data set of Arrow reads it; it brings pandas in."""
    import pyarrow.dataset as pads  # noqa: PLC0415

    kind = "parquet"
    if path.endswith(".csv"):
        lines = pacsv.ParseOptions(newlines_in_values=True, ignore_empty_lines=False)
        kind = pads.CsvFileFormat(lines, convert_options=conversion(schema))
    return told(pads.dataset(path, format=kind).to_table())


def told(arrow: pa.Table) -> Told:
    """Columns with their types, and the rows, of a table."""
    columns = tuple((field.name, feature(field.type)) for field in arrow.schema)
    return columns, list(zip(*(column.to_pylist() for column in arrow.columns), strict=True))


def read_split(content: bytes) -> Split:
    """A Parquet file with what the Hub wants to know of it, counted as `datasets` counts it.

    Raises:
        RuleError: the bytes are no Parquet.
    """
    arrow = read_table(content)
    return Split(
        content=content,
        features=tuple((field.name, feature(field.type)) for field in arrow.schema),
        num_examples=arrow.num_rows,
        num_bytes=arrow.nbytes,
    )


def read_table(content: bytes) -> pa.Table:
    """A Parquet file; by its reader alone, because pyarrow's datasets bring pandas in."""
    try:
        return pq.ParquetFile(pa.BufferReader(content)).read(use_threads=False)
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError, OSError) as error:
        raise RuleError(
            f"no Parquet file: {str(error).splitlines()[0]}",
            where="a Parquet table",
            mend="build or fetch the tree again",
        ) from error


def deflated(content: bytes) -> bytes:
    """A zlib stream by the deflate inside pyarrow: the same bytes wherever the lock is kept."""
    codec = pa.Codec("gzip", compression_level=DEFLATE)
    packed: bytes = codec.compress(content, asbytes=True)
    checksum = struct.pack(">I", zlib.adler32(content))
    return ZLIB_HEADER + packed[GZIP_HEADER:-GZIP_TRAILER] + checksum


def csv_texts(path: Path, how: CsvForm) -> Iterator[pa.Table]:
    """A CSV file, piece by piece, every cell a text as it is written, or none.

    Raises:
        SourceError: a row has other cells than the header, or a line is beyond 1 MiB.
    """
    names = None if how.dialect.header else list(how.columns)
    read = pacsv.ReadOptions(block_size=PIECE, encoding=how.encoding, column_names=names)
    parse = pacsv.ParseOptions(
        delimiter=how.dialect.delimiter,
        quote_char=how.dialect.quote_char if how.quoted else False,
        double_quote=how.dialect.double_quote,
        newlines_in_values=how.quoted,
        ignore_empty_lines=len(how.columns) > 1,
    )
    kinds = dict.fromkeys(how.columns, TEXT)
    convert = pacsv.ConvertOptions(
        column_types=kinds, null_values=how.missing, strings_can_be_null=bool(how.missing)
    )
    try:
        with pacsv.open_csv(path, read, parse, convert, POOL) as reader:
            yield from (pa.Table.from_batches([batch]) for batch in reader)
    except BROKEN as error:
        raise unreadable(error, path) from error


def parquet_columns(path: Path) -> tuple[str, ...]:
    """Names of the columns of a Parquet file."""
    try:
        return tuple(pq.read_schema(path).names)
    except BROKEN as error:
        raise unreadable(error, path) from error


def parquet_texts(path: Path) -> Iterator[pa.Table]:
    """A Parquet file, piece by piece, every cell the shortest text of its value."""
    try:
        for batch in pq.ParquetFile(path).iter_batches(ROWS_PER_GROUP):
            columns = [column.cast(TEXT) for column in batch.columns]
            yield pa.Table.from_arrays(columns, batch.schema.names)
    except BROKEN as error:
        raise unreadable(error, path) from error


def unreadable(error: Exception, path: Path) -> SourceError:
    """What is said of a table that cannot be read; nothing in it reaches a terminal as it is."""
    said = "".join(one if one.isprintable() else "?" for one in str(error)[:200])
    return SourceError(
        f"no table: {said}",
        where=str(path),
        mend="mend that row, or fetch the file again; a line may have 1 MiB at most",
    )


def texts(columns: Iterable[tuple[str, Sequence[str | None]]]) -> pa.Table:
    """Columns of text, by name; Arrow's own way from a list brings pandas in."""
    made = {name: column(cells) for name, cells in columns}
    return pa.table(list(made.values()), list(made))


def column(cells: Sequence[str | None]) -> pa.Array:
    """Texts as a column: where each ends, all of them, and a bit for each that is there."""
    content = [(cell or "").encode() for cell in cells]
    ends = array("i", accumulate(map(len, content), initial=0))
    bits = int("".join("01"[cell is not None] for cell in reversed(cells)) or "0", 2)
    there = bits.to_bytes(-(-len(cells) // 8) or 1, "little")
    buffers = [pa.py_buffer(one) for one in (there, ends.tobytes(), b"".join(content))]
    return pa.Array.from_buffers(TEXT, len(cells), buffers)


def compute(function: str, *columns: object, **options: object) -> pa.ChunkedArray:
    """One of Arrow's functions over columns, by its name: comparing needs no second door."""
    return getattr(pc, function)(*columns, **options)


def stacked(tables: Sequence[pa.Table]) -> pa.Table:
    """Tables of the same columns, one under the other."""
    return pa.concat_tables(tables)


def aside(path: Path, schema: pa.Schema) -> pa.ipc.RecordBatchStreamWriter:
    """A file that takes pieces of a table, until it is closed."""
    return pa.ipc.new_stream(path, schema)


def back(path: Path) -> pa.Table:
    """The pieces that were put aside, as one table."""
    with pa.memory_map(str(path)) as file:
        return pa.ipc.open_stream(file).read_all()
