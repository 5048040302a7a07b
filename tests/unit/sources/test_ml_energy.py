import json
from collections.abc import Callable
from pathlib import Path

import pytest

from packager.domain.errors import SourceError
from packager.domain.imports import Imported, ImportOptions
from packager.green_tokens.sources.ml_energy import import_ml_energy

Row = dict[str, object]
CHAT: Row = {
    "model_id": "Qwen/Qwen3-8B",
    "nickname": "Qwen 3 8B",
    "gpu_model": "H100",
    "num_gpus": 1,
    "max_num_seqs": 128,
    "total_params_billions": 8.0,
    "activated_params_billions": 8.0,
    "architecture": "Dense Transformer",
    "weight_precision": "bfloat16",
    "tensor_parallel": 1,
    "expert_parallel": 1,
    "data_parallel": 1,
    "energy_per_token_joules": 0.25,
    "energy_per_request_joules": 100.0,
    "avg_output_len": 400.0,
    "avg_power_watts": 573.0065316962111,
    "median_itl_ms": 20.7,
    "p90_itl_ms": 23.5,
    "p95_itl_ms": 26.7,
    "p99_itl_ms": 40.7,
    "output_throughput_tokens_per_sec": 5930.3,
    "avg_batch_size": 127.8,
}
IMAGE: Row = {
    "model_id": "black-forest-labs/FLUX.1-dev",
    "nickname": "FLUX.1 Dev",
    "gpu_model": "H100",
    "num_gpus": 2,
    "batch_size": 16,
    "total_params_billions": 12.0,
    "activated_params_billions": 12.0,
    "weight_precision": "bfloat16",
    "ulysses_degree": 2,
    "ring_degree": 1,
    "inference_steps": 50,
    "image_height": 1024,
    "image_width": 1024,
    "energy_per_image_joules": 630.8,
    "avg_power_watts": 567.7,
    "batch_latency_s": 1.1,
    "throughput_images_per_sec": 0.9,
}


def chat(**changed: object) -> Row:
    return {name: value for name, value in (CHAT | changed).items() if value is not ...}


def task(path: Path, *rows: Row, name: str = "lm-arena-chat") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"task": name, "configurations": rows}), encoding="utf-8")
    return path


def read(tmp_path: Path, *rows: Row, name: str = "lm-arena-chat") -> Imported:
    return import_ml_energy(task(tmp_path / f"{name}.json", *rows, name=name), ImportOptions())


def records(imported: Imported) -> list[dict[str, str]]:
    (table,) = imported.tables
    return [dict(zip(table.columns, row, strict=True)) for row in table.rows]


def refusal(read: Callable[[], object]) -> SourceError:
    with pytest.raises(SourceError) as refused:
        read()
    return refused.value


def test_chat_becomes_text_conversation_with_the_publishers_digits(tmp_path: Path) -> None:
    path = tmp_path / "lm-arena-chat.json"
    text = json.dumps({"task": "lm-arena-chat", "configurations": [CHAT]})
    path.write_text(text.replace("0.25,", "2.50e-1,").replace("20.7", "20.70000000000000001"))

    imported = import_ml_energy(path, ImportOptions())

    (row,) = records(imported)
    assert imported.tables[0].name == row["workload"] == "text-conversation"
    assert list(row) == ["workload", *CHAT]
    assert row["energy_per_token_joules"] == "0.250"
    assert row["median_itl_ms"] == "20.70000000000000001"
    assert row["total_params_billions"] == "8.0"


@pytest.mark.parametrize(
    ("name", "table"),
    [
        ("gpqa", "problem-solving"),
        ("sourcegraph-fim", "code-completion"),
        ("image-chat", "image-chat"),
        ("video-chat", "video-chat"),
        ("poetry", "poetry"),
    ],
)
def test_every_task_is_a_workload_of_its_own(tmp_path: Path, name: str, table: str) -> None:
    imported = read(tmp_path, CHAT, name=name)

    assert [one.name for one in imported.tables] == [table]


def test_a_missing_output_length_is_derived_and_said(tmp_path: Path) -> None:
    imported = read(
        tmp_path,
        chat(avg_output_len=..., energy_per_token_joules=0.3, energy_per_request_joules=100),
        chat(avg_output_len=None, max_num_seqs=256),
    )

    lengths = [row["avg_output_len"] for row in records(imported)]
    assert lengths == ["333.3333333333", "400"]
    assert any("energy per request divided by energy per token" in r for r in imported.remarks)
    assert any("avg_output_len of 2 rows" in remark for remark in imported.remarks)


