"""Models of the leaderboard: names, slugs, and what was measured of each."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from packager.domain.errors import RuleError, SourceError, listed
from packager.domain.snapshot import SourceTable
from packager.green_tokens.cells import Cells, cells_of
from packager.green_tokens.columns import SLUG
from packager.green_tokens.rows import Configuration, Measurement, Model, ModelRow

PRECISIONS = {"bfloat16": "BF16", "float16": "FP16", "float32": "FP32"}
COLUMNS = (
    "model_id",
    "nickname",
    "gpu_model",
    "num_gpus",
    "max_num_seqs",
    "total_params_billions",
    "activated_params_billions",
    "architecture",
    "weight_precision",
    "tensor_parallel",
    "expert_parallel",
    "data_parallel",
    "energy_per_token_joules",
    "avg_output_len",
    "avg_power_watts",
    "avg_batch_size",
    "median_itl_ms",
    "p90_itl_ms",
    "p95_itl_ms",
    "p99_itl_ms",
    "output_throughput_tokens_per_sec",
)


def slug_of(name: str, slugs: Mapping[str, str]) -> str:
    """The model's name in lower case, dots and blanks as hyphens; settings may name another."""
    return slugs.get(name) or re.sub(r"[. ]", "-", name.lower())


def measurements_of(table: SourceTable, slugs: Mapping[str, str]) -> list[Measurement]:
    """Every configuration of a workload.

    Raises:
        SourceError: a cell is not what it must be, or a model contradicts itself.
        RuleError: a name makes no slug, or two models make the same one.
    """
    models: dict[str, Model] = {}
    faults: list[str] = []
    measured = []
    for cells in cells_of(table, COLUMNS):
        model = model_of(cells, slugs)
        if models.setdefault(model.model_id, model) != model:
            faults.append(f"{model.model_id} has other facts than above ({cells.where})")
        measured.append(measurement_of(cells, model))
    if faults:
        raise SourceError(
            listed(faults), where=table.where, mend="ask the publisher which of them holds"
        )
    require_slugs(models.values(), where=table.where)
    return measured


def require_slugs(models: Iterable[Model], *, where: str) -> None:
    """Raise RuleError unless every model has a slug that can be a file name, its own."""
    taken: dict[str, str] = {}
    faults = []
    for model in models:
        if not re.fullmatch(SLUG, model.slug):
            faults.append(f"{model.model!r} makes the slug {model.slug!r}")
        elif model.slug in taken:
            faults.append(f"{model.model_id} and {taken[model.slug]} share {model.slug!r}")
        taken[model.slug] = model.model_id
    if faults:
        raise RuleError(
            listed(faults),
            where=where,
            mend="give each a slug of its own under [index.slugs] in the settings",
        )


def model_of(cells: Cells, slugs: Mapping[str, str]) -> Model:
    """What a row says of its model."""
    name, precision = cells.text("nickname"), cells.text("weight_precision")
    return Model(
        model=name,
        slug=slug_of(name, slugs),
        model_id=cells.text("model_id"),
        params_b=cells.number("total_params_billions"),
        active_params_b=cells.number("activated_params_billions"),
        architecture=cells.optional("architecture"),
        precision=PRECISIONS.get(precision, precision.upper()),
    )


def measurement_of(cells: Cells, model: Model) -> Measurement:
    """What a row says of its configuration."""
    return Measurement(
        model=model,
        gpu_model=cells.text("gpu_model"),
        num_gpus=cells.whole("num_gpus"),
        max_num_seqs=cells.whole("max_num_seqs"),
        tensor_parallel=cells.whole("tensor_parallel"),
        expert_parallel=cells.whole("expert_parallel"),
        data_parallel=cells.whole("data_parallel"),
        energy_per_token_joules=cells.number("energy_per_token_joules"),
        avg_output_len=cells.number("avg_output_len"),
        avg_power_watts=cells.number("avg_power_watts"),
        avg_batch_size=cells.number("avg_batch_size"),
        median_itl_ms=cells.number("median_itl_ms"),
        p90_itl_ms=cells.optional_number("p90_itl_ms"),
        p95_itl_ms=cells.optional_number("p95_itl_ms"),
        p99_itl_ms=cells.optional_number("p99_itl_ms"),
        output_throughput_tokens_per_sec=cells.number("output_throughput_tokens_per_sec"),
    )


def model_rows(
    configurations: Sequence[Configuration], rows: Sequence[Configuration]
) -> tuple[ModelRow, ...]:
    """Every model once, by slug, with the GPUs and counts the release holds of it."""
    selected = Counter(row.slug for row in rows)
    measured: dict[str, list[Configuration]] = {}
    for one in configurations:
        measured.setdefault(one.slug, []).append(one)
    return tuple(
        ModelRow(
            model=first.model,
            slug=slug,
            model_id=first.model_id,
            params_b=first.params_b,
            active_params_b=first.active_params_b,
            architecture=first.architecture,
            precision=first.precision,
            gpus=" ".join(sorted({one.gpu for one in of_model})),
            configurations=len(of_model),
            index_rows=selected[slug],
        )
        for slug, of_model in sorted(measured.items())
        for first in of_model[:1]
    )
