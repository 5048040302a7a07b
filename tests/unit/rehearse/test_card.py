"""What the small Hub says of a card's front matter."""

import pytest

from packager.rehearse.repos.card import card_faults, licences


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("license: mit", ["mit"]),
        ("license: 'mit'", ["mit"]),
        ("license: [mit, cc-by-4.0]", ["mit", "cc-by-4.0"]),
        ("license:\n- mit\n- cc-by-4.0\ntags:\n- x", ["mit", "cc-by-4.0"]),
        ("license:\n  - mit", ["mit"]),
        ("tags:\n- mit", []),
    ],
)
def test_licences_stand_on_their_line_or_below_it(text: str, named: list[str]) -> None:
    assert licences(text) == named


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("license: CC-BY-4.0", "license"),
        ("license: mit\nconfigs:\n- config_name: a\n- config_name: a", "duplicate: a"),
        ("license: mit\n\ttags: x", "tab in line 2"),
    ],
)
def test_a_fault_of_the_front_matter_is_told(text: str, what: str) -> None:
    errors, _ = card_faults(f"---\n{text}\n---\n# A card\n", "dataset")

    assert len(errors) == 1
    assert what in errors[0]


def test_a_card_without_front_matter_is_a_warning() -> None:
    errors, warnings = card_faults("# A card\n", "dataset")

    assert (errors, len(warnings)) == ([], 1)
