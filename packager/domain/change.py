"""One entry of the public change record."""

from dataclasses import dataclass
from typing import Literal

Kind = Literal[
    "release", "source", "correction", "description", "breaking", "erratum", "withdrawal"
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What changed for readers of the data.

    Attributes:
        date: day of the release that carries the change, ISO.
        version: the release.
        kind: why a reader should care.
        summary: one plain sentence.
        documents: documents whose content differs from the previous release, sorted.
        reason: why, in one sentence.
        source_version: version of the source that moved, "" where none did.
        figures: printed figures that moved, by name.
    """

    date: str
    version: str
    kind: Kind
    summary: str
    documents: tuple[str, ...]
    reason: str
    source_version: str
    figures: tuple[str, ...] = ()
