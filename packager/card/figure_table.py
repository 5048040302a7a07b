"""A table of a page, and how it becomes Markdown."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from packager.card.markdown import Markdown, printable
from packager.domain.values import Figure

Printable = str | Figure
BAR = re.compile(r"(?<!\\)\|")


@dataclass(frozen=True, slots=True)
class FigureTable:
    """Columns and rows; a numeric cell is a figure.

    Attributes:
        columns: headings.
        keys: a short name for each row, by which its figures are known.
        rows: cells, a row as long as the columns.
    """

    columns: tuple[str, ...]
    keys: tuple[str, ...]
    rows: tuple[tuple[Printable, ...], ...]

    def __str__(self) -> str:
        lines = [self.columns, tuple(self.rules()), *self.rows]
        return "\n".join("| " + " | ".join(map(cell, line)) + " |" for line in lines)

    def rules(self) -> Iterator[Markdown]:
        """What stands under each heading; numbers stand to the right."""
        for number in range(len(self.columns)):
            figures = any(isinstance(row[number], Figure) for row in self.rows)
            yield Markdown("---:" if figures else "---")

    def figures(self) -> Iterator[tuple[str, Figure]]:
        """Each figure of the table as row/column."""
        for key, row in zip(self.keys, self.rows, strict=True):
            for column, value in zip(self.columns, row, strict=True):
                if isinstance(value, Figure):
                    yield f"{key}/{column}", value


def cell(value: Printable) -> str:
    """Text that cannot break out of its cell."""
    return BAR.sub(r"\\|", str(printable(value))).replace("\n", " ")
