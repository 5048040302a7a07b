"""Parts of a compare page: tiles, the table of rows, what is known of both models."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any

from packager.domain.numbers import quotient
from packager.domain.page import Cell, PageTable, Tile, Tiles
from packager.domain.values import Figure
from packager.green_tokens.index import Index
from packager.green_tokens.pages.kinship import Kinship, is_dense, is_mixture, name_of
from packager.green_tokens.pages.pairing import SharedGpu
from packager.green_tokens.pages.pairs import Rows
from packager.green_tokens.rows import Configuration, GridArea
from packager.green_tokens.tables import row_figures as of
from packager.green_tokens.tables.pairs import energy_figure

Fields = dict[str, Any]
"""Some fields of CompareFigures by name; the dataclass checks that none is missing or too many."""

COLUMNS = (
    *("Row", "Cards", "Precision", "Running batch", "GPU W", "Tokens/s", "Wh/M"),
    *("Output tokens", "Wh per answer"),
)
ON_WORLD = "kg CO2e per billion"


def tiles_of(kin: Kinship, shared: Sequence[SharedGpu], index: Index) -> Tiles:
    """The ratio on each GPU, then how much larger the second model is."""
    tiles = [
        Tile(one.key, one.ratio, f"Wh/M on {one.key}, {words(kin)}") for one in shared if one.ratio
    ]
    sizes = (
        ("parameters", params_ratio(kin, index), "parameters"),
        ("active", active_ratio(kin, index), "active parameters per token"),
    )
    tiles += [Tile(key, ratio, f"{what}, {words(kin)}") for key, ratio, what in sizes if ratio]
    return Tiles(tuple(tiles))


def words(kin: Kinship) -> str:
    """Which over which."""
    return f"{kin.second.model} over {kin.first.model}"


def rows_table(rows: Rows, index: Index) -> PageTable:
    """Both index rows on each GPU, one under the other."""
    world = of.world_of(index.areas)
    each = [row for both in rows for row in both]
    return PageTable(
        caption="Index rows of both models on every GPU that they share",
        columns=(*COLUMNS, ON_WORLD) if world else COLUMNS,
        keys=tuple(f"{row.slug}/{row.gpu}" for row in each),
        rows=tuple(tuple(cells(row, world, index)) for row in each),
    )


def cells(row: Configuration, world: GridArea | None, index: Index) -> Iterator[Cell]:
    """One index row."""
    yield f"{row.model} on {row.gpu}"
    yield of.cards(row)
    yield row.precision
    yield of.batch(row, index)
    yield of.power(row, index)
    yield of.speed(row, index)
    yield energy_figure(row, index)
    yield of.answer_tokens(row, index)
    yield of.answer(row, index)
    if world:
        yield of.emitted(row, world, index)


def model_fields(kin: Kinship, index: Index) -> Fields:
    """Sizes of both models, and ratios of second over first."""
    first, second, read = kin.first, kin.second, kin.read_ratio
    return {
        "first_params": billions(first.params_b, index),
        "second_params": billions(second.params_b, index),
        "first_active": billions(first.active_params_b, index),
        "second_active": billions(second.active_params_b, index),
        "first_precision": first.precision,
        "second_precision": second.precision,
        "params_ratio": params_ratio(kin, index),
        "active_ratio": active_ratio(kin, index),
        "read_ratio": None
        if read is None
        else times(read, "bytes of weights read per token", index),
        "reads_alike": read == 1,
        "first_is_mixture": is_mixture(first),
        "second_is_mixture": is_mixture(second),
    }


def billions(value: Decimal, index: Index) -> Figure:
    """Parameters, in billions."""
    return of.measured(value, 2, "parameters as the leaderboard states them", index, " B")


def params_ratio(kin: Kinship, index: Index) -> Figure | None:
    """All parameters, second over first."""
    return over(kin.second.params_b, kin.first.params_b, "parameters", index)


def active_ratio(kin: Kinship, index: Index) -> Figure | None:
    """Active parameters, second over first."""
    return over(kin.second.active_params_b, kin.first.active_params_b, "active parameters", index)


def over(second: Decimal, first: Decimal, what: str, index: Index) -> Figure | None:
    """A ratio; None where nothing can be divided by the first."""
    return times(quotient(second, first), what, index) if first else None


def times(ratio: Decimal, what: str, index: Index) -> Figure:
    """A ratio of facts about the models."""
    return of.measured(ratio, 2, f"{what}, second model over first", index, "×")


def kinship_fields(kin: Kinship) -> Fields:
    """What explains a difference, as far as names and facts tell."""
    first, second = kin.first, kin.second
    mixed = kin.dense_against_mixture
    dense, mixture = (first, second) if is_mixture(second) else (second, first)
    return {
        "dense_against_mixture": mixed,
        "mixture_name": mixture.model if mixed else "",
        "dense_name": dense.model if mixed else "",
        "mixture_is_second": mixed and mixture == second,
        "one_model": kin.is_one_model,
        "has_generations": all(name_of(one).generation for one in (first, second)),
        "same_family": kin.same_family,
        "same_generation": kin.same_generation,
        "same_size": kin.same_size,
        "family": name_of(first).family,
        "first_generation": name_of(first).generation,
        "second_generation": name_of(second).generation,
        "both_mixtures": is_mixture(first) and is_mixture(second),
        "both_dense": is_dense(first) and is_dense(second),
        "differs_in_precision": kin.differs_in_precision,
        "unknown_architecture": " and ".join(
            one.model for one in (first, second) if not one.architecture
        ),
    }
