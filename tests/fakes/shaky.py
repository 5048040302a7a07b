"""A target that drops the line once, at the moment it is told to."""

from pathlib import Path

from packager.domain.errors import TargetError
from packager.domain.release import Draft, FileEntry, Record, Release
from packager.publish.target import HostFile
from packager.publish.targets.directory import DirectoryTarget

MOMENTS = (
    *("before draft", "after draft", "before comparing", "before publish", "after publish"),
    *("before verifying", "after verifying"),
)


class ShakyTarget(DirectoryTarget):
    """A folder that plays a host: its record goes into the ledger, its line may drop."""

    def __init__(self, root: Path, *, drops: str, name: str = "shaky") -> None:
        super().__init__(root)
        self._drops = drops
        self._name = name
        self.keeps = False
        self.published: list[str] = []

    @property
    def name(self) -> str:  # type: ignore[override]  # a constant of the folder, a choice of a test here
        return self._name

    @property
    def keeps_record(self) -> bool:  # type: ignore[override]  # as the name
        return self.keeps

    def payload(self, release: Release) -> tuple[FileEntry, ...]:
        return release.files

    def draft(self, release: Release) -> Draft:
        self._pass("before draft")
        draft = super().draft(release)
        self._pass("after draft")
        return draft

    def draft_files(self, draft: Draft) -> tuple[HostFile, ...]:
        self._pass("before comparing")
        return super().draft_files(draft)

    def publish(self, draft: Draft, release: Release) -> Record:
        self._pass("before publish")
        record = super().publish(draft, release)
        self.published.append(release.version)
        self._pass("after publish")
        return record

    def record_files(self, record: Record) -> tuple[HostFile, ...]:
        self._pass("before verifying")
        files = super().record_files(record)
        self._pass("after verifying")
        return files

    def _pass(self, moment: str) -> None:
        if self._drops == moment:
            self._drops = ""
            raise TargetError("line dropped", where=moment, mend="publish again")
