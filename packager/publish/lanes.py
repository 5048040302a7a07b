"""Several pieces of work side by side, within bounds; one total of what has moved."""

from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from threading import Event, Lock
from typing import TypeVar

from packager.domain.errors import IntegrityError, PackagerError, TargetError, listed

T = TypeVar("T")
AGAIN = "run the same command again; what is there already is not fetched again"


def unseen(_: int, __: int) -> None:
    """Show no progress."""


class Lanes:
    """At most so many pieces of work at once.

    Args:
        most: how many.
        progress: gets bytes moved so far and bytes in all, as far as they are known.
    """

    def __init__(self, most: int, progress: Callable[[int, int], None] = unseen) -> None:
        self._most, self._progress = most, progress
        self._done, self._whole = 0, 0
        self._lock, self._stopped = Lock(), Event()

    def above(self, most: int) -> "Lanes":
        """Lanes for work that uses these ones; stopping either stops both."""
        made = Lanes(most)
        made._stopped = self._stopped
        return made

    def expect(self, count: int) -> None:
        """So many more bytes are to come."""
        with self._lock:
            self._whole += count

    def moved(self, count: int) -> None:
        """So many bytes have come; ends the work that calls it when the run has been stopped."""
        if self._stopped.is_set():
            raise TargetError("the run was stopped", where="this run", mend=AGAIN)
        with self._lock:
            self._done += count
            self._whole = max(self._whole, self._done)
            self._progress(self._done, self._whole)

    def steps(self) -> Callable[[int], None]:
        """Progress of one file that is told in bytes so far."""
        done = 0

        def progress(now: int) -> None:
            nonlocal done
            self.moved(max(now - done, 0))
            done = now

        return progress

    def run(self, tasks: Iterable[Callable[[], T]]) -> list[T]:
        """Results in the order of the tasks.

        Wrong bytes are told of all files together; what fails otherwise ends the rest.
        """
        is_over = False
        with ThreadPoolExecutor(self._most) as pool:
            futures = [pool.submit(task) for task in tasks]
            try:
                faults = _faults(futures)
                is_over = True
            finally:
                if not is_over:
                    self._stopped.set()
                    pool.shutdown(cancel_futures=True)
        if faults:
            raise together(faults)
        return [future.result() for future in futures]


def together(faults: list[PackagerError]) -> PackagerError:
    """One error for several; what a second try may mend comes first."""
    first = next((one for one in faults if not isinstance(one, IntegrityError)), faults[0])
    alike = sorted(one.what for one in faults if type(one) is type(first))
    if len(alike) == 1 or not isinstance(first, IntegrityError):
        return first
    return IntegrityError(listed(alike), where=first.where, mend=first.mend)


def _faults(futures: "list[Future[T]]") -> list[PackagerError]:
    faults: list[PackagerError] = []
    for future in as_completed(futures):
        error = None if future.cancelled() else future.exception()
        if isinstance(error, PackagerError):
            faults.append(error)
        elif error is not None:
            raise error
        if error is not None and not isinstance(error, IntegrityError):
            for other in futures:
                other.cancel()
    return faults
