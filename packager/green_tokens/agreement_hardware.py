"""What hardware.json must agree with in itself: each quotient is that of its row."""

from collections.abc import Iterator, Mapping

from packager.domain.finding import Finding
from packager.green_tokens.reread import decimals, finding, number, rows_of, shown

OF_A_PROFILE = (
    ("sm_fraction", "sm_slices", "sm_slices_of"),
    ("memory_fraction", "memory_slices", "memory_slices_of"),
)
QUOTIENTS = {
    "parts": (("memory_gb_per_gpu", "memory_gb", "gpus"),),
    "mig_profiles": OF_A_PROFILE,
    "other_mig_profiles": OF_A_PROFILE,
}
PLACES = 12


def hardware_findings(path: str, document: object) -> Iterator[Finding]:
    """Quotients that are not those of their row, at most twelve decimals, half up.

    The power of a system is more than that of its GPUs, so it is no dividend here.
    """
    for member, quotients in QUOTIENTS.items():
        for n, row in enumerate(rows_of(document, member), 1):
            for quotient in quotients:
                yield from unlike(path, member, n, row, *quotient)


def unlike(
    path: str,
    member: str,
    n: int,
    row: Mapping[str, object],
    column: str,
    dividend: str,
    divisor: str,
) -> Iterator[Finding]:
    """One quotient of one row, where it is given."""
    over, under, said = (number(row.get(name)) for name in (dividend, divisor, column))
    if said is not None and over is not None and under and said != decimals(over / under, PLACES):
        what = f"{shown(row.get(column))}, where {dividend} / {divisor} is {shown(over / under)}"
        yield finding(path, f"{member}.{column}", what, row=n)
