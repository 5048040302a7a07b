"""Errata, withdrawals and supersessions: said aloud, and not one sealed byte changes."""

import json
import shutil
from pathlib import Path

import pytest

from packager.cli.carrying import release_notes
from packager.publish.ledger import Ledger
from tests.fakes.projects import FakeProject, contents, new_project

FIRST, SECOND, THIRD = "2026-11-30", "2026-12-01", "2026-12-02"


@pytest.fixture(scope="module")
def sealed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with two sealed releases; each test takes a copy."""
    project = new_project(tmp_path_factory.mktemp("sealed") / "project")
    for version in (FIRST, SECOND):
        assert project.call("cut", version).code == 0
    return project.root


@pytest.fixture
def project(sealed: Path, tmp_path: Path) -> FakeProject:
    shutil.copytree(sealed, tmp_path / "project")
    return FakeProject(tmp_path / "project")


@pytest.fixture(scope="module")
def sealed_thrice(sealed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("thrice") / "project"
    shutil.copytree(sealed, root)
    assert FakeProject(root).call("cut", THIRD).code == 0
    return root


@pytest.fixture
def three(sealed_thrice: Path, tmp_path: Path) -> FakeProject:
    """Three sealed releases."""
    shutil.copytree(sealed_thrice, tmp_path / "project")
    return FakeProject(tmp_path / "project")


def sealed_bytes(project: FakeProject) -> dict[str, bytes]:
    return {
        path: content
        for path, content in contents(project.releases).items()
        if path not in {"ledger.jsonl", "index.json"}
    }


def rows(project: FakeProject, version: str) -> list[dict[str, object]]:
    path = project.releases / version / "tree" / "changes.json"
    found: list[dict[str, object]] = json.loads(path.read_bytes())["rows"]
    return found


@pytest.mark.parametrize(
    ("words", "note", "cited"),
    [
        (("erratum", FIRST), "One area is wrong.", "has an erratum: One area is wrong."),
        (("withdraw", FIRST), "Not ours to give.", "was withdrawn: Not ours to give."),
        (
            ("supersede", FIRST, "--by", SECOND),
            "It has all areas.",
            f"is superseded: Use {SECOND} instead. It has all areas.",
        ),
    ],
)
def test_a_notice_stands_with_every_citation_and_no_sealed_byte_changes(
    project: FakeProject, words: tuple[str, ...], note: str, cited: str
) -> None:
    before = sealed_bytes(project)

    said = project.call(*words, "--note", note)

    assert said.code == 0, said.err
    assert sealed_bytes(project) == before
    assert project.call("ledger", "verify").code == 0
    assert cited in project.call("cite", FIRST).err
    index = json.loads((project.releases / "index.json").read_bytes())
    (kept,) = index["versions"][1]["notices"]
    assert kept["kind"] == words[0]
    assert note in kept["note"]


def test_the_same_notice_twice_is_one(project: FakeProject) -> None:
    words = ("erratum", FIRST, "--note", "One area is wrong.")
    assert project.call(*words).code == 0
    before = contents(project.releases)

    assert project.call(*words).code == 0

    assert contents(project.releases) == before


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (("erratum", THIRD, "--note", "x"), "is not sealed"),
        (("withdraw", FIRST, "--note", " "), "is not a line of words"),
        (("supersede", FIRST, "--by", THIRD, "--note", "x"), "no sealed version later"),
        (("supersede", SECOND, "--by", FIRST, "--note", "x"), "no sealed version later"),
        (("supersede", FIRST, "--by", FIRST, "--note", "x"), "no sealed version later"),
    ],
)
def test_a_notice_that_makes_no_sense_is_refused_and_not_kept(
    project: FakeProject, words: tuple[str, ...], what: str
) -> None:
    before = contents(project.releases)

    said = project.call(*words)

    assert said.code != 0
    assert what in said.err
    assert contents(project.releases) == before


def test_a_version_that_is_not_in_force_itself_is_no_version_to_use_instead(
    three: FakeProject,
) -> None:
    assert three.call("supersede", SECOND, "--by", THIRD, "--note", "It has all areas.").code == 0
    before = contents(three.releases)

    said = three.call("supersede", FIRST, "--by", SECOND, "--note", "x")

    assert said.code == 1
    assert f"{SECOND} is superseded by {THIRD}" in said.err
    assert f"--by {THIRD}" in said.err
    assert contents(three.releases) == before
    assert three.call("withdraw", THIRD, "--note", "Not ours to give.").code == 0
    for by, why in ((THIRD, "was withdrawn"), (SECOND, f"is superseded by {THIRD}")):
        refused = three.call("supersede", FIRST, "--by", by, "--note", "x")
        assert refused.code == 1
        assert f"{by} {why}" in refused.err
        assert "name a version that is" in refused.err


def test_of_several_supersessions_the_last_wins_everywhere(three: FakeProject) -> None:
    for by in (SECOND, THIRD, SECOND, THIRD):
        assert three.call("supersede", FIRST, "--by", by, "--note", "It is right.").code == 0

    assert three.call("ledger", "verify").code == 0
    said = three.call("cite", FIRST)
    assert f"Use {THIRD} instead." in said.out
    assert SECOND not in said.out + said.err
    index = json.loads((three.releases / "index.json").read_bytes())
    assert index["versions"][2]["notices"] == [
        {
            "kind": "supersede",
            "note": f"Use {THIRD} instead. It is right.",
            "instead": THIRD,
        }
    ]
    assert three.call("cut", f"{THIRD}.1").code == 0
    told = [one["summary"] for one in rows(three, f"{THIRD}.1") if one["kind"] == "correction"]
    assert told == [f"Use {THIRD} instead. It is right."]


def test_a_cut_behind_a_withdrawn_version_says_so_and_its_record_tells_it(
    project: FakeProject,
) -> None:
    assert project.call("withdraw", SECOND, "--note", "Not ours to give.").code == 0

    said = project.call("cut", THIRD)

    assert said.code == 0, said.err
    assert f"{SECOND}, the newest sealed version, was withdrawn: Not ours to give." in said.err
    assert f"packager supersede {SECOND} --by {THIRD}" in said.err
    assert [(one["version"], one["kind"]) for one in rows(project, THIRD)[:2]] == [
        (THIRD, "release"),
        (SECOND, "withdrawal"),
    ]
    again = project.call("cut", f"{THIRD}.1")
    assert "was withdrawn" not in again.err
    assert rows(project, f"{THIRD}.1")[1:] == rows(project, THIRD)


def test_the_next_release_tells_it_once_and_can_be_built_again(project: FakeProject) -> None:
    for kind, note in (("erratum", "One area is wrong."), ("withdraw", "And another.")):
        assert project.call(kind, FIRST, "--note", note).code == 0

    said = project.call("cut", THIRD)

    assert said.code == 0, said.err
    told = [
        (one["version"], one["kind"], one["summary"], one["date"]) for one in rows(project, THIRD)
    ]
    assert told[1:3] == [
        (FIRST, "withdrawal", "And another.", THIRD),
        (FIRST, "erratum", "One area is wrong.", THIRD),
    ]
    assert [one[:2] for one in told[3:]] == [(SECOND, "release"), (FIRST, "release")]
    assert release_notes(Ledger(project.releases), THIRD) == (
        f"Same sources as before.\n\n{FIRST}: withdrawal. And another.\n\n"
        f"{FIRST}: erratum. One area is wrong."
    )
    assert project.call("rebuild", THIRD, "--compare").code == 0
    assert project.call("cut", f"{THIRD}.1").code == 0
    assert rows(project, f"{THIRD}.1")[1:] == rows(project, THIRD)


def test_a_memory_laid_anew_has_the_same_notices_and_tells_them_no_more_often(
    project: FakeProject,
) -> None:
    assert project.call("erratum", FIRST, "--note", "One area is wrong.").code == 0
    assert project.call("cut", THIRD).code == 0
    before = rows(project, THIRD)

    assert project.call("ledger", "relay").code == 0

    assert rows(project, THIRD) == before
    assert "One area is wrong." in project.call("cite", FIRST).err
    assert project.call("cut", f"{THIRD}.1").code == 0
    assert rows(project, f"{THIRD}.1")[1:] == before
