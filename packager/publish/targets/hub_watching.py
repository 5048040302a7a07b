"""Watches a repository on the Hub: who may read it, tags, commits, main, its card, its branches."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

from packager.assemble.tree import Differences
from packager.domain.errors import ConfigError, TargetError
from packager.domain.release import Release
from packager.domain.version import PATTERN
from packager.domain.watch import HostFinding, Unseen
from packager.publish.target import HostFile
from packager.publish.targets.hub_answers import HubAnswerError, Refs, Repository
from packager.publish.targets.hub_changes import header_of
from packager.publish.targets.hub_front import Card, card_shown, require_recorded, with_card
from packager.publish.targets.hub_patience import Patience
from packager.publish.targets.hub_standing import CARD, MAIN, Reader, branch_of
from packager.publish.targets.huggingface import HubPlace
from packager.publish.verify import unlike
from packager.publish.watch import Look, Published, Sight
from packager.publish.watch_codes import file_findings, files_counted, found

ABSENT = 404
LONGEST_CARD = 4 << 20


class HubWatcher:
    """Reads as a visitor; the token only tells a private repository from one that is gone.

    Args:
        place: the repository.
        patience: how failures that pass are borne.
        expected: sealed releases that are on their way; main and a tag may be theirs already.
        cards: what the card on main was to be after each notice, the newest first; () for the
            sealed one alone.
    """

    name = "huggingface"

    def __init__(
        self,
        place: HubPlace,
        patience: Patience,
        *,
        expected: Sequence[Release] = (),
        cards: Sequence[Card] = (),
    ) -> None:
        self._place, self._patience = place, patience
        self._expected, self._cards = expected, cards
        self._visitor = Reader(place.public, patience)
        self._address = place.public.address
        self._is_readable = False
        self._refs = Refs({}, {})

    def looks(self, published: Sequence[Published]) -> Iterator[Look | Unseen]:
        newest = published[-1]
        yield Look("", "repository", self._address, partial(self._repository, newest))
        if not self._is_readable:
            return
        for one in published:
            yield Look(one.version, "tag", one.record.url, partial(self._tag, one))
        yield Look("", MAIN, f"{self._address}/tree/{MAIN}", partial(self._main, newest))
        yield Look("", "branches and tags", self._address, partial(self._names, published))

    def _repository(self, newest: Published) -> Sight:
        wanted = require_recorded(newest, self._place.repo_id)
        there = self._visitor.find_repository()
        if there is None:
            is_closed = self._find_as_owner() is not None
            name = "private" if is_closed else "gone"
            what = f"{wanted} is {'private' if is_closed else 'not there'}"
            return Sight(name, (found(f"huggingface.repository-{name}", "", what, self._address),))
        if not (there.is_disabled or there.is_gated):
            self._refs = self._visitor.refs()
            self._is_readable = True
        said = "open to everybody" if self._is_readable else "closed"
        return Sight(said, tuple(self._states(there, wanted)))

    def _find_as_owner(self) -> Repository | None:
        try:
            return self._place.hub.find_repository()
        except (ConfigError, TargetError):
            return None

    def _states(self, there: Repository, wanted: str) -> Iterator[HostFinding]:
        for is_so, name, what in (
            (there.is_disabled, "repository-disabled", f"{wanted} is disabled"),
            (there.is_gated, "repository-gated", f"readers of {wanted} have to ask"),
            (there.id != wanted, "repository-renamed", f"{wanted} is called {there.id}"),
        ):
            if is_so:
                yield found(f"huggingface.{name}", "", what, self._address)

    def _tag(self, one: Published) -> Sight:
        require_recorded(one, self._place.repo_id)
        record, version = one.record, one.version
        tagged = self._refs.tags.get(record.tag, "")
        findings = []
        if not tagged:
            what = f"the tag {record.tag} is gone"
            findings.append(found("huggingface.tag-gone", version, what, record.url))
        elif tagged != record.revision:
            what = f"the tag {record.tag} is at {tagged}, recorded was {record.revision}"
            findings.append(found("huggingface.tag-moved", version, what, record.url))
        if tagged != record.revision and self._find_files(record.revision) is None:
            what = f"commit {record.revision} is gone"
            findings.append(found("huggingface.commit-gone", version, what, record.url))
        if tagged:
            files = self._visitor.files(tagged)
            findings += file_findings(self.name, version, one.release.files, files, record.url)
        return Sight(f"tag, commit and {len(one.release.files)} files compared", tuple(findings))

    def _main(self, newest: Published) -> Sight:
        head, where = self._refs.branches.get(MAIN, ""), f"{self._address}/tree/{MAIN}"
        if not head:
            what = f"the branch {MAIN} is gone"
            return Sight("gone", (found("huggingface.main-differs", "", what, where),))
        files = self._visitor.files(head)
        for release in self._expected:
            if not unlike(release.files, files).lines():
                return Sight(f"main holds {release.version}, whose publication has not ended")
        said = f"main compared with {newest.version}"
        there = card_shown(newest.release, self._cards, files)
        if there is not None:
            return Sight(said, tuple(self._missing_notices(newest, there)))
        wanted = self._cards[0] if self._cards else None
        odd = unlike(with_card(newest.release, wanted) if wanted else newest.release.files, files)
        findings = list(main_findings(newest, odd, where))
        if CARD in odd.changed:
            findings += self._card_findings(newest, head)
        return Sight(said, tuple(findings))

    def _missing_notices(self, newest: Published, there: Card) -> Iterator[HostFinding]:
        wanted = self._cards[0]
        if there != wanted:
            what = "the card on main does not say what the ledger says"
            where = f"{self._address}/blob/{MAIN}/{CARD}"
            said = wanted.sentences or ("nothing any more",)
            yield found("huggingface.notice-missing", newest.version, what, where, said)

    def _card_findings(self, newest: Published, head: str) -> Iterator[HostFinding]:
        there = header_of(self._patience.read(partial(self._card, head)))
        sealed = header_of(Path(newest.release.root, CARD).read_bytes())
        if there != sealed:
            lines = sorted({*there.splitlines()} ^ {*sealed.splitlines()})
            where = f"{self._address}/blob/{MAIN}/{CARD}"
            what = "the header of the card was changed"
            details = [line.decode("utf-8", "replace") for line in lines]
            yield found("huggingface.card-changed", newest.version, what, where, details)

    def _card(self, head: str) -> bytes:
        content = b""
        for _, piece in self._place.public.stream(head, CARD, 0):
            content += piece
            if len(content) > LONGEST_CARD:
                break
        return content

    def _names(self, published: Sequence[Published]) -> Sight:
        known = {one.record.tag for one in published} | {one.version for one in self._expected}
        findings = (
            *foreign_tags(self._refs, known, self._address),
            *left_branches(self._refs, published, self._address),
        )
        said = f"branches: {len(self._refs.branches)}, tags: {len(self._refs.tags)}"
        return Sight(said, findings)

    def _find_files(self, commit: str) -> tuple[HostFile, ...] | None:
        try:
            return self._visitor.files(commit)
        except HubAnswerError as error:
            if error.status != ABSENT:
                raise
            return None


def main_findings(newest: Published, odd: Differences, where: str) -> Iterator[HostFinding]:
    """One finding for all in which main is not the newest release."""
    number = len(odd.missing) + len(odd.extra) + len(odd.changed)
    if number:
        what = f"main differs from {newest.version} in {files_counted(number)}"
        yield found("huggingface.main-differs", newest.version, what, where, odd.lines())


def foreign_tags(refs: Refs, known: Collection[str], address: str) -> Iterator[HostFinding]:
    """Tags that look like versions and are none."""
    for tag in sorted(refs.tags.keys() - set(known)):
        if PATTERN.fullmatch(tag):
            what = f"the tag {tag} belongs to no release"
            yield found("huggingface.foreign-version", tag, what, f"{address}/tree/{tag}")


def left_branches(
    refs: Refs, published: Iterable[Published], address: str
) -> Iterator[HostFinding]:
    """Draft branches whose release is published."""
    for one in published:
        branch = branch_of(one.version)
        if branch in refs.branches:
            what = f"the branch {branch} is still there"
            yield found("huggingface.branch-left", one.version, what, f"{address}/tree/{branch}")
