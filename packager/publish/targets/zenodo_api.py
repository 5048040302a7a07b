"""The records API of an InvenioRDM, a method for each request, in types.

Facts of the API: ids come from the host and are checked before they stand in a path; a draft's
errors are part of a good answer; whether something is published is read by id, never searched.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import BinaryIO
from urllib.parse import quote

from packager.domain.errors import TargetError
from packager.publish.targets.answers import Answer, Said, complaints
from packager.publish.targets.calls import Call, silent
from packager.publish.targets.http import Host

ACCEPT = "application/vnd.inveniordm.v1+json, application/json;q=0.9, */*;q=0.5"
API = "/api"
IDENTIFIER = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,40}")
ABSENT, GONE = 404, 410
SHOWING = (1.0, 2.0, 4.0)
NO_FILES = "files.enabled"
PAGE = 25
MOST_PAGES = 4
MD5 = "md5:"


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A draft or a published record, as the host tells of it now.

    Attributes:
        id: of this version.
        parent: of the series.
        revision: counts the changes of the metadata.
        doi: "" until it is reserved.
        concept_doi: "" until the series is published.
        is_published: whether the world can see it.
        index: its place in the series, from 1.
        is_next: whether no other draft of the series is open; only its owner is told.
        metadata: with the host's additions.
        errors: what the host dropped or misses, a line each; files that are not there yet aside.
        files: how many there are, as far as it is told.
        url: its page.
        created: when it was made, in ISO's form; a record is made when it is published.
        is_open: whether everybody may read it and its files.
    """

    id: str
    parent: str
    revision: int
    doi: str = ""
    concept_doi: str = ""
    is_published: bool = False
    index: int = 0
    is_next: bool = True
    metadata: Mapping[str, object] = field(default_factory=dict)
    errors: tuple[str, ...] = ()
    files: int = 0
    url: str = ""
    created: str = ""
    is_open: bool = True


@dataclass(frozen=True, slots=True)
class Kept:
    """A file as the host tells of it; no md5 until all of it is there."""

    key: str
    bytes: int
    md5: str

    @property
    def is_whole(self) -> bool:
        return bool(self.md5)


class DeletedError(TargetError):
    """A record was published and then taken back."""


