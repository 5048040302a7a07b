"""One look after another at what is published; a host that fails does not hide the rest.

Nothing is changed on any host, and one request is made at a time.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from packager.domain.errors import IntegrityError, PackagerError
from packager.domain.notices import Notices
from packager.domain.release import Record, Release
from packager.domain.version import Version
from packager.domain.watch import HostFinding, Seen, Unseen, Watch
from packager.publish.watch_codes import found

FAILURES = 2
"""After so many in a row a host is not asked any more."""
GIVEN_UP = "the host failed again and again; it is not asked any more"

Fetch = Callable[[Release, Record], object]
Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Published:
    """A release, and what one host said when it was published there.

    Attributes:
        release: as it was sealed.
        record: of this host.
        is_withdrawn: whether it should not be used any more.
        said: what was to be said of it after each notice, the newest first; the last is nothing.
    """

    release: Release
    record: Record
    is_withdrawn: bool = False
    said: tuple[Notices, ...] = (Notices(),)

    @property
    def version(self) -> Version:
        """Of the release."""
        return self.release.version


@dataclass(frozen=True, slots=True)
class Sight:
    """What one look has seen: in words, and what is not as it was published."""

    said: str
    findings: tuple[HostFinding, ...] = ()


@dataclass(frozen=True, slots=True)
class Look:
    """One thing to look at, of one release or, with "", of all."""

    version: Version
    about: str
    where: str
    see: Callable[[], Sight]


class Watcher(Protocol):
    """Looks at one host."""

    @property
    def name(self) -> str:
        """The host, as records name it."""

    def looks(self, published: Sequence[Published]) -> Iterator[Look | Unseen]:
        """What to look at, and what is left out on purpose; of one release or more, oldest first.

        The next look is asked for when the one before was made.
        """


def watch(
    watchers: Iterable[tuple[Watcher, Sequence[Published]]],
    *,
    as_of: date,
    fetch: Fetch | None = None,
    tell: Tell = lambda _: None,
) -> Watch:
    """Look at every host.

    Args:
        watchers: each with its releases, oldest first.
        as_of: the day of the look.
        fetch: downloads a release; IntegrityError for other bytes. None for no downloads.
        tell: gets a line before each look.
    """
    told = [
        one
        for watcher, published in watchers
        for one in _look_around(watcher, _looks(watcher, published, fetch), tell)
    ]
    return Watch(
        as_of=as_of,
        findings=[one for one in told if isinstance(one, HostFinding)],
        seen=[one for one in told if isinstance(one, Seen)],
        unseen=[one for one in told if isinstance(one, Unseen)],
    )


def _look_around(
    watcher: Watcher, looks: Iterable[Look | Unseen], tell: Tell
) -> Iterator[HostFinding | Seen | Unseen]:
    failures = 0
    for look in looks:
        if isinstance(look, Unseen):
            yield look
            continue
        about = f"{look.about} {look.version}".strip()
        tell(f"{watcher.name}: {about}")
        try:
            sight = look.see()
        except PackagerError as error:
            failures += 1
            yield Unseen(watcher.name, about, error.what.splitlines()[0], is_failure=True)
            if failures == FAILURES:
                yield Unseen(watcher.name, "the rest", GIVEN_UP, is_failure=True)
                return
        else:
            failures = 0
            yield from sight.findings
            yield Seen(watcher.name, look.version, look.where, sight.said)


def _looks(
    watcher: Watcher, published: Sequence[Published], fetch: Fetch | None
) -> Iterator[Look | Unseen]:
    yield from watcher.looks(published)
    if fetch is not None:
        for one in published:
            yield Look(one.version, "download of", one.record.url, _download(one, fetch))


def _download(one: Published, fetch: Fetch) -> Callable[[], Sight]:
    def see() -> Sight:
        try:
            fetch(one.release, one.record)
        except IntegrityError as error:
            first, *more = error.what.splitlines()
            name = f"{one.record.target}.download-differs"
            return Sight("downloaded", (found(name, one.version, first, error.where, more),))
        return Sight("downloaded, every file equal to the seal")

    return see
