"""Embodied carbon of the transcribed file, a row for each figure."""

from collections.abc import Iterator
from dataclasses import dataclass

from packager.green_tokens.sources.transcript import Entry

EMBODIED = (
    *("product", "figure", "value", "unit", "boundary", "per", "document", "verification"),
    "unverified",
)
SHARES = ("materials_and_components", "assembly", "transport")
INTENSITIES = {
    "hgx_h100_gco2e_per_exaflop_fp16": "HGX H100 baseboard (eight H100 GPUs)",
    "hgx_b200_gco2e_per_exaflop_fp16": "HGX B200 baseboard (eight B200 GPUs)",
}
EXAFLOP = "gCO2e per exaflop, FP16"


@dataclass(frozen=True, slots=True)
class Footprint:
    """What all figures of one footprint share."""

    product: str
    boundary: str
    per: str
    document: str
    verification: str
    unverified: str

    def row(self, figure: str, value: str, unit: str, **other: str) -> tuple[str, ...]:
        """Cells of one figure; `other` replaces what is not shared."""
        shared = {name: getattr(self, name) for name in self.__slots__} | other
        return tuple(
            {"figure": figure, "value": value, "unit": unit}.get(name) or shared.get(name, "")
            for name in EMBODIED
        )


def embodied_rows(root: Entry) -> Iterator[tuple[str, ...]]:
    """The footprint of the baseboard, its shares, the comparison and the intensities."""
    one = root.entry("embodied_carbon")
    names = ("product", "boundary", "per", "document", "verification", "unverified")
    footprint = Footprint(*(one.text(name) for name in names))
    unit = one.text("unit")
    yield footprint.row("total", one.number("value"), unit)
    yield footprint.row("mass", one.number("mass_kg"), "kg")
    shares = one.entry("shares_percent")
    for name in SHARES:
        yield footprint.row(f"share_{name}", shares.number(name), "percent")
    shares.done()
    gpu = one.entry("per_gpu")
    yield footprint.row(
        "total_per_gpu",
        gpu.number("value"),
        gpu.text("unit"),
        per="one GPU",
        verification=gpu.text("verification"),
    )
    gpu.done()
    yield from other_rows(one, footprint)
    one.done()


def other_rows(one: Entry, footprint: Footprint) -> Iterator[tuple[str, ...]]:
    """Figures of another product, and of both together."""
    other = one.entry("comparison")
    names = ("product", "document", "verification")
    yield footprint.row(
        "total",
        other.number("value"),
        other.text("unit"),
        boundary="",
        **{name: other.text(name) for name in names},
    )
    other.done()
    both = one.entry("intensity")
    source = {name: both.text(name) for name in names[1:]}
    for key, product in INTENSITIES.items():
        yield footprint.row(
            "intensity", both.number(key), EXAFLOP, product=product, boundary="", per="", **source
        )
    reduction = both.number("reduction_percent")
    yield footprint.row("intensity_reduction", reduction, "percent", boundary="", per="", **source)
    both.done()
