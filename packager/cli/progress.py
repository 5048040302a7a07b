"""How far a transfer is: a line that moves on a terminal, nothing elsewhere."""

import time

from packager.cli.showing import size
from packager.cli.world import World

EVERY_SECONDS = 0.2


class Progress:
    """Tells of bytes sent, with rate and time left, at most five times a second."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._name, self._began, self._shown = "", 0.0, 0.0

    def of_file(self, path: str, done: int, whole: int) -> None:
        """So many bytes of one file are sent."""
        now = time.monotonic()
        if path != self._name:
            self._name, self._began, self._shown = path, now, 0.0
        if now - self._shown < EVERY_SECONDS and done < whole:
            return
        self._shown = now
        passed = now - self._began
        rate = int(done / passed) if passed > 0 else 0
        left = f", {(whole - done) // rate} s left" if rate and done < whole else ""
        self._world.step(f"{path}: {size(done)} of {size(whole)}, {size(rate)}/s{left}")

    def of_all(self, done: int, whole: int) -> None:
        """So many bytes of a whole release are sent."""
        self.of_file("release", done, whole)
