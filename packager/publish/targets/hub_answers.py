"""What the Hub answers, in our words: facts about a repository, and failures by what to do next."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from packager.domain.errors import ConfigError, IntegrityError, TargetError
from packager.publish.target import HostFile

PASSING = frozenset({0, 408, 409, 412, 429, 500, 502, 503, 504})
BUSY = frozenset({429, 503})
COMMIT_ID = re.compile(r"[0-9a-f]{40}")
GROUP = 64 << 20

Progress = Callable[[int, int], None]


class HubAnswerError(TargetError):
    """The Hub did not answer, or failed; the call may have had its effect all the same.

    Attributes:
        status: HTTP status, 0 when no answer came that could be read.
        told: seconds the Hub asked to wait, None when it did not say.
    """

    def __init__(
        self, what: str, *, where: str, mend: str, status: int = 0, told: float | None = None
    ) -> None:
        super().__init__(what, where=where, mend=mend)
        self.status, self.told = status, told

    @property
    def is_passing(self) -> bool:
        """Whether the same call may succeed later."""
        return self.status in PASSING


class HubRefusalError(ConfigError):
    """The Hub refused for good: the token, the terms or the request itself."""


class HubMovedError(TargetError):
    """Somebody else's commit came first.

    Attributes:
        head: what the branch points to now.
    """

    def __init__(self, what: str, *, where: str, mend: str, head: str) -> None:
        super().__init__(what, where=where, mend=mend)
        self.head = head


@dataclass(frozen=True, slots=True)
class Account:
    """Whose token it is: the name, the organisations, and the token's role."""

    name: str
    organisations: tuple[str, ...]
    role: str


@dataclass(frozen=True, slots=True)
class Repository:
    """A data set repository: its id as the Hub spells it, and who may read it."""

    id: str
    is_private: bool = False
    is_gated: bool = False
    is_disabled: bool = False


@dataclass(frozen=True, slots=True)
class Refs:
    """Commit ids by name of branch and of tag."""

    branches: Mapping[str, str]
    tags: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Commit:
    """A commit to be made, whole.

    Attributes:
        branch: the branch it goes on.
        parent: the commit that must be the branch's head.
        message: its title.
        added: sealed files by their path in the repository.
        copied: paths taken from `source` without being sent again.
        source: a commit of the same repository.
        removed: paths that go.
    """

    branch: str
    parent: str
    message: str
    added: Mapping[str, "Upload"]
    copied: tuple[str, ...] = ()
    source: str = ""
    removed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Upload:
    """A file to be sent, and the sha256 it was sealed with."""

    place: Path
    bytes: int
    sha256: str

    def require_same(self, sha256: str) -> None:
        """Raise IntegrityError unless this is the digest of what was read just now."""
        if sha256 != self.sha256:
            raise IntegrityError(
                f"{self.place.name} is not what was sealed",
                where=str(self.place),
                mend="take the sealed one back from version control",
            )


class Hub(Protocol):
    """Calls to one repository, each made once; every failure is one of the errors above."""

    @property
    def address(self) -> str:
        """Where people look at the repository."""

    def account(self) -> Account: ...

    def require_writer(self) -> None:
        """Raise HubRefusalError unless the token may write to the repository."""

    def find_repository(self) -> Repository | None: ...

    def refs(self) -> Refs: ...

    def files(self, revision: str) -> tuple[HostFile, ...]:
        """Every file of a commit, with git_blob or sha256 as the Hub keeps it."""

    def commits(self, revision: str) -> tuple[str, ...]:
        """A commit and all before it."""

    def card_keys(self, revision: str) -> tuple[str, ...]:
        """Top-level keys in the header of the card."""

    def stream(self, revision: str, path: str, start: int) -> Iterator[tuple[int, bytes]]:
        """Content from `start` on, in pieces with their offset; from 0 where it cannot begin."""

    def require_card(self, card: str) -> None:
        """Raise HubRefusalError unless the Hub takes the header of this card."""

    def create_repository(self) -> None:
        """Create it, private."""

    def create_branch(self, name: str, commit: str) -> None: ...

    def commit(self, wanted: Commit, progress: Progress) -> str:
        """Send content and make the commit; its id."""

    def create_tag(self, name: str, commit: str) -> None:
        """Create it; one that is there already is a failure."""

    def make_public(self) -> None: ...

    def delete_branch(self, name: str) -> None: ...


def require_id(text: object) -> str:
    """A whole commit id; HubAnswerError for anything else."""
    if not isinstance(text, str) or not COMMIT_ID.fullmatch(text):
        raise HubAnswerError(
            "the Hub names no whole commit",
            where=repr(text)[:80],
            mend="run the same command again",
        )
    return text


def groups(sizes: Sequence[int]) -> Iterator[tuple[slice, int]]:
    """Files to be sent at once, as slices of all, each with the bytes sent when it is."""
    first, sent, done = 0, 0, 0
    for number, size in enumerate(sizes, 1):
        done += size
        if done - sent >= GROUP or number == len(sizes):
            yield slice(first, number), done
            first, sent = number, done
