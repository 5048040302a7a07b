import hashlib
import shutil
import stat
import struct
import subprocess
import zipfile
import zlib
from pathlib import Path

import pytest

from packager.assemble.archive import archive, compare_archive, entries_of, unpack
from packager.assemble.tree import files_of, write_tree
from packager.domain.errors import IntegrityError, SealedError
from tests.fakes.trees import FILES, tree


def zip_by_hand(files: dict[str, bytes]) -> bytes:
    """A stored zip written from the format's description (APPNOTE 4.3), field by field."""
    body, directory = b"", b""
    for name, content in sorted(files.items()):
        raw = name.encode()
        flags = 0 if name.isascii() else 0x800
        facts = struct.pack(
            *("<5H3I2H", 20, flags, 0, 0, 0x21, zlib.crc32(content)),
            *(len(content), len(content), len(raw), 0),
        )
        directory += b"PK\1\2" + struct.pack("<BB", 20, 3) + facts
        directory += struct.pack("<3H2I", 0, 0, 0, 0o100644 << 16, len(body)) + raw
        body += b"PK\3\4" + facts + raw + content
    return (
        body
        + directory
        + b"PK\5\6"
        + struct.pack("<4H2IH", 0, 0, len(files), len(files), len(directory), len(body), 0)
    )


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    root = tree(tmp_path / "tree")
    archive(root, files_of(root), tmp_path / "b.zip")
    return tmp_path / "b.zip"


def crafted(path: Path, *members: tuple[str | zipfile.ZipInfo, bytes]) -> Path:
    with zipfile.ZipFile(path, "w") as bundle:
        for name, content in members:
            bundle.writestr(name, content)
    return path


def test_the_archive_is_the_zip_the_format_describes(tmp_path: Path) -> None:
    files = {**FILES, "ä.txt": b"not ascii", "empty": b""}
    write_tree(files.items(), tmp_path / "tree")

    entry = archive(tmp_path / "tree", files_of(tmp_path / "tree"), tmp_path / "b.zip")

    content = (tmp_path / "b.zip").read_bytes()
    assert content == zip_by_hand(files)
    assert entry.path == "b.zip"
    assert entry.bytes == len(content)
    assert entry.sha256 == hashlib.sha256(content).hexdigest()
    assert entry.md5 == hashlib.md5(content, usedforsecurity=False).hexdigest()


def test_the_package_lies_at_the_root(bundle: Path) -> None:
    with zipfile.ZipFile(bundle) as zipped:
        assert "datapackage.json" in zipped.namelist()
        assert zipped.testzip() is None


@pytest.mark.skipif(shutil.which("unzip") is None, reason="no unzip on this machine")
def test_unzip_takes_it_out_as_it_was(bundle: Path, tmp_path: Path) -> None:
    unzip = str(shutil.which("unzip"))
    subprocess.run([unzip, "-q", bundle, "-d", tmp_path / "out"], check=True)

    assert files_of(tmp_path / "out") == files_of(tmp_path / "tree")


def test_unpacking_gives_the_tree_back(bundle: Path, tmp_path: Path) -> None:
    entries = unpack(bundle, tmp_path / "out")

    assert entries == files_of(tmp_path / "out") == files_of(tmp_path / "tree")
    assert compare_archive(bundle, files_of(tmp_path / "tree")).lines() == []
    assert (tmp_path / "out" / "README.md").stat().st_mode & 0o777 == 0o644


def test_comparing_names_the_file_that_differs(bundle: Path, tmp_path: Path) -> None:
    (tmp_path / "tree" / "rain.csv").write_bytes(b"day,mm\n")

    assert compare_archive(bundle, files_of(tmp_path / "tree")).changed == ("rain.csv",)


def test_a_file_that_changed_since_it_was_listed_stops_the_archive(tmp_path: Path) -> None:
    root = tree(tmp_path / "tree")
    files = files_of(root)
    (root / "rain.csv").write_bytes(b"day,mm\n2026-11-30,5\n")

    with pytest.raises(IntegrityError, match=r"rain\.csv is not what was sealed"):
        archive(root, files, tmp_path / "b.zip")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["tree"]


def test_an_older_archive_is_replaced_by_the_same_bytes(bundle: Path, tmp_path: Path) -> None:
    before = bundle.read_bytes()
    bundle.write_bytes(b"half")

    archive(tmp_path / "tree", files_of(tmp_path / "tree"), bundle)

    assert bundle.read_bytes() == before


