"""Of any index: which pairs have a page, and what their ratios are."""

import re
from collections import Counter
from decimal import Decimal
from fractions import Fraction
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from packager.green_tokens.index import Index
from packager.green_tokens.pages.pairing import shared_gpu
from packager.green_tokens.pages.pairs import Pairs
from packager.green_tokens.rows import Measurement
from tests.fakes.paged import DENSE, TWICE, index_of, measured, pairs_in, typesetter
from tests.unit.green_tokens.measured import model

JOULES = st.decimals("0.0001", 5, places=6)
MODELS = [model(f"Lab {name} 8B", f"lab-{name}-8b") for name in "abcde"]
PLACED = st.tuples(
    st.sampled_from(MODELS), st.sampled_from(["A100", "B200", "H100"]), JOULES, st.integers(1, 99)
)


def made(drawn: list[tuple[object, str, Decimal, int]]) -> Index:
    rows: list[Measurement] = []
    for which, gpu, joules, cap in drawn:
        (one,) = (each for each in MODELS if each == which)
        rows.append(measured(one, str(joules), gpu=gpu, cap=cap))
    return index_of(*rows)


@given(
    st.lists(PLACED, min_size=1, max_size=12, unique_by=lambda one: (one[0].slug, one[1], one[3]))
)
def test_every_pair_that_shares_a_gpu_has_exactly_one_page(
    drawn: list[tuple[object, str, Decimal, int]],
) -> None:
    index = made(drawn)
    gpus: dict[str, set[str]] = {}
    for row in index.rows:
        gpus.setdefault(row.slug, set()).add(row.gpu)
    wanted = {
        f"compare/{one}-vs-{other}"
        for one, other in combinations(sorted(gpus), 2)
        if gpus[one] & gpus[other]
    }

    assert Counter(page.address for page in pairs_in(index)) == Counter(wanted)
    for slug in gpus:
        linked = {address for _, address in Pairs(index).of(slug)}
        assert linked == {one for one in wanted if slug in re.split("/|-vs-", one)}


@given(JOULES, JOULES)
def test_the_ratio_of_two_rows_and_that_of_the_two_turned_round_make_one(
    one: Decimal, other: Decimal
) -> None:
    index = index_of(measured(TWICE, str(one)), measured(DENSE, str(other)))
    first, second = sorted(index.rows, key=lambda row: row.slug)
    there, back = shared_gpu(first, second, index), shared_gpu(second, first, index)
    assert there.ratio
    assert back.ratio

    assert abs(there.ratio.value * back.ratio.value - 1) < Decimal("1e-25")
    exact = Fraction(other) / Fraction(one)
    assert abs(Fraction(there.ratio.value) - exact) < exact / 10**50
    assert there.second_is_lower == (other < one)
    assert there.difference.value == back.difference.value


@settings(deadline=None, max_examples=40)
@given(JOULES, JOULES, st.integers(1, 4), st.integers(1, 4))
def test_every_number_of_a_page_is_a_figure_or_part_of_a_name(
    one: Decimal, other: Decimal, cards: int, more: int
) -> None:
    index = index_of(
        measured(TWICE, str(one), cards=cards), measured(DENSE, str(other), cards=more)
    )
    text = typesetter().text(pairs_in(index)[0])
    prose = re.sub(r"\]\([^)]*\)", "]", text.piece.markdown)
    for name in (
        "Lab 2 16B",
        "Lab 2 8B",
        "H100",
        "BF16",
        "CO2e",
        "2026-11-30.1",
        "2026-02-16",
        "2024",
    ):
        prose = re.sub(rf"(?<![\d.]){re.escape(name)}(?!\d)", "", prose)
    left = set(re.findall(r"\d[\d.]*\d|\d", prose))
    shown = {re.sub(r"[^\d.]", "", str(figure)) for figure in text.piece.printed.values()}

    assert left <= shown
