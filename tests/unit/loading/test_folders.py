"""A table of a release that lies on a disk."""

import shutil
from pathlib import Path

import pytest

import packager
from packager.assemble.archive import archive
from packager.assemble.tree import files_of
from packager.domain.errors import ConfigError, IntegrityError
from tests.fakes.copies import (
    NEWEST,
    OLDER,
    RELEASES,
    ROOT,
    copied_tree,
    flip,
    mirror,
    relist,
    sealed_tree,
)

TABLES = ("index", "configurations", "models", "grid", "hardware", "mig_profiles", "per_query")


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    """The archive of a release."""
    path = tmp_path / "release.zip"
    archive(sealed_tree(NEWEST), files_of(sealed_tree(NEWEST)), path)
    return path


@pytest.mark.parametrize("kind", ["tree", "mirror", "releases", "archive"])
def test_a_table_is_the_same_from_every_kind_of_copy(
    tmp_path: Path, bundle: Path, kind: str
) -> None:
    sources = {"releases": RELEASES, "tree": sealed_tree(NEWEST), "archive": bundle}
    source = mirror(tmp_path / "mirror") if kind == "mirror" else sources[kind]

    index = packager.load("index", version=NEWEST, source=source)

    published = (ROOT / "tests/data/published-index-2026-10-19.csv").read_text().splitlines()
    wh = published[0].split(",").index("wh_per_million_output_tokens")
    assert len(index) == len(published) - 1 == 32
    assert index.arrow["wh_per_million_output_tokens"].to_pylist() == [
        float(line.split(",")[wh]) for line in published[1:]
    ]
    assert index.source.startswith(str(source))


@pytest.mark.parametrize("version", [OLDER, NEWEST])
def test_a_mirror_gives_the_version_that_was_asked_for(tmp_path: Path, version: str) -> None:
    source = mirror(tmp_path / "mirror")

    assert packager.load("grid", version=version, source=source).release.version == version


def test_a_folder_under_another_version_s_name_is_found(tmp_path: Path) -> None:
    source = mirror(tmp_path / "mirror", OLDER)
    (source / OLDER).rename(source / NEWEST)

    with pytest.raises(IntegrityError, match=f"those of '{OLDER}', wanted was {NEWEST}"):
        packager.load("index", version=NEWEST, source=source)


def test_a_sealed_tree_is_proved_by_its_seal(tmp_path: Path) -> None:
    releases = Path(shutil.copytree(RELEASES, tmp_path / "releases"))
    tree = releases / NEWEST / "tree"
    (tree / "extra.txt").write_text("no line of SHA256SUMS names it, and the seal does not either")

    with pytest.raises(IntegrityError, match=r"extra: extra\.txt"):
        packager.load("index", version=NEWEST, source=releases)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    tree = copied_tree(tmp_path / "tree")
    (tree / "plots" / "pair.svg").unlink()

    with pytest.raises(IntegrityError, match=r"missing: plots/pair\.svg"):
        packager.load("index", version=NEWEST, source=tree)


def test_a_damaged_archive_is_found(bundle: Path) -> None:
    flip(bundle, at=bundle.stat().st_size // 2)

    with pytest.raises(IntegrityError):
        packager.load("index", version=NEWEST, source=bundle)


def test_an_error_page_is_no_archive(tmp_path: Path) -> None:
    page = tmp_path / "release.zip"
    page.write_text("<html>404 Not Found</html>")

    with pytest.raises(IntegrityError, match="damaged archive"):
        packager.load("index", version=NEWEST, source=page)


def test_nothing_at_a_path_is_answered_with_what_could_be_there(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no such folder or archive") as caught:
        packager.load("index", version=NEWEST, source=tmp_path / "none")

    assert "mirror" in caught.value.mend


def test_a_folder_without_releases_says_so(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="there is no release"):
        packager.load("index", version=NEWEST, source=tmp_path)


def test_an_unknown_version_is_answered_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        packager.load("index", version="2001-01-01", source=mirror(tmp_path / "mirror"))

    assert caught.value.mend == f"name one of {OLDER}, {NEWEST}"


@pytest.mark.parametrize("table", ["indexes", "../../secret", "index.csv", ""])
def test_an_unknown_table_is_answered_with_those_there_are(table: str) -> None:
    with pytest.raises(ConfigError, match="there is no table") as caught:
        packager.load(table, version=NEWEST, source=RELEASES)

    assert ", ".join(TABLES) in caught.value.mend


def test_without_a_version_it_is_told_how_to_pin_one() -> None:
    with pytest.raises(ConfigError, match="no version is named") as caught:
        packager.load("index", source=RELEASES)

    assert 'version="' in caught.value.mend


@pytest.mark.parametrize("version", ["v1", "2026-13-01", "../2026-12-01", "main"])
def test_what_is_no_version_is_refused(version: str) -> None:
    with pytest.raises(ConfigError, match="is not a version"):
        packager.load("index", version=version, source=RELEASES)


def test_what_is_no_digest_is_refused() -> None:
    with pytest.raises(ConfigError, match="is no sha256"):
        packager.load("index", version=NEWEST, sha256="abc", source=RELEASES)


def test_the_warning_about_the_latest_points_at_the_line_that_asked() -> None:
    with pytest.warns(UserWarning, match=f'version="{NEWEST}"') as caught:
        packager.load("index", version="latest", source=RELEASES)

    assert caught[0].filename == __file__


def test_a_release_described_in_another_form_is_not_guessed_at(tmp_path: Path) -> None:
    tree = copied_tree(tmp_path / "tree")
    package = tree / "datapackage.json"
    package.write_text(package.read_text().replace("profiles/2.0", "profiles/3.0"))
    relist(tree)

    with pytest.raises(ConfigError, match=r"profiles/3\.0") as caught:
        packager.load("index", version=NEWEST, source=tree)

    assert "upgrade" in caught.value.mend


def test_a_table_that_no_digest_proves_is_not_read(tmp_path: Path) -> None:
    tree = copied_tree(tmp_path / "tree")
    sums = tree / "SHA256SUMS"
    lines = sums.read_text().splitlines(keepends=True)
    sums.write_text("".join(line for line in lines if "data/index.parquet" not in line))

    with pytest.raises(IntegrityError, match=r"'data/index\.parquet' is not in SHA256SUMS"):
        packager.load("index", version=NEWEST, source=tree)
