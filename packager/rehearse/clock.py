"""A clock of the rehearsal's own: every look is one second later, so that runs are alike."""

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import count
from typing import Final

START: Final = int(datetime(2026, 11, 30, 12, tzinfo=UTC).timestamp())


class Clock:
    """Seconds since 1970, of a day that never ends."""

    def __init__(self, start: int = START) -> None:
        self._ticks: Iterator[int] = count(start)

    def tick(self) -> int:
        return next(self._ticks)

    def stamp(self) -> str:
        """The time as ISO writes it, with microseconds and zone."""
        return iso(self.tick(), "%Y-%m-%dT%H:%M:%S.%f+00:00")


def iso(seconds: int, layout: str = "%Y-%m-%dT%H:%M:%S.000Z") -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime(layout)