class Deposits:
    """Records and drafts of one host."""

    def __init__(self, host: Host) -> None:
        self.host = host

    def find_record(self, identifier: str, *, public: bool = True) -> State | None:
        """The published record, or the newest of a series; as everybody sees it, if `public`.

        Raises:
            DeletedError: it was published and then deleted.
        """
        path = f"/records/{_safe(identifier)}"
        answer = self.host.call(Call("GET", path, also={ABSENT, GONE}, public=public))
        if answer.status == GONE:
            raise DeletedError(
                f"record {identifier} was deleted on the host",
                where=answer.where,
                mend="a version is not published twice; ask the host why it was deleted",
            )
        return None if answer.status == ABSENT else state_of(answer.said())

    def find_draft(self, identifier: str) -> State | None:
        answer = self.host.call(Call("GET", self._draft(identifier), also={ABSENT}))
        return None if answer.status == ABSENT else state_of(answer.said())

    def series(self, identifier: str) -> tuple[State, ...]:
        """Every published version of a record's series, newest first; from an index that lags."""
        path = f"/records/{_safe(identifier)}/versions"
        return tuple(self._listed(Call("GET", path, public=True), MOST_PAGES * MOST_PAGES))

    def create(self, body: object) -> State:
        """A new series; sent once."""
        return state_of(self.host.call(Call("POST", "/records", body=body, once=True)).said())

    def open_version(self, identifier: str) -> State:
        """The draft of the version after this one: the open one, or a new one; sent once."""
        path = f"/records/{_safe(identifier)}/versions"
        return state_of(self.host.call(Call("POST", path, once=True)).said())

    def describe(self, identifier: str, body: object, revision: int | None = None) -> State:
        """Replace a draft's metadata; sent once and only onto `revision`, if that is given."""
        is_guarded = revision is not None
        headers = {"If-Match": str(revision)} if is_guarded else {}
        call = Call("PUT", self._draft(identifier), body=body, headers=headers, once=is_guarded)
        return state_of(self.host.call(call).said())

    def reserve_doi(self, identifier: str) -> State:
        """The draft with its DOI; sent once, for the host refuses the second time."""
        path = f"{self._draft(identifier)}/pids/doi"
        return state_of(self.host.call(Call("POST", path, once=True)).said())

    def discard(self, identifier: str) -> None:
        """Delete a draft; one that is gone is as good."""
        self.host.call(Call("DELETE", self._draft(identifier), also={ABSENT}))

    def publish(self, identifier: str) -> Answer:
        """Sent once; the host refuses the second time."""
        path = f"{self._draft(identifier)}/actions/publish"
        return self.host.call(Call("POST", path, once=True, final=True))

    def own_drafts(self, query: str = "") -> tuple[State, ...]:
        """Drafts of the token's account, newest first; from an index that may lag behind."""
        asked = {"q": query} if query else {}
        asked |= {"allversions": "true", "is_published": "false", "sort": "newest"}
        found = self._listed(Call("GET", "/user/records", query=asked), MOST_PAGES)
        return tuple(state for state in found if not state.is_published)

    def has_id(self, vocabulary: str, identifier: str) -> bool:
        """Whether the host's vocabulary has an id."""
        path = f"/vocabularies/{quote(vocabulary, safe='')}/{quote(identifier, safe='')}"
        return self.host.call(Call("GET", path, also={ABSENT}, public=True)).status != ABSENT

    def draft_files(self, identifier: str) -> tuple[Kept, ...]:
        return _kept(self.host.call(Call("GET", f"{self._draft(identifier)}/files")))

    def record_files(self, identifier: str) -> tuple[Kept, ...]:
        """As everybody sees them; a record just published may not show them at once."""
        call = Call("GET", f"/records/{_safe(identifier)}/files", public=True)
        for seconds in SHOWING:
            answer = self.host.call(replace(call, also={ABSENT}))
            if answer.status != ABSENT:
                return _kept(answer)
            self.host.pause(seconds, f"record {identifier} does not show its files yet")
        return _kept(self.host.call(call))

    def start_files(self, identifier: str, keys: list[str]) -> None:
        """Announce files; sent once, for the host refuses a key that is there."""
        body = [{"key": key} for key in keys]
        path = f"{self._draft(identifier)}/files"
        self.host.call(Call("POST", path, body=body, once=True))

    def remove_file(self, identifier: str, key: str) -> None:
        """One that is gone is as good."""
        self.host.call(Call("DELETE", self._file(identifier, key), also={ABSENT}))

    def send_file(
        self,
        identifier: str,
        key: str,
        stream: BinaryIO,
        size: int,
        progress: Callable[[int], None] = silent,
    ) -> bool:
        """Send the bytes of a pending file; False if the host lost the file over it.

        Sent once: bytes sent to a file that is complete destroy it.
        """
        path = f"{self._file(identifier, key)}/content"
        return "errors" not in self.host.send(path, stream, size, progress).said().content

    def finish_file(self, identifier: str, key: str) -> Kept:
        """The complete file, as the host has it."""
        call = Call("POST", f"{self._file(identifier, key)}/commit", once=True)
        return _one_kept(self.host.call(call).said())

    def _listed(self, call: Call, most_pages: int) -> Iterator[State]:
        """What a search finds, page by page."""
        for page in range(1, most_pages + 1):
            query = {**call.query, "size": str(PAGE), "page": str(page)}
            hits = self.host.call(replace(call, query=query)).said().inner("hits").inners("hits")
            yield from map(state_of, hits)
            if len(hits) < PAGE:
                return

    def _draft(self, identifier: str) -> str:
        return f"/records/{_safe(identifier)}/draft"

    def _file(self, identifier: str, key: str) -> str:
        return f"{self._draft(identifier)}/files/{quote(key, safe='')}"


def state_of(said: Said) -> State:
    """What a draft or record says of itself."""
    pids, parent = said.find_inner("pids"), said.inner("parent")
    concept = parent.find_inner("pids").find_inner("doi")
    versions = said.find_inner("versions").content
    count = said.find_inner("files").content.get("count")
    errors, index = said.content.get("errors"), versions.get("index")
    access = said.find_inner("access").content
    return State(
        id=_safe(said.text("id")),
        parent=_safe(parent.text("id")),
        revision=said.number("revision_id"),
        doi=pids.find_inner("doi").find_text("identifier"),
        concept_doi=concept.find_text("identifier"),
        is_published=said.flag("is_published") and not said.flag("is_draft"),
        index=index if isinstance(index, int) else 0,
        is_next=versions.get("is_latest_draft") is not False,
        metadata=said.find_inner("metadata").content,
        errors=tuple(one for one in complaints(errors) if not one.startswith(f"{NO_FILES}: ")),
        files=count if isinstance(count, int) else 0,
        url=said.find_inner("links").find_text("self_html"),
        created=said.find_text("created"),
        is_open="restricted" not in {access.get("record"), access.get("files")},
    )


def _kept(answer: Answer) -> tuple[Kept, ...]:
    return tuple(_one_kept(one) for one in answer.said().inners("entries"))


def _one_kept(said: Said) -> Kept:
    if said.find_text("status") not in {"", "completed"}:
        return Kept(said.text("key"), 0, "")
    checksum = said.text("checksum")
    md5 = checksum.removeprefix(MD5) if checksum.startswith(MD5) else ""
    return Kept(said.text("key"), said.number("size"), md5)


def _safe(identifier: str) -> str:
    if not IDENTIFIER.fullmatch(identifier):
        raise TargetError(
            f"{identifier[:40]!r} is no id of a record",
            where="the host's answer, or the settings",
            mend="see that the address in the settings is that of an InvenioRDM",
        )
    return identifier
