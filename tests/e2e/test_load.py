"""`packager.load` against the bundled Hub, as an analyst calls it, every request counted."""

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import huggingface_hub
import pytest

import packager
from packager.assemble.tree import files_of
from packager.domain.errors import ConfigError, IntegrityError, TargetError
from packager.loading.loaded import Loaded
from packager.publish.targets.hub_answers import Commit, Upload
from packager.publish.targets.hub_client import HubClient
from packager.rehearse.faults import Fault
from packager.rehearse.hub import HubServer
from tests.fakes.copies import NEWEST, OLDER, copied_tree, sealed_tree
from tests.live.hub_worlds import without_waiting

REPO_ID, TOKEN, DATASET = "leadgreen/green-tokens", "hf_write", "dataset"
INDEX = "data/index.parquet"
FILES = ["SHA256SUMS", "datapackage.json", INDEX, "croissant.json"]
PROGRAM = """
import sys, packager
index = packager.load("index", version=sys.argv[1])
print(len(index), index.release.sha256)
"""


@dataclass(frozen=True, slots=True)
class Reader:
    """An analyst with a cache, a Hub, and behind it the publisher."""

    hub: HubServer
    cache: Path

    def load(self, table: str = "index", version: str = NEWEST, sha256: str = "") -> Loaded:
        return packager.load(
            table, version=version, sha256=sha256, hub=self.hub.url, cache=self.cache
        )

    @property
    def publisher(self) -> HubClient:
        return HubClient(self.hub.url, REPO_ID, TOKEN)

    def commit(self, tree: Path) -> str:
        """Bring a tree on main."""
        added = {one.path: Upload(tree / one.path, one.bytes, one.sha256) for one in files_of(tree)}
        parent = self.publisher.refs().branches["main"]
        wanted = Commit(branch="main", parent=parent, message="A release", added=added)
        return self.publisher.commit(wanted, lambda _done, _whole: None)

    def move_tag(self, version: str, commit: str) -> None:
        api = huggingface_hub.HfApi(self.hub.url, TOKEN)
        api.delete_tag(REPO_ID, tag=version, repo_type=DATASET)
        self.publisher.create_tag(version, commit)

    def forget(self) -> None:
        self.hub.hub.forget()
        self.hub.storage.forget()

    def asked(self) -> list[str]:
        """What was asked for since last time; nobody showed who they are."""
        logged = [*self.hub.log, *self.hub.storage.log]
        assert not any(one.authorized for one in logged)
        self.forget()
        return [one.path for one in logged]

    def kept(self) -> list[Path]:
        return [path for path in self.cache.rglob("*") if path.is_file()]


@pytest.fixture
def reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Reader]:
    """A Hub with two releases, and an empty cache."""
    without_waiting(monkeypatch, "rehearsal")
    with HubServer() as hub:
        reader = Reader(hub, tmp_path / "cache")
        reader.publisher.create_repository()
        for version in (OLDER, NEWEST):
            reader.publisher.create_tag(version, reader.commit(sealed_tree(version)))
        reader.publisher.make_public()
        reader.forget()
        yield reader


def test_the_first_load_asks_for_little_and_the_second_for_nothing(reader: Reader) -> None:
    commit = reader.publisher.refs().tags[NEWEST]
    reader.forget()

    first = reader.load()
    asked = reader.asked()
    reader.hub.stop()
    second = reader.load()

    api, files = f"/api/datasets/{REPO_ID}", f"/datasets/{REPO_ID}/resolve/{commit}"
    expected = [f"{api}/refs", f"{api}/tree/{commit}", *(f"{files}/{path}" for path in FILES)]
    assert asked[: len(expected)] == expected
    assert [path for path in asked[len(expected) :] if not path.startswith("/cdn/")] == []
    assert second.arrow.equals(first.arrow)
    assert second.release == first.release
    sealed = packager.load("index", version=NEWEST, source=sealed_tree(NEWEST))
    assert (second.sha256, second.release) == (sealed.sha256, sealed.release)


def test_every_table_of_the_older_release_comes_by_its_own_file(reader: Reader) -> None:
    first = reader.load(version=OLDER)
    reader.forget()

    for table in first.release.tables:
        assert reader.load(table, OLDER).release == first.release

    resolved = [path for path in reader.asked() if "/resolve/" in path]
    assert len(resolved) == len(first.release.tables) - 1


