"""The page for somebody who trusts nobody: each of its blocks, as it stands, in a plain shell."""

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import huggingface_hub
import pytest

from tests.fakes.projects import FakeProject, contents
from tests.fakes.publications import HUB, PUBLISH, REPO, VERSION, Stage, sealed_version
from tests.fakes.strangers import HUB_GIT, SETTINGS, STEPS, Stranger, git, publish


@dataclass(frozen=True, slots=True)
class World:
    """A version that is public, and where git clones it from."""

    stage: Stage
    folder: Path
    doi: str

    @property
    def project(self) -> FakeProject:
        return self.stage.project

    def stranger(self, home: Path, project: Path | None = None) -> Stranger:
        """Nobody we know."""
        told = {
            "VERSION": VERSION,
            "DOI": self.doi,
            "PROJECT": str(project or self.project.root),
            "RESOLVER": f"{self.stage.zenodo.url}/doi",
            "ZENODO": self.stage.zenodo.url,
            "HUB": self.stage.hub.url,
        }
        stranger = Stranger(home, told)
        stranger.clone_from(self.folder / HUB_GIT, f"{self.stage.hub.url}/datasets/{REPO}")
        return stranger


@pytest.fixture
def world(published: World) -> Iterator[World]:
    """A published version, and whatever a test changes on the hosts is put back."""
    blobs = [published.stage.zenodo._blobs._folder, published.stage.hub.state.objects.blobs._folder]
    kept = [contents(folder) for folder in blobs]
    yield published
    for folder, files in zip(blobs, kept, strict=True):
        for name, content in files.items():
            (folder / name).write_bytes(content)


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    folder = tmp_path_factory.mktemp("stranger")
    with sealed_version(folder) as stage:
        stage.project.environ.update(
            HF_TOKEN=HUB, ZENODO_PUBLISH_TOKEN=PUBLISH, PATH=os.environ["PATH"]
        )
        yield World(stage, folder, publish(stage.project, VERSION, folder))


def test_every_block_of_the_page_proves_what_it_says(world: World, tmp_path: Path) -> None:
    stranger = world.stranger(tmp_path)

    assert stranger.follow() == [True] * len(STEPS), stranger.ended


def test_the_page_needs_no_more_than_it_names() -> None:
    typed = "".join((SETTINGS, *STEPS))

    assert re.findall(r"\b(?:jq|python3?|perl|packager|pip|wget|gh|node)\b", typed) == []
    assert "packager" not in typed


def damage_archive(world: World) -> None:
    record = world.doi.rpartition(".")[2]
    world.stage.zenodo.damage(record, f"green-tokens-{VERSION}.zip")


def damage_face(world: World) -> None:
    world.stage.zenodo.damage(world.doi.rpartition(".")[2], "index.csv")


def damage_small_file(world: World) -> None:
    world.stage.hub.damage(REPO, "index.csv", VERSION)


def damage_large_file(world: World) -> None:
    world.stage.hub.damage(REPO, "data/index.parquet", VERSION)


@pytest.mark.parametrize(
    ("damage", "step"),
    [
        (damage_archive, 1),
        (damage_face, 2),
        (damage_small_file, 3),
        (damage_large_file, 3),
    ],
)
def test_one_bit_on_a_host_is_found_where_the_page_says(
    world: World, tmp_path: Path, damage: Callable[[World], None], step: int
) -> None:
    damage(world)
    stranger = world.stranger(tmp_path)

    proved = stranger.follow(up_to=step + 1)

    assert proved == [True] * step + [False], stranger.ended


def changed_clone(world: World, tmp_path: Path, path: str, old: str, new: str) -> Path:
    """The project's repository with one more commit that rewrites a file, and its tag moved."""
    place = tmp_path / "rewritten"
    git("clone", "--quiet", str(world.project.root), str(place), cwd=tmp_path)
    text = (place / path).read_text(encoding="utf-8")
    assert old in text
    (place / path).write_text(text.replace(old, new, 1), encoding="utf-8")
    git("commit", "--quiet", "--all", "--message", "x", cwd=place)
    return place


def test_a_tag_moved_to_another_seal_is_found(world: World, tmp_path: Path) -> None:
    sums = (world.project.releases / VERSION / "tree" / "SHA256SUMS").read_text()
    place = changed_clone(world, tmp_path, f"releases/{VERSION}/seal.json", sums[:64], "0" * 64)
    git("tag", "--force", VERSION, cwd=place)
    home = tmp_path / "home"
    home.mkdir()
    stranger = world.stranger(home, place)

    assert stranger.follow()[5:] == [False, False, True], stranger.ended
    assert "proved" not in stranger.ended[5]


def test_an_edited_line_of_the_ledger_is_found(world: World, tmp_path: Path) -> None:
    place = changed_clone(
        world, tmp_path, "releases/ledger.jsonl", '"event":"reserve"', '"event":"receive"'
    )
    home = tmp_path / "home"
    home.mkdir()
    stranger = world.stranger(home, place)

    assert stranger.follow()[5:] == [True, False, True], stranger.ended


def test_a_tag_of_the_hub_on_another_commit_is_found(world: World, tmp_path: Path) -> None:
    api = huggingface_hub.HfApi(world.stage.hub.url, HUB)
    refs = api.list_repo_refs(REPO, repo_type="dataset")
    (tag,) = [one.target_commit for one in refs.tags]
    api.delete_tag(REPO, tag=VERSION, repo_type="dataset")
    added = huggingface_hub.CommitOperationAdd("note.txt", b"moved")
    made = api.create_commit(REPO, [added], commit_message="x", repo_type="dataset")
    api.create_tag(REPO, tag=VERSION, revision=made.oid, repo_type="dataset")
    stranger = world.stranger(tmp_path)
    try:
        proved = stranger.follow()
    finally:
        api.delete_tag(REPO, tag=VERSION, repo_type="dataset")
        api.create_tag(REPO, tag=VERSION, revision=tag, repo_type="dataset")

    assert proved == [*[True] * (len(STEPS) - 1), False], stranger.ended