def test_fields_that_come_and_go_leave_empty_cells(tmp_path: Path) -> None:
    gone = ("p90_itl_ms", "p95_itl_ms", "p99_itl_ms", "architecture", "avg_output_len")
    changed: Row = dict.fromkeys((*gone, "energy_per_request_joules"), ...)

    (row,) = records(read(tmp_path, chat(**changed)))

    assert {name for name, cell in row.items() if not cell} == set(changed)


def test_a_parallel_degree_of_zero_means_one(tmp_path: Path) -> None:
    imported = read(tmp_path, chat(tensor_parallel=0, data_parallel=0))

    (row,) = records(imported)
    assert (row["tensor_parallel"], row["data_parallel"]) == ("1", "1")
    assert imported.remarks == ["lm-arena-chat.json: 2 parallel degrees of 0 were read as 1"]


def test_unknown_fields_pass_and_are_named(tmp_path: Path) -> None:
    imported = read(tmp_path, chat(max_num_batched_tokens=None, zeta=[1]))

    assert imported.remarks == ["lm-arena-chat.json: fields not used: max_num_batched_tokens, zeta"]


def test_energies_that_do_not_fit_the_length_are_doubted(tmp_path: Path) -> None:
    fits = read(tmp_path, chat(avg_output_len=403.9))
    doubtful = read(tmp_path, chat(avg_output_len=404.1))

    assert fits.remarks == []
    assert "in 1 rows energy per token" in doubtful.remarks[0]


def test_rows_are_ordered_by_model_card_count_cap_and_energy(tmp_path: Path) -> None:
    imported = read(
        tmp_path,
        chat(max_num_seqs=1024),
        chat(energy_per_token_joules=0.2500001),
        chat(num_gpus=10),
        chat(energy_per_token_joules=0.25),
        chat(num_gpus=2),
        chat(gpu_model="B200"),
        chat(model_id="Aa/B"),
    )

    found = [
        (row["model_id"], row["gpu_model"], row["num_gpus"], row["max_num_seqs"])
        for row in records(imported)
    ]
    assert found == [
        ("Aa/B", "H100", "1", "128"),
        ("Qwen/Qwen3-8B", "B200", "1", "128"),
        ("Qwen/Qwen3-8B", "H100", "1", "128"),
        ("Qwen/Qwen3-8B", "H100", "1", "128"),
        ("Qwen/Qwen3-8B", "H100", "1", "1024"),
        ("Qwen/Qwen3-8B", "H100", "2", "128"),
        ("Qwen/Qwen3-8B", "H100", "10", "128"),
    ]
    energies = [row["energy_per_token_joules"] for row in records(imported)[2:4]]
    assert energies == ["0.25", "0.2500001"]


def test_one_key_with_two_energies_stays_and_a_copy_of_a_row_goes(tmp_path: Path) -> None:
    imported = read(tmp_path, CHAT, chat(energy_per_token_joules=0.2499), CHAT)

    assert len(records(imported)) == 2
    assert "1 rows repeat another in every digit" in imported.remarks[0]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("nickname", "Qwen3 8B"),
        ("total_params_billions", 9.0),
        ("activated_params_billions", 3),
        ("weight_precision", "fp8"),
        ("architecture", "MoE"),
    ],
)
def test_a_model_that_contradicts_itself_is_an_error(
    tmp_path: Path, name: str, value: object
) -> None:
    error = refusal(lambda: read(tmp_path, CHAT, chat(max_num_seqs=8, **{name: value})))

    assert error.what.startswith(f"configurations[1].{name} of Qwen/Qwen3-8B")
    assert "configurations[0]" in error.what


def test_eight_and_eight_point_zero_are_one_number_of_parameters(tmp_path: Path) -> None:
    imported = read(tmp_path, CHAT, chat(max_num_seqs=8, total_params_billions=8))

    assert len(records(imported)) == 2


REQUIRED = sorted(
    CHAT.keys()
    - {"p90_itl_ms", "p95_itl_ms", "p99_itl_ms"}
    - {"architecture", "avg_output_len", "energy_per_request_joules"}
)


@pytest.mark.parametrize("name", REQUIRED)
def test_a_required_field_that_is_missing_is_named_with_its_place(
    tmp_path: Path, name: str
) -> None:
    error = refusal(lambda: read(tmp_path, CHAT, chat(max_num_seqs=8) | {name: None}))

    assert error.what == f"configurations[1].{name}: is missing"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("energy_per_token_joules", 0),
        ("energy_per_token_joules", -0.1),
        ("energy_per_token_joules", "0.25"),
        ("energy_per_token_joules", True),
        ("energy_per_request_joules", 0.0),
        ("avg_power_watts", 1e13),
        ("num_gpus", 0),
        ("num_gpus", 1.5),
        ("num_gpus", 10**50),
        ("max_num_seqs", -1),
        ("tensor_parallel", -1),
        ("tensor_parallel", 0.5),
        ("median_itl_ms", []),
        ("model_id", ""),
        ("model_id", 7),
        ("nickname", "Qwen\n3"),
        ("gpu_model", "H100\u0007"),
    ],
)
def test_a_value_that_cannot_be_is_named_with_its_place(
    tmp_path: Path, name: str, value: object
) -> None:
    error = refusal(lambda: read(tmp_path, chat(**{name: value})))

    assert error.what.startswith(f"configurations[0].{name}: ")


