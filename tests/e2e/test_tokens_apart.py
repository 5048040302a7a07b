"""Two tokens of Zenodo: one fills drafts and cannot publish, the other is shown for publishing."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.projects import FakeProject, Said
from tests.fakes.publications import HUB, PUBLISH, UPLOAD, VERSION, sealed_version

HOSTS = ("--to", "zenodo", "--to", "huggingface")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FakeProject]:
    """A project whose environment holds the token for drafts alone."""
    with sealed_version(tmp_path_factory.mktemp("apart")) as stage:
        yield stage.project


def publish(project: FakeProject, *more: str, **tokens: str) -> Said:
    given = project.environ | {f"{name.upper()}_TOKEN": token for name, token in tokens.items()}
    return FakeProject(project.root, given).call("publish", VERSION, *HOSTS, *more)


def record(project: FakeProject) -> Path:
    return project.releases / VERSION / "record.zenodo.json"


def test_a_plan_needs_no_token_that_could_publish(project: FakeProject) -> None:
    said = publish(project, "--dry-run", "--as-visitor")

    assert said.code == 0, said.err
    assert "becomes public with DOI 10." in said.out
    assert "seen without a token: what is private, and who may write, is not known" in said.out


def test_a_visitor_publishes_nothing(project: FakeProject) -> None:
    said = publish(project, "--as-visitor", hf=HUB, zenodo_publish=PUBLISH)

    assert said.code == 1
    assert "a visitor publishes nothing" in said.err
    assert not record(project).exists()


def test_the_token_for_drafts_alone_is_refused_before_anything_is_sent(
    project: FakeProject,
) -> None:
    said = publish(project, hf=HUB)

    assert said.code == 1
    assert "no ZENODO_PUBLISH_TOKEN or ZENODO_TOKEN" in said.err


def test_a_host_that_knows_scopes_lets_the_token_for_drafts_publish_nothing(
    project: FakeProject,
) -> None:
    said = publish(project, hf=HUB, zenodo_publish=UPLOAD)

    assert said.code != 0
    assert "403" in said.err
    assert UPLOAD not in said.err
    assert not record(project).exists()


def test_both_together_publish(project: FakeProject) -> None:
    said = publish(project, hf=HUB, zenodo_publish=PUBLISH)

    assert said.code == 0, said.err
    assert record(project).is_file()
    assert PUBLISH not in said.err + said.out
