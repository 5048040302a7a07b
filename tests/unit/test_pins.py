import json
import os
import tracemalloc
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from packager.assemble.pinned import choose, read_pinned, vintages
from packager.assemble.pins import PinReport, pin
from packager.domain.errors import ConfigError, PackagerError, SealedError, SourceError
from packager.domain.imports import Imported, ImportedTable

ABOUT = {
    "title": "Rain",
    "publisher": "The Weather Office",
    "version": "1",
    "retrieved": "2026-11-30",
    "rights": "CC0-1.0",
    "citation": "The Weather Office, Rain",
    "url": "https://example.org/rain",
}
ENDS = {"bytes": 1, "sha256": ""}
ROWS = (("Oslo", "763"), ("Bergen, Norway", "2250"), ("São Paulo", "007.50"), ("NA", ""))


def rain(
    rows: Iterable[tuple[str, ...]] = ROWS,
    *,
    originals: tuple[Path, ...] = (),
    remarks: list[str] | None = None,
) -> Imported:
    table = ImportedTable("rain", ("place", "mm"), rows)
    return Imported(originals, (table,), ({"id": "rain"},), remarks or [])


def pinned(root: Path, vintage: str = "2026-01", **other: object) -> PinReport:
    arguments: dict[str, object] = {
        "kind": "rain",
        "vintage": vintage,
        "about": ABOUT,
        "partial": False,
        "root": root,
    }
    imported = other.pop("imported", None) or rain()
    return pin(imported, **(arguments | other))  # type: ignore[arg-type]  # each by name


def content(root: Path) -> dict[str, bytes]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file()
    }


def test_a_table_is_plain_csv_with_quotes_only_where_a_reader_needs_them(tmp_path: Path) -> None:
    report = pinned(tmp_path)

    expected = 'place,mm\nOslo,763\n"Bergen, Norway",2250\nSão Paulo,007.50\nNA,\n'
    assert (report.folder / "rain.csv").read_bytes() == expected.encode()
    assert report.written
    assert report.tables[0].rows == 4


def test_source_json_says_what_was_read_and_what_was_written(tmp_path: Path) -> None:
    original = tmp_path / "given" / "published.txt"
    original.parent.mkdir()
    original.write_bytes(b"abc")

    report = pinned(tmp_path / "sources", imported=rain(originals=(original,), remarks=["wet"]))

    said = json.loads((report.folder / "source.json").read_bytes())
    assert list(said) == [
        *("source", "vintage", "partial", "ledger", "originals", "tables", "remarks")
    ]
    assert said["originals"] == [
        {
            "path": "published.txt",
            "bytes": 3,
            "sha256": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        }
    ]
    assert said["ledger"] == [
        {"id": "rain"}
        | {"title": "Rain", "publisher": "The Weather Office", "version": "1"}
        | {"vintage": "2026-01", "retrieved": "2026-11-30", "rights": "CC0-1.0"}
        | {"citation": "The Weather Office, Rain", "url": "https://example.org/rain"}
        | {"redistributed": True, "inferred": [], "unverified": []}
    ]
    assert said["remarks"] == ["wet"]
    assert (report.folder / "source.json").read_bytes().endswith(b"}\n")


def test_originals_are_named_below_their_common_folder(tmp_path: Path) -> None:
    for name in ("index.txt", "models/a.txt"):
        path = tmp_path / "given" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    originals = (tmp_path / "given/models/a.txt", tmp_path / "given/index.txt")

    report = pinned(tmp_path / "sources", imported=rain(originals=originals))

    said = json.loads((report.folder / "source.json").read_bytes())
    assert [original["path"] for original in said["originals"]] == ["index.txt", "models/a.txt"]


def test_the_same_import_again_writes_nothing_and_says_so(tmp_path: Path) -> None:
    first = pinned(tmp_path)
    before = {path: path.stat().st_mtime_ns for path in first.folder.iterdir()}

    again = pinned(tmp_path)

    assert not again.written
    assert {path: path.stat().st_mtime_ns for path in again.folder.iterdir()} == before


