"""One client's connection: reads requests, lets faults act, sends answers."""

import socket
import struct
import time
from collections.abc import Iterator
from dataclasses import replace
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from itertools import repeat
from socketserver import BaseServer
from typing import Final

from packager.rehearse.blobs import PIECE
from packager.rehearse.desk import Desk, Logged
from packager.rehearse.faults import Fault, Planned
from packager.rehearse.messages import (
    JSON,
    Answer,
    Passing,
    Refused,
    Request,
    html_answer,
    in_range,
)

CONTROL: Final = "/__"
CUTTING: Final = {"drop", "refuse", "kill"}
CALLING: Final = {"call", "kill"}
FLOOD: Final = 10**12
BARE: Final = {HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED}
RESET: Final = struct.pack("ii", 1, 0)


class Connection(BaseHTTPRequestHandler):
    """Keep-alive over HTTP/1.1, one thread."""

    protocol_version = "HTTP/1.1"
    server_version = "rehearsal"
    sys_version = ""
    disable_nagle_algorithm = True
    wbufsize = -1

    def __init__(
        self, desk: Desk, connection: socket.socket, peer: object, server: BaseServer
    ) -> None:
        self._desk = desk
        self._received = 0
        self._body: Iterator[bytes] = iter(())
        self._waiting: tuple[Request, str] | None = None
        super().__init__(connection, peer, server)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 -- the name it overrides
        """Say nothing: the log is the server's."""

    def _serve(self) -> None:
        self._received = 0
        self._body = self._chunks()
        request = Request(self.command, self.path, self.headers, self._body)
        if request.path.startswith(CONTROL):
            self._send(self._desk.control(request))
            return
        planned = self._desk.plan.find(request.method, request.path)
        self._waiting = (request, planned.fault.action if planned else "")
        try:
            self._exchange(request, planned)
        except (ConnectionError, TimeoutError):
            self._note(0)
            self.close_connection = True

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = _serve  # noqa: N815 -- as http.server calls them

    def _note(self, status: int, sent: int = 0) -> None:
        """Log the request before its answer goes: who has the answer finds it in the log."""
        if self._waiting is None:
            return
        request, fault = self._waiting
        self._waiting = None
        self._desk.note(
            Logged(
                number=0,
                method=request.method,
                path=request.path,
                query=request.target.partition("?")[2],
                status=status,
                received=self._received,
                sent=sent,
                fault=fault,
                authorized=bool(request.header("Authorization")),
                agent=request.header("User-Agent")[:80],
            )
        )

    def _exchange(self, request: Request, planned: Planned | None) -> None:
        if planned is None:
            self._send(self._answer(request))
        elif planned.fault.after:
            self._after(request, planned)
        else:
            self._before(request, planned)

    def _after(self, request: Request, planned: Planned) -> None:
        answer = self._answer(request)
        action = planned.fault.action
        if action in {*CUTTING, "status"}:
            _discard(answer)
        if action in CALLING:
            planned.call()
        if action in CUTTING:
            self._hang_up(planned.fault)
            return
        if action == "delay":
            time.sleep(planned.fault.seconds)
        self._send(_instead(planned.fault) if action == "status" else answer)

    def _before(self, request: Request, planned: Planned) -> None:
        action = planned.fault.action
        if action in CALLING:
            planned.call()
        if action in CUTTING:
            self._hang_up(planned.fault)
            return
        if action == "status":
            self._send(_instead(planned.fault))
            return
        if action == "corrupt" and request.method in {"PUT", "POST"}:
            request = replace(request, chunks=_flipped(request.chunks))
        elif action == "race":
            self._desk.answering.interfere(request)
        elif action == "delay":
            time.sleep(planned.fault.seconds)
        if action == "flood":
            self._send(Answer(200, Passing(FLOOD, repeat(bytes(PIECE))), {"Content-Type": JSON}))
            return
        answer = self._answer(request, stale=action == "stale")
        if action == "drip":
            answer = replace(
                answer,
                body=Passing(answer.length, _dripping(answer.pieces(), planned.fault.seconds)),
            )
        if action == "corrupt" and request.method == "GET":
            answer = replace(answer, body=Passing(answer.length, _flipped(answer.pieces())))
        self._send(answer, cut=action == "truncate")

    def _answer(self, request: Request, *, stale: bool = False) -> Answer:
        answering = self._desk.answering
        try:
            return answering.stale(request) if stale else answering.answer(request)
        except Refused as refused:
            return refused.answer

    def _hang_up(self, fault: Fault) -> None:
        self._note(0)
        self.close_connection = True
        if fault.action == "refuse":
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
            self.connection.close()
            self._desk.refuse_for(fault.seconds)
        else:
            self.connection.shutdown(socket.SHUT_RDWR)

    def _chunks(self) -> Iterator[bytes]:
        """The body, as it comes; what nobody takes is read away before the answer goes."""
        if "chunked" in (self.headers.get("Transfer-Encoding") or "").lower():
            yield from self._chunked()
            return
        left = int(self.headers.get("Content-Length") or 0)
        while left > 0:
            piece = self.rfile.read(min(PIECE, left))
            if not piece:
                raise ConnectionResetError
            left -= len(piece)
            self._received += len(piece)
            yield piece

    def _chunked(self) -> Iterator[bytes]:
        while size := int(self.rfile.readline().split(b";")[0].strip() or b"0", 16):
            piece = self.rfile.read(size)
            self.rfile.readline()
            self._received += len(piece)
            yield piece
        while self.rfile.readline().strip():
            pass

    def _send(self, answer: Answer, *, cut: bool = False) -> None:
        for _ in self._body:
            pass
        answer = in_range(answer, self.headers.get("Range") or "")
        is_bare = self.command == "HEAD" or answer.status in BARE
        most = 0 if is_bare else answer.length // 2 if cut else answer.length
        self._note(answer.status, most)
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        if answer.status != HTTPStatus.NO_CONTENT:
            self.send_header("Content-Length", str(answer.length))
        self.end_headers()
        self._send_body(answer, most)
        self.wfile.flush()
        if cut:
            self._hang_up(Fault("drop"))

    def _send_body(self, answer: Answer, left: int) -> None:
        for piece in answer.pieces() if left else ():
            self.wfile.write(piece[:left])
            if len(piece) == 1:
                self.wfile.flush()
            left -= len(piece)
            if left <= 0:
                return


def _instead(fault: Fault) -> Answer:
    """What a host, or the gateway before it, says in place of its answer."""
    if fault.body:
        return Answer(
            fault.status, fault.body.encode(), {"Content-Type": "application/json", **fault.headers}
        )
    return html_answer(fault.status, fault.headers)


def _flipped(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The same bytes with one bit of the first one changed."""
    for piece in pieces:
        yield bytes([piece[0] ^ 1]) + piece[1:] if piece else piece
        if piece:
            break
    yield from pieces


def _dripping(pieces: Iterator[bytes], seconds: float) -> Iterator[bytes]:
    for piece in pieces:
        for byte in piece:
            yield bytes([byte])
            time.sleep(seconds)


def _discard(answer: Answer) -> None:
    """Let a body on its way through arrive, so that the host behind has done its work."""
    for _ in answer.pieces():
        pass
