"""What main of a repository shows: the newest release, its card with what was said since."""

from collections.abc import Iterable
from dataclasses import dataclass

from packager.domain.errors import ConfigError
from packager.domain.release import FileEntry, Release
from packager.publish.target import HostFile
from packager.publish.targets.hub_standing import CARD
from packager.publish.verify import unlike
from packager.publish.watch import Published


@dataclass(frozen=True, slots=True)
class Card:
    """A card that main may have: the sealed one, or that with notices.

    Attributes:
        content: its bytes.
        entry: what lists of files say of it.
        sentences: what it says beyond the sealed one.
    """

    content: bytes
    entry: FileEntry
    sentences: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Front:
    """What main is to show.

    Attributes:
        newest: the newest published release.
        cards: what its card was to be after each notice, the newest first; the sealed one is last.
        pending: sealed releases without a record; main may be on its way to one.
    """

    newest: Published
    cards: tuple[Card, ...]
    pending: tuple[Release, ...] = ()


def require_recorded(one: Published, named: str) -> str:
    """Name of the repository of a release; ConfigError if it is not the one that is named."""
    wanted = one.record.repo_id
    if wanted != named:
        raise ConfigError(
            f"{one.version} was published in {wanted}, the settings name {named}",
            where="settings",
            mend="use the settings that it was published with",
        )
    return wanted


def with_card(release: Release, card: Card) -> tuple[FileEntry, ...]:
    """The files of a release, this card in the place of the sealed one."""
    return tuple(card.entry if one.path == CARD else one for one in release.files)


def card_shown(release: Release, cards: Iterable[Card], files: Iterable[HostFile]) -> Card | None:
    """Which of the cards stands among the files of a release; None if they are not its files."""
    there = tuple(files)
    return next((one for one in cards if not unlike(with_card(release, one), there).lines()), None)
