"""The road from pinned sources to a mirror, by the commands a person types."""

import json
import shutil
from pathlib import Path

import pytest

from tests.fakes.projects import FakeProject, contents, new_project

FIRST, SECOND = "2026-11-30", "2026-12-01"


@pytest.fixture(scope="module")
def sealed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with one sealed release; each test takes a copy."""
    project = new_project(tmp_path_factory.mktemp("sealed") / "project")
    assert project.call("cut", FIRST).code == 0
    return project.root


@pytest.fixture
def project(sealed: Path, tmp_path: Path) -> FakeProject:
    shutil.copytree(sealed, tmp_path / "project")
    return FakeProject(tmp_path / "project")


def test_what_stops_names_the_command_that_goes_on_with_its_mirror(project: FakeProject) -> None:
    words = ("publish", FIRST, "--mirror", "my mirror", "--to", "directory", "--to", "directory")
    stopped = project.call(*words)

    assert stopped.code == 3
    again = f"`packager publish {FIRST} --to directory --mirror 'my mirror'` again"
    assert f"create it, or mount its disk; then run {again}" in stopped.err
    (project.root / "my mirror").mkdir()
    assert project.call(*words).code == 0
    assert (project.root / "my mirror" / FIRST / "README.md").is_file()


def test_a_version_is_cut_once(project: FakeProject) -> None:
    before = contents(project.releases)

    again = project.call("cut", FIRST)

    assert again.code == 4
    assert "is already sealed" in again.err
    assert "2026-11-30.1" in again.err
    assert contents(project.releases) == before


def test_a_version_older_than_the_newest_is_refused(project: FakeProject) -> None:
    before = contents(project.releases)

    older = project.call("cut", "2026-11-29")

    assert older.code == 4
    assert "older than 2026-11-30" in older.err
    assert contents(project.releases) == before


def test_a_second_version_of_a_day_follows_the_first(project: FakeProject) -> None:
    assert project.call("cut", "2026-11-30.1").code == 0

    tree = project.releases / "2026-11-30.1" / "tree"
    manifest = json.loads((tree / "manifest.json").read_bytes())
    assert (manifest["version"], manifest["date"]) == ("2026-11-30.1", "2026-11-30")


def test_an_altered_source_table_stops_a_build_and_leaves_nothing(project: FakeProject) -> None:
    table = project.releases / "sources/ml-energy/2026-02-16/text-conversation.csv"
    table.write_bytes(table.read_bytes().replace(b"0.6993091867226764", b"0.6993091867226765"))

    said = project.call("build", SECOND)

    assert said.code == 1
    assert "altered" in said.err
    assert "text-conversation.csv" in said.err
    assert not list((project.root / "dist").glob("*"))


def test_a_source_that_is_not_pinned_is_refused_with_those_there_are(project: FakeProject) -> None:
    said = project.call("build", SECOND, "--source", "ember=2031-01")

    assert said.code == 1
    assert "no vintage 2031-01 of ember" in said.err
    assert "2026-04" in said.err


def test_a_changed_byte_in_a_sealed_tree_is_refused_and_named(project: FakeProject) -> None:
    index = project.releases / FIRST / "tree" / "index.csv"
    index.write_bytes(index.read_bytes().replace(b"12.97", b"12.98"))

    for words in (("publish", FIRST, "--to", "directory"), ("cut", SECOND)):
        said = project.call(*words)
        assert said.code == 5
        assert "changed: index.csv" in said.err
        assert "git checkout" in said.err
    assert not list((project.root / "dist" / "mirror").glob("*"))


def test_an_edited_ledger_line_is_refused_by_every_verb(project: FakeProject) -> None:
    ledger = project.releases / "ledger.jsonl"
    ledger.write_bytes(ledger.read_bytes().replace(b'"note":""', b'"note":"x"'))

    for words in (
        ("ledger", "verify"),
        ("cut", SECOND),
        ("rebuild", FIRST),
        ("publish", FIRST, "--to", "directory"),
        ("release",),
    ):
        assert project.call(*words).code == 5


def test_the_rebuilt_release_is_the_sealed_one(project: FakeProject) -> None:
    said = project.call("rebuild", FIRST, "--compare")

    assert said.code == 0
    assert "byte for byte" in said.out
    assert contents(project.root / "dist" / FIRST) == contents(project.releases / FIRST / "tree")


def test_another_prose_is_told_with_what_to_do(project: FakeProject) -> None:
    card = project.root / "dataset_card" / "README.md.j2"
    card.write_text(card.read_text() + "\nOne more sentence.\n")

    said = project.call("rebuild", FIRST, "--compare")

    assert said.code == 5
    assert "changed: README.md" in said.err
    assert "ledger relay" in said.err


def test_the_ledger_is_laid_anew_while_nothing_is_public(project: FakeProject) -> None:
    assert project.call("cut", SECOND).code == 0
    card = project.root / "dataset_card" / "README.md.j2"
    card.write_text(card.read_text() + "\nOne more sentence.\n")

    said = project.call("ledger", "relay")

    assert said.code == 0
    assert [line.split("\t")[0] for line in said.out.splitlines()] == [FIRST, SECOND]
    for version in (FIRST, SECOND):
        assert project.call("rebuild", version, "--compare").code == 0
        readme = (project.releases / version / "tree" / "README.md").read_text()
        assert readme.endswith("One more sentence.\n")
    assert project.call("ledger", "verify").code == 0


def test_a_relay_that_fails_leaves_the_old_ledger(project: FakeProject) -> None:
    card = project.root / "dataset_card" / "README.md.j2"
    card.write_text(card.read_text() + "\nThere are 12 apples.\n")
    before = contents(project.releases)

    said = project.call("ledger", "relay")

    assert said.code == 1
    assert "typed: 12" in said.err
    assert contents(project.releases) == before


def test_the_release_is_carried_once_and_the_second_run_says_so(project: FakeProject) -> None:
    before = contents(project.releases)

    first = project.call("release")
    mirrored = contents(project.root / "dist" / "mirror")
    second = project.call("release")

    assert (first.code, second.code) == (0, 0)
    assert "equal to its seal" in first.err
    assert "0 files sent" in second.err
    assert "is in" in second.err
    assert "12.97  1  B200  Llama 3.1 8B Instruct" in second.out
    assert "572.94  8  H100  Llama 3.1 405B Instruct FP8" in second.out
    assert contents(project.root / "dist" / "mirror") == mirrored
    assert contents(project.releases) == before


def test_release_with_a_version_cuts_it_from_the_named_sources(project: FakeProject) -> None:
    said = project.call("release", "--version", SECOND, "--source", "ember=2026-01", "--json")

    answer = json.loads(said.out)
    assert said.code == 0
    assert (answer["version"], answer["rows"]["grid"]) == (SECOND, 91)
    assert "git add releases" in said.err
    change = json.loads((project.releases / SECOND / "change.json").read_bytes())
    assert change["kind"] == "source"
    assert change["documents"] == ["grid.json"]
    assert "January 2026" in change["source_version"]


def test_what_people_wrote_becomes_the_entry_of_the_release(project: FakeProject) -> None:
    fragment = project.releases / "next" / "grid.toml"
    fragment.parent.mkdir()
    fragment.write_text('kind = "correction"\nsummary = "Said better."\nreason = "It was not."\n')

    assert project.call("cut", SECOND).code == 0

    changes = json.loads((project.releases / SECOND / "tree" / "changes.json").read_bytes())
    newest, oldest = changes["rows"]
    assert (newest["kind"], newest["summary"]) == ("correction", "Said better.")
    assert (oldest["version"], oldest["kind"]) == (FIRST, "release")
    assert not fragment.exists()


def test_a_broken_fragment_is_refused_and_stays(project: FakeProject) -> None:
    fragment = project.releases / "next" / "grid.toml"
    fragment.parent.mkdir()
    fragment.write_text('kind = "whim"\nsummary = "x"\nreason = "y"\n')

    said = project.call("cut", SECOND)

    assert said.code == 1
    assert "next/grid.toml" in said.err
    assert "correction" in said.err
    assert fragment.exists()


def test_a_folder_that_is_no_tree_is_not_written_over(project: FakeProject) -> None:
    place = project.root / "letters"
    place.mkdir()
    (place / "to-ada.txt").write_text("Dear Ada")

    said = project.call("build", SECOND, "--out", "letters")

    assert said.code == 1
    assert contents(place) == {"to-ada.txt": b"Dear Ada"}


def test_outside_a_project_the_message_says_where_to_go(tmp_path: Path) -> None:
    said = FakeProject(tmp_path).call("build", SECOND)

    assert said.code == 1
    assert "no project here" in said.err
    assert "--settings" in said.err


@pytest.mark.parametrize("version", ["2026-02-30", "yesterday", "2026-11-30.0", "../2026-11-30"])
def test_what_is_no_version_is_refused_before_anything_is_read(
    project: FakeProject, version: str
) -> None:
    before = contents(project.root)

    said = project.call("cut", version)

    assert said.code == 1
    assert "is not a version" in said.err
    assert contents(project.root) == before
