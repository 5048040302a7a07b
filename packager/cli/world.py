"""All that a command may touch outside; a test hands in its own."""

import json
import re
import shlex
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TextIO

COMMAND = re.compile(r"`(packager [^`]+)`")


@dataclass(frozen=True, slots=True)
class World:
    """Day, environment, folder and streams of one run.

    Attributes:
        today: the day on which the command runs; releases take theirs from the version.
        environ: the environment; secrets come from nowhere else.
        cwd: folder the command was called in.
        out: results a script can read.
        err: the story, and errors.
        quiet: tell no story.
        as_json: tell it as events, each a JSON object on a line.
        settings: the settings file that was named; commands in the story name it too.
    """

    today: date
    environ: Mapping[str, str]
    cwd: Path
    out: TextIO
    err: TextIO
    quiet: bool = False
    as_json: bool = False
    settings: str = ""

    @property
    def is_terminal(self) -> bool:
        """Whether a person looks on, so that a line may move."""
        return self.err.isatty() and not self.quiet and not self.as_json

    def say(self, text: str) -> None:
        """Print a result."""
        print(text, file=self.out)

    def say_json(self, value: object) -> None:
        """Print a result for a script: one JSON document."""
        print(json.dumps(value, ensure_ascii=False, indent=2, default=str), file=self.out)

    def say_pieces(self, pieces: Iterable[str]) -> None:
        """Print a result that comes piece by piece, line ends included."""
        for piece in pieces:
            print(piece, end="", file=self.out)

    def tell(self, text: str) -> None:
        """Print a line of the story."""
        if self.as_json:
            self.event("told", text=self.completed(text))
        elif not self.quiet:
            self.clear()
            print(self.completed(text), file=self.err, flush=True)

    def event(self, kind: str, **facts: object) -> None:
        """Print an event of the story for a script: one line of JSON."""
        if not self.quiet:
            told = {"event": kind, **facts}
            print(json.dumps(told, ensure_ascii=False), file=self.err, flush=True)

    def completed(self, text: str) -> str:
        """A text whose commands work here as they stand: each names the settings of this run."""
        more = f" --settings {shlex.quote(self.settings)}" if self.settings else ""
        return COMMAND.sub(lambda found: f"`{found[1]}{more}`", text)

    def step(self, text: str) -> None:
        """Show what is going on, on a terminal only; the next line overwrites it."""
        if self.is_terminal:
            print(f"\r\033[K{text} …", end="", file=self.err, flush=True)

    def clear(self) -> None:
        """Take the last step off the terminal."""
        if self.is_terminal:
            print("\r\033[K", end="", file=self.err, flush=True)
