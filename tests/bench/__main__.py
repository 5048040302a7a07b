"""`python -m tests.bench`: the bars of this project, each with a peer in the same run."""

import hashlib
import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import csv_diff

from packager.assemble.compare.difference import difference
from packager.assemble.compare.sides import side_of
from packager.assemble.digests import entry_of
from tests.bench.measure import Bar, functions, packager, processes, run
from tests.bench.publication import by_xet, publication

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = ("--settings", str(ROOT / "pyproject.toml"), "--quiet")
VERSION = "2026-12-24"
BIG = 256 * 1024 * 1024
CHUNK = 1024 * 1024
THOUSAND = 1000
ROWS, PRIME = 1_000_000, 7919
DIFFERENT = 5


def start_up(work: Path) -> Bar:
    """`packager --help` against a library of the field."""
    peer = [str(Path(sys.executable).parent / "frictionless"), "--help"]
    ours, theirs = processes(packager("--help"), peer, cwd=work)
    return Bar(
        "packager --help",
        ours.seconds,
        "frictionless --help",
        theirs.seconds,
        "≤ 0.15 s",
        ours.seconds <= 0.15,
        ours.peak_mb,
    )


def build(work: Path) -> Bar:
    """A cold process that builds the real data, against the imports it cannot do without."""
    command = packager("build", VERSION, "--out", str(work / "tree"), *SETTINGS)
    floor = [sys.executable, "-c", "import pyarrow.parquet, msgspec, yaml, jinja2"]
    ours, theirs = processes(command, floor, cwd=work)
    return Bar(
        "packager build, real data",
        ours.seconds,
        "imports alone",
        theirs.seconds,
        "≤ 3 s",
        ours.seconds <= 3,
        ours.peak_mb,
    )


def build_and_check(work: Path) -> Bar:
    """Build and full check, against frictionless alone on the same tree."""
    tree = work / "tree"
    ours_words = packager("build", VERSION, "--out", str(tree), "--check", *SETTINGS)
    peer = [str(Path(sys.executable).parent / "frictionless"), "validate", "datapackage.json"]
    processes(ours_words, ["true"], cwd=work, rounds=1)
    ours, theirs = processes(ours_words, ["true"], cwd=work)
    _, theirs = processes(["true"], peer, cwd=tree)
    return Bar(
        "build + full check",
        ours.seconds,
        "frictionless validate alone",
        theirs.seconds,
        "≤ 6 s",
        ours.seconds <= 6,
        ours.peak_mb,
    )


def hashing(work: Path) -> Bar:
    """Three digests of a large file against md5 alone."""
    path = work / "large"
    with path.open("wb") as file:
        for number in range(BIG // CHUNK):
            file.write(hashlib.sha256(str(number).encode()).digest() * (CHUNK // 32))
    ours, theirs = functions(lambda: entry_of(path, "large"), lambda: md5(path))
    return Bar(
        "sha256, md5 and git blob id, 256 MiB",
        ours,
        "md5 alone",
        theirs,
        "≥ 0.9 of its speed",
        theirs / ours >= 0.9,
    )


def keyed_diff(work: Path) -> Bar:
    """A million rows against a million in another order, both in this process; csv-diff beside it.

    The memory is that of `packager diff` as a command, with the whole JSON of the difference.
    """
    sides = [wide_package(work / name, moved) for name, moved in (("old", False), ("new", True))]
    command = [*packager("diff", *map(str, sides), "--json"), *SETTINGS]
    told = run(command, cwd=work, code=DIFFERENT)
    ours, theirs = functions(lambda: ours_of(sides), lambda: theirs_of(sides), rounds=2)
    return Bar(
        "keyed diff, 1 M x 1 M rows",
        ours,
        "csv-diff",
        theirs,
        "≥ 10 times its speed",
        theirs / ours >= 10,
        told.peak_mb,
    )


def ours_of(sides: Sequence[Path]) -> tuple[int, int, int]:
    """Rows added, gone and changed, as `packager diff` finds them."""
    (table,) = difference(*(side_of(side, side.name) for side in sides)).tables
    return len(table.added), len(table.gone), len(table.changed)


def theirs_of(sides: Sequence[Path]) -> tuple[int, int, int]:
    """The same by csv-diff."""
    tables = []
    for side in sides:
        with (side / "rows.csv").open(encoding="utf-8", newline="") as file:
            tables.append(csv_diff.load_csv(file, key="id"))
    found = csv_diff.compare(*tables)
    return len(found["added"]), len(found["removed"]), len(found["changed"])


def wide_package(root: Path, moved: bool) -> Path:  # noqa: FBT001 - one of two sides
    """A package of one table of eight columns; the second one is shuffled and partly changed."""
    root.mkdir()
    kinds = {"id": "string", "name": "string", "a": "number", "b": "integer"}
    kinds |= {"c": "number", "d": "string", "e": "string", "f": "integer"}
    order = [(n * PRIME) % ROWS for n in range(ROWS)] if moved else range(ROWS)
    with (root / "rows.csv").open("w", encoding="utf-8") as file:
        file.write(f"{','.join(kinds)}\n")
        for n in order:
            value = n + 1 if moved and n % 100 == 0 else n
            place = n + ROWS if moved and n % 1000 == 1 else n
            file.write(
                f"row-{place:07},name of {n % 977},{value * 7 % 9973}.{n % 9 + 1},{n % 31},"
                f"0.{n % 89 + 1}1,group {n % 13},{n % 7},{n * 3}\n"
            )
    fields = [{"name": name, "type": kind} for name, kind in kinds.items()]
    schema = {"fields": fields, "primaryKey": ["id"]}
    about = {"resources": [{"name": "rows", "path": "rows.csv", "schema": schema}]}
    (root / "datapackage.json").write_text(json.dumps(about))
    return root


def md5(path: Path) -> str:
    """The peer: one digest, read plainly."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "md5").hexdigest()


def bars(work: Path) -> Iterator[Bar]:
    """Every bar, in the order of the table."""
    for measure in (start_up, build, build_and_check, hashing, keyed_diff):
        print(f"{measure.__name__} …", file=sys.stderr, flush=True)
        yield measure(work)
    print("publication of a large file …", file=sys.stderr, flush=True)
    yield from publication(work)
    yield from by_xet(work)


def number(value: float) -> str:
    """Three decimals of seconds; what is counted, whole."""
    return f"{value:8.3f}" if value < THOUSAND and value % 1 else f"{value:8.0f}"


def main() -> int:
    """Print the table; the exit code says nothing of speed."""
    with tempfile.TemporaryDirectory() as folder:
        rows = list(bars(Path(folder)))
    print(f"{'what (seconds, if not said)':40} {'ours':>8} {'peer':>8} {'ratio':>6} {'MB':>6}  bar")
    for bar in rows:
        ratio = bar.ours / bar.theirs
        verdict = "holds" if bar.holds else "DOES NOT HOLD"
        print(
            f"{bar.what:40} {number(bar.ours)} {number(bar.theirs)} {ratio:6.2f} {bar.peak_mb:6.0f}"
            f"  {bar.bar}, {verdict} (peer: {bar.peer})"
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
