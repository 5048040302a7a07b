"""The page about queries: how a row becomes an answer, and what others measured of one."""

from dataclasses import dataclass, fields
from decimal import Decimal

from packager.domain.page import Cell, Code, Link, PageTable, SitePage
from packager.domain.recipe import Material
from packager.domain.values import Figure
from packager.green_tokens.card_fields import query_fields, quoted_fields
from packager.green_tokens.documents.data import index_of
from packager.green_tokens.index import Index
from packager.green_tokens.rows import Configuration, QueryRow
from packager.green_tokens.tables import row_figures as of
from packager.green_tokens.tables.pairs import energy_figure


@dataclass(frozen=True, slots=True, kw_only=True)
class PerQueryFigures:
    """What the page prints; names that the card has too are the card's figures."""

    version: str
    reference: Link
    reference_gpu: str
    energy: Figure
    answer: Figure
    answer_tokens: Figure
    has_world: bool
    world_intensity: Figure | None
    world_grams: Figure | None
    grid_year: str
    order_differs: bool
    answers: PageTable
    has_queries: bool
    query_version: str
    query_count: Figure
    query_lowest: Figure
    query_highest: Figure
    queries: PageTable
    google_prompt: Figure
    google_accelerators: Figure
    google_narrow: Figure
    google_when: str
    epoch_reply: Figure
    epoch_tokens: Figure
    epoch_when: str
    openai_query: Figure
    openai_when: str


def per_query_page(material: Material) -> SitePage:
    index = index_of(material)
    return SitePage(
        address="per-query",
        template="per-query.md.j2",
        label="Per query",
        data=("index.json", "per-query.json"),
        figures=per_query_figures(index, material),
    )


def per_query_figures(index: Index, material: Material) -> PerQueryFigures:
    """All that the page says."""
    row, world = index.reference, of.world_of(index.areas)
    quoted = quoted_fields(index, material.sources)
    here = {one.name for one in fields(PerQueryFigures)}
    return PerQueryFigures(
        version=material.identity.version,
        reference=Link(row.model, f"/models/{row.slug}/"),
        reference_gpu=row.gpu,
        energy=energy_figure(row, index, " Wh/M"),
        has_world=world is not None,
        world_intensity=of.intensity(world, index) if world else None,
        world_grams=of.answer_emitted(row, world, index) if world else None,
        grid_year=str(index.settings.grid_year),
        order_differs=by_answer(index) != list(index.rows),
        answers=answers(index),
        has_queries=bool(index.queries),
        queries=queries(index),
        **query_fields(index, material.sources),
        **{name: value for name, value in quoted.items() if name in here},
    )


def by_answer(index: Index) -> list[Configuration]:
    """The rows by the energy of an answer; equal ones in the order of the index."""
    return sorted(index.rows, key=lambda one: one.wh_per_answer)


def answers(index: Index) -> PageTable:
    """Every row of the index, by answer."""
    world = of.world_of(index.areas)
    columns = ("Row", "GPU", "Wh/M", "Output tokens", "Wh per answer")
    ordered = by_answer(index)
    rows = [
        (
            Link(row.model, f"/models/{row.slug}/"),
            row.gpu,
            energy_figure(row, index),
            of.answer_tokens(row, index),
            of.answer(row, index),
            *((of.answer_emitted(row, world, index),) if world else ()),
        )
        for row in ordered
    ]
    return PageTable(
        caption="Every row of the index by the energy of an answer, lowest first",
        columns=(*columns, "g CO2e per answer, world") if world else columns,
        keys=tuple(f"{row.slug}/{row.gpu}" for row in ordered),
        rows=tuple(rows),
        filters=("GPU",),
    )


def queries(index: Index) -> PageTable:
    """Every model of the per-query round, in the order of its source."""
    return PageTable(
        caption="GPU energy of one query by the protocol of the AI Energy Score",
        columns=("Model", "Class", "Stars", "Wh per query"),
        keys=tuple(one.model_id for one in index.queries),
        rows=tuple(query(one, index) for one in index.queries),
    )


def query(one: QueryRow, index: Index) -> tuple[Cell, ...]:
    """One model of the round."""
    sources = index.source_ids["ai-energy-score"]
    rule = "GPU energy of one query by the round's protocol"
    return (
        Code(one.model_id),
        one.model_class,
        Figure(Decimal(one.stars), "", 0, sources, "rating within the class, one to five"),
        Figure(one.wh_per_query, "", 4, sources, rule),
    )
