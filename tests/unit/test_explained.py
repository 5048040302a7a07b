"""Rules of what must be explained, on differences made by hand."""

import pytest

from packager.assemble.explained import Explanation, require_explained
from packager.assemble.fragments import Fragment
from packager.domain.change import Kind
from packager.domain.difference import (
    BREAKING,
    Difference,
    FigureMove,
    FileDifference,
    SchemaChange,
    SchemaKind,
)
from packager.domain.errors import RuleError

SOURCES = {"rain.csv": ("gauge",), "sun.csv": ("sky",)}
NOTHING = Explanation(frozenset(), ())
HARMLESS: tuple[SchemaKind, ...] = ("column added", "resource added", "enum widened", "described")


def said(kind: Kind, *documents: str) -> Explanation:
    return Explanation(frozenset(), (Fragment(kind, "What.", "Why.", "0" * 64, documents),))


def files(*changed: str, gone: tuple[str, ...] = ()) -> Difference:
    return Difference(old="a", new="b", files=FileDifference(changed=changed, gone=gone))


def schema(kind: SchemaKind) -> Difference:
    return Difference(old="a", new="b", schema=(SchemaChange("rain", kind, "mm", "mm", "inch"),))


def figures(*moves: FigureMove) -> Difference:
    return Difference(old="a", new="b", moved_figures=moves)


@pytest.mark.parametrize("kind", sorted(BREAKING))
def test_what_breaks_readers_is_called_breaking_or_stops_the_cut(kind: SchemaKind) -> None:
    with pytest.raises(RuleError, match=rf"rain\.mm: {kind} \(mm → inch\) breaks"):
        require_explained(schema(kind), SOURCES, said("correction"))

    require_explained(schema(kind), SOURCES, said("breaking"))


@pytest.mark.parametrize("kind", HARMLESS)
def test_what_no_reader_minds_needs_no_word(kind: SchemaKind) -> None:
    require_explained(schema(kind), SOURCES, NOTHING)

    assert kind not in BREAKING


def test_a_document_is_accounted_for_by_its_source_or_by_name() -> None:
    with pytest.raises(RuleError, match=r"rain\.csv changed"):
        require_explained(files("rain.csv"), SOURCES, NOTHING)
    with pytest.raises(RuleError, match=r"sun\.csv changed") as error:
        require_explained(
            files("rain.csv", "sun.csv"), SOURCES, Explanation(frozenset({"gauge"}), ())
        )

    assert "rain.csv" not in error.value.what
    require_explained(files("rain.csv"), SOURCES, said("description", "rain.csv"))


def test_a_document_that_is_gone_is_accounted_for_like_one_that_changed() -> None:
    with pytest.raises(RuleError, match=r"sun\.csv changed"):
        require_explained(files(gone=("sun.csv",)), SOURCES, NOTHING)


def test_a_document_without_a_source_is_named_by_a_person() -> None:
    with pytest.raises(RuleError, match=r"terms\.txt changed"):
        require_explained(files("terms.txt"), SOURCES, Explanation(frozenset({"gauge"}), ()))


@pytest.mark.parametrize("kind", ["correction", "breaking"])
def test_a_figure_moves_with_a_source_or_with_a_word(kind: Kind) -> None:
    moved = figures(FigureMove("mm a year", "800", "801"))
    with pytest.raises(RuleError, match="mm a year 800 → 801 moved"):
        require_explained(moved, SOURCES, said("description"))

    require_explained(moved, SOURCES, said(kind))
    require_explained(moved, SOURCES, Explanation(frozenset({"gauge"}), ()))


def test_a_figure_that_only_one_side_prints_moved_nothing() -> None:
    both = figures(FigureMove("new", None, "1"), FigureMove("old", "1", None))

    require_explained(both, SOURCES, NOTHING)

    assert len(both.moved_figures) == 2


def test_every_fault_is_told_not_only_the_first() -> None:
    with pytest.raises(RuleError) as error:
        require_explained(files("rain.csv", "sun.csv"), SOURCES, NOTHING)

    assert "rain.csv" in error.value.what
    assert "sun.csv" in error.value.what
