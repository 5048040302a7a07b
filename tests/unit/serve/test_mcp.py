"""The server takes the questions of any index; what fails inside stays inside."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import anyio
import pytest
from mcp import Client
from mcp.types import CallToolResult
from mcp.types import Tool as ListedTool

from packager.assemble.tree import files_of
from packager.domain.answer import Notice, Speaker, Tool
from packager.domain.errors import ConfigError
from packager.domain.release import FileEntry, Identity, Release
from packager.serve.mcp import ReleaseServer
from packager.serve.offer import Offer, release_tools
from packager.serve.shelf import Shelf

IDENTITY = Identity("2026-11-30")
NOTICE = Notice(kind="withdraw", note="Use it no more.")
CITATION = dict.fromkeys(("url", "attribution", "bibtex", "apa", "ris", "csl_json"), "x")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rain:
    """Rain of a day.

    Attributes:
        millimetres: as measured.
    """

    millimetres: int | float
    places: tuple[str, ...] = ()


def rain(day: Annotated[str, "A day."], place: Annotated[str | None, "A place."] = None) -> Rain:
    if day == "never":
        raise ConfigError("no such day", where="day", mend="name another")
    if day == "crash":
        raise ValueError("a secret of the machine")
    return Rain(millimetres=12.5, places=(place,) if place else ())


@pytest.fixture
def server(tmp_path: Path) -> ReleaseServer:
    (tmp_path / "datapackage.json").write_text('{"resources": []}')
    release = Release("2026-11-30", tmp_path, files_of(tmp_path), FileEntry("x.zip", 0, "", "", ""))
    speaker = Speaker(IDENTITY, "mm", "sky", "CC0-1.0", (), lambda: (NOTICE,))
    return ReleaseServer(
        Offer(
            name="rain",
            title="Rain",
            tool_version="0",
            instructions="Ask for rain.",
            speaker=speaker,
            tools=(
                Tool("rain", "Rain", "Rain of a day.", rain),
                *release_tools(speaker, lambda: CITATION, lambda: ()),
            ),
            shelf=Shelf(release),
        )
    )


def call(server: ReleaseServer, name: str, **given: object) -> CallToolResult:
    async def ask() -> CallToolResult:
        async with Client(server) as client:
            return await client.call_tool(name, given)

    return anyio.run(ask)


def listed(server: ReleaseServer, name: str) -> ListedTool:
    return next(tool for tool in anyio.run(server.list_tools) if tool.name == name)


def text(said: CallToolResult) -> str:
    return "".join(getattr(part, "text", "") for part in said.content)


def test_a_question_is_described_by_its_annotations(server: ReleaseServer) -> None:
    tool = listed(server, "rain")

    taken = tool.input_schema["properties"]
    assert (taken["day"]["description"], taken["place"]["description"]) == ("A day.", "A place.")
    assert (tool.input_schema["required"], tool.input_schema["additionalProperties"]) == (
        ["day"],
        False,
    )
    assert tool.output_schema is not None
    assert "millimetres: as measured" in tool.output_schema["description"]
    assert tool.annotations is not None
    assert (tool.annotations.read_only_hint, tool.annotations.open_world_hint) == (True, False)


def test_an_answer_is_structured_as_its_type_says(server: ReleaseServer) -> None:
    said = call(server, "rain", day="2026-11-30", place="here")

    assert said.structured_content == {"millimetres": 12.5, "places": ["here"]}


def test_a_deliberate_error_says_what_where_and_how_to_mend(server: ReleaseServer) -> None:
    said = call(server, "rain", day="never")

    assert said.is_error
    assert text(said).endswith("no such day\n  where: day\n  mend:  name another")


def test_a_crash_tells_nothing_of_the_machine(server: ReleaseServer) -> None:
    said = call(server, "rain", day="crash")

    assert said.is_error
    assert text(said) == "Error executing tool rain"


def test_the_questions_of_every_release_are_headed_by_it(server: ReleaseServer) -> None:
    cited, releases = (
        call(server, name).structured_content for name in ("cite_release", "list_releases")
    )

    assert cited is not None
    assert releases is not None
    head = cited["about"]
    assert (head["version"], head["unit"], head["boundary"]) == ("2026-11-30", "mm", "sky")
    assert head["notices"] == [{"kind": "withdraw", "note": "Use it no more."}]
    assert "No DOI was reserved" in head["caveats"][0]
    assert (releases["about"]["version"], releases["releases"]) == ("2026-11-30", [])


def test_a_notice_stands_in_the_first_words_and_with_every_file(server: ReleaseServer) -> None:
    (file,) = anyio.run(server.list_resources)

    assert "WITHDRAW: Use it no more." in (server.instructions or "")
    assert "WITHDRAW: Use it no more." in (file.description or "")
    assert (file.uri, file.size) == ("rain://2026-11-30/datapackage.json", 17)
