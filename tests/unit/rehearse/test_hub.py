"""The Hub in miniature: git's own ids, parts of large files, a head that moves, damage."""

import base64
import hashlib
import json
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from packager.rehearse.faults import Fault
from packager.rehearse.hub import ACCOUNTS, HubServer
from packager.rehearse.repos.objects import git_id, tree_ids
from packager.rehearse.repos.state import HubOptions
from tests.unit.rehearse.asking import ALICE, ask, commit, create_repo

AT = "/api/datasets/acme/x"


@pytest.fixture
def hub() -> Iterator[HubServer]:
    with HubServer() as running:
        create_repo(running.url)
        yield running


def regular(path: str, content: bytes) -> tuple[str, dict[str, str]]:
    text = base64.b64encode(content).decode()
    return "file", {"path": path, "content": text, "encoding": "base64"}


def head(hub: HubServer) -> str:
    return str(ask(hub.url, "GET", AT, None, ALICE).json["sha"])


def test_ids_are_those_that_git_gives() -> None:
    # `git hash-object -t blob /dev/null`, and the tree of an empty repository
    assert git_id("blob", b"") == "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"
    assert tree_ids({}) == {"": "4b825dc642cb6eb9a060e54bf8d69288fbee4904"}


def test_trees_of_folders_have_the_ids_that_git_gives(tmp_path: Path) -> None:
    files = {"a.b": b"1", "a/x": b"2", "a/y/z": b"3", "a-b": b"4", "ü": b"5"}
    for path, content in files.items():
        place = tmp_path / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
    run = [["git", "init", "-q"], ["git", "add", "."], ["git", "write-tree"]]
    told = [subprocess.run(each, cwd=tmp_path, capture_output=True, check=True) for each in run]

    ours = tree_ids({path: git_id("blob", content) for path, content in files.items()})

    assert ours[""] == told[-1].stdout.decode().strip()


def test_a_head_that_moved_refuses_the_commit_and_keeps_the_other(hub: HubServer) -> None:
    parent = head(hub)
    hub.plan.add(Fault("race", path="/commit/"))
    told = commit(hub.url, [regular("ours", b"x")], parent)
    tree = ask(hub.url, "GET", f"{AT}/tree/main", None, ALICE).json

    assert told.status == 412
    assert [each["path"] for each in tree] == [".gitattributes", "interloper.txt"]


def test_a_commit_that_was_lost_has_happened(hub: HubServer) -> None:
    parent = head(hub)
    hub.plan.add(Fault("status", path="/commit/", status=502, after=True))
    told = commit(hub.url, [regular("ours", b"x")], parent)

    assert told.status == 502
    assert head(hub) != parent


def test_a_stale_read_tells_the_head_before_the_commit(hub: HubServer) -> None:
    parent = head(hub)
    commit(hub.url, [regular("ours", b"x")])
    hub.plan.add(Fault("stale", method="GET"))

    assert head(hub) == parent != head(hub)


def test_a_large_file_may_come_in_parts() -> None:
    content = bytes(range(256)) * 10
    oid = hashlib.sha256(content).hexdigest()
    with HubServer(options=HubOptions(ACCOUNTS, part_bytes=1000)) as hub:
        create_repo(hub.url)
        objects = [{"oid": oid, "size": len(content)}]
        batch = {"operation": "upload", "transfers": ["multipart"], "objects": objects}
        at = "/datasets/acme/x.git/info/lfs/objects"
        told = ask(hub.url, "POST", f"{at}/batch", batch, ALICE).json
        upload = told["objects"][0]["actions"]["upload"]
        places = [upload["header"][f"{number:05d}"] for number in (1, 2, 3)]
        parts = []
        for number, place in enumerate(places, 1):
            path = place.removeprefix(hub.cdn_url)
            piece = content[(number - 1) * 1000 : number * 1000]
            etag = ask(hub.cdn_url, "PUT", path, piece, {}).headers["ETag"]
            parts.append({"partNumber": number, "etag": etag})
        done = upload["href"].removeprefix(hub.url)
        status = ask(hub.url, "POST", done, {"oid": oid, "parts": parts}, ALICE).status
        verified = ask(hub.url, "POST", f"{at}/verify", {"oid": oid, "size": 2560}, ALICE).status
        stored = ask(hub.cdn_url, "GET", f"/cdn/datasets/acme/x/{oid}", None, {}).content

    assert (told["transfer"], upload["header"]["chunk_size"]) == ("multipart", "1000")
    assert (status, verified, stored) == (200, 200, content)


