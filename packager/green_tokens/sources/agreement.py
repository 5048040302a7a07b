"""Require ML.ENERGY's other files to say what its task files say."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from packager.domain.errors import SourceError
from packager.green_tokens.sources.faults import Faults

Rows = Mapping[str, tuple[Path, list[Mapping[str, object]]]]
"""By task: its file and its configurations."""

FACTS = (
    "nickname",
    "total_params_billions",
    "activated_params_billions",
    "architecture",
    "weight_precision",
)
KEY = ("gpu_model", "num_gpus", "max_num_seqs", "batch_size")
MEND = "take all files from one state of the leaderboard"


def require_same_index(index: object, path: Path, tasks: Rows) -> None:
    """Raise unless index.json names every model with the tasks' own facts.

    Raises:
        SourceError: naming both files.
    """
    faults = Faults(str(path))
    models = index.get("models") if isinstance(index, dict) else None
    if not isinstance(models, dict):
        raise SourceError("no models", where=f"{path}, models", mend=MEND)
    for file, rows in tasks.values():
        for model, row in {str(row.get("model_id")): row for row in rows}.items():
            known = models.get(model)
            if not isinstance(known, dict):
                faults.add(f"models[{model}]", f"missing, but in {file.name}", mend=MEND)
                continue
            for name, unlike in differences(known, row, FACTS):
                faults.add(f"models[{model}].{name}", f"{unlike} in {file.name}", mend=MEND)
    faults.require_none()


def require_same_models(content: object, path: Path, tasks: Rows) -> None:
    """Raise unless a model's own file lists the configurations its task file lists.

    Raises:
        SourceError: naming both files.
    """
    faults = Faults(str(path))
    model = content if isinstance(content, dict) else {}
    task = model.get("task")
    if task not in tasks or not isinstance(model.get("configurations"), list):
        raise SourceError("no configurations of a known task", where=str(path), mend=MEND)
    file, rows = tasks[str(task)]
    there = [row for row in rows if row.get("model_id") == model.get("model_id")]
    here = [flat(row) for row in model["configurations"] if isinstance(row, dict)]
    if len(here) != len(there):
        faults.add("configurations", f"{len(here)}, but {len(there)} in {file.name}", mend=MEND)
    for row in there[:1]:
        for name, unlike in differences(model, row, FACTS):
            faults.add(name, f"{unlike} in {file.name}", mend=MEND)
    for one, other in zip(sorted(here, key=key), sorted(there, key=key), strict=False):
        for name, unlike in differences(one, other, other):
            place = f"configuration {' '.join(key(other)[: len(KEY)]).strip()}, {name}"
            faults.add(place, f"{unlike} in {file.name}", mend=MEND)
    faults.require_none()


def differences(
    one: Mapping[str, object], other: Mapping[str, object], names: Iterable[str]
) -> Iterator[tuple[str, str]]:
    """Fields that both have and that differ, each with both values."""
    for name in dict.fromkeys(names):
        if name in one and name in other and one[name] != other[name]:
            yield name, f"{one[name]}, but {other[name]}"


def flat(row: Mapping[str, object]) -> dict[str, object]:
    """A configuration with its parallel degrees beside the other fields."""
    return dict(pairs(row))


def pairs(row: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    """Plain fields, and those one level down."""
    for name, value in row.items():
        if isinstance(value, dict):
            yield from value.items()
        else:
            yield name, value


def key(row: Mapping[str, object]) -> tuple[str, ...]:
    """What tells configurations of one model apart, energy included: the rest may repeat."""
    energies = (str(row[name]) for name in sorted(row) if name.startswith("energy_per_"))
    return (*(str(row.get(name, "")) for name in KEY), *energies)
