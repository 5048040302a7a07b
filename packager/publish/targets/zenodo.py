"""Target: a record on an InvenioRDM, such as Zenodo; its draft was opened by `ZenodoMint`."""

from contextlib import AbstractContextManager, nullcontext

from packager.domain.errors import ConfigError, IntegrityError
from packager.domain.release import Draft, FileEntry, Identity, Record, Release
from packager.domain.version import Version
from packager.publish.recall import Recall
from packager.publish.said import states_of
from packager.publish.target import HostFile, Plan
from packager.publish.targets.http import Host
from packager.publish.targets.zenodo_api import Deposits
from packager.publish.targets.zenodo_files import Progress, Shelf, is_same
from packager.publish.targets.zenodo_layout import (
    Layout,
    bundled,
    notes_of,
    payload_of,
    require_fits,
)
from packager.publish.targets.zenodo_mint import new_nonce
from packager.publish.targets.zenodo_notices import require_told
from packager.publish.targets.zenodo_preflight import (
    require_known,
    require_may_write,
    require_new_in_series,
    require_token,
)
from packager.publish.targets.zenodo_publication import (
    describe_onto,
    host_files,
    publish_once,
    require_understood,
    taken_over,
)
from packager.publish.targets.zenodo_series import (
    PUBLIC,
    SETTLING,
    ids_in,
    stranger,
    sweep,
    vanished,
)
from packager.publish.targets.zenodo_state import Kept, State
from packager.publish.targets.zenodo_trail import DESCRIBE, PUBLISH, Trail, mark, nonce_in
from packager.publish.verify import require_same_files

NOTES = "additional_descriptions"


def unseen(_: str, __: int, ___: int) -> None:
    """Show no progress."""


