"""Who draws: a process of its own, which gets ready while the data are read.

The library that draws takes most of a second before its first picture, and lets nothing else of
its process run meanwhile.
"""

import atexit
import json
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import BinaryIO, cast

from packager.domain.errors import RuleError
from packager.domain.plot import Plot

OWN = Path(__file__).resolve().parents[2]
START = """\
import sys
sys.path.insert(0, sys.argv[1])
from packager.assemble.drawing import draw_all
draw_all(sys.stdin.buffer, sys.stdout.buffer)
"""


@dataclass(frozen=True, slots=True)
class Drawn:
    """One picture as SVG and as PNG."""

    svg: bytes
    png: bytes


class Artist:
    """Draws one plot after the other; it is begun at once, and ends with this process."""

    def __init__(self) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-W", "ignore", "-c", START, str(OWN)],
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
        )
        self._words = cast("BinaryIO", self._process.stdin)
        self._answers = cast("BinaryIO", self._process.stdout)

    @property
    def process_id(self) -> int:
        """Of the one who draws."""
        return self._process.pid

    def draw(self, plot: Plot) -> Drawn:
        """Draw a plot.

        Raises:
            RuleError: it cannot be drawn.
        """
        asked = {"name": plot.name, "title": plot.title, "alt": plot.alt, "spec": plot.spec}
        try:
            self._words.write(f"{json.dumps(asked)}\n".encode())
            self._words.flush()
            told = json.loads(self._answers.readline())
        except (OSError, ValueError) as error:
            raise RuleError(
                f"plot {plot.name} was not drawn: {self._last_words()}",
                where=f"plots/{plot.name}.svg",
                mend="run the same command again; if it stays so, mend the installation",
            ) from error
        if "what" in told:
            raise RuleError(told["what"], where=told["where"], mend=told["mend"])
        return Drawn(self._answers.read(told["svg"]), self._answers.read(told["png"]))

    def close(self) -> None:
        """Let it end: nobody asks any more."""
        with suppress(OSError), self._process:
            pass

    def _last_words(self) -> str:
        with suppress(OSError):
            self._words.close()
        said = cast("BinaryIO", self._process.stderr).read().decode(errors="replace")
        lines = said.strip().splitlines()
        return lines[-1] if lines else f"who draws ended with code {self._process.wait()}"


@cache
def artist() -> Artist:
    """The one of this process."""
    one = Artist()
    atexit.register(one.close)
    return one
