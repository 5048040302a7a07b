"""The list of compare pages; of very many, the models that lead to them."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from packager.domain.numbers import quotient
from packager.domain.page import Cell, Link, PageTable, SitePage
from packager.domain.recipe import Material
from packager.domain.values import Figure, count
from packager.green_tokens.documents.data import index_of
from packager.green_tokens.index import Index
from packager.green_tokens.pages.compare import LABEL
from packager.green_tokens.pages.pairs import FOLDER, Pairs, Rows, address_of
from packager.green_tokens.tables.pairs import ratio_figure

NOTHING = Decimal(0)
MOST_LISTED = 200
"""Pairs that one page can list and still be light."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareListFigures:
    """What the list of pairs prints."""

    pairs: Figure
    models: Figure
    is_chosen: bool
    is_whole: bool
    listed: PageTable


def compare_list(material: Material, pairs: Pairs) -> SitePage:
    """Every pair with its ratios, where that many fit on a page; else every model."""
    index = index_of(material)
    number = sum(1 for _ in pairs)
    is_whole = number <= MOST_LISTED
    return SitePage(
        address=FOLDER,
        template="compares.md.j2",
        label=LABEL,
        data=("index.json",),
        figures=CompareListFigures(
            pairs=count(number, "pairs of models that share a GPU and have a page"),
            models=count(len(index.models), "models measured"),
            is_chosen=bool(index.settings.compare),
            is_whole=is_whole,
            listed=pair_table(index, pairs) if is_whole else model_table(index, pairs),
        ),
    )


def pair_table(index: Index, pairs: Pairs) -> PageTable:
    """A line a pair: the second model's energy over the first's on each GPU."""
    gpus = sorted({row.gpu for row in index.rows})
    found = list(pairs)
    return PageTable(
        caption="Energy of the second model over that of the first",
        columns=("Pair", *(f"On {gpu}" for gpu in gpus)),
        keys=tuple(f"{first.slug}-vs-{second.slug}" for first, second, _ in found),
        rows=tuple(
            (
                Link(f"{first.model} against {second.model}", f"/{address_of(first, second)}/"),
                *ratios(shared, gpus, index),
            )
            for first, second, shared in found
        ),
    )


def ratios(shared: Rows, gpus: list[str], index: Index) -> Iterator[Cell]:
    """Ratio on each GPU; none where a row is missing, or the first is zero."""
    by_gpu = {
        one.gpu: (one.wh_per_million_output_tokens, other.wh_per_million_output_tokens)
        for one, other in shared
    }
    for gpu in gpus:
        first, second = by_gpu.get(gpu, (NOTHING, NOTHING))
        yield ratio_figure(quotient(second, first), index) if first else None


def model_table(index: Index, pairs: Pairs) -> PageTable:
    """A line a model: how many pages put it beside another."""
    return PageTable(
        caption="Models, and how many pages put each beside another",
        columns=("Model", "Pages"),
        keys=tuple(model.slug for model in index.models),
        rows=tuple(
            (
                Link(model.model, f"/models/{model.slug}/"),
                count(len(pairs.of(model.slug)), "compare pages of the model"),
            )
            for model in index.models
        ),
    )
