"""A mirror in a bucket: a real S3 client against an S3 on loopback that others wrote."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import boto3
import pytest
from moto.server import ThreadedMotoServer

from packager.assemble.tree import files_of
from packager.domain.errors import ConfigError, IntegrityError, TargetError
from packager.publish.mirror_folder import FolderSource
from packager.publish.mirror_proof import Trust
from packager.publish.mirror_remote import Remote
from packager.publish.mirror_url import RemotePlace, RemoteSource
from tests.fakes.published import LARGE, VERSION, copy, write_release

BUCKET = "mirror"
ADDRESS = f"s3://{BUCKET}/rain"
UNPROVED = Trust(is_unproved=True)


@dataclass(frozen=True, slots=True)
class Bucket:
    """A bucket that keeps every version of an object, so that each write can be counted."""

    client: Any

    def writes(self) -> Counter[str]:
        told = self.client.list_object_versions(Bucket=BUCKET).get("Versions", ())
        return Counter(one["Key"].removeprefix("rain/") for one in told)

    def keys(self) -> set[str]:
        told = self.client.list_objects_v2(Bucket=BUCKET).get("Contents", ())
        return {one["Key"].removeprefix("rain/") for one in told}

    def put(self, key: str, content: bytes) -> None:
        self.client.put_object(Bucket=BUCKET, Key=f"rain/{key}", Body=content)

    def delete(self, key: str) -> None:
        self.client.delete_object(Bucket=BUCKET, Key=f"rain/{key}")


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    moto = ThreadedMotoServer(port=0, verbose=False)
    moto.start()
    host, port = moto.get_host_and_port()
    yield f"http://{host}:{port}"
    moto.stop()


@pytest.fixture
def bucket(server: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bucket]:
    for name, value in {
        "AWS_ENDPOINT_URL": server,
        "AWS_ACCESS_KEY_ID": "made-up",
        "AWS_SECRET_ACCESS_KEY": "made-up",
        "AWS_DEFAULT_REGION": "us-east-1",
    }.items():
        monkeypatch.setenv(name, value)
    client = boto3.client("s3")
    client.create_bucket(Bucket=BUCKET)
    enabled = {"Status": "Enabled"}
    client.put_bucket_versioning(Bucket=BUCKET, VersioningConfiguration=enabled)
    yield Bucket(client)
    told = client.list_object_versions(Bucket=BUCKET)
    for one in [*told.get("Versions", ()), *told.get("DeleteMarkers", ())]:
        client.delete_object(Bucket=BUCKET, Key=one["Key"], VersionId=one["VersionId"])
    client.delete_bucket(Bucket=BUCKET)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    write_release(tmp_path / "tree")
    return tmp_path / "tree"


@pytest.fixture
def place(tmp_path: Path) -> RemotePlace:
    return RemotePlace(Remote(ADDRESS), tmp_path / "work")


def test_a_release_goes_into_a_bucket_once_and_comes_back_the_same(
    bucket: Bucket, tree: Path, place: RemotePlace, tmp_path: Path
) -> None:
    (tmp_path / "back").mkdir()

    first = copy((FolderSource(tree),), place, UNPROVED)
    written = bucket.writes()
    second = copy((FolderSource(tree),), place, UNPROVED)
    back = copy((RemoteSource(Remote(ADDRESS)),), tmp_path / "back", UNPROVED)

    paths = {f"{VERSION}/{entry.path}" for entry in files_of(tree)}
    assert written == Counter({*paths, f"{VERSION}.record.json"})
    assert bucket.writes() == written
    assert (first.is_new, second.is_new, back.is_new) == (True, False, True)
    assert first.place == f"{ADDRESS}/{VERSION}"
    assert files_of(tmp_path / "back" / VERSION) == files_of(tree)
    assert RemoteSource(Remote(ADDRESS)).versions() == (VERSION,)
    assert list((tmp_path / "work").iterdir()) == []


def test_a_copy_that_was_cut_short_is_no_release_and_the_next_run_writes_the_rest_alone(
    bucket: Bucket, tree: Path, place: RemotePlace, tmp_path: Path
) -> None:
    copy((FolderSource(tree),), place, UNPROVED)
    for key in (f"{VERSION}.record.json", f"{VERSION}/rain.csv"):
        bucket.delete(key)
    bucket.put(f"{VERSION}/README.md", b"cut")
    written = bucket.writes()
    (tmp_path / "back").mkdir()

    with pytest.raises(TargetError, match="no whole version"):
        copy((RemoteSource(Remote(ADDRESS)),), tmp_path / "back", UNPROVED)
    copy((FolderSource(tree),), place, UNPROVED)

    new = bucket.writes() - written
    mended = {f"{VERSION}.record.json", f"{VERSION}/rain.csv", f"{VERSION}/README.md"}
    assert set(new) == mended
    assert set(new.values()) == {1}
    copy((RemoteSource(Remote(ADDRESS)),), tmp_path / "back", UNPROVED)
    assert files_of(tmp_path / "back" / VERSION) == files_of(tree)


@pytest.mark.parametrize(
    ("key", "content"), [(LARGE, b"other"), ("more.csv", b"a\n"), ("SHA256SUMS", b"<html>")]
)
def test_what_somebody_did_in_the_bucket_is_found_and_not_touched(
    bucket: Bucket, tree: Path, place: RemotePlace, key: str, content: bytes
) -> None:
    copy((FolderSource(tree),), place, UNPROVED)
    bucket.put(f"{VERSION}/{key}", content)
    written = bucket.writes()
    back = tree.with_name("back")
    back.mkdir()

    with pytest.raises(IntegrityError, match=key):
        copy((FolderSource(tree),), place, UNPROVED)
    with pytest.raises(IntegrityError, match=key):
        copy((RemoteSource(Remote(ADDRESS)),), back, UNPROVED)

    assert bucket.writes() == written
    assert list(back.glob("[!.]*")) == []


def test_a_strangers_object_under_the_version_stops_the_copy(
    bucket: Bucket, tree: Path, place: RemotePlace
) -> None:
    bucket.put(f"{VERSION}/letter.txt", b"Dear Ada")

    with pytest.raises(IntegrityError, match=r"extra: letter\.txt"):
        copy((FolderSource(tree),), place, UNPROVED)

    assert bucket.keys() == {f"{VERSION}/letter.txt"}


def test_a_bucket_that_is_not_there_is_a_failure_that_says_so(
    bucket: Bucket, tree: Path, tmp_path: Path
) -> None:
    place = RemotePlace(Remote("s3://no-such-bucket/rain"), tmp_path / "work")

    with pytest.raises(TargetError, match="store failed") as told:
        copy((FolderSource(tree),), place, UNPROVED)

    assert "no-such-bucket" in told.value.where


def test_an_address_that_nothing_speaks_or_with_a_secret_is_refused() -> None:
    with pytest.raises(ConfigError, match="nothing here speaks"):
        Remote("gopher://example.org/mirror")
    with pytest.raises(ConfigError) as told:
        Remote("s3://key:secret@bucket/mirror")
    assert "secret" not in str(told.value)
