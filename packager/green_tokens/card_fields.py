"""The fields of the card, a group for each of its sections."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from packager.card.markdown import Markdown, link
from packager.domain.change import Change
from packager.domain.errors import ConfigError
from packager.domain.numbers import quotient
from packager.domain.plot import Plot
from packager.domain.recipe import Material
from packager.domain.snapshot import Source
from packager.domain.values import Figure, count
from packager.green_tokens.documents.data import SELECTION
from packager.green_tokens.index import Index
from packager.green_tokens.tables.carbon_by_grid import carbon_by_grid, missing_areas
from packager.green_tokens.tables.ladder import ladder_of, ladder_table
from packager.green_tokens.tables.pairs import (
    Pair,
    energy_figure,
    median,
    pair_table,
    pairs_of,
    ratio_figure,
    reduction_percent,
)

Fields = dict[str, Any]
"""Some fields of CardFigures by name; the dataclass checks that none is missing or too many."""

WH_PER_MILLION = " Wh/M"
NOTHING = Decimal(0)
NONE = Markdown()


def identity_fields(material: Material) -> Fields:
    """What the release is called; code holds its entry and its repository as they are."""
    identity = material.identity
    return {
        "version": identity.version,
        "date": identity.date,
        "doi": identity.doi,
        "concept_doi": identity.concept_doi,
        "repo_id": Markdown(material.repo_id),
        "bibtex": Markdown(material.bibtex),
    }


def picture_fields(plots: Sequence[Plot]) -> Fields:
    """The plots as Markdown; "" for one that these data do not make."""
    drawn = {plot.name: Markdown(f"!{link(plot.alt, f'plots/{plot.name}.png')}") for plot in plots}
    return {
        "picture_energy": drawn.get("wh-per-million", NONE),
        "picture_pair": drawn.get("pair", NONE),
        "picture_ladder": drawn.get("ladder", NONE),
    }


def count_fields(index: Index) -> Fields:
    """How much of everything there is."""
    return {
        "rows": count(len(index.rows), "rows of the index"),
        "models": count(len(index.models), "models measured"),
        "configurations": count(len(index.configurations), "measured configurations"),
        "areas": count(len(index.areas), "areas with a value for the grid year, World included"),
        "parts": count(len(index.hardware.parts), "parts of the hardware document"),
        "mig_profiles": count(len(index.hardware.mig_profiles), "MIG profiles of those parts"),
        "measurements": count(len(index.measurements.rows), "contributed measurements accepted"),
        "omitted": count(len(index.omitted), "model and GPU pairs without a row"),
    }


def range_fields(index: Index) -> Fields:
    """How to read a row: rule, range, span, reference row."""
    low, high, reference = index.rows[0], index.rows[-1], index.reference
    deadline = index.deadline_ms
    return {
        "selection": SELECTION,
        "deadline": Figure(deadline, " ms", 0, (), "ceiling on median inter-token latency"),
        "deadline_never_reached": all(
            one.median_itl_ms <= deadline for one in index.configurations
        ),
        "lowest": energy_figure(low, index, WH_PER_MILLION),
        "lowest_row": f"{low.model} on {low.gpu}",
        "highest": energy_figure(high, index, WH_PER_MILLION),
        "highest_row": f"{high.model} on {high.gpu}",
        "span": Figure(
            quotient(high.wh_per_million_output_tokens, low.wh_per_million_output_tokens),
            unit="×",
            places=0,
            sources=index.source_ids["ml-energy"],
            rule="exact Wh/M of the highest row over that of the lowest",
        ),
        "reference": energy_figure(reference, index, WH_PER_MILLION),
        "reference_row": f"{reference.model} on {reference.gpu}",
        "reference_cards": count(reference.num_gpus, "cards of the reference row"),
    }


def carbon_fields(index: Index, sources: Sequence[Source]) -> Fields:
    """The reference row on the grids in the settings."""
    (grid,) = (one for one in sources if one.id in index.source_ids["ember"])
    return {
        "carbon": carbon_by_grid(index),
        "carbon_missing": missing_areas(index),
        "grid_year": str(index.settings.grid_year),
        "grid_version": f"{grid.publisher}, {grid.version}",
        "grid_partial": grid.partial,
    }


def pair_fields(index: Index) -> Fields:
    """The two GPUs of the settings, model by model."""
    pairs = pairs_of(index)
    ratios = [pair.ratio for pair in pairs]
    middle = median(ratios) if ratios else Decimal(1)
    lower = sum(ratio > 1 for ratio in ratios)
    return {
        "first_gpu": index.settings.gpu_pair[0],
        "second_gpu": index.settings.gpu_pair[1],
        "pairs": pair_table(index, pairs),
        "pair_models": count(len(pairs), "models with a row on both GPUs"),
        "pair_lower": count(lower, "models whose row on the second GPU is lower"),
        "pair_all_lower": lower == len(pairs),
        "pair_median": ratio_figure(middle, index),
        "pair_reduction": Figure(
            reduction_percent(middle),
            unit=" %",
            places=1,
            sources=index.source_ids["ml-energy"],
            rule="(1 - 1 / exact median ratio) x 100",
        ),
        **extreme_fields(pairs, index),
    }


def extreme_fields(pairs: Sequence[Pair], index: Index) -> Fields:
    """The largest and the smallest ratio, and whose they are; pairs come by descending ratio."""
    first, last = (pairs[0], pairs[-1]) if pairs else (None, None)
    return {
        "pair_largest": ratio_figure(first.ratio if first else NOTHING, index),
        "pair_largest_model": first.first.model if first else "",
        "pair_smallest": ratio_figure(last.ratio if last else NOTHING, index),
        "pair_smallest_model": last.first.model if last else "",
    }


def ladder_fields(index: Index) -> Fields:
    """How far load alone moves the reference row."""
    ladder = ladder_of(index, index.reference)
    return {
        "ladder": ladder_table(ladder, index),
        "ladder_ratio": ratio_figure(ladder.ratio, index),
        "ladder_rungs": count(len(ladder.rungs), "configurations on the reference row's cards"),
        "ladder_row_is_highest_cap": ladder.row_is_the_highest_cap,
    }


def query_fields(index: Index, sources: Sequence[Source]) -> Fields:
    """Energy of an answer, and of a query by the per-query source's protocol."""
    reference = index.reference
    energies = [row.wh_per_query for row in index.queries] or [NOTHING]
    (round_,) = (one for one in sources if one.id in index.source_ids["ai-energy-score"])
    leaderboard = index.source_ids["ml-energy"]
    return {
        "answer": Figure(
            reference.wh_per_answer,
            unit=" Wh",
            places=3,
            sources=leaderboard,
            rule="exact Wh/M x output tokens / 10^6",
        ),
        "answer_tokens": Figure(
            reference.avg_output_tokens, "", 0, leaderboard, "length of an answer, on average"
        ),
        "query_count": count(len(index.queries), "models of the per-query round"),
        "query_lowest": query_figure(min(energies), index),
        "query_highest": query_figure(max(energies), index),
        "query_version": round_.version,
    }


