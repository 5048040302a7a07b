"""Where a release stands on the Hub, read from it alone; whatever is in the way is an error."""

import logging
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from packager.domain.errors import ConfigError, IntegrityError, listed
from packager.domain.release import FileEntry, Release
from packager.domain.version import Version, version_key
from packager.publish.target import HostFile
from packager.publish.targets.hub_answers import Hub, Refs, Repository
from packager.publish.targets.hub_changes import (
    Change,
    card_keys,
    change,
    edited,
    latest,
    strangers,
    without_own,
)
from packager.publish.targets.hub_patience import Patience
from packager.publish.verify import require_same_files

LOG = logging.getLogger(__name__)
MAIN = "main"
CARD = "README.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What the Hub holds of a release.

    Attributes:
        repository: None if it has to be created.
        head: commit that main points to; "" without a repository.
        branch: commit that the side branch points to; "" for no such branch.
        tagged: commit of the release's tag, its files compared; "" for no tag.
        change: from the files of the head to the sealed ones.
        notes: what a person should know, a sentence each.
    """

    repository: Repository | None
    head: str
    branch: str
    tagged: str
    change: Change
    notes: tuple[str, ...] = ()

    @property
    def is_on_main(self) -> bool:
        """Whether main holds, or held, exactly this release."""
        return bool(self.head) and self.change.is_nothing


def branch_of(version: Version) -> str:
    """Name of the side branch on which a release is drafted."""
    return f"release-{version}"


class Reader:
    """Reads and judges; changes nothing.

    Args:
        hub: with the publisher's token.
        patience: for reads that fail and may succeed later.
        given_up: keys of the Hub's card that may go.
        cards: git blob ids of cards with notices, which main may have from this tool.
    """

    def __init__(
        self,
        hub: Hub,
        patience: Patience,
        given_up: Collection[str] = (),
        cards: Collection[str] = (),
    ) -> None:
        self._hub, self._patience = hub, patience
        self._given_up, self._cards = frozenset(given_up), frozenset(cards)

    def standing(self, release: Release) -> Standing:
        """Where the release stands.

        Raises:
            ConfigError: the repository is closed, is called otherwise, or has keys on its card
                that the sealed one lacks.
            IntegrityError: other bytes under the version, or files or a branch of others.
        """
        repository = self.find_repository()
        payload = release.files
        if repository is None:
            absent = change((), payload)
            return Standing(repository=None, head="", branch="", tagged="", change=absent)
        self._require_open(repository)
        refs = self.refs()
        head = self._head(refs)
        tagged = self._tagged(release, refs)
        files = self.files(tagged or head)
        here = change(files, payload)
        notes = () if here.is_nothing else self._judge(release, refs, repository, files)
        branch = refs.branches.get(branch_of(release.version), "")
        if branch:
            self._require_own_branch(release, branch, head)
        return Standing(
            repository=repository, head=head, branch=branch, tagged=tagged, change=here, notes=notes
        )

    def find_repository(self) -> Repository | None:
        """The repository, None if there is none for these eyes."""
        return self._patience.read(self._hub.find_repository)

    def refs(self) -> Refs:
        """Branches and tags as they are now."""
        return self._patience.read(self._hub.refs)

    def files(self, commit: str) -> tuple[HostFile, ...]:
        """Files of a commit but the Hub's own."""
        return without_own(self._patience.read(lambda: self._hub.files(commit)))

    def require_holds(self, payload: Collection[FileEntry], commit: str) -> None:
        """Raise IntegrityError, naming the files, unless a commit holds exactly the payload."""
        where = f"{self._hub.address}/tree/{commit}"
        require_same_files(payload, self.files(commit), target="the Hub", where=where)

    def holds(self, payload: Collection[FileEntry], commit: str) -> bool:
        """Whether a commit holds exactly the payload."""
        return change(self.files(commit), payload).is_nothing

    def added_keys(self, card: bytes) -> tuple[str, ...]:
        """Keys that people added to the card on the Hub and that this card does not have.

        Those of the release before are ours to drop, those given up are dropped on purpose.
        """
        return self._added_keys(card, self.refs()) if self.find_repository() else ()

    def require_ours_to_overwrite(self, release: Release, seen: str, head: str) -> None:
        """Raise IntegrityError if somebody changed main from one commit to the other."""
        refs = self.refs()
        released = {commit for tag, commit in refs.tags.items() if latest([tag])}
        paths = edited(self.files(seen), self.files(head), release.files)
        if paths and head not in released:
            raise IntegrityError(
                listed(["somebody changed main meanwhile", *paths]),
                where=f"{self._hub.address}/commit/{head}",
                mend="see what it is; to publish over it, run the same command again",
            )

    def _require_open(self, repository: Repository) -> None:
        if repository.is_gated:
            raise ConfigError(
                "readers have to ask for access to the repository",
                where=f"{self._hub.address}/settings",
                mend="turn gating off there",
            )
        if not self._hub.address.endswith(f"/{repository.id}"):
            raise ConfigError(
                f"the Hub calls the repository {repository.id}",
                where=self._hub.address,
                mend=f'write repo_id = "{repository.id}"',
            )

    def _head(self, refs: Refs) -> str:
        if MAIN not in refs.branches:
            raise ConfigError(
                f"the repository has no branch {MAIN}",
                where=self._hub.address,
                mend=f"create it there, or rename the branch that should be {MAIN}",
            )
        return refs.branches[MAIN]

    def _tagged(self, release: Release, refs: Refs) -> str:
        commit = refs.tags.get(release.version, "")
        if commit:
            where = f"{self._hub.address}/tree/{release.version}"
            files = self.files(commit)
            require_same_files(release.files, files, target="the Hub's tag", where=where)
        return commit

    def _judge(
        self, release: Release, refs: Refs, repository: Repository, files: tuple[HostFile, ...]
    ) -> tuple[str, ...]:
        """Whether main may be changed to this release; what to know about it."""
        before = latest(refs.tags, but=release.version)
        self._require_next(release.version, before)
        if before and repository.is_private:
            raise ConfigError(
                f"the repository is private, although {before} was released in it",
                where=f"{self._hub.address}/settings",
                mend="make it public again, or find out why it was closed",
            )
        earlier = self.files(refs.tags[before]) if before else ()
        odd = strangers(files, release.files, earlier)
        if odd:
            raise IntegrityError(
                listed(["files on main that no release has", *odd]),
                where=f"{self._hub.address}/tree/{MAIN}",
                mend="move them elsewhere or delete them there; the tool does not touch them",
            )
        self._require_no_added_keys(release, refs)
        changed = edited(earlier, files, release.files) if before else [f.path for f in files]
        ours = {one.path for one in files if one.digests.get("git_blob") in self._cards}
        return tuple(
            f"{path} was written on the Hub by somebody; the sealed one takes its place"
            for path in changed
            if path not in ours
        )

    def _require_next(self, version: Version, before: Version) -> None:
        if before and version_key(before) > version_key(version):
            raise ConfigError(
                f"{before} is released there already, and is newer than {version}",
                where=self._hub.address,
                mend="cut a version of today and publish that; main never goes back",
            )

    def _require_no_added_keys(self, release: Release, refs: Refs) -> None:
        card = Path(release.root, CARD)
        keys = self._added_keys(card.read_bytes(), refs) if card.is_file() else ()
        if keys:
            raise ConfigError(
                f"the card on the Hub has what the sealed one has not: {', '.join(keys)}",
                where=f"{self._hub.address}/blob/{MAIN}/{CARD}",
                mend="take the keys into the card and cut a new version, or give them up"
                " by name with given_up in the settings",
            )

    def _added_keys(self, card: bytes, refs: Refs) -> tuple[str, ...]:
        ours = {*card_keys(card), *self._given_up}
        there = self._card_keys(refs.branches[MAIN])
        if not set(there) - ours:
            return ()
        before = latest(refs.tags)
        ours |= set(self._card_keys(refs.tags[before])) if before else set()
        return tuple(key for key in there if key not in ours)

    def _card_keys(self, commit: str) -> tuple[str, ...]:
        return self._patience.read(lambda: self._hub.card_keys(commit))

    def _require_own_branch(self, release: Release, branch: str, head: str) -> None:
        if branch == head or self.holds(release.files, branch):
            return
        if branch not in self._patience.read(lambda: self._hub.commits(MAIN)):
            raise IntegrityError(
                f"the branch {branch_of(release.version)} holds what this tool did not put there",
                where=f"{self._hub.address}/tree/{branch_of(release.version)}",
                mend="find out whose it is; delete the branch to draft the release anew",
            )
