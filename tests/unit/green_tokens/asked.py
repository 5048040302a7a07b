"""A small index to be asked: two models on two GPUs, and one that shares a GPU with one of them."""

from collections.abc import Iterable
from dataclasses import replace
from decimal import Decimal

from packager.domain.answer import Notice, Speaker
from packager.green_tokens.answers.desk import Desk
from packager.green_tokens.index import Index
from packager.green_tokens.models import model_rows
from packager.green_tokens.rows import Measurement
from packager.green_tokens.rules import number_configurations, select_index_rows
from tests.fakes.small_release import SOURCES, small_index, small_material
from tests.unit.green_tokens.measured import measured, model

BIG, ALONE = model("Big 70B", "big-70b"), model("Alone 7B", "alone-7b")
MEASURED = (
    measured("0.36", gpu="H100"),
    measured("0.18", gpu="B200"),
    replace(measured("1.44", gpu="H100", cards=4), model=replace(BIG, precision="FP8")),
    replace(measured("0.54", "501", gpu="B200"), model=replace(BIG, precision="FP8")),
    replace(measured("0.45", gpu="B200"), model=ALONE),
)
"""100 and 50 Wh/M; 400 Wh/M, and a pair over the ceiling; 125 Wh/M."""
NOTICE = Notice(kind="erratum", note="One area is wrong.")


def index_of(many: Iterable[Measurement] = MEASURED) -> Index:
    """An index of these measurements, the world at 473.01 g/kWh, Namibia at 0."""
    configurations = number_configurations(many)
    selected = select_index_rows(configurations, itl_deadline_ms=Decimal(500))
    return replace(
        small_index(),
        configurations=configurations,
        rows=selected.rows,
        omitted=selected.omitted,
        models=model_rows(configurations, selected.rows),
    )


def desk_of(many: Iterable[Measurement] = MEASURED) -> Desk:
    """Where it is asked; a notice stands on it."""
    speaker = Speaker(
        identity=small_material().identity,
        unit="Wh per million output tokens",
        boundary="gpu_only",
        license="CC-BY-4.0",
        sources=SOURCES,
        notices=lambda: (NOTICE,),
    )
    return Desk(index_of(many), speaker)
