"""The server on loopback: keep-alive, log, control, and what each fault does on the wire."""

import http.client
import json
import socket
import time
from collections.abc import Iterator
from http.client import BadStatusLine, HTTPConnection, IncompleteRead, RemoteDisconnected

import pytest

from packager.rehearse.faults import Fault, FaultPlan
from packager.rehearse.messages import Answer, Refused, Request, json_answer
from packager.rehearse.server import Server

CUT = (ConnectionError, BadStatusLine, RemoteDisconnected)


class Notebook:
    """A host that keeps what is sent to it, and tells it."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.before: list[bytes] = []

    def answer(self, request: Request) -> Answer:
        if request.path == "/refused":
            raise Refused(json_answer({"message": "no"}, 403))
        if request.method == "GET":
            return Answer(200, b"|".join(self.written), {"X-Own": "1"}, takes_ranges=True)
        self.before = list(self.written)
        self.written.append(b"".join(request.chunks))
        return json_answer({"kept": len(self.written)})

    def stale(self, request: Request) -> Answer:
        return Answer(200, b"|".join(self.before)) if request.method == "GET" else Answer(500)

    def interfere(self, request: Request) -> None:
        self.written.append(f"not ours, before {request.method}".encode())


@pytest.fixture
def notebook() -> Notebook:
    return Notebook()


@pytest.fixture
def server(notebook: Notebook) -> Iterator[Server]:
    with Server(notebook) as running:
        yield running


def ask(server: Server, method: str = "GET", body: bytes | None = None, path: str = "/") -> bytes:
    """One request on a connection of its own; the body of its answer."""
    return asked(server, method, body, path)[1]


def asked(
    server: Server,
    method: str = "GET",
    body: bytes | None = None,
    path: str = "/",
    headers: dict[str, str] | None = None,
) -> tuple[http.client.HTTPResponse, bytes]:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=10)
    try:
        connection.request(method, path, body, headers or {})
        answer = connection.getresponse()
        return answer, answer.read()
    finally:
        connection.close()


def test_one_connection_serves_many_requests(server: Server) -> None:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=10)
    seen = []
    for body in (b"one", b"two"):
        connection.request("POST", "/", body)
        seen.append(json.loads(connection.getresponse().read()))
    local = connection.sock.getsockname()
    connection.request("GET", "/")
    text = connection.getresponse().read()
    same = connection.sock.getsockname() == local
    connection.close()

    assert (seen, text, same) == ([{"kept": 1}, {"kept": 2}], b"one|two", True)


def test_the_log_tells_method_path_and_bytes_and_never_a_token(server: Server) -> None:
    asked(server, "POST", b"12345", "/a%20b?c=d", {"Authorization": "Bearer secret-token"})
    ask(server)

    first, second = server.log

    assert (first.method, first.path, first.query) == ("POST", "/a b", "c=d")
    assert (first.status, first.received, first.sent, first.authorized) == (200, 5, 11, True)
    assert (second.number, second.sent, second.authorized) == (2, 5, False)
    assert "secret" not in repr(server.log)


def test_a_body_that_nobody_reads_does_not_spoil_the_connection(server: Server) -> None:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=10)
    connection.request("GET", "/", b"unexpected")
    connection.getresponse().read()
    connection.request("GET", "/refused")
    status = connection.getresponse().status
    connection.close()

    assert status == 403


def test_a_chunked_body_arrives_whole(server: Server, notebook: Notebook) -> None:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=10)
    connection.request("POST", "/", iter([b"one", b"two"]), encode_chunked=True)
    connection.getresponse().read()
    connection.close()

    assert notebook.written == [b"onetwo"]


@pytest.mark.parametrize(
    ("asked_for", "status", "text"),
    [
        ("bytes=2-4", 206, b"234"),
        ("bytes=7-", 206, b"789"),
        ("bytes=-2", 206, b"89"),
        ("bytes=8-99", 206, b"89"),
        ("bytes=10-", 416, b""),
        ("lines=1-2", 200, b"0123456789"),
    ],
)
def test_a_range_is_answered_with_that_part(
    server: Server, notebook: Notebook, asked_for: str, status: int, text: bytes
) -> None:
    notebook.written.append(b"0123456789")

    answer, body = asked(server, headers={"Range": asked_for})

    assert (answer.status, body) == (status, text)


def test_a_drop_before_has_no_effect_and_one_after_has(server: Server, notebook: Notebook) -> None:
    server.plan.add(Fault("drop", method="POST"))
    server.plan.add(Fault("drop", method="POST", after=True, nth=2))

    for body in (b"lost", b"kept"):
        with pytest.raises(CUT):
            ask(server, "POST", body)

    assert notebook.written == [b"kept"]
    assert [each.status for each in server.log] == [0, 0]


@pytest.mark.parametrize("after", [False, True])
def test_a_gateway_answers_with_a_page(server: Server, notebook: Notebook, after: bool) -> None:  # noqa: FBT001 -- both sides of the effect
    server.plan.add(Fault("status", status=502, after=after, headers={"Retry-After": "3"}))

    answer, body = asked(server, "POST", b"x")

    assert (answer.status, answer.headers["Content-Type"]) == (502, "text/html")
    assert answer.headers["Retry-After"] == "3"
    assert b"<h1>502</h1>" in body
    assert notebook.written == ([b"x"] if after else [])


def test_a_fault_may_bring_its_own_body(server: Server) -> None:
    server.plan.add(Fault("status", status=429, body='{"message": "slow down"}'))

    answer, body = asked(server)

    assert (answer.status, json.loads(body)) == (429, {"message": "slow down"})


def test_a_truncated_answer_announces_more_than_it_brings(
    server: Server, notebook: Notebook
) -> None:
    notebook.written.append(b"0123456789")
    server.plan.add(Fault("truncate"))

    with pytest.raises(IncompleteRead) as cut:
        ask(server)

    assert (cut.value.partial, cut.value.expected) == (b"01234", 5)


def test_a_stale_read_tells_the_state_before_the_last_write(server: Server) -> None:
    ask(server, "POST", b"one")
    ask(server, "POST", b"two")
    server.plan.add(Fault("stale", method="GET"))

    assert [ask(server), ask(server)] == [b"one", b"one|two"]


def test_one_bit_is_flipped_on_the_way_up_or_down(server: Server, notebook: Notebook) -> None:
    server.plan.add(Fault("corrupt", method="POST"))
    server.plan.add(Fault("corrupt", method="GET"))
    ask(server, "POST", b"aa")

    assert notebook.written == [b"`a"]
    assert [ask(server), ask(server)] == [b"aa", b"`a"]


def test_somebody_else_may_write_first(server: Server, notebook: Notebook) -> None:
    server.plan.add(Fault("race", method="POST"))
    ask(server, "POST", b"ours")

    assert notebook.written == [b"not ours, before POST", b"ours"]


def test_a_delay_waits_and_then_goes_on(server: Server) -> None:
    server.plan.add(Fault("delay", seconds=0.2))
    began = time.monotonic()
    ask(server)

    assert 0.2 <= time.monotonic() - began < 5


@pytest.mark.parametrize("after", [False, True])
def test_a_test_is_called_back_before_or_after_the_effect(
    server: Server,
    notebook: Notebook,
    after: bool,  # noqa: FBT001 -- both sides of the effect
) -> None:
    seen: list[int] = []
    server.plan.add(Fault("call", after=after), lambda: seen.append(len(notebook.written)))
    ask(server, "POST", b"x")

    assert seen == [1 if after else 0]


def test_a_dripping_answer_comes_byte_by_byte(server: Server, notebook: Notebook) -> None:
    notebook.written.append(b"0123456789")
    server.plan.add(Fault("drip", seconds=0.02))
    began = time.monotonic()

    assert ask(server) == b"0123456789"
    assert time.monotonic() - began > 0.15


def test_a_flood_goes_on_until_the_client_hangs_up(server: Server) -> None:
    server.plan.add(Fault("flood"))
    connection = HTTPConnection("127.0.0.1", server.port, timeout=10)
    connection.request("GET", "/")
    answer = connection.getresponse()
    taken = len(answer.read(10_000_000))
    answer.close()
    connection.close()

    assert (taken, answer.headers["Content-Length"]) == (10_000_000, "1000000000000")
    assert ask(server) == b""


@pytest.mark.parametrize("after", [False, True])
def test_a_test_may_kill_its_client_before_or_after_the_effect(
    server: Server,
    notebook: Notebook,
    after: bool,  # noqa: FBT001 -- both sides of the effect
) -> None:
    killed: list[int] = []
    server.plan.add(Fault("kill", after=after), lambda: killed.append(1))
    with pytest.raises(CUT):
        ask(server, "POST", b"x")

    assert killed == [1]
    assert notebook.written == ([b"x"] if after else [])


def test_a_refused_connection_is_refused_until_the_port_opens_again(server: Server) -> None:
    server.plan.add(Fault("refuse", seconds=0.3))
    with pytest.raises(CUT):
        ask(server)
    time.sleep(0.1)
    with pytest.raises(ConnectionRefusedError):
        ask(server)

    assert server.wait_until_open()
    assert ask(server) == b""


def test_a_reset_connection_can_be_made_again_at_once(server: Server) -> None:
    server.plan.add(Fault("refuse"))
    with pytest.raises(CUT):
        ask(server)

    assert ask(server) == b""


def test_another_process_plans_faults_and_reads_the_log(server: Server) -> None:
    fault = json.dumps([{"action": "status", "status": 504}]).encode()
    planned = json.loads(ask(server, "POST", fault, "/__fault"))
    statuses = [asked(server)[0].status, asked(server)[0].status]
    log = json.loads(ask(server, path="/__log"))

    assert (planned[0]["status"], planned[0]["met"]) == (504, 0)
    assert statuses == [504, 200] == [each["status"] for each in log]
    assert json.loads(ask(server, path="/__fault"))[0]["acted"] == 1
    assert ask(server, "DELETE", path="/__fault") == b"[]"
    assert ask(server, "DELETE", path="/__log") == b"[]"
    assert server.log == []


@pytest.mark.parametrize("body", [b"{", b"[1]", b'{"action": "none"}'])
def test_a_fault_that_makes_no_sense_is_answered_with_400(server: Server, body: bytes) -> None:
    answer, text = asked(server, "POST", body, "/__fault")

    assert answer.status == 400
    assert "error" in json.loads(text)


def test_an_unknown_control_path_is_answered_with_404(server: Server) -> None:
    assert asked(server, path="/__none")[0].status == 404


def test_a_stopped_server_leaves_no_port_and_no_connection(notebook: Notebook) -> None:
    server = Server(notebook, plan=FaultPlan()).start()
    waiting = HTTPConnection("127.0.0.1", server.port, timeout=10)
    waiting.request("GET", "/")
    waiting.getresponse().read()
    began = time.monotonic()
    server.stop()
    seconds = time.monotonic() - began
    cut = waiting.sock.recv(1)
    waiting.close()

    assert cut == b""
    assert seconds < 1
    with (
        pytest.raises(ConnectionRefusedError),
        socket.create_connection(("127.0.0.1", server.port)),
    ):
        pass


def test_it_listens_on_loopback_alone(server: Server) -> None:
    assert server.url == f"http://127.0.0.1:{server.port}"
