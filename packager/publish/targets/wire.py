"""The door of `requests`: one exchange with a host, bounded in time, size and redirects."""

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from http.cookiejar import DefaultCookiePolicy
from threading import Event, Timer
from typing import Any, BinaryIO

import requests
import urllib3
from requests.adapters import HTTPAdapter
from requests.auth import AuthBase
from urllib3.connection import HTTPConnection, HTTPSConnection

from packager.domain.errors import TargetError
from packager.publish.targets.addresses import is_loopback, onward_address, origin_of, require_safe
from packager.publish.targets.answers import Answer
from packager.publish.targets.calls import (
    CHECK,
    CHUNK,
    LostError,
    Patience,
    Request,
    UnsentError,
    Upload,
)

LONGEST_ANSWER = 16 << 20
MOST_REDIRECTS = 5
PARTIAL = 206
REDIRECTS = {301, 302, 303, 307, 308}
CERTIFICATE = "see that the address and this machine's date are right; do not go round it"
UNSENT = (urllib3.exceptions.NewConnectionError, urllib3.exceptions.ConnectTimeoutError)
BROKEN = (requests.RequestException, urllib3.exceptions.HTTPError, TimeoutError)


class Wire:
    """A session that never shows the token to another origin, keeps no cookie, reads no .netrc."""

    def __init__(self, patience: Patience, base: str) -> None:
        require_safe(base)
        self._patience = patience
        self._origin = origin_of(base)
        self._session = _Session()
        self._session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        self._session.trust_env = not is_loopback(base)
        self._adapter = _Adapter(patience.answer)
        self._session.mount("https://", self._adapter)
        self._session.mount("http://", self._adapter)

    def exchange(self, request: Request) -> Answer:
        """Send it, follow redirects within the origin, read the whole answer.

        Raises:
            LostError: no whole answer came.
            TargetError: it is too large, leads astray, or the host cannot prove who it is.
        """
        if isinstance(request.body, Upload):
            request.body.rewind()
        with self._answered(request) as (response, where):
            return _answer(response, self._content(response, where), where)

    def download(
        self, request: Request, sink: BinaryIO, size: int, progress: Callable[[int], None]
    ) -> Answer:
        """Send it and write the body; the sink, behind what it has, comes to `size` bytes.

        A host that does not begin where it was asked to sends all, which takes the place of it.
        """
        with self._answered(request) as (response, where):
            if response.status_code // 100 != 2:  # noqa: PLR2004 - HTTP's word for success
                return _answer(response, self._content(response, where), where)
            done = sink.tell() if response.status_code == PARTIAL else sink.seek(0)
            sink.truncate()
            with self._adapter.deadline(self._patience.allowed(size - done)):
                for chunk in self._chunks(response, size - done, where):
                    done += len(chunk)
                    sink.write(chunk)
                    progress(done)
            if done != size:
                raise LostError(f"{done} bytes came, not {size}", where=where, mend=CHECK)
            return _answer(response, b"", where)

    @contextmanager
    def _answered(self, request: Request) -> Iterator[tuple[requests.Response, str]]:
        """The head of the last answer, after redirects, its body still to be read."""
        where = ""
        for _ in range(MOST_REDIRECTS + 1):
            where = f"{request.method} {request.url}"
            with _losses(where):
                response = self._send(request)
                try:
                    is_onward = response.status_code in REDIRECTS
                    onward = response.headers.get("Location", "") if is_onward else ""
                    if not onward:
                        yield response, where
                        return
                finally:
                    response.close()
            request = self._redirected(request, onward)
        raise TargetError(
            f"more than {MOST_REDIRECTS} redirects", where=where, mend="ask the host's operators"
        )

    def _send(self, request: Request) -> requests.Response:
        """One request over the network: the only place."""
        if request.once:
            self._session.close()
        prepared = self._session.prepare_request(
            requests.Request(
                request.method,
                request.url,
                headers=dict(request.headers) | {"Accept-Encoding": "identity"},
                data=request.body,
                auth=_Bearer(request.token),
            )
        )
        settings = self._session.merge_environment_settings(
            request.url, {}, stream=True, verify=True, cert=None
        )
        return self._session.send(
            prepared,
            timeout=(self._patience.connect, self._patience.silence),
            allow_redirects=False,
            **settings,
        )

    def _redirected(self, request: Request, onward: str) -> Request:
        where = f"{request.method} {request.url}"
        target = onward_address(request.url, onward, where=where)
        same = origin_of(target) == self._origin
        if request.method not in {"GET", "HEAD"} or not (same or request.elsewhere):
            raise TargetError(
                f"the host redirects to {'/'.join(target.split('/')[:3])[:200]!r}",
                where=where,
                mend="put the address it redirects to into the settings, if you trust it",
            )
        return replace(request, url=target, token=request.token if same else "")

    def _content(self, response: requests.Response, where: str) -> bytes:
        with self._adapter.deadline(self._patience.answer):
            return b"".join(self._chunks(response, LONGEST_ANSWER, where))

    def _chunks(self, response: requests.Response, limit: int, where: str) -> Iterator[bytes]:
        """The body as it comes, whole, uncompressed, and no larger than the limit."""
        if response.headers.get("Content-Encoding", "identity") != "identity":
            raise TargetError("the answer is compressed unasked", where=where, mend=CHECK)
        done = 0
        while chunk := response.raw.read1(CHUNK, decode_content=False):
            done += len(chunk)
            if done > limit:
                raise TargetError(
                    f"the answer is larger than {limit} bytes",
                    where=where,
                    mend="see that the address in the settings is that of the host's API",
                )
            yield chunk


