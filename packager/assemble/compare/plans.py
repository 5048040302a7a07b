"""How two tables are laid side by side: shared columns, the key, what means a number or nothing."""

from dataclasses import dataclass

from packager.assemble.compare.sides import Source
from packager.assemble.compare.vectors import Column, Columns, keys, meant
from packager.domain.difference import Comparison

MOST_PAIRS = 64


@dataclass(frozen=True, slots=True)
class Plan:
    """What decides how rows are matched.

    Attributes:
        old: the old side's table.
        new: the new side's table.
        common: columns that both have, in the order of the new side.
        key: those that rows are matched by; () where the sides share no column.
        comparison: "whole rows" where the key is no key but all that is shared.
        numbers: columns that a side says are numbers.
        pairs: columns of the old and of the new side alone: one may be the other, renamed.
    """

    old: Source
    new: Source
    common: tuple[str, ...]
    key: tuple[str, ...]
    comparison: Comparison
    numbers: frozenset[str]
    pairs: tuple[tuple[str, str], ...]

    @property
    def cells(self) -> tuple[str, ...]:
        """Shared columns outside the key."""
        return tuple(name for name in self.common if name not in self.key)

    def meant(self, table: Columns, name: str) -> Column:
        """A column as it is compared."""
        column = table.column(name)
        return meant(column) if name in self.numbers else column

    def keys(self, table: Columns) -> Column:
        """The key of every row, as one text."""
        return keys([self.meant(table, name) for name in self.key])


def plan_of(old: Source, new: Source) -> Plan:
    """Match by the new side's key, else by the old one's, else by all that is shared."""
    common = tuple(name for name in new.columns if name in old.columns)
    candidates = (new.shape.primary_key, old.shape.primary_key)
    key = next((one for one in candidates if one and set(one) <= set(common)), None)
    gone = [name for name in old.columns if name not in common]
    added = [name for name in new.columns if name not in common]
    pairs = tuple((one, other) for one in gone for other in added)
    either = {*old.columns, *new.columns}
    return Plan(
        old=old,
        new=new,
        common=common,
        key=key or common,
        comparison="key" if key else "whole rows",
        numbers=frozenset(
            name for name in either if old.shape.is_number(name) or new.shape.is_number(name)
        ),
        pairs=pairs[:MOST_PAIRS],
    )
