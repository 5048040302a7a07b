"""The columns of every table of a release: names, types, units, places, keys.

Source of the index's columns: the published index.csv of Green Tokens.
"""

from packager.domain.package import Field, ForeignKey, Schema

SLUG = r"[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?"
AREA = r"[A-Z]{3}|WORLD"
YES_NO = ("yes", "no")


def text(name: str, description: str, *, required: bool = True, pattern: str = "") -> Field:
    """A column of text."""
    return Field(name, "string", description, required=required, pattern=pattern)


def whole(name: str, description: str, *, minimum: int = 1, unit: str = "") -> Field:
    """A column of whole numbers."""
    return Field(name, "integer", description, minimum=minimum, unit=unit)


def number(
    name: str, unit: str, description: str, *, places: int | None = None, required: bool = True
) -> Field:
    """A column of decimal numbers, none below zero."""
    return Field(
        name, "number", description, unit=unit, places=places, required=required, minimum=0
    )


def choice(name: str, description: str, enum: tuple[str, ...], *, required: bool = True) -> Field:
    """A column of text with few values."""
    return Field(name, "string", description, enum=enum, required=required)


MODEL = text("model", "Name of the model, as the leaderboard prints it.")
MODEL_SLUG = text("slug", "The name in lower case, dots and blanks as hyphens.", pattern=SLUG)
MODEL_ID = text("model_id", "Identifier of the weights on the Hugging Face Hub.")
PARAMETERS = number("params_b", "10^9 parameters", "All parameters of the model.")
ACTIVE_PARAMETERS = number(
    "active_params_b", "10^9 parameters", "Parameters read for one token; all of a dense model."
)
PRECISION = text("precision", "Number format of the weights, such as BF16.")
GPU = text("gpu", "Model of the GPU.")
NUM_GPUS = whole("num_gpus", "GPUs that serve the model together.", unit="GPU")
MAX_NUM_SEQS = whole("max_num_seqs", "Most sequences the server runs at once.", unit="sequence")
ROW_ID = text(
    "row_id",
    "slug/GPU/num_gpus/max_num_seqs; where that repeats, a number by ascending energy.",
)
ARCHITECTURE = text(
    "architecture", "Kind of network, as the leaderboard prints it.", required=False
)

INDEX = Schema(
    fields=(
        MODEL,
        MODEL_SLUG,
        MODEL_ID,
        PARAMETERS,
        ACTIVE_PARAMETERS,
        PRECISION,
        GPU,
        NUM_GPUS,
        MAX_NUM_SEQS,
        number("avg_running_batch", "sequence", "Sequences running at once, on average.", places=1),
        number(
            "wh_per_million_output_tokens",
            "Wh per million output tokens",
            "Energy of all GPUs for a million output tokens.",
            places=2,
        ),
        number(
            "joules_per_output_token",
            "J per output token",
            "Energy of all GPUs for one output token.",
            places=6,
        ),
        number("median_itl_ms", "ms", "Median time between two tokens of one answer.", places=1),
        number("gpu_power_watts_total", "W", "Power of all GPUs together, on average.", places=0),
        number("avg_output_tokens", "token", "Length of an answer, on average.", places=0),
        ROW_ID,
    ),
    primary_key=("row_id",),
    foreign_keys=(ForeignKey(("slug",), "models", ("slug",)),),
)

CONFIGURATIONS = Schema(
    fields=(
        MODEL,
        MODEL_SLUG,
        MODEL_ID,
        PARAMETERS,
        ACTIVE_PARAMETERS,
        ARCHITECTURE,
        PRECISION,
        GPU,
        NUM_GPUS,
        MAX_NUM_SEQS,
        whole("tensor_parallel", "GPUs that share each layer.", unit="GPU"),
        whole("expert_parallel", "GPUs that share the experts.", unit="GPU"),
        whole("data_parallel", "Copies of the model.", unit="copy"),
        number("avg_running_batch", "sequence", "Sequences running at once, on average."),
        number(
            "joules_per_output_token", "J per output token", "Energy of all GPUs for one token."
        ),
        number(
            "wh_per_million_output_tokens",
            "Wh per million output tokens",
            "Joules per output token times a million, divided by 3600.",
            places=12,
        ),
        number("median_itl_ms", "ms", "Median time between two tokens of one answer."),
        number("p90_itl_ms", "ms", "90th percentile of that time.", required=False),
        number("p95_itl_ms", "ms", "95th percentile of that time.", required=False),
        number("p99_itl_ms", "ms", "99th percentile of that time.", required=False),
        number("gpu_power_watts_total", "W", "Power of all GPUs together, on average."),
        number("output_tokens_per_second", "token/s", "Output tokens of the whole server."),
        number("avg_output_tokens", "token", "Length of an answer, on average."),
        number(
            "wh_per_answer",
            "Wh per answer",
            "Wh per million output tokens times the length of an answer, divided by a million.",
            places=12,
        ),
        ROW_ID,
    ),
    primary_key=("row_id",),
    foreign_keys=(ForeignKey(("slug",), "models", ("slug",)),),
)

MODELS = Schema(
    fields=(
        MODEL,
        MODEL_SLUG,
        MODEL_ID,
        PARAMETERS,
        ACTIVE_PARAMETERS,
        ARCHITECTURE,
        PRECISION,
        text("gpus", "GPUs it was measured on, a blank between two."),
        whole("configurations", "Measured configurations."),
        whole("index_rows", "Rows in the index.", minimum=0),
    ),
    primary_key=("slug",),
)

GRID = Schema(
    fields=(
        text("area", "Name of the area, as the source prints it."),
        text("area_code", "ISO 3166-1 alpha-3; XKX for Kosovo; WORLD for all.", pattern=AREA),
        whole("year", "Calendar year."),
        number("gco2e_per_kwh", "g CO2e per kWh", "Carbon intensity of electricity, lifecycle."),
    ),
    primary_key=("area_code",),
)

PER_QUERY = Schema(
    fields=(
        text("model_id", "Identifier of the weights on the Hugging Face Hub."),
        text("model_class", "Size class of the round: cards needed."),
        whole("stars", "Rating within the class, one to five."),
        number("wh_per_query", "Wh per query", "GPU energy of one query of the round's protocol."),
    ),
    primary_key=("model_id",),
)

CHANGES = Schema(
    fields=(
        text("date", "Day of the release."),
        text("version", "The release."),
        text("kind", "Why a reader should care."),
        text("summary", "What changed, one sentence."),
        text("documents", "Documents whose content changed, a comma between two.", required=False),
        text("reason", "Why, one sentence.", required=False),
        text("source_version", "Version of the source that moved.", required=False),
        text("figures", "Printed figures that moved, a comma between two.", required=False),
    ),
    primary_key=("version", "kind", "summary"),
)

SOURCES = Schema(
    fields=(
        text("id", "Short name used by documents and figures."),
        text("title", "Title of the data set or document."),
        text("publisher", "Who published it."),
        text("version", "The publisher's name of the state used."),
        text("vintage", "Folder of the pinned table."),
        text("retrieved", "Day on which it was obtained."),
        text("rights", "Terms."),
        text("citation", "How to cite it."),
        text("url", "Where the publisher keeps it."),
        choice("redistributed", "Whether rows of it are in the release.", YES_NO),
        choice("partial", "Whether the vintage lacks rows its publisher has.", YES_NO),
        text("inferred", "What was concluded, not read.", required=False),
        text("unverified", "What could not be checked.", required=False),
    ),
    primary_key=("id",),
)
