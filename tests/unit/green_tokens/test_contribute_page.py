"""The page about contributing tells every member of the schema, and no other."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from packager.domain.page import Code
from packager.green_tokens.documents.schemas import measurement_schema
from packager.green_tokens.pages.contribute import ContributeFigures, contribute_page, members_of
from tests.fakes.paged import typesetter
from tests.fakes.small_release import small_material


def paths(schema: Mapping[str, Any], above: str = "") -> Iterator[str]:
    """Every member that has no members, a second time."""
    for name, told in schema["properties"].items():
        inner = list(paths(told, f"{above}{name}.")) if "properties" in told else [above + name]
        yield from inner


def figures() -> ContributeFigures:
    made = contribute_page(small_material()).figures
    assert isinstance(made, ContributeFigures)
    return made


def test_every_member_of_the_schema_has_one_line() -> None:
    told = [row[0] for part in figures().parts for row in part.members.rows]

    assert sorted(one.text for one in told if isinstance(one, Code)) == sorted(
        paths(measurement_schema())
    )


@pytest.mark.parametrize(
    ("path", "is_required"),
    [
        ("protocol", True),
        ("notes", False),
        ("contributor.email", True),
        ("contributor.orcid", False),
        ("energy.window.steady_state", True),
        ("energy.window.start", False),
    ],
)
def test_a_member_is_required_where_the_schema_says_so(path: str, *, is_required: bool) -> None:
    (found,) = (one for one in members_of(measurement_schema()) if one.path == path)

    assert found.is_required is is_required


def test_a_member_below_one_that_may_be_left_out_is_not_required() -> None:
    schema = {
        "properties": {"meter": {"properties": {"make": {"type": "string"}}, "required": ["make"]}}
    }

    assert [one.is_required for one in members_of(schema)] == [False]


def test_values_are_told_as_json_writes_them() -> None:
    text = typesetter().text(contribute_page(small_material())).piece.markdown

    assert "| `energy.boundary` | yes |" in text
    assert "| `gpu_only` | – |" in text
    assert "| `energy.window.steady_state` | yes |" in text
    assert "| `true` | – |" in text
    assert "`CC-BY-4.0, CC0-1.0`" in text
