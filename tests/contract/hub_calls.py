"""The calls of a publication on a Hub, as its own client makes them, and its refusals."""

import base64
import hashlib
import json
from typing import Any

from tests.contract.wire import Got, Script

COMPARED = (
    *("ETag", "X-Repo-Commit", "X-Error-Code", "X-Linked-ETag", "X-Linked-Size"),
    *("Location", "Link", "Content-Type", "X-Error-Message"),
)
CARD = b"---\nlicense: cc-by-4.0\nconfigs:\n- config_name: index\n  data_files: d.csv\n---\n# hi\n"
LARGE = b"PAR1" + bytes(range(256)) * 8 + b"PAR1"


class Release:
    """A script in four acts, in a repository of its own that it deletes at the end."""

    def __init__(self, script: Script, namespace: str, name: str) -> None:
        self._script, self.call = script, script.call
        self._namespace, self._name = namespace, name
        self._id = f"{namespace}/{name}"
        self._at = f"/api/datasets/{self._id}"

    def play(self) -> None:
        self.repository()
        first = self.first_commit()
        self.reading(first)
        self.refs(first)
        self.refusals(first)
        self.removal()

    def _create(self, label: str, **rest: Any) -> Got:
        body = {"name": self._name, "organization": self._namespace, "type": "dataset"}
        body["visibility"] = "private"
        return self.call(label, "POST", "/api/repos/create", json_body=body, **rest)

    def repository(self) -> None:
        call = self.call
        call("who am I", "GET", "/api/whoami-v2")
        call("who is nobody", "GET", "/api/whoami-v2", by="nobody")
        call("who is wrong", "GET", "/api/whoami-v2", by="wrong")
        call("info before", "GET", self._at)
        call("info before, by nobody", "GET", self._at, by="nobody")
        self._create("create, by nobody", by="nobody")
        self._create("create, by a stranger", by="other")
        self._create("create")
        self._create("create again")
        call("private info", "GET", self._at, by="nobody")
        call("private info, by a stranger", "GET", self._at, by="other")
        settings = {"visibility": "public"}
        call("settings", "PUT", f"{self._at}/settings", json_body=settings)
        call("settings, by a stranger", "PUT", f"{self._at}/settings", by="other", json_body={})
        for who in ("own", "other", "nobody"):
            call(f"may {who} read", "GET", f"{self._at}/auth-check", by=who)
            call(f"may {who} write", "GET", f"{self._at}/auth-check/write", by=who)
        call("refs", "GET", f"{self._at}/refs")
        call("info", "GET", self._at, by="nobody")
        call("first tree", "GET", f"{self._at}/tree/main?recursive=true&expand=false")

    def _commit(
        self, label: str, lines: list[tuple[str, dict[str, str]]], by: str = "own", **header: str
    ) -> Got:
        written = [{"key": "header", "value": {"summary": "s", "description": "d", **header}}]
        written += [{"key": key, "value": value} for key, value in lines]
        data = b"".join(json.dumps(each).encode() + b"\n" for each in written)
        kind = {"Content-Type": "application/x-ndjson"}
        at = f"{self._at}/commit/main"
        return self.call(label, "POST", at, data=data, headers=kind, by=by)

    def _send_large(self) -> str:
        oid = hashlib.sha256(LARGE).hexdigest()
        batch = {
            "operation": "upload",
            "transfers": ["basic", "multipart"],
            "objects": [{"oid": oid, "size": len(LARGE)}],
            "hash_algo": "sha256",
        }
        at = f"/datasets/{self._id}.git/info/lfs/objects"
        got = self.call("LFS batch", "POST", f"{at}/batch", json_body=batch)
        place = str(got.at("objects", 0, "actions", "upload", "href"))
        assert self._script.put_elsewhere(place, LARGE) == 200
        verify = {"oid": oid, "size": len(LARGE)}
        self.call("LFS verify", "POST", f"{at}/verify", json_body=verify)
        self.call("LFS verify, unknown", "POST", f"{at}/verify", json_body=verify | {"size": 1})
        self.call("LFS batch, there already", "POST", f"{at}/batch", json_body=batch)
        return oid

    def first_commit(self) -> str:
        card = {"content": CARD.decode(), "repoType": "dataset"}
        self.call("a good card", "POST", "/api/validate-yaml", json_body=card)
        bad = {**card, "content": "---\nlicense: CC-BY-4.0\n---\n"}
        self.call("a bad card", "POST", "/api/validate-yaml", json_body=bad)
        none = {**card, "content": "# hi\n"}
        self.call("no card", "POST", "/api/validate-yaml", json_body=none)
        sample = base64.b64encode(b"a,b\n").decode()
        files = [
            {"path": "d.csv", "sample": sample, "size": 4},
            {"path": "d.parquet", "sample": sample, "size": 4},
            {"path": "zero", "sample": "AA==", "size": 1},
        ]
        at = f"{self._at}/preupload/main"
        self.call("preupload", "POST", at, json_body={"files": files})
        oid = self._send_large()
        lines = [
            ("file", _regular("README.md", CARD)),
            ("file", _regular("data/d.csv", b"a,b\n1,2\n")),
            ("lfsFile", {"path": "data/d.parquet", "algo": "sha256", "oid": oid}),
        ]
        head = self.call("", "GET", self._at).at("sha")
        got = self._commit("commit", lines, parentCommit=str(head))
        self._commit("commit again, stale parent", lines, parentCommit=str(head))
        files = [{"path": "data/d.csv", "sample": sample, "size": 8}]
        self.call("preupload of what is there", "POST", at, json_body={"files": files})
        return str(got.at("commitOid"))

    def reading(self, first: str) -> None:
        call = self.call
        for label, revision in (("main", "main"), ("a commit", first)):
            call(f"tree at {label}", "GET", f"{self._at}/tree/{revision}?recursive=true")
            call(f"info at {label}", "GET", f"{self._at}/revision/{revision}?blobs=true")
        call("tree of a folder", "GET", f"{self._at}/tree/main/data?expand=true")
        call("tree without depth", "GET", f"{self._at}/tree/main?recursive=false")
        call("tree, first page", "GET", f"{self._at}/tree/main?recursive=true&limit=2")
        call("tree of no folder", "GET", f"{self._at}/tree/main/none")
        call("tree at no revision", "GET", f"{self._at}/tree/none")
        paths = b"paths=README.md&paths=data&paths=none&paths=data%2Fd.parquet&expand=False"
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        call("paths", "POST", f"{self._at}/paths-info/main", data=paths, headers=form)
        call("commits", "GET", f"{self._at}/commits/main")
        at = f"/datasets/{self._id}/resolve"
        for method in ("HEAD", "GET"):
            call(f"{method} a file", method, f"{at}/main/data/d.csv", by="nobody")
            call(f"{method} a large file", method, f"{at}/{first}/data/d.parquet", by="nobody")
        part = {"Range": "bytes=2-4"}
        got = call("a range", "GET", f"{at}/main/data/d.csv", headers=part)
        assert got.content == b"b\n1"
        call("no such file", "GET", f"{at}/main/none", by="nobody")
        call("no such revision", "GET", f"{at}/none/README.md", by="nobody")
        call("its page", "GET", f"/datasets/{self._id}")

    def refs(self, first: str) -> None:
        call, branch = self.call, f"{self._at}/branch/release%2F1"
        start = {"startingPoint": first}
        call("branch", "POST", branch, json_body=start)
        call("branch again", "POST", branch, json_body=start)
        call("tree of the branch", "GET", f"{self._at}/tree/release%2F1")
        call(
            "branch at no revision",
            "POST",
            f"{self._at}/branch/x",
            json_body={"startingPoint": "n"},
        )
        call("delete the branch", "DELETE", branch)
        call("delete it again", "DELETE", branch)
        call("delete main", "DELETE", f"{self._at}/branch/main")
        call("tag", "POST", f"{self._at}/tag/{first}", json_body={"tag": "v1", "message": "m"})
        call("tag again", "POST", f"{self._at}/tag/{first}", json_body={"tag": "v1"})
        call("tag no revision", "POST", f"{self._at}/tag/none", json_body={"tag": "v2"})
        call("refs with the tag", "GET", f"{self._at}/refs")
        call("info at the tag", "GET", f"{self._at}/revision/v1")
        call("delete the tag", "DELETE", f"{self._at}/tag/v1")
        call("delete the tag again", "DELETE", f"{self._at}/tag/v1")

    def refusals(self, first: str) -> None:
        commit = self._commit
        add = ("file", _regular("x", b"x"))
        for who in ("nobody", "wrong", "other"):
            commit(f"commit by {who}", [add], by=who)
        commit("commit on an old parent", [add], parentCommit="0" * 40)
        commit("delete what is not there", [("deletedFile", {"path": "none"})])
        commit("a path outside", [("file", _regular("../x", b"x"))])
        commit("a file that is a folder", [("file", _regular("data", b"x"))])
        commit("an LFS file never sent", [("lfsFile", {"path": "z", "oid": "0" * 64})])
        commit(
            "a bad card in a commit", [("file", _regular("README.md", b"---\nlicense: CC\n---\n"))]
        )
        commit("delete a folder", [("deletedFolder", {"path": "data/"})])
        self.call("the head has moved", "GET", f"{self._at}/revision/main")
        self.call("still there at its commit", "GET", f"{self._at}/tree/{first}/data")

    def removal(self) -> None:
        body = {"name": self._name, "organization": self._namespace, "type": "dataset"}
        for who in ("other", "own", "own"):
            self.call(f"delete by {who}", "DELETE", "/api/repos/delete", by=who, json_body=body)


def _regular(path: str, content: bytes) -> dict[str, str]:
    return {
        "path": path,
        "content": base64.b64encode(content).decode(),
        "encoding": "base64",
    }
