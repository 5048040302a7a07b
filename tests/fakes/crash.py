"""A process that dies, kill -9, right before one chosen change of the disk."""

import os
import signal
import sys
import warnings
from collections.abc import Callable

CHANGES = {
    *("os.rename", "os.remove", "os.rmdir", "os.mkdir", "os.truncate", "os.chmod"),
    *("shutil.copyfile", "shutil.rmtree"),
}
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT


def dies(call: Callable[[], object], *, before: int) -> bool:
    """Make the call in a child that is killed before its n-th change; False if it ended first."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the child starts no thread
        child = os.fork()
    if child == 0:
        _live_until(before)
        try:
            call()
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


def _live_until(last: int) -> None:
    seen = 0

    def watch(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal seen
        if event == "open":
            flags = arguments[2]
            changes = isinstance(flags, int) and bool(flags & WRITING)
        else:
            changes = event in CHANGES
        seen += changes
        if seen == last and changes:
            os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(watch)
