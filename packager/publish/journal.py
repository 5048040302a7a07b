"""What a run meant to do and what it did: a line before and a line after each call with an effect.

The last line may be torn by a crash. Then its call had not begun, or its outcome is unknown and is
settled by reading what the host holds.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from packager.assemble.tree import make_folder
from packager.domain.statement import line, read_statement
from packager.publish.growing import append_whole
from packager.publish.refusal import refused

State = Literal["intend", "done"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One line: the step, whether it was begun or ended, and the facts known by then."""

    step: str
    state: State
    facts: dict[str, str]


class Journal:
    """A file of JSON lines that only grows; each line is on the disk before the call returns."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def intend(self, step: str, **facts: str) -> None:
        """Say what is about to be done, before the call that does it."""
        self._add(step, "intend", facts)

    def done(self, step: str, **facts: str) -> None:
        """Say that it was done, with what the host answered."""
        self._add(step, "done", facts)

    def entries(self) -> tuple[Entry, ...]:
        """Every whole line, oldest first."""
        return tuple(self._read())

    def unfinished(self) -> tuple[Entry, ...]:
        """Intentions without an end after them: their outcome must be read from the host."""
        waiting: dict[str, Entry] = {}
        for entry in self._read():
            waiting.pop(entry.step, None)
            if entry.state == "intend":
                waiting[entry.step] = entry
        return tuple(waiting.values())

    def _read(self) -> Iterator[Entry]:
        content = self._path.read_bytes() if self._path.exists() else b""
        whole = content[: content.rfind(b"\n") + 1]
        for number, text in enumerate(whole.splitlines(), 1):
            said = read_statement(text, f"{self._path}, line {number}")
            said.require_keys("facts", "state", "step")
            state: State = "done" if said.text("state") == "done" else "intend"
            yield Entry(said.text("step"), state, said.inner("facts").texts())

    def _add(self, step: str, state: State, facts: dict[str, str]) -> None:
        content = line({"facts": facts, "state": state, "step": step})
        with refused("write the journal", self._path):
            make_folder(self._path.parent)
            before = self._path.read_bytes() if self._path.exists() else b""
            append_whole(self._path, content, behind=before.rfind(b"\n") + 1)
