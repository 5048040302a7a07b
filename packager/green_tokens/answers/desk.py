"""The release that is asked: its index, and what heads each answer."""

from collections.abc import Sequence
from dataclasses import dataclass

from packager.domain.answer import About, Speaker
from packager.green_tokens.index import Index


@dataclass(frozen=True, slots=True)
class Desk:
    """Where questions are answered."""

    index: Index
    speaker: Speaker

    def about(self, *kinds: str, unit: str = "", caveats: Sequence[str] = ()) -> About:
        """The head of an answer that follows from these kinds of source."""
        ids = {one for kind in kinds for one in self.index.source_ids[kind]}
        return self.speaker.about(unit=unit, sources=ids, caveats=caveats)
