"""The rules of the index, proved anew from finished documents by a second arithmetic.

Nothing here is shared with the code that made the documents: numbers are fractions, and the
selection is a minimum over each pair, not a pass over a sorted list.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from packager.domain.finding import Finding
from packager.green_tokens.agreement_hardware import hardware_findings
from packager.green_tokens.reread import (
    Point,
    decimals,
    finding,
    group,
    number,
    point,
    rows_of,
    shown,
)

INDEX, MODELS, GRID, HARDWARE = "index.json", "models.json", "grid.json", "hardware.json"
PAGE = "models/"
COLUMN_PLACES = {
    "avg_running_batch": 1,
    "wh_per_million_output_tokens": 2,
    "joules_per_output_token": 6,
    "median_itl_ms": 1,
    "gpu_power_watts_total": 0,
    "avg_output_tokens": 0,
}
OF_A_MODEL = (
    *("model", "slug", "model_id", "params_b", "active_params_b", "architecture", "precision"),
)
SAME = ("model", "slug", "model_id", "params_b", "active_params_b", "precision", "gpu")
CONVERTED = 12


def agreement(documents: Mapping[str, object]) -> Sequence[Finding]:
    """Every place at which the documents break a rule of the index.

    Args:
        documents: JSON documents by path, as read; those that are absent are not judged here.
    """
    pages = {
        path: [point(path, n, row) for n, row in enumerate(rows_of(content, "configurations"), 1)]
        for path, content in documents.items()
        if path.startswith(PAGE)
    }
    points = {path: [one for one in found if one] for path, found in pages.items()}
    return sorted(
        (
            *(one for found in points.values() for one in conversions(found)),
            *(one for path, found in points.items() for one in facts(path, documents, found)),
            *selection(documents, points),
            *counts(documents, points),
            *years(documents.get(GRID)),
            *hardware_findings(HARDWARE, documents.get(HARDWARE)),
        ),
        key=lambda one: one.order,
    )


def conversions(points: Sequence[Point]) -> Iterator[Finding]:
    """Watt-hours that do not follow from joules, and row ids that do not follow from the row.

    Wh per million tokens = J x 10^6 / 3600; Wh per answer = J x tokens / 3600.
    """
    for one in points:
        expected = {
            "wh_per_million_output_tokens": one.joules * 1_000_000 / 3600,
            "wh_per_answer": one.joules * one.tokens / 3600,
        }
        for column, value in expected.items():
            if number(one.row.get(column)) != decimals(value, CONVERTED):
                makes = f"{shown(one.joules)} J make {shown(decimals(value, CONVERTED))}"
                yield finding(one, column, f"{shown(one.row.get(column))}, where {makes}")
    for key, same in sorted(group(points, lambda one: one.key).items()):
        ranked = sorted(same, key=lambda one: one.joules)
        for ordinal, one in enumerate(ranked, 1):
            name = "/".join(map(str, key)) + (f"#{ordinal}" if ordinal > 1 else "")
            if one.row_id != name:
                yield finding(one, "row_id", f"{one.row_id!r}, where the row makes {name!r}")


def facts(path: str, documents: Mapping[str, object], points: Sequence[Point]) -> Iterator[Finding]:
    """What a model's document says of the model otherwise than its rows, name or the index."""
    content, index = documents[path], documents.get(INDEX)
    if not isinstance(content, dict):
        return
    slug = path.removeprefix(PAGE).removesuffix(".json")
    if content.get("slug") != slug:
        yield finding(path, "slug", f"{content.get('slug')!r} in the file of {slug!r}")
    ceiling = index.get("itl_deadline_ms") if isinstance(index, dict) else None
    if ceiling is not None and content.get("itl_deadline_ms") != ceiling:
        said = content.get("itl_deadline_ms")
        yield finding(
            path, "itl_deadline_ms", f"{shown(said)}, where {INDEX} says {shown(ceiling)}"
        )
    for one in points:
        for column in OF_A_MODEL:
            if one.row.get(column) != content.get(column):
                yield finding(
                    one,
                    column,
                    f"{shown(one.row.get(column))}, where the model's is "
                    f"{shown(content.get(column))}",
                )


def selection(
    documents: Mapping[str, object], points: Mapping[str, Sequence[Point]]
) -> Iterator[Finding]:
    """Rows of the index that are not the least of their pair, not as printed, or out of order."""
    index = documents.get(INDEX)
    if not isinstance(index, dict):
        return
    ceiling = number(index.get("itl_deadline_ms"))
    measured = group((one for found in points.values() for one in found), lambda one: one.pair)
    best = {
        pair: min(fit, key=lambda one: one.rank)
        for pair, same in measured.items()
        if (fit := [one for one in same if ceiling is not None and one.latency <= ceiling])
    }
    known = {one.pair[0] for found in points.values() for one in found}
    yield from rows_chosen(rows_of(index, "rows"), best, known)
    yield from left_out(rows_of(index, "omitted"), set(measured) - set(best), known)


