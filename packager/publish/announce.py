"""Hosts are told what was said of releases since they were sealed; sealed bytes never change.

What a page says is found by reading it, so a notice is told once whatever run does it, and a run
that was cut short is ended by the next one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from packager.domain.version import Version
from packager.publish.ledger import Ledger


@dataclass(frozen=True, slots=True)
class Telling:
    """One page that does not say what the ledger says.

    Attributes:
        host: as records name it.
        version: the release that the page is about.
        where: its address.
        sentences: all that it will say of what was said since; () if a notice is taken away.
    """

    host: str
    version: Version
    where: str
    sentences: tuple[str, ...]


class Board(Protocol):
    """A host whose pages can be told something."""

    @property
    def name(self) -> str:
        """As records name it."""

    def waiting(self) -> Iterator[Telling]:
        """Pages that do not say it yet, or that a run cut short has left something beside.

        Raises:
            IntegrityError: a page says what nobody was told to say.
            TargetError: the host does not tell.
        """

    def tell(self, telling: Telling) -> None:
        """Let a page say it; one that says it already is left as it is.

        Raises:
            IntegrityError: somebody else is at the page, or its files are not the sealed ones.
            TargetError: it did not work; the next run goes on.
        """


def waiting(boards: Sequence[Board]) -> list[tuple[Board, Telling]]:
    """What there is to tell, host by host; the first refusal is raised, and nothing changes."""
    return [(board, one) for board in boards for one in board.waiting()]


def announce(boards: Sequence[Board], ledger: Ledger) -> tuple[Telling, ...]:
    """Tell every host what it does not say yet, each page once; run it again after any failure."""
    found = waiting(boards)
    for board, one in found:
        with ledger.alone(one.version):
            board.tell(one)
    return tuple(one for _, one in found)
