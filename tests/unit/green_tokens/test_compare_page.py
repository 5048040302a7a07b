"""A compare page says what its two rows say, in words that hold for every pair."""

import re
from dataclasses import replace
from decimal import Decimal

import pytest

from packager.card.site_text import Text
from packager.domain.errors import ConfigError
from packager.green_tokens.pages.compare_list import compare_list
from packager.green_tokens.pages.pairs import Pairs
from tests.fakes.paged import (
    DENSE,
    TWICE,
    compared,
    index_of,
    material_of,
    measured,
    pairs_in,
    texts,
    typesetter,
)

MIXTURE = replace(
    TWICE,
    model="Lab 2 16B A2B",
    slug="lab-2-16b-a2b",
    active_params_b=Decimal(2),
    architecture="MoE",
)


def prose(text: Text) -> str:
    """The page on one line."""
    return " ".join(text.piece.markdown.split())


def section(text: Text, heading: str) -> str:
    """What stands under a heading, on one line."""
    _, _, behind = text.piece.markdown.partition(f"{heading}\n")
    return " ".join(re.split(r"^##+ ", behind, maxsplit=1, flags=re.MULTILINE)[0].split())


def test_a_lower_second_model_is_told_as_a_share_and_never_as_times_less() -> None:
    # 0.36 J = 100 Wh/M for the 16B, which comes first by slug; 0.14 J = 38.888… for the 8B.
    text = compared(measured(TWICE, "0.36"), measured(DENSE, "0.14"))

    assert text.title.startswith("Lab 2 16B against Lab 2 8B")
    assert "Lab 2 16B takes 100 Wh/M (1 card, running batch 60)" in prose(text)
    assert "the second takes 38.9 % of what the first takes, a ratio of 0.39×." in prose(text)
    assert section(text, "### Which takes less energy per token, Lab 2 16B or Lab 2 8B?") == (
        "On H100, Lab 2 8B does: it takes 61.1 % less."
    )
    assert "× less" not in prose(text)
    assert "× lower" not in prose(text)


def test_a_higher_second_model_is_told_with_its_increase() -> None:
    text = compared(measured(TWICE, "0.18"), measured(DENSE, "0.36"))

    assert "the second takes 2× what the first takes, which is 100 % more." in prose(text)
    assert "On H100, 50 Wh/M, which is 50 kWh per billion output tokens." in prose(text)


def test_equal_energy_is_no_reduction_and_no_ratio() -> None:
    text = compared(measured(TWICE, "0.36"), measured(DENSE, "0.36"))

    assert "running batch 60): the same energy." in prose(text)
    assert "On H100, neither: both take 100 Wh/M." in prose(text)
    assert "On H100, there is none." in prose(text)


def test_a_difference_too_small_to_print_is_called_nearly_the_same() -> None:
    text = compared(measured(TWICE, "0.36"), measured(DENSE, "0.36001"))

    assert "nearly the same energy" in prose(text)
    assert "0 % more" not in prose(text)
    assert "Lab 2 16B does, by less than a percentage here would show" in prose(text)


def test_nothing_is_divided_by_a_first_row_of_zero() -> None:
    text = compared(measured(TWICE, "0"), measured(DENSE, "0.36"))

    assert "the first is zero, so there is no ratio" in prose(text)
    assert "On H100, Lab 2 16B does: its row is zero." in prose(text)
    assert "lab-2-16b-vs-lab-2-8b/tiles/H100" not in text.piece.printed


def test_a_second_row_of_zero_has_a_ratio_and_no_span() -> None:
    text = compared(measured(TWICE, "0.36"), measured(DENSE, "0"))

    assert "the second takes 0 % of what the first takes, a ratio of 0×." in prose(text)
    assert "the row of Lab 2 8B is zero, so no span can be told" in prose(text)


def test_a_pair_that_shares_one_gpu_has_the_figures_of_that_one_alone() -> None:
    text = compared(
        measured(TWICE, "0.36"), measured(DENSE, "0.18"), measured(DENSE, "0.09", gpu="B200")
    )

    assert "H100 is the only GPU on which both models have a row." in prose(text)
    assert "B200" not in prose(text)


def test_models_that_share_no_gpu_have_no_page() -> None:
    assert pairs_in(index_of(measured(TWICE, "0.36"), measured(DENSE, "0.18", gpu="B200"))) == []


