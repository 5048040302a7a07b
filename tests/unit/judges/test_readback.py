"""What a library read, against the documents: rows, order, cells, columns, types."""

from collections.abc import Callable, Sequence

import pytest

from packager.assemble.judges import plain_reader
from packager.assemble.judges.copies import Copy, Line
from packager.assemble.judges.evidence import Rows
from packager.assemble.judges.readback import brief, columns, unlike
from packager.domain.errors import RuleError
from packager.domain.finding import Finding
from packager.domain.package import Field, Schema

SCHEMA = Schema((Field("id", "string", "Name."), Field("n", "integer", "Number.")), ("id",))
WANTED = [("id", "text"), ("n", "whole")]


def lines(*rows: tuple[object, ...], path: str = "t.csv") -> list[Line]:
    return [
        Line(path, at, "", dict(zip(("id", "n"), row, strict=True)))
        for at, row in enumerate(rows, 1)
    ]


def said(read: Sequence[Line], *, whole: bool = True) -> list[Finding]:
    truth = Copy("t.json", tuple(lines(("a", 1), ("b", 2), ("c", None), path="t.json")), whole)
    return list(unlike(read, truth, SCHEMA))


def test_the_same_rows_are_no_finding() -> None:
    assert said(lines(("a", 1), ("b", 2.0), ("c", None))) == []


@pytest.mark.parametrize(
    ("read", "row", "column", "what"),
    [
        (lines(("a", 1), ("b", 3), ("c", None)), 2, "n", "was read as 3, and is 2 in t.json"),
        (lines(("a", 1), ("b", 2), ("c", 0)), 3, "n", "was read as 0, and is None in t.json"),
        (lines(("a", 1), ("b", 2)), None, "", "'c' is not among the rows that were read"),
        (lines(("a", 1), ("a", 1), ("b", 2), ("c", None)), 2, "", "'a' is there twice"),
        (lines(("a", 1), ("b", 2), ("c", None), ("d", 4)), 4, "", "'d' is no row of t.json"),
        (lines(("b", 2), ("a", 1), ("c", None)), 2, "", "'a' stands in another order"),
    ],
)
def test_a_row_or_cell_that_is_not_the_same_is_found(
    read: list[Line], row: int | None, column: str, what: str
) -> None:
    (one,) = said(read)

    assert (one.row, one.column) == (row, column)
    assert what in one.what


def test_documents_of_a_folder_have_no_order_of_their_own() -> None:
    assert said(lines(("b", 2), ("a", 1), ("c", None)), whole=False) == []


@pytest.mark.parametrize(
    ("names", "kinds", "what"),
    [
        (("n", "id"), ("whole", "text"), "comes with the columns n, id"),
        (("id",), ("text",), "comes with the columns id"),
        (("id", "n"), ("text", "half"), "comes as half, where whole is described"),
    ],
)
def test_other_columns_or_types_are_found(
    names: tuple[str, ...], kinds: tuple[str, ...], what: str
) -> None:
    (one,) = columns("t.csv", Rows(names, kinds, ()), WANTED)

    assert one.what == what


def test_a_library_without_types_is_asked_for_names_alone() -> None:
    assert list(columns("t.csv", Rows(("id", "n"), (), ()), WANTED)) == []


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda one: one["rows"][0].update(n=2), ".rows[1].n was read as 2, and is 1"),
        (lambda one: one["rows"].append({}), ".rows was read with other members"),
        (lambda one: one.update(more=1), " was read with other members"),
    ],
)
def test_a_document_that_plain_python_reads_otherwise_is_found(
    change: Callable[[dict[str, object]], object], what: str
) -> None:
    exact: dict[str, object] = {"rows": [{"id": "a", "n": 1}]}
    plain: dict[str, object] = {"rows": [{"id": "a", "n": 1}]}
    assert list(plain_reader.otherwise("", exact, plain)) == []

    change(plain)

    (one,) = plain_reader.otherwise("", exact, plain)
    assert one.startswith(what)


def test_an_error_is_told_on_one_line() -> None:
    assert brief(ValueError("one\n  two")) == "ValueError: one two"
    assert brief(RuleError("ours\nalone", where="x", mend="y")) == "ours alone"
