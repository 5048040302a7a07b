"""What every JSON document of a release holds: its members, and where their columns are told."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from packager.domain.release import Identity

BOUNDARY = "gpu_only"
LICENSE = "CC-BY-4.0"
PACKAGE = "datapackage.json"
MANY_UNITS = "told with each field"
NO_UNIT = "none"
WH_PER_MILLION = "Wh per million output tokens"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """One kind of JSON document.

    Attributes:
        name: name of its schema.
        path: path within the tree, {slug} where there is one for every model.
        title: a few words.
        description: one sentence.
        unit: unit of its main number, NO_UNIT or MANY_UNITS.
        rows: resource whose fields describe the rows, by member; `rows` stands alone.
        one: as `rows`, for a member that is a single row.
        inner: table of a member whose rows stand in this document alone, in no resource.
        members: JSON Schema of each further member.
        lists: columns that are an array of texts in JSON, and one text in a table.
    """

    name: str
    path: str
    title: str
    description: str
    unit: str
    rows: Mapping[str, str] = field(default_factory=dict)
    one: Mapping[str, str] = field(default_factory=dict)
    inner: Mapping[str, str] = field(default_factory=dict)
    members: Mapping[str, object] = field(default_factory=dict)
    lists: tuple[str, ...] = ()

    @property
    def schema_path(self) -> str:
        """Path of its schema within the tree."""
        return f"schema/{self.name}.schema.json"

    @property
    def fields(self) -> dict[str, object]:
        """Where the columns are told: a resource, one for each member, or the schema alone."""
        resources = {**self.one, **self.rows}
        if not resources:
            return {"schema": self.schema_path}
        if set(resources) == {"rows"}:
            return {"package": PACKAGE, "resource": resources["rows"]}
        return {"package": PACKAGE, "resources": resources}

    def envelope(self, identity: Identity, sources: Sequence[str]) -> dict[str, object]:
        """The first members of the document; its own members follow."""
        return {
            "version": identity.version,
            "date": identity.date,
            "boundary": BOUNDARY,
            "unit": self.unit,
            "fields": self.fields,
            "sources": list(sources),
            "license": LICENSE,
        }


def text(description: str) -> dict[str, object]:
    """A member that is text."""
    return {"type": "string", "description": description, "minLength": 1}


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


INDEX = Shape(
    name="index",
    path="index.json",
    title="Index",
    description="One row for each model and GPU, ascending in energy per output token.",
    unit=WH_PER_MILLION,
    members={
        "selection_rule": text("How a row is chosen among the measured configurations."),
        "itl_deadline_ms": {
            "type": "number",
            "description": "Ceiling on median inter-token latency, inclusive. Unit: ms.",
            "exclusiveMinimum": 0,
        },
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
    path="models.json",
    title="Models",
    description="Every model of the release, with what the release holds of it.",
    unit=MANY_UNITS,
    rows={"rows": "models"},
)
MODEL = Shape(
    name="model",
    path="models/{slug}.json",
    title="One model",
    description="A model, its index rows and every measured configuration, full source precision.",
    unit=WH_PER_MILLION,
    one={"model": "models"},
    rows={"index": "index", "configurations": "configurations"},
)
GRID = Shape(
    name="grid",
    path="grid.json",
    title="Grid carbon intensity",
    description="Carbon intensity of electricity by area, in one calendar year.",
    unit="g CO2e per kWh",
    rows={"rows": "grid"},
    members={
        "year": {"type": "integer", "description": "Calendar year of every row.", "minimum": 1}
    },
)
HARDWARE = Shape(
    name="hardware",
    path="hardware.json",
    title="Hardware",
    description="Power, memory and MIG profiles of GPUs, with the document of every figure.",
    unit=MANY_UNITS,
    rows={
        "parts": "hardware",
        "mig_profiles": "mig_profiles",
        "other_mig_profiles": "mig_profiles",
    },
    inner={
        "figures": "hardware_figures",
        "embodied_carbon": "embodied_carbon",
        "documents": "hardware_documents",
        "conflicts": "conflicts",
    },
)
PER_QUERY = Shape(
    name="per-query",
    path="per-query.json",
    title="Energy per query",
    description="GPU energy of one query by the per-query source's own protocol; a probe.",
    unit="Wh per query",
    rows={"rows": "per_query"},
    members={"protocol": text("What one query is in that source, and why it is not converted.")},
)
MEASUREMENTS = Shape(
    name="measurements",
    path="measurements.json",
    title="Contributed measurements",
    description="Accepted measurements of others, as they were handed in; never in the index.",
    unit="J per output token",
    members={"protocol": {"const": "0.2", "description": "Protocol of the rows."}},
)
CHANGES = Shape(
    name="changes",
    path="changes.json",
    title="Changes",
    description="What changed for readers of the data, newest first.",
    unit=NO_UNIT,
    rows={"rows": "changes"},
    lists=("documents", "figures"),
)
MANIFEST = Shape(
    name="manifest",
    path="manifest.json",
    title="Manifest",
    description="Sources and documents of the release.",
    unit=NO_UNIT,
    rows={"ledger": "sources"},
    lists=("inferred", "unverified"),
    members={
        "documents": things(
            "Documents of the release, in the order they are written.",
            path=text("Path within the release."),
            title=text("A few words."),
            description=text("One sentence."),
            mediatype=text("Media type."),
            schema={
                "type": ["string", "null"],
                "description": "Path of the JSON Schema of a JSON document.",
            },
            sources=texts("Ids in the ledger."),
        ),
    },
)
SHAPES = (INDEX, MODELS, MODEL, GRID, HARDWARE, PER_QUERY, MEASUREMENTS, CHANGES, MANIFEST)
