"""`packager mcp`, asked by the protocol's own client, through a pipe and over HTTP."""

import base64
import csv
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp import Client, MCPError
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.types import CallToolResult

from packager.assemble.json_schema import validator
from packager.publish.ledger import Ledger
from tests.fakes.projects import ROOT, FakeProject, new_project

NEWEST = Ledger(ROOT / "releases").versions()[-1]
TREE = ROOT / "releases" / NEWEST / "tree"
ERRATUM = "The areas of one year are those of another."
QUESTIONS: tuple[tuple[str, dict[str, object]], ...] = (
    ("list_models", {}),
    ("list_models", {"gpu": "H100"}),
    ("get_index_rows", {"model": "qwen-3-32b", "gpu": "b200"}),
    ("compare_models", {"first": "qwen-3-8b", "second": "Qwen 3 32B"}),
    ("compare_models", {"first": "llama-3-1-405b-instruct", "second": "qwen-3-8b"}),
    ("compare_models", {"first": "llama-3-1-405b-instruct", "second": "deepseek-v3-1"}),
    ("price_workload", {"tokens": 10**9, "model": "Qwen/Qwen3-32B", "area": "France"}),
    ("price_workload", {"tokens": 1e9, "model": "qwen-3-8b", "gpu": "H100"}),
    ("list_areas", {"name": "land"}),
    ("cite_release", {}),
    ("list_releases", {}),
)
HELLO = json.dumps(
    {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "0"},
        },
    }
)
ENVIRON = {**os.environ, "PYTHONPATH": str(ROOT)}
COMMAND = (sys.executable, "-P", "-m", "packager", "mcp")


@dataclass(frozen=True, slots=True)
class Asked:
    """A client that is connected, in a loop of its own."""

    portal: BlockingPortal
    client: Client

    def call(self, name: str, given: dict[str, Any]) -> CallToolResult:
        said: CallToolResult = self.portal.call(self.client.call_tool, name, given)
        return said

    def answer(self, name: str, /, **given: object) -> dict[str, Any]:
        said = self.call(name, given)
        assert not said.is_error, said
        assert isinstance(said.structured_content, dict)
        return said.structured_content

    def refusal(self, name: str, /, **given: object) -> str:
        said = self.call(name, given)
        assert said.is_error
        assert said.structured_content is None
        return "".join(getattr(part, "text", "") for part in said.content)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> FakeProject:
    """This repository's releases; the newest has an erratum."""
    project = new_project(tmp_path_factory.mktemp("asked") / "project")
    shutil.copytree(ROOT / "releases", project.releases, dirs_exist_ok=True)
    Ledger(project.releases).add_notice("erratum", NEWEST, ERRATUM)
    return project


@pytest.fixture(scope="module")
def address(project: FakeProject) -> Iterator[str]:
    """A server on a port of its own choice."""
    with started(project, "--http", "--port", "0", "--json") as server:
        try:
            assert server.stderr is not None
            told = json.loads(server.stderr.readline())
            assert (told["event"], told["version"]) == ("listening", NEWEST)
            yield told["url"]
            server.send_signal(signal.SIGINT)
            out, err = server.communicate(timeout=10)
        finally:
            server.kill()
    assert (server.returncode, out) == (0, "")
    assert "Traceback" not in err


@pytest.fixture(scope="module", params=["stdio", "http", "http of the older protocol"])
def asked(
    request: pytest.FixtureRequest, project: FakeProject, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Asked]:
    with ExitStack() as stack:
        portal = stack.enter_context(start_blocking_portal())
        if request.param == "stdio":
            story = tmp_path_factory.mktemp("story") / "err.txt"
            err = stack.enter_context(story.open("w", encoding="utf-8"))
            pipe = StdioServerParameters(
                command=COMMAND[0],
                args=[*COMMAND[1:], "--settings", str(project.root / "pyproject.toml")],
                cwd=story.parent,
                env=ENVIRON,
            )
            client = Client(stdio_client(pipe, errlog=err))
        else:
            mode = "auto" if request.param == "http" else "legacy"
            client = Client(request.getfixturevalue("address"), mode=mode)
        yield Asked(portal, stack.enter_context(portal.wrap_async_context_manager(client)))


