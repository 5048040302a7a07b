import os
import shutil
import socket
import subprocess
from pathlib import Path

import pytest

from packager.assemble import digests
from packager.assemble.names import name_faults
from packager.assemble.tree import (
    Differences,
    copy_tree,
    differences,
    files_of,
    replace_tree,
    write_once,
    write_tree,
    write_whole,
)
from packager.domain.errors import IntegrityError, RuleError, SealedError
from packager.domain.release import FileEntry

LARGE = digests.LARGE
SIZES = [0, 1, 2047, digests.CHUNK, LARGE - 1, LARGE, LARGE + 1, LARGE + 7 * digests.CHUNK + 3]


def told_by(command: str, path: Path) -> str:
    name, *options = command.split()
    program = shutil.which(name)
    assert program is not None
    said = subprocess.check_output([program, *options, path], text=True)
    return said.split(maxsplit=1)[0]


@pytest.mark.parametrize("size", SIZES)
def test_digests_are_those_of_sha256sum_md5sum_and_git(tmp_path: Path, size: int) -> None:
    path = tmp_path / "file.bin"
    path.write_bytes(os.urandom(size))

    (entry,) = files_of(tmp_path)

    assert entry == FileEntry(
        "file.bin",
        path.stat().st_size,
        told_by("sha256sum", path),
        told_by("md5sum", path),
        told_by("git hash-object --no-filters", path),
    )


def test_files_come_in_code_point_order_of_their_whole_path(tmp_path: Path) -> None:
    write_tree([(path, b"") for path in ("b/a", "a.csv", "a/z", "Z", "é", "a-1")], tmp_path / "t")

    assert [entry.path for entry in files_of(tmp_path / "t")] == [
        *("Z", "a-1", "a.csv", "a/z", "b/a", "é")
    ]


@pytest.mark.parametrize("kind", ["link", "link to folder", "dangling link", "fifo", "socket"])
def test_what_is_no_file_is_refused_by_name(tmp_path: Path, kind: str) -> None:
    (tmp_path / "t" / "in").mkdir(parents=True)
    (tmp_path / "real").write_text("x")
    odd = tmp_path / "t" / "in" / "odd"
    with socket.socket(socket.AF_UNIX) as plug:
        match kind:
            case "link":
                odd.symlink_to(tmp_path / "real")
            case "link to folder":
                odd.symlink_to(tmp_path)
            case "dangling link":
                odd.symlink_to(tmp_path / "gone")
            case "fifo":
                os.mkfifo(odd)
            case "socket":
                plug.bind(str(odd))

        with pytest.raises(IntegrityError, match="'in/odd' is no regular file"):
            files_of(tmp_path / "t")


def test_a_pipe_is_never_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")

    with pytest.raises(IntegrityError, match="no regular file"):
        digests.entry_of(tmp_path / "pipe", "pipe")


