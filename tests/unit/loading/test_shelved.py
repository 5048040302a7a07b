"""A table of a host's release by way of the cache."""

import logging
import shutil
from pathlib import Path

import pytest

from packager.domain.errors import ConfigError, IntegrityError, TargetError
from packager.loading.load import Place, load
from packager.loading.loaded import Loaded
from tests.fakes.copies import NEWEST, OLDER, FakeHost, copied_tree, flip, relist, sealed_tree

INDEX = "data/index.parquet"
FIRST = ["tags", "SHA256SUMS", "datapackage.json", INDEX, "croissant.json"]


@pytest.fixture
def host() -> FakeHost:
    """A host with two sealed releases."""
    host = FakeHost()
    for version in (OLDER, NEWEST):
        host.add(version, sealed_tree(version))
    return host


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def loaded(
    host: FakeHost, cache: Path, table: str = "index", version: str = NEWEST, sha256: str = ""
) -> Loaded:
    place = Place(source="", repo_id="acme/rain", hub="https://hub.example", cache=str(cache))
    return load(table, version, sha256, place, host.connect)


def kept(cache: Path) -> list[Path]:
    return [path for path in cache.rglob("*") if path.is_file()]


def test_the_second_load_asks_nothing(host: FakeHost, cache: Path) -> None:
    first = loaded(host, cache)
    assert host.asked == FIRST
    host.asked.clear()

    second = loaded(host, cache)

    assert host.asked == []
    assert second.arrow.equals(first.arrow)
    assert second.release == first.release


def test_a_second_table_asks_for_its_file_alone_and_where_the_tag_is(
    host: FakeHost, cache: Path
) -> None:
    loaded(host, cache)
    host.asked.clear()

    loaded(host, cache, "grid")

    assert host.asked == ["tags", "data/grid.parquet"]


def test_the_source_is_a_commit_which_no_tag_can_move(host: FakeHost, cache: Path) -> None:
    source = loaded(host, cache).source

    assert source == f"https://hub.example/datasets/acme/rain/tree/{host.tags[NEWEST]}"


def test_without_a_host_and_a_cache_other_ways_are_told(host: FakeHost, cache: Path) -> None:
    host.is_away = True

    with pytest.raises(TargetError, match="the cache lacks it") as caught:
        loaded(host, cache)

    assert "source" in caught.value.mend
    assert kept(cache) == []


def test_without_a_host_what_was_loaded_before_loads(host: FakeHost, cache: Path) -> None:
    loaded(host, cache)
    host.is_away = True

    assert len(loaded(host, cache)) == 32
    with pytest.raises(TargetError, match="the cache lacks it"):
        loaded(host, cache, "grid")


def test_the_tag_of_another_release_is_found_and_nothing_kept(host: FakeHost, cache: Path) -> None:
    host.tags[NEWEST] = host.tags[OLDER]

    with pytest.raises(IntegrityError, match=f"those of '{OLDER}', wanted was {NEWEST}"):
        loaded(host, cache)

    assert kept(cache) == []


def test_a_tag_that_moved_after_the_first_load_is_named(
    host: FakeHost, cache: Path, tmp_path: Path
) -> None:
    first = loaded(host, cache)
    before = host.tags[NEWEST]
    after = host.add(NEWEST, copied_tree(tmp_path / "other"))

    with pytest.raises(IntegrityError, match=f"pointed to {before}.*points to {after}"):
        loaded(host, cache, "grid")

    assert len(loaded(host, cache)) == 32
    pinned = loaded(host, cache, "grid", sha256=first.release.sha256)
    assert pinned.release == first.release


@pytest.mark.parametrize("of_the_file", [False, True])
def test_the_named_digest_is_proved(host: FakeHost, cache: Path, *, of_the_file: bool) -> None:
    first = loaded(host, cache)
    digest = first.sha256 if of_the_file else first.release.sha256

    assert loaded(host, cache, sha256=digest).release == first.release
    assert loaded(host, cache, sha256=f"sha256:{digest}").release == first.release
    with pytest.raises(IntegrityError, match="wanted was sha256 0000"):
        loaded(host, cache, sha256="0" * 64)


def test_the_named_digest_beats_the_release_that_was_cached(
    host: FakeHost, cache: Path, tmp_path: Path
) -> None:
    wanted = loaded(host, tmp_path / "other cache").release.sha256
    false = copied_tree(tmp_path / "false", OLDER)
    for path in ("datapackage.json", "SHA256SUMS"):
        text = (false / path).read_text().replace(f'"version": "{OLDER}"', f'"version": "{NEWEST}"')
        (false / path).write_text(text)
    relist(false)
    true = host.tags[NEWEST]
    host.add(NEWEST, false)
    assert loaded(host, cache).release.sha256 != wanted
    host.tags[NEWEST] = true

    assert loaded(host, cache, sha256=wanted).release.sha256 == wanted


def spot_of(content: bytes) -> int:
    """Where the digest of the index is, in a file that names it; else somewhere."""
    named = content.find(INDEX.encode())
    return 100 if named < 0 else named - 10


@pytest.mark.parametrize("path", ["SHA256SUMS", "datapackage.json", INDEX])
def test_a_flipped_bit_at_the_host_is_found_and_nothing_kept(
    cache: Path, tmp_path: Path, path: str
) -> None:
    tree = copied_tree(tmp_path / "tree")
    flip(tree / path, at=spot_of((tree / path).read_bytes()))
    host = FakeHost()
    host.add(NEWEST, tree)

    with pytest.raises(IntegrityError):
        loaded(host, cache)

    assert kept(cache) == []


