"""Target: a data set repository on a Hugging Face Hub. A tag is a release, main the newest.

A draft is a side branch with one commit. It becomes public by one commit on main, which must
follow the commit that was looked at, and by a tag on it. Whatever answer a call gets or loses,
what is there is read before anything is done next.
"""

import logging
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from packager.assemble.tree import make_folder
from packager.domain.errors import IntegrityError
from packager.domain.release import Draft, FileEntry, Record, Release
from packager.domain.version import Version
from packager.publish.journal import Journal
from packager.publish.lock import locked
from packager.publish.refusal import refused
from packager.publish.target import HostFile, Plan
from packager.publish.targets.hub_answers import Hub, HubMovedError, Progress
from packager.publish.targets.hub_client import VISITOR, HubClient
from packager.publish.targets.hub_download import download
from packager.publish.targets.hub_patience import Patience
from packager.publish.targets.hub_preflight import card_of, plan_of, require_fits, require_owner
from packager.publish.targets.hub_standing import MAIN, Reader, Standing, branch_of
from packager.publish.targets.hub_steps import Steps, moved

LOG = logging.getLogger(__name__)
REPLANS = 3
UNASKED = "seen without a token: what is private, and who may write, is not known"


@dataclass(frozen=True, slots=True)
class HubPlace:
    """Where releases go.

    Attributes:
        repo_id: "owner/name".
        hub: the repository with the publisher's token.
        public: the same as a visitor sees it.
        given_up: keys of the card on the Hub that may go.
        cards: git blob ids of cards with notices, which main may have from this tool.
    """

    repo_id: str
    hub: Hub
    public: Hub
    given_up: frozenset[str] = frozenset()
    cards: frozenset[str] = frozenset()

    @property
    def is_visited(self) -> bool:
        """Whether no token is shown, so that a plan can be made and nothing else."""
        return self.hub is self.public


def visited_at(endpoint: str, repo_id: str, *, given_up: Collection[str] = ()) -> HubPlace:
    """A repository on a Hub as everybody sees it; as for `place_at`."""
    public = HubClient(endpoint, repo_id, VISITOR)
    return HubPlace(repo_id, public, public, frozenset(given_up))


def place_at(
    endpoint: str, repo_id: str, *, token: str | None, given_up: Collection[str] = ()
) -> HubPlace:
    """A repository on a Hub.

    Args:
        endpoint: address of the Hub.
        repo_id: "owner/name".
        token: the publisher's; None for the one that `hf auth login` keeps.
        given_up: keys of the card on the Hub that may go.
    """
    hub, public = (HubClient(endpoint, repo_id, one) for one in (token, VISITOR))
    return HubPlace(repo_id, hub, public, frozenset(given_up))


