"""Files into a draft: only those it lacks, each proved by the host's own digest."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import BinaryIO

from packager.domain.errors import IntegrityError
from packager.domain.release import FileEntry
from packager.publish.targets.answers import DoubtfulError, RefusedError
from packager.publish.targets.calls import AGAIN
from packager.publish.targets.zenodo_api import Deposits
from packager.publish.targets.zenodo_state import Kept
from packager.publish.targets.zenodo_trail import FINISH, REMOVE, SEND, START, Trail

PAUSES = (0.0, 1.0, 4.0, 10.0)
Opened = Callable[[FileEntry], AbstractContextManager[BinaryIO]]
Progress = Callable[[str, int, int], None]


class Shelf:
    """The files of one draft.

    Args:
        deposits: the host.
        identifier: the draft.
        trail: gets a line before and after each call with an effect.
        progress: gets path, bytes sent so far, and size.
    """

    def __init__(
        self, deposits: Deposits, identifier: str, trail: Trail, progress: Progress
    ) -> None:
        self._deposits, self._id = deposits, identifier
        self._trail, self._progress = trail, progress

    def fill(self, payload: Sequence[FileEntry], opened: Opened) -> None:
        """Bring the draft to hold exactly these files; what it has already stays.

        Raises:
            IntegrityError: the host again and again keeps other bytes than were sent.
            TargetError: as `Host.call`.
        """
        wanted = {entry.path: entry for entry in payload}
        kept = self._kept()
        for key, file in sorted(kept.items()):
            if key not in wanted or (file.is_whole and not is_same(file, wanted[key])):
                self._remove(key)
        kept = {key: file for key, file in kept.items() if self._is_good(file, wanted)}
        self._start([key for key in wanted if key not in kept])
        for entry in payload:
            if entry.path not in kept or not kept[entry.path].is_whole:
                self._send(entry, opened)

    def _is_good(self, file: Kept, wanted: dict[str, FileEntry]) -> bool:
        return file.key in wanted and (not file.is_whole or is_same(file, wanted[file.key]))

    def _send(self, entry: FileEntry, opened: Opened) -> None:
        why = ""
        for pause in PAUSES:
            if why:
                self._deposits.host.pause(pause, f"{entry.path}: {why}")
            try:
                if self._has_arrived(entry, opened):
                    return
                why = "the host kept other bytes than were sent"
            except DoubtfulError as error:
                why = error.what
            file = self._kept().get(entry.path)
            if file is not None and file.is_whole:
                if is_same(file, entry):
                    return
                self._remove(entry.path)
                file = None
            if file is None:
                self._start([entry.path])
        raise IntegrityError(
            f"{entry.path} does not arrive: {why}", where=f"draft {self._id}", mend=AGAIN
        )

    def _has_arrived(self, entry: FileEntry, opened: Opened) -> bool:
        key = entry.path
        with opened(entry) as stream, self._trail.step(SEND, draft=self._id, path=key):
            is_there = self._deposits.send_file(
                self._id, key, stream, entry.bytes, lambda n: self._progress(key, n, entry.bytes)
            )
        if not is_there:
            return False
        with self._trail.step(FINISH, draft=self._id, path=key) as facts:
            file = self._deposits.finish_file(self._id, key)
            facts["md5"] = file.md5
        return is_same(file, entry)

    def _start(self, keys: list[str]) -> None:
        """Announce files; those that an unanswered call announced are not announced again."""
        for pause in PAUSES:
            if not keys:
                return
            try:
                with self._trail.step(START, draft=self._id, files=str(len(keys))):
                    self._deposits.start_files(self._id, keys)
            except (DoubtfulError, RefusedError) as error:
                there = self._kept()
                left = [key for key in keys if key not in there]
                if isinstance(error, RefusedError) and left == keys:
                    raise
                if left:
                    self._deposits.host.pause(pause, error.what)
                keys = left
            else:
                return
        raise DoubtfulError("files cannot be announced", where=f"draft {self._id}", mend=AGAIN)

    def _remove(self, key: str) -> None:
        with self._trail.step(REMOVE, draft=self._id, path=key):
            self._deposits.remove_file(self._id, key)

    def _kept(self) -> dict[str, Kept]:
        return {file.key: file for file in self._deposits.draft_files(self._id)}


def is_same(file: Kept, entry: FileEntry) -> bool:
    """Whether the host holds a file's sealed bytes, by its own digest."""
    return (file.bytes, file.md5) == (entry.bytes, entry.md5)
