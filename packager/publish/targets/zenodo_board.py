"""Board: records on an InvenioRDM. A notice is an edit of a record's words under the same DOI."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from packager.domain.errors import IntegrityError, TargetError
from packager.domain.notices import Notices
from packager.domain.release import Identity
from packager.domain.version import Version
from packager.publish.announce import Telling
from packager.publish.journal import Journal
from packager.publish.targets.answers import DoubtfulError, RefusedError
from packager.publish.targets.calls import AGAIN
from packager.publish.targets.http import Host
from packager.publish.targets.zenodo_api import DeletedError, Deposits
from packager.publish.targets.zenodo_layout import Layout, payload_of
from packager.publish.targets.zenodo_notices import noted, require_told, shown
from packager.publish.targets.zenodo_preflight import (
    require_may_write,
    require_recorded,
    require_token,
)
from packager.publish.targets.zenodo_publication import (
    LONG_SETTLING,
    describe_onto,
    host_files,
    require_understood,
)
from packager.publish.targets.zenodo_series import PUBLIC
from packager.publish.targets.zenodo_state import State
from packager.publish.targets.zenodo_trail import CLEAR, EDIT, NOTE, TELL, Trail
from packager.publish.verify import require_same_files
from packager.publish.watch import Published

STEPS = (EDIT, NOTE, TELL, CLEAR)


class ZenodoBoard:
    """The records of a series, each with what was said of its release.

    Args:
        host: its API, with the right to write and to publish.
        published: releases with their records, oldest first.
        layout: what a record holds and says of a release.
        journal: of a version.
    """

    name = "zenodo"

    def __init__(
        self,
        host: Host,
        published: Sequence[Published],
        *,
        layout: Layout,
        journal: Callable[[Version], Journal],
    ) -> None:
        self._host, self._layout, self._journal = host, layout, journal
        self._published = {one.version: one for one in published}
        self._deposits = Deposits(host)

    def waiting(self) -> Iterator[Telling]:
        behind = [one for one in self._published.values() if self._is_behind(one)]
        if behind and self._host.has_token:
            require_may_write(self._deposits)
        for one in behind:
            yield Telling(self.name, one.version, one.record.url, one.said[0].sentences)

    def tell(self, telling: Telling) -> None:
        require_token(self._host)
        one = self._published[telling.version]
        metadata, trail = self._metadata(one), self._trail(one.version)
        if self._shown(one) != one.said[0]:
            draft = self._edited(one, metadata, trail)
            self._say(one, draft, metadata, trail)
        elif trail.unfinished(*STEPS):
            self._clear(one, metadata, trail)
        trail.close(*STEPS)

    def _is_behind(self, one: Published) -> bool:
        if len(one.said) == 1:
            return False
        require_recorded(one, self._host.base)
        try:
            found = self._shown(one)
        except DeletedError:
            if one.is_withdrawn:
                return False  # a tombstone says enough
            raise
        return found != one.said[0] or bool(self._trail(one.version).unfinished(*STEPS))

    def _shown(self, one: Published) -> Notices:
        state = self._deposits.find_record(one.record.id)
        if state is None:
            raise TargetError(
                f"the host knows no record {one.record.id}",
                where=one.record.url,
                mend="run `packager watch`, and ask the host what became of it",
            )
        return require_told(self._metadata(one), one.said, state)

    def _edited(self, one: Published, metadata: Mapping[str, object], trail: Trail) -> State:
        """The draft of an edit that nobody else is at, its files as sealed."""
        with trail.step(EDIT, draft=one.record.id):
            draft = self._deposits.edit(one.record.id)
        if shown(metadata, one.said, draft.metadata) is None:
            raise IntegrityError(
                f"somebody else's edit of record {draft.id} is open",
                where=one.record.url,
                mend="publish it or discard it on the host, then run the same command again",
            )
        self._require_sealed(one, draft)
        return draft

    def _say(
        self, one: Published, draft: State, metadata: Mapping[str, object], trail: Trail
    ) -> None:
        wanted = noted(metadata, one.said[0])
        body = {"access": PUBLIC["access"], "metadata": wanted}
        told = describe_onto(self._deposits, draft, body, trail, NOTE)
        require_understood(told, wanted)
        self._require_sealed(one, told)
        self._publish_edit(one, trail)

    def _publish_edit(self, one: Published, trail: Trail) -> None:
        """Publication is asked for once, and whether the record says it is read."""
        why: TargetError = DoubtfulError(
            "the record does not say it yet", where=one.record.url, mend=AGAIN
        )
        waits: tuple[float, ...] = LONG_SETTLING
        try:
            with trail.step(TELL, draft=one.record.id):
                self._deposits.publish(one.record.id)
        except DoubtfulError as error:
            why = error
        except RefusedError as error:
            why, waits = error, (0.0, 1.0)
        for seconds in waits:
            if seconds:
                self._host.pause(seconds, f"reading whether record {one.record.id} says it")
            if self._shown(one) == one.said[0]:
                return
        raise why

    def _clear(self, one: Published, metadata: Mapping[str, object], trail: Trail) -> None:
        """Discard an edit of ours that was opened, and not needed any more."""
        draft = self._deposits.find_draft(one.record.id)
        if draft is not None and shown(metadata, one.said, draft.metadata) is not None:
            with trail.step(CLEAR, draft=draft.id):
                self._deposits.discard(draft.id)

    def _require_sealed(self, one: Published, draft: State) -> None:
        require_same_files(
            payload_of(one.release, self._layout),
            host_files(self._deposits.draft_files(draft.id)),
            target=self.name,
            where=one.record.url,
        )

    def _metadata(self, one: Published) -> dict[str, object]:
        identity = Identity(one.version, one.record.doi, one.record.concept_doi)
        return self._layout.metadata(one.release, identity)

    def _trail(self, version: Version) -> Trail:
        return Trail(self._journal(version), self._host.base)
