from collections.abc import Mapping

import pytest

from packager.assemble.attribution import ledger_rows
from packager.domain.errors import ConfigError
from packager.domain.snapshot import Source

ABOUT: dict[str, object] = {
    "title": "Rain",
    "publisher": "The Weather Office",
    "version": "1",
    "retrieved": "2026-11-30",
    "rights": "CC0-1.0",
    "citation": "The Weather Office, Rain",
    "url": "https://example.org/rain",
}


def rows(about: Mapping[str, object], *known: Mapping[str, object]) -> tuple[Source, ...]:
    return ledger_rows(known, about, kind="rain", vintage="2026-01", redistributed=True)


def test_what_a_person_says_overrides_the_importer_and_statements_add_up() -> None:
    known = {"id": "rain", "title": "Snow", "inferred": ("From the sky.",)}

    (row,) = rows(ABOUT | {"inferred": ["From the values."], "unverified": "Not compared."}, known)

    assert row.title == "Rain"
    assert row.inferred == ("From the sky.", "From the values.")
    assert row.unverified == ("Not compared.",)


def test_one_row_of_several_can_be_told_apart() -> None:
    about = ABOUT | {"rows": {"b": {"version": "2", "inferred": "Guessed."}}}

    first, second = rows(about, {"id": "a"}, {"id": "b"})

    assert (first.version, first.inferred) == ("1", ())
    assert (second.version, second.inferred) == ("2", ("Guessed.",))


def test_everything_that_is_missing_is_told_at_once_and_how_to_give_it() -> None:
    with pytest.raises(ConfigError) as refused:
        rows({"title": "Rain", "rights": " "}, {})

    assert refused.value.what.startswith("6 facts")
    for key in ("publisher", "version", "retrieved", "rights", "citation", "url"):
        assert f"rain: {key} is missing" in refused.value.where
    assert "--about" in refused.value.mend


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("retrieved", "30.11.2026", "not a day"),
        ("retrieved", "2026-11-31", "not a day"),
        ("retrieved", "20261130", "not a day"),
        ("url", "example.org", "not an address"),
        ("version", 3, "put it in quotes"),
    ],
)
def test_an_impossible_fact_is_told(key: str, value: object, told: str) -> None:
    with pytest.raises(ConfigError) as refused:
        rows(ABOUT | {key: value}, {})

    assert told in refused.value.where


@pytest.mark.parametrize(
    ("about", "told"),
    [
        ({"licence": "CC0"}, "licence"),
        ({"right": "CC0"}, "right, perhaps rights"),
        ({"rows": {"snow": {}}}, "snow"),
        ({"rows": {"rain": {"titel": "x"}}}, "titel, perhaps title"),
        ({"rows": "rain"}, "rows is no table"),
        ({"rows": {"rain": "x"}}, "rain is no table"),
        ({"inferred": 3}, "inferred is no list"),
        ({"inferred": [3]}, "inferred is no list"),
    ],
)
def test_what_nothing_reads_is_told_with_the_nearest_known_key(
    about: dict[str, object], told: str
) -> None:
    with pytest.raises(ConfigError, match=told):
        rows(ABOUT | about, {})
