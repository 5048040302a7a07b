"""What a copy is proved by, where it lies, and what several of them do beside each other."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from packager.assemble.archive import archive
from packager.assemble.tree import files_of
from packager.domain.errors import IntegrityError, TargetError
from packager.publish.ledger import Ledger
from packager.publish.mirror import Copied, Copier
from packager.publish.mirror_folder import FolderSource
from packager.publish.mirror_place import FolderPlace
from packager.publish.mirror_proof import Trust
from packager.publish.mirror_sums import named_in
from packager.publish.restore import RestoredPlace, find_seal
from tests.fakes.published import VERSION, copy, write_release
from tests.fakes.trees import cut

OTHER, THIRD = "2026-12-01", "2026-12-02"
UNPROVED = Trust(is_unproved=True)
DIGEST = "ab" * 32


@pytest.fixture
def mirror(tmp_path: Path) -> Path:
    (tmp_path / "mirror").mkdir()
    return tmp_path / "mirror"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    write_release(tmp_path / "tree")
    return tmp_path / "tree"


def copy_all(source: Path, place: Path, versions: Sequence[str]) -> list[Copied]:
    found: list[Copied] = []
    copier = Copier(
        sources=(FolderSource(source),),
        place=FolderPlace(place),
        trust=lambda _: UNPROVED,
        papers=lambda _: {},
    )
    try:
        copier.copy_all(versions, most=2, progress=lambda *_: None, told=found.append)
    finally:
        found.sort(key=lambda one: one.version)
    return found


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"<html>Just a moment...</html>\n",
        f"{DIGEST}  a.csv".encode(),
        f"{DIGEST}  a.csv\n{DIGEST}  a.csv\n".encode(),
        f"{DIGEST} a.csv\n".encode(),
        f"{DIGEST}  a.csv\n\n".encode(),
        b"\xff\xfe",
    ],
)
def test_what_is_no_whole_list_of_digests_is_refused(content: bytes) -> None:
    with pytest.raises(IntegrityError):
        named_in(content, "there")


def test_a_list_of_digests_is_read() -> None:
    assert named_in(f"{DIGEST}  a b/c.csv\n".encode(), "there") == {"a b/c.csv": DIGEST}


def test_one_bad_release_does_not_keep_the_good_ones_away(mirror: Path, tmp_path: Path) -> None:
    source = tmp_path / "source"
    for version in (VERSION, OTHER, THIRD):
        write_release(source / version)
        package = source / version / "datapackage.json"
        package.write_text(json.dumps({"name": "rain"}))
        sums = source / version / "SHA256SUMS"
        named = dict(line.split("  ") for line in sums.read_text().splitlines())
        new = {entry.path: entry.sha256 for entry in files_of(source / version)}
        lines = [f"{new[path]}  {path}\n" for path in named.values()]
        sums.write_text("".join(lines))
    (source / OTHER / "rain.csv").write_text("other rain\n")

    with pytest.raises(IntegrityError, match=r"changed: rain\.csv"):
        copy_all(source, mirror, FolderSource(source).versions())

    assert {path.name for path in mirror.glob("2026-??-??")} == {VERSION, THIRD}


def test_a_tree_that_says_it_is_another_version_is_refused(mirror: Path, tmp_path: Path) -> None:
    write_release(tmp_path / "source" / OTHER)

    with pytest.raises(IntegrityError, match=f"this is {VERSION}, not {OTHER}"):
        copy((FolderSource(tmp_path / "source"),), mirror, UNPROVED, version=OTHER)

    assert list(mirror.iterdir()) == []


def test_an_archive_that_was_saved_by_hand_is_a_source(mirror: Path, tree: Path) -> None:
    bundle = tree.with_name("saved.zip")
    entry = archive(tree, files_of(tree), bundle)

    found = copy((FolderSource(bundle),), mirror, Trust(sha256=entry.sha256))

    assert found.proofs == ("the digest you named",)
    assert files_of(mirror / VERSION) == files_of(tree)
    again = copy((FolderSource(bundle),), mirror, UNPROVED)
    assert not again.is_new


def test_half_an_archive_is_no_source(mirror: Path, tree: Path) -> None:
    bundle = tree.with_name("saved.zip")
    archive(tree, files_of(tree), bundle)
    bundle.write_bytes(bundle.read_bytes()[:-100])

    with pytest.raises(IntegrityError, match="damaged archive"):
        copy((FolderSource(bundle),), mirror, UNPROVED)

    assert list(mirror.iterdir()) == []


def test_a_version_that_is_not_there_is_said(mirror: Path, tree: Path) -> None:
    source = FolderSource(tree.parent)

    with pytest.raises(TargetError, match=f"no version {OTHER}"):
        copy((source,), mirror, UNPROVED, version=OTHER)


def test_the_releases_of_a_clone_are_a_source_with_their_papers(
    mirror: Path, tmp_path: Path
) -> None:
    ledger = Ledger(tmp_path / "releases")
    seal = cut(ledger, tmp_path / "dist")

    copy((FolderSource(ledger.root),), mirror, Trust(seal=seal))

    beside = (mirror / f"{seal.version}.seal.json").read_bytes()
    assert beside == (ledger.root / seal.version / "seal.json").read_bytes()
    assert files_of(mirror / seal.version) == seal.files
    assert FolderSource(ledger.root).versions() == (seal.version,)


def test_a_seal_of_another_tree_beside_a_copy_is_found(mirror: Path, tmp_path: Path) -> None:
    seal = cut(Ledger(tmp_path / "releases"), tmp_path / "dist")
    source = tmp_path / "source"
    write_release(source / VERSION)
    paper = (tmp_path / "releases" / seal.version / "seal.json").read_bytes()
    (source / f"{VERSION}.seal.json").write_bytes(paper)

    with pytest.raises(IntegrityError, match=r"seal\.json beside it"):
        copy((FolderSource(source),), mirror, UNPROVED)

    assert not (mirror / VERSION).exists()


def test_a_link_beside_a_tree_is_not_followed(mirror: Path, tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "releases")
    seal = cut(ledger, tmp_path / "dist")
    paper = ledger.root / seal.version / "inputs.json"
    (tmp_path / "letter").write_text("Dear Ada")
    paper.unlink()
    paper.symlink_to(tmp_path / "letter")

    copy((FolderSource(ledger.root),), mirror, Trust(seal=seal))

    assert (mirror / f"{seal.version}.seal.json").is_file()
    assert not (mirror / f"{seal.version}.inputs.json").exists()


def test_a_copy_whose_rename_was_the_last_thing_done_gets_its_record(
    mirror: Path, tree: Path
) -> None:
    copy((FolderSource(tree),), mirror, UNPROVED)
    record = mirror / f"{VERSION}.record.json"
    content = record.read_bytes()
    record.unlink()

    found = copy((FolderSource(tree),), mirror, UNPROVED)

    assert not found.is_new
    assert record.read_bytes() == content


def test_a_link_in_place_of_a_version_is_not_followed(mirror: Path, tree: Path) -> None:
    (mirror / VERSION).symlink_to(tree)

    with pytest.raises(IntegrityError, match="is a link"):
        copy((FolderSource(tree),), mirror, UNPROVED)


def test_an_archive_with_other_bytes_is_never_written_over(tmp_path: Path, tree: Path) -> None:
    place = RestoredPlace(VERSION, tmp_path / "out", tmp_path / "out")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / f"rain-{VERSION}.zip").write_bytes(b"somebody's")

    with pytest.raises(IntegrityError, match="is there with other bytes"):
        copy((FolderSource(tree),), place, UNPROVED)

    assert (tmp_path / "out" / f"rain-{VERSION}.zip").read_bytes() == b"somebody's"


def test_a_lost_seal_is_taken_from_a_mirror_only_if_the_ledger_names_it(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "releases")
    seal = cut(ledger, tmp_path / "dist")
    paper = ledger.root / seal.version / "seal.json"
    content = paper.read_bytes()
    paper.unlink()
    mirror = tmp_path / "mirror"
    mirror.mkdir()
    beside = mirror / f"{seal.version}.seal.json"

    beside.write_bytes(content.replace(b'"doi": ""', b'"doi": "1"'))
    with pytest.raises(IntegrityError, match="missing"):
        find_seal(ledger, seal.version, (FolderSource(mirror),))
    beside.write_bytes(content)
    assert find_seal(ledger, seal.version, (FolderSource(mirror),)) == seal
