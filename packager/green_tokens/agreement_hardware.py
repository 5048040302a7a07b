"""What hardware.json must agree with in itself: each quotient is that of its row."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

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
            for column, dividend, divisor in quotients:
                exact = quotient(row, dividend, divisor)
                said = number(row.get(column))
                if None not in (exact, said) and said != exact:
                    makes = f"{dividend} / {divisor} is {shown(exact)}"
                    what = f"{shown(row.get(column))}, where {makes}"
                    yield finding(path, f"{member}.{column}", what, row=n)


def quotient(row: Mapping[str, object], dividend: str, divisor: str) -> Fraction | None:
    """A quotient as it is printed; None where the row has none."""
    over, under = number(row.get(dividend)), number(row.get(divisor))
    return decimals(over / under, PLACES) if over is not None and under else None