def test_a_link_is_never_followed_and_a_missing_file_is_said(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("x")
    (tmp_path / "link").symlink_to(tmp_path / "real")

    for name in ("link", "gone"):
        with pytest.raises(IntegrityError, match=f"cannot read {name}"):
            digests.entry_of(tmp_path / name, name)


def test_a_missing_tree_is_an_error_not_an_empty_one(tmp_path: Path) -> None:
    with pytest.raises(IntegrityError, match="no such folder"):
        files_of(tmp_path / "gone")


def test_a_file_that_grows_while_it_is_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(b"x" * 10)
    reading = digests.Digests(10)
    reading.update(b"x" * 11)

    with pytest.raises(IntegrityError, match="changed while it was read"):
        reading.entry("log", str(path))


@pytest.mark.parametrize(
    ("paths", "said"),
    [
        (["../up"], "leads out"),
        (["/abs"], "absolute"),
        (["a//b"], "empty"),
        (["a/./b"], "leads out"),
        ([""], "empty"),
        (["tab\there"], "control"),
        (["line\nbreak"], "control"),
        (["nul\0"], "control"),
        (["right\u202eleft"], "invisible"),
        (["back\\slash"], "one of"),
        (["what?.csv"], "one of"),
        ([" lead"], "blank"),
        (["dir /x"], "blank"),
        (["dot."], "dot behind"),
        (["no\u00a0"], "blank"),
        (["e\u0301.csv"], "NFC"),
        (["é" * 128], "longer than 255 bytes"),
        (["aux.csv"], "device"),
        (["a", "a"], "named twice"),
        (["README.md", "readme.md"], "only by case"),
        (["Models/a", "models/b"], "only by case"),
        (["a", "a/b"], "a file and a folder"),
        (["a/b", "a"], "a file and a folder"),
        (["bad\udcff"], "invisible"),
    ],
)
def test_a_name_that_some_machine_reads_otherwise_is_refused(paths: list[str], said: str) -> None:
    (fault,) = name_faults(paths)

    assert said in fault


@pytest.mark.parametrize(
    "path",
    ["README.md", "models/llama-3-1-8b.json", "a b.csv", "é.csv", ".gitattributes", "é" * 127],
)
def test_an_ordinary_name_is_let_through(path: str) -> None:
    assert name_faults([path]) == []


def test_a_name_from_another_system_is_found_on_disk_too(tmp_path: Path) -> None:
    (tmp_path / "back\\slash").write_text("")

    with pytest.raises(IntegrityError, match="one of"):
        files_of(tmp_path)


def test_writing_once_writes_once(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "f"

    assert write_once(path, b"one") is True
    assert write_once(path, b"one") is False
    with pytest.raises(SealedError, match="other content"):
        write_once(path, b"two")
    assert path.read_bytes() == b"one"
    assert list(path.parent.iterdir()) == [path]


def test_writing_once_never_goes_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"one")
    (tmp_path / "link").symlink_to(tmp_path / "real")

    with pytest.raises(SealedError):
        write_once(tmp_path / "link", b"one")


def test_a_leftover_of_a_crash_is_written_over(tmp_path: Path) -> None:
    (tmp_path / ".f.part").write_bytes(b"half")

    write_whole(tmp_path / "f", b"whole")

    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"f": b"whole"}


def test_permissions_do_not_depend_on_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        write_tree([("in/f", b"x")], tmp_path / "t")
        copy_tree(files_of(tmp_path / "t"), tmp_path / "t", tmp_path / "copy")
        write_whole(tmp_path / "more" / "g", b"x")
    finally:
        os.umask(before)

    for folder in ("t", "t/in", "copy", "copy/in", "more"):
        assert (tmp_path / folder).stat().st_mode & 0o777 == 0o755, folder
    for file in ("t/in/f", "copy/in/f", "more/g"):
        assert (tmp_path / file).stat().st_mode & 0o777 == 0o644, file


def test_a_tree_is_whole_or_gone(tmp_path: Path) -> None:
    with pytest.raises(RuleError, match="only by case"):
        write_tree([("a", b""), ("A", b"")], tmp_path / "t")

    assert not (tmp_path / "t").exists()


def test_a_folder_with_something_in_it_is_never_written_into(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("precious")

    with pytest.raises(SealedError, match="holds something"):
        write_tree([("a", b"")], tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def test_replacing_a_tree_leaves_the_new_one_alone(tmp_path: Path) -> None:
    write_tree([("old", b"")], tmp_path / "t")
    write_tree([("new", b"")], tmp_path / "fresh")

    replace_tree(tmp_path / "fresh", tmp_path / "t")

    assert [str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*")] == ["t", "t/new"]


def test_differences_name_what_is_missing_extra_and_changed() -> None:
    one, two, three = (FileEntry(name, 1, "a", "b", "c") for name in ("1", "2", "3"))
    other = FileEntry("2", 1, "a", "b", "d")

    found = differences([one, two], [other, three])

    assert found == Differences(missing=("1",), extra=("3",), changed=("2",))
    assert found.lines() == ["missing: 1", "extra: 3", "changed: 2"]
    assert differences([one, two], [two, one]).lines() == []
