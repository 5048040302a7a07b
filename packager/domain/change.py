"""One entry of the public change record."""

from dataclasses import dataclass
from typing import Literal, get_args

Kind = Literal[
    "breaking", "correction", "source", "release", "description", "erratum", "withdrawal"
]
KINDS: tuple[Kind, ...] = get_args(Kind)
"""The graver first: what a reader must know before anything else."""


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
