"""What was said of releases since they were sealed, in the words that readers get everywhere."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Notices:
    """All that a page has to say.

    Attributes:
        sentences: in the order in which they were said.
        instead_doi: DOI of the version to use instead, "" for none.
    """

    sentences: tuple[str, ...] = ()
    instead_doi: str = ""
