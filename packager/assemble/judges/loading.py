"""Reader of the Hub's configs: every table by `load_dataset`, whole and streamed. Its door."""

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import datasets

from packager.assemble.judges.cells import KINDS, is_same
from packager.assemble.judges.copies import Copy, Family, Line, families
from packager.assemble.judges.equality import differences
from packager.assemble.judges.evidence import Evidence
from packager.assemble.judges.readers import answer
from packager.assemble.standards.hub_front_matter import config_name
from packager.domain.finding import Finding
from packager.domain.package import Schema

NAME, SPLIT, ENDING = "datasets", "train", ".parquet"
MEND = "load the config by hand with datasets; build the tree again if it fails"
FAILURES = (datasets.exceptions.DatasetsError, OSError, ValueError, TypeError, KeyError)

Rows = list[dict[str, object]]


def findings(place: Path) -> list[Finding]:
    """Configs that do not load, or not as the documents say."""
    datasets.disable_progress_bars()
    evidence = Evidence(place)
    tables = {
        config_name(one.name): (one.name, family)
        for family in families(evidence)
        for one in family.copies
        if one.name.endswith(ENDING)
    }
    try:
        make, promised = builders(place)
    except FAILURES as error:
        return [finding("README.md", f"no config can be loaded: {brief(error)}")]
    said: list[Finding] = []
    for name, (path, family) in tables.items():
        try:
            said += config(make(name), path, family)
        except FAILURES as error:
            said.append(finding(path, f"config {name!r} does not load: {brief(error)}"))
    return [
        *said,
        *(
            finding("README.md", f"config {one!r} is no table")
            for one in promised
            if one not in tables
        ),
    ]


def builders(place: Path) -> tuple[Callable[[str], datasets.DatasetBuilder], list[str]]:
    """What makes the builder of a config by its name, and the names of all configs.

    This is what `load_dataset` does first; taken apart here, because it would read the long header
    of the card anew for each config.
    """
    module = datasets.load.dataset_module_factory(str(place))
    builder = datasets.load.get_dataset_builder_class(module)
    infos = module.dataset_infos or {}

    def make(name: str) -> datasets.DatasetBuilder:
        return builder(
            config_name=name, hash=module.hash, info=infos.get(name), **module.builder_kwargs
        )

    return make, list(builder.builder_configs)


def config(builder: datasets.DatasetBuilder, path: str, family: Family) -> Iterator[Finding]:
    """One config, loaded whole and as a stream, against a document that repeats it."""
    builder.download_and_prepare()
    loaded = builder.as_dataset(split=SPLIT)
    whole: Rows = loaded.to_list()
    stream: Rows = list(builder.as_streaming_dataset(split=SPLIT))
    yield from types(path, loaded.features, family.schema)
    yield from streaming(path, whole, stream)
    lines = tuple(Line(path, at, "", row) for at, row in enumerate(whole, 1))
    others = [one for one in family.copies if not one.name.endswith(ENDING)][:1]
    first = Copy(path, lines, whole=True)
    for one in differences(first, others, family.schema):
        yield replace(one, judge=NAME, mend=MEND)


def types(path: str, features: datasets.Features, schema: Schema) -> Iterator[Finding]:
    """Columns that come out under another name or type."""
    wanted = {column.name: KINDS[column.type] for column in schema.fields}
    came = {name: getattr(kind, "dtype", str(kind)) for name, kind in features.items()}
    for name in dict.fromkeys((*wanted, *came)):
        if wanted.get(name) != came.get(name):
            what = f"comes out as {came.get(name)}, where the package says {wanted.get(name)}"
            yield finding(path, what, column=name)
    if list(wanted) != list(came) and set(wanted) == set(came):
        yield finding(path, "the columns come out in another order")


def streaming(path: str, whole: Sequence[dict[str, object]], stream: Rows) -> Iterator[Finding]:
    """The first row that a stream tells otherwise."""
    if len(whole) != len(stream):
        yield finding(path, f"{len(stream)} rows as a stream, {len(whole)} as a whole")
        return
    for at, (row, other) in enumerate(zip(whole, stream, strict=True), 1):
        for name in dict.fromkeys((*row, *other)):
            if not is_same(row.get(name), other.get(name)):
                yield finding(path, "is another as a stream", row=at, column=name)
                return


def brief(error: Exception) -> str:
    """An error on one line."""
    return " ".join(f"{type(error).__name__}: {error}".split())[:300]


def finding(path: str, what: str, *, row: int | None = None, column: str = "") -> Finding:
    """A finding of this reader."""
    return Finding(judge=NAME, path=path, row=row, column=column, what=what, mend=MEND)


if __name__ == "__main__":
    answer(findings, sys.argv[1:])
