"""Tables as DuckDB reads them. Its door.

The import is inside, for the process that reads with the libraries that were asked for alone.
"""

from packager.assemble.judges.evidence import Rows
from packager.assemble.judges.readback import Door, refused
from packager.domain.package import Schema

KINDS = {"number": "DOUBLE", "integer": "BIGINT", "string": "VARCHAR"}


def read(path: str, schema: Schema) -> Rows:
    """A CSV file with its columns' types, or a Parquet file."""
    import duckdb  # noqa: PLC0415

    try:
        if path.endswith(".csv"):
            types = {one.name: KINDS[one.type] for one in schema.fields}
            table = duckdb.read_csv(path, dtype=types, header=True, delimiter=",")
        else:
            table = duckdb.read_parquet(path)
        return Rows(tuple(table.columns), tuple(map(str, table.types)), tuple(table.fetchall()))
    except duckdb.Error as error:
        raise refused(path, error) from error


DOOR = Door(read, KINDS)