def started(project: FakeProject, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*COMMAND, *words],
        cwd=project.root,
        env=ENVIRON,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize(("name", "given"), QUESTIONS)
def test_every_answer_is_typed_and_headed_by_release_boundary_and_notices(
    asked: Asked, name: str, given: dict[str, object]
) -> None:
    (schema,) = (
        tool.output_schema
        for tool in asked.portal.call(asked.client.list_tools).tools
        if tool.name == name
    )
    assert schema is not None

    answer = asked.answer(name, **given)

    assert validator(schema)(answer) == []
    about = answer["about"]
    assert (about["version"], about["boundary"]) == (NEWEST, "gpu_only")
    assert about["unit"]
    assert about["sources"]
    assert {"kind": "erratum", "note": ERRATUM} in about["notices"]


def test_the_index_is_told_cell_for_cell(asked: Asked) -> None:
    with (TREE / "index.csv").open(encoding="utf-8", newline="") as file:
        published = list(csv.DictReader(file))

    rows = asked.answer("get_index_rows")["rows"]

    assert [{name: str(cell) for name, cell in row.items()} for row in rows] == published
    assert [list(row) for row in rows] == [list(row) for row in published]


def test_the_text_beside_an_answer_is_the_same_answer(asked: Asked) -> None:
    said = asked.call("price_workload", {"tokens": 7, "model": "qwen-3-8b", "area": "IND"})

    (part,) = said.content
    assert json.loads(getattr(part, "text", "")) == said.structured_content


def test_a_price_follows_from_the_sources_digits_alone(asked: Asked) -> None:
    """J/token x tokens / 3600 / 1000 x g/kWh / 1000, as fractions of the sealed documents."""
    document = json.loads((TREE / "models" / "qwen-3-32b.json").read_bytes(), parse_float=Decimal)
    grid = json.loads((TREE / "grid.json").read_bytes(), parse_float=Decimal)
    joules = {one["row_id"]: one["joules_per_output_token"] for one in document["configurations"]}
    (grams,) = (one["gco2e_per_kwh"] for one in grid["rows"] if one["area_code"] == "FRA")
    tokens = 123_456_789

    answer = asked.answer("price_workload", tokens=tokens, model="qwen-3-32b", area="FRA")

    assert len(answer["rows"]) == 2
    for row in answer["rows"]:
        kwh = Fraction(joules[row["row_id"]]) * tokens / 3600 / 1000
        kg = kwh * Fraction(grams) / 1000
        for said, meant in ((row["energy_kwh"], kwh), (row["emissions"], kg)):
            assert abs(Fraction(said["exact"]) / meant - 1) < Fraction(1, 10**50)
            assert abs(Fraction(repr(said["value"])) / meant - 1) < Fraction(5, 10**6)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"tokens": 0}, "tokens is below one"),
        ({"tokens": -5}, "tokens is below one"),
        ({"tokens": 10**16}, "tokens is above a quadrillion"),
        ({"tokens": 1.5}, "valid integer"),
        ({"tokens": "many"}, "valid integer"),
        ({"tokens": None}, "valid integer"),
        ({}, "Field required"),
        ({"tokens": 1, "aera": "FRA"}, "Extra inputs are not permitted"),
        ({"tokens": 1, "model": "qwen-3-33b"}, "perhaps qwen-3-32b (Qwen 3 32B)"),
        ({"tokens": 1, "model": "../../etc/passwd\0"}, r"etc/passwd\x00"),
        ({"tokens": 1, "model": "x" * 100_000}, "the release has no model xxx"),
        ({"tokens": 1, "gpu": "H200"}, "perhaps H100, B200"),
        ({"tokens": 1, "area": "Atlantis"}, "the release has no area Atlantis"),
        ({"tokens": 1, "area": ["FRA"]}, "valid string"),
    ],
)
def test_a_question_that_cannot_be_answered_is_refused_and_the_next_one_is_answered(
    asked: Asked, given: dict[str, object], words: str
) -> None:
    said = asked.refusal("price_workload", **{"model": "qwen-3-32b", **given})

    assert words in said
    assert len(said) < 1000
    assert asked.answer("list_areas", name="FRA")["areas"][0]["area"] == "France"