def query_figure(energy: Decimal, index: Index) -> Figure:
    """Energy of one query, as the round measured it."""
    return Figure(
        energy,
        unit=" Wh",
        places=4,
        sources=index.source_ids["ai-energy-score"],
        rule="GPU energy of one query by the round's protocol",
    )


def quoted_fields(index: Index, sources: Sequence[Source]) -> Fields:
    """Figures of others, and when they were published."""
    ledger = {source.id: source for source in sources}
    quoted = index.settings.quoted
    absent = sorted({one.source for one in quoted.values()} - set(ledger))
    if absent:
        raise ConfigError(
            f"quoted figures come from {', '.join(absent)}, which the sources ledger lacks",
            where="settings.toml of the card, [index.quoted]",
            mend="import it: packager import NAME --cited --vintage V --about FILE",
        )
    figures = {
        name: Figure(one.value, one.unit, 2, (one.source,), one.rule)
        for name, one in quoted.items()
    }
    (leaderboard,) = (one for one in sources if one.id in index.source_ids["ml-energy"])
    return {
        **figures,
        "google_when": ledger[quoted["google_prompt"].source].version,
        "epoch_when": ledger[quoted["epoch_reply"].source].version,
        "openai_when": ledger[quoted["openai_query"].source].version,
        "team_source": ledger[quoted["team_wins"].source].citation,
        "leaderboard": leaderboard.citation,
        **{f"method_{name}": told for name, told in index.settings.method.items()},
    }


def change_fields(change: Change) -> Fields:
    """The newest entry of the change record."""
    return {
        "change_kind": change.kind,
        "change_summary": change.summary,
        "change_reason": change.reason,
        "change_documents": count(len(change.documents), "documents whose content changed"),
    }
