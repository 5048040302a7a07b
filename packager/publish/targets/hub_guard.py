"""What every request to the Hub must keep to, whatever code makes it. The door of httpx2.

TLS or loopback only, the token to nobody but the Hub, and an end in bounded time and memory.
"""

import logging
import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from ipaddress import ip_address

import httpx2

from packager.domain.errors import ConfigError
from packager.publish.targets.hub_answers import BUSY, HubAnswerError

LOG = logging.getLogger(__name__)
HTTP_ERRORS = (httpx2.HTTPError, httpx2.InvalidURL, httpx2.StreamError)
AGAIN = "run the same command again"
REQUESTS = 1_000
LARGEST = 32 << 20
COMPRESSED = 100
LONGEST_WAIT = 300.0
SLOWEST = 1_000.0
ERROR = 400


def origin(url: httpx2.URL) -> tuple[str, str, int]:
    """Scheme, host and port of an address."""
    return url.scheme, url.host, url.port or {"http": 80, "https": 443}.get(url.scheme, 0)


def is_safe(url: httpx2.URL) -> bool:
    """Whether nobody in between can read along: TLS, or this very machine."""
    with suppress(ValueError):
        return url.scheme == "https" or ip_address(url.host).is_loopback
    return url.host == "localhost"


def told_to_wait(headers: httpx2.Headers) -> float | None:
    """Seconds a server asks for, by RateLimit or Retry-After; None if it does not say."""
    said = dict(
        part.strip().partition("=")[::2] for part in headers.get("ratelimit", "").split(";")
    )
    words = said.get("t", "") if said.get("r") == "0" else headers.get("retry-after", "")
    with suppress(ValueError):
        seconds = float(words)
        return max(seconds, 0.0) + 1 if math.isfinite(seconds) else LONGEST_WAIT + 1
    return None


class Guard:
    """Makes the one client of the process, and counts what a call asks for.

    Args:
        clock: seconds from some beginning on.
        patience: seconds for one answer.
    """

    def __init__(self, clock: Callable[[], float], patience: float) -> None:
        self._clock, self._patience = clock, patience
        self._trusted: set[tuple[str, str, int]] = set()
        self._requests = 0
        self._sent: Callable[[int], None] | None = None

    def trust(self, endpoint: str) -> None:
        """Let the token go to this Hub.

        Raises:
            ConfigError: it is no address, or one that others can read along with.
        """
        try:
            url = httpx2.URL(endpoint)
        except httpx2.InvalidURL as error:
            raise ConfigError(
                "this is no address of a Hub", where="settings", mend="name an https address"
            ) from error
        if url.userinfo or not url.host or not is_safe(url):
            raise ConfigError(
                "this host is not asked without TLS, nor with a name and password in the address",
                where=url.host,
                mend="name an https address, or one of this machine",
            )
        self._trusted.add(origin(url))

    def client(self) -> httpx2.Client:
        """A client that keeps to the rules."""
        return httpx2.Client(
            event_hooks={"request": [self._request], "response": [self._response]},
            follow_redirects=True,
            timeout=self._patience,
        )

    def begin(self) -> None:
        """Start counting the requests of a call."""
        self._requests = 0

    @contextmanager
    def counting(self, sent: Callable[[int], None]) -> Iterator[None]:
        """Tell of each piece of a file that leaves meanwhile, by its bytes."""
        self._sent = sent
        try:
            yield
        finally:
            self._sent = None

    def _request(self, request: httpx2.Request) -> None:
        self._requests += 1
        where = f"{request.url.host}{request.url.path}"
        LOG.debug("%s %s", request.method, where)
        if not is_safe(request.url):
            raise HubAnswerError("the Hub leads to a host without TLS", where=where, mend=AGAIN)
        if "authorization" in request.headers and origin(request.url) not in self._trusted:
            raise HubAnswerError("the Hub leads the token elsewhere", where=where, mend=AGAIN)
        if self._requests > REQUESTS and "/api/" in request.url.path:
            raise HubAnswerError(
                f"one call led to more than {REQUESTS} requests", where=where, mend=AGAIN
            )
        if self._sent is not None and request.method == "PUT":
            request.stream = Counted(request.stream, self._sent)
        names = ("connect", "read", "write", "pool")
        request.extensions = {
            **request.extensions,
            "timeout": dict.fromkeys(names, self._patience),
        }

    def _response(self, answer: httpx2.Response) -> None:
        path = answer.request.url.path
        told = told_to_wait(answer.headers) if answer.status_code in BUSY else None
        if told is not None and told > LONGEST_WAIT:
            raise HubAnswerError(
                f"the Hub wants {told:.0f} s of waiting",
                where=path,
                mend=AGAIN,
                status=0,
                told=told,
            )
        is_small = answer.status_code >= ERROR or "/api/" in path or "/info/lfs/" in path
        most = LARGEST if is_small else math.inf
        if answer.headers.get("content-encoding", "identity") != "identity":
            most /= COMPRESSED
        answer.stream = Bounded(answer.stream, most, self._clock, self._patience, path)


class Counted(httpx2.SyncByteStream):
    """A file on its way, which tells how much of it has left."""

    def __init__(self, inner: object, sent: Callable[[int], None]) -> None:
        self._inner, self._sent = inner, sent

    def __iter__(self) -> Iterator[bytes]:
        for piece in self._inner:  # type: ignore[attr-defined]  # a stream of the client's
            yield piece
            self._sent(len(piece))


class Bounded(httpx2.SyncByteStream):
    """An answer that ends: in bytes if it is to be kept in memory, and in time always."""

    def __init__(
        self,
        inner: object,
        most: float,
        clock: Callable[[], float],
        patience: float,
        where: str,
    ) -> None:
        self._inner, self._most, self._where = inner, most, where
        self._clock, self._patience = clock, patience

    def __iter__(self) -> Iterator[bytes]:
        begun, count = self._clock(), 0
        for piece in self._inner:  # type: ignore[attr-defined]  # a stream of the client's
            count += len(piece)
            seconds = self._clock() - begun
            if count > self._most:
                raise HubAnswerError(
                    f"the answer is longer than {self._most:.0f} bytes",
                    where=self._where,
                    mend=AGAIN,
                )
            if seconds > self._patience and count < seconds * SLOWEST:
                raise HubAnswerError(
                    f"{count} bytes in {seconds:.0f} s", where=self._where, mend=AGAIN
                )
            yield piece

    def close(self) -> None:
        self._inner.close()  # type: ignore[attr-defined]  # as above
