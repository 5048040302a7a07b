"""A measured configuration with one value or another changed."""

from dataclasses import replace
from decimal import Decimal

from packager.green_tokens.rows import Measurement, Model

MODEL = Model(
    model="Small 1.5B",
    slug="small-1-5b",
    model_id="lab/small-1.5b",
    params_b=Decimal("1.5"),
    active_params_b=Decimal("1.5"),
    architecture="Dense Transformer",
    precision="BF16",
)
MEASURED = Measurement(
    model=MODEL,
    gpu_model="H100",
    num_gpus=1,
    max_num_seqs=64,
    tensor_parallel=1,
    expert_parallel=1,
    data_parallel=1,
    energy_per_token_joules=Decimal("0.36"),
    avg_output_len=Decimal(500),
    avg_power_watts=Decimal("600.5"),
    avg_batch_size=Decimal("60.25"),
    median_itl_ms=Decimal("40.05"),
    p90_itl_ms=None,
    p95_itl_ms=None,
    p99_itl_ms=None,
    output_throughput_tokens_per_sec=Decimal(1668),
)


def measured(
    joules: str = "0.36", itl_ms: str = "40.05", *, cards: int = 1, cap: int = 64, gpu: str = "H100"
) -> Measurement:
    """The configuration, its energy, latency and key as wanted."""
    return replace(
        MEASURED,
        energy_per_token_joules=Decimal(joules),
        median_itl_ms=Decimal(itl_ms),
        num_gpus=cards,
        max_num_seqs=cap,
        gpu_model=gpu,
    )


def model(name: str, slug: str) -> Model:
    """Another model."""
    return replace(MODEL, model=name, slug=slug, model_id=f"lab/{slug}")