def test_an_error_page_is_no_release(cache: Path, tmp_path: Path) -> None:
    tree = copied_tree(tmp_path / "tree")
    (tree / "SHA256SUMS").write_text("<html>503 Service Unavailable</html>\n")
    host = FakeHost()
    host.add(NEWEST, tree)

    with pytest.raises(IntegrityError, match="no SHA256SUMS of ours"):
        loaded(host, cache)


def test_a_name_that_leads_out_of_the_folder_is_refused(cache: Path, tmp_path: Path) -> None:
    tree = copied_tree(tmp_path / "tree")
    sums = tree / "SHA256SUMS"
    sums.write_text(f"{'0' * 64}  ../../.bashrc\n{sums.read_text()}")
    host = FakeHost()
    host.add(NEWEST, tree)

    with pytest.raises(IntegrityError, match="bashrc"):
        loaded(host, cache)


def test_every_damaged_file_of_the_cache_is_fetched_again_and_said(
    host: FakeHost, cache: Path, caplog: pytest.LogCaptureFixture
) -> None:
    first = loaded(host, cache)
    for path in kept(cache):
        flip(path, at=path.stat().st_size // 2)
    host.asked.clear()

    with caplog.at_level(logging.WARNING):
        again = loaded(host, cache)

    assert again.arrow.equals(first.arrow)
    assert "damaged" in caplog.text
    assert host.asked == FIRST
    host.asked.clear()
    assert loaded(host, cache).release == first.release
    assert host.asked == []


def test_one_damaged_table_of_the_cache_is_fetched_alone(host: FakeHost, cache: Path) -> None:
    digest = loaded(host, cache).sha256
    flip(cache / "files" / digest[:2] / digest, at=50)
    host.asked.clear()

    assert len(loaded(host, cache)) == 32
    assert host.asked == ["tags", INDEX]


def test_a_host_that_changed_a_commit_is_found_by_a_cache_that_lost_a_file(
    host: FakeHost, cache: Path, tmp_path: Path
) -> None:
    digest = loaded(host, cache).release.sha256
    (cache / "files" / digest[:2] / digest).unlink()
    changed = copied_tree(tmp_path / "changed")
    (changed / "NOTICE.md").write_text("Something else.\n")
    relist(changed)
    host.trees[host.tags[NEWEST]] = changed

    with pytest.raises(IntegrityError, match="another SHA256SUMS than when it was first loaded"):
        loaded(host, cache)


def test_a_note_of_the_cache_that_names_another_release_is_found(
    host: FakeHost, cache: Path
) -> None:
    older, newest = (loaded(host, cache, version=one).release for one in (OLDER, NEWEST))
    (note,) = cache.glob(f"pins/*/{NEWEST}.json")
    note.write_text(note.read_text().replace(newest.sha256, older.sha256))

    with pytest.raises(IntegrityError, match=f"those of '{OLDER}', wanted was {NEWEST}") as caught:
        loaded(host, cache)

    assert str(cache) in caught.value.mend


def test_repositories_do_not_share_what_was_pinned(host: FakeHost, cache: Path) -> None:
    loaded(host, cache)
    host.asked.clear()
    place = Place(source="", repo_id="acme/snow", hub="https://hub.example", cache=str(cache))

    load("index", NEWEST, "", place, host.connect)

    assert host.asked == ["tags", "SHA256SUMS"]


def test_a_version_the_host_does_not_have_is_answered_with_those_it_has(
    host: FakeHost, cache: Path
) -> None:
    host.tags["not a version"] = host.tags[NEWEST]

    with pytest.raises(ConfigError, match="no release 2001-01-01") as caught:
        loaded(host, cache, version="2001-01-01")

    assert caught.value.mend == f"name one of {OLDER}, {NEWEST}"


def test_a_host_without_releases_says_so(cache: Path) -> None:
    with pytest.raises(ConfigError, match="there is no release"):
        loaded(FakeHost(), cache)


def test_the_latest_release_is_loaded_with_a_warning_that_pins_it(
    host: FakeHost, cache: Path
) -> None:
    with pytest.warns(UserWarning, match=f'version="{NEWEST}"') as caught:
        latest = loaded(host, cache, version="latest")

    assert latest.release.version == NEWEST
    assert latest.release.sha256 in str(caught[0].message)
    host.asked.clear()
    with pytest.warns(UserWarning, match="pin it"):
        loaded(host, cache, version="latest")
    assert host.asked == ["tags"]


def test_the_latest_release_is_not_taken_from_the_cache_when_its_tag_was_moved(
    host: FakeHost, cache: Path, tmp_path: Path
) -> None:
    loaded(host, cache)
    host.add(NEWEST, copied_tree(tmp_path / "other"))

    with pytest.raises(IntegrityError, match="was moved"):
        loaded(host, cache, version="latest")


def test_a_cache_that_cannot_be_written_is_named(host: FakeHost, cache: Path) -> None:
    cache.write_text("a file")

    with pytest.raises(TargetError, match="cache") as caught:
        loaded(host, cache)

    assert str(cache) in caught.value.where


def test_a_cache_in_the_home_folder_is_meant_as_a_shell_means_it(
    host: FakeHost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))

    loaded(host, Path("~/mine"))

    assert kept(tmp_path / "mine")


def test_a_cache_can_be_moved(host: FakeHost, cache: Path, tmp_path: Path) -> None:
    loaded(host, cache)
    shutil.move(cache, tmp_path / "moved")
    host.is_away = True

    assert len(loaded(host, tmp_path / "moved")) == 32
