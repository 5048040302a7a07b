"""Calls as values: what is asked, how long it may take, what goes out with it."""

import time
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import BinaryIO

from packager.domain.errors import TargetError

CHUNK = 1 << 20
CHECK = "see that the address in the settings is right and the host is up, then run it again"
AGAIN = "run the same command again; what is there already is not sent again"


def silent(_: object) -> None:
    """Tell nobody."""


class LostError(TargetError):
    """A call without a whole answer; the host may have had it."""

    was_sent = True


class UnsentError(LostError):
    """A call that never reached the host."""

    was_sent = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How long everything may take, in seconds.

    Attributes:
        wait: sleeps.
        tell: gets a line for each pause.
        clock: a clock that never goes back.
        tries: how often a call is made that may be repeated.
        longest_wait: pauses of one run, in all.
        connect: until a connection stands, and for each part that is sent.
        silence: between two bytes of an answer.
        answer: for the head of an answer, and again for a body that is read into memory.
        grace: for a file, before its mean rate counts.
        slowest: bytes per second that a file must reach.
    """

    wait: Callable[[float], None] = time.sleep
    tell: Callable[[str], None] = silent
    clock: Callable[[], float] = time.monotonic
    tries: int = 6
    longest_wait: float = 1800.0
    connect: float = 30.0
    silence: float = 120.0
    answer: float = 180.0
    grace: float = 300.0
    slowest: int = 4096

    def pauses(self) -> Iterator[float]:
        """Between the tries of one call: 1, 2, 4, ..."""
        return (2.0**number for number in range(self.tries - 1))

    def allowed(self, done: int) -> float:
        """How long so many bytes may take."""
        return self.grace + done / self.slowest


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One call.

    Attributes:
        elsewhere: whether another host may answer it; it is shown no token.
        once: takes a new connection, because an old one may be dead without our knowing.
    """

    method: str
    url: str
    headers: Mapping[str, str]
    token: str = field(default="", repr=False)
    body: "bytes | Upload | None" = None
    elsewhere: bool = False
    once: bool = False


class Upload:
    """A file on its way out: counted, and cut off when it is too slow."""

    def __init__(
        self, stream: BinaryIO, size: int, patience: Patience, progress: Callable[[int], None]
    ) -> None:
        self._stream, self._size, self._progress = stream, size, progress
        self._start = stream.tell()
        self._patience = patience
        self.rewind()

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[bytes]:
        return iter(lambda: self.read(CHUNK), b"")

    def read(self, size: int = CHUNK) -> bytes:
        """The next bytes, never more than were promised."""
        chunk = self._stream.read(min(max(size, CHUNK), self._size - self.sent))
        self.sent += len(chunk)
        if self._patience.clock() - self._began > self._patience.allowed(self.sent):
            raise TimeoutError("the upload all but stands still")
        self._progress(self.sent)
        return chunk

    def rewind(self) -> None:
        """Start over."""
        self._stream.seek(self._start)
        self._began = self._patience.clock()
        self.sent = 0


@dataclass(frozen=True, slots=True)
class Call:
    """What a host is asked.

    Attributes:
        method: of HTTP.
        path: below the host's base address, percent-encoded.
        body: sent as JSON, unless it is None.
        query: parameters of the address.
        headers: more than the host's own.
        also: statuses besides 2xx that are an answer, not a fault.
        once: never sent a second time if it may have had an effect.
        public: asked without the token.
        final: shown the token that may publish.
    """

    method: str
    path: str
    _: KW_ONLY
    body: object = None
    query: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    also: Collection[int] = ()
    once: bool = False
    public: bool = False
    final: bool = False
