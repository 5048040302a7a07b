"""Compare pages: one for every pair of models that share a GPU."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from packager.domain.page import Link, PageTable, SitePage, Tiles
from packager.domain.recipe import Material
from packager.domain.values import Figure
from packager.green_tokens.documents.data import index_of
from packager.green_tokens.index import Index
from packager.green_tokens.pages import row_figures as of
from packager.green_tokens.pages.compare_parts import (
    Rows,
    kinship_fields,
    model_fields,
    rows_table,
    tiles_of,
)
from packager.green_tokens.pages.kinship import Kinship
from packager.green_tokens.pages.pairing import SharedGpu, shared_gpu
from packager.green_tokens.rows import ModelRow

FOLDER, LABEL = "compare", "Compare"


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareFigures:
    """What a compare page prints."""

    first: Link
    second: Link
    first_name: str
    second_name: str
    version: str
    source_version: str
    shared: tuple[SharedGpu, ...]
    one_gpu: bool
    gpus: str
    tiles: Tiles
    rows: PageTable
    has_world: bool
    world_intensity: Figure | None
    grid_year: str
    first_params: Figure
    second_params: Figure
    first_active: Figure
    second_active: Figure
    first_precision: str
    second_precision: str
    params_ratio: Figure | None
    active_ratio: Figure | None
    read_ratio: Figure | None
    dense_against_mixture: bool
    mixture_name: str
    dense_name: str
    one_model: bool
    same_generation: bool
    same_family: bool
    same_size: bool
    family: str
    first_generation: str
    second_generation: str
    both_mixtures: bool
    both_dense: bool
    differs_in_precision: bool
    unknown_architecture: str


def compare_pages(material: Material) -> Iterator[SitePage]:
    """A page for each unordered pair of models with a row on one GPU, slugs in order."""
    index = index_of(material)
    rows = {row.pair: row for row in index.rows}
    gpus = sorted({row.gpu for row in index.rows})
    for first, second in pairs(index):
        shared = [
            (rows[first.slug, gpu], rows[second.slug, gpu])
            for gpu in gpus
            if (first.slug, gpu) in rows and (second.slug, gpu) in rows
        ]
        if shared:
            yield compare_page(Kinship(first, second), shared, index, material)


def pairs(index: Index) -> Iterator[tuple[ModelRow, ModelRow]]:
    """Models two by two, by slug; where settings name models, those with one of them."""
    wanted = set(index.settings.compare)
    for first, second in combinations(sorted(index.models, key=lambda one: one.slug), 2):
        if not wanted or wanted & {first.slug, second.slug}:
            yield first, second


def address_of(first: ModelRow, second: ModelRow) -> str:
    """Where the page of a pair lies."""
    return f"{FOLDER}/{first.slug}-vs-{second.slug}"


def compare_page(
    kin: Kinship,
    rows: Rows,
    index: Index,
    material: Material,
) -> SitePage:
    """One pair."""
    first, second = kin.first, kin.second
    return SitePage(
        address=address_of(first, second),
        template="compare.md.j2",
        label=f"{first.model} against {second.model}",
        trail=(Link(LABEL, f"/{FOLDER}/"),),
        data=("index.json", f"models/{first.slug}.json", f"models/{second.slug}.json"),
        figures=compare_figures(kin, rows, index, material),
    )


def compare_figures(
    kin: Kinship,
    rows: Rows,
    index: Index,
    material: Material,
) -> CompareFigures:
    """All that the page says of a pair."""
    first, second = kin.first, kin.second
    shared = tuple(shared_gpu(one, other, index) for one, other in rows)
    world = of.world_of(index.areas)
    (leaderboard,) = (one for one in material.sources if one.id in index.source_ids[of.SOURCE])
    return CompareFigures(
        first=Link(first.model, f"/models/{first.slug}/"),
        second=Link(second.model, f"/models/{second.slug}/"),
        first_name=first.model,
        second_name=second.model,
        version=material.identity.version,
        source_version=leaderboard.version,
        shared=shared,
        one_gpu=len(shared) == 1,
        gpus=" and ".join(one.key for one in shared),
        tiles=tiles_of(kin, shared, index),
        rows=rows_table(rows, index),
        has_world=world is not None,
        world_intensity=None if world is None else of.intensity(world, index),
        grid_year=str(index.settings.grid_year),
        **model_fields(kin, index),
        **kinship_fields(kin),
    )
