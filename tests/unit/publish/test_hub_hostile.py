"""A Hub that means harm, or is no Hub at all: every answer ends in an error, soon and small."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx2
import huggingface_hub
import pytest

from packager.domain.errors import ConfigError, PackagerError
from packager.publish.targets.hub_answers import HubAnswerError, HubRefusalError
from packager.publish.targets.hub_client import GUARD, HubClient
from packager.publish.targets.hub_failures import brief, failure
from packager.publish.targets.hub_guard import LARGEST, REQUESTS, told_to_wait

TOKEN = "hf_" + "s3cret" * 4
ID = "0" * 40


@dataclass
class Answers:
    """A server that answers what it is told to, and remembers who asked."""

    answer: Callable[[BaseHTTPRequestHandler], None]
    url: str = ""
    asked: list[tuple[str, bool]] = field(default_factory=list)


def body(
    content: bytes, status: int = 200, headers: dict[str, str] | None = None
) -> Callable[[BaseHTTPRequestHandler], None]:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in ({"Content-Length": str(len(content))} | (headers or {})).items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(content)

    return answer


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Answers]]:
    sleep = time.sleep
    monkeypatch.setattr(time, "sleep", lambda seconds: sleep(min(seconds, 0.01)))
    servers: list[ThreadingHTTPServer] = []

    def serve(answer: Callable[[BaseHTTPRequestHandler], None]) -> Answers:
        answers = Answers(answer)

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                answers.asked.append((self.path, "Authorization" in self.headers))
                try:
                    answers.answer(self)
                except ConnectionError:
                    self.close_connection = True

            do_POST = do_GET  # noqa: N815 -- the base class looks for it

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 -- the base's
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        servers.append(server)
        answers.url = f"http://127.0.0.1:{server.server_address[1]}"
        return answers

    yield serve
    for server in servers:
        server.shutdown()
        server.server_close()


def client(answers: Answers) -> HubClient:
    return HubClient(answers.url, "acme/rain", TOKEN)


Serve = Callable[[Callable[[BaseHTTPRequestHandler], None]], Answers]
CALLS: dict[str, Callable[[HubClient], object]] = {
    "account": lambda hub: hub.account(),
    "find_repository": lambda hub: hub.find_repository(),
    "refs": lambda hub: hub.refs(),
    "files": lambda hub: hub.files(ID),
    "commits": lambda hub: hub.commits(ID),
    "card_keys": lambda hub: hub.card_keys(ID),
    "create_repository": lambda hub: hub.create_repository(),
}
NONSENSE = {
    "html": b"<html><h1>Welcome</h1></html>",
    "a list": b"[1, [2], null]",
    "a text": b'"hello"',
    "null": b"null",
    "a number": b"7",
    "numbers for texts": json.dumps(
        {"name": {}, "id": [], "url": 7, "branches": [{}], "tags": 3, "converts": None}
    ).encode(),
    "deep": b"[" * 100_000,
    "not UTF-8": b'{"name": "\xff\xfe"}',
}


@pytest.mark.parametrize("said", NONSENSE)
@pytest.mark.parametrize("call", CALLS)
def test_an_answer_in_no_known_shape_is_an_error_that_may_pass(
    serve: Serve, call: str, said: str
) -> None:
    answers = serve(body(NONSENSE[said]))

    error = error_of(lambda: CALLS[call](client(answers)))

    assert (isinstance(error, HubAnswerError) and error.is_passing) or (
        error is None and call in {"card_keys", "find_repository", "account"}
    )


def error_of(call: Callable[[], object]) -> PackagerError | None:
    """The error of ours that a call ends in, None if it ends well; any other is a failure."""
    try:
        call()
    except PackagerError as error:
        return error
    return None


def test_a_body_without_end_is_read_to_its_bound_only(serve: Serve) -> None:
    sent = [0]

    def pour(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.end_headers()
        while True:
            handler.wfile.write(b"[" * 65536)
            sent[0] += 65536

    with pytest.raises(HubAnswerError, match="longer than"):
        client(serve(pour)).refs()
    assert sent[0] < LARGEST + (16 << 20)


def test_a_body_that_drips_is_given_up(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GUARD, "_patience", 0.3)
    stop = threading.Event()

    def drip(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.end_headers()
        while not stop.wait(0.02):
            handler.wfile.write(b" ")

    with pytest.raises(HubAnswerError, match=r"bytes in \d s"):
        client(serve(drip)).refs()
    stop.set()


def test_a_hub_that_never_answers_is_given_up(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GUARD, "_patience", 0.2)
    stop = threading.Event()

    def silence(handler: BaseHTTPRequestHandler) -> None:
        del handler
        stop.wait(5)

    with pytest.raises(HubAnswerError, match="did not answer"):
        client(serve(silence)).refs()
    stop.set()


def test_redirects_without_end_are_given_up(serve: Serve) -> None:
    answers = serve(body(b"", 302, {"Location": "/api/again"}))

    with pytest.raises(HubAnswerError):
        client(answers).refs()
    assert len(answers.asked) < 40


def test_pages_without_end_are_given_up(serve: Serve) -> None:
    answers = serve(body(b"[]", headers={"Link": '</api/more>; rel="next"'}))
    answers.answer = body(b"[]", headers={"Link": f'<{answers.url}/api/more>; rel="next"'})

    with pytest.raises(HubAnswerError, match=f"more than {REQUESTS} requests"):
        client(answers).files(ID)
    assert len(answers.asked) == REQUESTS


def test_the_token_does_not_follow_a_redirect_to_another_host(serve: Serve) -> None:
    thief = serve(body(b"{}"))
    answers = serve(body(b"", 307, {"Location": f"{thief.url}/api/x"}))

    with pytest.raises(HubAnswerError):
        client(answers).refs()
    assert thief.asked == [("/api/x", False)]


def test_the_token_does_not_follow_a_next_page_to_another_host(serve: Serve) -> None:
    thief = serve(body(b"[]"))
    answers = serve(body(b"[]", headers={"Link": f'<{thief.url}/api/x>; rel="next"'}))

    with pytest.raises(HubAnswerError, match="leads the token elsewhere"):
        client(answers).files(ID)
    assert thief.asked == []


def test_a_redirect_to_a_host_without_tls_is_not_followed(serve: Serve) -> None:
    answers = serve(body(b"", 307, {"Location": "http://example.org/api/x"}))

    with pytest.raises(HubAnswerError, match="without TLS"):
        client(answers).refs()


@pytest.mark.parametrize(
    "address",
    [
        *("http://huggingface.co", "ftp://huggingface.co", "huggingface.co", "", "https://"),
        *(
            "https://name:pa55@huggingface.co",
            "http://127.0.0.1.example.org",
            "http://name:pa55@[::",
        ),
    ],
)
def test_a_host_that_others_can_read_along_with_is_refused(address: str) -> None:
    with pytest.raises(ConfigError) as error:
        HubClient(address, "acme/rain", TOKEN)
    assert "pa55" not in str(error.value)


@pytest.mark.parametrize(
    "address",
    ["https://huggingface.co", "http://127.0.0.1:1", "http://localhost:1", "http://[::1]:1"],
)
def test_tls_or_this_machine_is_asked(address: str) -> None:
    hub = HubClient(address, "acme/rain", TOKEN)

    assert hub.address == f"{address}/datasets/acme/rain"


@pytest.mark.parametrize("status", [400, 401, 402, 403, 413, 422])
def test_a_refusal_is_for_the_person_and_does_not_tell_the_token(serve: Serve, status: int) -> None:
    said = json.dumps({"error": f"bad token {TOKEN}"}).encode()
    answers = serve(body(said, status, {"X-Error-Message": f"Bearer {TOKEN} is bad"}))

    with pytest.raises(HubRefusalError) as error:
        client(answers).refs()
    assert str(status) in str(error.value)
    assert TOKEN not in str(error.value)
    assert error.value.exit_code == 1


@pytest.mark.parametrize("status", [500, 502, 503, 504, 408, 429])
def test_a_page_of_a_gateway_is_an_error_that_passes(serve: Serve, status: int) -> None:
    answers = serve(body(b"<html>Bad Gateway</html>", status))

    with pytest.raises(HubAnswerError) as error:
        client(answers).refs()
    assert error.value.status == status
    assert error.value.is_passing


def test_a_hub_that_is_not_there_is_an_error_that_passes() -> None:
    with pytest.raises(HubAnswerError, match="did not answer") as error:
        HubClient("http://127.0.0.1:9", "acme/rain", TOKEN).refs()
    assert error.value.is_passing


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"Retry-After": "7"}, 8.0),
        ({"Retry-After": "0"}, 1.0),
        ({"Retry-After": "-5"}, 1.0),
        ({"Retry-After": "soon"}, None),
        ({"Retry-After": "inf"}, 301.0),
        ({"Retry-After": "nan"}, 301.0),
        ({"RateLimit": '"api";r=0;t=55', "Retry-After": "7"}, 56.0),
        ({"RateLimit": '"api";r=3;t=55', "Retry-After": "7"}, 8.0),
    ],
)
def test_how_long_to_wait_is_read_as_the_hub_says_it(
    headers: dict[str, str], seconds: float | None
) -> None:
    assert told_to_wait(httpx2.Headers(headers)) == seconds


def test_no_secret_is_told() -> None:
    text = f"GET {TOKEN}\n  Authorization: Bearer abc.def and hf_{'Q' * 34}"

    assert brief(text, TOKEN) == "GET *** Authorization: Bearer *** and ***"
    assert brief("x" * 1000, None) == "x" * 300


def test_a_failure_of_an_upload_thread_is_told_by_its_cause() -> None:
    error = RuntimeError("Error while uploading 'a' to the Hub.")
    error.__cause__ = HubAnswerError("the Hub drips", where="x", mend="wait")

    told = failure(error, doing="for a commit", where="x", token=None)

    assert str(told) == str(error.__cause__)


def test_a_hub_without_xet_is_told_with_the_way_out() -> None:
    error = ConnectionError("404 Client Error, xet-write-token/main")

    told = failure(error, doing="for a commit", where="x", token=None)

    assert told.mend.startswith("set HF_HUB_DISABLE_XET=1")


def test_a_client_that_is_told_to_stay_offline_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_OFFLINE", True)

    with pytest.raises(ConfigError, match="stay offline"):
        HubClient("http://127.0.0.1:9", "acme/rain", TOKEN).refs()


def test_a_job_that_is_nobody_is_told_so_and_what_else_would_do(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("GITHUB_ACTIONS", "HF_OIDC_ID_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HF_OIDC_RESOURCE", "datasets/acme/rain")
    answers = serve(lambda _: None)

    with pytest.raises(ConfigError, match=r"gives no token: .*no OIDC id token") as refused:
        HubClient(answers.url, "acme/rain", None).account()

    assert "set HF_TOKEN" in refused.value.mend