def test_bytes_under_another_digest_are_refused(hub: HubServer) -> None:
    assert ask(hub.cdn_url, "PUT", f"/lfs/datasets/acme/x/{'0' * 64}", b"x", {}).status == 400


def test_a_fault_at_the_storage_is_in_the_same_plan(hub: HubServer) -> None:
    oid = hashlib.sha256(b"x").hexdigest()
    hub.plan.add(Fault("status", method="PUT", path="^/lfs/", status=503))

    assert [
        ask(hub.cdn_url, "PUT", f"/lfs/datasets/acme/x/{oid}", b"x", {}).status for _ in range(2)
    ] == [503, 200]


def test_long_trees_come_page_by_page() -> None:
    with HubServer(options=replace(HubOptions(ACCOUNTS), page=3)) as hub:
        create_repo(hub.url)
        commit(hub.url, [regular(f"f{number}", b"x") for number in range(6)])
        found, at = [], f"{AT}/tree/main?recursive=true"
        while at:
            told = ask(hub.url, "GET", at, None, ALICE)
            found += [each["path"] for each in told.json]
            link = told.headers.get("Link", "")
            at = link.partition(">")[0].removeprefix(f"<{hub.url}")

    assert found == [".gitattributes", *(f"f{number}" for number in range(6))]


def test_damage_shows_in_the_bytes_and_not_in_the_ids(hub: HubServer) -> None:
    commit(hub.url, [regular("a", b"abc")])
    hub.damage("acme/x", "a")
    told = ask(hub.url, "GET", "/datasets/acme/x/resolve/main/a", None, ALICE)

    assert told.content == b"acc"
    assert told.headers["ETag"] == f'"{git_id("blob", b"abc")}"'


def test_an_id_is_found_whatever_its_case(hub: HubServer) -> None:
    assert ask(hub.url, "GET", "/api/datasets/ACME/X", None, ALICE).json["id"] == "acme/x"


def test_a_reader_may_not_write(hub: HubServer) -> None:
    reader = {"Authorization": "Bearer hf_read"}
    told = ask(hub.url, "POST", f"{AT}/branch/b", {}, reader)

    assert told.status == 403
    assert "write" in told.headers["X-Error-Message"]


def test_a_commit_that_is_no_commit_changes_nothing(hub: HubServer) -> None:
    before = head(hub)
    kind = {**ALICE, "Content-Type": "application/x-ndjson"}
    bodies = [b"{", b"[]", json.dumps({"key": "file", "value": {}}).encode(), b""]

    statuses = [ask(hub.url, "POST", f"{AT}/commit/main", body, kind).status for body in bodies]

    assert statuses == [400] * 4
    assert head(hub) == before


def test_a_large_file_of_one_repository_is_not_there_in_another(hub: HubServer) -> None:
    create_repo(hub.url, "y")
    oid = hashlib.sha256(b"x").hexdigest()
    ask(hub.cdn_url, "PUT", f"/lfs/datasets/acme/x/{oid}", b"x", {})
    batch = {"operation": "upload", "objects": [{"oid": oid, "size": 1}]}
    wanted = [
        "actions" in ask(hub.url, "POST", at, batch, ALICE).json["objects"][0]
        for at in (f"/datasets/acme/{name}.git/info/lfs/objects/batch" for name in "xy")
    ]

    assert wanted == [False, True]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        (f"{AT}/preupload/main", {"files": [{"name": "x"}]}),
        (f"{AT}/preupload/main", {"files": [1]}),
        (f"{AT}/preupload/main", {"files": [{"path": "x", "size": "many"}]}),
        ("/datasets/acme/x.git/info/lfs/objects/batch", {"objects": [{}]}),
        ("/api/repos/create", [1]),
    ],
)
def test_a_request_that_makes_no_sense_is_answered(hub: HubServer, path: str, body: object) -> None:
    assert ask(hub.url, "POST", path, body, ALICE).status == 400
