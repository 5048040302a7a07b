"""A ledger against an older state of it: lines are only ever added."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

from packager.domain.errors import ConfigError, IntegrityError, listed
from packager.publish.chain import NOTHING, NOTICES, Event, parse_chain
from packager.publish.git import Git
from packager.publish.memory import LEDGER

HEAD = "HEAD"
LAID_TOGETHER = (("reserve", "abandon"), ("seal",), NOTICES)
"""What a re-laying keeps in order, one after the other."""
SHORT = 12


@dataclass(frozen=True, slots=True)
class Grown:
    """How a ledger came from an older state of it.

    Attributes:
        commit: whose state it was; "" where nothing was compared.
        not_compared: why not, "" where it was.
        is_laid_anew: it does not begin with the older state, and need not: nothing of it is public.
        added: how many lines are new.
    """

    commit: str = ""
    not_compared: str = ""
    is_laid_anew: bool = False
    added: int = 0


def require_grown_since(releases: Path, revision: str, environ: Mapping[str, str]) -> Grown:
    """Compare a proved ledger with the one that was committed.

    Args:
        releases: folder of the releases.
        revision: the commit it has to follow from; "" for the newest, if there is any.
        environ: where git is found, and the settings of who runs it.

    Raises:
        ConfigError: the revision that was named cannot be looked at.
        IntegrityError: a line of it is missing, re-dated or changed.
    """
    git = Git(releases, environ)
    commit, missing = _commit(git, revision)
    if missing:
        return Grown(not_compared=missing)
    if git.call("cat-file", "-e", f"{commit}:./{LEDGER}").returncode:
        return Grown(not_compared=f"commit {commit[:SHORT]} has no ledger")
    old = git.run("cat-file", "blob", f"{commit}:./{LEDGER}").stdout
    path = releases / LEDGER
    new = path.read_bytes() if path.is_file() else b""
    if is_laid_anew(old, new):
        return Grown(commit, is_laid_anew=True)
    require_grown(old, new, where=str(path), commit=commit[:SHORT])
    return Grown(commit, added=new.count(b"\n") - old.count(b"\n"))


def _commit(git: Git, revision: str) -> tuple[str, str]:
    """The commit to compare with, or why there is none; one that was named has to be there."""
    missing = git.missing()
    commit = "" if missing else git.find_commit(revision or HEAD)
    if not commit:
        missing = missing or f"there is no commit {revision}".strip()
    if missing and revision:
        raise ConfigError(
            f"the ledger cannot be compared with {revision}: {missing}",
            where="--since",
            mend="name a commit of a clone that has its history; `git fetch --unshallow` brings it",
        )
    return commit, missing


def require_grown(old: bytes, new: bytes, *, where: str, commit: str) -> None:
    """Raise IntegrityError unless a ledger is its state in a commit with lines added."""
    if not new.startswith(old):
        faults = differences(old, new) or ["its bytes are not what they were"]
        raise IntegrityError(
            listed([f"the ledger is not that of commit {commit} with lines added", *faults]),
            where=where,
            mend=f"take it back: `git checkout {commit} -- {where}`; lines are only ever added",
        )


def is_laid_anew(old: bytes, new: bytes) -> bool:
    """Whether `packager ledger relay` can have made one of the other, and nothing is public.

    It seals anew what was sealed, and keeps every name, every version and every notice.
    """
    before, now = parse_chain(old), parse_chain(new)
    events = (*before.events, *now.events)
    if new.startswith(old) or before.faults or any(e.event == "record" for e in events):
        return False
    return all(
        told == kept[: len(told)]
        for kinds in LAID_TOGETHER
        for told, kept in [[_kept(chain.events, kinds) for chain in (before, now)]]
    )


def _kept(events: Sequence[Event], kinds: Sequence[str]) -> list[tuple[object, ...]]:
    """What a re-laying leaves of events of these kinds; a seal gets other papers."""
    return [
        (e.event, e.version, e.target, e.note, None if e.event == "seal" else e.files)
        for e in events
        if e.event in kinds
    ]


def differences(old: bytes, new: bytes) -> list[str]:
    """Each line of the old state that is missing, re-dated or changed, and each put in between."""
    before, now = (
        [event.after(NOTHING) for event in parse_chain(content).events] for content in (old, new)
    )
    old_lines, new_lines = ([event.line() for event in events] for events in (before, now))
    found = SequenceMatcher(None, old_lines, new_lines, autojunk=False).get_opcodes()
    return [
        fault
        for kind, start, end, first, last in found
        if kind != "equal"
        for fault in _altered(before, now, range(start, end), range(first, last))
    ]


def _altered(
    before: Sequence[Event], now: Sequence[Event], gone: range, come: range
) -> Iterator[str]:
    """What became of neighbouring lines; lines count from 1."""
    pairs = min(len(gone), len(come))
    for one, other in zip(gone, come, strict=False):
        yield f"line {one + 1}: {_told(before[one])} {_became(before[one], now[other])}"
    for one in gone[pairs:]:
        yield f"line {one + 1}: {_told(before[one])} is missing"
    if gone.stop < len(before):
        for other in come[pairs:]:
            yield f"line {other + 1}: {_told(now[other])} was put in before older lines"


def _became(one: Event, other: Event) -> str:
    if one.event != other.event or one.target != other.target:
        return f"is now {_told(other)}"
    if one.version != other.version:
        return f"is now dated {other.version}"
    paths = [path for path in one.files if one.files[path] != other.files.get(path)]
    return f"names another {paths[0]}" if paths else f"says {other.note!r}, not {one.note!r}"


def _told(event: Event) -> str:
    to = f" to {event.target}" if event.target else ""
    return f"{event.event} of {event.version}{to}"
