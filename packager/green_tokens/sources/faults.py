"""Faults of a publisher's file, gathered so that a person hears of all of them at once."""

from dataclasses import dataclass, field

from packager.domain.errors import SourceError, listed

MOST = 1000
"""Faults kept before reading stops: a file that is wrong throughout need not be read out."""


@dataclass(frozen=True, slots=True)
class Faults:
    """Faults of one file, by how to mend them.

    Attributes:
        where: the file.
        kinds: places and what is wrong there, by the instruction that mends it.
    """

    where: str
    kinds: dict[str, list[str]] = field(default_factory=dict)

    def add(self, place: str, what: str, *, mend: str) -> None:
        """Note a fault.

        Raises:
            SourceError: there are so many that reading on helps nobody.
        """
        self.kinds.setdefault(mend, []).append(f"{place}: {what}")
        if len(self.kinds[mend]) >= MOST:
            self.require_none()

    def require_none(self) -> None:
        """Raise if there is a fault.

        Raises:
            SourceError: with up to ten of each kind.
        """
        found = [fault for faults in self.kinds.values() for fault in faults]
        if not found:
            return
        raise SourceError(
            found[0] if len(found) == 1 else f"{len(found)} faults",
            where="\n".join([self.where, *(listed(faults) for faults in self.kinds.values())]),
            mend="; ".join(self.kinds),
        )
