"""A maintainer's way to a first DOI, with settings of its own; every command as it is typed."""

import json
from collections.abc import Iterator
from pathlib import Path

import huggingface_hub.constants
import pytest

from packager.publish.ledger import Ledger
from packager.rehearse.hub import HubServer
from packager.rehearse.invenio import InvenioServer
from tests.fakes.projects import FakeProject, Said, copy, new_project

VERSION, NEXT = "2026-12-31", "2027-01-31"
HOSTS = ("--to", "zenodo", "--to", "huggingface")
SETTINGS = ("--settings", "sandbox.toml")
TOKENS = {"ZENODO_TOKEN": "zenodo_own", "HF_TOKEN": "hf_write"}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FakeProject]:
    """A project with a sandbox beside its releases."""
    project = new_project(tmp_path_factory.mktemp("walk") / "project")
    copy(project.releases / "sources", project.root / "sandbox" / "sources")
    project.environ.update(TOKENS, HOME=str(project.root.parent))
    with pytest.MonkeyPatch.context() as patch, InvenioServer() as zenodo, HubServer() as hub:
        patch.setattr(huggingface_hub.constants, "HF_HUB_DISABLE_XET", True)
        said = {
            "repo_id": "alice/rehearsal",
            "zenodo": zenodo.url,
            "hub": hub.hub.url,
            "releases": "sandbox",
        }
        lines = [f'{key} = "{value}"\n' for key, value in said.items()]
        (project.root / "sandbox.toml").write_text("".join(lines))
        yield project


def call(project: FakeProject, *words: str, code: int = 0) -> Said:
    said = project.call(*words, *SETTINGS)
    assert said.code == code, f"{said.out}{said.err}"
    return said


def states(said: Said) -> list[tuple[str, ...]]:
    return [tuple(line.split("\t")[:3]) for line in said.out.splitlines()]


def test_a_first_doi_is_reserved_sealed_published_and_read_back(project: FakeProject) -> None:
    reserved = call(project, "reserve", VERSION, "--first")
    doi = reserved.out.split("\t")[1]
    assert doi.startswith("10.")
    assert f"`packager cut {VERSION} --settings sandbox.toml`" in reserved.err
    assert states(call(project, "status")) == [(VERSION, "zenodo", "reserved")]

    cut = call(project, "cut", VERSION)
    command = f"`packager publish {VERSION} --to zenodo --to huggingface --settings sandbox.toml`"
    assert command in cut.err
    assert states(call(project, "status")) == [
        (VERSION, "ledger", "sealed"),
        (VERSION, "zenodo", "reserved"),
    ]
    unpublished = call(project, "verify", VERSION, code=1)
    assert f"publish it: {command}" in unpublished.err

    before = (project.root / "sandbox" / "ledger.jsonl").read_bytes()
    dry = call(project, "publish", VERSION, *HOSTS, "--dry-run")
    assert f"becomes public with DOI {doi}, for good" in dry.out
    assert (project.root / "sandbox" / "ledger.jsonl").read_bytes() == before

    published = call(project, "publish", VERSION, *HOSTS)
    assert [line[:2] for line in states(published)] == [
        ("zenodo", VERSION),
        ("huggingface", VERSION),
    ]
    assert doi in call(project, "cite", VERSION, "--format", "bibtex").out
    assert doi in (project.root / "sandbox" / VERSION / "tree" / "README.md").read_text()
    assert not (project.releases / "ledger.jsonl").exists()


def test_what_is_published_is_equal_to_the_seal_and_shown_so(project: FakeProject) -> None:
    deep = call(project, "verify", VERSION, "--deep")
    assert [line[0:3] for line in states(deep)] == [
        ("zenodo", VERSION, "equal to the seal"),
        ("huggingface", VERSION, "equal to the seal"),
    ]
    assert states(call(project, "status")) == [
        (VERSION, "ledger", "sealed"),
        (VERSION, "zenodo", "published"),
        (VERSION, "huggingface", "published"),
    ]


def test_a_host_that_shows_other_bytes_makes_the_status_different(
    project: FakeProject, tmp_path: Path
) -> None:
    elsewhere = FakeProject(tmp_path / "copy", project.environ)
    copy(project.root, elsewhere.root)
    settings = elsewhere.root / "sandbox.toml"
    told = [
        'repo_id = "alice/none"' if "repo_id" in line else line
        for line in settings.read_text().splitlines()
    ]
    settings.write_text("\n".join(told) + "\n")

    said = elsewhere.call("status", *SETTINGS)

    assert said.code == 5
    assert (VERSION, "huggingface", "different") in states(said)
    assert (VERSION, "zenodo", "published") in states(said)


def test_the_next_version_goes_on_with_the_series(project: FakeProject) -> None:
    first = Ledger(project.root / "sandbox").find_record(VERSION, "zenodo")
    assert first is not None
    with (project.root / "sandbox.toml").open("a") as settings:
        settings.write(f'concept_doi = "{first.concept_doi}"\n')
    call(project, "reserve", NEXT)
    call(project, "cut", NEXT)

    without = FakeProject(project.root, {**project.environ, "HF_TOKEN": "hf_unknown"})
    stopped = without.call("publish", NEXT, *HOSTS, *SETTINGS)
    assert stopped.code == 1
    again = f"`packager publish {NEXT} --to zenodo --to huggingface --settings sandbox.toml` again"
    assert again in stopped.err
    call(project, "publish", NEXT, *HOSTS)

    record = Ledger(project.root / "sandbox").find_record(NEXT, "zenodo")
    assert record is not None
    assert record.concept_doi == first.concept_doi
    assert record.doi != first.doi
    tree = project.root / "sandbox" / NEXT / "tree"
    related = json.loads((tree / "datacite.json").read_text())["relatedIdentifiers"]
    assert {one["relationType"]: one["relatedIdentifier"] for one in related}.items() >= {
        ("IsVersionOf", first.concept_doi),
        ("IsNewVersionOf", first.doi),
    }
    assert first.doi not in (tree / "README.md").read_text()
    assert {state for _, _, state in states(call(project, "status"))} == {"sealed", "published"}


def test_what_was_published_is_watched_and_nothing_is_found(project: FakeProject) -> None:
    said = call(project, "watch", "--deep")

    kinds = {line.split("\t")[0] for line in said.out.splitlines()}
    assert kinds == {"seen"}
    assert "all is as it was published" in said.err
