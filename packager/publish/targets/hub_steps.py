"""Every change the target makes on a Hub: journaled, and settled by reading what is there."""

from collections.abc import Callable
from pathlib import Path

from packager.domain.release import Release
from packager.domain.version import Version
from packager.publish.journal import Journal
from packager.publish.targets.hub_answers import Commit, Hub, HubMovedError, Progress, Upload
from packager.publish.targets.hub_changes import by_path, change
from packager.publish.targets.hub_patience import Patience
from packager.publish.targets.hub_standing import MAIN, Reader, branch_of

DONE = "done"
PREFIX = "huggingface: "


class Steps:
    """The steps of a publication; each may be made again, and then finds itself done.

    Args:
        hub: the repository with the publisher's token.
        reader: of the same repository.
        patience: how failures that pass are borne.
        journal: of a version.
        progress: told bytes sent and bytes in all.
    """

    def __init__(
        self,
        hub: Hub,
        reader: Reader,
        *,
        patience: Patience,
        journal: Callable[[Version], Journal],
        progress: Progress,
    ) -> None:
        self._hub, self._reader = hub, reader
        self._patience, self._journal, self._progress = patience, journal, progress

    def create(self, version: Version) -> None:
        """Create the repository, private."""

        def call() -> None:
            self._hub.create_repository()

        def is_there() -> str:
            return DONE if self._reader.find_repository() else ""

        self._effect(version, "create repository", call, is_there)

    def open_branch(self, version: Version, commit: str) -> str:
        """Create the side branch; the commit it points to."""
        name = branch_of(version)

        def call() -> None:
            self._hub.create_branch(name, commit)

        def is_there() -> str:
            return self._reader.refs().branches.get(name, "")

        return self._effect(version, "create branch", call, is_there, branch=name, commit=commit)

    def commit(self, release: Release, branch: str, base: str) -> str:
        """Make the commit that turns `base`, the branch's head, into the release; its id.

        Raises:
            HubMovedError: the branch points elsewhere by now, and not to the release.
        """
        wanted = self._wanted(release, branch, base)
        if not (wanted.added or wanted.copied or wanted.removed):
            return base

        def call() -> str:
            return self._hub.commit(wanted, self._progress)

        def found(answer: str) -> str:
            if answer:
                self._reader.require_holds(release.files, answer)
                return answer
            head = self._reader.refs().branches.get(branch, "")
            if head in {"", base} or self._reader.holds(release.files, head):
                return "" if head == base else head
            raise moved(self._hub, branch, head)

        return self._patience.carry_out(
            f"{PREFIX}commit to {'main' if branch == MAIN else 'the draft'}",
            call,
            found,
            journal=self._journal(release.version),
            branch=branch,
            parent=base,
        )

    def tag(self, release: Release, commit: str) -> str:
        """Tag the release; the commit that the tag points to."""
        version = release.version

        def call() -> None:
            self._hub.create_tag(version, commit)

        def is_there() -> str:
            there = self._reader.refs().tags.get(version, "")
            if there not in {"", commit}:
                self._reader.require_holds(release.files, there)
            return there

        return self._effect(version, "tag", call, is_there, tag=version, commit=commit)

    def make_public(self, version: Version) -> None:
        """Let everybody read the repository."""

        def is_there() -> str:
            repository = self._reader.find_repository()
            return DONE if repository and not repository.is_private else ""

        self._effect(version, "make public", self._hub.make_public, is_there)

    def delete_branch(self, version: Version) -> None:
        """Take the side branch away."""
        name = branch_of(version)

        def call() -> None:
            self._hub.delete_branch(name)

        def is_gone() -> str:
            return "" if name in self._reader.refs().branches else DONE

        self._effect(version, "delete branch", call, is_gone, branch=name)

    def close(self, version: Version) -> None:
        """End what earlier runs began and could not end; to be called when all is found done."""
        journal = self._journal(version)
        for entry in journal.unfinished():
            if entry.step.startswith(PREFIX):
                journal.done(entry.step, **entry.facts | {"result": "found done"})

    def _effect(
        self,
        version: Version,
        step: str,
        call: Callable[[], None],
        found: Callable[[], str],
        **facts: str,
    ) -> str:
        def answered() -> str:
            call()
            return ""

        journal = self._journal(version)
        return self._patience.carry_out(
            f"{PREFIX}{step}", answered, lambda _: found(), journal=journal, **facts
        )

    def _wanted(self, release: Release, branch: str, base: str) -> Commit:
        needed = change(self._reader.files(base), release.files)
        entries = by_path(release.files)
        source = self._reader.refs().branches.get(branch_of(release.version), "")
        copied = self._copied(release, source) if branch == MAIN and source else frozenset[str]()
        return Commit(
            branch=branch,
            parent=base,
            message=f"Release {release.version}",
            added={
                path: Upload(Path(release.root, path), entries[path].bytes, entries[path].sha256)
                for path in needed.sent
                if path not in copied
            },
            copied=tuple(path for path in needed.sent if path in copied),
            source=source,
            removed=needed.removed,
        )

    def _copied(self, release: Release, source: str) -> frozenset[str]:
        """Large files that the draft holds as sealed: main takes them without sending."""
        drafted = by_path(self._reader.files(source))
        same = change(drafted.values(), release.files).kept
        return frozenset(path for path in same if "sha256" in drafted[path].digests)


def moved(hub: Hub, branch: str, head: str) -> HubMovedError:
    """The error of a branch that somebody else moved."""
    return HubMovedError(
        f"{branch} was moved by somebody else",
        where=f"{hub.address}/commit/{head}",
        mend="see what it is, then run the same command again",
        head=head,
    )
