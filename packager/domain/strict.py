"""Text to values, refusing whatever two readers could understand differently."""

import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import NoReturn

from packager.domain.errors import SourceError

LONGEST_NUMBER = 400
LARGEST_EXPONENT = 300
DEEPEST = 100
AGAIN = "take the file again from where it came"
BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
DECIMAL = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?", re.ASCII)
UNREADABLE = re.compile("[\0\ud800-\udfff]")


def decode(content: bytes, *, where: str, first_line: int = 1) -> str:
    """UTF-8 bytes as text; a byte-order mark stays as its first character.

    Args:
        content: a file, or a part of one that begins with a line.
        where: path for messages.
        first_line: number of that line.

    Raises:
        SourceError: the bytes are no UTF-8, or hold a NUL.
    """
    if content[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        raise SourceError(
            "the text is UTF-16", where=where, mend="save it as UTF-8; encodings are never guessed"
        )
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + first_line
        raise SourceError(
            f"byte 0x{content[error.start]:02x} is no UTF-8",
            where=f"{where}, line {line}",
            mend="save it as UTF-8; encodings are never guessed",
        ) from error
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + first_line
        raise SourceError(
            "the text holds a NUL character",
            where=f"{where}, line {line}",
            mend=f"{AGAIN}; this copy is damaged",
        )
    return text


def parse_json(text: str, *, where: str) -> object:
    """JSON with every fraction a Decimal of the source's digits.

    Raises:
        SourceError: broken or ambiguous: a repeated key, NaN, Infinity, a number that a double
            cannot hold or of absurd length, half a surrogate pair, NUL, nesting beyond reason.
    """
    if not text.strip(f"{BYTE_ORDER_MARK} \t\r\n"):
        raise SourceError("the file is empty", where=where, mend=AGAIN)
    refusing = _Refusing(where)
    try:
        value: object = json.loads(
            text.removeprefix(BYTE_ORDER_MARK),
            object_pairs_hook=refusing.repeats,
            parse_constant=refusing.constant,
            parse_float=refusing.long_fraction,
            parse_int=refusing.long_integer,
        )
    except json.JSONDecodeError as error:
        raise SourceError(
            f"broken JSON: {error.msg}",
            where=f"{where}, line {error.lineno}, column {error.colno}",
            mend=f"{AGAIN}; it may have been cut off",
        ) from error
    except RecursionError as error:
        raise SourceError("JSON nested too deeply", where=where, mend=AGAIN) from error
    refusing.unreadable(value)
    return value


def decimal_of(text: str) -> Decimal | None:
    """A plain decimal number with the digits it was written with; None for anything else.

    None too for one so large or small that a double would read infinity or zero.
    """
    if len(text) > LONGEST_NUMBER or not DECIMAL.fullmatch(text):
        return None
    value = Decimal(text)
    return None if value and abs(value.adjusted()) > LARGEST_EXPONENT else value


@dataclass(frozen=True, slots=True)
class _Refusing:
    """Answers of the JSON reader to what JSON can say and a publisher must not."""

    where: str

    def repeats(self, pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
        found = dict(pairs)
        if len(found) < len(pairs):
            names = Counter(name for name, _ in pairs)
            repeated = sorted(name for name, times in names.items() if times > 1)
            raise self.refusal(f"key {', '.join(map(repr, repeated))} stands twice in one object")
        return found

    def constant(self, text: str) -> NoReturn:
        raise self.refusal(f"{text} is no number")

    def long_fraction(self, text: str) -> Decimal:
        value = decimal_of(text)
        if value is None:
            raise self.refusal(f"number {text[:20]}... is too long, too large or too small")
        return value

    def long_integer(self, text: str) -> int:
        if len(text) > LARGEST_EXPONENT:
            raise self.refusal(f"number {text[:20]}... has {len(text)} digits")
        return int(text)

    def unreadable(self, value: object) -> None:
        """Refuse what the reader lets through: escaped NUL, half a surrogate pair, deep nesting."""
        waiting = [(value, 0)]
        while waiting:
            one, depth = waiting.pop()
            if depth > DEEPEST:
                raise self.refusal(f"JSON nested more than {DEEPEST} deep")
            if isinstance(one, dict):
                waiting += ((part, depth + 1) for pair in one.items() for part in pair)
            elif isinstance(one, list):
                waiting += ((part, depth + 1) for part in one)
            elif isinstance(one, str) and UNREADABLE.search(one):
                raise self.refusal(f"text {one[:20]!a} holds NUL or half a surrogate pair")

    def refusal(self, what: str) -> SourceError:
        return SourceError(what, where=self.where, mend="mend the file or ask its publisher")
