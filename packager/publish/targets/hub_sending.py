"""How much of a commit has left: counted where it leaves, whoever sends it."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from types import ModuleType
from typing import Protocol

from packager.publish.targets.hub_answers import Progress

XET_REPORTER = "XetUploadProgressReporter"


class Report(Protocol):
    """What hf-xet says of all files of one upload together."""

    @property
    def total_bytes_completed(self) -> int: ...


class Sending:
    """Bytes of one commit that have left, from however many threads.

    Args:
        whole: bytes of the commit.
        progress: told bytes gone and bytes in all.
    """

    def __init__(self, whole: int, progress: Progress) -> None:
        self._whole, self._progress = whole, progress
        self._lock = Lock()
        self._base = self._limit = self._done = 0

    @contextmanager
    def part(self, end: int) -> Iterator[None]:
        """Files that are sent together; when they are, `end` bytes have left.

        What is sent twice counts once.
        """
        self._limit = end
        yield
        self._base = end
        self.reach(end)

    def add(self, count: int) -> None:
        """So many bytes more have left."""
        with self._lock:
            self._tell(self._done + count)

    def reach(self, done: int) -> None:
        """So many bytes have left."""
        with self._lock:
            self._tell(done)

    def update_progress(self, report: Report, _: object = None) -> None:
        """What hf-xet calls with each of its reports."""
        self.reach(self._base + report.total_bytes_completed)

    def close(self) -> None:
        """What hf-xet's caller calls at the end."""

    def _tell(self, done: int) -> None:
        self._done = max(self._done, min(done, self._limit))
        self._progress(self._done, self._whole)


@contextmanager
def told_by_xet(library: ModuleType, bars: ModuleType | None, sending: Sending) -> Iterator[None]:
    """Let hf-xet report to us, not to the library's own bars; they are off again afterwards.

    The library has no public way to ask for these reports. If a later one keeps its bars
    elsewhere, nothing is told while Xet sends, and the rest goes on.

    Args:
        library: the Hub's client.
        bars: its module with the bars for Xet, if it has one.
        sending: gets the reports.
    """
    theirs = getattr(bars, XET_REPORTER, None)
    if theirs is None or library.constants.HF_HUB_DISABLE_XET:
        yield
        return
    setattr(bars, XET_REPORTER, lambda: sending)
    library.utils.enable_progress_bars()
    try:
        yield
    finally:
        library.utils.disable_progress_bars()
        setattr(bars, XET_REPORTER, theirs)