def rows_chosen(
    rows: Sequence[Mapping[str, object]], best: Mapping[tuple[str, str], Point], known: set[str]
) -> Iterator[Finding]:
    """Each row of the index against the configuration that the rule selects."""
    seen: Counter[tuple[str, str]] = Counter()
    before: Point | None = None
    for n, row in enumerate(rows, 1):
        pair = str(row.get("slug")), str(row.get("gpu"))
        seen[pair] += 1
        chosen = best.get(pair)
        if pair[0] not in known:
            continue
        if chosen is None or chosen.row_id != row.get("row_id") or seen[pair] > 1:
            least = chosen.row_id if chosen else "no configuration"
            what = f"{row.get('row_id')!r} is in the index; the rule selects {least}, once"
            yield finding(INDEX, "row_id", what, row=n)
            continue
        yield from printed(row, n, chosen)
        if before is not None and chosen.rank < before.rank:
            yield finding(INDEX, "row_id", f"{chosen.row_id!r} stands after a higher row", row=n)
        before = chosen
    for pair in sorted(best.keys() - seen.keys()):
        yield finding(INDEX, "row_id", f"{best[pair].row_id!r} is selected and not there")


def printed(row: Mapping[str, object], n: int, chosen: Point) -> Iterator[Finding]:
    """Cells of an index row that are not one rounding of the exact values."""
    exact: dict[str, Fraction | None] = {
        name: number(chosen.row.get(name)) for name in COLUMN_PLACES
    }
    exact["wh_per_million_output_tokens"] = chosen.joules * 1_000_000 / 3600
    for column, value in exact.items():
        wanted = None if value is None else decimals(value, COLUMN_PLACES[column])
        if number(row.get(column)) != wanted:
            what = f"{shown(row.get(column))}, where the configuration makes {shown(wanted)}"
            yield finding(INDEX, column, what, row=n)
    for column in SAME:
        if row.get(column) != chosen.row.get(column):
            what = f"{shown(row.get(column))}, where the configuration has "
            yield finding(INDEX, column, what + shown(chosen.row.get(column)), row=n)


def left_out(
    said: Sequence[Mapping[str, object]], found: set[tuple[str, str]], known: set[str]
) -> Iterator[Finding]:
    """Pairs named as left out that are not, and the other way round."""
    named = {(str(one.get("slug")), str(one.get("gpu"))) for one in said}
    for pair in sorted(pair for pair in named ^ found if pair[0] in known):
        is_not = "is" if pair in found else "is not"
        yield finding(INDEX, "omitted", f"{' on '.join(pair)} {is_not} left out by the rule")


def counts(
    documents: Mapping[str, object], points: Mapping[str, Sequence[Point]]
) -> Iterator[Finding]:
    """Rows of the list of models that do not sum up what the release holds of them."""
    selected = Counter(row.get("slug") for row in rows_of(documents.get(INDEX), "rows"))
    pages: defaultdict[str, dict[str, object]] = defaultdict(dict)
    for path, content in documents.items():
        if path.startswith(PAGE) and isinstance(content, dict):
            pages[str(content.get("slug"))] = content | {"points": points[path]}
    for n, row in enumerate(rows_of(documents.get(MODELS), "rows"), 1):
        page = pages.get(str(row.get("slug")))
        if page is None:
            what = f"{row.get('slug')!r} has no document in {PAGE}"
            yield finding(MODELS, "slug", what, row=n)
            continue
        of_page = page["points"]
        found = of_page if isinstance(of_page, list) else []
        expected: dict[str, object] = {name: page.get(name) for name in OF_A_MODEL}
        expected["gpus"] = " ".join(sorted({one.pair[1] for one in found}))
        expected["configurations"] = len(found)
        if INDEX in documents:
            expected["index_rows"] = selected[row.get("slug")]
        for column, value in expected.items():
            if row.get(column) != value:
                what = f"{shown(row.get(column))}, where the documents make {shown(value)}"
                yield finding(MODELS, column, what, row=n)


def years(grid: object) -> Iterator[Finding]:
    """Areas whose year is not the year of the document."""
    if isinstance(grid, dict):
        for n, row in enumerate(rows_of(grid, "rows"), 1):
            if row.get("year") != grid.get("year"):
                what = f"{row.get('year')}, where the document is about {grid.get('year')}"
                yield finding(GRID, "year", what, row=n)
