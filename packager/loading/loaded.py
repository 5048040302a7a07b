"""What a reader gets: a table, and the release that it came from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from packager.assemble.frames import Frame, frame_of
from packager.domain.package import Field
from packager.domain.version import Version

ArrowTable = Any  # pyarrow ships no types


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadedRelease:
    """The release a table came from, in its own words.

    Attributes:
        version: its version.
        date: day of release, ISO.
        title: title of the data set.
        doi: DOI of this version, "" for none.
        concept_doi: DOI of all versions, "" for none.
        boundary: what is counted and what is not, in the one word of its documents.
        unit: unit of the headline figure.
        license: SPDX id.
        citation: BibTeX, with its own version.
        tables: names of all tables.
        sha256: digest of its SHA256SUMS, which pins every file of it.
    """

    version: Version
    date: str
    title: str
    doi: str
    concept_doi: str
    boundary: str
    unit: str
    license: str
    citation: str = field(repr=False)
    tables: tuple[str, ...] = field(repr=False)
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Loaded:
    """One table of one release, every byte of it proved.

    Whatever takes Arrow's tables takes this as well: `polars.DataFrame(index)`,
    `duckdb.sql("FROM index")`, `pyarrow.table(index)`.

    Attributes:
        name: of the table.
        arrow: a `pyarrow.Table`.
        columns: name, type, unit and meaning of each column.
        release: where it came from.
        sha256: digest of the file it was read from.
        source: address or path it was read from.
    """

    name: str
    arrow: ArrowTable = field(repr=False)
    columns: tuple[Field, ...] = field(repr=False)
    release: LoadedRelease
    sha256: str
    source: str

    def __len__(self) -> int:
        return int(self.arrow.num_rows)

    @property
    def units(self) -> Mapping[str, str]:
        """Unit of each column that has one."""
        return {one.name: one.unit for one in self.columns if one.unit}

    def pandas(self) -> Frame:
        """A `pandas.DataFrame` of types `string`, `Int64` and `Float64`; an empty cell is NA."""
        return frame_of(self.arrow)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The table for any library that speaks Arrow's own interface."""
        return self.arrow.__arrow_c_stream__(requested_schema)
