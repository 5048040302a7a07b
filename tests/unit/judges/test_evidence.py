"""What cannot be read is a finding once, and absent afterwards."""

from pathlib import Path

import pytest

from packager.assemble.judges.evidence import Evidence


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "the file is empty"),
        (b'{"a": 1', "broken JSON"),
        (b'{"a": 1, "a": 2}', "stands twice in one object"),
        (b'{"a": NaN}', "NaN is no number"),
        (b'\xff\xfe{"a": 1}', "UTF-16"),
        (b'{"a": "\xe9"}', "is no UTF-8"),
        (b"[" * 100_000, "nested too deeply"),
    ],
)
def test_a_broken_document_is_told_once(tmp_path: Path, content: bytes, said: str) -> None:
    (tmp_path / "a.json").write_bytes(content)
    evidence = Evidence(tmp_path)

    assert evidence.document("a.json") is None
    assert evidence.document("a.json") is None
    assert evidence.documents() == {}

    (one,) = evidence.drain()
    assert one.path == "a.json"
    assert said in one.what
    assert evidence.drain() == []


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("t.csv", b"", "the file is empty"),
        ("t.csv", b'a,b\n1,"2\n', "no table"),
        ("t.parquet", b"PAR1", "no Parquet file"),
        ("t.parquet", b"", "no Parquet file"),
    ],
)
def test_a_broken_table_is_told_once(tmp_path: Path, name: str, content: bytes, said: str) -> None:
    (tmp_path / name).write_bytes(content)
    evidence = Evidence(tmp_path)

    assert evidence.table(name) is None
    assert evidence.table(name) is None

    (one,) = evidence.drain()
    assert said in one.what


def test_a_file_that_is_not_there_is_no_finding_of_reading(tmp_path: Path) -> None:
    evidence = Evidence(tmp_path)

    assert evidence.document("a.json") is None
    assert evidence.table("a.csv") is None
    assert evidence.resources == ()
    assert evidence.drain() == []


def test_a_link_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "secret.json").write_text("{}")
    root = tmp_path / "tree"
    root.mkdir()
    (root / "a.json").symlink_to(tmp_path / "secret.json")

    assert Evidence(root).paths == ()
    assert Evidence(root).document("a.json") is None


@pytest.mark.parametrize(
    ("package", "said"),
    [
        ("[]", "no JSON object"),
        ("{}", "resources is not a list"),
        ('{"resources": [{"name": 1}]}', "name is not text"),
        ('{"resources": [1]}', "this is not a JSON object"),
    ],
)
def test_a_package_that_cannot_be_understood_has_no_resources(
    tmp_path: Path, package: str, said: str
) -> None:
    (tmp_path / "datapackage.json").write_text(package)
    evidence = Evidence(tmp_path)

    assert evidence.resources == ()
    assert evidence.resources == ()
    assert [said in one.what for one in evidence.drain()] == [True]


def test_a_line_separator_within_a_cell_ends_no_row(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_bytes("a,b\nx\N{LINE SEPARATOR}y,2\n".encode())

    table = Evidence(tmp_path).table("t.csv")

    assert table is not None
    assert table.cells == (("x\N{LINE SEPARATOR}y", "2"),)