class HuggingFaceTarget:
    """One data set repository; see the module, and the protocol `Target`.

    Args:
        place: the repository.
        patience: how failures that pass are borne.
        journal: of a version; gets a line before and after each call with an effect.
        locks: a folder, made when missing; one run at a time holds it.
        progress: told bytes sent and bytes in all.
    """

    name = "huggingface"
    keeps_record = False

    def __init__(
        self,
        place: HubPlace,
        *,
        patience: Patience,
        journal: Callable[[Version], Journal],
        locks: Path,
        progress: Progress = lambda _done, _whole: None,
    ) -> None:
        hub = place.hub
        self._repo_id, self._hub, self._is_visited = place.repo_id, hub, place.is_visited
        self._patience, self._locks = patience, locks
        self._reader = Reader(hub, patience, place.given_up, place.cards)
        self._public = place.public
        self._visitor = Reader(place.public, patience)
        self._steps = Steps(
            hub, self._reader, patience=patience, journal=journal, progress=progress
        )

    def payload(self, release: Release) -> tuple[FileEntry, ...]:
        return release.files

    @contextmanager
    def alone(self, version: Version) -> Iterator[None]:
        del version
        with refused("use the folder of locks", self._locks):
            make_folder(self._locks)
        with locked(self._locks, wait=False):
            yield

    def preflight(self, release: Release) -> Plan:
        require_fits(release, self._repo_id, where=self._hub.address)
        standing = self._reader.standing(release)
        if not self._is_visited:
            self._require_may_write(standing)
        if not standing.is_on_main:
            card = card_of(release)
            self._patience.read(lambda: self._hub.require_card(card))
        for note in standing.notes:
            LOG.warning("%s: %s", self.name, note)
        record = self.find_record(release.version) if standing.tagged else None
        plan = plan_of(release, standing, self._repo_id, record)
        return replace(plan, notes=(*plan.notes, UNASKED)) if self._is_visited else plan

    def added_keys(self, card: bytes) -> tuple[str, ...]:
        """Keys that people added to the card on the Hub, and that this one would take away."""
        return self._reader.added_keys(card)

    def draft(self, release: Release) -> Draft:
        version = release.version
        standing = self._reader.standing(release)
        if standing.repository is None:
            self._steps.create(version)
            standing = self._reader.standing(release)
        if standing.is_on_main:
            commit = standing.tagged or standing.head
            return Draft(self.name, commit, version, parent=standing.head)
        base = standing.branch or self._steps.open_branch(version, standing.head)
        for _ in range(REPLANS):
            try:
                self._steps.commit(release, branch_of(version), base)
            except HubMovedError as error:
                LOG.info("%s; looking whose it is", error.what)
                self._reader.standing(release)
                base = error.head
            else:
                return Draft(self.name, branch_of(version), version, parent=standing.head)
        raise moved(self._hub, branch_of(version), base)

    def draft_files(self, draft: Draft) -> tuple[HostFile, ...]:
        branches = self._reader.refs().branches
        return self._reader.files(branches.get(draft.id, draft.id))

    def publish(self, draft: Draft, release: Release) -> Record:
        standing = self._reader.standing(release)
        commit = standing.tagged
        if not commit:
            commit = self._steps.tag(release, self._on_main(release, draft.parent))
        if standing.repository is None or standing.repository.is_private:
            self._steps.make_public(release.version)
        if branch_of(release.version) in self._reader.refs().branches:
            self._steps.delete_branch(release.version)
        self._steps.close(release.version)
        return self._record(release.version, commit)

    def record_files(self, record: Record) -> tuple[HostFile, ...]:
        tagged = self._visitor.refs().tags.get(record.tag, "")
        if not tagged:
            raise IntegrityError(
                f"the tag {record.tag} is gone",
                where=record.url,
                mend=f"tag the commit {record.revision} again, and find out who removed it",
            )
        files = self._visitor.files(tagged)
        if tagged != record.revision and files == self._visitor.files(record.revision):
            raise IntegrityError(
                f"the tag {record.tag} was moved to {tagged}, which holds the same files",
                where=record.url,
                mend=f"tag the commit {record.revision} again, and find out who moved it",
            )
        return files

    def download(self, record: Record, folder: Path) -> tuple[HostFile, ...]:
        """Bring every file of a release into a folder, as a visitor gets it, each proved.

        Called again after a failure it goes on where it was; see the module
        `hub_download`.
        """
        files = self._visitor.files(record.revision)
        return download(self._public, self._patience, record.revision, files, folder)

    def find_record(self, version: Version) -> Record | None:
        if self._visitor.find_repository() is None:
            return None
        tagged = self._visitor.refs().tags.get(version, "")
        return self._record(version, tagged) if tagged else None

    def _require_may_write(self, standing: Standing) -> None:
        """Whose a token is matters for a new repository alone; one for a repository may not say."""
        if standing.repository is None:
            account = self._patience.read(self._hub.account)
            require_owner(account, self._repo_id, where=self._hub.address)
        else:
            self._patience.read(self._hub.require_writer)

    def _record(self, version: Version, commit: str) -> Record:
        return Record(
            self.name,
            commit,
            version,
            f"{self._hub.address}/tree/{version}",
            repo_id=self._repo_id,
            revision=commit,
            tag=version,
        )

    def _on_main(self, release: Release, head: str) -> str:
        """Bring main to hold the release, by one commit on the head that was looked at."""
        for _ in range(REPLANS):
            try:
                return self._steps.commit(release, MAIN, head)
            except HubMovedError as error:
                LOG.info("%s; looking whether it may be written over", error.what)
                self._reader.require_ours_to_overwrite(release, head, error.head)
                self._reader.standing(release)
                head = error.head
        raise moved(self._hub, MAIN, head)
