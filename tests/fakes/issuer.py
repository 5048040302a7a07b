"""The two ends of trusted publishing: who says which job asks, and the Hub that believes it."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import parse_qs, urlsplit

IDENTITY, REQUEST = "the-job-is-what-it-says", "asked-by-the-runner"


@dataclass(slots=True)
class Issuer:
    """What was asked, and the token that is given for it.

    Attributes:
        token: of the Hub; "" to give none.
        asked: the bodies of the exchanges.
        audiences: that identities were asked for.
    """

    token: str
    url: str = ""
    asked: list[dict[str, str]] = field(default_factory=list)
    audiences: list[str] = field(default_factory=list)

    @property
    def environ(self) -> dict[str, str]:
        """What a job finds that may ask who it is."""
        return {
            "GITHUB_ACTIONS": "true",
            "ACTIONS_ID_TOKEN_REQUEST_URL": f"{self.url}/identity?api-version=2.0",
            "ACTIONS_ID_TOKEN_REQUEST_TOKEN": REQUEST,
            "HF_ENDPOINT": self.url,
        }


@contextmanager
def issuer(token: str) -> Iterator[Issuer]:
    """Both ends on one port of this machine."""
    state = Issuer(token)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            address = urlsplit(self.path)
            if self.headers["Authorization"] != f"Bearer {REQUEST}":
                self.reply(401, {})
                return
            state.audiences += parse_qs(address.query)["audience"]
            self.reply(200, {"value": IDENTITY})

        def do_POST(self) -> None:
            said = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            state.asked.append(said)
            if not state.token or said["subject_token"] != IDENTITY:
                self.reply(400, {"error": "invalid_grant"})
                return
            self.reply(200, {"access_token": state.token, "expires_in": 3600})

        def reply(self, status: int, said: dict[str, object]) -> None:
            body = json.dumps(said).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        state.url = f"http://127.0.0.1:{server.server_address[1]}"
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield state
        finally:
            server.shutdown()
