"""What the rooms below log while they work, told to the person who waits for it."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from packager.cli.tokens import scrubbed
from packager.cli.world import World

ROOM = "packager"


class Teller(logging.Handler):
    """Makes a line of the story of each message that is logged for people."""

    def __init__(self, world: World) -> None:
        super().__init__(logging.INFO)
        self._world = world

    def emit(self, record: logging.LogRecord) -> None:
        """Tell one message, without secrets."""
        self._world.tell(scrubbed(record.getMessage(), self._world.environ))


@contextmanager
def told(world: World) -> Iterator[None]:
    """Tell what is logged meanwhile."""
    log, teller = logging.getLogger(ROOM), Teller(world)
    before = log.level
    log.addHandler(teller)
    log.setLevel(logging.INFO)
    try:
        yield
    finally:
        log.setLevel(before)
        log.removeHandler(teller)
