"""JSON Schema 2020-12: every fault of a document, and of a schema. The door of jsonschema_rs."""

import math
import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import NoReturn

import jsonschema_rs

from packager.domain.errors import ConfigError, listed
from packager.domain.imports import Judge

DIALECT = "https://json-schema.org/draft/2020-12/schema"
DEEPEST = 200
LONGEST_MESSAGE = 300
LONGEST_INTEGER_BITS = 4000
PLAIN_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")

Path = tuple[str | int, ...]


def validator(schema: Mapping[str, object]) -> Judge:
    """A judge of documents: all faults as "path: message", in order of path, none when valid.

    Formats are faults too. Numbers are compared digit for digit: a Decimal goes over as it is,
    a whole one counts as an integer, an int may be longer than 2^53. What JSON cannot say (NaN,
    Infinity, half a surrogate pair, a key that is no text) is a fault by itself.

    Raises:
        ConfigError: the schema is not valid 2020-12, or points outside itself.
    """
    faults = meta_faults(schema)
    if faults:
        raise ConfigError(
            "a schema is not valid JSON Schema 2020-12:\n" + listed(faults),
            where=str(schema.get("$id", "a schema without $id")),
            mend="mend the schema",
        )
    compiled = _compiled(schema)

    def judge(document: object) -> list[str]:
        return _foreign(document) or _faults(compiled, document)

    return judge


def any_draft(schema: Mapping[str, object]) -> Judge:
    """A judge of documents by a schema of others, in the draft that it names itself.

    Raises:
        ConfigError: the schema is not valid, or points outside itself.
    """
    try:
        compiled = jsonschema_rs.validator_for(dict(schema), retriever=_fetch_nothing)
    except (jsonschema_rs.ValidationError, jsonschema_rs.ReferencingError) as error:
        raise ConfigError(
            f"a schema is not valid: {_short(str(error).splitlines()[0])}",
            where=str(schema.get("title", "a schema without title")),
            mend="take the schema from its publisher again",
        ) from error

    def judge(document: object) -> list[str]:
        return _foreign(document) or _faults(compiled, document)

    return judge


def meta_faults(schema: Mapping[str, object]) -> list[str]:
    """Why a schema is not valid 2020-12, or cannot stand alone; empty when it is and can."""
    faults = _foreign(schema)
    if faults:
        return faults
    if schema.get("$schema", DIALECT) != DIALECT:
        return [f"$.$schema: {schema['$schema']!r} is not {DIALECT}"]
    faults = _faults(_compiled({"$ref": DIALECT}), schema)
    if faults:
        return faults
    try:
        _compiled(schema)
    except (jsonschema_rs.ValidationError, jsonschema_rs.ReferencingError) as error:
        return [f"$: {_short(str(error).splitlines()[0])}"]
    return []


def _compiled(schema: Mapping[str, object]) -> jsonschema_rs.Validator:
    return jsonschema_rs.Draft202012Validator(
        dict(schema), validate_formats=True, ignore_unknown_formats=False, retriever=_fetch_nothing
    )


def _fetch_nothing(address: str) -> NoReturn:
    raise LookupError(f"{address} is outside the schema, and nothing is fetched")


def _faults(compiled: jsonschema_rs.Validator, document: object) -> list[str]:
    found = ((tuple(e.instance_path), _short(e.message)) for e in compiled.iter_errors(document))
    return [f"{_spelled(path)}: {message}" for path, message in sorted(found, key=_by_path)]


def _by_path(fault: tuple[Path, str]) -> tuple[list[tuple[int, str]], str]:
    path, message = fault
    return [(step, "") if isinstance(step, int) else (-1, step) for step in path], message


def _spelled(path: Path) -> str:
    return "$" + "".join(map(_step, path))


def _step(step: str | int) -> str:
    if isinstance(step, str) and PLAIN_NAME.fullmatch(step):
        return f".{step}"
    return f"[{step!r}]"


def _short(message: str) -> str:
    """A message with its middle left out where it repeats a long value; the verdict is last."""
    if len(message) <= LONGEST_MESSAGE:
        return message
    half = LONGEST_MESSAGE // 2
    return f"{message[:half]} ... {message[-half:]}"


def _foreign(document: object) -> list[str]:
    return [f"{_spelled(path)}: {why}" for path, why in _not_json(document, ())]


def _not_json(value: object, path: Path) -> Iterable[tuple[Path, str]]:
    """Places of a document that are not JSON."""
    if len(path) > DEEPEST:
        yield path[:3], f"nested more than {DEEPEST} deep"
    elif isinstance(value, dict):
        for key, member in value.items():
            if isinstance(key, str) and _is_text(key):
                yield from _not_json(member, (*path, key))
            else:
                yield path, f"key {key!a} is no text"
    elif isinstance(value, list | tuple):
        for at, member in enumerate(value):
            yield from _not_json(member, (*path, at))
    elif not _is_scalar(value):
        yield path, _said(value)


def _said(value: object) -> str:
    if isinstance(value, int):
        return f"a number of {value.bit_length()} bits is too long"
    return f"{ascii(value)[:LONGEST_MESSAGE]} is not JSON"


def _is_scalar(value: object) -> bool:
    match value:
        case None | bool():
            return True
        case int():
            return value.bit_length() <= LONGEST_INTEGER_BITS
        case str():
            return _is_text(value)
        case Decimal():
            return value.is_finite()
        case float():
            return math.isfinite(value)
    return False


def _is_text(text: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in text)
