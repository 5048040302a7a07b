"""Shapes of ML.ENERGY's configurations: which fields a workload has and what they may hold."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from packager.green_tokens.sources.faults import Faults
from packager.green_tokens.sources.reading import fixed

Kind = Literal["text", "count", "degree", "amount", "number"]
CONTROL = re.compile(r"[\x00-\x1f\x7f]")
NAMES = {"lm-arena-chat": "text-conversation", "gpqa": "problem-solving"} | {
    "sourcegraph-fim": "code-completion"
}
"""The publisher's task to our workload; the other tasks keep their name."""


@dataclass(frozen=True, slots=True)
class Column:
    """One field.

    Attributes:
        name: the publisher's, which is ours too.
        kind: text; a whole number from 1; a parallel degree, where 0 means 1; a quantity above
            0; or any number.
        required: every configuration has it.
    """

    name: str
    kind: Kind = "amount"
    required: bool = True


MODEL = (Column("model_id", "text"), Column("nickname", "text"))
CARDS = (Column("gpu_model", "text"), Column("num_gpus", "count"))
SIZE = (Column("total_params_billions"), Column("activated_params_billions"))
PRECISION = Column("weight_precision", "text")
POWER = Column("avg_power_watts")
TOKENS = (
    *MODEL,
    *CARDS,
    Column("max_num_seqs", "count"),
    *SIZE,
    Column("architecture", "text", required=False),
    PRECISION,
    *(Column(f"{one}_parallel", "degree") for one in ("tensor", "expert", "data")),
    Column("energy_per_token_joules"),
    Column("energy_per_request_joules", required=False),
    Column("avg_output_len", required=False),
    POWER,
    Column("median_itl_ms"),
    *(Column(f"p{one}_itl_ms", required=False) for one in (90, 95, 99)),
    Column("output_throughput_tokens_per_sec"),
    Column("avg_batch_size"),
)
DIFFUSION = (
    *MODEL,
    *CARDS,
    Column("batch_size", "count"),
    *SIZE,
    PRECISION,
    *(Column(f"{one}_degree", "degree") for one in ("ulysses", "ring")),
    Column("inference_steps", "count"),
)
IMAGES = (
    *DIFFUSION,
    *(Column(f"image_{one}", "count") for one in ("height", "width")),
    Column("energy_per_image_joules"),
    POWER,
    Column("batch_latency_s"),
    Column("throughput_images_per_sec"),
)
VIDEOS = (
    *DIFFUSION,
    *(Column(f"video_{one}", "count") for one in ("height", "width")),
    Column("num_frames", "count"),
    Column("fps"),
    Column("energy_per_video_joules"),
    POWER,
    Column("batch_latency_s"),
    Column("throughput_videos_per_sec"),
)
SHAPES = {
    "energy_per_token_joules": TOKENS,
    "energy_per_image_joules": IMAGES,
    "energy_per_video_joules": VIDEOS,
}
LEAST = {"count": 1, "degree": 0}
MOST_COUNT, MOST_AMOUNT = 10**6, 10**12
"""Beyond these nothing was counted or measured: the unit or the file is wrong."""


def shape(configurations: list[Mapping[str, object]]) -> tuple[Column, ...]:
    """Columns of a workload, told by what its energy is counted in.

    A workload of a kind not known yet gets every field that is a text or a number, by name.
    """
    fields = {name for one in configurations for name in one}
    for energy, columns in SHAPES.items():
        if energy in fields:
            return columns
    plain = sorted(
        name
        for name in fields - {"model_id"}
        if not any(isinstance(one.get(name), dict | list | bool) for one in configurations)
    )
    texts = {
        name for name in plain if any(isinstance(one.get(name), str) for one in configurations)
    }
    return (
        Column("model_id", "text"),
        *(Column(name, guessed(name, texts), required=False) for name in plain),
    )


def guessed(name: str, texts: set[str]) -> Kind:
    """Kind of a field of a workload that is not known yet."""
    if name in texts:
        return "text"
    return "amount" if name.startswith("energy") else "number"


def cells(
    one: Mapping[str, object], columns: tuple[Column, ...], place: str, faults: Faults
) -> tuple[str, ...]:
    """Texts of one configuration, "" for a field that may be absent and is."""
    return tuple(cell(column, one.get(column.name), place, faults) for column in columns)


def cell(column: Column, value: object, place: str, faults: Faults) -> str:
    """Text of one field."""
    where = f"{place}.{column.name}"
    if value is None:
        if column.required:
            faults.add(where, "is missing", mend="take a state of the source that has it")
        return ""
    if column.kind == "text":
        if not isinstance(value, str) or not value.strip() or CONTROL.search(value):
            faults.add(where, f"{value!r:.60} is no name", mend="give a text on one line")
            return ""
        return value.strip()
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        faults.add(where, f"{value!r:.60} is no number", mend="give a number without quotes")
        return ""
    least = LEAST.get(column.kind)
    if column.kind == "amount" and not 0 < value <= MOST_AMOUNT:
        faults.add(where, f"{value} cannot be", mend="give a quantity above 0")
    if least is not None and (not least <= value <= MOST_COUNT or value != int(value)):
        faults.add(where, f"{value} cannot be", mend="give a whole number")
    return fixed(value) if least is None else str(int(value))
