"""What must be true at the end, whatever happened: read from the hosts by other means than ours."""

import hashlib
import json
import urllib.request
from pathlib import Path
from typing import Any

import huggingface_hub

from packager.domain.release import Record, Release
from tests.faults.road import READS, Hosts, Road

JSON = "application/vnd.inveniordm.v1+json, application/json;q=0.9"
DATASET = "dataset"
PAPERS = {
    *("identity.json", "seal.json", "inputs.json", "change.json", "journal.jsonl"),
    *("record.zenodo.json", "record.huggingface.json"),
}

FOLDERS = {"dist", "pyproject.toml", "releases", "scratch"}


def assert_one_true_publication(road: Road) -> None:
    """One version on each host with the sealed bytes, and nothing left over anywhere."""
    ledger = road.ledger
    assert ledger.faults() == []
    release = ledger.release(road.version)
    zenodo = ledger.find_record(road.version, "zenodo")
    hub = ledger.find_record(road.version, "huggingface")
    assert zenodo is not None
    assert hub is not None
    assert_on_zenodo(road, release, zenodo)
    assert_on_hub(road, release, hub)
    assert_on_disk(road, release)


def assert_on_zenodo(road: Road, release: Release, record: Record) -> None:
    """One public version, its files by size and md5, no draft, no nonce."""
    found = versions(road.hosts, record.id)
    (mine,) = [one for one in found if one["metadata"]["version"] == road.version]
    identity = road.ledger.find_identity(road.version)
    assert identity is not None
    assert mine["id"] == record.id
    assert mine["pids"]["doi"]["identifier"] == record.doi == identity.doi
    told = asked(road.hosts, f"/records/{record.id}", "")
    assert "packager draft" not in json.dumps(told)
    entries = asked(road.hosts, f"/records/{record.id}/files", "")["entries"]
    there = {one["key"]: (one["size"], one["checksum"]) for one in entries}
    faces = {path for path in ("README.md", "index.csv") if Path(release.root, path).is_file()}
    sealed = {path: Path(release.root, path).read_bytes() for path in faces}
    archive = release.archive
    assert there == {archive.path: (archive.bytes, f"md5:{archive.md5}")} | {
        path: (len(content), f"md5:{hashlib.md5(content, usedforsecurity=False).hexdigest()}")
        for path, content in sealed.items()
    }
    assert drafts(road, record) == []


def versions(hosts: Hosts, identifier: str) -> list[Any]:
    """The public versions of a record's series."""
    found: list[Any] = asked(hosts, f"/records/{identifier}/versions?size=100", "")["hits"]["hits"]
    return found


def drafts(road: Road, record: Record) -> list[str]:
    """Drafts of ours: on a host of one's own all that there are."""
    query = "/user/records?is_published=false&allversions=true&sort=newest&size=25"
    hits = asked(road.hosts, query, road.hosts.zenodo_token)["hits"]["hits"]
    return [
        one["id"]
        for one in hits
        if not one["is_published"]
        and (
            not road.hosts.is_live
            or one["parent"]["id"] == record.parent
            or one["metadata"].get("version") == road.version
        )
    ]


def assert_on_hub(road: Road, release: Release, record: Record) -> None:
    """Main and the tag on one public commit that holds the sealed files, and no other branch."""
    api = huggingface_hub.HfApi(road.hosts.hub.url, token=False)
    refs = api.list_repo_refs(road.repo_id, repo_type=DATASET)
    tags = {one.name: one.target_commit for one in refs.tags}
    assert tags[road.version] == record.revision
    assert {one.name: one.target_commit for one in refs.branches} == {"main": record.revision}
    entries = api.list_repo_tree(
        road.repo_id, recursive=True, revision=record.revision, repo_type=DATASET
    )
    there = {
        one.path: one.lfs.sha256 if one.lfs else one.blob_id
        for one in entries
        if isinstance(one, huggingface_hub.hf_api.RepoFile) and one.path != ".gitattributes"
    }
    assert there.keys() == {entry.path for entry in release.files}
    for path, digest in there.items():
        content = Path(release.root, path).read_bytes()
        blob = hashlib.sha1(b"blob %d\0%s" % (len(content), content), usedforsecurity=False)
        assert digest in {blob.hexdigest(), hashlib.sha256(content).hexdigest()}, path
    commits = api.list_repo_commits(road.repo_id, repo_type=DATASET)
    assert [one.title for one in commits].count(f"Release {road.version}") == 1
    assert not api.dataset_info(road.repo_id).private


def assert_on_disk(road: Road, release: Release) -> None:
    """The ledger's files and no others; the journal can be read; nothing half-written."""
    assert road.ledger.journal(road.version).entries()
    place = road.root / "releases" / road.version
    tree = {f"tree/{entry.path}" for entry in release.files}
    found = {path.relative_to(place).as_posix() for path in place.rglob("*") if path.is_file()}
    assert found - PAPERS == tree
    assert {"record.zenodo.json", "record.huggingface.json", "journal.jsonl"} <= found
    assert not list((road.root / "scratch").glob("*"))
    assert {path.name for path in road.root.iterdir()} <= {
        "dist",
        "pyproject.toml",
        "releases",
        "scratch",
    }
    assert [path.name for path in road.root.rglob(".*") if path.name != ".locks"] == []


def assert_repeat_sends_nothing(road: Road) -> None:
    """The same command once more: it reads, and not a byte of content goes out."""
    before = {server: len(server.log) for server in road.hosts.servers}
    road.run()
    seen = [one for server, count in before.items() for one in server.log[count:]]
    assert [f"{one.method} {one.path}" for one in seen if one.method not in READS] == []
    assert sum(one.received for one in seen) == 0
    assert seen


def asked(hosts: Hosts, path: str, token: str) -> Any:
    """What Zenodo says, as its API tells it."""
    headers = {"Accept": JSON} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(f"{hosts.zenodo.url}/api{path}", headers=headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.loads(answer.read())
