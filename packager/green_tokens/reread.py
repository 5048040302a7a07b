"""Finished documents read back for proof: rows as they stand, numbers as fractions."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import TypeVar

from packager.domain.finding import Finding

JUDGE = "rules of the index"
MEND = "build the tree again from the pinned sources"
K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class Point:
    """A configuration as a document says it, with what the rules need of it."""

    path: str
    at: int
    row: Mapping[str, object]
    pair: tuple[str, str]
    cards: int
    cap: int
    joules: Fraction
    latency: Fraction
    tokens: Fraction
    row_id: str

    @property
    def key(self) -> tuple[str, str, int, int]:
        """What the leaderboard varies."""
        return *self.pair, self.cards, self.cap

    @property
    def rank(self) -> tuple[Fraction, int, int, str]:
        """Least energy first; a tie goes to fewer GPUs, then to the lower cap."""
        return self.joules, self.cards, self.cap, self.row_id


def rows_of(document: object, member: str) -> list[Mapping[str, object]]:
    """Rows of a member; none where it is no list of objects."""
    rows = document.get(member) if isinstance(document, dict) else None
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def point(path: str, at: int, row: Mapping[str, object]) -> Point | None:
    """A configuration; None for one that its schema refuses anyway."""
    joules, latency, tokens = (
        number(row.get(name))
        for name in ("joules_per_output_token", "median_itl_ms", "avg_output_tokens")
    )
    cards, cap = row.get("num_gpus"), row.get("max_num_seqs")
    if joules is None or latency is None or tokens is None:
        return None
    if not isinstance(cards, int) or not isinstance(cap, int):
        return None
    pair = str(row.get("slug")), str(row.get("gpu"))
    return Point(path, at, row, pair, cards, cap, joules, latency, tokens, str(row.get("row_id")))


def number(value: object) -> Fraction | None:
    """A number exactly; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        return None
    return Fraction(value)


def decimals(value: Fraction, places: int) -> Fraction:
    """A number not below zero, rounded to so many decimals, halves up."""
    return Fraction((value * 10**places + Fraction(1, 2)).__floor__(), 10**places)


def shown(value: object) -> str:
    """A value as a message says it."""
    if isinstance(value, Fraction):
        return f"{float(value):.15g}"
    return str(value) if isinstance(value, int | Decimal) else repr(value)


def group(points: Iterable[Point], key: Callable[[Point], K]) -> dict[K, list[Point]]:
    """Points by a key."""
    found: dict[K, list[Point]] = {}
    for one in points:
        found.setdefault(key(one), []).append(one)
    return found


def finding(place: str | Point, column: str, what: str, *, row: int | None = None) -> Finding:
    """A fault at a configuration, or at a place of a document."""
    path, at = (place.path, place.at) if isinstance(place, Point) else (place, row)
    return Finding(judge=JUDGE, path=path, row=at, column=column, what=what, mend=MEND)
