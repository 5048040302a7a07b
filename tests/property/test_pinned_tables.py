import csv
import io
import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from packager.assemble.pin_files import csv_line
from packager.assemble.pinned import read_pinned
from packager.assemble.pins import pin
from packager.domain.imports import Imported, ImportedTable

ABOUT = dict.fromkeys(("title", "publisher", "version", "rights", "citation"), "x") | {
    "retrieved": "2026-11-30",
    "url": "https://example.org/",
}
AWKWARD = ["NA", "007", "", " ", ",", '"', '""', "\n", "\r\n", "\r", "=1+1", "é", "1e5", "\ufeff"]
TEXTS = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20
) | st.sampled_from(AWKWARD)
COLUMNS = st.lists(
    st.text('abcdefgh ,"\n', min_size=1, max_size=8), min_size=1, max_size=5, unique=True
)


@st.composite
def tables(draw: st.DrawFn) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    columns = tuple(draw(COLUMNS))
    row = st.tuples(*[TEXTS] * len(columns))
    return columns, draw(st.lists(row, max_size=20))


@given(tables())
def test_what_is_pinned_is_read_back_cell_for_cell(
    table: tuple[tuple[str, ...], list[tuple[str, ...]]],
) -> None:
    columns, rows = table
    with tempfile.TemporaryDirectory() as folder:
        imported = Imported((), (ImportedTable("t", columns, iter(rows)),), ({},))

        report = pin(imported, kind="k", vintage="v", about=ABOUT, partial=False, root=Path(folder))
        read = read_pinned(Path(folder), "k", "v").tables["t"]

        assert [tuple(record.values()) for record in read.records()] == rows
        assert read.columns == columns
        assert report.tables[0].rows == len(rows)


@given(tables())
def test_the_csv_module_reads_the_same_cells(
    table: tuple[tuple[str, ...], list[tuple[str, ...]]],
) -> None:
    columns, rows = table

    text = b"".join(csv_line(row, where="here") for row in [columns, *rows]).decode()

    read = csv.reader(io.StringIO(text, newline=""), strict=True)
    assert [tuple(row) for row in read] == [columns, *rows]