@pytest.mark.parametrize(
    ("other", "named"),
    [
        ({"imported": rain((("Oslo", "764"),))}, "rain.csv, source.json"),
        ({"about": ABOUT | {"rights": "CC-BY-4.0"}}, "source.json"),
        ({"partial": True}, "source.json"),
    ],
)
def test_other_content_under_the_same_vintage_is_refused(
    tmp_path: Path, other: dict[str, object], named: str
) -> None:
    pinned(tmp_path)
    before = content(tmp_path)

    with pytest.raises(SealedError) as refused:
        pinned(tmp_path, **other)  # type: ignore[arg-type]  # each by name

    assert set(named.split(", ")) <= set(refused.value.what.partition(": ")[2].split(", "))
    assert content(tmp_path) == before


@pytest.mark.parametrize("name", ["", ".", "..", "a/b", "a\\b", ".hidden", "x" * 41, "a b", "é"])
def test_a_name_that_plays_tricks_with_paths_is_refused(tmp_path: Path, name: str) -> None:
    root = tmp_path / "sources"

    with pytest.raises(ConfigError, match="cannot name a vintage"):
        pinned(root, vintage=name)
    with pytest.raises(ConfigError, match="cannot name a source"):
        pinned(root, kind=name)
    with pytest.raises(ConfigError, match="cannot name a table"):
        pinned(root, imported=Imported((), (ImportedTable(name, ("a",), ()),), ({},)))

    assert not root.exists()


def late_fault(last: tuple[str, ...] | Exception) -> Iterator[tuple[str, ...]]:
    for number in range(300_000):
        yield (str(number), "1")
    if isinstance(last, Exception):
        raise last
    yield last


@pytest.mark.parametrize(
    ("last", "family"),
    [
        (SourceError("no number", where="line 300001", mend="mend it"), SourceError),
        (OSError(28, "No space left on device"), ConfigError),
        (("too", "many", "cells"), SourceError),
        (("half a \ud800 character", "1"), SourceError),
        (("NUL \0", "1"), SourceError),
        (("x" * 200_000, "1"), SourceError),
    ],
)
def test_a_fault_in_the_last_of_many_rows_leaves_nothing_behind(
    tmp_path: Path, last: tuple[str, ...] | Exception, family: type[PackagerError]
) -> None:
    root = tmp_path / "releases" / "sources"

    with pytest.raises(family):
        pinned(root, imported=rain(late_fault(last)))

    assert list(tmp_path.iterdir()) == []


def test_a_fault_leaves_other_vintages_as_they_are(tmp_path: Path) -> None:
    pinned(tmp_path)
    before = content(tmp_path)

    with pytest.raises(SourceError):
        pinned(tmp_path, vintage="2026-02", imported=rain((("one cell",),)))

    assert content(tmp_path) == before
    assert [path.name for path in (tmp_path / "rain").iterdir()] == ["2026-01"]


def test_a_folder_that_cannot_be_written_is_an_error_of_the_house(tmp_path: Path) -> None:
    (tmp_path / "rain").write_text("a file where the folder should be")

    with pytest.raises(ConfigError, match="cannot write"):
        pinned(tmp_path)


