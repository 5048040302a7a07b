"""An HTTP server that answers as told: too much, too slowly, in circles, in halves."""

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

CRLF = b"\r\n"
JSON = b'{"ok": true}'
Reply = Callable[["Connection"], None]


@dataclass(frozen=True, slots=True)
class Asked:
    """A request as it came."""

    line: str
    headers: dict[str, str]
    body: bytes

    @property
    def method(self) -> str:
        return self.line.split()[0]

    @property
    def path(self) -> str:
        return self.line.split()[1]


@dataclass(slots=True)
class Connection:
    """One connection with the request that was read from it."""

    socket: socket.socket
    asked: Asked

    def send(self, content: bytes) -> None:
        self.socket.sendall(content)

    def answer(self, status: int = 200, body: bytes = JSON, **headers: str) -> None:
        """A whole answer; names of headers have dashes for underscores."""
        told = {"content_type": "application/json", "content_length": str(len(body))} | headers
        self.head(status, **told)
        self.send(body)

    def head(self, status: int = 200, **headers: str) -> None:
        lines = [f"HTTP/1.1 {status} Said"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items() if value]
        self.send(("\r\n".join([*lines, "Connection: close"]) + "\r\n\r\n").encode())


@dataclass(slots=True)
class Hostile:
    """The server: replies in turn, the last one for ever."""

    port: int
    replies: list[Reply]
    asked: list[Asked] = field(default_factory=list)
    ending: threading.Event = field(default_factory=threading.Event)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/api"

    def drip(self, connection: Connection, content: bytes, pause: float = 0.02) -> None:
        """Byte after byte, until nobody listens."""
        for one in content:
            if self.ending.is_set():
                return
            connection.send(bytes([one]))
            time.sleep(pause)

    def serve(self, listening: socket.socket) -> None:
        while not self.ending.is_set():
            with contextlib.suppress(OSError):
                taken, _ = listening.accept()
                threading.Thread(target=self._converse, args=(taken,), daemon=True).start()

    def _converse(self, taken: socket.socket) -> None:
        with taken, contextlib.suppress(OSError):
            asked = read_request(taken)
            if not asked.line:
                return
            self.asked.append(asked)
            number = min(len(self.asked), len(self.replies)) - 1
            self.replies[number](Connection(taken, asked))


def read_request(taken: socket.socket) -> Asked:
    content = b""
    while CRLF * 2 not in content:
        content += taken.recv(65536) or CRLF * 2
    head, _, body = content.partition(CRLF * 2)
    line, *rest = head.decode("latin-1").split("\r\n")
    headers = {
        name.lower(): value.strip() for name, _, value in (each.partition(":") for each in rest)
    }
    while len(body) < int(headers.get("content-length", 0)):
        part = taken.recv(65536)
        if not part:
            break
        body += part
    return Asked(line, headers, body)


@contextmanager
def hostile(*replies: Reply) -> Iterator[Hostile]:
    """A server on loopback for the block."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = Hostile(listening.getsockname()[1], list(replies))
        threading.Thread(target=server.serve, args=(listening,), daemon=True).start()
        try:
            yield server
        finally:
            server.ending.set()
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", server.port), 1).close()


@contextmanager
def nobody() -> Iterator[Hostile]:
    """A port that is held and that nobody listens on: every connection is refused."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        yield Hostile(held.getsockname()[1], [])