def test_a_tool_that_is_not_there_is_refused(asked: Asked) -> None:
    assert "Unknown tool" in asked.refusal("delete_release")


def test_every_file_of_the_release_is_listed_and_read_as_sealed(asked: Asked) -> None:
    api = json.loads((TREE / "openapi.json").read_bytes())["paths"]
    files = {path.relative_to(TREE).as_posix(): path for path in TREE.rglob("*") if path.is_file()}

    listed = {one.name: one for one in asked.portal.call(asked.client.list_resources).resources}

    assert listed.keys() == files.keys()
    for path, place in files.items():
        found, content = listed[path], place.read_bytes()
        assert found.size == len(content)
        declared = api.get(f"/{path}", api["/models/{slug}.json"])["get"]["responses"]["200"]
        assert found.mime_type in declared["content"]
        assert ERRATUM in (found.description or "")
        (part,) = asked.portal.call(asked.client.read_resource, found.uri).contents
        text = getattr(part, "text", None)
        read = base64.b64decode(getattr(part, "blob", "")) if text is None else text.encode()
        assert (part.mime_type, read) == (found.mime_type, content)


@pytest.mark.parametrize(
    "uri",
    [
        f"green-tokens://{NEWEST}/../seal.json",
        f"green-tokens://{NEWEST}/%2e%2e/seal.json",
        f"green-tokens://{NEWEST}/models/../index.json",
        f"green-tokens://{NEWEST}/..%2fseal.json",
        f"green-tokens://{NEWEST}/index.json\0",
        f"green-tokens://{NEWEST}",
        "green-tokens://2026-12-01/index.json",
        "file:///etc/passwd",
        "index.json",
        "",
        "x" * 10**5,
    ],
)
def test_no_other_address_is_read(asked: Asked, uri: str) -> None:
    with pytest.raises(MCPError, match="Unknown resource"):
        asked.portal.call(asked.client.read_resource, uri)


def test_the_citation_is_that_of_the_card_with_what_was_said_since(asked: Asked) -> None:
    card = (TREE / "README.md").read_text("utf-8")

    answer = asked.answer("cite_release")

    assert f"Attribution line: {answer['attribution']}" in card
    before, note, _ = answer["bibtex"].partition(",\n  note         = {")
    assert before in card
    assert note
    assert f"Version {NEWEST} has an erratum: {ERRATUM}" in answer["bibtex"]
    assert answer["doi"] == answer["about"]["doi"]


def test_releases_are_told_with_their_notices(asked: Asked) -> None:
    listed = json.loads((ROOT / "releases" / "index.json").read_bytes())["versions"]

    releases = asked.answer("list_releases")["releases"]

    for told, known in zip(releases, listed, strict=True):
        assert (told["version"], told["files"], told["bytes"]) == (
            known["version"],
            known["files"],
            known["bytes"],
        )
    assert {"kind": "erratum", "note": ERRATUM} in releases[0]["notices"]


def test_what_changes_while_the_server_runs_shows_at_once(
    asked: Asked, project: FakeProject
) -> None:
    """A notice is told with the next answer; a file that is no longer as sealed is not read."""
    more = f"Seen {len(asked.answer('list_models')['about']['notices'])} notices before."
    Ledger(project.releases).add_notice("erratum", NEWEST, more)
    place = project.releases / NEWEST / "tree" / "grid.json"
    content = place.read_bytes()
    uri = f"green-tokens://{NEWEST}/grid.json"

    try:
        place.write_bytes(content.replace(b"France", b"Frence"))
        with pytest.raises(MCPError, match="not what was sealed"):
            asked.portal.call(asked.client.read_resource, uri)
    finally:
        place.write_bytes(content)

    newest = asked.answer("list_models")["about"]["notices"][-1]
    assert newest == {"kind": "erratum", "note": more}
    assert more in asked.answer("cite_release")["apa"]
    assert asked.portal.call(asked.client.read_resource, uri).contents


