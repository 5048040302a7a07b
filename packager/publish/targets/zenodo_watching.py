"""Watches a series on an InvenioRDM: records, files, words, order, and what is open beside them."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date
from functools import partial

from packager.domain.notices import Notices
from packager.domain.release import Identity
from packager.domain.version import Version
from packager.domain.watch import HostFinding, Unseen
from packager.publish.targets.answers import RefusedError
from packager.publish.targets.calls import Call
from packager.publish.targets.http import Host
from packager.publish.targets.zenodo_api import (
    ABSENT,
    PAGE,
    DeletedError,
    Deposits,
)
from packager.publish.targets.zenodo_compare import unlike
from packager.publish.targets.zenodo_days import changeable
from packager.publish.targets.zenodo_layout import Layout, payload_of
from packager.publish.targets.zenodo_notices import noted, shown
from packager.publish.targets.zenodo_preflight import require_recorded
from packager.publish.targets.zenodo_publication import host_files
from packager.publish.targets.zenodo_state import State, state_of
from packager.publish.watch import Look, Published, Sight
from packager.publish.watch_codes import file_findings, found

MOST_PAGES = 40
ISO_DAY = 10


class ZenodoWatcher:
    """Reads as everybody does; with a token it looks for open drafts as well.

    Args:
        host: its API.
        layout: what a record holds and says of a release.
        as_of: the day of the look.
        expected: DOIs that are reserved or on their way; a record of theirs is nobody else's.
    """

    name = "zenodo"

    def __init__(
        self, host: Host, *, layout: Layout, as_of: date, expected: Collection[str] = ()
    ) -> None:
        self._host, self._layout, self._as_of = host, layout, as_of
        self._expected = frozenset(expected)
        self._deposits = Deposits(host)
        self._states: dict[Version, State] = {}
        self._gone: set[Version] = set()

    def looks(self, published: Sequence[Published]) -> Iterator[Look | Unseen]:
        for one in published:
            yield Look(one.version, "record of", one.record.url, partial(self._record, one))
        for parent in dict.fromkeys(one.record.parent for one in published):
            series = [one for one in published if one.record.parent == parent]
            where = f"{self._host.base}/records/{parent}"
            yield Look("", f"series {parent}", where, partial(self._series, parent, series))
        if self._host.has_token:
            where = f"{self._host.base}/user/records"
            yield Look("", "open drafts", where, partial(self._drafts, published))
        else:
            yield Unseen(self.name, "open drafts", "no token of an owner", is_failure=False)

    def _record(self, one: Published) -> Sight:
        require_recorded(one, self._host.base)
        try:
            state = self._deposits.find_record(one.record.id)
            if state is None:
                return self._lost(one, "record-gone", f"the host knows no record {one.record.id}")
            self._states[one.version] = state
            return self._compared(one, state)
        except DeletedError as error:
            code = "withdrawn-deleted" if one.is_withdrawn else "record-deleted"
            return self._lost(one, code, error.what)
        except RefusedError as error:
            closed = found("zenodo.record-closed", one.version, error.what, one.record.url)
            return Sight("closed", (closed,))

    def _lost(self, one: Published, code: str, what: str) -> Sight:
        self._gone.add(one.version)
        return Sight("gone", (found(f"zenodo.{code}", one.version, what, one.record.url),))

    def _compared(self, one: Published, state: State) -> Sight:
        record, version = one.record, one.version
        identity = Identity(version, record.doi, record.concept_doi)
        metadata = self._layout.metadata(one.release, identity)
        findings = [*identity_findings(one, state), *word_findings(one, metadata, state)]
        if state.is_open:
            files = host_files(self._deposits.record_files(state.id))
            payload = payload_of(one.release, self._layout)
            findings += file_findings(self.name, version, payload, files, record.url)
        return Sight(self._said(state, len(metadata)), tuple(findings))

    def _said(self, state: State, fields: int) -> str:
        files = "every file" if state.is_open else "no file"
        counted = f"{fields} fields and {files} compared"
        try:
            day = date.fromisoformat(state.created[:ISO_DAY])
        except ValueError:
            return f"{counted}; the host does not say when it was published"
        return f"{counted}; published {day}: {changeable(day, self._as_of)}"

    def _series(self, parent: str, series: Sequence[Published]) -> Sight:
        alive = [one for one in series if one.version not in self._gone]
        if not alive:
            return Sight("no record is left in it")
        newest, where = alive[-1], f"{self._host.base}/records/{parent}"
        latest = self._deposits.find_record(parent)
        listed = self._versions(newest.record.id)
        read = [(one, self._states[one.version]) for one in alive if one.version in self._states]
        findings = [
            *latest_findings(newest, latest, where, self._expected),
            *list_findings(read, listed, where),
            *self._foreign(series, [*listed, *filter(None, [latest])], where),
        ]
        return Sight(f"{len(listed)} versions listed", tuple(findings))

    def _versions(self, identifier: str) -> list[State]:
        """The published versions of a series by the host's index, which may lag behind."""
        states: list[State] = []
        for page in range(1, MOST_PAGES + 1):
            asked = {"size": str(PAGE), "page": str(page)}
            call = Call(
                "GET", f"/records/{identifier}/versions", query=asked, also={ABSENT}, public=True
            )
            answer = self._host.call(call)
            hits = answer.said().inner("hits").inners("hits") if answer.status != ABSENT else ()
            states += map(state_of, hits)
            if len(hits) < PAGE:
                break
        return states

    def _foreign(
        self, series: Iterable[Published], states: Iterable[State], where: str
    ) -> Iterator[HostFinding]:
        ours = {one.record.id for one in series}
        odd = {state.id: state for state in states if state.id not in ours}
        for state in odd.values():
            if state.doi not in self._expected:
                what = f"record {state.id} calls itself {state.metadata.get('version')!r}"
                yield found("zenodo.foreign-version", "", what, state.url or where)

    def _drafts(self, published: Sequence[Published]) -> Sight:
        findings = []
        for one in published:
            is_there = one.version in self._states
            draft = self._deposits.find_draft(one.record.id) if is_there else None
            if draft is not None:
                what = f"an edit of record {draft.id} is open"
                findings.append(found("zenodo.edit-open", one.version, what, one.record.url))
        parents = {one.record.parent for one in published}
        known = {one.record.doi for one in published} | self._expected
        findings += [
            left_over(draft, self._host.base)
            for draft in self._deposits.own_drafts()
            if draft.parent in parents and draft.doi not in known
        ]
        return Sight("drafts of the token's account", tuple(findings))


