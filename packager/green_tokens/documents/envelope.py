"""What every JSON document of a release says before its rows."""

from collections.abc import Mapping, Sequence

from packager.domain.release import Identity

BOUNDARY = "gpu_only"
LICENSE = "CC-BY-4.0"
UNIT = "Wh per million output tokens"
PACKAGE = "datapackage.json"


def envelope(
    identity: Identity,
    members: Mapping[str, object],
    *,
    sources: Sequence[str],
    fields: str | Mapping[str, str],
    unit: str = UNIT,
) -> dict[str, object]:
    """A document: version, boundary, unit, where its columns are described, sources, terms.

    No member is called `fields`: readers of the Data Package take a JSON file with one for a
    description of a table.

    Args:
        identity: the release.
        members: what the document is about, last.
        sources: ids in the sources ledger.
        fields: resource of the package whose schema describes the rows; or by member.
        unit: unit of the document's main number.
    """
    return {
        "version": identity.version,
        "date": identity.date,
        "boundary": BOUNDARY,
        "unit": unit,
        "columns": described(fields),
        "sources": list(sources),
        "license": LICENSE,
        **members,
    }


def described(fields: str | Mapping[str, str]) -> dict[str, object]:
    """Where the columns of rows are described: in the package, by resource name."""
    if isinstance(fields, str):
        return {"package": PACKAGE, "resource": fields}
    return {
        member: {"package": PACKAGE, "resource": resource} for member, resource in fields.items()
    }
