"""Members of JSON values as paths and texts, so that two of them can be laid side by side."""

import json
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from packager.domain.difference import MemberChange, Text
from packager.domain.numbers import plain

IDENTITIES = ("id", "name", "code", "path", "title")


def member_changes(old: object, new: object) -> tuple[MemberChange, ...]:
    """Members that only one value has, or that differ, by path."""
    before, after = dict(leaves(old)), dict(leaves(new))
    return tuple(
        MemberChange(path, before.get(path), after.get(path))
        for path in sorted(before.keys() | after.keys())
        if before.get(path) != after.get(path)
    )


def leaves(value: object, path: str = "") -> Iterator[tuple[str, str]]:
    """Every value that holds no other, with the names that lead to it.

    Things in a list are known by their id, name or title, where each has one of its own, so that
    their order says nothing; else by number.
    """
    if isinstance(value, Mapping) and value:
        for key, inner in value.items():
            yield from leaves(inner, f"{path}/{key}" if path else str(key))
    elif isinstance(value, list) and any(isinstance(one, dict | list) for one in value):
        for name, inner in zip(names(value), value, strict=True):
            yield from leaves(inner, f"{path}/{name}" if path else name)
    else:
        yield path, written(value)


def names(things: Sequence[object]) -> list[str]:
    """What the things of a list are called."""
    member = identity(things)
    if member is None:
        return [str(number) for number in range(1, len(things) + 1)]
    return [str(one[member]) for one in things if isinstance(one, dict)]


def identity(*lists: Sequence[object]) -> str | None:
    """The member by which the things of every list can be told apart; None for none."""
    for member in IDENTITIES:
        if all(is_identity(member, things) for things in lists):
            return member
    return None


def is_identity(member: str, things: Sequence[object]) -> bool:
    """Whether each thing has this member, as a text of its own."""
    called = [one.get(member) if isinstance(one, dict) else None for one in things]
    return all(isinstance(one, str) for one in called) and len(set(called)) == len(called)


def cell(value: object) -> Text:
    """A JSON value as the cell of a table."""
    return value if isinstance(value, str | None) else written(value)


def written(value: object) -> str:
    """A value as text: a text in quotes, a number in its plain digits, keys in order."""
    match value:
        case Decimal():
            return plain(value)
        case Mapping():
            inner = (f"{written(str(key))}: {written(value[key])}" for key in sorted(value))
            return "{" + ", ".join(inner) + "}"
        case list() | tuple():
            return "[" + ", ".join(written(one) for one in value) + "]"
        case _:
            return json.dumps(value, ensure_ascii=False)
