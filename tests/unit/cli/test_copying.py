"""What is refused of `packager mirror` and `restore` before anything is asked or written."""

from pathlib import Path

import pytest

from packager.publish.ledger import Ledger
from tests.fakes.projects import FakeProject
from tests.fakes.published import VERSION, write_release
from tests.fakes.trees import cut


@pytest.fixture
def nobody(tmp_path: Path) -> FakeProject:
    """A folder outside of any project, with a tree in it and a folder for copies."""
    write_release(tmp_path / "tree")
    (tmp_path / "mirror").mkdir()
    return FakeProject(tmp_path)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ((VERSION, "mirror"), "no source"),
        (("mirror", "--from", "tree"), "no versions are named"),
        ((VERSION, "mirror", "--all", "--from", "tree"), "versions are named, and --all"),
        (("yesterday", "mirror", "--from", "tree"), "'yesterday' is not a version"),
        (("../x", "mirror", "--from", "tree"), "'../x' is not a version"),
        ((VERSION, "mirror", "--from", "nowhere"), "no such path"),
        ((VERSION, "mirror", "--from", "tree"), "nothing would prove"),
        ((VERSION, "mirror", "--from", "huggingface"), "no repository on the Hub"),
        ((VERSION, "mirror", "--from", "http://example.org/m"), "is not safe"),
        ((VERSION, "mirror", "--from", "gopher://example.org"), "nothing here speaks gopher"),
        ((VERSION, "https://example.org/m", "--from", "tree"), "to a web address"),
        ((VERSION, "mirror", "--from", "tree", "--sha256", "abc"), "no sha256"),
        ((VERSION, "mirror", "--from", "tree", "--unproved", "--jobs", "0"), "0 at once"),
        (("--all", "mirror", "--from", "mirror"), "there is no version"),
    ],
)
def test_what_cannot_be_meant_is_refused_with_the_reason(
    nobody: FakeProject, words: tuple[str, ...], why: str
) -> None:
    said = nobody.call("mirror", *words)

    assert said.code == 1, said
    assert why in said.err
    assert list((nobody.root / "mirror").iterdir()) == []


def test_a_folder_that_is_not_there_may_be_a_disk_that_is_not_mounted(nobody: FakeProject) -> None:
    said = nobody.call("mirror", VERSION, "disk", "--from", "tree", "--unproved")

    assert said.code == 3
    assert "create it, or mount its disk" in said.err
    assert not (nobody.root / "disk").exists()


def test_a_tree_is_copied_by_its_path_or_its_file_address(nobody: FakeProject) -> None:
    address = (nobody.root / "tree").as_uri()

    first = nobody.call("mirror", VERSION, "mirror", "--from", "tree", "--unproved")
    second = nobody.call("mirror", "--all", "mirror", "--from", address, "--unproved")

    place = nobody.root / "mirror" / VERSION
    assert first.out == f"{VERSION}\tcopied\tproved by: nothing: unproved\t{place}\n"
    assert second.out.startswith(f"{VERSION}\tthere already, and equal\t")
    assert f"{VERSION}: from {nobody.root / 'tree'}" in first.err


def test_a_version_is_restored_to_a_folder_once(nobody: FakeProject) -> None:
    words = ("restore", VERSION, "--from", "tree", "--unproved", "--out", "back")

    first, second = nobody.call(*words), nobody.call(*words)
    copied = nobody.call("mirror", "--all", "mirror", "--from", "back", "--unproved")

    assert (first.code, second.code, copied.code) == (0, 0, 0)
    assert "restored" in first.out
    assert "there already, and equal" in second.out
    assert (nobody.root / "back" / f"rain-{VERSION}.zip").is_file()
    assert not list((nobody.root / "back").glob(".*"))
    assert (nobody.root / "mirror" / VERSION / "README.md").is_file()


def test_no_mirror_is_laid_where_the_ledger_is(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.packager]\n")
    cut(Ledger(tmp_path / "releases"), tmp_path / "dist")

    said = FakeProject(tmp_path).call("mirror", VERSION, "releases", "--from", "releases")

    assert said.code == 1
    assert "the folder of releases, no mirror" in said.err


def test_a_release_too_large_for_the_disk_is_refused_before_it_is_copied(
    nobody: FakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: type("Usage", (), {"free": 1000}))

    said = nobody.call("mirror", VERSION, "mirror", "--from", "tree", "--unproved")

    assert said.code == 3
    assert "bytes are needed, 1000 are free" in said.err
    assert list((nobody.root / "mirror").iterdir()) == []
