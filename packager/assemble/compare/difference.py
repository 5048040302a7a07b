"""Two packages, one difference: tables, schemas, descriptions, documents, files and figures."""

import filecmp
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from packager.assemble.changed import is_derived
from packager.assemble.compare.facts import MEND, Facts
from packager.assemble.compare.members import member_changes
from packager.assemble.compare.rows import compare_tables
from packager.assemble.compare.schemas import schema_changes
from packager.assemble.compare.sides import (
    Side,
    Source,
    listed_sources,
    require_file,
    table_source,
)
from packager.domain.difference import (
    Difference,
    DocumentDifference,
    FigureMove,
    FileDifference,
    LeftOut,
    TableDifference,
)
from packager.domain.errors import SourceError

FIGURES = "figures.json"
LARGEST_DOCUMENT = 256 << 20
SIDES = 2
NAMES = frozenset({"version", "created", "date", "id", "doi", "conceptDoi", "resources"})
"""Members of a description that are the release's own names, or are compared elsewhere."""
TABLES = ("csv", "parquet")


@dataclass(frozen=True, slots=True)
class Found:
    """What is found on the way."""

    tables: list[TableDifference] = field(default_factory=list)
    documents: list[DocumentDifference] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)
    alike: set[str] = field(default_factory=set)
    unlike: set[str] = field(default_factory=set)


def difference(old: Side, new: Side, *, apart: Collection[str] = ()) -> Difference:
    """All that is different between two packages.

    Values are compared exactly: numbers as decimals of the digits in the files, a missing cell is
    not the empty text. The order of rows and columns and the way of writing say nothing; nor do
    version, date, DOIs, sizes and digests. Memory is that of a part of each table (64 MiB of the
    larger file) and of the difference itself.

    Args:
        old: one package.
        new: another.
        apart: names of figures that are not compared, because they tell of the change itself.

    Raises:
        PackagerError: a side is not what its package says.
    """
    found = Found()
    before, after = old.facts(), new.facts()
    for name in sorted(before.keys() | after.keys()):
        compare_resource(found, (old, before), (new, after), name)
    compare_documents(found, (old, before), (new, after))
    renamed = {one.name: one.renamed for one in found.tables}
    return Difference(
        old=old.label,
        new=new.label,
        tables=tuple(found.tables),
        schema=tuple(
            change
            for name in sorted(before.keys() | after.keys())
            for change in schema_changes(
                name, before.get(name), after.get(name), renamed.get(name, ())
            )
        ),
        metadata=member_changes(described(old, before), described(new, after)),
        documents=tuple(one for one in found.documents if one.members),
        files=file_difference(old, new, found),
        moved_figures=tuple(moved_figures(old, new, apart)),
        left_out=tuple(found.left_out),
    )


Half = tuple[Side, Mapping[str, Facts]]


def compare_resource(found: Found, old: Half, new: Half, name: str) -> None:
    """One table of CSV or Parquet, on one side or both."""
    halves = [(side, facts[name]) for side, facts in (old, new) if name in facts]
    for side, facts in halves:
        if not facts.path:
            found.left_out.append(LeftOut(name, "it is not one file of the package"))
            return
        require_file(side, facts)
    if not all(facts.suffix in TABLES for _, facts in halves):
        return
    one, other = (
        table_source(side, facts[name]) if name in facts else None for side, facts in (old, new)
    )
    left, right = both(one, other)
    compared = uncounted(left, right) if is_alike(halves) else compare_tables(left, right)
    found.tables.append(compared)
    if compared.is_same and set(left.columns) == set(right.columns):
        found.alike.add(right.path)
    elif not compared.is_same:
        found.unlike.add(right.path)


def is_alike(halves: Sequence[tuple[Side, Facts]]) -> bool:
    """Whether two sides have the same bytes, read in the same way."""
    if len(halves) < SIDES:
        return False
    (one, its), (other, theirs) = halves
    same = (its.shape, its.dialect, its.encoding) == (theirs.shape, theirs.dialect, theirs.encoding)
    return same and filecmp.cmp(one.root / its.path, other.root / theirs.path, shallow=False)


