"""A sealed version of this index with a reserved DOI, and two hosts on loopback for it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import huggingface_hub.constants
import pytest

from packager.rehearse.hub import HubServer
from packager.rehearse.invenio import InvenioServer
from packager.rehearse.records.state import InvenioOptions
from tests.fakes.projects import FakeProject, new_project

VERSION, REPO = "2026-12-31", "leadgreen/green-tokens"
UPLOAD, PUBLISH, HUB = "upload-token-1", "publish-token-2", "hf_write"
"""Two tokens of one account on the first host, and one of the other."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A project and its hosts."""

    project: FakeProject
    zenodo: InvenioServer
    hub: HubServer


@contextmanager
def sealed_version(folder: Path) -> Iterator[Stage]:
    """A project in which a version was reserved and cut; nothing is public yet."""
    options = InvenioOptions({UPLOAD: "1", PUBLISH: "1"}, drafting={UPLOAD})
    with (
        pytest.MonkeyPatch.context() as patch,
        InvenioServer(options=options) as zenodo,
        HubServer() as hub,
    ):
        patch.setattr(huggingface_hub.constants, "HF_HUB_DISABLE_XET", True)
        yield Stage(sealed_on(folder, zenodo.url, hub.url), zenodo, hub)


def sealed_on(folder: Path, zenodo: str, hub: str, repo: str = REPO, **tokens: str) -> FakeProject:
    """A project in which a version was reserved and cut, for hosts at these addresses."""
    project = new_project(folder / "project")
    (project.root / "pyproject.toml").write_text(
        f'[tool.packager]\nrepo_id = "{repo}"\nzenodo = "{zenodo}"\nhub = "{hub}"\n'
    )
    project.environ.update({"HOME": str(folder), "ZENODO_UPLOAD_TOKEN": UPLOAD} | tokens)
    for words in (("reserve", VERSION, "--first"), ("cut", VERSION)):
        said = project.call(*words)
        assert said.code == 0, said
    return project
