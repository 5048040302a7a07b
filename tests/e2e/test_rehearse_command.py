"""`packager rehearse`: the whole road against bundled hosts, and nothing stays."""

import os
from pathlib import Path

import pytest

from tests.fakes.projects import FakeProject, contents, new_project

VERSION = "2026-12-31"


@pytest.fixture
def project(tmp_path: Path) -> FakeProject:
    project = new_project(tmp_path / "project")
    project.environ["PATH"] = os.environ["PATH"]
    return project


def test_a_fault_stops_the_rehearsal_once_and_the_same_command_completes_it(
    project: FakeProject,
) -> None:
    before = contents(project.root)

    said = project.call("rehearse", VERSION, "--fault", "publish:refused")

    assert said.code == 0, said
    assert said.out.startswith(f"{VERSION}\tpublished once on both hosts, verified\t")
    assert "fault to come, once: publish:refused" in said.err
    published = f"$ packager publish {VERSION} --to zenodo --to huggingface\n"
    assert said.err.count(published) >= len(("the publication", "its repetition"))
    assert f"$ packager verify {VERSION} --deep" in said.err
    assert contents(project.root) == before


def test_a_fault_of_an_unknown_name_is_refused_with_the_way_to_the_names(
    project: FakeProject,
) -> None:
    said = project.call("rehearse", VERSION, "--fault", "publish:flood")

    assert said.code == 1
    assert "flood" in said.err
    assert "`packager rehearse --list`" in said.err


def test_the_list_names_faults_that_can_be_had(project: FakeProject) -> None:
    said = project.call("rehearse", "--list")

    assert {"publish:504-after", "publish:refused"} <= set(said.out.split())


def test_a_rehearsal_needs_a_version(project: FakeProject) -> None:
    said = project.call("rehearse")

    assert said.code == 1
    assert "name one" in said.err
