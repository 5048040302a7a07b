"""A small site, what lies beside it, and a child that serves a folder."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests.fakes.children import surroundings

SECRET = b"a secret of this machine\n"
FILES = {
    "404.html": b"<title>Not here</title>\n",
    "CITATION.cff": b"cff-version: 1.2.0\n",
    "about/index.html": b"<title>About</title>\n",
    "about/index.md": b"# About\n",
    "api/v1/rain.csv": b"day,mm\n2026-11-30,4\n",
    "api/v1/rain.json": b'{"rain": 1}\n',
    "empty.txt": b"",
    "index.html": b"<title>Rain</title>\n",
    "plots/rain.svg": b"<svg/>\n",
}
HOSTILE = (
    b"/../secret.txt",
    b"/about/../../secret.txt",
    b"/%2e%2e/secret.txt",
    b"/%2E%2E/secret.txt",
    b"/.%2e/secret.txt",
    b"/..%2fsecret.txt",
    b"/%2e%2e%2fsecret.txt",
    b"/..%5csecret.txt",
    b"/..\\secret.txt",
    b"/about/..%2f..%2fsecret.txt",
    b"/%252e%252e/secret.txt",
    b"//secret.txt",
    b"/%2fetc/passwd",
    b"//etc/passwd",
    b"/etc/passwd",
    b"/about//index.html",
    b"/about%2findex.html",
    b"/./index.html",
    b"/index.html%00",
    b"/index.html%00.png",
    b"/index.html%0a",
    b"/index.html.",
    b"/index.html%20",
    b"/%c0%ae%c0%ae/secret.txt",
    b"/%ff",
    b"/%",
    b"/.hidden",
    b"/%2ehidden",
    b"/.git/config",
    b"/out.txt",
    b"/outside/secret.txt",
    b"/round",
    b"/pipe",
    b"/index.html/",
    b"/INDEX.HTML",
    b"/" + b"a" * 300,
    b"/" + b"a/" * 3000,
)
"""Paths under which a site as below has nothing."""


def lay_site(place: Path) -> Path:
    """The files above in a folder of `place`; hidden files, links that lead out, a pipe; a secret.

    Returns:
        the folder of the site.
    """
    site = place / "site"
    for path, content in {**FILES, ".hidden": SECRET, ".git/config": SECRET}.items():
        (site / path).parent.mkdir(parents=True, exist_ok=True)
        (site / path).write_bytes(content)
    (place / "secret.txt").write_bytes(SECRET)
    (site / "out.txt").symlink_to(place / "secret.txt")
    (site / "outside").symlink_to(place)
    (site / "round").symlink_to("round")
    (site / "again").symlink_to("about")
    os.mkfifo(site / "pipe")
    return site


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer to a request."""

    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True, slots=True)
class Visitor:
    """Asks an ASGI application, without a network.

    Attributes:
        while_sent: called after the headers and after each piece of the body.
    """

    application: Callable[..., Any]
    while_sent: Callable[[], object] = field(default=lambda: None)

    def ask(self, path: str | bytes, method: str = "GET", /, **headers: str) -> Answered:
        """One request; an underscore in a header's name is a hyphen."""
        raw, _, query = (path if isinstance(path, bytes) else path.encode()).partition(b"?")
        scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "method": method,
            "raw_path": raw,
            "query_string": query,
            "headers": [
                (name.replace("_", "-").encode(), value.encode("latin-1"))
                for name, value in headers.items()
            ],
        }
        messages: list[Mapping[str, Any]] = []

        async def send(message: Mapping[str, Any]) -> None:
            messages.append(message)
            self.while_sent()

        asyncio.run(self.application(scope, None, send))
        start, *pieces = messages
        return Answered(
            start["status"],
            {name.decode(): value.decode() for name, value in start["headers"]},
            b"".join(piece.get("body", b"") for piece in pieces),
        )


@dataclass(frozen=True, slots=True)
class Child:
    """`packager serve` in a process of its own."""

    process: "subprocess.Popen[str]"
    address: str

    @property
    def port(self) -> int:
        """The port it told."""
        return urlsplit(self.address).port or 0

    def stop(self) -> tuple[int, str]:
        """Press Ctrl-C; the exit code, and what was told since the address."""
        self.process.send_signal(signal.SIGINT)
        told = self.process.communicate(timeout=20)[1]
        return self.process.returncode, told

    def line(self) -> socket.socket:
        """A connection."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=20)

    def send(self, request: bytes) -> bytes:
        """Bytes on a connection of their own, as they are; all that comes back."""
        with self.line() as line:
            line.sendall(request)
            return b"".join(iter(lambda: line.recv(1 << 16), b""))


def start(cwd: Path, *words: str) -> "subprocess.Popen[str]":
    """`packager serve WORDS` on a free port."""
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "packager", "serve", "--port", "0", *words],
        cwd=cwd,
        env=surroundings(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@contextmanager
def serving(cwd: Path, *words: str) -> Iterator[Child]:
    """`packager serve WORDS` on a free port; it is ended at the end if it is still there."""
    with start(cwd, "--json", *words) as process:
        assert process.stderr is not None
        event = json.loads(process.stderr.readline())
        assert event["event"] == "serving", event
        try:
            yield Child(process, event["address"])
        finally:
            if process.poll() is None:
                process.kill()


def get(path: bytes, *headers: str) -> bytes:
    """A request as a client writes it that changes nothing in a path."""
    lines: Sequence[str] = ("Host: localhost", "Connection: close", *headers)
    return b"GET %b HTTP/1.1\r\n%b\r\n\r\n" % (path, "\r\n".join(lines).encode())
