"""What is set right, derived or doubted in a workload, and said so."""

from collections.abc import Mapping, Sequence
from decimal import Decimal

from packager.domain.numbers import half_up, product, quotient
from packager.green_tokens.sources.reading import fixed
from packager.green_tokens.sources.workloads import TOKENS, Column

LENGTH_PLACES = 10
TOLERANCE = Decimal("0.01")


def noted(
    configurations: Sequence[Mapping[str, object]],
    columns: tuple[Column, ...],
    rows: Sequence[dict[str, str]],
) -> list[str]:
    """What was set right or left out in a workload; fills in derived lengths."""
    said = []
    unused = sorted(
        {name for one in configurations for name in one} - {column.name for column in columns}
    )
    if unused:
        said.append(f"fields not used: {', '.join(unused)}")
    zeros = sum(
        one.get(column.name) == 0
        for one in configurations
        for column in columns
        if column.kind == "degree"
    )
    for row in rows:
        row |= {c.name: "1" for c in columns if c.kind == "degree" and row[c.name] == "0"}
    if zeros:
        said.append(f"{zeros} parallel degrees of 0 were read as 1")
    return said + (lengths(rows) if columns == TOKENS else [])


def lengths(rows: Sequence[dict[str, str]]) -> list[str]:
    """Fill in output lengths that can be derived; doubt those that do not fit the energies."""
    derived, doubtful = 0, 0
    for row in rows:
        token, request = Decimal(row["energy_per_token_joules"]), row["energy_per_request_joules"]
        if not request:
            continue
        if not row["avg_output_len"]:
            length = half_up(quotient(Decimal(request), token), LENGTH_PLACES)
            row["avg_output_len"] = fixed(length)
            derived += 1
        off = quotient(product(token, Decimal(row["avg_output_len"])), Decimal(request)) - 1
        doubtful += abs(off) > TOLERANCE
    said = []
    if derived:
        said.append(
            f"avg_output_len of {derived} rows is energy per request divided by energy per token, "
            f"rounded half up to {LENGTH_PLACES} decimals"
        )
    if doubtful:
        said.append(
            f"in {doubtful} rows energy per token times output length differs from energy per "
            "request by more than 1 %"
        )
    return said
