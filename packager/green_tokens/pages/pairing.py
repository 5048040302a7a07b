"""Two index rows on one GPU: ratio, difference and what load alone moves, from exact values."""

from dataclasses import dataclass
from decimal import Decimal

from packager.domain.numbers import EXACT, product, quotient, rounded
from packager.domain.values import Figure
from packager.green_tokens.index import Index
from packager.green_tokens.rows import Configuration
from packager.green_tokens.tables import row_figures as of
from packager.green_tokens.tables.ladder import ladder_of
from packager.green_tokens.tables.pairs import HUNDRED, energy_figure, ratio_figure

ONE = Decimal(1)
PERCENT_PLACES = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """How far load alone moves one model on the cards of its row.

    Attributes:
        has_ladder: whether another configuration ran on as many cards, with a cap below the row's.
        is_zero: whether the row takes nothing, so that nothing can be divided by it.
        is_higher: whether the lowest cap takes more energy than the row.
        is_narrower: whether load moves the model less than the two models differ.
        lowest_cap: the least loaded configuration.
        ratio: its energy over the row's.
    """

    has_ladder: bool
    is_zero: bool
    is_higher: bool
    is_narrower: bool
    cards: Figure
    row_cap: Figure
    row_energy: Figure
    lowest_cap: Figure
    lowest_energy: Figure
    ratio: Figure | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedGpu:
    """Both rows on one GPU.

    Attributes:
        key: the GPU.
        has_ratio: false where the first takes nothing, so that nothing can be divided by it.
        is_equal: both take exactly the same.
        is_close: they differ, by less than a percentage shows.
        second_is_lower: the second takes less.
        ratio: energy of the second over that of the first.
        percent: the same in percent.
        less: how much less the second takes, in percent of the first; of use where it is lower.
        more: how much more the second takes, in percent of the first.
        difference: between the two, Wh/M, which is kWh per billion tokens.
    """

    key: str
    first_energy: Figure
    second_energy: Figure
    first_cards: Figure
    second_cards: Figure
    first_batch: Figure
    second_batch: Figure
    first_answer: Figure
    second_answer: Figure
    first_tokens: Figure
    second_tokens: Figure
    has_ratio: bool
    is_equal: bool
    is_close: bool
    second_is_lower: bool
    same_cards: bool
    same_batch: bool
    answers_equal: bool
    answer_order_holds: bool
    ratio: Figure | None
    percent: Figure | None
    less: Figure | None
    more: Figure | None
    difference: Figure
    difference_per_billion: Figure
    load: Load


def shared_gpu(first: Configuration, second: Configuration, index: Index) -> SharedGpu:
    """Two rows on one GPU, put side by side."""
    one, other = first.wh_per_million_output_tokens, second.wh_per_million_output_tokens
    first_batch, second_batch = of.batch(first, index), of.batch(second, index)
    return SharedGpu(
        key=first.gpu,
        first_energy=energy_figure(first, index, " Wh/M"),
        second_energy=energy_figure(second, index, " Wh/M"),
        first_cards=of.cards(first),
        second_cards=of.cards(second),
        first_batch=first_batch,
        second_batch=second_batch,
        first_answer=of.answer(first, index, " Wh"),
        second_answer=of.answer(second, index, " Wh"),
        first_tokens=of.answer_tokens(first, index),
        second_tokens=of.answer_tokens(second, index),
        has_ratio=one != 0,
        is_equal=one == other,
        is_close=one not in (other, 0) and is_close(quotient(other, one)),
        second_is_lower=other < one,
        same_cards=first.num_gpus == second.num_gpus,
        same_batch=str(first_batch) == str(second_batch),
        answers_equal=first.wh_per_answer == second.wh_per_answer,
        answer_order_holds=(other < one) == (second.wh_per_answer < first.wh_per_answer),
        **ratio_figures(one, other, index),
        difference=difference(one, other, index, " Wh/M"),
        difference_per_billion=difference(one, other, index, " kWh"),
        load=load_of(second, quotient(other, one) if one else None, index),
    )


def is_close(ratio: Decimal) -> bool:
    """Whether a percentage of the difference would print as nothing."""
    return not rounded(product(abs(EXACT.subtract(ratio, ONE)), HUNDRED), PERCENT_PLACES)


def ratio_figures(one: Decimal, other: Decimal, index: Index) -> dict[str, Figure | None]:
    """Ratio, percentage, reduction and increase; none of them where the first takes nothing."""
    if not one:
        return dict.fromkeys(("ratio", "percent", "less", "more"))
    ratio = quotient(other, one)
    off = product(EXACT.subtract(ratio, ONE), HUNDRED)

    def percent(value: Decimal, rule: str) -> Figure:
        return of.measured(value, PERCENT_PLACES, rule, index, " %")

    return {
        "ratio": ratio_figure(ratio, index),
        "percent": percent(product(ratio, HUNDRED), "exact ratio x 100"),
        "less": percent(-off, "(1 - exact ratio) x 100"),
        "more": percent(off, "(exact ratio - 1) x 100"),
    }


def difference(one: Decimal, other: Decimal, index: Index, unit: str) -> Figure:
    """Between two energies, without sign; Wh per million tokens are kWh per billion."""
    rule = "difference of the exact Wh/M; 1 Wh/M is 1 kWh per billion tokens"
    return of.measured(abs(EXACT.subtract(one, other)), 1, rule, index, unit)


def load_of(row: Configuration, ratio: Decimal | None, index: Index) -> Load:
    """The row against the lowest cap on as many cards."""
    lowest = ladder_of(index, row).lowest
    low, energy = lowest.wh_per_million_output_tokens, row.wh_per_million_output_tokens
    moved = quotient(low, energy) if energy else None
    return Load(
        has_ladder=lowest.max_num_seqs < row.max_num_seqs,
        is_zero=moved is None,
        is_higher=low > energy,
        is_narrower=bool(moved and ratio) and spread(moved) < spread(ratio),
        cards=of.cards(row),
        row_cap=of.cap(row),
        row_energy=energy_figure(row, index, " Wh/M"),
        lowest_cap=of.cap(lowest),
        lowest_energy=energy_figure(lowest, index, " Wh/M"),
        ratio=None if moved is None else ratio_figure(moved, index),
    )


def spread(ratio: Decimal | None) -> Decimal:
    """How far a ratio is from one, whichever way: at least one."""
    if not ratio:
        return ONE
    return max(ratio, quotient(ONE, ratio))