def link() -> zipfile.ZipInfo:
    info = zipfile.ZipInfo("link")
    info.create_system = 3
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return info


def compressed() -> zipfile.ZipInfo:
    info = zipfile.ZipInfo("bomb")
    info.compress_type = zipfile.ZIP_DEFLATED
    return info


@pytest.mark.parametrize(
    ("members", "said"),
    [
        ([("../evil", b"")], "leads out"),
        ([("a/../../evil", b"")], "leads out"),
        ([("/etc/evil", b"")], "absolute"),
        ([("c:\\evil", b"")], "one of"),
        ([("folder/", b"")], "no file"),
        ([("A", b""), ("a", b"")], "only by case"),
        ([(link(), b"/etc/passwd")], "link"),
        ([(compressed(), b"0" * 10_000_000)], "compressed"),
    ],
)
def test_an_archive_that_could_harm_is_refused_unopened(
    tmp_path: Path, members: list[tuple[str | zipfile.ZipInfo, bytes]], said: str
) -> None:
    path = crafted(tmp_path / "evil.zip", ("fine", b"x"), *members)

    with pytest.raises(IntegrityError, match=said):
        unpack(path, tmp_path / "out")
    assert [file.name for file in tmp_path.iterdir()] == ["evil.zip"]


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_name_twice_is_refused(tmp_path: Path) -> None:
    with pytest.raises(IntegrityError, match="named twice"):
        unpack(crafted(tmp_path / "evil.zip", ("a", b"1"), ("a", b"2")), tmp_path / "out")


def test_an_encrypted_member_is_refused(bundle: Path, tmp_path: Path) -> None:
    content = bytearray(bundle.read_bytes())
    content[content.index(b"PK\1\2") + 8] |= 1
    bundle.write_bytes(content)

    with pytest.raises(IntegrityError, match="encrypted"):
        unpack(bundle, tmp_path / "out")


def test_overlapping_members_cannot_blow_up(bundle: Path, tmp_path: Path) -> None:
    content = bundle.read_bytes()
    start = content.index(b"PK\1\2")
    liar = bytearray(content)
    liar[start + 20 : start + 28] = struct.pack("<II", 1 << 30, 1 << 30)
    bundle.write_bytes(liar)

    with pytest.raises(IntegrityError, match="larger than the archive"):
        unpack(bundle, tmp_path / "out")


def test_one_flipped_bit_of_content_is_found_and_nothing_is_left(
    bundle: Path, tmp_path: Path
) -> None:
    content = bytearray(bundle.read_bytes())
    content[content.index(b"day,mm")] ^= 1
    bundle.write_bytes(content)

    with pytest.raises(IntegrityError, match="damaged archive"):
        unpack(bundle, tmp_path / "out")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b.zip", "tree"]


@pytest.mark.parametrize("part", [0.0, 0.1, 0.5, 0.9, 0.999])
def test_an_archive_cut_short_is_refused(bundle: Path, tmp_path: Path, part: float) -> None:
    content = bundle.read_bytes()
    bundle.write_bytes(content[: int(len(content) * part)])

    with pytest.raises(IntegrityError, match="damaged archive"):
        entries_of(bundle)


def test_a_member_that_lies_nowhere_is_refused(bundle: Path, tmp_path: Path) -> None:
    content = bytearray(bundle.read_bytes())
    start = content.index(b"PK\1\2")
    content[start + 42 : start + 46] = struct.pack("<I", 1 << 30)
    bundle.write_bytes(content)

    with pytest.raises(IntegrityError, match=r"outside the archive|damaged"):
        unpack(bundle, tmp_path / "out")


def test_unpacking_over_a_folder_is_refused(bundle: Path, tmp_path: Path) -> None:
    with pytest.raises(SealedError, match="there already"):
        unpack(bundle, tmp_path / "tree")


def test_a_leftover_of_an_unpacking_cut_short_is_no_hindrance(bundle: Path, tmp_path: Path) -> None:
    write_tree([("README.md", b"half")], tmp_path / ".out.part")

    unpack(bundle, tmp_path / "out")

    assert sorted(path.name for path in tmp_path.iterdir()) == ["b.zip", "out", "tree"]
