from collections.abc import Iterable
from decimal import Decimal

from packager.green_tokens.rows import Measurement
from packager.green_tokens.rules import number_configurations, select_index_rows
from tests.unit.green_tokens.measured import measured

DEADLINE_MS = Decimal(500)


def select(many: Iterable[Measurement], deadline: Decimal = DEADLINE_MS) -> tuple[str, ...]:
    rows = select_index_rows(number_configurations(many), itl_deadline_ms=deadline).rows
    return tuple(row.row_id for row in rows)


def test_the_least_energy_under_the_ceiling_is_the_row() -> None:
    many = [measured("0.5", cap=8), measured("0.3", cap=16), measured("0.2", "500.1", cap=32)]

    assert select(many) == ("small-1-5b/H100/1/16",)


def test_the_ceiling_itself_is_inside() -> None:
    assert select([measured("0.5", cap=8), measured("0.2", "500", cap=32)]) == (
        "small-1-5b/H100/1/32",
    )


def test_equal_energy_goes_to_fewer_cards_then_to_the_lower_cap() -> None:
    many = [
        measured(cards=2, cap=8),
        measured(cards=1, cap=64),
        measured(cards=1, cap=32),
        measured(cards=4, cap=1),
    ]

    assert select(many) == ("small-1-5b/H100/1/32",)


def test_a_pair_with_nothing_under_the_ceiling_is_left_out_and_named() -> None:
    many = [measured(gpu="B200"), measured(gpu="H100", itl_ms="501")]

    selection = select_index_rows(number_configurations(many), itl_deadline_ms=DEADLINE_MS)

    assert [row.gpu for row in selection.rows] == ["B200"]
    assert selection.omitted == (("small-1-5b", "H100"),)


def test_rows_ascend_in_energy() -> None:
    many = [measured("0.4", gpu="A100"), measured("0.1", gpu="B200"), measured("0.2", gpu="H100")]

    assert select(many) == tuple(f"small-1-5b/{gpu}/1/64" for gpu in ("B200", "H100", "A100"))


def test_rows_that_share_a_key_all_stay_numbered_by_ascending_energy() -> None:
    many = [measured("0.3"), measured("0.1"), measured("0.2")]

    rows = number_configurations(many)

    assert [(row.row_id, str(row.joules_per_output_token)) for row in rows] == [
        ("small-1-5b/H100/1/64", "0.1"),
        ("small-1-5b/H100/1/64#2", "0.2"),
        ("small-1-5b/H100/1/64#3", "0.3"),
    ]


def test_a_repeated_key_gives_the_index_the_row_under_the_ceiling_with_its_own_number() -> None:
    assert select([measured("0.1", "900"), measured("0.2", "30")]) == ("small-1-5b/H100/1/64#2",)


def test_energy_is_derived_from_joules_in_one_direction() -> None:
    (row,) = number_configurations([measured("0.36")])

    assert row.wh_per_million_output_tokens == Decimal(100)  # 0.36 J x 10^6 / 3600 J per Wh
    assert row.wh_per_answer == Decimal("0.05")  # 100 Wh x 500 tokens / 10^6


def test_nothing_is_rounded_before_it_is_printed() -> None:
    (row,) = number_configurations([measured("0.1405811")])

    thirds = row.wh_per_million_output_tokens * 36
    assert abs(thirds - Decimal("1405.811")) < Decimal("1e-50")


def test_an_index_row_is_a_configuration_and_nothing_else() -> None:
    rows = number_configurations([measured("0.2"), measured("0.1", cap=8)])

    selected = select_index_rows(rows, itl_deadline_ms=DEADLINE_MS).rows

    assert set(selected) < set(rows)
