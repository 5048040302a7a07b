from pathlib import Path

import pytest

from packager.domain.errors import SourceError
from packager.green_tokens.sources.faults import Faults
from packager.green_tokens.sources.reading import digits, read_json, read_rows, require_inside


def rows(path: Path, *columns: str) -> tuple[list[tuple[int, dict[str, str]]], list[str]]:
    remarks: list[str] = []
    read = [(line.number, line.cells) for line in read_rows(path, columns, remarks)]
    return read, remarks


def given(tmp_path: Path, content: bytes) -> Path:
    path = tmp_path / "table.csv"
    path.write_bytes(content)
    return path


def test_mark_line_ends_blank_lines_and_quoted_breaks_are_read_and_reported(
    tmp_path: Path,
) -> None:
    path = given(tmp_path, b'\xef\xbb\xbfa,b\r\n\r\n1,"x\r\ny"\r\n,\r\n2,z')

    read, remarks = rows(path, "a", "b")

    assert read == [(4, {"a": "1", "b": "x\r\ny"}), (6, {"a": "2", "b": "z"})]
    assert remarks == [
        "table.csv: begins with a byte-order mark, which was left out",
        "table.csv: 5 lines end in CR LF",
        "table.csv: 2 blank lines were passed over",
        "table.csv: 1 rows hold a quoted line break, which was kept",
    ]


def test_a_clean_file_leaves_no_remark_and_a_column_too_many_is_named(tmp_path: Path) -> None:
    assert rows(given(tmp_path, b"a,b\n1,2\n"), "a", "b")[1] == []
    assert rows(given(tmp_path, b"a,b,c\n1,2,3\n"), "a", "b")[1] == [
        "table.csv: columns not used: c"
    ]


@pytest.mark.parametrize("cell", ["=cmd|' /C calc'!A0", "+1", "@SUM(A1)", "-2", "NA", "007", " x "])
def test_a_cell_is_text_whatever_a_spreadsheet_would_make_of_it(tmp_path: Path, cell: str) -> None:
    path = given(tmp_path, f'a,b\n"{cell}",1\n'.encode())

    assert rows(path, "a", "b")[0] == [(2, {"a": cell, "b": "1"})]


@pytest.mark.parametrize(
    ("content", "what", "where"),
    [
        (b"", "empty", ""),
        (b"\n\n", "empty", ""),
        (b"a,c\n1,2\n", "no column b", "line 1"),
        (b"a,b,a\n1,2,3\n", "column a twice", "line 1"),
        (b"a,b\n1,2\n1\n", "1 cells under 2 columns", "line 3"),
        (b"a,b\n1,2,3\n", "3 cells under 2 columns", "line 2"),
        (b'a,b\n1,"2\n', "no CSV", "line 2"),
        (b'a,b\n"1"x,2\n', "no CSV", "line 2"),
        (b"a,b\r1,2\r", "no CSV", "line 1"),
        (b"a,b\n1,2\n1,\xe9\n", "0xe9", "line 3"),
        (b"a,b\n1,2\n1,\x00\n", "NUL", "line 3"),
        ("a,b\n1,2\n".encode("utf-16"), "UTF-16", ""),
        (b"a,b\n1," + b"2" * 200_000, "no CSV", "line 2"),
        (b"a,b\n1," + b"2" * 2_000_000, "more than a million", "line 2"),
    ],
)
def test_a_file_that_cannot_be_read_says_what_and_where(
    tmp_path: Path, content: bytes, what: str, where: str
) -> None:
    path = given(tmp_path, content)

    with pytest.raises(SourceError) as refused:
        rows(path, "a", "b")

    assert what in refused.value.what
    assert str(path) in refused.value.where
    assert where in refused.value.where


def test_a_missing_column_names_the_columns_that_are_there(tmp_path: Path) -> None:
    with pytest.raises(SourceError) as refused:
        rows(given(tmp_path, b"a,c,d\n"), "a", "b")

    assert "a, c, d" in refused.value.mend


def test_a_folder_and_nothing_at_all_are_no_files(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="a folder"):
        rows(tmp_path, "a")
    with pytest.raises(SourceError, match="no such file"):
        rows(tmp_path / "absent.csv", "a")


def test_a_link_out_of_its_folder_is_not_followed(tmp_path: Path) -> None:
    secret = tmp_path / "secret.csv"
    secret.write_text("a\n1\n")
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "out.csv").symlink_to(secret)
    (folder / "loop.csv").symlink_to(folder / "loop.csv")
    (folder / "real.csv").write_text("a\n1\n")
    (folder / "in.csv").symlink_to(folder / "real.csv")

    with pytest.raises(SourceError, match="a link to"):
        rows(folder / "out.csv", "a")
    with pytest.raises(SourceError):
        rows(folder / "loop.csv", "a")
    with pytest.raises(SourceError):
        require_inside(folder / ".." / "secret.csv", folder)

    assert rows(folder / "in.csv", "a")[0] == [(2, {"a": "1"})]


def test_json_keeps_digits_and_reports_the_mark(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b'\xef\xbb\xbf{"x": 0.6993091867226764}\r\n')
    remarks: list[str] = []

    value = read_json(path, remarks)

    assert str(value) == "{'x': Decimal('0.6993091867226764')}"
    assert len(remarks) == 2


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0.10", "0.10"),
        ("1e-3", "0.001"),
        ("1.50E+2", "150"),
        ("007", "7"),
        ("0", "0"),
        ("", None),
        ("1,5", None),
        ("1 000", None),
        ("NaN", None),
        ("Infinity", None),
        ("\u0661", None),
        ("9" * 100_000, None),
    ],
)
def test_a_number_is_the_publishers_own_digits_or_none(text: str, number: str | None) -> None:
    assert digits(text) == number


def test_faults_are_told_together_up_to_ten_of_a_kind() -> None:
    faults = Faults("file.csv")
    for line in range(12):
        faults.add(f"line {line}", "'x' is no number", mend="give a number")
    faults.add("line 3", "'1990s'", mend="give a year")

    with pytest.raises(SourceError) as refused:
        faults.require_none()

    assert refused.value.what == "13 faults"
    assert refused.value.where.count("is no number") == 10
    assert "and 2 more of this kind" in refused.value.where
    assert refused.value.mend == "give a number; give a year"


def test_reading_stops_when_a_file_is_wrong_throughout() -> None:
    faults = Faults("file.csv")
    for line in range(999):
        faults.add(f"line {line}", "wrong", mend="mend it")

    with pytest.raises(SourceError, match="1000 faults"):
        faults.add("line 999", "wrong", mend="mend it")