def test_a_source_that_is_a_link_is_refused(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    root = tmp_path / "sources"
    root.mkdir()
    (root / "rain").symlink_to(elsewhere)

    with pytest.raises(ConfigError, match="is a link"):
        pinned(root)

    assert list(elsewhere.iterdir()) == []


def test_a_publishers_file_that_is_gone_or_changes_meanwhile_is_an_error(tmp_path: Path) -> None:
    original = tmp_path / "published.txt"
    original.write_text("before")

    def changing() -> Iterator[tuple[str, str]]:
        yield ("Oslo", "763")
        original.write_text("after")

    def vanishing() -> Iterator[tuple[str, str]]:
        yield ("Oslo", "763")
        original.unlink()

    with pytest.raises(SourceError, match="changed while it was read"):
        pinned(tmp_path / "sources", imported=rain(changing(), originals=(original,)))
    with pytest.raises(SourceError, match="cannot read"):
        pinned(tmp_path / "sources", imported=rain(vanishing(), originals=(original,)))

    assert not (tmp_path / "sources").exists()


def test_rights_of_files_do_not_depend_on_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        report = pinned(tmp_path)
    finally:
        os.umask(before)

    modes = {path.name: path.stat().st_mode & 0o777 for path in report.folder.iterdir()}
    assert modes == {"rain.csv": 0o644, "source.json": 0o644}
    assert report.folder.stat().st_mode & 0o777 == 0o755


def test_rows_are_written_as_they_come_and_none_is_kept(tmp_path: Path) -> None:
    rows = ((str(number), "1.5") for number in range(50_000))

    tracemalloc.start()
    report = pinned(tmp_path, imported=rain(rows))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert report.tables[0].rows == 50_000
    assert report.tables[0].bytes > 450_000
    assert peak < 400_000


def test_half_a_character_in_a_stated_fact_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="half a character"):
        pinned(tmp_path / "sources", about=ABOUT | {"title": "Rain \ud800"})

    assert not (tmp_path / "sources").exists()


def test_a_table_altered_after_it_was_proved_is_refused_while_it_is_read(tmp_path: Path) -> None:
    path = pinned(tmp_path).folder / "rain.csv"
    table = read_pinned(tmp_path, "rain", "2026-01").tables["rain"]
    assert table.where == str(path)

    for content in (b"place,inches\nOslo,30\n", b"place,mm\nOslo\n", b"place,mm\n\xff,1\n"):
        path.write_bytes(content)
        with pytest.raises(SourceError, match="altered"):
            list(table.records())
    path.unlink()
    with pytest.raises(SourceError, match="altered"):
        list(table.records())


def test_a_place_without_sources_has_no_vintage(tmp_path: Path) -> None:
    assert vintages(tmp_path / "absent") == {}
    with pytest.raises(ConfigError, match="no source rain") as refused:
        choose(tmp_path / "absent", ["rain"], {})
    assert refused.value.mend == "import a source first"


def test_a_cited_source_has_a_description_and_no_table(tmp_path: Path) -> None:
    report = pinned(tmp_path, imported=Imported((), (), ({"redistributed": False},)))

    read = read_pinned(tmp_path, "rain", "2026-01")
    assert [path.name for path in report.folder.iterdir()] == ["source.json"]
    assert read.tables == {}
    assert [(row.id, row.redistributed) for row in read.ledger] == [("rain", False)]


def test_what_was_pinned_is_read_back_as_often_as_wanted(tmp_path: Path) -> None:
    pinned(tmp_path, partial=True)

    read = read_pinned(tmp_path, "rain", "2026-01")

    expected = [dict(zip(("place", "mm"), row, strict=True)) for row in ROWS]
    assert list(read.tables["rain"].records()) == expected
    assert list(read.tables["rain"].records()) == expected
    assert read.tables["rain"].columns == ("place", "mm")
    assert (read.kind, read.vintage, read.partial) == ("rain", "2026-01", True)


def test_a_pinned_table_is_refused_when_a_byte_of_it_changed(tmp_path: Path) -> None:
    path = pinned(tmp_path).folder / "rain.csv"
    path.write_bytes(path.read_bytes().replace(b"763", b"764"))

    with pytest.raises(SourceError, match="altered") as refused:
        read_pinned(tmp_path, "rain", "2026-01")

    assert refused.value.where.endswith("rain.csv")
    assert "expected" in refused.value.what
    assert "found" in refused.value.what


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda folder: (folder / "extra.csv").write_text(""), "extra.csv does not belong"),
        (lambda folder: (folder / "rain.csv").unlink(), "rain.csv is missing"),
        (lambda folder: (folder / "source.json").unlink(), "no source.json"),
        (lambda folder: (folder / "source.json").write_text("{"), "broken JSON"),
        (lambda folder: (folder / "source.json").write_text("[]"), "altered"),
        (lambda folder: (folder / "source.json").write_bytes(b"\xff\xfe{}"), "UTF-16"),
    ],
)
def test_a_spoilt_folder_is_refused(
    tmp_path: Path, spoil: Callable[[Path], object], told: str
) -> None:
    spoil(pinned(tmp_path).folder)

    with pytest.raises(SourceError, match=told):
        read_pinned(tmp_path, "rain", "2026-01")


