"""`packager serve` as a process, asked by clients that change nothing in what they send."""

import hashlib
import http.client
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from packager.publish.ledger import Ledger
from tests.fakes.projects import new_project
from tests.fakes.sites import FILES, HOSTILE, SECRET, Child, get, lay_site, serving, start
from tests.fakes.trees import FILES as TREE
from tests.fakes.trees import cut

STOPPED = (0, '{"event": "told", "text": "stopped"}\n')
ENDLESS = 4 << 20
LARGE = b"0123456789abcdef" * (1 << 20)


@pytest.fixture(scope="module")
def child(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Child]:
    site = lay_site(tmp_path_factory.mktemp("served"))
    (site / "large.bin").write_bytes(LARGE)
    with serving(site.parent, "site") as child:
        yield child


def ask(child: Child, path: str) -> bytes:
    line = http.client.HTTPConnection("127.0.0.1", child.port, timeout=20)
    line.request("GET", path)
    answer = line.getresponse().read()
    line.close()
    return answer


def test_no_hostile_path_gets_anything_of_the_machine(child: Child) -> None:
    for path in HOSTILE:
        answer = child.send(get(path))

        assert answer.startswith(b"HTTP/1.1 404 "), (path, answer[:80])
        assert SECRET not in answer
        assert b"root:" not in answer
    assert ask(child, "/") == FILES["index.html"]


@pytest.mark.parametrize(
    "request_bytes",
    [
        get(b"/\x00"),
        get(b"/\xff"),
        get(b"/a b"),
        b"GET /\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00",
    ],
    ids=["nul", "byte", "blank", "old", "tls"],
)
def test_what_is_no_request_is_refused_and_the_next_one_is_answered(
    child: Child, request_bytes: bytes
) -> None:
    assert child.send(request_bytes).startswith(b"HTTP/1.1 400 ")
    assert ask(child, "/") == FILES["index.html"]


@pytest.mark.parametrize(
    "request_bytes",
    [get(b"/" + b"a" * ENDLESS), get(b"/", f"X: {'x' * ENDLESS}")],
    ids=["path", "header"],
)
def test_a_request_without_end_is_cut_off_and_the_next_one_is_answered(
    child: Child, request_bytes: bytes
) -> None:
    try:
        answer = child.send(request_bytes)
    except ConnectionError:
        answer = b""

    assert not answer or answer.startswith(b"HTTP/1.1 400 ")
    assert ask(child, "/") == FILES["index.html"]


def test_two_clients_at_once_get_each_their_file(child: Child) -> None:
    with child.line() as slow:
        slow.sendall(get(b"/large.bin"))
        began = slow.recv(1 << 10)
        with ThreadPoolExecutor(8) as many:
            pages = list(many.map(lambda _: ask(child, "/about/"), range(40)))
            large = list(many.map(lambda _: ask(child, "/large.bin"), range(3)))
        rest = b"".join(iter(lambda: slow.recv(1 << 20), b""))

    assert set(pages) == {FILES["about/index.html"]}
    digest = hashlib.sha256(LARGE).digest()
    assert {hashlib.sha256(each).digest() for each in large} == {digest}
    assert hashlib.sha256((began + rest).partition(b"\r\n\r\n")[2]).digest() == digest


def test_ctrl_c_ends_it_well_even_while_a_client_is_slow(tmp_path: Path) -> None:
    site = lay_site(tmp_path)
    (site / "large.bin").write_bytes(LARGE)
    with serving(tmp_path, "site") as child, child.line() as slow:
        slow.sendall(get(b"/large.bin"))
        assert slow.recv(1 << 10).startswith(b"HTTP/1.1 200 ")

        assert child.stop() == STOPPED


def test_the_address_is_the_result_of_a_run_that_tells_no_story(tmp_path: Path) -> None:
    site = lay_site(tmp_path)
    with start(site.parent, "--quiet", "site") as process:
        assert process.stdout is not None
        child = Child(process, process.stdout.readline().removesuffix("\n"))

        assert re.fullmatch(r"http://127\.0\.0\.1:[0-9]+/", child.address)
        assert ask(child, "/") == FILES["index.html"]
        assert child.stop() == (0, "")


def test_a_file_cut_short_while_it_is_sent_never_looks_whole(tmp_path: Path) -> None:
    site = lay_site(tmp_path)
    (site / "large.bin").write_bytes(LARGE)
    with serving(tmp_path, "site") as child:
        with child.line() as slow:
            slow.sendall(get(b"/large.bin"))
            began = slow.recv(1 << 10)
            (site / "large.bin").write_bytes(b"short")
            rest = b"".join(iter(lambda: slow.recv(1 << 20), b""))
        assert f"content-length: {len(LARGE)}".encode() in began
        assert len((began + rest).partition(b"\r\n\r\n")[2]) < len(LARGE)
        assert ask(child, "/large.bin") == b"short"
        assert child.stop() == STOPPED


def test_sealed_releases_are_served_where_the_site_has_them(tmp_path: Path) -> None:
    project = new_project(tmp_path / "project")
    ledger = Ledger(project.releases)
    cut(ledger, tmp_path / "made", "2026-11-29")
    cut(ledger, tmp_path / "made", "2026-11-30", snow=b"none\n")
    with serving(project.root, "--api") as child:
        assert child.address.endswith("/api/v1/openapi.json")
        assert ask(child, "/api/v1/rain.csv") == TREE["rain.csv"]
        assert ask(child, "/api/v1/snow.txt") == b"none\n"
        assert ask(child, "/api/v1/releases/2026-11-29/models/m.json") == TREE["models/m.json"]
        assert ask(child, "/api/v1/releases/2026-11-29/snow.txt") == b"There is no such file.\n"


def test_without_a_site_the_ways_to_one_are_told(tmp_path: Path) -> None:
    said = new_project(tmp_path / "project").call("serve", "--port", "0")

    assert said.code == 1
    assert "there is no site yet" in said.err
    assert "`packager pages`" in said.err
    assert "`packager serve --api`" in said.err


def test_without_a_sealed_release_the_way_to_one_is_told(tmp_path: Path) -> None:
    said = new_project(tmp_path / "project").call("serve", "--api", "--port", "0")

    assert said.code == 1
    assert "nothing is sealed yet" in said.err


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    said = new_project(tmp_path / "project").call("serve", "nowhere", "--port", "0")

    assert said.code == 1
    assert str(tmp_path / "project" / "nowhere") in said.err
