"""What an InvenioRDM knows: versions with their drafts, files, owners; and its slower index."""

import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Final, Self

from packager.rehearse.blobs import Blob
from packager.rehearse.clock import Clock
from packager.rehearse.messages import Refused, Request, json_answer

FIRST_ID: Final = 7000000
FIRST_REVISION: Final = 4


@dataclass(frozen=True, slots=True)
class File:
    """A file by its key: announced, then filled, then finished."""

    key: str
    id: str
    created: str
    updated: str
    declared: Mapping[str, object] = field(default_factory=dict)
    blob: Blob | None = None
    is_finished: bool = False


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a version: what its owner drafts, or what the world sees."""

    metadata: Mapping[str, object]
    access: Mapping[str, object]
    files: Mapping[str, File]
    created: str
    updated: str
    doi: str = ""
    preview: str = ""
    bucket: str = ""
    revision: int = FIRST_REVISION
    custom_fields: Mapping[str, object] = field(default_factory=dict)
    is_unlocked: bool = False


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a publication; `tombstone` is the day it was taken back and the reason."""

    id: str
    parent: str
    owner: str
    index: int
    draft: Side | None = None
    public: Side | None = None
    tombstone: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class InvenioOptions:
    """What differs from one InvenioRDM to another.

    Attributes:
        users: id of a user by token.
        prefix: of the DOIs.
        zenodo_json: answer `Accept: application/json` in Zenodo's own shape.
        most_files: per record.
        quota_bytes: per record.
        index_seconds: until a search sees a write.
        index_searches: so many searches more do not see a write.
        requests_a_minute: of one user or visitor before 429; 0 for no limit.
        longest_key: of a file, in characters.
        drafting: tokens that may write drafts, and publish nothing.
    """

    users: Mapping[str, str]
    prefix: str = "10.5072"
    zenodo_json: bool = True
    most_files: int = 100
    quota_bytes: int = 50 * 10**9
    index_seconds: float = 0.0
    index_searches: int = 0
    requests_a_minute: int = 0
    longest_key: int = 255
    drafting: Collection[str] = ()


class Index:
    """What searches see: writes, some time later."""

    def __init__(self, options: InvenioOptions) -> None:
        self._options = options
        self._seen: dict[str, Version | None] = {}
        self._waiting: list[tuple[float, int, str, Version | None]] = []
        self._searches = 0

    def note(self, version_id: str, version: Version | None) -> None:
        due = time.monotonic() + self._options.index_seconds
        searches = self._searches + self._options.index_searches
        self._waiting.append((due, searches, version_id, version))

    def versions(self) -> list[Version]:
        """As one search sees them, the newest write last."""
        now = time.monotonic()
        due = [each for each in self._waiting if each[0] <= now and each[1] <= self._searches]
        self._waiting = [each for each in self._waiting if each not in due]
        self._searches += 1
        for _, _, version_id, version in due:
            self._seen.pop(version_id, None)
            self._seen[version_id] = version
        return [each for each in self._seen.values() if each is not None]


class InvenioState:
    """Versions by id. Copies share the index and the sequence of ids, which never goes back."""

    def __init__(self, options: InvenioOptions, clock: Clock) -> None:
        self.options, self.clock = options, clock
        self.url = ""
        self.versions: dict[str, Version] = {}
        self.parents: dict[str, bool] = {}
        self.index = Index(options)
        self.raced: set[str] = set()
        self.ids: Iterator[int] = count(FIRST_ID)

    def copy(self) -> Self:
        made = type(self)(self.options, self.clock)
        made.url, made.index = self.url, self.index
        made.versions, made.parents = dict(self.versions), dict(self.parents)
        made.raced, made.ids = self.raced, self.ids
        return made

    def next_id(self) -> str:
        return str(next(self.ids))

    def keep(self, version: Version) -> Version:
        self.versions[version.id] = version
        self.index.note(version.id, version)
        return version

    def drop(self, version: Version) -> None:
        del self.versions[version.id]
        self.index.note(version.id, None)

    def user(self, request: Request) -> str:
        """Id of who asks; "" for a visitor and for a token that nobody has."""
        return self.options.users.get(request.token or request.asked("access_token"), "")

    def require_may_publish(self, request: Request) -> None:
        if request.token in self.options.drafting:
            raise refusal(403, "Permission denied.")

    def series(self, parent: str) -> list[Version]:
        """All versions of a publication, by index."""
        found = [each for each in self.versions.values() if each.parent == parent]
        return sorted(found, key=lambda each: each.index)

    def latest(self, parent: str) -> Version | None:
        public = [each for each in self.series(parent) if each.public and not each.tombstone]
        return public[-1] if public else None

    def owned(self, request: Request, version_id: str) -> Version:
        """A version that must be there and belong to who asks."""
        version = self.versions.get(version_id)
        if version is None:
            raise refusal(404, "The persistent identifier does not exist.")
        if self.user(request) != version.owner:
            raise refusal(403, "Permission denied.")
        return version

    def drafted(self, request: Request, version_id: str) -> tuple[Version, Side]:
        """A version with a draft, of who asks."""
        version = self.owned(request, version_id)
        if version.draft is None:
            raise refusal(404, "Not found.")
        return version, version.draft

    def update(self, version: Version, draft: Side, steps: int = 2) -> Version:
        """Keep a changed draft under a later revision."""
        later = replace(draft, updated=self.clock.stamp(), revision=draft.revision + steps)
        return self.keep(replace(version, draft=later))


def refusal(status: int, message: str, errors: Sequence[Mapping[str, object]] = ()) -> Refused:
    """An error as InvenioRDM sends one."""
    told: dict[str, object] = {"status": status, "message": message}
    return Refused(json_answer(told | ({"errors": list(errors)} if errors else {}), status))


def invalid(errors: Sequence[Mapping[str, object]]) -> Refused:
    return refusal(400, "A validation error occurred.", errors)


def fault(where: str, message: str) -> dict[str, object]:
    return {"field": where, "messages": [message]}