def test_a_table_that_became_a_link_is_refused(tmp_path: Path) -> None:
    path = pinned(tmp_path / "sources").folder / "rain.csv"
    copy = tmp_path / "copy.csv"
    path.rename(copy)
    path.symlink_to(copy)

    with pytest.raises(SourceError, match="no plain file"):
        read_pinned(tmp_path / "sources", "rain", "2026-01")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("source", "snow"),
        ("vintage", "2026-02"),
        ("partial", "no"),
        ("ledger", {}),
        ("tables", [{"name": "../rain"}]),
        ("tables", None),
        ("source", 7),
        ("tables", [{"name": "rain", "path": "rain.csv", "columns": [], "rows": "4"} | ENDS]),
    ],
)
def test_a_description_that_lies_is_refused(tmp_path: Path, key: str, value: object) -> None:
    path = pinned(tmp_path).folder / "source.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {key: value}))

    with pytest.raises(SourceError, match="altered"):
        read_pinned(tmp_path, "rain", "2026-01")


def test_a_table_path_that_leads_elsewhere_is_refused(tmp_path: Path) -> None:
    path = pinned(tmp_path).folder / "source.json"
    said = json.loads(path.read_text())
    said["tables"][0]["path"] = "../../rain.csv"
    path.write_text(json.dumps(said))

    with pytest.raises(SourceError, match="altered"):
        read_pinned(tmp_path, "rain", "2026-01")


def test_vintages_are_listed_in_order_and_unfinished_ones_left_out(tmp_path: Path) -> None:
    pinned(tmp_path, vintage="2026-02")
    pinned(tmp_path, vintage="2026-01-15", partial=True)
    pinned(tmp_path, vintage="2026-01")
    (tmp_path / "rain" / ".abc.unfinished").mkdir()

    found = vintages(tmp_path)

    assert found == {"rain": (("2026-01", False), ("2026-01-15", True), ("2026-02", False))}


def test_the_newest_vintage_that_is_not_partial_is_chosen(tmp_path: Path) -> None:
    pinned(tmp_path, vintage="2025-12")
    pinned(tmp_path, vintage="2026-02")
    pinned(tmp_path, vintage="2026-03", partial=True)

    assert choose(tmp_path, ["rain"], {})["rain"].vintage == "2026-02"
    assert choose(tmp_path, ["rain"], {"rain": "2025-12"})["rain"].vintage == "2025-12"
    assert choose(tmp_path, ["rain"], {"rain": "2026-03"})["rain"].partial


def test_choosing_what_is_not_there_lists_what_is(tmp_path: Path) -> None:
    pinned(tmp_path, vintage="2026-02")
    pinned(tmp_path, vintage="2026-03", partial=True)

    asked: list[tuple[list[str], dict[str, str]]] = [
        (["snow"], {}),
        (["rain"], {"rain": "2026-04"}),
        (["rain"], {"snow": "1"}),
    ]
    for kinds, wanted in asked:
        with pytest.raises(ConfigError) as refused:
            choose(tmp_path, kinds, wanted)
        assert "rain: 2026-02, 2026-03 (partial)" in refused.value.mend


def test_nothing_but_partial_vintages_is_said(tmp_path: Path) -> None:
    pinned(tmp_path, partial=True)

    with pytest.raises(ConfigError, match="no vintage that is whole"):
        choose(tmp_path, ["rain"], {})
