"""One request to a host on loopback, as a client sends it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from email.message import Message
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

from tests.contract.invenio_calls import ACCEPT, OCTETS, RECORD

OWN = {"Authorization": "Bearer zenodo_own", **ACCEPT}
ALICE = {"Authorization": "Bearer hf_write"}


@dataclass(frozen=True, slots=True)
class Told:
    status: int
    headers: Message
    content: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.content)


def ask(
    url: str,
    method: str,
    path: str,
    body: object = None,
    headers: Mapping[str, str] | None = None,
) -> Told:
    connection = HTTPConnection(urlsplit(url).netloc, timeout=10)
    sent = dict(OWN if headers is None else headers)
    if isinstance(body, (dict, list)):
        body, sent["Content-Type"] = json.dumps(body).encode(), "application/json"
    assert body is None or isinstance(body, bytes)
    try:
        connection.request(method, path, body, sent)
        answer = connection.getresponse()
        return Told(answer.status, answer.headers, answer.read())
    finally:
        connection.close()


def draft(url: str) -> str:
    return str(ask(url, "POST", "/api/records", RECORD).json["id"])


def send(url: str, record: str, content: bytes, key: str = "a.csv") -> Told:
    """Announce a file and send its bytes; the answer to the bytes."""
    at = f"/api/records/{record}/draft/files"
    ask(url, "POST", at, [{"key": key}])
    return ask(url, "PUT", f"{at}/{key}/content", content, {**OWN, **OCTETS})


def publish(url: str, record: str, content: bytes = b"a,b\n") -> Told:
    send(url, record, content)
    at = f"/api/records/{record}/draft"
    ask(url, "POST", f"{at}/files/a.csv/commit")
    return ask(url, "POST", f"{at}/actions/publish")


def create_repo(url: str, name: str = "x") -> None:
    body = {"name": name, "organization": "acme", "type": "dataset"}
    assert ask(url, "POST", "/api/repos/create", body, ALICE).status == 200


def commit(url: str, changes: list[tuple[str, dict[str, str]]], parent: str = "") -> Told:
    header = {"summary": "s", **({"parentCommit": parent} if parent else {})}
    lines = [{"key": "header", "value": header}]
    lines += [{"key": key, "value": value} for key, value in changes]
    body = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
    kind = {**ALICE, "Content-Type": "application/x-ndjson"}
    return ask(url, "POST", "/api/datasets/acme/x/commit/main", body, kind)
