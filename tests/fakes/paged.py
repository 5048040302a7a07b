"""Pages of an index made by hand: a few models, a few measurements, and the prose as it is."""

from collections.abc import Iterable
from dataclasses import replace
from decimal import Decimal
from functools import cache
from pathlib import Path

from packager.card.site_text import Text, Typesetter
from packager.domain.page import SitePage
from packager.domain.recipe import Material
from packager.green_tokens.index import Index
from packager.green_tokens.models import model_rows
from packager.green_tokens.pages.compare import compare_pages
from packager.green_tokens.pages.pairs import Pairs
from packager.green_tokens.rows import GridArea, Measurement, Model
from packager.green_tokens.rules import number_configurations, select_index_rows
from tests.fakes.small_release import SETTINGS, small_material

PROSE = Path(__file__).resolve().parents[2] / "dataset_card"
WORLD = GridArea("World", "WORLD", 2024, Decimal(500))
DENSE = Model("Lab 2 8B", "lab-2-8b", "lab/2-8b", Decimal(8), Decimal(8), "Dense", "BF16")
TWICE = replace(DENSE, model="Lab 2 16B", slug="lab-2-16b", params_b=Decimal(16))
TWICE = replace(TWICE, active_params_b=Decimal(16), model_id="lab/2-16b")


def measured(
    model: Model,
    joules: str,
    *,
    gpu: str = "H100",
    cards: int = 1,
    cap: int = 64,
    batch: str = "60",
    tokens: str = "500",
) -> Measurement:
    """A measurement; 0.36 J a token is 100 Wh a million."""
    return Measurement(
        model=model,
        gpu_model=gpu,
        num_gpus=cards,
        max_num_seqs=cap,
        tensor_parallel=1,
        expert_parallel=1,
        data_parallel=1,
        energy_per_token_joules=Decimal(joules),
        avg_output_len=Decimal(tokens),
        avg_power_watts=Decimal(600),
        avg_batch_size=Decimal(batch),
        median_itl_ms=Decimal(40),
        p90_itl_ms=None,
        p95_itl_ms=None,
        p99_itl_ms=None,
        output_throughput_tokens_per_sec=Decimal(1600),
    )


def index_of(
    *measurements: Measurement, compare: tuple[str, ...] = (), world: bool = True
) -> Index:
    """The index that follows from a few measurements."""
    configurations = number_configurations(measurements)
    selection = select_index_rows(configurations, itl_deadline_ms=SETTINGS.itl_deadline_ms)
    small = small_material().index
    assert isinstance(small, Index)
    return replace(
        small,
        settings=replace(SETTINGS, compare=compare),
        configurations=configurations,
        rows=selection.rows,
        omitted=selection.omitted,
        models=model_rows(configurations, selection.rows),
        areas=(WORLD,) if world else (),
    )


def material_of(index: Index) -> Material:
    """A release of that index."""
    return replace(small_material(), index=index)


@cache
def typesetter() -> Typesetter:
    """Reads the prose of this repository."""

    def read(name: str) -> str:
        return (PROSE / "site" / name).read_text(encoding="utf-8")

    return Typesetter(read, (PROSE / "names.txt").read_text(encoding="utf-8").splitlines())


def pairs_in(index: Index) -> list[SitePage]:
    """The compare pages."""
    return list(compare_pages(material_of(index), Pairs(index)))


def compared(*measurements: Measurement, world: bool = True) -> Text:
    """The page of the only pair that the measurements make."""
    (page,) = pairs_in(index_of(*measurements, world=world))
    return typesetter().text(page)


def texts(pages: Iterable[SitePage]) -> list[Text]:
    """Pages, written."""
    setter = typesetter()
    return [setter.text(page) for page in pages]
