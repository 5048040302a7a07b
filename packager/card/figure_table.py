"""A table of a page, and how it becomes Markdown."""

from dataclasses import dataclass

from packager.domain.values import Figure

Printable = str | Figure


@dataclass(frozen=True, slots=True)
class FigureTable:
    """Columns and rows; a numeric cell is a figure."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Printable, ...], ...]

    def __str__(self) -> str:
        lines = [self.columns, tuple(map(rule, self.columns, self.samples)), *self.rows]
        return "\n".join("| " + " | ".join(map(cell, line)) + " |" for line in lines)

    @property
    def samples(self) -> tuple[Printable, ...]:
        """The first row, which tells which columns hold numbers."""
        return self.rows[0] if self.rows else self.columns


def rule(_column: str, sample: Printable) -> str:
    """Numbers stand to the right."""
    return "---:" if isinstance(sample, Figure) else "---"


def cell(value: Printable) -> str:
    """Text that cannot break out of its cell."""
    return str(value).replace("|", "\\|").replace("\n", " ")