def test_faults_come_together_up_to_ten_of_a_kind(tmp_path: Path) -> None:
    rows = [chat(max_num_seqs=n, energy_per_token_joules=-1) for n in range(1, 13)]

    error = refusal(lambda: read(tmp_path, *rows, chat(num_gpus=0)))

    assert error.what == "13 faults"
    assert error.where.count("energy_per_token_joules") == 10
    assert "and 2 more of this kind" in error.where
    assert "configurations[12].num_gpus" in error.where


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("", "empty"),
        ('{"task": "lm-arena-chat", "configurations": [{"model_id": "a", ', "broken JSON"),
        ('{"task": "a", "task": "b", "configurations": []}', "stands twice"),
        ('{"configurations": [{"energy_per_token_joules": NaN}]}', "NaN"),
        ('{"configurations": [{"energy_per_token_joules": -Infinity}]}', "Infinity"),
        ('{"configurations": [{"num_gpus": ' + "9" * 100_000 + "}]}", "digits"),
        ('{"configurations": [{"x": 0.' + "9" * 100_000 + "}]}", "too long"),
        ('{"configurations": [{"x": 1e999}]}', "too l"),
        ("[" * 100_000, "deep"),
        ("[]", "no configurations"),
        ('{"task": "lm-arena-chat"}', "no configurations"),
        ('{"task": "lm-arena-chat", "configurations": []}', "no configurations"),
        ('{"task": "lm-arena-chat", "configurations": [1]}', "no configurations"),
        ('{"task": "../../etc", "configurations": [{}]}', "cannot name a table"),
        ('{"task": "a/b", "configurations": [{}]}', "cannot name a table"),
        ('{"task": ["a"], "configurations": [{}]}', "cannot name a table"),
    ],
)
def test_a_damaged_or_hostile_file_is_refused(tmp_path: Path, content: str, told: str) -> None:
    path = tmp_path / "lm-arena-chat.json"
    path.write_text(content)

    error = refusal(lambda: import_ml_energy(path, ImportOptions()))

    assert told in error.what
    assert str(path) in error.where


@pytest.mark.parametrize("encoding", ["utf-16", "latin-1"])
def test_another_encoding_is_refused(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "lm-arena-chat.json"
    path.write_bytes(json.dumps({"task": "é"}, ensure_ascii=False).encode(encoding))

    assert "save it as UTF-8" in refusal(lambda: import_ml_energy(path, ImportOptions())).mend


def test_images_have_columns_of_their_own(tmp_path: Path) -> None:
    imported = read(tmp_path, IMAGE, IMAGE | {"ring_degree": 0}, name="text-to-image")

    rows = records(imported)
    assert imported.tables[0].name == "text-to-image"
    assert list(rows[0]) == ["workload", *IMAGE]
    assert len(rows) == 1


def test_videos_have_columns_of_their_own(tmp_path: Path) -> None:
    renamed = {name.replace("image", "video"): value for name, value in IMAGE.items()}
    video = renamed | {"num_frames": 81, "fps": 15}

    (row,) = records(read(tmp_path, video, name="text-to-video"))

    assert set(row) == {"workload", *video}
    assert (row["num_frames"], row["energy_per_video_joules"]) == ("81", "630.8")


def test_a_workload_of_a_kind_not_known_yet_keeps_every_plain_field(tmp_path: Path) -> None:
    row: Row = {"model_id": "a/b", "energy_per_song_joules": 1.5, "style": "fugue", "voices": 0}

    imported = read(tmp_path, row | {"notes": [1]}, {"model_id": "a/c"}, name="text-to-music")

    assert records(imported) == [
        {"workload": "text-to-music", "model_id": "a/b"}
        | {"energy_per_song_joules": "1.5", "style": "fugue", "voices": "0"},
        {"workload": "text-to-music", "model_id": "a/c"}
        | {"energy_per_song_joules": "", "style": "", "voices": ""},
    ]


def folder(tmp_path: Path, **changed: object) -> Path:
    facts = {name: CHAT[name] for name in ("nickname", "total_params_billions")}
    index = {"tasks": ["lm-arena-chat", "gpqa"], "models": {CHAT["model_id"]: facts}}
    (tmp_path / "index.json").write_text(json.dumps(index | changed))
    (tmp_path / "about.json").write_text("[]")
    task(tmp_path / "tasks" / "lm-arena-chat.json", CHAT)
    own = {name: CHAT[name] for name in ("tensor_parallel", "expert_parallel", "data_parallel")}
    fixed = ("model_id", "nickname", "architecture", "weight_precision")
    row = {name: CHAT[name] for name in CHAT.keys() - own.keys() - set(fixed)}
    model = {name: CHAT[name] for name in (*fixed, "total_params_billions")}
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "Qwen__Qwen3-8B__lm-arena-chat.json").write_text(
        json.dumps(
            model | {"task": "lm-arena-chat", "configurations": [row | {"parallelization": own}]}
        )
    )
    (tmp_path / "models" / "Qwen__Qwen3-8B__poetry.json").write_text("not looked at")
    return tmp_path


