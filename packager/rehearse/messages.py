"""What passes over the wire: a request as it came, an answer as it will go."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from email.message import Message
from http import HTTPStatus
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs, unquote

from packager.rehearse.blobs import PIECE, Blob

JSON: Final = "application/json"


@dataclass(frozen=True, slots=True)
class Request:
    """One request. Who answers takes the body from `chunks` once, or finds it taken already.

    Attributes:
        target: path and query exactly as sent, percent-encoded.
        content: the whole body, where the route wants it in memory.
        blob: the whole body, where the route wants it on disk.
    """

    method: str
    target: str
    headers: Message
    chunks: Iterator[bytes]
    content: bytes = b""
    blob: Blob | None = None

    @property
    def raw_path(self) -> str:
        return self.target.partition("?")[0]

    @property
    def path(self) -> str:
        return unquote(self.raw_path)

    @property
    def query(self) -> dict[str, list[str]]:
        return parse_qs(self.target.partition("?")[2], keep_blank_values=True)

    @property
    def token(self) -> str:
        """The bearer token, "" for a visitor."""
        scheme, _, token = self.header("Authorization").partition(" ")
        return token.strip() if scheme.lower() == "bearer" else ""

    def header(self, name: str) -> str:
        return str(self.headers.get(name) or "")

    def asked(self, name: str, otherwise: str = "") -> str:
        """The first value of a query parameter."""
        return (self.query.get(name) or [otherwise])[0]

    def json(self) -> object:
        """The body as JSON, {} where there is none; ValueError where it is none."""
        content = self.content or b"".join(self.chunks)
        return json.loads(content) if content else {}

    def is_flagged(self, name: str) -> bool:
        return self.asked(name, "0").lower() in {"1", "true", "yes", ""}


@dataclass(frozen=True, slots=True)
class Passing:
    """A body on its way through: so many bytes, in pieces, and what to do when it is over."""

    length: int
    chunks: Iterator[bytes]


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer. A body that is a path is sent from that file."""

    status: int = 200
    body: bytes | Path | Passing = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    takes_ranges: bool = False

    @property
    def length(self) -> int:
        match self.body:
            case bytes():
                return len(self.body)
            case Path():
                return self.body.stat().st_size
            case Passing():
                return self.body.length

    def pieces(self) -> Iterator[bytes]:
        match self.body:
            case bytes():
                yield self.body
            case Path():
                with self.body.open("rb") as stored:
                    while piece := stored.read(PIECE):
                        yield piece
            case Passing():
                yield from self.body.chunks


class Refused(Exception):  # noqa: N818 -- an answer on its way out, never an error of the packager
    """The request ends here, with this answer."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer.status)
        self.answer = answer


def json_answer(
    value: object, status: int = 200, headers: Mapping[str, str] | None = None
) -> Answer:
    body = json.dumps(value, ensure_ascii=False).encode()
    return Answer(status, body, {"Content-Type": JSON, **(headers or {})})


def html_answer(status: int, headers: Mapping[str, str] | None = None) -> Answer:
    """What a gateway in front of a host says: a page, where a client hopes for JSON."""
    page = f"<html><head><title>{status}</title></head><body><h1>{status}</h1></body></html>\n"
    return Answer(status, page.encode(), {"Content-Type": "text/html", **(headers or {})})


def in_range(answer: Answer, asked: str) -> Answer:
    """The part of an answer that a Range header asks for; the answer itself where none is."""
    found = re.fullmatch(r"bytes=(\d*)-(\d*)", asked)
    if not (
        answer.takes_ranges and answer.status == HTTPStatus.OK and found and any(found.groups())
    ):
        return answer
    total = answer.length
    start, end = found.groups()
    first = int(start) if start else max(0, total - int(end))
    last = min(int(end), total - 1) if start and end else total - 1
    if first > last:
        return Answer(416, b"", {**answer.headers, "Content-Range": f"bytes */{total}"})
    part = Passing(last - first + 1, _part(answer.pieces(), first, last + 1))
    told = {**answer.headers, "Content-Range": f"bytes {first}-{last}/{total}"}
    return Answer(206, part, told)


def _part(pieces: Iterator[bytes], start: int, end: int) -> Iterator[bytes]:
    at = 0
    for piece in pieces:
        if at + len(piece) > start:
            yield piece[max(0, start - at) : end - at]
        at += len(piece)
        if at >= end:
            return
