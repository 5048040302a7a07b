"""What every JSON document of a release holds: its members, and where their columns are told."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from packager.green_tokens.documents.envelope import UNIT


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """One kind of JSON document.

    Attributes:
        name: name of its schema.
        title: a few words.
        description: one sentence.
        fields: resource of the package that describes the rows; or by member.
        unit: unit of its main number.
        rows: table whose columns the rows have, by member.
        members: JSON Schema of each further member.
        lists: columns that are an array of texts in JSON, and one text in a table.
        flags: columns that are true or false in JSON, and yes or no in a table.
        later: resource that describes the rows once there are any; "" for none.
    """

    name: str
    title: str
    description: str
    fields: str | Mapping[str, str]
    unit: str = UNIT
    rows: Mapping[str, str] = field(default_factory=dict)
    members: Mapping[str, object] = field(default_factory=dict)
    lists: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    later: str = ""


def text(description: str) -> dict[str, object]:
    """A member that is text."""
    return {"type": "string", "description": description, "minLength": 1}


def text_or_null(description: str) -> dict[str, object]:
    """A member that is text, or null where there is none."""
    return {"type": ["string", "null"], "description": description, "minLength": 1}


def number_above_zero(description: str) -> dict[str, object]:
    """A member that is a number."""
    return {"type": "number", "description": description, "exclusiveMinimum": 0}


def texts(description: str) -> dict[str, object]:
    """A member that is a list of texts."""
    return {"type": "array", "description": description, "items": {"type": "string"}}


def things(description: str, /, **members: object) -> dict[str, object]:
    """A member that is a list of objects, all of whose members are there."""
    item = {
        "type": "object",
        "properties": members,
        "required": list(members),
        "additionalProperties": False,
    }
    return {"type": "array", "description": description, "items": item}


DEADLINE = number_above_zero("Ceiling on median inter-token latency, inclusive. Unit: ms.")
MODEL_PATH = "models/{slug}.json"

INDEX = Shape(
    name="index",
    title="Index",
    description="One row for each model and GPU, ascending in energy per output token.",
    fields="index",
    members={
        "selection": text("How a row is chosen among the measured configurations."),
        "itl_deadline_ms": DEADLINE,
        "omitted": things(
            "Models and GPUs without a configuration under the ceiling.",
            slug=text("Slug of the model."),
            gpu=text("Model of the GPU."),
        ),
    },
    rows={"rows": "index"},
)
MODELS = Shape(
    name="models",
    title="Models",
    description="Every model of the release, with what the release holds of it.",
    fields="models",
    rows={"rows": "models"},
)
MODEL = Shape(
    name="model",
    title="One model",
    description="A model, its index rows and every measured configuration, full source precision.",
    fields={"index": "index", "configurations": "data/configurations"},
    members={
        "model": text("Name of the model, as the leaderboard prints it."),
        "slug": text("The name in lower case, dots and blanks as hyphens."),
        "model_id": text("Identifier of the weights on the Hugging Face Hub."),
        "params_b": number_above_zero("All parameters of the model. Unit: 10^9 parameters."),
        "active_params_b": number_above_zero(
            "Parameters read for one token; all of a dense model. Unit: 10^9 parameters."
        ),
        "architecture": text_or_null("Kind of network, as the leaderboard prints it."),
        "precision": text("Number format of the weights, such as BF16."),
        "itl_deadline_ms": DEADLINE,
    },
    rows={"index": "index", "configurations": "configurations"},
)
GRID = Shape(
    name="grid",
    title="Grid carbon intensity",
    description="Carbon intensity of electricity by area, in one calendar year.",
    fields="data/grid",
    unit="g CO2e per kWh",
    members={
        "year": {"type": "integer", "description": "Calendar year of every row.", "minimum": 1}
    },
    rows={"rows": "grid"},
)
HARDWARE = Shape(
    name="hardware",
    title="Hardware",
    description="Power, memory and MIG profiles of GPUs, with the document of every figure.",
    fields={
        "parts": "data/hardware",
        "mig_profiles": "data/mig_profiles",
        "other_mig_profiles": "data/mig_profiles",
    },
    unit="W; GB; kg CO2e",
    rows={
        "parts": "hardware",
        "figures": "hardware_figures",
        "mig_profiles": "mig_profiles",
        "other_mig_profiles": "mig_profiles",
        "embodied_carbon": "embodied_carbon",
        "documents": "hardware_documents",
        "conflicts": "conflicts",
    },
)
PER_QUERY = Shape(
    name="per-query",
    title="Energy per query",
    description="GPU energy of one query by the per-query source's own protocol; a probe.",
    fields="data/per_query",
    unit="Wh per query",
    rows={"rows": "per_query"},
)
MEASUREMENTS = Shape(
    name="measurements",
    title="Contributed measurements",
    description="Accepted measurements of others, flat; never in the index.",
    fields={},
    later="data/measurements",
    unit="J per output token",
    members={
        "protocol": {"const": "0.2", "description": "Protocol of the rows."},
        "schema": text("Path of the JSON Schema that a contribution meets."),
    },
    rows={"rows": "measurements"},
)
CHANGES = Shape(
    name="changes",
    title="Changes",
    description="What changed for readers of the data, newest first.",
    fields="data/changes",
    rows={"rows": "changes"},
    lists=("documents", "figures"),
)
MANIFEST = Shape(
    name="manifest",
    title="Manifest",
    description="Sources and documents of the release.",
    fields={"source_ledger": "data/sources"},
    members={
        "doi": text_or_null("DOI of this version, where it has one."),
        "concept_doi": text_or_null("DOI of all versions together, where there is one."),
        "documents": things(
            "Documents of the release, in the order they are written.",
            path=text("Path within the release."),
            title=text("A few words."),
            description=text("One sentence."),
            rows={"type": ["integer", "null"], "description": "Rows of its table.", "minimum": 0},
            sources=texts("Ids in the ledger."),
        ),
    },
    rows={"source_ledger": "sources"},
    lists=("inferred", "unverified"),
    flags=("redistributed", "partial"),
)
FIGURES = Shape(
    name="figures",
    title="Figures",
    description="Every number that the release prints in a text or a picture.",
    fields={},
    unit="told with each figure",
    members={
        "figures": things(
            "Printed numbers, by name.",
            name=text("Name; of a table: table/row/column."),
            text=text("The number as printed, its unit behind it."),
            value={"type": "number", "description": "The number before it was rounded."},
            unit={"type": "string", "description": "Unit, empty where it has none."},
            places={"type": "integer", "description": "Most decimals printed.", "minimum": 0},
            sources=texts("Ids in the ledger of what it follows from."),
            rule=text("How it follows."),
            printed_in=texts("Files that print it."),
        ),
    },
)
SHAPES = (INDEX, MODELS, MODEL, GRID, HARDWARE, PER_QUERY, MEASUREMENTS, CHANGES, MANIFEST, FIGURES)
