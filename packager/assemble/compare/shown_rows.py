"""Rows of a difference, made from columns when they are asked for: a million cost no objects."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import TypeVar, overload

from packager.assemble.columnar import texts
from packager.assemble.compare.plans import Plan
from packager.assemble.compare.vectors import Columns, plainly
from packager.domain.difference import CellChange, ChangedRow, SoleRow, Text

ORDINAL = "\0ordinal"  # no column of a file has this name
AT_ONCE = 8192
Made = TypeVar("Made", SoleRow, ChangedRow)


def numbered(rows: Columns) -> Columns:
    """Rows whose keys do not repeat."""
    return rows.append_column(ORDINAL, texts([("", ["0"] * len(rows))]).column(0))


class RowsOnDemand(Sequence[Made]):
    """Rows that are made one after the other; as a sequence they are equal by what they say."""

    @abstractmethod
    def made(self, start: int, stop: int) -> Iterator[Made]:
        """The rows from one place up to another."""

    @overload
    def __getitem__(self, place: int) -> Made: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Made, ...]: ...
    def __getitem__(self, place: int | slice) -> Made | tuple[Made, ...]:
        if isinstance(place, slice):
            start, stop, step = place.indices(len(self))
            if step == 1:
                return tuple(self.made(start, stop))
            return tuple(self[one] for one in range(start, stop, step))
        one = range(len(self))[place]
        return next(self.made(one, one + 1))

    def __iter__(self) -> Iterator[Made]:
        for start in range(0, len(self), AT_ONCE):
            yield from self.made(start, min(start + AT_ONCE, len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or len(self) != len(other):
            return False
        return all(one == its for one, its in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return hash(len(self))


class SoleRows(RowsOnDemand[SoleRow]):
    """Rows of one side alone."""

    def __init__(self, rows: Columns, columns: tuple[str, ...], key: tuple[str, ...]) -> None:
        self._rows, self._columns = rows, columns
        self._key = tuple(columns.index(name) for name in key)

    def __len__(self) -> int:
        return len(self._rows)

    def made(self, start: int, stop: int) -> Iterator[SoleRow]:
        rows = self._rows.slice(start, stop - start)
        ordinals = rows.column(ORDINAL).to_pylist()
        for values, ordinal in zip(cells(rows, self._columns), ordinals, strict=True):
            yield SoleRow(tuple(values[place] for place in self._key), values, int(ordinal))


class ChangedRows(RowsOnDemand[ChangedRow]):
    """Rows of both sides, and the cells in which they differ."""

    def __init__(self, before: Columns, after: Columns, plan: Plan) -> None:
        self._before, self._after, self._plan = before, after, plan

    def __len__(self) -> int:
        return len(self._after)

    def made(self, start: int, stop: int) -> Iterator[ChangedRow]:
        plan = self._plan
        before, after = (one.slice(start, stop - start) for one in (self._before, self._after))
        keys = cells(after, plan.key)
        pairs = (cells(one, plan.cells) for one in (before, after))
        numbers = (map(int, one.column(ORDINAL).to_pylist()) for one in (before, after))
        for key, old, new, first, second in zip(keys, *pairs, *numbers, strict=True):
            changes = (
                CellChange(name, was, now)
                for name, was, now in zip(plan.cells, old, new, strict=True)
                if was != now and not (name in plan.numbers and is_one_number(was, now))
            )
            yield ChangedRow(key, tuple(changes), (first, second))


def cells(rows: Columns, columns: Sequence[str]) -> Iterator[tuple[Text, ...]]:
    """Rows as tuples."""
    if not columns:
        return iter([()] * len(rows))
    return zip(*(rows.column(name).to_pylist() for name in columns), strict=True)


def is_one_number(was: Text, now: Text) -> bool:
    """Whether two texts write one number, such as 1.50 and 1.5."""
    return was is not None and now is not None and plainly(was) == plainly(now)
