"""The ledger's lines: each names the digest of the one before, so none changes unnoticed."""

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from packager.domain.errors import ConfigError, IntegrityError
from packager.domain.statement import Statement, line, read_statement
from packager.domain.version import Version, version_key

Kind = Literal["reserve", "abandon", "seal", "record", "erratum", "withdraw", "supersede"]
NoticeKind = Literal["erratum", "withdraw", "supersede"]
KINDS: tuple[Kind, ...] = get_args(Kind)
NOTICES: tuple[NoticeKind, ...] = get_args(NoticeKind)
"""What is said of a sealed release afterwards; none of its bytes changes."""
NOTHING = "0" * 64
SEALED_PAPERS = ("change.json", "identity.json", "inputs.json", "seal.json")
TARGET = re.compile(r"[a-z][a-z0-9-]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One line of the ledger.

    Attributes:
        event: what happened.
        version: to which release.
        files: sha256 of the files it names, by path relative to the ledger's folder.
        target: the host of a record, the version to use instead of a superseded one, else "".
        note: words of a person: why it was abandoned, what the erratum says, else "".
        previous: sha256 of the line before, 64 zeros for the first.
    """

    event: Kind
    version: Version
    files: Mapping[str, str]
    target: str = ""
    note: str = ""
    previous: str = NOTHING

    def after(self, head: str) -> "Event":
        """The same event as the line that follows the one with digest `head`."""
        return replace(self, previous=head)

    def line(self) -> bytes:
        return line({name: getattr(self, name) for name in Event.__dataclass_fields__})


@dataclass(frozen=True, slots=True)
class Chain:
    """The ledger as read.

    Attributes:
        events: whole lines that say an event, in order.
        digests: sha256 of each whole line.
        torn: what stands behind the last line break: a line whose writing was cut short.
        faults: what is wrong with the lines, each named by its number.
    """

    events: tuple[Event, ...]
    digests: tuple[str, ...]
    torn: bytes
    faults: tuple[str, ...]

    @property
    def head(self) -> str:
        """Digest of the last line; the next line names it."""
        return self.digests[-1] if self.digests else NOTHING


def digest_of(content: bytes) -> str:
    """Sha256 as hex."""
    return hashlib.sha256(content).hexdigest()


def parse_chain(content: bytes) -> Chain:
    """Every line with its faults; nothing is raised, so that all faults are told together."""
    end = content.rfind(b"\n") + 1
    lines = content[:end].split(b"\n")[:-1]
    digests = tuple(digest_of(text + b"\n") for text in lines)
    events: list[Event] = []
    faults: list[str] = []
    for number, text in enumerate(lines, 1):
        try:
            event = read_event(text + b"\n")
        except IntegrityError as error:
            faults.append(f"line {number}: edited: {error.what}")
            continue
        events.append(event)
        faults += _link_fault(event, number, digests)
    return Chain(tuple(events), digests, content[end:], tuple(faults))


def faults_of(chain: Chain, known_head: str) -> list[str]:
    """What is wrong with the lines, with what they say, and with their end.

    Args:
        chain: the ledger as read.
        known_head: digest of a last line as somebody else knows it, "" if nobody does.
    """
    last = len(chain.digests)
    if known_head and known_head not in (NOTHING, *chain.digests):
        end = f"line {last}: edited, or the entry behind it is missing" if last else "all are gone"
        return [*chain.faults, f"{end}: index.json knows another last line"]
    return [*chain.faults, *(History(chain.events).faults if not chain.faults else ())]


def read_event(content: bytes) -> Event:
    """An event from its line; IntegrityError unless the line is written exactly our way."""
    said = read_statement(content, "ledger")
    said.require_keys(*Event.__dataclass_fields__)
    files = said.inner("files")
    event = Event(
        event=_kind(said),
        version=said.text("version"),
        files={name: files.digest(name) for name in files.content},
        target=said.text("target"),
        note=said.text("note"),
        previous=said.digest("previous"),
    )
    if event.line() != content:
        raise IntegrityError("not in canonical form", where="ledger", mend="take the line back")
    return event


def papers_of(event: Kind, version: Version, target: str = "") -> tuple[str, ...]:
    """Paths of the files that an event must name."""
    names: Mapping[Kind, tuple[str, ...]] = {
        "reserve": ("identity.json",),
        "seal": SEALED_PAPERS,
        "record": (f"record.{target}.json",),
    }
    return tuple(f"{version}/{name}" for name in names.get(event, ()))


class History:
    """What the events so far mean, and whether another may follow."""

    def __init__(self, events: Sequence[Event] = ()) -> None:
        self.sealed: list[Version] = []
        self.reserved: set[Version] = set()
        self.abandoned: set[Version] = set()
        self.records: set[tuple[Version, str]] = set()
        self.faults: list[str] = []
        for number, event in enumerate(events, 1):
            fault = self.fault(event)
            if fault:
                self.faults.append(f"line {number}: {fault}")
            self._add(event)

    def fault(self, event: Event) -> str:
        """Why this event cannot follow, "" when it can."""
        version = event.version
        if tuple(sorted(event.files)) != papers_of(event.event, version, event.target):
            return f"{event.event} of {version} names other files than its own"
        if (event.event == "record") != bool(TARGET.fullmatch(event.target)):
            return f"{event.event} of {version} names no proper host"
        match event.event:
            case "reserve" | "seal":
                return self._fault_of_new(event)
            case "abandon":
                return (
                    ""
                    if self.is_waiting(version)
                    else f"release {version} is not waiting to be cut"
                )
            case _:
                return self._fault_of_sealed(event)

    def is_waiting(self, version: Version) -> bool:
        """Whether a version is reserved, and neither cut nor given up."""
        return version in self.reserved - self.abandoned - {*self.sealed}

    def _fault_of_sealed(self, event: Event) -> str:
        version = event.version
        if version not in self.sealed:
            return f"release {version} is not sealed"
        if event.event == "record" and (version, event.target) in self.records:
            return f"release {version} has a record of {event.target} already"
        later = self.sealed[self.sealed.index(version) + 1 :]
        if event.event == "supersede" and event.target not in later:
            return f"supersede of {version} names no later sealed version"
        return ""

    def _fault_of_new(self, event: Event) -> str:
        version = event.version
        if version in self.sealed:
            return f"release {version} is already sealed"
        if version in self.abandoned:
            return f"version {version} was abandoned; it is not used again"
        if event.event == "reserve" and version in self.reserved:
            return f"version {version} is already reserved"
        try:
            if self.sealed and version_key(version) < version_key(self.sealed[-1]):
                return f"version {version} is older than {self.sealed[-1]}, the newest sealed"
            version_key(version)
        except ConfigError as error:
            return error.what
        return ""

    def _add(self, event: Event) -> None:
        match event.event:
            case "reserve":
                self.reserved.add(event.version)
            case "abandon":
                self.abandoned.add(event.version)
            case "seal":
                self.sealed.append(event.version)
            case "record":
                self.records.add((event.version, event.target))
            case _:
                pass


def later_than(version: Version) -> Version:
    """The next version of the same day, always free when `version` is the newest."""
    day, number = version_key(version)
    return f"{day.isoformat()}.{number + 1}"


def _kind(said: Statement) -> Kind:
    for kind in KINDS:
        if said.text("event") == kind:
            return kind
    raise IntegrityError(
        f"unknown event {said.text('event')!r}", where="ledger", mend="take it back"
    )


def _link_fault(event: Event, number: int, digests: Sequence[str]) -> list[str]:
    """Faults of one line's claim about the line before; lines count from 1."""
    before = digests[number - 2] if number > 1 else NOTHING
    if event.previous == before:
        return []
    if event.previous in digests:
        place = digests.index(event.previous) + 1
        return [f"line {number}: out of its place: it was written behind line {place}"]
    if event.previous == NOTHING:
        return [f"line {number}: out of its place: it was written as the first line"]
    if number == 1:
        return ["line 1: the entry before it is missing"]
    return [f"line {number - 1}: edited, or the entry behind it is missing"]
