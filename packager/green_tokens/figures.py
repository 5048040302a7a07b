"""The figures of every page of a release: computed here, printed by templates."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from packager.card.figure_table import FigureTable
from packager.card.markdown import Markdown
from packager.domain.plot import Plot
from packager.domain.recipe import Document, Material
from packager.domain.snapshot import Source
from packager.domain.values import Figure
from packager.green_tokens import card_fields as fields
from packager.green_tokens.documents.data import index_of
from packager.green_tokens.tables.listings import files_table, notice, sources_table


@dataclass(frozen=True, slots=True)
class NoticeFigures:
    """What NOTICE.md prints."""

    version: str
    sources: Markdown
    change_summary: str
    change_reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DescriptionFigures:
    """What the record's page on Zenodo prints; names that the card has too are the same."""

    version: str
    rows: Figure
    models: Figure
    configurations: Figure
    areas: Figure
    grid_year: str
    lowest: Figure
    lowest_row: str
    highest: Figure
    highest_row: str
    deadline: Figure
    change_summary: str
    change_reason: str
    sources: tuple[Source, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardFigures:
    """What README.md prints; each field is used by its template, and nothing else is."""

    version: str
    date: str
    doi: str
    concept_doi: str
    repo_id: Markdown
    bibtex: Markdown
    picture_energy: Markdown
    picture_pair: Markdown
    picture_ladder: Markdown
    rows: Figure
    models: Figure
    configurations: Figure
    areas: Figure
    parts: Figure
    mig_profiles: Figure
    measurements: Figure
    grid_year: str
    grid_version: str
    grid_partial: bool
    selection: str
    deadline: Figure
    deadline_never_reached: bool
    omitted: Figure
    lowest: Figure
    lowest_row: str
    highest: Figure
    highest_row: str
    span: Figure
    reference: Figure
    reference_row: str
    reference_cards: Figure
    carbon: FigureTable
    carbon_missing: str
    first_gpu: str
    second_gpu: str
    pairs: FigureTable
    pair_models: Figure
    pair_lower: Figure
    pair_all_lower: bool
    pair_median: Figure
    pair_reduction: Figure
    pair_largest: Figure
    pair_largest_model: str
    pair_smallest: Figure
    pair_smallest_model: str
    ladder: FigureTable
    ladder_ratio: Figure
    ladder_rungs: Figure
    ladder_row_is_highest_cap: bool
    answer: Figure
    answer_tokens: Figure
    query_count: Figure
    query_lowest: Figure
    query_highest: Figure
    query_version: str
    google_prompt: Figure
    google_accelerators: Figure
    google_narrow: Figure
    google_when: str
    epoch_reply: Figure
    epoch_tokens: Figure
    epoch_when: str
    openai_query: Figure
    openai_when: str
    team_wins: Figure
    team_comparisons: Figure
    team_reduction: Figure
    team_source: str
    leaderboard: str
    method_release: str
    method_meter: str
    method_engine: str
    method_servers: str
    files: FigureTable
    sources: FigureTable
    change_kind: str
    change_summary: str
    change_reason: str
    change_documents: Figure


def page_figures(
    material: Material, documents: Sequence[Document], plots: Sequence[Plot]
) -> Mapping[str, object]:
    """The figures of each page, by the name of its template."""
    card = card_figures(material, documents, plots)
    return {
        "README.md.j2": card,
        "NOTICE.md.j2": NoticeFigures(
            version=material.identity.version,
            sources=Markdown("\n\n".join(notice(source) for source in material.sources)),
            change_summary=card.change_summary,
            change_reason=card.change_reason,
        ),
        "zenodo.html.j2": description_figures(card, material),
    }


def description_figures(card: CardFigures, material: Material) -> DescriptionFigures:
    """The few figures of the card that the record's page repeats."""
    return DescriptionFigures(
        version=card.version,
        rows=card.rows,
        models=card.models,
        configurations=card.configurations,
        areas=card.areas,
        grid_year=card.grid_year,
        lowest=card.lowest,
        lowest_row=card.lowest_row,
        highest=card.highest,
        highest_row=card.highest_row,
        deadline=card.deadline,
        change_summary=card.change_summary,
        change_reason=card.change_reason,
        sources=tuple(source for source in material.sources if source.redistributed),
    )


def card_figures(
    material: Material, documents: Sequence[Document], plots: Sequence[Plot]
) -> CardFigures:
    """Everything the card prints, from exact values."""
    index = index_of(material)
    return CardFigures(
        **fields.identity_fields(material),
        **fields.picture_fields(plots),
        **fields.count_fields(index),
        **fields.range_fields(index),
        **fields.carbon_fields(index, material.sources),
        **fields.pair_fields(index),
        **fields.ladder_fields(index),
        **fields.query_fields(index, material.sources),
        **fields.quoted_fields(index, material.sources),
        **fields.change_fields(material.changes[0]),
        files=files_table(documents),
        sources=sources_table(material.sources),
    )
