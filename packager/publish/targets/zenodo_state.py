"""What an InvenioRDM says of drafts, records and files, in types; ids are checked as they come."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from packager.domain.errors import TargetError
from packager.publish.targets.answers import Answer, Said, complaints

IDENTIFIER = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,40}")
NO_FILES = "files.enabled"
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


def state_of(said: Said) -> State:
    """What a draft or record says of itself."""
    pids, parent = said.find_inner("pids"), said.inner("parent")
    concept = parent.find_inner("pids").find_inner("doi")
    versions = said.find_inner("versions").content
    count = said.find_inner("files").content.get("count")
    errors, index = said.content.get("errors"), versions.get("index")
    access = said.find_inner("access").content
    return State(
        id=safe_id(said.text("id")),
        parent=safe_id(parent.text("id")),
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


def kept(answer: Answer) -> tuple[Kept, ...]:
    """The files that an answer lists."""
    return tuple(one_kept(one) for one in answer.said().inners("entries"))


def one_kept(said: Said) -> Kept:
    """One file; no size and no md5 before all of it is there."""
    if said.find_text("status") not in {"", "completed"}:
        return Kept(said.text("key"), 0, "")
    checksum = said.text("checksum")
    md5 = checksum.removeprefix(MD5) if checksum.startswith(MD5) else ""
    return Kept(said.text("key"), said.number("size"), md5)


def safe_id(identifier: str) -> str:
    """An id that may stand in a path; TargetError for anything else."""
    if not IDENTIFIER.fullmatch(identifier):
        raise TargetError(
            f"{identifier[:40]!r} is no id of a record",
            where="the host's answer, or the settings",
            mend="see that the address in the settings is that of an InvenioRDM",
        )
    return identifier
