"""One client for the rehearsal's hosts and the real ones, and what is compared of an answer."""

import http.client
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

LITERAL = {"message", "messages", "field", "error", "status", "is_draft", "is_published", "type"}
# What no publishing client reads: parts for people, and what an index keeps of a record.
IGNORED = {"ui", "media_files", "grants", "is_latest_draft", "storage_class", "stats"}
IGNORED |= {"aggregations", "props", "icon", "tags", "configs"}
LINKS = {"self", "self_html", "files", "publish", "reserve_doi", "record", "record_html"}
LINKS |= {"versions", "latest", "latest_html", "draft", "parent", "parent_html", "self_doi"}
LINKS |= {"self_doi_html", "parent_doi", "parent_doi_html", "doi", "content", "commit", "next"}
NUMBERS = re.compile(r"\b[0-9a-f]{40}\b|\d+")


@dataclass(frozen=True, slots=True)
class Got:
    status: int
    headers: Mapping[str, str]
    content: bytes

    @property
    def json(self) -> dict[str, object]:
        value = json.loads(self.content)
        assert isinstance(value, dict)
        return value

    def at(self, *path: str | int) -> object:
        """The value at a path of keys and positions."""
        value: object = json.loads(self.content)
        for step in path:
            value = value[step]  # type: ignore[index]  # a wrong step must fail
        return value


@dataclass(frozen=True, slots=True)
class Seen:
    """What of an answer must be the same on every host."""

    label: str
    status: int
    shape: object
    headers: tuple[tuple[str, str], ...]


class Script:
    """Sends calls one after another, and keeps what was seen under each call's label."""

    def __init__(self, url: str, tokens: Mapping[str, str], compared: tuple[str, ...]) -> None:
        split = urlsplit(url)
        assert split.hostname is not None
        self._connection = http.client.HTTPConnection(split.hostname, split.port, timeout=60)
        self._tokens, self._compared = tokens, compared
        self.seen: list[Seen] = []

    def call(
        self,
        label: str,
        method: str,
        path: str,
        *,
        by: str = "own",
        json_body: object = None,
        data: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Got:
        sent = {"Accept": "*/*"}
        if token := self._tokens.get(by):
            sent["Authorization"] = f"Bearer {token}"
        if json_body is not None:
            data = json.dumps(json_body).encode()
            sent["Content-Type"] = "application/json"
        sent |= headers or {}
        self._connection.request(method, path, body=data, headers=sent)
        answer = self._connection.getresponse()
        got = Got(answer.status, dict(answer.headers.items()), answer.read())
        if label:
            self.seen.append(Seen(label, got.status, _shape_of(got), self._headers(got)))
        return got

    def put_elsewhere(self, url: str, data: bytes) -> int:
        """Send bytes to a storage of its own origin, without any token; the status."""
        split = urlsplit(url)
        assert split.hostname is not None
        connection = http.client.HTTPConnection(split.hostname, split.port, timeout=60)
        query = f"?{split.query}" if split.query else ""
        connection.request("PUT", f"{split.path}{query}", body=data)
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return answer.status

    def _headers(self, got: Got) -> tuple[tuple[str, str], ...]:
        known = {name.lower(): value for name, value in got.headers.items()}
        return tuple(
            (name, "is there" if name.lower() in known else "is not") for name in self._compared
        )

    def close(self) -> None:
        self._connection.close()


def _shape_of(got: Got) -> object:
    kind = {name.lower(): value for name, value in got.headers.items()}.get("content-type", "")
    if "json" not in kind or not got.content:
        return f"{bool(got.content)}"
    return shape(json.loads(got.content))


def shape(value: object, key: str = "") -> object:
    """Keys and types; texts only where they are the host's own words, with digits left out."""
    match value:
        case dict() if key in {"title", "description", "title_l10n"}:
            return "str"  # a text by language
        case dict():
            kept = {name for name in value if _is_compared(name, key, value)}
            return {name: shape(value[name], name) for name in sorted(kept)}
        case list():
            parts = [shape(part, key) for part in value]
            return parts if key in LITERAL | {"errors"} else parts[:1]
        case bool() | str() | int() if key in LITERAL:
            return NUMBERS.sub("N", str(value))
        case _:
            return type(value).__name__


def _is_compared(name: str, of: str, value: Mapping[str, object]) -> bool:
    if of == "links":
        return name in LINKS
    is_term = "id" in value and "title" in value
    return name not in IGNORED and not (is_term and name == "description")
