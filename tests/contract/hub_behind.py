"""A Hub of our own, and what a test may do there behind the target's back."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from packager.publish.journal import Journal
from packager.publish.targets.hub_answers import Hub
from packager.publish.targets.hub_changes import without_own
from packager.publish.targets.hub_patience import Patience
from packager.publish.targets.huggingface import HuggingFaceTarget
from tests.live.hub_worlds import DATASET, HubWorld, hub_world


class BehindTheHub:
    """One repository on a Hub that lives as long as the test."""

    def __init__(self, world: HubWorld, folder: Path, version: str) -> None:
        self._world, self._folder, self._version = world, folder, version

    def target(self) -> HuggingFaceTarget:
        return HuggingFaceTarget(
            self._world.place(),
            patience=Patience(self._world.waits.append),
            journal=lambda version: Journal(self._folder / f"{version}.jsonl"),
            locks=self._folder / "locks",
        )

    def public(self) -> dict[str, bytes]:
        """What a visitor gets at the version's tag."""
        visitor = self._world.place().public
        tags = visitor.refs().tags if visitor.find_repository() else {}
        commit = tags.get(self._version, "")
        files = without_own(visitor.files(commit)) if commit else ()
        return {file.path: _content(visitor, commit, file.path) for file in files}

    def spoil(self, path: str) -> None:
        """Move the tag to a commit in which one byte of a file is another."""
        content = self.public()[path]
        commit = self._write(path, bytes([content[0] ^ 1]) + content[1:])
        self._world.move_tag(self._version, commit)

    def squat(self) -> None:
        """Tag other bytes with the version."""
        self._world.create()
        self._world.tag(self._version, self._write("rain.csv", b"other rain"))

    def _write(self, path: str, content: bytes) -> str:
        made = self._world.api.upload_file(
            path_or_fileobj=content,
            path_in_repo=path,
            repo_id=self._world.repo_id,
            repo_type=DATASET,
        )
        return str(made.oid)


@contextmanager
def behind_a_hub(folder: Path, version: str) -> Iterator[BehindTheHub]:
    """The bundled Hub, for as long as the block lasts."""
    with hub_world("rehearsal") as world:
        yield BehindTheHub(world, folder, version)


def _content(visitor: Hub, commit: str, path: str) -> bytes:
    return b"".join(piece for _, piece in visitor.stream(commit, path, 0))
