"""ML.ENERGY Leaderboard: a task file, or the leaderboard's data folder, workload by workload."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from packager.domain.errors import SourceError
from packager.domain.imports import Imported, ImportedTable, ImportOptions
from packager.domain.numbers import plain
from packager.domain.strict import decimal_of
from packager.green_tokens.sources.agreement import require_same_index, require_same_models
from packager.green_tokens.sources.faults import Faults
from packager.green_tokens.sources.reading import read_json, require_inside
from packager.green_tokens.sources.workload_notes import noted
from packager.green_tokens.sources.workloads import NAMES, cells, shape

SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,39}", re.ASCII)
FIXED = (
    "nickname",
    "total_params_billions",
    "activated_params_billions",
    "architecture",
    "weight_precision",
)
ORDER = ("model_id", "gpu_model", "num_gpus", "max_num_seqs")
LEDGER: dict[str, object] = {
    "id": "ml-energy",
    "title": "ML.ENERGY Leaderboard, measurements of generative models in service",
    "publisher": "The ML.ENERGY Initiative",
    "citation": "Chung et al., The ML.ENERGY Benchmark, NeurIPS 2025 Datasets and Benchmarks, "
    "arXiv:2505.06371",
    "url": "https://ml.energy/leaderboard",
}


@dataclass(frozen=True, slots=True)
class Task:
    """A task file.

    Attributes:
        path: the file.
        slug: the publisher's name of the task.
        configurations: what was measured, as read.
    """

    path: Path
    slug: str
    configurations: list[Mapping[str, object]]


def import_ml_energy(path: Path, _options: ImportOptions) -> Imported:
    """Read every task of a leaderboard folder, or one task file; each becomes a table.

    `index.json` and `models/*.json` of a folder must agree with the tasks.

    Raises:
        SourceError: what is missing, impossible or contradicts itself; all of a file together.
    """
    remarks: list[str] = []
    originals: list[Path] = []
    if path.is_dir():
        require_inside(path, path.parent)
        tasks = folder_tasks(path, originals, remarks)
        tables = tuple(workload(task, remarks) for task in tasks)
        cross_check(path, tasks, originals, remarks)
    else:
        tasks = [read_task(path, originals, remarks)]
        tables = tuple(workload(task, remarks) for task in tasks)
    return Imported(tuple(originals), tables, (LEDGER,), remarks)


def folder_tasks(path: Path, originals: list[Path], remarks: list[str]) -> list[Task]:
    """Tasks of a folder, in `tasks/` or beside index.json, by name."""
    index = path / "index.json"
    named = index_tasks(read_json(index, []), index) if index.exists() else None
    candidates = sorted(
        file
        for file in (*path.glob("*.json"), *path.glob("tasks/*.json"))
        if file.name != "index.json" and (named is None or file.stem in named)
    )
    for file in candidates:
        require_inside(file, path)
    tasks = [read_task(file, originals, remarks) for file in candidates]
    if not tasks:
        raise SourceError(
            "no task file",
            where=str(path),
            mend="name the folder that holds lm-arena-chat.json, or that file itself",
        )
    slugs = [task.slug for task in tasks]
    if len(set(slugs)) < len(slugs):
        raise SourceError(
            f"a task twice among {', '.join(slugs)}", where=str(path), mend="keep one of the two"
        )
    return sorted(tasks, key=lambda task: task.slug)


def index_tasks(index: object, path: Path) -> list[str]:
    """Tasks that index.json names.

    Raises:
        SourceError: it names none.
    """
    named = index.get("tasks") if isinstance(index, dict) else None
    if not isinstance(named, list):
        raise SourceError("no list of tasks", where=f"{path}, tasks", mend="take the file again")
    return [str(name) for name in named]


def read_task(path: Path, originals: list[Path], remarks: list[str]) -> Task:
    """A task file.

    Raises:
        SourceError: it holds no configurations, or its name cannot name a table.
    """
    value = read_json(path, remarks)
    originals.append(path)
    content = value if isinstance(value, dict) else {}
    slug, found = content.get("task", path.stem), content.get("configurations")
    if not isinstance(slug, str) or not SLUG.fullmatch(slug):
        raise SourceError(
            f"task {slug!r:.60} cannot name a table",
            where=f"{path}, task",
            mend="use small letters, digits and hyphens",
        )
    if not isinstance(found, list) or not found or not all(isinstance(x, dict) for x in found):
        raise SourceError(
            "no configurations",
            where=f"{path}, configurations",
            mend="take the leaderboard's task file, such as lm-arena-chat.json",
        )
    return Task(path, slug, found)


def workload(task: Task, remarks: list[str]) -> ImportedTable:
    """The source table of one task.

    Raises:
        SourceError: faults of its configurations, all together.
    """
    columns = shape(task.configurations)
    name = NAMES.get(task.slug, task.slug)
    faults = Faults(str(task.path))
    rows = [
        dict(zip([c.name for c in columns], cells(one, columns, place, faults), strict=True))
        for place, one in placed(task.configurations)
    ]
    require_constant(rows, faults)
    faults.require_none()
    remarks.extend(
        f"{task.path.name}: {text}" for text in noted(task.configurations, columns, rows)
    )
    distinct = {tuple(row.values()): row for row in rows}
    ordered = sorted(distinct.values(), key=order)
    if len(distinct) < len(rows):
        count = len(rows) - len(distinct)
        remarks.append(f"{task.path.name}: {count} rows repeat another in every digit; kept once")
    return ImportedTable(
        name,
        ("workload", *(column.name for column in columns)),
        tuple((name, *row.values()) for row in ordered),
    )


def placed(
    configurations: Sequence[Mapping[str, object]],
) -> list[tuple[str, Mapping[str, object]]]:
    """Each configuration with its JSON path."""
    return [(f"configurations[{number}]", one) for number, one in enumerate(configurations)]


def order(row: Mapping[str, str]) -> tuple[object, ...]:
    """By model, card, count and cap, then ascending energy; last by every other cell."""
    numbers = (int(row.get(name, "") or 0) for name in ("num_gpus", "max_num_seqs"))
    energy = next(
        (Decimal(row[name]) for name in row if name.startswith("energy_per") and row[name]), 0
    )
    return (row["model_id"], row.get("gpu_model", ""), *numbers, energy, tuple(row.values()))


def require_constant(rows: Sequence[Mapping[str, str]], faults: Faults) -> None:
    """Note models whose own facts differ between rows."""
    known: dict[tuple[str, str], tuple[str, int]] = {}
    for number, row in enumerate(rows):
        for name in FIXED:
            value = settled(row.get(name, ""))
            if not value:
                continue
            first, at = known.setdefault((row["model_id"], name), (value, number))
            if value != first:
                faults.add(
                    f"configurations[{number}].{name} of {row['model_id']}",
                    f"{value!r}, but {first!r} in configurations[{at}]",
                    mend="ask the publisher which one is right",
                )


def settled(text: str) -> str:
    """A fact in one spelling: 14 and 14.0 are the same."""
    value = decimal_of(text)
    return text if value is None else plain(value)


def cross_check(
    path: Path, tasks: Sequence[Task], originals: list[Path], remarks: list[str]
) -> None:
    """Require index.json and models/*.json, where there are any, to say what the tasks say."""
    rows = {task.slug: (task.path, task.configurations) for task in tasks}
    index = path / "index.json"
    if index.exists():
        require_same_index(read_json(index, remarks), index, rows)
        originals.append(index)
    for file in sorted(path.glob("models/*.json")):
        require_inside(file, path)
        if file.stem.rpartition("__")[2] in rows:
            require_same_models(read_json(file, remarks), file, rows)
            originals.append(file)