def test_what_the_program_is_told_first_names_release_and_boundary(asked: Asked) -> None:
    told = asked.client.instructions or ""

    assert f"Release {NEWEST}" in told
    assert "GPU only" in told
    assert f"ERRATUM: {ERRATUM}" in told


def test_standard_output_holds_messages_and_nothing_else(project: FakeProject) -> None:
    sent = f"no json\n\n{{}}\n{HELLO}\n" + "[" * 10_000 + "\n"

    with started(project) as server:
        out, err = server.communicate(sent, timeout=30)

    assert server.returncode == 0, err
    messages = [json.loads(line) for line in out.splitlines()]
    assert {one["jsonrpc"] for one in messages} == {"2.0"}
    (answered,) = (one for one in messages if one.get("id") == 1)
    assert answered["result"]["serverInfo"]["name"] == "green-tokens"
    assert "answers on standard input and output" in err


def test_a_program_that_went_away_is_no_failure(project: FakeProject) -> None:
    with started(project) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        assert server.stderr is not None
        server.stderr.readline()
        server.stdout.close()
        server.stdin.write(f"{HELLO}\n")
        server.stdin.close()
        assert server.wait(timeout=20) == 0
        assert server.stderr.read() == ""


def test_an_interrupt_ends_it_quietly_while_it_waits(project: FakeProject) -> None:
    with started(project) as server:
        assert server.stderr is not None
        server.stderr.readline()
        server.send_signal(signal.SIGINT)
        assert server.wait(timeout=10) == 0
        assert server.stderr.read() == ""


@pytest.mark.parametrize(
    ("header", "value", "status"),
    [
        ("Host", "green-tokens.example", 421),
        ("Host", "127.0.0.1.example:80", 421),
        ("Origin", "https://green-tokens.example", 403),
        ("Origin", "null", 403),
    ],
)
def test_a_page_of_another_site_gets_no_answer(
    address: str, header: str, value: str, status: int
) -> None:
    place = urlsplit(address)
    line = HTTPConnection(place.hostname or "", place.port or 0, timeout=10)
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
    headers = {
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
        header: value,
    }

    line.request("POST", place.path, body, headers)
    answered = line.getresponse()

    assert answered.status == status
    assert b"list_models" not in answered.read()
    line.close()


def test_a_port_that_is_taken_is_told(project: FakeProject) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        said = project.call("mcp", "--http", "--port", str(taken.getsockname()[1]))

    assert said.code == 1
    assert "is in use" in said.err
    assert (said.out, "--port 0" in said.err) == ("", True)


def test_a_port_without_http_is_told(project: FakeProject) -> None:
    said = project.call("mcp", "--port", "8001")

    assert (said.code, said.out) == (1, "")
    assert "add --http" in said.err


def test_without_the_library_the_way_to_it_is_told(project: FakeProject) -> None:
    script = (
        "import sys; sys.modules['mcp'] = None; from packager.cli import main; sys.exit(main())"
    )
    said = subprocess.run(
        [sys.executable, "-P", "-c", script, "mcp"],
        cwd=project.root,
        env=ENVIRON,
        capture_output=True,
        text=True,
        check=False,
    )

    assert (said.returncode, said.stdout) == (1, "")
    assert "extra `mcp`" in said.stderr
    assert "requirements.lock" in said.stderr


def test_a_release_with_a_changed_byte_is_not_asked(project: FakeProject) -> None:
    place = project.releases / NEWEST / "tree" / "README.md"
    content = place.read_bytes()
    place.write_bytes(content + b" ")

    try:
        said = project.call("mcp")
    finally:
        place.write_bytes(content)

    assert (said.code, said.out) == (5, "")
    assert "changed: README.md" in said.err


@pytest.mark.parametrize(("version", "code"), [("2020-01-01", 4), ("newest", 1)])
def test_a_version_that_is_not_sealed_is_refused(
    project: FakeProject, version: str, code: int
) -> None:
    said = project.call("mcp", version)

    assert (said.code, said.out) == (code, "")
