"""A folder as a web site that is only read: GET, HEAD and the question of CORS before them."""

import hashlib
import os
import re
from collections.abc import Mapping
from contextlib import ExitStack
from email.utils import parsedate
from io import FileIO
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import FileResponse, PlainTextResponse, RedirectResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Message, Receive, Scope, Send

from packager.serve.paths import INDEX, Folders, find_path

LARGE_BYTES = 4 << 20
METHODS = "GET, HEAD, OPTIONS"
MISSING = "404.html"
ONE_RANGE = re.compile(r"bytes=(?:(?P<first>\d{1,18})-(?P<last>\d{0,18})|-\d{1,18})", re.ASCII)
LINKED = "application/ld+json"
PLAIN = "text/plain"
NAMED = {"SHA256SUMS": PLAIN, "croissant.json": LINKED, "ro-crate-metadata.json": LINKED}
MEDIA_TYPES = {
    "cff": "application/yaml",
    "css": "text/css",
    "csv": "text/csv",
    "html": "text/html",
    "ico": "image/vnd.microsoft.icon",
    "js": "text/javascript",
    "json": "application/json",
    "md": "text/markdown",
    "parquet": "application/vnd.apache.parquet",
    "png": "image/png",
    "svg": "image/svg+xml",
    "txt": PLAIN,
    "webmanifest": "application/manifest+json",
    "woff2": "font/woff2",
    "xml": "application/xml",
    "zip": "application/zip",
}
OPEN_TO_ALL = {
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "Accept-Ranges, Content-Length, Content-Range, ETag",
    "cache-control": "no-cache",
    "content-security-policy": "default-src 'self' 'unsafe-inline'; img-src 'self' data:;"
    " object-src 'none'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
ASKED_BEFORE = {
    "access-control-allow-headers": "*",
    "access-control-allow-methods": METHODS,
    "access-control-max-age": "600",
    "allow": METHODS,
}


class Site:
    """The web site, as an ASGI application.

    Args:
        folders: folders of this machine by the path they are served under, "" for the whole.
    """

    def __init__(self, folders: Mapping[str, Path]) -> None:
        self._folders = Folders(folders)
        self._conditions = StaticFiles()
        self._digests: dict[tuple[int, ...], str] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; a file stays open until its last byte is sent."""
        with ExitStack() as files:
            response = await run_in_threadpool(self._response, scope, files)
            await response(_of_one_range(scope), receive, _with_headers(send))

    def _response(self, scope: Scope, files: ExitStack) -> Response:
        if scope["method"] == "OPTIONS":
            return Response(status_code=204, headers=ASKED_BEFORE)
        if scope["method"] not in {"GET", "HEAD"}:
            return PlainTextResponse(
                "This site is only read.\n", status_code=405, headers={"allow": METHODS}
            )
        path = find_path(scope["raw_path"])
        if path is None:
            return self._missing(files)
        file = self._folders.find_file(path)
        if file is not None:
            return self._content(files.enter_context(file), path, Headers(scope=scope))
        return self._way_to_page(scope, path, files) or self._missing(files)

    def _content(self, file: FileIO, path: str, asked: Headers) -> Response:
        response = answer_of(file, path, self._digest(file))
        if is_outdated(response.headers, asked):
            return PlainTextResponse("The file is another one by now.\n", status_code=412)
        if self._conditions.is_not_modified(response.headers, asked):
            return NotModifiedResponse(response.headers)
        return response

    def _way_to_page(self, scope: Scope, path: str, files: ExitStack) -> Response | None:
        """Where the page of a folder is that was named as if it were a file."""
        page = self._folders.find_file(f"{path}/{INDEX}")
        if page is None:
            return None
        files.enter_context(page)
        query = scope["query_string"].decode("ascii")
        return RedirectResponse(f"{scope['raw_path'].decode('ascii')}/{query and f'?{query}'}")

    def _missing(self, files: ExitStack) -> Response:
        page = self._folders.find_file(MISSING)
        if page is None:
            return PlainTextResponse("There is no such file.\n", status_code=404)
        return answer_of(files.enter_context(page), MISSING, self._digest(page), status=404)

    def _digest(self, file: FileIO) -> str:
        """sha256 of a file; that of a large one is kept while it is not written to."""
        about = os.fstat(file.fileno())
        if about.st_size < LARGE_BYTES:
            return digest_of(file)
        key = (about.st_dev, about.st_ino, about.st_size, about.st_mtime_ns, about.st_ctime_ns)
        if key not in self._digests:
            self._digests[key] = digest_of(file)
        return self._digests[key]


def digest_of(file: FileIO) -> str:
    """sha256 of an open file, which is at its beginning before and after."""
    digest = hashlib.file_digest(file, "sha256").hexdigest()
    file.seek(0)
    return digest


def answer_of(file: FileIO, path: str, digest: str, status: int = 200) -> FileResponse:
    """An open file as an answer: its own bytes, even if its name means another file meanwhile."""
    number = file.fileno()
    return FileResponse(
        f"/dev/fd/{number}",
        status_code=status,
        headers={"etag": f'"{digest}"'},
        media_type=media_type(path),
        stat_result=os.fstat(number),
    )


def media_type(path: str) -> str:
    """Media type of a file of a site, the same on every machine."""
    name = path.rpartition("/")[2]
    suffix = name.rpartition(".")[2]
    return NAMED.get(name) or MEDIA_TYPES.get(suffix, "application/octet-stream")


def is_outdated(found: Headers, asked: Headers) -> bool:
    """Whether a request wants a file only as it was, and it is not (If-Match and its like)."""
    wanted = asked.get("if-match")
    if wanted is not None:
        return not {"*", found["etag"]} & {tag.strip() for tag in wanted.split(",")}
    changed, until = (
        parsedate(headers.get(name, ""))
        for headers, name in ((found, "last-modified"), (asked, "if-unmodified-since"))
    )
    return changed is not None and until is not None and changed > until


def _of_one_range(scope: Scope) -> Scope:
    """The request, without a Range that says nothing or more than one thing: all is sent then."""
    found = ONE_RANGE.fullmatch(Headers(scope=scope).get("range", "").strip())
    if found and not (found["last"] and int(found["last"]) < int(found["first"])):
        return scope
    return {**scope, "headers": [each for each in scope["headers"] if each[0] != b"range"]}


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).update(OPEN_TO_ALL)
        await send(message)

    return sending
