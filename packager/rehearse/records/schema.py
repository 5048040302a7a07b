"""How InvenioRDM reads a draft: bad values are left out and told, good ones kept."""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Final

MISSING: Final = "Missing data for required field."
UNKNOWN: Final = "Unknown field."
EDTF: Final = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?")
GONE: Final = object()
STRAIGHT: Final = str.maketrans(
    {"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u200b": None}
)
SCRIPT: Final = re.compile(r"</?script[^>]*>", re.IGNORECASE)
SCHEMES: Final[Mapping[str, re.Pattern[str]]] = {
    "doi": re.compile(r"(https?://(dx\.)?doi\.org/|doi:)?10\.\d{4,9}/\S+", re.IGNORECASE),
    "orcid": re.compile(r"(https?://orcid\.org/)?(\d{4}-){3}\d{3}[\dX]"),
    "arxiv": re.compile(r"(arxiv:)?\d{4}\.\d{4,5}(v\d+)?", re.IGNORECASE),
    "url": re.compile(r"(https?|ftp)://[^\s/]+\S*", re.IGNORECASE),
}


@dataclass(frozen=True, slots=True)
class Faults:
    """What was wrong so far: faults by field, and values that no vocabulary knows."""

    told: list[dict[str, object]] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)

    def add(self, where: str, message: str) -> None:
        self.told.append({"field": where, "messages": [message]})


# Given a value, its field's name and the faults: the value to keep, or GONE.
Check = Callable[[object, str, Faults], object]


def text(least: int = 0, most: int = 0) -> Check:
    """A text, which is kept with straight quotes, composed and without blanks around it."""

    def check(value: object, where: str, faults: Faults) -> object:
        if not isinstance(value, str):
            faults.add(where, "Not a valid string.")
        elif len(value) < least:
            faults.add(where, f"Shorter than minimum length {least}.")
        elif most and len(value) > most:
            faults.add(where, f"Longer than maximum length {most}.")
        else:
            return unicodedata.normalize("NFC", value.translate(STRAIGHT)).strip()
        return GONE

    return check


def page(least: int = 0) -> Check:
    """HTML, from which scripts are taken."""
    plain = text(least)

    def check(value: object, where: str, faults: Faults) -> object:
        kept = plain(value, where, faults)
        return SCRIPT.sub("", kept) if isinstance(kept, str) else kept

    return check


def anything(value: object, _: str, __: Faults) -> object:
    return value


def day(value: object, where: str, faults: Faults) -> object:
    """A date or interval of EDTF level 0."""
    parts = str(value).split("/")
    if isinstance(value, str) and len(parts) in {1, 2} and all(map(_is_day, parts)):
        return value
    faults.add(where, "Please provide a valid date or interval.")
    return GONE


def _is_day(part: str) -> bool:
    if not EDTF.fullmatch(part):
        return False
    try:
        date.fromisoformat(part + "-01" * (2 - part.count("-")))
    except ValueError:
        return False
    return True


def link(value: object, where: str, faults: Faults) -> object:
    if isinstance(value, str) and SCHEMES["url"].fullmatch(value):
        return value
    faults.add(where, "Not a valid URL.")
    return GONE


def term(vocabulary: frozenset[str]) -> Check:
    """An id of a vocabulary; one that it does not know refuses the whole request."""

    def check(value: object, where: str, faults: Faults) -> object:
        if not isinstance(value, dict):
            faults.add(where, "Invalid input type.")
            return GONE
        if value.get("id") not in vocabulary:
            faults.unknown.append(str(value.get("id")))
        return {"id": value.get("id")}

    return check


def each(check_one: Check) -> Check:
    def check(value: object, where: str, faults: Faults) -> object:
        if not isinstance(value, list):
            faults.add(where, "Not a valid list.")
            return GONE
        kept = [check_one(one, f"{where}.{at}", faults) for at, one in enumerate(value)]
        return [one for one in kept if one is not GONE] or GONE

    return check


def keyed(
    fields: Mapping[str, Check], needed: tuple[str, ...] = (), also: Check | None = None
) -> Check:
    """An object with these keys and no others; one that ends up empty is gone.

    Args:
        fields: what checks the value of each key.
        needed: keys it must have.
        also: looks at what is kept, and may add faults of the whole.
    """

    def check(value: object, where: str, faults: Faults) -> object:
        if not isinstance(value, dict):
            faults.add(where, "Invalid input type.")
            return GONE
        kept = dict(_kept(fields, value, where, faults))
        whole = also(kept, where, faults) if also else kept
        for key in needed:
            if key not in value:
                faults.add(f"{where}.{key}", MISSING)
        for key in value:
            if key not in fields:
                faults.add(f"{where}.{key}", UNKNOWN)
        return whole or GONE

    return check


def _kept(
    fields: Mapping[str, Check], value: dict[str, object], where: str, faults: Faults
) -> Iterator[tuple[str, object]]:
    for key, check in fields.items():
        if key in value:
            kept = check(value[key], f"{where}.{key}", faults)
            if kept is not GONE:
                yield key, kept


def scheme_of(value: object, where: str, faults: Faults) -> object:
    """Name the scheme of an identifier that names none, or hold it against the one it names."""
    if not isinstance(value, dict):
        return value
    identifier, scheme = str(value.get("identifier", "")), value.get("scheme")
    if scheme is None:
        guessed = [name for name, like in SCHEMES.items() if like.fullmatch(identifier)]
        if guessed:
            return {**value, "scheme": guessed[0]}
        faults.add(f"{where}.scheme", "No valid scheme recognized for identifier.")
    elif scheme in SCHEMES and not _is_of(identifier, str(scheme)):
        faults.add(f"{where}.identifier", f"Invalid {str(scheme).upper()} identifier.")
    return value


def _is_of(identifier: str, scheme: str) -> bool:
    if not SCHEMES[scheme].fullmatch(identifier):
        return False
    return scheme != "orcid" or _is_orcid(re.sub(r"[^\dX]", "", identifier))


def _is_orcid(digits: str) -> bool:
    """ISO 7064 mod 11-2."""
    total = 0
    for digit in digits[:-1]:
        total = (total + int(digit)) * 2
    left = (12 - total % 11) % 11
    return digits[-1] == ("X" if left == 10 else str(left))  # noqa: PLR2004 -- X stands for ten