def test_an_unknown_architecture_is_never_called_dense_or_a_mixture() -> None:
    unknown = replace(TWICE, architecture=None, model="Other 16B", slug="other-16b")
    said = section(
        compared(measured(DENSE, "0.36"), measured(unknown, "0.18")),
        "## What explains the difference",
    )

    assert "The source does not state the architecture of Other 16B." in said
    assert "so no one cause can be named" in said
    assert "is dense" not in said
    assert "mixture" not in said


def test_a_dense_model_against_a_mixture_is_explained_by_the_weights_read() -> None:
    text = compared(measured(MIXTURE, "0.09", cards=2), measured(DENSE, "0.18"))
    said = section(text, "## What explains the difference")

    assert "Lab 2 8B is dense" in said
    assert "Lab 2 16B A2B is a mixture of experts" in said
    # 8 B active of 8 over 2 B active of 16: half the parameters, four times the active ones.
    assert "That is 0.5× the parameters and 4× the active ones." in said
    assert (
        "a token passes 4× the bytes of weights in Lab 2 8B that it passes in Lab 2 16B A2B."
        in said
    )
    assert "the cards differ, 2 against 1, and the running batches" not in said
    assert "the cards differ, 2 against 1, at one running batch, 60." in said
    assert "On H100, yes: Lab 2 16B A2B takes 25 Wh/M, Lab 2 8B 50 Wh/M." in prose(text)


def test_a_mixture_that_takes_more_is_said_to_take_more() -> None:
    text = compared(measured(MIXTURE, "0.36"), measured(DENSE, "0.18"))

    assert "On H100, no: Lab 2 16B A2B takes 100 Wh/M, Lab 2 8B 50 Wh/M." in prose(text)


def test_two_precisions_of_one_model_are_told_as_one_model() -> None:
    narrow = replace(DENSE, model="Lab 2 8B FP8", slug="lab-2-8b-fp8", precision="FP8")
    said = section(
        compared(measured(DENSE, "0.36"), measured(narrow, "0.18")),
        "## What explains the difference",
    )

    assert "These are two precisions of one model" in said
    # One byte a weight against two, as many weights.
    assert (
        "a token passes 0.5× the bytes of weights in Lab 2 8B FP8 that it passes in Lab 2 8B."
        in said
    )


def test_a_precision_of_unknown_width_makes_no_ratio_of_bytes() -> None:
    odd = replace(TWICE, precision="NVFP4")
    said = section(
        compared(measured(DENSE, "0.36"), measured(odd, "0.18")), "## What explains the difference"
    )

    assert "Weights are in NVFP4 and in BF16." in said
    assert "bytes of weights" not in said


def test_size_and_generation_are_told_where_the_names_tell_them() -> None:
    later = replace(DENSE, model="Lab 3 8B", slug="lab-3-8b", model_id="lab/3-8b")
    bigger = replace(TWICE, model="Lab 3 16B", slug="lab-3-16b")
    nameless = replace(TWICE, model="Lab Large", slug="lab-large")
    heading = "## What explains the difference"

    assert "of one generation and differ in size" in section(
        compared(measured(DENSE, "0.3"), measured(TWICE, "0.2")), heading
    )
    assert "of one size and of two generations, 2 and 3" in section(
        compared(measured(DENSE, "0.3"), measured(later, "0.2")), heading
    )
    assert "of two generations (2 and 3) and of two sizes" in section(
        compared(measured(DENSE, "0.3"), measured(bigger, "0.2")), heading
    )
    assert "of two families" in section(
        compared(measured(DENSE, "0.3"), measured(nameless, "0.2")), heading
    )


def test_what_two_models_have_in_common_is_told_once() -> None:
    twin = replace(DENSE, model="Lab 3 8B", slug="lab-3-8b", model_id="lab/3-8b")
    said = section(
        compared(measured(DENSE, "0.36"), measured(twin, "0.18")), "## What explains the difference"
    )

    assert "Both have 8 B parameters." in said
    assert "a token passes as many bytes of weights in either" in said
    assert "1×" not in said