class ZenodoTarget:
    """A record that holds the archive of the whole tree and the files people look for first.

    Args:
        host: its API, such as https://zenodo.org/api, with `zenodo_api.ACCEPT`.
        ledger: knows the identity of each version, and keeps the journals.
        concept_doi: the series, as the settings have it; "" before its first publication.
        layout: which files, and what describes them.
        progress: gets path, bytes sent so far, and size.
    """

    name = "zenodo"
    keeps_record = False

    def __init__(
        self,
        host: Host,
        *,
        ledger: Recall,
        concept_doi: str = "",
        layout: Layout | None = None,
        progress: Progress = unseen,
    ) -> None:
        self._host, self._ledger, self._concept_doi = host, ledger, concept_doi
        self._layout, self._progress = layout or Layout(), progress
        self._deposits = Deposits(host)
        self._run = ""

    def payload(self, release: Release) -> tuple[FileEntry, ...]:
        return payload_of(release, self._layout)

    def alone(self, version: Version) -> AbstractContextManager[None]:
        del version
        return nullcontext()

    def preflight(self, release: Release) -> Plan:
        payload = self.payload(release)
        require_fits(payload, self._layout, where=self._host.base)
        metadata = self._layout.metadata(release, self._identity(release.version))
        state = self._standing(release.version)
        kept = self._require_untouched(state, release)
        if not state.is_published:
            require_may_write(self._deposits)
            self._require_series(release.version, state)
            require_known(self._deposits, metadata)
        there = {entry.path for entry in payload if any(is_same(f, entry) for f in kept.values())}
        sent = tuple(entry for entry in payload if entry.path not in there)
        removed = tuple(sorted(kept.keys() - {entry.path for entry in payload}))
        effect = f"record {state.id} becomes public with DOI {state.doi}, for good"
        return Plan(
            target=self.name,
            version=release.version,
            sent=tuple(entry.path for entry in sent),
            kept=tuple(sorted(there)),
            removed=removed,
            bytes=sum(entry.bytes for entry in sent),
            calls=0 if state.is_published else 9 + 3 * len(sent) + len(removed),
            irreversible=() if state.is_published else (effect,),
            record=self._record(state, release.version) if state.is_published else None,
        )

    def draft(self, release: Release) -> Draft:
        state = self._standing(release.version)
        self._require_untouched(state, release)
        if not state.is_published:
            self._run = self._run or new_nonce()
            trail = self._trail(release.version)
            metadata = self._layout.metadata(release, self._identity(release.version))
            maker = trail.opening.get("nonce", "-")
            noted = [*notes_of(metadata), mark(maker, self._run)]
            marked = {**metadata, NOTES: noted}
            with trail.step(DESCRIBE, draft=state.id):
                told = self._deposits.describe(state.id, PUBLIC | {"metadata": marked})
            require_understood(told, marked)
            shelf = Shelf(self._deposits, state.id, trail, self._progress)
            with bundled(release, self._layout) as opened:
                shelf.fill(self.payload(release), opened)
        return Draft(self.name, state.id, release.version, state.parent)

    def draft_files(self, draft: Draft) -> tuple[HostFile, ...]:
        if self._deposits.find_record(draft.id):
            return host_files(self._deposits.record_files(draft.id))
        return host_files(self._deposits.draft_files(draft.id))

    def publish(self, draft: Draft, release: Release) -> Record:
        del draft
        trail = self._trail(release.version)
        metadata = self._layout.metadata(release, self._identity(release.version))
        state = self._standing(release.version)
        if not state.is_published:
            self._finish(state, release, metadata)
            state = publish_once(self._deposits, state, trail)
        self._require_untouched(state, release)
        require_told(metadata, states_of(self._ledger, release.version), state)
        sweep(self._deposits, trail, state)
        return self._record(state, release.version)

    def record_files(self, record: Record) -> tuple[HostFile, ...]:
        return host_files(self._deposits.record_files(record.id))

    def find_record(self, version: Version) -> Record | None:
        identity = self._ledger.find_identity(version)
        if identity is None or not identity.doi:
            return None
        for candidate in ids_in(identity.doi):
            state = self._deposits.find_record(candidate)
            if state is not None and state.doi == identity.doi:
                return self._record(state, version)
        return None

    def _trail(self, version: Version) -> Trail:
        return Trail(self._ledger.journal(version), self._host.base)

    def _identity(self, version: Version) -> Identity:
        identity = self._ledger.find_identity(version)
        if identity is None or not identity.doi:
            raise ConfigError(
                f"release {version} was cut without a DOI",
                where=f"{self._ledger.root / version}",
                mend="reserve the next version with `packager reserve`, cut it, publish that",
            )
        return identity

    def _standing(self, version: Version) -> State:
        """The draft or record that has the version's DOI, read by id."""
        identity, trail = self._identity(version), self._trail(version)
        is_told = self._host.has_token
        waits, other = SETTLING if trail.has(PUBLISH) else SETTLING[: 2 * is_told], ""
        for seconds in (0.0, *waits):
            if seconds:
                self._host.pause(seconds, "the host does not show what was reserved")
            for candidate in dict.fromkeys(filter(None, (trail.draft, *ids_in(identity.doi)))):
                state = self._deposits.find_record(candidate)
                if state is None and is_told:
                    state = self._deposits.find_draft(candidate)
                if state is not None and state.doi == identity.doi:
                    return self._require_ours(state, trail)
                if state is not None and candidate == trail.draft:
                    other = state.doi or "none"
        require_token(self._host)
        if other:
            raise IntegrityError(
                f"draft {trail.draft} should have the DOI {identity.doi}, and has {other}",
                where=self._host.base,
                mend=f"run `packager abandon {version}`, then reserve and cut a later version",
            )
        raise vanished(trail.draft or identity.doi, version, self._host.base)

    def _require_ours(self, state: State, trail: Trail) -> State:
        maker, _ = nonce_in(state.metadata)
        if not state.is_published and maker not in {"", "-", trail.opening.get("nonce", maker)}:
            raise stranger(state.id, state.url)
        return state

    def _require_untouched(self, state: State, release: Release) -> dict[str, Kept]:
        """The files that are there; a published record must have exactly the sealed ones."""
        if not state.is_published:
            return {file.key: file for file in self._deposits.draft_files(state.id)}
        files = self._deposits.record_files(state.id)
        require_same_files(
            self.payload(release), host_files(files), target=self.name, where=state.url
        )
        return {file.key: file for file in files}

    def _record(self, state: State, version: Version) -> Record:
        """What the host says of a published release; its page only if it is the host's own."""
        site = self._host.base.removesuffix("/api")
        is_own = state.url.startswith(f"{site}/")
        return Record(
            target=self.name,
            id=state.id,
            version=version,
            url=state.url if is_own else f"{site}/records/{state.id}",
            parent=state.parent,
            doi=state.doi,
            concept_doi=state.concept_doi,
        )

    def _require_series(self, version: Version, state: State) -> None:
        concept = self._identity(version).concept_doi
        if state.concept_doi != concept or self._concept_doi not in {"", concept}:
            raise ConfigError(
                f"the version was reserved in the series {concept or 'yet to begin'}",
                where=f"{self._host.base}, concept_doi in the settings",
                mend=f"the host says {state.concept_doi or 'a new series'}; mend the settings",
            )
        if concept:
            require_new_in_series(self._deposits, concept, version)

    def _finish(self, state: State, release: Release, metadata: dict[str, object]) -> None:
        """The last words and a last look at the files; another run may have the draft by now."""
        draft = self._deposits.find_draft(state.id) or state
        run = nonce_in(draft.metadata)[1]
        if self._run and run not in {self._run, ""}:
            raise taken_over(draft)
        payload = self.payload(release)
        is_shown = self._layout.preview in {entry.path for entry in payload}
        preview = {"default_preview": self._layout.preview} if is_shown else {}
        body = PUBLIC | {"metadata": metadata, "files": {"enabled": True} | preview}
        told = describe_onto(self._deposits, draft, body, self._trail(release.version))
        require_understood(told, metadata)
        files = host_files(self._deposits.draft_files(state.id))
        require_same_files(payload, files, target=self.name, where=f"draft {state.id}")
