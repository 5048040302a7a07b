"""Releases as a Hub shows them to everybody: tags of a data set repository."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from packager.domain.errors import TargetError
from packager.domain.release import FileEntry
from packager.domain.version import PATTERN, Version, version_key
from packager.publish.lanes import Lanes
from packager.publish.room import held_in, require_room
from packager.publish.target import HostFile
from packager.publish.targets.hub_answers import Hub
from packager.publish.targets.hub_changes import without_own
from packager.publish.targets.hub_download import download
from packager.publish.targets.hub_patience import Patience
from packager.publish.verify import unlike


class HubSource:
    """A repository, asked as a visitor."""

    name = "huggingface"
    is_single = False

    def __init__(self, hub: Hub, patience: Patience) -> None:
        self._hub, self._patience = hub, patience

    def versions(self) -> tuple[Version, ...]:
        tags = self._patience.read(self._hub.refs).tags
        return tuple(sorted(filter(PATTERN.fullmatch, tags), key=version_key))

    def bring(self, version: Version, folder: Path, lanes: Lanes) -> None:
        commit = self._commit(version)
        files = self._files(commit)
        require_room(folder, sum(file.bytes for file in files) - held_in(folder))
        download(self._hub, self._patience, commit, files, folder, lanes=lanes)

    def faults(self, version: Version, tree: Path, files: Sequence[FileEntry]) -> list[str]:
        del tree
        return unlike(files, self._files(self._commit(version))).lines()

    def papers(self, version: Version) -> Mapping[str, bytes]:
        del version
        return {}

    def _commit(self, version: Version) -> str:
        tagged = self._patience.read(self._hub.refs).tags.get(version, "")
        if not tagged:
            raise TargetError(
                f"there is no tag {version}",
                where=self._hub.address,
                mend="see which versions are there with --all, or take another source",
            )
        return tagged

    def _files(self, commit: str) -> tuple[HostFile, ...]:
        return without_own(self._patience.read(lambda: self._hub.files(commit)))
