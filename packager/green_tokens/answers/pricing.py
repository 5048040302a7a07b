"""A workload priced: tokens to energy to emissions, every term told."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated

from packager.domain.answer import About, Number, Quantity, number
from packager.domain.errors import ConfigError
from packager.domain.numbers import half_up, product, quotient
from packager.green_tokens.answers.areas import GRID, Area, area_of
from packager.green_tokens.answers.comparing import BUSY, energy, rows_by_gpu
from packager.green_tokens.answers.desk import Desk
from packager.green_tokens.answers.naming import find_area, find_gpu, find_model
from packager.green_tokens.answers.rows import MODEL_WORDS, SOURCE, AskedGpu
from packager.green_tokens.index import Index
from packager.green_tokens.rows import MILLION, Configuration, GridArea, ModelRow

THOUSAND = Decimal(1000)
MOST_TOKENS = 10**15
DIGITS = 6
TOKENS_WORDS = "Output tokens of the workload: a whole number, one or more, a quadrillion at most."
AREA_WORDS = "ISO 3166-1 alpha-3 code or name of an area; WORLD for the mean of the world."
BOUNDARY = (
    "GPU only: the energy of the GPUs alone, in steady state on a busy server. Host, network,"
    " cooling and idle time are not counted, so each number is a floor."
)
CONVERSION = (
    "Wh = Wh per million output tokens x output tokens / 10^6",
    "kWh = Wh / 1000",
    "kg CO2e = kWh x g CO2e per kWh / 1000",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PricedRow:
    """The workload on the GPUs of one index row.

    Attributes:
        num_gpus: GPUs that serve the model together.
        avg_running_batch: sequences running at once, on average.
        wh_per_million_output_tokens: the row's energy: a term of the conversion.
        energy_wh: energy of the workload.
        energy_kwh: the same in kWh.
        emissions: emissions of that energy on the grid of the area.
    """

    gpu: str
    row_id: str
    num_gpus: int
    precision: str
    avg_running_batch: Number
    wh_per_million_output_tokens: Quantity
    energy_wh: Quantity
    energy_kwh: Quantity
    emissions: Quantity


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """What a number of output tokens takes and emits.

    Attributes:
        tokens: output tokens: a term of the conversion.
        area: the grid: a term of the conversion.
        conversion: how each number follows from the terms.
        boundary: what is counted, in words; say it with the numbers.
        rows: one for each GPU, the least energy first.
    """

    about: About
    model: str
    slug: str
    tokens: int
    area: Area
    conversion: tuple[str, ...]
    boundary: str
    rows: tuple[PricedRow, ...]


def price_workload(
    desk: Desk,
    tokens: Annotated[int, TOKENS_WORDS],
    model: Annotated[str, MODEL_WORDS],
    gpu: AskedGpu = None,
    area: Annotated[str, AREA_WORDS] = "WORLD",
) -> Price:
    """Energy and emissions on one GPU, or on each that the model has a row on.

    Raises:
        ConfigError: tokens out of range; an unknown name; a model without a row there.
    """
    require_tokens(tokens)
    index = desk.index
    chosen, grid = find_model(index, model), find_area(index, area)
    return Price(
        about=desk.about(
            SOURCE,
            GRID,
            unit="Wh; kWh; kg CO2e",
            caveats=(BUSY, "Emissions are those of the GPU energy alone."),
        ),
        model=chosen.model,
        slug=chosen.slug,
        tokens=tokens,
        area=area_of(grid),
        conversion=CONVERSION,
        boundary=BOUNDARY,
        rows=tuple(priced(row, tokens, grid) for row in rows_on(index, chosen, gpu)),
    )


def require_tokens(tokens: int) -> None:
    """Raise ConfigError unless so many tokens can be priced; the number itself may be too long."""
    if not 1 <= tokens <= MOST_TOKENS:
        raise ConfigError(
            "tokens is below one" if tokens < 1 else "tokens is above a quadrillion",
            where="tokens",
            mend=f"ask for 1 to {MOST_TOKENS} output tokens",
        )


def rows_on(index: Index, model: ModelRow, gpu: str | None) -> list[Configuration]:
    """Rows of a model on a GPU or on all, the least energy first; ConfigError for none."""
    rows = rows_by_gpu(index, model)
    on = tuple(rows) if gpu is None else (find_gpu(index, gpu),)
    found = [rows[one] for one in on if one in rows]
    if not found:
        raise ConfigError(
            f"{model.slug} has no index row on {'any GPU' if gpu is None else on[0]}",
            where="gpu",
            mend=f"name one it has a row on, {', '.join(rows)}" if rows else "name another model",
        )
    return sorted(found, key=lambda row: row.joules_per_output_token)


def priced(row: Configuration, tokens: int, grid: GridArea) -> PricedRow:
    """One row, from exact values."""
    wh = quotient(product(row.wh_per_million_output_tokens, Decimal(tokens)), MILLION)
    kwh = quotient(wh, THOUSAND)
    return PricedRow(
        gpu=row.gpu,
        row_id=row.row_id,
        num_gpus=row.num_gpus,
        precision=row.precision,
        avg_running_batch=number(half_up(row.avg_running_batch, 1)),
        wh_per_million_output_tokens=energy(row),
        energy_wh=significant(wh, "Wh"),
        energy_kwh=significant(kwh, "kWh"),
        emissions=significant(quotient(product(kwh, grid.gco2e_per_kwh), THOUSAND), "kg CO2e"),
    )


def significant(value: Decimal, unit: str) -> Quantity:
    """Six digits that count, and never fewer than the whole number."""
    return Quantity.of(value, unit, places=max(0, DIGITS - 1 - value.adjusted()))
