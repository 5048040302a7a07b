"""What a judge of a release finds, with the place a person has to look at."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One fault of a tree.

    Attributes:
        judge: who found it.
        path: file in the tree; "" for the tree as a whole.
        row: row of its table or list, counted from one; a header is not counted. None where the
            fault is of the whole file.
        column: column or member, "" where none is meant.
        what: the fault, with the value in it.
        mend: what to do, starting with a verb.
    """

    judge: str
    path: str
    what: str
    mend: str
    row: int | None = None
    column: str = ""

    @property
    def place(self) -> str:
        """File, row and column as far as they are known."""
        row = "" if self.row is None else f"row {self.row}"
        return ", ".join(part for part in (self.path or "the tree", row, self.column) if part)

    @property
    def order(self) -> tuple[str, int, str, str, str, str]:
        """A total order: by place, then by what was found and who found it."""
        return self.path, self.row or 0, self.column, self.what, self.judge, self.mend

    def line(self) -> str:
        """The finding on one line."""
        return f"{self.place}: {self.what}"
