"""Resources of a small package: two tables in both forms, and a document."""

from packager.domain.package import Field, ForeignKey, Resource, Schema

MODELS = Schema(
    (Field("slug", "string", "Short name."), Field("size", "number", "How large.", unit="t")),
    ("slug",),
)
RAIN = Schema(
    (
        Field("slug", "string", "Short name."),
        Field("day", "integer", "Day of the year."),
        Field("fall", "number", "Rain of the day.", unit="mm"),
    ),
    ("slug", "day"),
    (ForeignKey(("slug",), "models", ("slug",)),),
)
DIGEST = "ab" * 32


def resource(path: str, schema: Schema | None = None) -> Resource:
    """One file of 12 bytes."""
    kinds = {
        "csv": ("csv", "text/csv"),
        "json": ("json", "application/json"),
        "parquet": ("vnd.apache.parquet", "application/vnd.apache.parquet"),
    }
    kind, mediatype = kinds[path.rpartition(".")[2]]
    return Resource(
        name=path,
        path=path,
        title=f"Title of {path}",
        description=f"About {path}.",
        format=kind,
        mediatype=mediatype,
        bytes=12,
        hash=f"sha256:{DIGEST}",
        schema=schema,
    )


RESOURCES = (
    resource("models.csv", MODELS),
    resource("rain.json"),
    resource("data/models.parquet", MODELS),
    resource("data/rain.parquet", RAIN),
)
