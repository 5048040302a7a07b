"""A world of a test's own: its streams are texts, and its clock is moved by hand."""

import io
import json
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from packager.cli.world import World


class Terminal(io.StringIO):
    """A stream that a person looks at."""

    def isatty(self) -> bool:
        return True


@dataclass
class Clock:
    """Seconds from the beginning of the test."""

    seconds: float = 0.0

    def __call__(self) -> float:
        return self.seconds


@dataclass
class Stage:
    """A world, and what was said in it."""

    err: io.StringIO = field(default_factory=io.StringIO)
    clock: Clock = field(default_factory=Clock)

    def world(self, *, quiet: bool = False, as_json: bool = False) -> World:
        return World(
            today=date(2026, 11, 30),
            environ={"ZENODO_TOKEN": "secret-token"},
            cwd=Path(),
            out=io.StringIO(),
            err=self.err,
            quiet=quiet,
            as_json=as_json,
        )

    def lines(self) -> list[str]:
        return self.err.getvalue().splitlines()

    def events(self) -> list[object]:
        return [json.loads(line) for line in self.lines()]
