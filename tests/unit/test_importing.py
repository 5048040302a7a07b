import json
from datetime import date
from io import StringIO
from pathlib import Path

import pytest

from packager.cli.main import main
from packager.cli.world import World

ROUND = "model,total_gpu_energy,energy_score,class\na/one,0.02,1,A\na/one,0.02,1,A\n"
ABOUT = """
version = "first round"
retrieved = 2026-11-30
rights = "Apache-2.0"
unit = "kWh per 1,000 queries"
"""


class Desk:
    """A project of its own and what a command says in it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.out, self.err = folder, StringIO(), StringIO()
        (folder / "pyproject.toml").write_text("[tool.packager]\n")
        (folder / "round.csv").write_text(ROUND)
        (folder / "about.toml").write_text(ABOUT)
        self.given = self.content()

    def run(self, *words: str) -> int:
        self.out, self.err = StringIO(), StringIO()
        world = World(date(2026, 11, 30), {}, self.folder, self.out, self.err)
        return main(["import", *words], world)

    def content(self) -> dict[str, bytes]:
        return {
            path.relative_to(self.folder).as_posix(): path.read_bytes()
            for path in self.folder.rglob("*")
            if path.is_file()
        }

    @property
    def said(self) -> str:
        return self.err.getvalue()


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


SCORE = ("ai-energy-score", "round.csv", "--vintage", "2025-02", "--about", "about.toml")


def test_an_import_says_what_lies_where(desk: Desk) -> None:
    assert desk.run(*SCORE) == 0

    place = desk.folder / "releases/sources/ai-energy-score/2025-02"
    assert desk.out.getvalue() == (
        f"text-generation\t1 rows\t5 columns\t{place / 'text-generation.csv'}\n"
    )
    assert "1 rows repeat another" in desk.said
    assert f"pinned, in {place}" in desk.said
    assert {path.name for path in place.iterdir()} == {"source.json", "text-generation.csv"}


def test_the_same_import_again_says_that_nothing_was_written(desk: Desk) -> None:
    desk.run(*SCORE)

    assert desk.run(*SCORE, "--json") == 0

    told = json.loads(desk.out.getvalue())
    assert told["written"] is False
    assert told["tables"][0]["rows"] == 1


def test_options_win_over_the_about_file(desk: Desk) -> None:
    statements = ("--inferred", "One.", "--inferred", "Two.", "--unverified", "Three.")

    assert desk.run(*SCORE, "--version", "second", *statements, "--partial") == 0

    place = desk.folder / "releases/sources/ai-energy-score/2025-02/source.json"
    source = json.loads(place.read_text())
    (row,) = source["ledger"]
    assert source["partial"] is True
    assert (row["version"], row["retrieved"]) == ("second", "2026-11-30")
    assert (row["inferred"], row["unverified"]) == (["One.", "Two."], ["Three."])


def test_other_content_under_a_vintage_ends_with_the_code_for_sealed(desk: Desk) -> None:
    desk.run(*SCORE)

    assert desk.run(*SCORE, "--version", "second") == 4
    assert "is there with other content" in desk.said


def test_a_source_may_be_cited_without_a_file(desk: Desk) -> None:
    facts = [
        *("--title", "T", "--publisher", "P", "--version", "1", "--retrieved", "2026-11-30"),
        *("--rights", "All rights reserved", "--citation", "C", "--url", "https://example.org"),
    ]

    assert desk.run("some-page", "--cited", "--vintage", "2026-11-30", *facts) == 0

    place = desk.folder / "releases/sources/some-page/2026-11-30/source.json"
    source = json.loads(place.read_text())
    assert (source["tables"], source["originals"]) == ([], [])
    assert [(row["id"], row["redistributed"]) for row in source["ledger"]] == [("some-page", False)]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("embr", "round.csv", "--vintage", "1"), "perhaps ember"),
        (("ember", "--vintage", "1"), "no path"),
        (("ember", "round.csv", "--cited", "--vintage", "1"), "a path beside --cited"),
        (("ember", "round.csv", "--vintage", "1"), "yearly long table"),
        (("ember", "absent.csv", "--vintage", "1"), "no such file"),
        (("ember", ".", "--vintage", "1"), "a folder"),
        (("ai-energy-score", "round.csv", "--vintage", "1"), "no unit"),
        ((*SCORE[:3], "../../x", *SCORE[4:]), "cannot name a vintage"),
        ((*SCORE[:3], "1", "--unit", "Wh per query"), "version is missing"),
        ((*SCORE[:5], "absent.toml"), "cannot be read"),
        ((*SCORE[:5], "round.csv"), "cannot be read"),
        ((*SCORE, "--retrieved", "yesterday"), "not a day"),
        (("../x", "--cited", "--vintage", "1"), "cannot name a source"),
    ],
)
def test_what_a_person_did_wrong_is_told_and_nothing_is_written(
    desk: Desk, words: tuple[str, ...], told: str
) -> None:
    assert desk.run(*words) == 1

    assert told in desk.said
    assert "mend:" in desk.said
    assert desk.content() == desk.given


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('licence = "x"', "unknown key licence"),
        ('right = "x"', "perhaps rights"),
        ('partial = "yes"', "partial is 'yes'"),
        ("version = ", "cannot be read"),
        ("version = 1", "put it in quotes"),
        ("inferred = 1", "inferred is no list"),
    ],
)
def test_an_about_file_that_says_what_nothing_reads_is_refused(
    desk: Desk, line: str, told: str
) -> None:
    (desk.folder / "other.toml").write_text(line)

    assert desk.run(*SCORE[:5], "other.toml", "--unit", "Wh per query") == 1

    assert told in desk.said
    assert not (desk.folder / "releases").exists()


def test_a_path_may_lead_through_the_folder_above(desk: Desk) -> None:
    path = f"../{desk.folder.name}/round.csv"

    assert desk.run(SCORE[0], path, *SCORE[2:]) == 0


HOSTILE = {
    "nothing": b"",
    "blank lines": b"\n\r\n",
    "a NUL": b'{"a": 1}\n\0',
    "UTF-16": '{"a": 1}'.encode("utf-16"),
    "Latin-1": "Côte d'Ivoire".encode("latin-1"),
    "cut off": b'{"parts": [{"id": "a',
    "a key twice": b'{"a": 1, "a": 2}',
    "no number": b'{"a": NaN}',
    "a number without end": b'{"a": ' + b"9" * 100_000 + b"}",
    "a table of something else": b"a,b\n1,2\n",
    "an open quote": b'model,total_gpu_energy\n"a,1\n' + b"x\n" * 100_000,
}


@pytest.mark.parametrize("kind", ["ml-energy", "ember", "ai-energy-score", "nvidia"])
@pytest.mark.parametrize("name", HOSTILE)
def test_a_damaged_file_is_refused_by_every_source_and_nothing_is_written(
    desk: Desk, kind: str, name: str
) -> None:
    (desk.folder / "given").write_bytes(HOSTILE[name])
    before = desk.content()

    assert desk.run(kind, "given", *SCORE[2:]) == 1

    assert desk.said.startswith("packager: ")
    assert len(desk.said) < 3000
    assert desk.content() == before
    assert not (desk.folder / "releases").exists()
