"""Board: the card on main of a data set on the Hub. Tags, and what they hold, never move."""

from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from packager.domain.errors import IntegrityError, TargetError, listed
from packager.domain.version import Version
from packager.publish.announce import Telling
from packager.publish.journal import Entry, Journal
from packager.publish.targets.hub_answers import Commit, Upload
from packager.publish.targets.hub_front import Card, Front, card_shown, require_recorded, with_card
from packager.publish.targets.hub_patience import Patience
from packager.publish.targets.hub_standing import CARD, MAIN, Reader
from packager.publish.targets.hub_steps import PREFIX, moved
from packager.publish.targets.huggingface import HubPlace
from packager.publish.verify import unlike

STEP = f"{PREFIX}put the notices on main"
AGAIN = "run the same command again"


class HubBoard:
    """Main of a repository, which holds the newest release.

    Args:
        place: the repository.
        front: what its main is to show.
        patience: how failures that pass are borne.
        journal: of a version.
    """

    name = "huggingface"

    def __init__(
        self,
        place: HubPlace,
        front: Front,
        *,
        patience: Patience,
        journal: Callable[[Version], Journal],
    ) -> None:
        self._hub, self._repo_id, self._is_visited = place.hub, place.repo_id, place.is_visited
        self._patience = patience
        self._newest, self._cards, self._pending = front.newest, front.cards, front.pending
        self._reader = Reader(place.hub, patience)
        self._steps = journal(front.newest.version)

    def waiting(self) -> Iterator[Telling]:
        if len(self._cards) == 1:
            return
        require_recorded(self._newest, self._repo_id)
        if self._shown(self._head()) != self._wanted or self._begun():
            if not self._is_visited:
                self._patience.read(self._hub.require_writer)
            where = f"{self._hub.address}/blob/{MAIN}/{CARD}"
            yield Telling(self.name, self._newest.version, where, self._wanted.sentences)

    def tell(self, telling: Telling) -> None:
        del telling
        head = self._head()
        if self._shown(head) != self._wanted:
            self._commit(head)
        for entry in self._begun():
            self._steps.done(entry.step, **entry.facts | {"result": "found done"})

    @property
    def _wanted(self) -> Card:
        return self._cards[0]

    def _begun(self) -> list[Entry]:
        return [one for one in self._steps.unfinished() if one.step == STEP]

    def _head(self) -> str:
        head = self._reader.refs().branches.get(MAIN, "")
        if not head:
            raise IntegrityError(
                f"the branch {MAIN} is gone",
                where=self._hub.address,
                mend="see what became of it: `packager watch`",
            )
        return head

    def _shown(self, commit: str) -> Card:
        """The card that a commit has.

        Raises:
            IntegrityError: the commit is not the newest release with a card of ours.
            TargetError: it holds a release whose publication has not ended.
        """
        release, files = self._newest.release, self._reader.files(commit)
        card = card_shown(release, self._cards, files)
        if card is not None:
            return card
        for one in self._pending:
            if not unlike(one.files, files).lines():
                raise TargetError(
                    f"main holds {one.version}, whose publication has not ended",
                    where=f"{self._hub.address}/tree/{MAIN}",
                    mend=f"end it first: `packager publish {one.version} --to {self.name}`",
                )
        faults = unlike(with_card(release, self._wanted), files).lines()
        raise IntegrityError(
            listed([f"main is not {release.version} with a card of this tool", *faults]),
            where=f"{self._hub.address}/commit/{commit}",
            mend=f"find out who changed it and take that back, then {AGAIN}",
        )

    def _commit(self, head: str) -> None:
        version, wanted = self._newest.version, self._wanted
        with TemporaryDirectory(prefix="packager-") as folder:
            place = Path(folder, CARD)
            place.write_bytes(wanted.content)
            commit = Commit(
                branch=MAIN,
                parent=head,
                message=f"Notices since {version}",
                added={CARD: Upload(place, wanted.entry.bytes, wanted.entry.sha256)},
            )

            def call() -> str:
                return self._hub.commit(commit, lambda _done, _whole: None)

            def found(answer: str) -> str:
                now = answer or self._head()
                if now != head and self._shown(now) != wanted:
                    raise moved(self._hub, MAIN, now)
                return "" if now == head else now

            self._patience.carry_out(
                STEP, call, found, journal=self._steps, branch=MAIN, parent=head
            )
