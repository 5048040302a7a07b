"""How far a transfer is: a line that moves on a terminal, a line now and then elsewhere."""

import math
import time
from collections.abc import Callable

from packager.cli.showing import size
from packager.cli.world import World

TERMINAL_SECONDS = 0.2
LINE_SECONDS = 10.0
MINUTE, HOUR = 60, 3600


class Progress:
    """Tells of bytes on their way, with rate and time left; of what is there at once, nothing.

    Args:
        world: on a terminal a line that moves, as JSON an event, else a line of the story.
        clock: seconds from some beginning on.
        event: what the event is called.
    """

    def __init__(
        self,
        world: World,
        clock: Callable[[], float] = time.monotonic,
        *,
        event: str = "sent",
    ) -> None:
        self._world, self._clock, self._event = world, clock, event
        self._pace = TERMINAL_SECONDS if world.is_terminal else LINE_SECONDS
        self._name, self._of, self._began, self._shown = "", 0, 0.0, 0.0
        self._is_over = False

    def of_file(self, path: str, done: int, whole: int) -> None:
        """So many bytes of one file have moved."""
        now = self._clock()
        if (path, whole) != (self._name, self._of):
            self._name, self._of, self._began, self._shown = path, whole, now, now
            self._is_over = False
        is_end = done >= whole and self._shown > self._began
        if not self._is_over and (now - self._shown >= self._pace or is_end):
            self._shown, self._is_over = now, done >= whole
            self._tell(done, whole, now - self._began)

    def of_all(self, done: int, whole: int) -> None:
        """So many bytes of a whole release have moved."""
        self.of_file("release", done, whole)

    def _tell(self, done: int, whole: int, passed: float) -> None:
        rate = round(done / passed)
        left = math.ceil((whole - done) / rate) if rate else None
        if self._world.as_json:
            self._world.event(
                self._event,
                file=self._name,
                bytes=done,
                of_bytes=whole,
                bytes_per_second=rate,
                seconds_left=left,
            )
            return
        to_come = f", {spell(left)} left" if left else ""
        text = f"{self._name}: {size(done)} of {size(whole)}, {size(rate)}/s{to_come}"
        (self._world.step if self._world.is_terminal else self._world.tell)(text)


def spell(seconds: int) -> str:
    """A time as people say it, such as "2 min 5 s"."""
    if seconds >= HOUR:
        return f"{seconds // HOUR} h {seconds % HOUR // MINUTE} min"
    return f"{seconds // MINUTE} min {seconds % MINUTE} s" if seconds >= MINUTE else f"{seconds} s"
