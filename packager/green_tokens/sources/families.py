"""The families that NVIDIA's documents are cited by, one row of the sources ledger each."""

from collections.abc import Iterable, Iterator, Mapping

from packager.domain.imports import ImportedTable
from packager.green_tokens.sources.transcript import Entry

MIG = "nvidia-mig-guide"
SPECIFICATIONS = "nvidia-specifications"
FOOTPRINT = "nvidia-carbon-footprint"
FAMILIES = {
    "mig-guide": MIG,
    "go-nvml": MIG,
    "hgx-b200-blog": FOOTPRINT,
    "hgx-b200-pcf": FOOTPRINT,
}
"""By document; every other one is a specification."""
WORDS: Mapping[str, Mapping[str, str]] = {
    MIG: {
        "title": "Multi-Instance GPU User Guide: MIG profiles",
        "citation": "NVIDIA, Multi-Instance GPU User Guide, Supported MIG Profiles",
        "url": "https://docs.nvidia.com/datacenter/tesla/mig-user-guide/",
    },
    SPECIFICATIONS: {
        "title": "Specifications of data centre GPUs and systems",
        "citation": "NVIDIA, product specifications of the A100, H100, H200 and DGX B200",
        "url": "https://www.nvidia.com/en-us/data-center/",
    },
    FOOTPRINT: {
        "title": "Product carbon footprint of the HGX B200",
        "citation": "NVIDIA, Product Carbon Footprint Summary for NVIDIA HGX B200",
        "url": "https://images.nvidia.com/aem-dam/Solutions/documents/HGX-B200-PCF-Summary.pdf",
    },
}
TABLES = {"parts": SPECIFICATIONS, "mig-profiles": MIG, "embodied-carbon": FOOTPRINT}
"""By table: family of a figure whose document has none of its own."""
RIGHTS = "Facts transcribed from the documents; NVIDIA retains its rights in the documents"


def ledger(root: Entry, tables: Mapping[str, ImportedTable]) -> tuple[Mapping[str, object], ...]:
    """A row for each family, with what of it was concluded and what could not be checked."""
    figures = [figure for name in TABLES for figure in records(tables[name])]
    return tuple(
        {"id": family, "publisher": "NVIDIA", "rights": RIGHTS}
        | dict(words)
        | {
            "inferred": tuple(inferred(family, root, tables)),
            "unverified": tuple(unverified(family, figures)),
        }
        for family, words in WORDS.items()
    )


def records(table: ImportedTable) -> Iterator[Mapping[str, str]]:
    """Rows of a table by column, and the family each belongs to."""
    for row in table.rows:
        cells = dict(zip(table.columns, row, strict=True))
        yield cells | {"family": FAMILIES.get(cells["document"], TABLES[table.name])}


def inferred(family: str, root: Entry, tables: Mapping[str, ImportedTable]) -> Iterator[str]:
    """What was concluded about the choice of rows, in our words."""
    assignment = root.entry("assignment")
    if family == SPECIFICATIONS and assignment.has("parts"):
        parts = {row["part_id"] for row in records(tables["parts"]) if row["listed"] == "yes"}
        yield (
            f"Which {len(parts)} parts the index lists was concluded from the columns of the "
            "specification pages it cites; no list of them was found."
        )
    if family == MIG and assignment.has("mig_profiles"):
        listed = [row for row in records(tables["mig-profiles"]) if row["listed"] == "yes"]
        yield (
            f"Which {len(listed)} profiles the index lists was concluded from their number: "
            "every profile of its parts but the media-extension variants; no list of them was "
            "found."
        )
    if family == FOOTPRINT:
        yield "The figure per GPU is the baseboard's divided by its eight GPUs."


def unverified(family: str, figures: Iterable[Mapping[str, str]]) -> Iterator[str]:
    """Figures that were not read in NVIDIA's own words."""
    mine = [figure for figure in figures if figure["family"] == family]
    for one in mine:
        if one["unverified"] == "yes":
            yield (
                f"{one['name']}: {one['figure'].replace('_', ' ')} {one['value']} {one['unit']}, "
                f"from a {one['document']}"
            )
    quoted = sum(one["verification"] in {"quoted", "mirror"} for one in mine)
    if quoted:
        yield (
            f"{quoted} of {len(mine)} figures were read in copies or quotations of NVIDIA's "
            "documents, not in the documents themselves."
        )
