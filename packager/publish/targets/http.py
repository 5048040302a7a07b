"""One host over HTTP: whom the token is shown, how long to wait, what to send again."""

import json
import logging
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from email.utils import parsedate_to_datetime
from os import SEEK_END
from typing import BinaryIO
from urllib.parse import urlencode

from packager import __version__
from packager.domain.errors import ConfigError, TargetError
from packager.publish.targets.answers import (
    TOO_MANY,
    Answer,
    DoubtfulError,
    RefusedError,
    scrubbed,
)
from packager.publish.targets.calls import (
    AGAIN,
    Call,
    LostError,
    Patience,
    Request,
    Upload,
    silent,
)
from packager.publish.targets.wire import Wire

LOG = logging.getLogger(__name__)
AGENT = f"leadgreen-packager/{__version__} (+https://leadgreen.ai/)"
TOLD = {TOO_MANY, 503}
GOOD = 2
MENDS = {
    400: "mend what the host complains about, then run the same command again",
    401: "give the token of an account that may do this",
    403: "give the token of an account that may do this, with the right to write and to publish",
    404: "see that the address in the settings is right, and that it is still there on the host",
    413: "ask the host for a higher limit on sizes",
}


class Host:
    """A host's API below one address; the token is sent to that origin alone, over TLS.

    Args:
        base: address that every path is appended to, such as https://zenodo.org/api.
        token: shown as bearer token; "" for none.
        final_token: shown for calls that publish, and for no other; "" for the same token.
        accept: value of the Accept header.
        patience: clock, pauses and limits; gets a line whenever the host makes us wait.

    Raises:
        ConfigError: the address is not https, unless it is loopback, or carries a secret; the
            token cannot be sent in a header.
    """

    def __init__(
        self,
        base: str,
        *,
        token: str = "",
        final_token: str = "",
        accept: str = "application/json",
        patience: Patience | None = None,
    ) -> None:
        self.base = base.rstrip("/")
        if not all(map(is_sendable, (token, final_token))):
            raise ConfigError(
                "the token holds blanks or characters that no token has",
                where="the token",
                mend="copy it again, without quotes or line breaks",
            )
        self._token, self._final_token = token, final_token or token
        self._headers = {"Accept": accept, "User-Agent": AGENT}
        self._patience = patience or Patience()
        self._waited = 0.0
        self._wire = Wire(self._patience, self.base)

    def __repr__(self) -> str:
        return f"Host({self.base!r})"

    @property
    def has_token(self) -> bool:
        return bool(self._token)

    def pause(self, seconds: float, why: str) -> None:
        """Wait, and say so."""
        self._patience.tell(f"{why}; waiting {seconds:.0f} s")
        self._patience.wait(seconds)

    def call(self, call: Call) -> Answer:
        """Call the API and read the whole answer.

        Raises:
            RefusedError: another status below 500 than the call expects; it is not tried again.
            DoubtfulError: it is sent once, and no answer tells whether it had its effect.
            TargetError: no good answer after several tries.
        """
        address = f"{call.path}?{urlencode(call.query)}" if call.query else call.path
        request = self._request(call.method, address, is_public=call.public)
        request = replace(request, once=call.once, headers={**request.headers, **call.headers})
        if call.final:
            request = replace(request, token=self._final_token)
        if call.body is not None:
            content = json.dumps(call.body, ensure_ascii=False, allow_nan=False).encode()
            headers = {**request.headers, "Content-Type": "application/json"}
            request = replace(request, headers=headers, body=content)
        return self._patiently(request, lambda: self._wire.exchange(request), call.also)

    def send(
        self, path: str, stream: BinaryIO, size: int, progress: Callable[[int], None] = silent
    ) -> Answer:
        """PUT a file's bytes, once, from where the stream stands; memory does not grow with it.

        Args:
            path: below the base, percent-encoded.
            stream: the content, of exactly `size` bytes.
            size: sent as Content-Length.
            progress: gets the number of bytes sent so far.

        Raises:
            RefusedError: the host does not want it.
            DoubtfulError: it was cut short, or the answer was.
        """
        upload = Upload(stream, size, self._patience, progress)
        request = self._request("PUT", path, is_public=False)
        headers = {**request.headers, "Content-Type": "application/octet-stream"}
        request = replace(request, headers=headers, body=upload, once=True)
        return self._patiently(request, lambda: self._wire.exchange(request))

    def fetch(
        self,
        path: str,
        sink: BinaryIO,
        size: int,
        progress: Callable[[int], None] = silent,
        *,
        keep: bool = False,
    ) -> None:
        """Download what everybody may have, into a stream that is emptied first.

        Another host may be the one to deliver it; no token is shown to anybody.

        Args:
            path: below the base, percent-encoded.
            sink: where it goes.
            size: its bytes.
            progress: gets the number of bytes that are there so far.
            keep: go on behind the bytes that the stream has, where the host can.

        Raises:
            TargetError: it cannot be had, or is not exactly `size` bytes.
        """
        request = replace(self._request("GET", path, is_public=True), elsewhere=True)

        def attempt() -> Answer:
            begun = sink.seek(0, SEEK_END) if keep else 0
            sink.truncate(begun if begun < size else 0)
            begun = sink.seek(0, SEEK_END)
            more = {"Range": f"bytes={begun}-"} if begun else {}
            asked = replace(request, headers={**request.headers, **more})
            return self._wire.download(asked, sink, size, progress)

        self._patiently(request, attempt)

    def _request(self, method: str, path: str, *, is_public: bool) -> Request:
        return Request(
            method=method,
            url=self.base + path,
            headers=self._headers,
            token="" if is_public else self._token,
        )

    def _patiently(
        self, request: Request, attempt: Callable[[], Answer], also: Collection[int] = ()
    ) -> Answer:
        where = f"{request.method} {request.url}"
        waits = self._patience.pauses()
        while True:
            found = self._outcome(attempt, where, also)
            if isinstance(found, Answer):
                return found
            if request.once and found.may_be_done:
                raise DoubtfulError(found.words, where=where, mend=AGAIN)
            pause = next(waits, None)
            if pause is None:
                raise TargetError(f"{found.words}, again and again", where=where, mend=AGAIN)
            pause = pause if found.told is None else found.told
            if self._waited + pause > self._patience.longest_wait:
                raise TargetError(
                    f"{found.words}; the host asks to wait {pause:.0f} s more",
                    where=where,
                    mend=f"wait, then {AGAIN}",
                )
            self._waited += pause
            self.pause(pause, found.words)

    def _outcome(
        self, attempt: Callable[[], Answer], where: str, also: Collection[int]
    ) -> "Answer | _Trouble":
        try:
            answer = attempt()
        except LostError as error:
            return _Trouble(self._scrubbed(error.what), may_be_done=error.was_sent)
        LOG.debug("%s: %d", where, answer.status)
        if answer.status in also or answer.status // 100 == GOOD:
            return answer
        words = f"the host answered {answer.status}: {answer.complaint()}"
        words = self._scrubbed(words)
        if not answer.is_passing():
            mend = MENDS.get(answer.status, MENDS[400])
            raise RefusedError(words, where=where, mend=mend)
        told = told_pause(answer.headers) if answer.status in TOLD else None
        return _Trouble(words, may_be_done=answer.status != TOO_MANY, told=told)

    def _scrubbed(self, text: str) -> str:
        return scrubbed(scrubbed(text, self._token), self._final_token)


@dataclass(frozen=True, slots=True)
class _Trouble:
    """Why a call has to be made again, if it may be; and when, as the host says."""

    words: str
    may_be_done: bool
    told: float | None = None


def is_sendable(token: str) -> bool:
    """Whether a token can stand in a header."""
    return token.isascii() and token.isprintable() and " " not in token


def told_pause(headers: Mapping[str, str]) -> float | None:
    """Seconds that Retry-After asks for; a date counts from the answer's own date."""
    told = headers.get("retry-after", "").strip()
    if told.isascii() and told.isdigit():
        return float(told[:9])
    try:
        then, now = parsedate_to_datetime(told), parsedate_to_datetime(headers.get("date", ""))
        return max(0.0, (then - now).total_seconds())
    except (TypeError, ValueError):
        return None