def test_a_folder_is_read_with_everything_that_must_agree(tmp_path: Path) -> None:
    place = folder(tmp_path)
    task(place / "gpqa.json", CHAT, name="gpqa")

    imported = import_ml_energy(place, ImportOptions())

    assert [table.name for table in imported.tables] == ["problem-solving", "text-conversation"]
    assert sorted(path.name for path in imported.originals) == [
        *("Qwen__Qwen3-8B__lm-arena-chat.json", "gpqa.json", "index.json", "lm-arena-chat.json")
    ]
    assert imported.remarks == []


MODEL = "models/Qwen__Qwen3-8B__lm-arena-chat.json"


def spoilt(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("index.json", '"Qwen 3 8B"', '"Qwen 3 9B"'),
        ("index.json", "8.0", "9.0"),
        ("index.json", "Qwen/Qwen3-8B", "Qwen/Qwen3-9B"),
        (MODEL, '"max_num_seqs": 128', '"max_num_seqs": 8'),
        (
            "models/Qwen__Qwen3-8B__lm-arena-chat.json",
            '"tensor_parallel": 1',
            '"tensor_parallel": 8',
        ),
        (MODEL, "573.0065316962111", "573.0065316962112"),
        (MODEL, "bfloat16", "fp8"),
        (
            "models/Qwen__Qwen3-8B__lm-arena-chat.json",
            '"configurations": [{',
            '"configurations": [{}, {',
        ),
    ],
)
def test_files_that_disagree_are_both_named(tmp_path: Path, file: str, old: str, new: str) -> None:
    place = folder(tmp_path)
    spoilt(place / file, old, new)

    error = refusal(lambda: import_ml_energy(place, ImportOptions()))

    assert file in error.where
    assert "in lm-arena-chat.json" in error.where


def test_a_folder_without_a_task_or_with_one_twice_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    task(tmp_path / "twice" / "lm-arena-chat.json", CHAT)
    task(tmp_path / "twice" / "tasks" / "lm-arena-chat.json", CHAT)
    (tmp_path / "inside" / "lm-arena-chat.json").mkdir(parents=True)

    def read_folder(name: str) -> str:
        return refusal(lambda: import_ml_energy(tmp_path / name, ImportOptions())).what

    assert read_folder("empty") == "no task file"
    assert "a task twice" in read_folder("twice")
    assert "a folder" in read_folder("inside")
    assert "no such file" in read_folder("absent")


def test_an_index_without_tasks_is_refused(tmp_path: Path) -> None:
    assert (
        "no list of tasks"
        in refusal(lambda: import_ml_energy(folder(tmp_path, tasks={}), ImportOptions())).what
    )


def test_an_index_or_a_model_file_without_its_facts_is_refused(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    without_models = folder(tmp_path / "one", models=[])
    without_rows = folder(tmp_path / "two")
    (without_rows / MODEL).write_text("[]")

    for place, told in ((without_models, "no models"), (without_rows, "no configurations")):
        with pytest.raises(SourceError, match=told):
            import_ml_energy(place, ImportOptions())


@pytest.mark.parametrize("name", ["lm-arena-chat.json", "tasks", "models", "index.json"])
def test_links_out_of_the_folder_are_not_followed(tmp_path: Path, name: str) -> None:
    (tmp_path / "given").mkdir()
    place = folder(tmp_path / "given")
    moved = tmp_path / "outside"
    if (place / name).exists():
        (place / name).rename(moved)
    else:
        (place / "tasks" / name).rename(moved)
    (place / name).symlink_to(moved)

    assert "a link to" in refusal(lambda: import_ml_energy(place, ImportOptions())).what


def test_a_folder_that_is_itself_a_link_elsewhere_is_refused(tmp_path: Path) -> None:
    (tmp_path / "given").mkdir()
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "link").symlink_to(folder(tmp_path / "given"))

    error = refusal(lambda: import_ml_energy(tmp_path / "here" / "link", ImportOptions()))

    assert "a link to" in error.what
