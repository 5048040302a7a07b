"""The rows of the index: what was measured, and what is known beside it."""

from dataclasses import dataclass
from decimal import Decimal

from packager.domain.numbers import product, quotient
from packager.domain.table import Cell

JOULES_PER_WH = Decimal(3600)
MILLION = Decimal(10) ** 6


@dataclass(frozen=True, slots=True)
class Model:
    """A model, as its publisher and the leaderboard name it."""

    model: str
    slug: str
    model_id: str
    params_b: Decimal
    active_params_b: Decimal
    architecture: str | None
    precision: str


@dataclass(frozen=True, slots=True)
class Measurement:
    """One measured configuration in the leaderboard's words, full source digits."""

    model: Model
    gpu_model: str
    num_gpus: int
    max_num_seqs: int
    tensor_parallel: int
    expert_parallel: int
    data_parallel: int
    energy_per_token_joules: Decimal
    avg_output_len: Decimal
    avg_power_watts: Decimal
    avg_batch_size: Decimal
    median_itl_ms: Decimal
    p90_itl_ms: Decimal | None
    p95_itl_ms: Decimal | None
    p99_itl_ms: Decimal | None
    output_throughput_tokens_per_sec: Decimal

    @property
    def key(self) -> tuple[str, str, int, int]:
        """What the leaderboard varies; it is not unique in the real data."""
        return self.model.slug, self.gpu_model, self.num_gpus, self.max_num_seqs


@dataclass(frozen=True, slots=True)
class Configuration:
    """A measurement in the words of the index: exact values, a row of its own.

    An index row is a configuration that was selected; only its printing is rounder.
    """

    model: str
    slug: str
    model_id: str
    params_b: Decimal
    active_params_b: Decimal
    architecture: str | None
    precision: str
    gpu: str
    num_gpus: int
    max_num_seqs: int
    tensor_parallel: int
    expert_parallel: int
    data_parallel: int
    avg_running_batch: Decimal
    joules_per_output_token: Decimal
    wh_per_million_output_tokens: Decimal
    median_itl_ms: Decimal
    p90_itl_ms: Decimal | None
    p95_itl_ms: Decimal | None
    p99_itl_ms: Decimal | None
    gpu_power_watts_total: Decimal
    output_tokens_per_second: Decimal
    avg_output_tokens: Decimal
    wh_per_answer: Decimal
    row_id: str

    @classmethod
    def of(cls, measured: Measurement, *, ordinal: int) -> "Configuration":
        """Rename once, derive energy in one direction: joules, then watt-hours.

        Wh per million tokens = J x 10^6 / 3600; Wh per answer = that x tokens / 10^6.
        """
        model, joules = measured.model, measured.energy_per_token_joules
        row_id = "/".join(map(str, measured.key))
        return cls(
            model=model.model,
            slug=model.slug,
            model_id=model.model_id,
            params_b=model.params_b,
            active_params_b=model.active_params_b,
            architecture=model.architecture,
            precision=model.precision,
            gpu=measured.gpu_model,
            num_gpus=measured.num_gpus,
            max_num_seqs=measured.max_num_seqs,
            tensor_parallel=measured.tensor_parallel,
            expert_parallel=measured.expert_parallel,
            data_parallel=measured.data_parallel,
            avg_running_batch=measured.avg_batch_size,
            joules_per_output_token=joules,
            wh_per_million_output_tokens=quotient(product(joules, MILLION), JOULES_PER_WH),
            median_itl_ms=measured.median_itl_ms,
            p90_itl_ms=measured.p90_itl_ms,
            p95_itl_ms=measured.p95_itl_ms,
            p99_itl_ms=measured.p99_itl_ms,
            gpu_power_watts_total=measured.avg_power_watts,
            output_tokens_per_second=measured.output_throughput_tokens_per_sec,
            avg_output_tokens=measured.avg_output_len,
            wh_per_answer=quotient(product(joules, measured.avg_output_len), JOULES_PER_WH),
            row_id=row_id if ordinal == 1 else f"{row_id}#{ordinal}",
        )

    @property
    def pair(self) -> tuple[str, str]:
        """Model and GPU: the index has one row for each."""
        return self.slug, self.gpu


@dataclass(frozen=True, slots=True)
class ModelRow:
    """A model with what the release holds of it."""

    model: str
    slug: str
    model_id: str
    params_b: Decimal
    active_params_b: Decimal
    architecture: str | None
    precision: str
    gpus: str
    configurations: int
    index_rows: int


@dataclass(frozen=True, slots=True)
class GridArea:
    """Carbon intensity of electricity of one area in one year, g CO2e per kWh."""

    area: str
    area_code: str
    year: int
    gco2e_per_kwh: Decimal


@dataclass(frozen=True, slots=True)
class QueryRow:
    """GPU energy of one query by the per-query source's own protocol."""

    model_id: str
    model_class: str
    stars: int
    wh_per_query: Decimal


@dataclass(frozen=True, slots=True)
class Hardware:
    """Tables of the hardware document, ready as rows."""

    parts: tuple[tuple[Cell, ...], ...]
    figures: tuple[tuple[Cell, ...], ...]
    mig_profiles: tuple[tuple[Cell, ...], ...]
    other_mig_profiles: tuple[tuple[Cell, ...], ...]
    embodied_carbon: tuple[tuple[Cell, ...], ...]
    documents: tuple[tuple[Cell, ...], ...]
    conflicts: tuple[tuple[Cell, ...], ...]
