"""All that the documents of a release are made from, two models small; every number is invented."""

from decimal import Decimal

from packager.domain.change import Change
from packager.domain.recipe import Material
from packager.domain.release import Identity
from packager.domain.snapshot import Source
from packager.green_tokens.contributed import measurement_table
from packager.green_tokens.documents.schemas import measurement_schema
from packager.green_tokens.index import Index
from packager.green_tokens.rows import (
    Configuration,
    GridArea,
    Hardware,
    Measurement,
    Model,
    ModelRow,
    QueryRow,
)
from packager.green_tokens.settings import IndexSettings

SETTINGS = IndexSettings(
    workload="text-conversation",
    grid_year=2024,
    itl_deadline_ms=Decimal(500),
    slugs={},
    carbon_areas={"NAM": "Namibia"},
    reference_model="small-1",
    reference_gpu="H100",
    gpu_pair=("H100", "B200"),
    method={},
    quoted={},
)
MODELS = (
    Model("Small 1", "small-1", "org/Small-1", Decimal(8), Decimal(8), "Dense", "BF16"),
    Model("Wide 2", "wide-2", "org/Wide-2", Decimal("30.5"), Decimal("3.3"), None, "FP8"),
)
HARDWARE = Hardware(
    parts=(
        (
            *("b200", "B200", "Blackwell", "SXM", "gpu", 1),
            *(Decimal(1000), "yes", None, "guide", "primary"),
            *(Decimal(180), "guide", "primary", Decimal(1000), Decimal(180), 7, "b200", "no"),
        ),
    ),
    figures=(
        (
            *("b200", "B200", "yes", "part", "memory", Decimal(180), "GB", None, "no", None),
            *("guide", None, "primary", "no", None),
        ),
    ),
    mig_profiles=(
        (
            *("b200", "1g.23gb", 1, 7, 1, 8, Decimal("0.142857142857"), Decimal("0.125")),
            *("1/7", "1/8", Decimal(23), 7, "guide", "primary", "no", None),
        ),
    ),
    other_mig_profiles=(),
    embodied_carbon=(
        (
            *("HGX B200", "embodied carbon", Decimal(2274), "kg CO2e", "cradle to gate"),
            *(None, "summary", "quoted", "no"),
        ),
    ),
    documents=(("guide", "A guide", "NVIDIA", None, None, "page", "nvidia-mig"),),
    conflicts=(("B200 memory", "180 | 192", "180 in the guide"),),
)
SOURCES = tuple(
    Source(
        id=name,
        title=f"Data of {name}",
        publisher=name,
        version="1",
        vintage="2026-02-16",
        retrieved="2026-02-17",
        rights="CC-BY-4.0",
        citation=f"{name}, 2026",
        url=f"https://example.org/{name}",
        redistributed=name != "openai",
        inferred=("the year",) if name == "ember" else (),
    )
    for name in ("ml-energy", "ember", "ai-energy-score", "nvidia-mig", "openai")
)
CHANGES = (
    Change(
        date="2026-11-30",
        version="2026-11-30",
        kind="source",
        summary="Namibia is in.",
        documents=("grid.json", "data/grid.parquet"),
        reason="The source has it now.",
        source_version="2026-04",
        figures=("areas",),
    ),
    Change(
        date="2026-10-19",
        version="2026-10-19",
        kind="release",
        summary="First release.",
        documents=(),
        reason="",
        source_version="",
    ),
)


def measured(model: Model, gpu: str, *, cap: int, joules: str) -> Measurement:
    """A measurement; with 0.18 J a token it is 50 Wh a million."""
    return Measurement(
        model=model,
        gpu_model=gpu,
        num_gpus=1,
        max_num_seqs=cap,
        tensor_parallel=1,
        expert_parallel=1,
        data_parallel=1,
        energy_per_token_joules=Decimal(joules),
        avg_output_len=Decimal("400.25"),
        avg_power_watts=Decimal("360.5"),
        avg_batch_size=Decimal("249.04"),
        median_itl_ms=Decimal("28.45"),
        p90_itl_ms=None,
        p95_itl_ms=None,
        p99_itl_ms=Decimal("66.2"),
        output_throughput_tokens_per_sec=Decimal(2000),
    )


def small_index() -> Index:
    """One model with two configurations and an index row, one whose only pair is left out."""
    configurations = (
        Configuration.of(measured(MODELS[0], "H100", cap=256, joules="0.18"), ordinal=1),
        Configuration.of(measured(MODELS[0], "H100", cap=256, joules="0.36"), ordinal=2),
        Configuration.of(measured(MODELS[1], "B200", cap=8, joules="0.7"), ordinal=1),
    )
    return Index(
        settings=SETTINGS,
        configurations=configurations,
        rows=configurations[:1],
        omitted=(("wide-2", "B200"),),
        models=(
            ModelRow("Small 1", *facts(MODELS[0]), gpus="H100", configurations=2, index_rows=1),
            ModelRow("Wide 2", *facts(MODELS[1]), gpus="B200", configurations=1, index_rows=0),
        ),
        areas=(
            GridArea("World", "WORLD", 2024, Decimal("473.01")),
            GridArea("Namibia", "NAM", 2024, Decimal(0)),
        ),
        hardware=HARDWARE,
        queries=(QueryRow("org/Small-1", "A", 5, Decimal("0.019010862")),),
        measurements=measurement_table(None, measurement_schema()),
        source_ids={
            "ml-energy": ("ml-energy",),
            "ember": ("ember",),
            "ai-energy-score": ("ai-energy-score",),
            "nvidia": ("nvidia-mig",),
        },
    )


def facts(model: Model) -> tuple[str, str, Decimal, Decimal, str | None, str]:
    """A model's facts but its name."""
    return (
        *(model.slug, model.model_id, model.params_b),
        *(model.active_params_b, model.architecture, model.precision),
    )


def small_material() -> Material:
    """The release of that index."""
    identity = Identity("2026-11-30.1", doi="10.5281/zenodo.2", concept_doi="10.5281/zenodo.1")
    return Material(identity, SOURCES, CHANGES, small_index())
