"""Text to values, refusing whatever two readers could understand differently."""

import json
import re
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from typing import NoReturn

from packager.domain.errors import SourceError

LONGEST_NUMBER = 400
BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
DECIMAL = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?", re.ASCII)


class _Refused(ValueError):
    """Something JSON can say and a publisher must not."""


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
            mend="take the publisher's file again; this copy is damaged",
        )
    return text


def parse_json(text: str, *, where: str) -> object:
    """JSON with every fraction a Decimal of the source's digits.

    Raises:
        SourceError: broken or ambiguous: a repeated key, NaN, Infinity, a number of absurd
            length, nesting beyond the reader.
    """
    if not text.strip():
        raise SourceError("the file is empty", where=where, mend="take the publisher's file again")
    try:
        value: object = json.loads(
            text.removeprefix(BYTE_ORDER_MARK),
            object_pairs_hook=_no_repeats,
            parse_constant=_no_constant,
            parse_float=_decimal,
            parse_int=_integer,
        )
    except json.JSONDecodeError as error:
        raise SourceError(
            f"broken JSON: {error.msg}",
            where=f"{where}, line {error.lineno}, column {error.colno}",
            mend="take the publisher's file again; it may have been cut off",
        ) from error
    except _Refused as error:
        raise SourceError(
            str(error), where=where, mend="mend the file or ask its publisher"
        ) from error
    except RecursionError as error:
        raise SourceError(
            "JSON nested too deeply", where=where, mend="take the publisher's file again"
        ) from error
    return value


def decimal_of(text: str) -> Decimal | None:
    """A plain decimal number with the digits it was written with; None for anything else."""
    if len(text) > LONGEST_NUMBER or not DECIMAL.fullmatch(text):
        return None
    try:
        return Decimal(text)
    except InvalidOperation:
        return None


def _no_repeats(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        repeated = sorted({name for name in names if names.count(name) > 1})
        raise _Refused(f"key {', '.join(map(repr, repeated))} stands twice in one object")
    return found


def _no_constant(text: str) -> NoReturn:
    raise _Refused(f"{text} is no number")


def _decimal(text: str) -> Decimal:
    value = decimal_of(text)
    if value is None:
        raise _Refused(f"number {text[:20]}... is too long or too large")
    return value


def _integer(text: str) -> int:
    if len(text) > LONGEST_NUMBER:
        raise _Refused(f"number {text[:20]}... has {len(text)} digits")
    return int(text)
