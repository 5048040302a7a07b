"""How far a transfer is: a line that moves on a terminal, nothing elsewhere."""

import time
from dataclasses import dataclass, field

from packager.cli.showing import size
from packager.cli.world import World

EVERY_SECONDS = 0.2


@dataclass(slots=True)
class Pace:
    """When a transfer began, and when it was last shown, in seconds of a monotonic clock."""

    began: float = 0.0
    shown: float = 0.0
    name: str = ""


@dataclass(frozen=True, slots=True)
class Progress:
    """Tells of bytes sent, with rate and time left, at most five times a second."""

    world: World
    pace: Pace = field(default_factory=Pace)

    def of_file(self, path: str, done: int, whole: int) -> None:
        """So many bytes of one file are sent."""
        now = time.monotonic()
        if path != self.pace.name:
            self.pace.name, self.pace.began, self.pace.shown = path, now, 0.0
        if now - self.pace.shown < EVERY_SECONDS and done < whole:
            return
        self.pace.shown = now
        passed = now - self.pace.began
        rate = int(done / passed) if passed > 0 else 0
        left = f", {(whole - done) // rate} s left" if rate and done < whole else ""
        self.world.step(f"{path}: {size(done)} of {size(whole)}, {size(rate)}/s{left}")

    def of_all(self, done: int, whole: int) -> None:
        """So many bytes of a whole release are sent."""
        self.of_file("release", done, whole)
