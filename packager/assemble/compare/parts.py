"""Large tables in parts that fit in memory: rows of one key are always in the same part."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from zlib import crc32

from packager.assemble.columnar import aside, back, compute, stacked, texts
from packager.assemble.compare.plans import Plan
from packager.assemble.compare.sides import Source
from packager.assemble.compare.vectors import Columns

SIDES = 2
BYTES_PER_PART = 64 << 20
"""Of the larger file; what a comparison holds at once is some ten times as much."""


def parts(plan: Plan, work: Path, size: int) -> Iterator[tuple[Columns, Columns]]:
    """Both tables, a part of each at a time; nothing of them is left in the folder."""
    count = -(-max(plan.old.bytes, plan.new.bytes) // size)
    if count <= 1 or not plan.key:
        with ThreadPoolExecutor(SIDES) as both:
            old, new = both.map(whole, (plan.old, plan.new))
        yield old, new.combine_chunks()
        return
    before = divided(plan, plan.old, work / "old", count)
    after = divided(plan, plan.new, work / "new", count)
    for one, other in zip(before, after, strict=True):
        yield back(one), back(other)
        one.unlink()
        other.unlink()


def whole(source: Source) -> Columns:
    """A table that fits."""
    empty = texts([(name, ()) for name in source.columns])
    return stacked([empty, *source.pieces()])


def divided(plan: Plan, source: Source, folder: Path, count: int) -> list[Path]:
    """A table as so many files, each row where its key belongs."""
    folder.mkdir()
    paths = [folder / str(number) for number in range(count)]
    schema = texts([(name, ()) for name in source.columns]).schema
    with ExitStack() as opened:
        sinks = [opened.enter_context(aside(path, schema)) for path in paths]
        for piece in source.pieces():
            where = [
                str(crc32((key or "").encode()) % count) for key in plan.keys(piece).to_pylist()
            ]
            belongs = texts([("", where)]).column(0)
            for number, sink in enumerate(sinks):
                sink.write_table(piece.filter(compute("equal", belongs, str(number))))
    return paths
