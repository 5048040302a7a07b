"""One root for every deliberate error, and seven families by who mends it."""

from collections.abc import Sequence

SHOWN = 10


class PackagerError(Exception):
    """Root of every deliberate error; all three parts are required.

    Args:
        what: a short sentence in lower case with the value in it.
        where: a path, field, row or address.
        mend: an instruction that starts with a verb.
    """

    exit_code = 1

    def __init__(self, what: str, *, where: str, mend: str) -> None:
        super().__init__(what)
        self.what, self.where, self.mend = what, where, mend

    def __str__(self) -> str:
        return f"{self.what}\n  where: {self.where}\n  mend:  {self.mend}"


class ConfigError(PackagerError):
    """A setting is missing, unknown or impossible."""


class SourceError(PackagerError):
    """A publisher's file, or a pinned source table, is not what it must be."""


class RuleError(PackagerError):
    """The data break a rule of the index."""


class ProseError(PackagerError):
    """A template and its figures do not fit."""


class TargetError(PackagerError):
    """A host refused, failed or could not be reached."""

    exit_code = 3


class SealedError(PackagerError):
    """A release that already exists was about to change."""

    exit_code = 4


class IntegrityError(PackagerError):
    """Bytes are not the ones that were promised."""

    exit_code = 5


def listed(faults: Sequence[str]) -> str:
    """The first ten of several faults of one kind, a line each, then a count of the rest."""
    shown = "\n".join(faults[:SHOWN])
    rest = len(faults) - SHOWN
    return f"{shown}\nand {rest} more of this kind" if rest > 0 else shown
