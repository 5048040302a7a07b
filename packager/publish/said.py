"""What the ledger says of sealed releases in sentences, and what it said before each line came.

A host shows one of these states: the newest, or an earlier one if it was not told since.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from packager.domain.citation import doi_url
from packager.domain.notices import Notices
from packager.domain.version import Version
from packager.publish.chain import Event
from packager.publish.recall import Recall
from packager.publish.standing import in_force, is_withdrawn, notices_of, standing

WORDS: dict[str, str] = {
    "erratum": "has an erratum",
    "withdraw": "was withdrawn",
    "supersede": "is superseded",
}
ENDS = (".", "!", "?")

DoiOf = Callable[[Version], str]


def notices_now(ledger: Recall, version: Version) -> Notices:
    """What a reader of a version should know."""
    return of_version(ledger.events(), version, partial(doi_of, ledger))


def states_of(ledger: Recall, version: Version) -> tuple[Notices, ...]:
    """What was to be said of a version after each line of the ledger; the newest is first.

    The last is that of the day it was sealed: nothing.
    """
    events, doi = ledger.events(), partial(doi_of, ledger)
    return _each_once(of_version(past, version, doi) for past in _pasts(events))


def states_since(ledger: Recall, version: Version) -> tuple[Notices, ...]:
    """The same of all versions together, as far as it was said since this one was sealed."""
    events, doi = ledger.events(), partial(doi_of, ledger)
    return _each_once(_since(past, version, doi) for past in _pasts(events))


def doi_of(ledger: Recall, version: Version) -> str:
    """The DOI that a version was sealed with, "" for none."""
    return ledger.seal(version).doi


def of_version(events: Sequence[Event], version: Version, doi: DoiOf) -> Notices:
    """What these lines say of one version."""
    said = tuple(sentence(events, event, doi) for event in notices_of(events, version))
    return Notices(said, instead_doi(events, version, doi))


def sentence(events: Sequence[Event], event: Event, doi: DoiOf) -> str:
    """One notice as a sentence that stands alone."""
    note = event.note.strip()
    stop = "" if note.endswith(ENDS) else "."
    said = f"Version {event.version} {WORDS[event.event]}: {note}{stop}"
    return f"{said}{after(events, event, doi)}" if event.event == "supersede" else said


def after(events: Sequence[Event], event: Event, doi: DoiOf) -> str:
    """What became of the version that a supersession names, and where the one to use lies."""
    latest, place = in_force(events, event.version), instead_doi(events, event.version, doi)
    said = f" That one is superseded as well: use {latest}." if latest != event.target else ""
    said += f" Version {latest} was withdrawn." if is_withdrawn(events, latest) else ""
    return f"{said} {doi_url(place)}" if place else said


def instead_doi(events: Sequence[Event], version: Version, doi: DoiOf) -> str:
    """DOI of the version to use instead, "" for none that is in force."""
    latest = in_force(events, version)
    gone = latest == version or is_withdrawn(events, latest)
    return "" if gone else doi(latest)


def _since(events: Sequence[Event], version: Version, doi: DoiOf) -> Notices:
    sealed = [n for n, one in enumerate(events) if (one.event, one.version) == ("seal", version)]
    later = events[sealed[0] + 1 :] if sealed else ()
    said = [one for one in standing(events) if one in later]
    return Notices(tuple(sentence(events, one, doi) for one in said))


def _pasts(events: Sequence[Event]) -> Iterator[Sequence[Event]]:
    return (events[:number] for number in range(len(events), -1, -1))


def _each_once(states: Iterator[Notices]) -> tuple[Notices, ...]:
    return tuple(dict.fromkeys(states))
