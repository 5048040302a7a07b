"""The tool's own small JSON files: written in one way, and read back strictly."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NoReturn

from packager.domain.errors import IntegrityError, SourceError
from packager.domain.strict import decode, parse_json

MEND = "take the file back as it was, from version control or another copy"
HEX = re.compile(r"[0-9a-f]+")


def document(value: object) -> bytes:
    """JSON for a file that people read: sorted keys, two blanks, LF."""
    text = json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False, allow_nan=False)
    return text.encode() + b"\n"


def line(value: object) -> bytes:
    """JSON on one line, for files that only grow: sorted keys, no blanks, LF."""
    text = json.dumps(
        value, sort_keys=True, ensure_ascii=False, allow_nan=False, separators=(",", ":")
    )
    return text.encode() + b"\n"


@dataclass(frozen=True, slots=True)
class Statement:
    """A JSON object of ours as read; every answer is of the type asked for, or an error."""

    content: Mapping[str, object]
    where: str

    def require_keys(self, *names: str) -> None:
        """Exactly these keys are there.

        Raises:
            IntegrityError: one is missing, or one is there that nobody reads.
        """
        odd = sorted(set(self.content) ^ set(names))
        if odd:
            said = [f"no {n}" if n in names else f"an unknown {n!r}" for n in odd]
            raise IntegrityError(f"{', '.join(said)} in it", where=self.where, mend=MEND)

    def text(self, name: str) -> str:
        value = self.content.get(name)
        if not isinstance(value, str):
            self._refuse(name, "text")
        return value

    def number(self, name: str) -> int:
        value = self.content.get(name)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            self._refuse(name, "a number of things")
        return value

    def digest(self, name: str, length: int = 64) -> str:
        value = self.text(name)
        if len(value) != length or not HEX.fullmatch(value):
            self._refuse(name, f"a digest of {length} hex digits")
        return value

    def inner(self, name: str) -> "Statement":
        return _statement(self.content.get(name), f"{self.where}, {name}")

    def inners(self, name: str) -> tuple["Statement", ...]:
        values = self.content.get(name)
        if not isinstance(values, list):
            self._refuse(name, "a list")
        return tuple(_statement(v, f"{self.where}, {name} {i}") for i, v in enumerate(values, 1))

    def texts(self) -> dict[str, str]:
        """The whole object as names and texts."""
        return {name: self.text(name) for name in self.content}

    def _refuse(self, name: str, kind: str) -> NoReturn:
        raise IntegrityError(f"{name} is not {kind}", where=self.where, mend=MEND)


def read_statement(content: bytes, where: str) -> Statement:
    """A JSON object in UTF-8.

    Raises:
        IntegrityError: it is not one; our own files are never read with indulgence.
    """
    try:
        value = parse_json(decode(content, where=where), where=where)
    except SourceError as error:
        raise IntegrityError(error.what, where=error.where, mend=MEND) from error
    return _statement(value, where)


def _statement(value: object, where: str) -> Statement:
    if not isinstance(value, dict):
        raise IntegrityError("this is not a JSON object", where=where, mend=MEND)
    return Statement(value, where)
