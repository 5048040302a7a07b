"""The recipe's settings: values that a person may change without reading code."""

import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from packager.domain.errors import ConfigError

WHERE = "settings.toml of the card"


@dataclass(frozen=True, slots=True)
class Quoted:
    """A figure of somebody else that the card prints.

    Attributes:
        value: as published.
        unit: as printed behind it, its space included.
        source: id in the sources ledger.
        rule: what it is, in words.
    """

    value: Decimal
    unit: str
    source: str
    rule: str


@dataclass(frozen=True, slots=True)
class IndexSettings:
    """What settings.toml says of the index.

    Attributes:
        workload: table of the leaderboard the index is built from.
        grid_year: calendar year of the grid document; no other year stands in.
        itl_deadline_ms: ceiling on median inter-token latency, ms, inclusive.
        slugs: slug by model name, where the name alone makes none.
        carbon_areas: title by area code, in the order of the card.
        reference_model: slug of the reference row's model.
        reference_gpu: GPU of the reference row.
        gpu_pair: the two GPUs that the card compares, the first over the second.
        method: how the leaderboard measured: release, meter, engine, servers.
        quoted: figures of others, by the name the card knows them by.
        compare: slugs of models; where there are any, only pairs with one of them get a page.
    """

    workload: str
    grid_year: int
    itl_deadline_ms: Decimal
    slugs: Mapping[str, str]
    carbon_areas: Mapping[str, str]
    reference_model: str
    reference_gpu: str
    gpu_pair: tuple[str, str]
    method: Mapping[str, str]
    quoted: Mapping[str, Quoted]
    compare: tuple[str, ...] = ()


def index_settings(settings: Mapping[str, object]) -> IndexSettings:
    """Read and prove the settings.

    Raises:
        ConfigError: a key is unknown or missing, or its value is of another kind.
    """
    table = settings.get("index")
    if not isinstance(table, dict):
        raise ConfigError("no table [index]", where=WHERE, mend="add it; see docs/recipe.md")
    require_known(table, IndexSettings.__slots__)
    return IndexSettings(
        workload=text(table, "workload"),
        grid_year=int(amount(table, "grid_year")),
        itl_deadline_ms=amount(table, "itl_deadline_ms"),
        slugs=texts(table, "slugs"),
        carbon_areas=texts(table, "carbon_areas"),
        reference_model=text(table, "reference_model"),
        reference_gpu=text(table, "reference_gpu"),
        gpu_pair=pair(table, "gpu_pair"),
        method=texts(table, "method"),
        quoted={name: quoted(table, name) for name in names_in(table, "quoted")},
        compare=slugs(table, "compare"),
    )


def require_known(table: Mapping[str, object], known: tuple[str, ...]) -> None:
    """Raise ConfigError for a key nobody reads, with the nearest one somebody does."""
    unknown = sorted(set(table) - set(known))
    if unknown:
        near = difflib.get_close_matches(unknown[0], known, 1) or list(known)
        raise ConfigError(
            f"unknown setting {', '.join(unknown)}",
            where=f"{WHERE}, [index]",
            mend=f"use {', '.join(near)}",
        )


def text(table: Mapping[str, object], key: str) -> str:
    """A setting that is text."""
    value = table.get(key)
    if not isinstance(value, str) or not value:
        raise ConfigError(f"{key} is not text", where=f"{WHERE}, [index]", mend=f"set {key}")
    return value


def amount(table: Mapping[str, object], key: str) -> Decimal:
    """A setting that is a number above zero, with the digits it was typed with."""
    value = table.get(key)
    if isinstance(value, bool) or not isinstance(value, int | Decimal) or value <= 0:
        raise ConfigError(
            f"{key} is not a number above zero",
            where=f"{WHERE}, [index]",
            mend=f"set {key} to a number",
        )
    return Decimal(value)


def texts(table: Mapping[str, object], key: str) -> Mapping[str, str]:
    """A setting that maps text to text."""
    value = table.get(key, {})
    if not isinstance(value, dict) or not all(isinstance(v, str) for v in value.values()):
        raise ConfigError(
            f"{key} does not map text to text",
            where=f"{WHERE}, [index.{key}]",
            mend=f'write lines such as KEY = "text" under [index.{key}]',
        )
    return dict(value)


def pair(table: Mapping[str, object], key: str) -> tuple[str, str]:
    """A setting that is two texts."""
    match table.get(key):
        case [str() as first, str() as second]:
            return first, second
        case _:
            raise ConfigError(
                f"{key} is not two texts",
                where=f"{WHERE}, [index]",
                mend=f'set {key}, such as ["H100", "B200"]',
            )


def slugs(table: Mapping[str, object], key: str) -> tuple[str, ...]:
    """A setting that is a list of texts; none where there is no such setting."""
    value = table.get(key, [])
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise ConfigError(
            f"{key} is no list of texts",
            where=f"{WHERE}, [index]",
            mend=f'write {key} = ["SLUG", "SLUG"], or leave it out',
        )
    return tuple(value)


def names_in(table: Mapping[str, object], key: str) -> tuple[str, ...]:
    """Names in a table of the settings; none where there is no such table."""
    value = table.get(key, {})
    return tuple(value) if isinstance(value, dict) else ()


def quoted(table: Mapping[str, object], name: str) -> Quoted:
    """One figure of somebody else."""
    figures = table.get("quoted")
    one = figures.get(name) if isinstance(figures, dict) else None
    if not isinstance(one, dict) or set(one) != set(Quoted.__slots__):
        raise ConfigError(
            f"quoted figure {name} has other keys than {', '.join(Quoted.__slots__)}",
            where=f"{WHERE}, [index.quoted]",
            mend="give it exactly those",
        )
    value = one["value"]
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise ConfigError(
            f"quoted figure {name} is no number", where=WHERE, mend="write its value as published"
        )
    return Quoted(Decimal(value), str(one["unit"]), text(one, "source"), text(one, "rule"))
