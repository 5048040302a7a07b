"""The rehearsal's faults before a real host: a proxy on loopback that follows the same plan."""

import http.client
import re
import ssl
from collections.abc import Iterator, Mapping
from threading import Lock
from typing import Final
from urllib.parse import urlsplit

from packager.rehearse.blobs import PIECE
from packager.rehearse.faults import FaultPlan
from packager.rehearse.host import READS
from packager.rehearse.messages import Answer, Passing, Request, html_answer
from packager.rehearse.server import Server

SECONDS: Final = 300
REMEMBERED_BYTES: Final = 1 << 20
HOP: Final = {"connection", "keep-alive", "transfer-encoding", "te", "trailer", "upgrade", "host"}
NOT_SENT: Final = {*HOP, "accept-encoding", "expect"}
NOT_TOLD: Final = {*HOP, "content-length", "server", "date"}


class Proxy(Server):
    """Passes every request on, bodies as they come; rewrites addresses so that links lead back.

    Nothing but the host's own address is changed: in `Host`, `Location`, `Link` and JSON answers.

    Args:
        upstream: the real host's address, without a path.
        plan: faults to come.
        port: 0 for any free one.
        also: further addresses to rewrite, such as that of a Hub's storage, each to its proxy's.
    """

    def __init__(
        self,
        upstream: str,
        *,
        plan: FaultPlan | None = None,
        port: int = 0,
        also: Mapping[str, str] | None = None,
    ) -> None:
        self._way = _Way(upstream)
        super().__init__(self._way, plan=plan, port=port)
        self._way.lead_back({upstream.rstrip("/"): self.url, **(also or {})})


class _Way:
    """The way to the real host, and what it said before the last write that went through here."""

    def __init__(self, upstream: str) -> None:
        split = urlsplit(upstream)
        self._is_safe, self._host = split.scheme == "https", split.netloc
        self._back: list[tuple[re.Pattern[str], str]] = []
        self._lock = Lock()
        self._said: dict[tuple[str, str, str], Answer] = {}
        self._before: dict[tuple[str, str, str], Answer] = {}

    def lead_back(self, addresses: Mapping[str, str]) -> None:
        """Have each address replaced by another, unless it goes on as that of a longer port."""
        self._back = [
            (re.compile(re.escape(real) + r"(?!\d)"), ours) for real, ours in addresses.items()
        ]

    def answer(self, request: Request) -> Answer:
        is_read = request.method in READS
        if not is_read:
            with self._lock:
                self._before = dict(self._said)
        answer = self._asked(request)
        if is_read and isinstance(answer.body, bytes) and answer.length < REMEMBERED_BYTES:
            with self._lock:
                self._said[_key(request)] = answer
        return answer

    def stale(self, request: Request) -> Answer:
        """What the host said before the last write, if this was asked before it; else what it says.

        A proxy cannot know the state of a host, only what it heard of it.
        """
        with self._lock:
            remembered = self._before.get(_key(request))
        return remembered or self._asked(request)

    def interfere(self, request: Request) -> None:
        """Do nothing: nobody else can be had to write to a real host."""

    def _asked(self, request: Request) -> Answer:
        try:
            return self._told(request, self._sent(request))
        except (OSError, http.client.HTTPException):
            return html_answer(502)

    def _connection(self) -> http.client.HTTPConnection:
        if self._is_safe:
            context = ssl.create_default_context()
            return http.client.HTTPSConnection(self._host, timeout=SECONDS, context=context)
        return http.client.HTTPConnection(self._host, timeout=SECONDS)

    def _sent(self, request: Request) -> http.client.HTTPResponse:
        connection = self._connection()
        headers = {
            name: value for name, value in request.headers.items() if name.lower() not in NOT_SENT
        }
        headers["Connection"] = "close"
        is_chunked = "chunked" in request.header("Transfer-Encoding").lower()
        if is_chunked:
            headers["Transfer-Encoding"] = "chunked"
        body = request.chunks if is_chunked or "Content-Length" in request.headers else None
        try:
            connection.request(
                request.method, request.target, body, headers, encode_chunked=is_chunked
            )
            response = connection.getresponse()
        except (OSError, http.client.HTTPException):
            connection.close()
            raise
        if connection.sock is not None:
            connection.sock.close()  # the answer holds it open until it has been read
        return response

    def _told(self, request: Request, response: http.client.HTTPResponse) -> Answer:
        headers = {
            name: value for name, value in response.headers.items() if name.lower() not in NOT_TOLD
        }
        for name in ("Location", "Link"):
            if name in headers:
                headers[name] = self._led_back(headers[name])
        length = response.headers.get("Content-Length")
        if request.method == "HEAD":
            response.close()
            return Answer(response.status, Passing(int(length or 0), iter(())), headers)
        if length is None or "json" in response.headers.get("Content-Type", ""):
            body = response.read()
            if "json" in response.headers.get("Content-Type", ""):
                body = self._led_back(body.decode()).encode()
            return Answer(response.status, body, headers)
        return Answer(response.status, Passing(int(length), _pieces(response)), headers)

    def _led_back(self, text: str) -> str:
        for pattern, ours in self._back:
            text = pattern.sub(ours, text)
        return text


def _key(request: Request) -> tuple[str, str, str]:
    return request.target, request.header("Authorization"), request.header("Accept")


def _pieces(response: http.client.HTTPResponse) -> Iterator[bytes]:
    try:
        while piece := response.read(PIECE):
            yield piece
    except http.client.HTTPException as error:
        raise ConnectionResetError("the host broke off") from error
    finally:
        response.close()