def uncounted(old: Source, new: Source) -> TableDifference:
    """A table of the same bytes on both sides: nobody has to read it."""
    key = new.shape.primary_key
    return TableDifference(
        name=new.name,
        path=new.path,
        comparison="key" if key else "whole rows",
        key=key or new.columns,
        old_columns=old.columns,
        new_columns=new.columns,
        old_rows=None,
        new_rows=None,
        is_derived=new.is_derived,
    )


def compare_documents(found: Found, old: Half, new: Half) -> None:
    """JSON documents that both sides have: their lists as tables, the rest member by member.

    Derived documents are left alone: what they say is compared where it comes from.
    """
    sides = [{one.path for one in facts.values()} for _, facts in (old, new)]
    for path in sorted(sides[0] & sides[1]):
        if not path.endswith(".json") or is_derived(path):
            continue
        one, other = old[0].root / path, new[0].root / path
        if filecmp.cmp(one, other, shallow=False):
            found.alike.add(path)
        elif max(one.stat().st_size, other.stat().st_size) > LARGEST_DOCUMENT:
            found.left_out.append(LeftOut(path, "a document of more than 256 MiB"))
        else:
            compare_document(found, old, new, path)


def compare_document(found: Found, old: Half, new: Half, path: str) -> None:
    """One JSON document of both sides."""
    before, one = listed_sources(old[0], path, old[1])
    after, other = listed_sources(new[0], path, new[1])
    members = member_changes(one, other)
    is_same = not members
    for member in sorted(before.keys() | after.keys()):
        left, right = both(before.get(member), after.get(member))
        compared = same_list(left, right) or compare_tables(left, right)
        is_same = is_same and compared.is_same and set(left.columns) == set(right.columns)
        found.tables.append(compared)
    found.documents.append(DocumentDifference(path, members))
    if is_same:
        found.alike.add(path)


def same_list(old: Source, new: Source) -> TableDifference | None:
    """A list that says the same on both sides, row by row in one order; None for another."""
    if old.records is None or old.records != new.records or old.shape != new.shape:
        return None
    rows = len(old.records)
    return replace(uncounted(old, new), old_rows=rows, new_rows=rows, shaped_as=new.shaped_as)


def both(old: Source | None, new: Source | None) -> tuple[Source, Source]:
    """A table on both sides: one that a side lacks has no rows there."""
    there = new or old
    if there is None:
        raise TypeError(there)
    none = replace(there, bytes=0, pieces=lambda: iter(()), records=None)
    return old or none, new or none


def file_difference(old: Side, new: Side, found: Found) -> FileDifference:
    """Files that came, went, or say something else, be it by another description of their bytes."""
    before, after = set(old.paths), set(new.paths)
    differing = {
        path
        for path in before & after
        if path in found.unlike
        or (
            path not in found.alike
            and not filecmp.cmp(old.root / path, new.root / path, shallow=False)
        )
    }
    every = differing | (before ^ after)
    derived = {path for path in every if is_derived(path)}
    return FileDifference(
        added=tuple(sorted(after - before - derived)),
        gone=tuple(sorted(before - after - derived)),
        changed=tuple(sorted(differing - derived)),
        derived=tuple(sorted(derived)),
    )


def described(side: Side, facts: Mapping[str, Facts]) -> Mapping[str, object]:
    """What a package says of itself and its resources, apart from names, schemas and sizes."""
    about = {key: value for key, value in side.package.items() if key not in NAMES}
    about["resources"] = {name: one.about for name, one in facts.items()}
    return about


def moved_figures(old: Side, new: Side, apart: Collection[str]) -> Iterator[FigureMove]:
    """Printed numbers with another text, by name."""
    before, after = figures_of(old), figures_of(new)
    for name in sorted((before.keys() | after.keys()) - set(apart)):
        if before.get(name) != after.get(name):
            yield FigureMove(name, before.get(name), after.get(name))


def figures_of(side: Side) -> dict[str, str]:
    """Printed numbers by name; none where the package has no such file.

    Raises:
        SourceError: the file says something else.
    """
    if FIGURES not in side.paths:
        return {}
    document = side.document(FIGURES)
    rows = document.get("figures") if isinstance(document, dict) else None
    if not isinstance(rows, list):
        raise SourceError(
            "there is no list of figures", where=f"{side.label}, {FIGURES}", mend=MEND
        )
    return {str(one.get("name")): str(one.get("text")) for one in rows if isinstance(one, dict)}
