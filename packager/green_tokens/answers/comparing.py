"""Two models on the GPUs that both have a row on: which takes less energy, and how much."""

from dataclasses import dataclass
from typing import Annotated, Literal

from packager.domain.answer import About, Number, Quantity, number
from packager.domain.numbers import EXACT, half_up, quotient
from packager.green_tokens.answers.desk import Desk
from packager.green_tokens.answers.naming import find_model
from packager.green_tokens.answers.rows import MODEL_WORDS, SOURCE
from packager.green_tokens.index import Index
from packager.green_tokens.rows import Configuration, ModelRow

WH_PER_MILLION = "Wh per million output tokens"
PLACES = 2
RATIO_DIGITS = 4
BUSY = (
    "Each row is the most energy-efficient setting of a busy server; with less load a token"
    " takes more."
)
UNLIKE = "The rows differ in more than the model: {}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """The index row of one model.

    Attributes:
        num_gpus: GPUs that serve the model together.
        avg_running_batch: sequences running at once, on average.
        energy: energy of all GPUs for a million output tokens.
    """

    slug: str
    row_id: str
    precision: str
    num_gpus: int
    avg_running_batch: Number
    energy: Quantity


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedGpu:
    """Both rows on one GPU.

    Attributes:
        ratio: energy of the second over that of the first.
        difference: energy of the second less that of the first.
        lower: which one takes less energy.
    """

    gpu: str
    first: Side
    second: Side
    ratio: Quantity
    difference: Quantity
    lower: Literal["first", "second", "neither"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two models, GPU by GPU.

    Attributes:
        first: slug of the first model.
        second: slug of the second model.
        first_gpus: GPUs on which the first has a row.
        second_gpus: GPUs on which the second has a row.
        comparable: whether there is a GPU on which both have a row.
        shared: by GPU; empty where nothing is comparable.
    """

    about: About
    first: str
    second: str
    first_gpus: tuple[str, ...]
    second_gpus: tuple[str, ...]
    comparable: bool
    shared: tuple[SharedGpu, ...]


def compare_models(
    desk: Desk,
    first: Annotated[str, MODEL_WORDS],
    second: Annotated[str, MODEL_WORDS],
) -> Comparison:
    """Both models on every GPU that both have a row on."""
    index = desk.index
    one, other = find_model(index, first), find_model(index, second)
    left, right = rows_by_gpu(index, one), rows_by_gpu(index, other)
    both = [gpu for gpu in left if gpu in right]
    return Comparison(
        about=desk.about(
            SOURCE, caveats=caveats(one, other, [(left[gpu], right[gpu]) for gpu in both])
        ),
        first=one.slug,
        second=other.slug,
        first_gpus=tuple(left),
        second_gpus=tuple(right),
        comparable=bool(both),
        shared=tuple(shared(left[gpu], right[gpu]) for gpu in both),
    )


def rows_by_gpu(index: Index, model: ModelRow) -> dict[str, Configuration]:
    """Index rows of a model, by GPU, in the order of their names."""
    rows = {row.gpu: row for row in index.rows if row.slug == model.slug}
    return {gpu: rows[gpu] for gpu in sorted(rows)}


def shared(first: Configuration, second: Configuration) -> SharedGpu:
    """Two rows on one GPU."""
    one, other = first.wh_per_million_output_tokens, second.wh_per_million_output_tokens
    ratio = quotient(other, one)
    lower: Literal["first", "second"] = "first" if one < other else "second"
    return SharedGpu(
        gpu=first.gpu,
        first=side(first),
        second=side(second),
        ratio=Quantity.of(ratio, "×", places=max(PLACES, RATIO_DIGITS - 1 - ratio.adjusted())),
        difference=Quantity.of(EXACT.subtract(other, one), WH_PER_MILLION, places=PLACES),
        lower="neither" if one == other else lower,
    )


def side(row: Configuration) -> Side:
    """One row."""
    return Side(
        slug=row.slug,
        row_id=row.row_id,
        precision=row.precision,
        num_gpus=row.num_gpus,
        avg_running_batch=number(half_up(row.avg_running_batch, 1)),
        energy=energy(row),
    )


def energy(row: Configuration) -> Quantity:
    """Energy of a row, printed as in index.csv."""
    return Quantity.of(row.wh_per_million_output_tokens, WH_PER_MILLION, places=PLACES)


def caveats(
    first: ModelRow, second: ModelRow, rows: list[tuple[Configuration, Configuration]]
) -> tuple[str, ...]:
    """What the ratio alone does not tell."""
    if not rows:
        return (f"{first.slug} and {second.slug} have no row on one GPU: nothing is compared.",)
    unlike = [
        words
        for words, differs in (
            ("precision of the weights", any(a.precision != b.precision for a, b in rows)),
            ("number of GPUs", any(a.num_gpus != b.num_gpus for a, b in rows)),
        )
        if differs
    ]
    return (BUSY, *([UNLIKE.format(", ".join(unlike))] if unlike else []))
