"""The records API of an InvenioRDM, a method for each request, in types.

Facts of the API: ids come from the host and are checked before they stand in a path; a draft's
errors are part of a good answer; whether something is published is read by id, never searched.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import BinaryIO
from urllib.parse import quote

from packager.domain.errors import TargetError
from packager.publish.targets.answers import Answer
from packager.publish.targets.calls import Call, silent
from packager.publish.targets.http import Host
from packager.publish.targets.zenodo_state import (
    Kept,
    State,
    kept,
    one_kept,
    safe_id,
    state_of,
)

ACCEPT = "application/vnd.inveniordm.v1+json, application/json;q=0.9, */*;q=0.5"
API = "/api"
ABSENT, GONE = 404, 410
SHOWING = (1.0, 2.0, 4.0)
PAGE = 25
MOST_PAGES = 4


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
        path = f"/records/{safe_id(identifier)}"
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
        path = f"/records/{safe_id(identifier)}/versions"
        return tuple(self._listed(Call("GET", path, public=True), MOST_PAGES * MOST_PAGES))

    def create(self, body: object) -> State:
        """A new series; sent once."""
        return state_of(self.host.call(Call("POST", "/records", body=body, once=True)).said())

    def open_version(self, identifier: str) -> State:
        """The draft of the version after this one: the open one, or a new one; sent once."""
        path = f"/records/{safe_id(identifier)}/versions"
        return state_of(self.host.call(Call("POST", path, once=True)).said())

    def edit(self, identifier: str) -> State:
        """The draft of an edit of a published record: the open one, or a new one."""
        return state_of(self.host.call(Call("POST", self._draft(identifier))).said())

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
        return kept(self.host.call(Call("GET", f"{self._draft(identifier)}/files")))

    def record_files(self, identifier: str) -> tuple[Kept, ...]:
        """As everybody sees them; a record just published may not show them at once."""
        call = Call("GET", f"/records/{safe_id(identifier)}/files", public=True)
        for seconds in SHOWING:
            answer = self.host.call(replace(call, also={ABSENT}))
            if answer.status != ABSENT:
                return kept(answer)
            self.host.pause(seconds, f"record {identifier} does not show its files yet")
        return kept(self.host.call(call))

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
        return one_kept(self.host.call(call).said())

    def _listed(self, call: Call, most_pages: int) -> Iterator[State]:
        """What a search finds, page by page."""
        for page in range(1, most_pages + 1):
            query = {**call.query, "size": str(PAGE), "page": str(page)}
            hits = self.host.call(replace(call, query=query)).said().inner("hits").inners("hits")
            yield from map(state_of, hits)
            if len(hits) < PAGE:
                return

    def _draft(self, identifier: str) -> str:
        return f"/records/{safe_id(identifier)}/draft"

    def _file(self, identifier: str, key: str) -> str:
        return f"{self._draft(identifier)}/files/{quote(key, safe='')}"