class _Bearer(AuthBase):
    """The token in its header; without one nothing, whatever .netrc says."""

    def __init__(self, token: str) -> None:
        self._token = token

    def __call__(self, prepared: requests.PreparedRequest) -> requests.PreparedRequest:
        if self._token:
            prepared.headers["Authorization"] = f"Bearer {self._token}"
        return prepared


class _Session(requests.Session):
    """Leaves redirects alone; the library would read all of their bodies, whatever the size."""

    def get_redirect_target(self, resp: requests.Response) -> None:
        del resp


class _Adapter(HTTPAdapter):
    """Connections whose answers come to an end, because the socket is shut when time is up."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._socket: socket.socket | None = None
        super().__init__()

    def init_poolmanager(self, *args: Any, **more: Any) -> None:  # noqa: ANN401 - requests' own
        super().init_poolmanager(*args, **more)
        self.poolmanager.pool_classes_by_scheme = self._pools()

    def proxy_manager_for(self, *args: Any, **more: Any) -> urllib3.ProxyManager:  # noqa: ANN401
        manager: urllib3.ProxyManager = super().proxy_manager_for(*args, **more)
        manager.pool_classes_by_scheme = self._pools()
        return manager

    @contextmanager
    def deadline(self, seconds: float) -> Iterator[None]:
        """Raise TimeoutError if what is read in the block has not come in time."""
        is_over = Event()

        def cut() -> None:
            is_over.set()
            if self._socket is not None:
                with suppress(OSError):
                    socket.socket.shutdown(self._socket, socket.SHUT_RDWR)

        timer = Timer(seconds, cut)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
        if is_over.is_set():
            raise TimeoutError("the answer does not come to an end")

    def _pools(self) -> dict[str, type[urllib3.HTTPConnectionPool]]:
        adapter = self

        def getresponse(connection: HTTPConnection) -> Any:  # noqa: ANN401 - urllib3's own
            adapter._socket = connection.sock
            with adapter.deadline(adapter._seconds):
                return HTTPConnection.getresponse(connection)

        own = {"getresponse": getresponse}
        return {
            scheme: type("Pool", (pool,), {"ConnectionCls": type("Connection", (kind,), own)})
            for scheme, pool, kind in (
                ("http", urllib3.HTTPConnectionPool, HTTPConnection),
                ("https", urllib3.HTTPSConnectionPool, HTTPSConnection),
            )
        }


@contextmanager
def _losses(where: str) -> Iterator[None]:
    """Tell whatever breaks as a LostError; what a certificate says is final."""
    try:
        yield
    except BROKEN as error:
        cause = error.args[0] if error.args else error
        reason = getattr(cause, "reason", None) or cause
        if "CERTIFICATE_VERIFY_FAILED" in str(reason):
            raise TargetError(
                "the host cannot prove that it is who it says", where=where, mend=CERTIFICATE
            ) from error
        name = type(reason).__name__
        if isinstance(reason, UNSENT):
            raise UnsentError(f"no connection ({name})", where=where, mend=CHECK) from error
        raise LostError(f"the connection broke off ({name})", where=where, mend=CHECK) from error


def _answer(response: requests.Response, content: bytes, where: str) -> Answer:
    headers = dict(response.headers.lower_items())
    return Answer(response.status_code, headers, content, where)