def test_without_the_hub_and_a_cache_it_says_what_else_there_is(reader: Reader) -> None:
    reader.hub.stop()

    with pytest.raises(TargetError, match=r"did not answer.*the cache lacks it") as caught:
        reader.load()

    assert "source" in caught.value.mend
    assert reader.kept() == []


def test_a_tag_that_points_to_another_release_is_named_and_nothing_kept(reader: Reader) -> None:
    reader.move_tag(NEWEST, reader.publisher.refs().tags[OLDER])

    with pytest.raises(IntegrityError, match=f"those of '{OLDER}', wanted was {NEWEST}"):
        reader.load()

    assert reader.kept() == []


def test_a_tag_that_moved_since_is_found_by_whoever_loaded_before(
    reader: Reader, tmp_path: Path
) -> None:
    first = reader.load()
    changed = copied_tree(tmp_path / "changed")
    (changed / "NOTICE.md").write_text("Something else.\n")
    reader.move_tag(NEWEST, reader.commit(changed))

    with pytest.raises(IntegrityError, match=f"the tag {NEWEST} was moved"):
        reader.load("grid")

    assert reader.load("grid", sha256=first.release.sha256).release == first.release


def test_an_old_cache_answers_for_no_other_release(reader: Reader) -> None:
    older = reader.load(version=OLDER)

    newest = reader.load()

    assert newest.release.version == NEWEST
    assert newest.release.sha256 != older.release.sha256
    assert reader.load(version=OLDER).release == older.release


@pytest.mark.parametrize("path", FILES)
def test_a_bit_that_the_hub_lost_is_found_and_nothing_kept(reader: Reader, path: str) -> None:
    reader.hub.damage(REPO_ID, path, NEWEST)

    with pytest.raises(IntegrityError, match="came with other bytes than the Hub lists"):
        reader.load()

    assert reader.kept() == []


def test_a_download_that_is_cut_off_goes_on_where_it_broke(reader: Reader) -> None:
    fault = reader.hub.plan.add(Fault("truncate", path="croissant.json|/cdn/", times=2))

    assert len(reader.load()) == 32
    assert fault.acted == 2


def test_downloads_that_are_always_cut_off_end_in_an_error_and_nothing_kept(
    reader: Reader,
) -> None:
    reader.hub.plan.add(Fault("truncate", path="resolve.*SHA256SUMS", times=-1))

    with pytest.raises(TargetError, match="the cache lacks it"):
        reader.load()

    assert reader.kept() == []


def test_an_error_page_that_says_all_is_well_is_not_taken_for_data(reader: Reader) -> None:
    page = "<html>We are down for maintenance</html>"
    reader.hub.plan.add(Fault("status", path="resolve", times=-1, status=200, body=page))

    with pytest.raises((IntegrityError, TargetError)):
        reader.load()

    assert reader.kept() == []


def test_an_unknown_version_is_answered_with_those_the_hub_has(reader: Reader) -> None:
    with pytest.raises(ConfigError, match="there is no release 2001-01-01") as caught:
        reader.load(version="2001-01-01")

    assert caught.value.mend == f"name one of {OLDER}, {NEWEST}"


def test_a_tag_on_a_commit_that_is_no_release_is_named(reader: Reader) -> None:
    publisher = reader.publisher
    first = publisher.commits("main")[-1]
    publisher.create_tag("2001-01-01", first)

    with pytest.raises(ConfigError, match=f"commit {first} has no SHA256SUMS"):
        reader.load(version="2001-01-01")


def test_an_unknown_repository_is_named(reader: Reader) -> None:
    with pytest.raises(TargetError, match="no such repository") as caught:
        packager.load(
            "index", version=NEWEST, repo_id="nobody/none", hub=reader.hub.url, cache=reader.cache
        )

    assert "nobody/none" in caught.value.where


def program(reader: Reader, home: Path) -> str:
    """What an analyst's program prints, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, NEWEST],
        cwd=home,
        env={
            "PATH": os.environ["PATH"],
            "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
            "HOME": str(home),
            "HF_ENDPOINT": reader.hub.url,
            "PACKAGER_CACHE": str(reader.cache),
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_two_programs_at_once_fill_one_cache(reader: Reader, tmp_path: Path) -> None:
    with ThreadPoolExecutor(2) as both:
        said = list(both.map(lambda _: program(reader, tmp_path), range(2)))
    reader.hub.stop()

    assert len({*said, program(reader, tmp_path)}) == 1
    assert said[0].startswith("32 ")
