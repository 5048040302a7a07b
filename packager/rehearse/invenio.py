"""InvenioRDM in miniature, set as Zenodo is: the records API with its surprises."""

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Self

from packager.rehearse.blobs import Blobs
from packager.rehearse.clock import Clock
from packager.rehearse.faults import FaultPlan
from packager.rehearse.host import Host, Manners, Route
from packager.rehearse.messages import Answer, Refused, Request, json_answer
from packager.rehearse.records import drafts, files, owner_requests, reading
from packager.rehearse.records.state import InvenioOptions, InvenioState
from packager.rehearse.server import Server

USERS: Final[Mapping[str, str]] = {"zenodo_own": "1", "zenodo_other": "2"}
RECORD: Final = "/api/records/([^/]+)"
DRAFT: Final = f"{RECORD}/draft"
MINUTE: Final = 60
NO_PATH: Final = (
    "The requested URL was not found on the server."
    " If you entered the URL manually please check your spelling and try again."
)

BROKEN: Final = json_answer({"message": files.BROKEN, "status": 500}, 500)


def _routes(blobs: Blobs) -> tuple[Route, ...]:
    """Longer patterns stand before those that would swallow them: a file's key may hold slashes."""
    content = partial(files.content, blobs=blobs)
    public_content = partial(files.public_content, blobs=blobs)
    return (
        Route("POST", "/api/records", drafts.create),
        Route("GET", "/api/records", reading.search),
        Route("GET", "/api/user/records", reading.own),
        Route("GET", "/api/vocabularies/([^/]+)", reading.vocabulary),
        Route("GET", "/api/vocabularies/([^/]+)/([^/]+)", reading.term),
        Route("PUT", f"{DRAFT}/files/(.+)/content", files.send, stores=True),
        Route("GET", f"{DRAFT}/files/(.+)/content", content),
        Route("POST", f"{DRAFT}/files/(.+)/commit", files.finish),
        Route("GET", f"{DRAFT}/files/(.+)", files.one),
        Route("DELETE", f"{DRAFT}/files/(.+)", files.delete),
        Route("GET", f"{DRAFT}/files", files.listed),
        Route("POST", f"{DRAFT}/files", files.start),
        Route("DELETE", f"{DRAFT}/files", files.delete_all),
        Route("POST", f"{DRAFT}/actions/files-import", files.take_over),
        Route("POST", f"{DRAFT}/actions/publish", drafts.publish),
        Route("POST", f"{DRAFT}/pids/doi", drafts.reserve),
        Route("DELETE", f"{DRAFT}/pids/doi", drafts.release),
        Route("GET", DRAFT, drafts.read),
        Route("PUT", DRAFT, drafts.save),
        Route("POST", DRAFT, drafts.edit),
        Route("DELETE", DRAFT, drafts.discard),
        Route("POST", f"{RECORD}/versions", drafts.next_version),
        Route("GET", f"{RECORD}/versions", reading.versions),
        Route("GET", f"{RECORD}/versions/latest", reading.latest),
        Route("POST", f"{RECORD}/request-deletion", owner_requests.take_back),
        Route("POST", f"{RECORD}/file-modification", owner_requests.unlock),
        Route("GET", f"{RECORD}/files", files.public_list),
        Route("GET", f"{RECORD}/files/(.+)/content", public_content),
        Route("GET", f"{RECORD}/files/(.+)", files.public_one),
        Route("GET", RECORD, reading.record),
    )


class InvenioServer(Server):
    """A host on loopback.

    Args:
        plan: faults to come.
        options: users, limits, the delay of its index; tokens zenodo_own, zenodo_other by default.
        port: 0 for any free one.
        folder: where bytes are kept; a temporary one by default.
    """

    def __init__(
        self,
        *,
        plan: FaultPlan | None = None,
        options: InvenioOptions | None = None,
        port: int = 0,
        folder: Path | None = None,
    ) -> None:
        self._temporary = None if folder else TemporaryDirectory(prefix="rehearsal-invenio-")
        place = folder or Path(self._temporary.name if self._temporary else "")
        place.mkdir(parents=True, exist_ok=True)
        self._blobs = Blobs(place)
        self.state = InvenioState(options or InvenioOptions(USERS), Clock())
        limit = _Limit(self.state.options.requests_a_minute)
        manners = Manners(limit.greet, _dress, _no_path, _no_method, _interfere, BROKEN)
        host = Host(self.state, _routes(self._blobs), manners, self._blobs)
        super().__init__(host, plan=plan, port=port)
        self.state.url = self.url

    def damage(self, record_id: str, key: str) -> None:
        """Flip one bit of a published file; its checksum stays as told."""
        _, public = reading.public_of(self.state, record_id)
        blob = public.files[key].blob
        if blob is not None:
            self._blobs.damage(blob)

    def stop(self) -> None:
        super().stop()
        if self._temporary:
            self._temporary.cleanup()

    def __enter__(self) -> Self:
        return self.start()


class _Limit:
    """So many requests a minute from each user, and from all visitors together."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._began = time.monotonic()
        self._seen = Counter[str]()

    def greet(self, state: InvenioState, request: Request) -> None:
        if time.monotonic() - self._began > MINUTE:
            self._began, self._seen = time.monotonic(), Counter()
        who = state.user(request)
        self._seen[who] += 1
        if self._most and self._seen[who] > self._most:
            told = {"message": f"{self._most} per 1 minute", "status": 429}
            raise Refused(json_answer(told, 429))


def _dress(_: Request, answer: Answer) -> Answer:
    """Every answer carries Retry-After, also those that went well."""
    headers = {"Retry-After": str(MINUTE), "X-RateLimit-Limit": "1000", **answer.headers}
    return replace(answer, headers=headers)


def _no_path(_: Request) -> Answer:
    return json_answer({"message": NO_PATH, "status": 404}, 404)


def _no_method(_: Request) -> Answer:
    told = {"message": "The method is not allowed for the requested URL.", "status": 405}
    return json_answer(told, 405)


def _interfere(state: InvenioState, request: Request) -> None:
    """Another process of the same owner: a version opened at the same moment, a draft saved."""
    version = state.versions.get(request.path.split("/")[3] if request.path.count("/") > 2 else "")  # noqa: PLR2004 -- /api/records/ID
    if version is None:
        return
    if request.path.endswith("/versions") and version.public:
        state.raced.add(drafts.open_version(state, version).id)
    elif version.draft:
        state.update(version, version.draft)