def test_load_is_held_against_the_gap_both_ways() -> None:
    heading = "## What load alone moves"
    # The second, Lab 2 8B, takes 4 times its row at the lowest cap.
    loaded = measured(DENSE, "0.72", cap=1), measured(DENSE, "0.18")
    near = section(compared(measured(TWICE, "0.36"), *loaded), heading)
    far = section(compared(measured(TWICE, "1.8"), *loaded), heading)
    alone = section(compared(measured(TWICE, "0.36"), measured(DENSE, "0.18")), heading)

    assert "takes 200 Wh/M at the lowest cap measured, 1 sequence, and" in near
    assert "4× the energy of the row" in near
    assert "at least as far as the two rows are apart" in near
    assert "less than the two rows are apart" in far
    assert "was not measured at a cap below that of its row" in alone


def test_an_answer_may_turn_the_order_round_and_then_the_page_says_why() -> None:
    text = compared(measured(TWICE, "0.36", tokens="100"), measured(DENSE, "0.18", tokens="900"))

    # 100 Wh/M x 100 tokens = 0.01 Wh; 50 Wh/M x 900 tokens = 0.045 Wh.
    assert "takes 0.01 Wh (100 output tokens on average)" in prose(text)
    assert "Lab 2 8B 0.045 Wh (900)" in prose(text)
    assert (
        "The order is another one than per token, because the answers differ in length."
        in prose(text)
    )


def test_without_a_grid_for_the_world_no_row_is_priced() -> None:
    rows = measured(TWICE, "0.36"), measured(DENSE, "0.18")

    assert "so the table prices no row" in prose(compared(*rows, world=False))
    # 100 Wh/M x 500 g/kWh / 1000.
    assert "| 50 |" in prose(compared(*rows)).split("Lab 2 8B on H100")[0]


def test_names_of_others_are_text_in_both_forms() -> None:
    name = "<b>x</b> | `y` [z](javascript:alert(1)) *w* 8B"
    text = compared(
        measured(TWICE, "0.36"), measured(replace(DENSE, model=name, slug="odd"), "0.18")
    )
    html = text.piece.html

    assert "<b>x" not in html
    assert 'href="javascript' not in html
    assert "&lt;b&gt;x&lt;/b&gt; | `y` [z](javascript:alert(1)) *w* 8B" in html
    assert text.title.endswith("against " + name + ": GPU energy per million output tokens")
    assert all(
        line.count(" | ") == 9 for line in text.piece.markdown.splitlines() if " on H100 | " in line
    )


def test_settings_choose_the_pairs_that_get_a_page() -> None:
    third = replace(DENSE, model="Third 8B", slug="third-8b", model_id="lab/third")
    rows = [measured(one, "0.36") for one in (DENSE, TWICE, third)]

    assert len(pairs_in(index_of(*rows))) == 3
    chosen = pairs_in(index_of(*rows, compare=("third-8b",)))
    assert [page.address for page in chosen] == [
        "compare/lab-2-16b-vs-third-8b",
        "compare/lab-2-8b-vs-third-8b",
    ]


def test_a_model_that_settings_name_and_nobody_measured_is_an_error() -> None:
    with pytest.raises(ConfigError, match="there is no model lab-9"):
        pairs_in(index_of(measured(DENSE, "0.36"), compare=("lab-2-8b", "lab-9")))


def test_questions_become_questions_with_the_answers_of_the_page() -> None:
    (text,) = texts(pairs_in(index_of(measured(TWICE, "0.36"), measured(DENSE, "0.36"))))
    asked = dict(text.questions)

    assert asked["Which takes less energy per token, Lab 2 16B or Lab 2 8B?"] == (
        "On H100, neither: both take 100 Wh/M."
    )
    assert len(asked) == 5


def test_more_pairs_than_a_page_can_list_are_reached_through_their_models() -> None:
    rows = [
        measured(
            replace(DENSE, model=f"Lab {at} 8B", slug=f"lab-{at}", model_id=f"lab/{at}"), "0.3"
        )
        for at in range(22)
    ]
    few, many = (
        typesetter().text(compare_list(material_of(index), Pairs(index)))
        for index in (index_of(*rows[:20]), index_of(*rows))
    )

    # 20 x 19 / 2 and 22 x 21 / 2 pairs.
    assert "190 pairs of 20 models" in prose(few)
    assert few.piece.html.count("-vs-") == 190
    assert "231 pairs of 22 models" in prose(many)
    assert "They are too many for one list." in prose(many)
    assert many.piece.html.count("models/lab-") == 22
    assert "| [Lab 0 8B](../models/lab-0/) | 21 |" in many.piece.markdown
