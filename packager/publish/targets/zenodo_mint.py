"""A version's DOI before a byte of it is written: the draft it belongs to, opened exactly once."""

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from packager.assemble.tree import make_folder
from packager.domain.errors import ConfigError, IntegrityError, SealedError, TargetError
from packager.domain.release import Identity
from packager.domain.version import Version, release_date
from packager.publish.lock import locked
from packager.publish.recall import Recall
from packager.publish.refusal import refused
from packager.publish.targets.answers import DoubtfulError, RefusedError
from packager.publish.targets.calls import AGAIN
from packager.publish.targets.http import Host
from packager.publish.targets.zenodo_api import Deposits
from packager.publish.targets.zenodo_preflight import require_token
from packager.publish.targets.zenodo_publication import describe_onto
from packager.publish.targets.zenodo_series import (
    SETTLING,
    newest_of,
    require_ours,
    reservation,
    stranger,
    vanished,
)
from packager.publish.targets.zenodo_state import State
from packager.publish.targets.zenodo_trail import (
    DESCRIBE,
    DISCARD,
    DOI,
    NAME,
    OPEN,
    Trail,
    nonce_in,
)

TRIES = 3


def new_nonce() -> str:
    """A word that nobody else uses."""
    return secrets.token_hex(8)


class ZenodoMint:
    """Reserves version DOIs on an InvenioRDM.

    Args:
        host: its API, such as https://zenodo.org/api, with `zenodo_api.ACCEPT`.
        ledger: whose journals say which drafts are ours.
        concept_doi: the series; "" for one not yet begun.
        nonce: makes the words that drafts are recognised by.
    """

    name = "zenodo"

    def __init__(
        self,
        host: Host,
        *,
        ledger: Recall,
        concept_doi: str = "",
        nonce: Callable[[], str] = new_nonce,
    ) -> None:
        self._host, self._ledger, self._concept_doi = host, ledger, concept_doi
        self._deposits, self._nonce = Deposits(host), nonce

    def reserve(self, version: Version, *, first: bool = False) -> Identity:
        """Open the draft of a version, or find it again, and reserve its DOI.

        Args:
            version: of the data.
            first: begin a new series; until it is published it has no concept DOI.

        Raises:
            ConfigError: the series is not known, or known and to be begun again.
            IntegrityError: somebody else's draft is in the way.
            TargetError: the host failed, or the draft is gone from it.
        """
        self._require_series(first=first)
        with self._alone(version) as trail:
            if trail.draft:
                state = self._adopted(trail.draft, version, trail)
            else:
                state = self._created(version, trail) if first else self._opened(version, trail)
            state = self._with_doi(state, version, trail)
        if self._concept_doi and state.concept_doi != self._concept_doi:
            raise IntegrityError(
                f"draft {state.id} belongs to another series: {state.concept_doi or 'a new one'}",
                where=f"{self._host.base}, concept_doi in the settings",
                mend=f"run `packager abandon {version}`, then reserve a later version",
            )
        return Identity(version, state.doi, state.concept_doi)

    def abandon(self, version: Version) -> None:
        """Delete the draft of a version; one that is gone is as good.

        Raises:
            SealedError: it is published.
            TargetError: as `Host.call`.
        """
        with self._alone(version) as trail:
            identifier = trail.draft
            if not identifier and trail.opening:
                found = self._find_own(trail.opening["nonce"])
                identifier = found.id if found else ""
            if not identifier:
                return
            if self._deposits.find_record(identifier):
                raise SealedError(
                    f"version {version} is published as record {identifier}",
                    where=self._host.base,
                    mend="see `packager withdraw`; a published version is never taken back",
                )
            with trail.step(DISCARD, draft=identifier):
                self._deposits.discard(identifier)

    def _require_series(self, *, first: bool) -> None:
        where = "concept_doi in the settings"
        if first and self._concept_doi:
            raise ConfigError(
                f"the series {self._concept_doi} has begun already",
                where=where,
                mend="leave --first out; a second series would split the citations",
            )
        if not first and not self._concept_doi:
            raise ConfigError(
                "no series is known to add a version to",
                where=where,
                mend="write its concept DOI there, or give --first to begin a new series",
            )
        require_token(self._host)

    @contextmanager
    def _alone(self, version: Version) -> Iterator[Trail]:
        folder = self._ledger.root / version
        release_date(version)
        with refused("use the release's folder", folder):
            make_folder(folder)
        with locked(folder, wait=False):
            yield Trail(self._ledger.journal(version), self._host.base)

    def _adopted(self, identifier: str, version: Version, trail: Trail) -> State:
        """The draft the journal names, or the record it has become."""
        record = self._deposits.find_record(identifier)
        if record is not None:
            return record
        draft = self._deposits.find_draft(identifier)
        if draft is None:
            raise vanished(identifier, version, self._host.base)
        maker, _ = nonce_in(draft.metadata)
        if maker not in {"", trail.opening["nonce"]}:
            raise stranger(draft.id, draft.url)
        return draft if maker or trail.has(DESCRIBE) else self._named(draft, version, trail)

    def _created(self, version: Version, trail: Trail) -> State:
        """The first draft of a new series; a lost one is looked for before another is made."""
        nonce = trail.opening.get("nonce") or self._nonce()
        found = self._find_own(nonce) if trail.opening else None
        doubt: TargetError | None = None
        for _ in range(TRIES):
            try:
                with trail.step(OPEN, nonce=nonce, base="") as facts:
                    state = found or self._deposits.create(reservation(version, nonce))
                    facts["draft"] = state.id
            except DoubtfulError as error:
                doubt, found = error, self._find_own(nonce)
            else:
                return state
        raise doubt or TargetError("no draft", where=self._host.base, mend=AGAIN)

    def _opened(self, version: Version, trail: Trail) -> State:
        """The draft of the series' next version; an open one only if it is ours."""
        nonce = trail.opening.get("nonce") or self._nonce()
        doubt: TargetError | None = None
        for _ in range(TRIES):
            newest = newest_of(self._deposits, self._concept_doi)
            if not newest.is_next and not trail.opening:
                raise stranger("one that this ledger does not know", newest.url)
            try:
                with trail.step(OPEN, nonce=nonce, base=newest.id) as facts:
                    state = self._deposits.open_version(newest.id)
                    require_ours(state, newest, nonce)
                    facts["draft"] = state.id
            except DoubtfulError as error:
                doubt = error
                self._await_draft(newest.id)
            else:
                return self._named(state, version, trail)
        raise doubt or TargetError("no draft", where=self._host.base, mend=AGAIN)

    def _await_draft(self, newest: str) -> None:
        """Give a host that is still at work the time to show the draft it is making."""
        for seconds in SETTLING:
            state = self._deposits.find_record(newest, public=False)
            if state is None or not state.is_next:
                return
            self._host.pause(seconds, "it is not known whether the host has opened a draft")

    def _named(self, draft: State, version: Version, trail: Trail) -> State:
        """Write our nonce into a new draft; of two runs at once only one can."""
        nonce = trail.opening["nonce"]
        if nonce_in(draft.metadata)[0] == nonce:
            return draft
        return describe_onto(self._deposits, draft, reservation(version, nonce), trail, NAME)

    def _with_doi(self, state: State, version: Version, trail: Trail) -> State:
        for seconds in (*SETTLING, 0.0):
            if state.doi:
                return state
            try:
                with trail.step(DOI, draft=state.id) as facts:
                    state = self._deposits.reserve_doi(state.id)
                    facts["doi"] = state.doi
            except (DoubtfulError, RefusedError) as error:
                found = self._deposits.find_draft(state.id)
                if found is None:
                    raise vanished(state.id, version, self._host.base) from error
                if not found.doi and isinstance(error, RefusedError):
                    raise
                if not found.doi:
                    self._host.pause(seconds, error.what)
                state = found
        raise TargetError(f"draft {state.id} gets no DOI", where=self._host.base, mend=AGAIN)

    def _find_own(self, nonce: str) -> State | None:
        """Our draft after a lost creation: own drafts are listed until the index knows it."""
        for seconds in (0.0, *SETTLING):
            if seconds:
                self._host.pause(seconds, "looking for a draft that may have been made")
            for draft in sorted(self._deposits.own_drafts(), key=lambda draft: draft.id):
                if nonce_in(draft.metadata)[0] == nonce:
                    return self._deposits.find_draft(draft.id)
        return None
