"""`packager diff` of what hosts give to everybody, of archives and of sealed versions."""

import io
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import pytest

from packager.assemble.archive import archive
from packager.assemble.tree import files_of
from packager.cli.project import Project
from packager.cli.rehearsing import HOSTS, Stage
from packager.cli.world import World
from packager.config import read_config
from packager.green_tokens.recipe import RECIPE
from packager.rehearse.hub import HubServer
from packager.rehearse.invenio import InvenioServer
from tests.e2e.trees import ROOT

VERSION = "2026-12-31"


@dataclass(frozen=True, slots=True)
class Published:
    """A version on two bundled hosts and in a mirror, and what commands said so far."""

    stage: Stage
    told: io.StringIO

    def diff(self, *words: str) -> tuple[int, str]:
        """Exit code, and all that was said."""
        self.told.seek(0)
        self.told.truncate()
        code = self.stage.run(["diff", *words])
        return code, self.told.getvalue()

    @property
    def tree(self) -> Path:
        return self.stage.root / "releases" / VERSION / "tree"


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Published]:
    root, told = tmp_path_factory.mktemp("hosts"), io.StringIO()
    world = World(date(2001, 1, 1), {"PATH": "/usr/bin:/bin"}, root, io.StringIO(), told)
    project = Project(read_config(ROOT, None), RECIPE)
    with InvenioServer() as zenodo, HubServer() as hub:
        stage = Stage(root, world)
        stage.build(project, zenodo.url, hub.url)
        stage.play("reserve", VERSION, "--first")
        stage.play("cut", VERSION, "--source", "ember=2026-01")
        stage.play("publish", VERSION, *HOSTS, "--to", "directory")
        yield Published(stage, told)


@pytest.mark.parametrize(
    "word", [f"zenodo:{VERSION}", f"huggingface:{VERSION}", f"directory:{VERSION}"]
)
def test_what_a_host_gives_to_everybody_is_the_sealed_version(
    published: Published, word: str
) -> None:
    code, said = published.diff(VERSION, word)

    assert code == 0, said
    assert f"{VERSION} → {word}: the same" in said


def test_a_hosts_copy_is_compared_with_what_comes_next(published: Published) -> None:
    code, said = published.diff(f"zenodo:{VERSION}", "current")

    assert code == 5, said
    assert "106 added, 65 changed" in said


@pytest.fixture(scope="module")
def bundle(published: Published, tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("bundle") / "green-tokens.zip"
    archive(published.tree, files_of(published.tree), place)
    return place


def test_the_archive_of_a_version_is_the_same_as_its_tree(
    published: Published, bundle: Path
) -> None:
    code, said = published.diff(str(bundle), VERSION)

    assert code == 0, said


@pytest.mark.parametrize("kept", [100, -100])
def test_a_damaged_archive_is_an_error_and_not_a_difference(
    published: Published, bundle: Path, tmp_path: Path, kept: int
) -> None:
    (tmp_path / "cut.zip").write_bytes(bundle.read_bytes()[:kept])

    code, said = published.diff(str(tmp_path / "cut.zip"), VERSION)

    assert code == 1, said
    assert "damaged archive" in said


def test_a_mirror_that_somebody_changed_is_an_error(published: Published) -> None:
    index = published.stage.root / "dist" / "mirror" / VERSION / "index.csv"
    before = index.read_bytes()
    index.write_bytes(before + b"\n")

    code, said = published.diff(VERSION, f"directory:{VERSION}")
    index.write_bytes(before)

    assert code == 1, said
    assert "changed: index.csv" in said


def test_a_mirror_without_the_version_is_named(published: Published, tmp_path: Path) -> None:
    words = (VERSION, f"directory:{VERSION}", "--mirror", str(tmp_path / "empty"))

    code, said = published.diff(*words)

    assert code == 1, said
    assert f"the mirror has no release {VERSION}" in said
    assert f"where: {tmp_path / 'empty'}" in said
    assert "--mirror" in said


def test_two_archives_of_one_release_are_the_same_and_one_is_itself(
    published: Published, bundle: Path, tmp_path: Path
) -> None:
    again = shutil.copyfile(bundle, tmp_path / "again.zip")

    assert published.diff(str(bundle), str(again))[0] == 0
    code, said = published.diff(str(bundle), str(bundle))
    assert code == 1
    assert "the same place twice" in said


def test_a_version_and_its_own_folder_are_the_same_place(published: Published) -> None:
    code, said = published.diff(VERSION, str(published.tree))

    assert code == 1, said
    assert "the same place twice" in said


def test_a_tree_with_one_other_cell_says_which(published: Published, tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(published.tree, other)
    grid = other / "grid.json"
    grid.write_text(grid.read_text().replace('"area": "Armenia"', '"area": "Hayastan"'))

    code, said = published.diff(VERSION, str(other))

    assert code == 5, said
    assert "ARM: area Armenia → Hayastan" in said
    assert "changed: grid.json" in said