def left_over(draft: State, base: str) -> HostFinding:
    """What to say of a draft in the series that nobody reserved."""
    what = f"draft {draft.id} is open in the series"
    return found("zenodo.draft-left", "", what, draft.url or f"{base}/records/{draft.id}/draft")


def identity_findings(one: Published, state: State) -> Iterator[HostFinding]:
    """Whether a record is still called as it was, and open."""
    record = one.record
    if state.doi != record.doi:
        what = f"the DOI is {state.doi or 'gone'}, recorded was {record.doi}"
        yield found("zenodo.doi-changed", one.version, what, record.url)
    if (state.parent, state.concept_doi) != (record.parent, record.concept_doi):
        what = f"the concept DOI is {state.concept_doi or 'gone'}, recorded {record.concept_doi}"
        yield found("zenodo.concept-changed", one.version, what, record.url)
    if not state.is_open:
        what = f"record {state.id} or its files are restricted"
        yield found("zenodo.record-closed", one.version, what, record.url)


def word_findings(
    one: Published, metadata: dict[str, object], state: State
) -> Iterator[HostFinding]:
    """Each field that does not say what it was told to."""
    told = shown(metadata, one.said, state.metadata)
    if told is not None:
        yield from missing_notices(one, told)
        return
    by_field: dict[str, list[str]] = {}
    for line in unlike(noted(metadata, one.said[0]), state.metadata):
        by_field.setdefault(line.partition(":")[0].partition(".")[0], []).append(line)
    for field, lines in by_field.items():
        what = f"{field} is not what was sent"
        yield found("zenodo.metadata-changed", one.version, what, one.record.url, lines)


def missing_notices(one: Published, told: Notices) -> Iterator[HostFinding]:
    """Whether a record says less or more than the ledger does by now."""
    if told != one.said[0]:
        wanted = one.said[0].sentences or ("nothing any more",)
        what = "the record does not say what the ledger says"
        yield found("zenodo.notice-missing", one.version, what, one.record.url, wanted)


def latest_findings(
    newest: Published, latest: State | None, where: str, expected: Collection[str]
) -> Iterator[HostFinding]:
    """Whether the concept DOI leads to the newest release, or to one that is on its way."""
    if latest is None:
        what = f"{newest.record.concept_doi} leads to no record"
        yield found("zenodo.concept-lost", "", what, where)
    elif latest.id != newest.record.id and latest.doi not in expected:
        what = f"{newest.record.concept_doi} leads to {latest.id}, not to {newest.record.id}"
        yield found("zenodo.not-latest", newest.version, what, where)


def list_findings(
    read: Sequence[tuple[Published, State]], listed: Iterable[State], where: str
) -> Iterator[HostFinding]:
    """Whether the host lists our versions, in our order."""
    shown = {state.id for state in listed}
    for one, state in read:
        if state.id not in shown:
            what = f"the list of the series lacks record {state.id}"
            yield found("zenodo.unlisted", one.version, what, where)
    places = [state.index for _, state in read]
    if places != sorted(set(places)):
        order = [f"{one.version}: {state.index}" for one, state in read]
        yield found("zenodo.order-changed", "", "versions are not in our order", where, order)
