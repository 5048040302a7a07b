"""What programs are told: hand arithmetic on an index of a few rows."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from packager.domain.answer import Quantity
from packager.domain.errors import ConfigError
from packager.green_tokens.answers.areas import list_areas
from packager.green_tokens.answers.comparing import compare_models
from packager.green_tokens.answers.pricing import price_workload
from packager.green_tokens.answers.rows import index_rows, list_models
from tests.unit.green_tokens.asked import BIG, NOTICE, desk_of
from tests.unit.green_tokens.measured import measured

DESK = desk_of()
PER_MILLION = "Wh per million output tokens"


def test_a_price_is_energy_times_tokens_times_intensity() -> None:
    """100 Wh/M x 2.5 x 10^9 tokens = 250 kWh; x 473.01 g/kWh = 118.2525 kg."""
    (row,) = price_workload(DESK, 2_500_000_000, "small-1-5b", "H100").rows

    assert row.wh_per_million_output_tokens == Quantity(value=100, unit=PER_MILLION, exact="100")
    assert row.energy_wh == Quantity(value=250000, unit="Wh", exact="250000")
    assert row.energy_kwh == Quantity(value=250, unit="kWh", exact="250")
    assert row.emissions == Quantity(value=118.253, unit="kg CO2e", exact="118.2525")


def test_without_a_gpu_every_gpu_with_a_row_is_priced_the_least_energy_first() -> None:
    answer = price_workload(DESK, 1_000_000, "small-1-5b")

    assert [(row.gpu, row.energy_wh.value) for row in answer.rows] == [("B200", 50), ("H100", 100)]
    assert (answer.area.area_code, answer.area.year) == ("WORLD", 2024)
    assert answer.area.intensity.exact == "473.01"
    assert "GPU only" in answer.boundary


def test_a_grid_of_zero_emits_nothing() -> None:
    (row,) = price_workload(DESK, 1_000_000, "Big 70B", area="namibia").rows

    assert row.emissions == Quantity(value=0, unit="kg CO2e", exact="0")


def test_one_token_is_priced_to_six_digits() -> None:
    (row,) = price_workload(DESK, 1, "alone-7b").rows

    assert row.energy_wh == Quantity(value=0.000125, unit="Wh", exact="0.000125")


def bits_of(tokens: int) -> str:
    """An id; more digits than Python prints are in one of them."""
    return f"{tokens.bit_length()} bits"


@pytest.mark.parametrize("tokens", [0, -1, 10**15 + 1, 10**5000], ids=bits_of)
def test_tokens_that_make_no_workload_are_refused(tokens: int) -> None:
    with pytest.raises(ConfigError, match=r"tokens is (below one|above a quadrillion)"):
        price_workload(DESK, tokens, "small-1-5b")


@pytest.mark.parametrize("name", ["small-1-5b", "LAB/Small-1.5B", "  small  1.5b ", "Small 1.5B"])
def test_a_model_is_found_by_slug_model_id_or_printed_name(name: str) -> None:
    assert price_workload(DESK, 1, name).slug == "small-1-5b"


@pytest.mark.parametrize(
    ("ask", "mend"),
    [
        (lambda: price_workload(DESK, 1, "smal-1-5b"), r"perhaps small-1-5b \(Small 1.5B\)"),
        (lambda: compare_models(DESK, "big-70b", "bigger"), r"big-70b \(Big 70B\)"),
        (lambda: index_rows(DESK, gpu="H1000"), "perhaps H100"),
        (lambda: price_workload(DESK, 1, "alone-7b", area="Nambia"), r"perhaps NAM \(Namibia\)"),
        (lambda: list_models(DESK, gpu="\0"), "such as B200, H100"),
        (lambda: price_workload(DESK, 1, "x" * 10**6), "such as alone-7b"),
        (lambda: price_workload(DESK, 1, "alone-7b", "H100"), "has a row on, B200"),
        (lambda: price_workload(DESK, 1, ""), "such as alone-7b"),
    ],
)
def test_a_name_that_nothing_bears_is_refused_with_near_ones(
    ask: Callable[[], object], mend: str
) -> None:
    with pytest.raises(ConfigError) as caught:
        ask()

    assert len(str(caught.value)) < 500
    assert caught.match(mend)


def test_a_name_that_two_models_bear_is_refused_with_both() -> None:
    twin = replace(measured(), model=replace(BIG, model="Small 1.5B"))
    desk = desk_of([measured(), twin])

    with pytest.raises(ConfigError, match="names several: big-70b, small-1-5b"):
        index_rows(desk, "SMALL 1.5b")
    assert index_rows(desk, "big-70b").rows[0].slug == "big-70b"


def test_a_comparison_says_ratio_and_difference_of_the_exact_values() -> None:
    """400 Wh/M over 100 Wh/M on the H100; on the B200 the second has no row."""
    answer = compare_models(DESK, "small-1-5b", "big-70b")
    (on,) = answer.shared

    assert answer.comparable
    assert (on.gpu, on.lower) == ("H100", "first")
    assert on.ratio == Quantity(value=4, unit="×", exact="4")
    assert on.difference == Quantity(value=300, unit=PER_MILLION, exact="300")
    assert (on.first.num_gpus, on.second.num_gpus) == (1, 4)
    assert (on.first.avg_running_batch, on.second.row_id) == (60.3, "big-70b/H100/4/64")
    assert "precision of the weights, number of GPUs" in answer.about.caveats[1]


def test_models_without_a_common_gpu_are_told_so_and_nothing_is_compared() -> None:
    answer = compare_models(DESK, "alone-7b", "big-70b")

    assert (answer.comparable, answer.shared) == (False, ())
    assert (answer.first_gpus, answer.second_gpus) == (("B200",), ("H100",))
    assert answer.about.caveats == (
        "alone-7b and big-70b have no row on one GPU: nothing is compared.",
    )


def test_a_model_compared_with_itself_is_neither_more_nor_less() -> None:
    shared = compare_models(DESK, "small-1-5b", "small-1-5b").shared

    assert [(one.gpu, one.ratio.value, one.lower) for one in shared] == [
        ("B200", 1, "neither"),
        ("H100", 1, "neither"),
    ]


def test_a_small_ratio_keeps_four_digits() -> None:
    """50 over 125 is 0.4 and 125 over 50 is 2.5; 100 over 400 is 0.25."""
    ratios = [
        compare_models(DESK, first, second).shared[0].ratio.value
        for first, second in (
            ("alone-7b", "small-1-5b"),
            ("small-1-5b", "alone-7b"),
            ("big-70b", "small-1-5b"),
        )
    ]

    assert ratios == [0.4, 2.5, 0.25]


def test_rows_are_those_of_the_index_filtered() -> None:
    def ids(model: str | None = None, gpu: str | None = None) -> list[str]:
        return [row.row_id for row in index_rows(DESK, model, gpu).rows]

    assert ids() == [
        "small-1-5b/B200/1/64",
        "small-1-5b/H100/1/64",
        "alone-7b/B200/1/64",
        "big-70b/H100/4/64",
    ]
    assert ids("small 1.5b") == ids()[:2]
    assert ids(gpu="h100") == [ids()[1], ids()[3]]
    assert ids("big-70b", "h100") == ids()[3:]


def test_a_pair_without_a_row_is_told_why() -> None:
    over = index_rows(DESK, "big-70b", "B200")
    never = index_rows(DESK, "alone-7b", "H100")

    assert (over.rows, never.rows) == ((), ())
    assert "none of its configurations is under the latency ceiling" in over.about.caveats[0]
    assert never.about.caveats == ("alone-7b was not measured on H100.",)


def test_models_are_listed_with_what_the_release_holds_of_each() -> None:
    every = {one.slug: one for one in list_models(DESK).models}

    assert every["big-70b"].gpus == ("B200", "H100")
    assert (every["big-70b"].configurations, every["big-70b"].index_rows) == (2, 1)
    assert (every["small-1-5b"].params_b, every["small-1-5b"].precision) == (1.5, "BF16")
    assert [one.slug for one in list_models(DESK, "h100").models] == ["big-70b", "small-1-5b"]


@pytest.mark.parametrize(
    ("name", "codes"),
    [
        (None, ["WORLD", "NAM"]),
        ("", ["WORLD", "NAM"]),
        ("nam", ["NAM"]),
        ("MIBI", ["NAM"]),
        ("Sealand", []),
    ],
)
def test_areas_are_found_by_code_or_part_of_a_name(name: str | None, codes: list[str]) -> None:
    answer = list_areas(DESK, name)

    assert [one.area_code for one in answer.areas] == codes
    assert bool(answer.about.caveats) == (not codes)


def test_every_answer_is_headed_by_release_boundary_sources_and_notices() -> None:
    heads = [
        answer.about
        for answer in (
            list_models(DESK),
            index_rows(DESK),
            compare_models(DESK, "small-1-5b", "big-70b"),
            price_workload(DESK, 1, "small-1-5b"),
            list_areas(DESK),
        )
    ]

    assert {(one.version, one.date, one.boundary) for one in heads} == {
        ("2026-11-30.1", "2026-11-30", "gpu_only")
    }
    assert [[source.id for source in one.sources] for one in heads] == [
        ["ml-energy"],
        ["ml-energy"],
        ["ml-energy"],
        ["ml-energy", "ember"],
        ["ember"],
    ]
    assert all(one.unit and one.notices == (NOTICE,) for one in heads)
