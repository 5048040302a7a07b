"""The figures of one configuration, as the card and every page of the site print them."""

from collections.abc import Sequence
from decimal import Decimal

from packager.domain.numbers import product, quotient
from packager.domain.values import Figure, count
from packager.green_tokens.index import Index
from packager.green_tokens.rows import Configuration, GridArea

GRAMS_PER_KG = Decimal(1000)
WORLD = "WORLD"
SOURCE = "ml-energy"
PER_KWH = " g CO2e per kWh"
PRICED = "exact Wh/M x g CO2e per kWh / 1000"


def measured(value: Decimal, places: int, rule: str, index: Index, unit: str = "") -> Figure:
    """A value of the leaderboard, or what follows from its values alone."""
    return Figure(value, unit, places, index.source_ids[SOURCE], rule)


def cards(row: Configuration) -> Figure:
    """Cards that the model ran on."""
    return count(row.num_gpus, "cards of the configuration")


def cap(row: Configuration) -> Figure:
    """The server's limit."""
    return count(row.max_num_seqs, "most sequences the server runs at once")


def batch(row: Configuration, index: Index) -> Figure:
    """Sequences at once, one decimal."""
    return measured(row.avg_running_batch, 1, "sequences running at once, on average", index)


def power(row: Configuration, index: Index, unit: str = "") -> Figure:
    """Watts of all cards together."""
    rule = "power of all cards together, on average"
    return measured(row.gpu_power_watts_total, 0, rule, index, unit)


def speed(row: Configuration, index: Index) -> Figure:
    """Output tokens a second of the whole server."""
    return measured(row.output_tokens_per_second, 0, "output tokens a second, all requests", index)


def latency(row: Configuration, index: Index, unit: str = "") -> Figure:
    """Median time between two tokens of one answer."""
    rule = "median time between two tokens of an answer, ms"
    return measured(row.median_itl_ms, 1, rule, index, unit)


def answer_tokens(row: Configuration, index: Index) -> Figure:
    """Length of an answer."""
    return measured(row.avg_output_tokens, 0, "length of an answer, on average", index)


def answer(row: Configuration, index: Index, unit: str = "") -> Figure:
    """Wh of one answer."""
    rule = "exact Wh/M x output tokens / 10^6"
    return measured(row.wh_per_answer, 4, rule, index, unit)


def emitted(row: Configuration, area: GridArea, index: Index, rule: str = PRICED) -> Figure:
    """Kg CO2e per billion output tokens on the grid of an area, from exact values.

    1 Wh per million tokens is 1 kWh per billion, so Wh/M x g/kWh / 1000 is kg per billion.
    """
    kg = quotient(product(row.wh_per_million_output_tokens, area.gco2e_per_kwh), GRAMS_PER_KG)
    sources = (*index.source_ids[SOURCE], *index.source_ids["ember"])
    return Figure(kg, "", 1, sources, rule)


def answer_emitted(row: Configuration, area: GridArea, index: Index) -> Figure:
    """G CO2e of one answer on the grid of an area, from exact values."""
    grams = quotient(product(row.wh_per_answer, area.gco2e_per_kwh), GRAMS_PER_KG)
    sources = (*index.source_ids[SOURCE], *index.source_ids["ember"])
    return Figure(grams, "", 4, sources, "exact Wh per answer x g CO2e per kWh / 1000")


def world_of(areas: Sequence[GridArea]) -> GridArea | None:
    """The world as an area of its own, where the vintage has it."""
    return next((area for area in areas if area.area_code == WORLD), None)


def intensity(area: GridArea, index: Index, unit: str = PER_KWH) -> Figure:
    """The source's value, at most one decimal."""
    rule = "carbon intensity of electricity in the grid year, lifecycle, g CO2e per kWh"
    return Figure(area.gco2e_per_kwh, unit, 1, index.source_ids["ember"], rule)
