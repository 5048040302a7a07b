"""The protocol of contributed measurements: one good file, and every way to spoil it."""

import copy
import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path

import jsonschema  # type: ignore[import-untyped]  # ships no types; a second opinion for tests only
import pytest

from packager.assemble.json_schema import meta_faults, validator
from packager.domain.strict import parse_json
from packager.green_tokens.documents.schemas import measurement_schema

EXAMPLE = Path(__file__).parents[1] / "data" / "measurement-example.json"
SCHEMA = measurement_schema()
ABSENT = object()
LONG = "x" * 5000

MUTATIONS = [
    ("protocol", "0.1"),
    ("protocol", ABSENT),
    ("contributor", "Ada Lovelace"),
    ("contributor.name", ""),
    ("contributor.name", " "),
    ("contributor.name", ABSENT),
    ("contributor.affiliation", "two\nlines"),
    ("contributor.affiliation", ABSENT),
    ("contributor.email", "energy at example.org"),
    ("contributor.email", ABSENT),
    ("contributor.orcid", "0000-0002-1825-0097"),
    ("contributor.phone", "+1"),
    ("date", "2026-02-30"),
    ("date", "12.11.2026"),
    ("date", ABSENT),
    ("model", ABSENT),
    ("model.id", "Llama-3.1-8B"),
    ("model.id", "a/b/c"),
    ("model.id", ABSENT),
    ("model.revision", "main"),
    ("model.revision", "0e9e39f"),
    ("model.revision", ABSENT),
    ("model.precision", "bfloat16"),
    ("model.precision", ABSENT),
    ("model.kv_cache_precision", "auto"),
    ("engine", ABSENT),
    ("engine.name", " vllm"),
    ("engine.name", ABSENT),
    ("engine.version", "latest"),
    ("engine.version", ABSENT),
    ("engine.cuda_version", "12"),
    ("engine.cuda_version", ABSENT),
    ("engine.pytorch_version", "nightly"),
    ("engine.command", LONG),
    ("engine.commit", "abc"),
    ("gpu", ABSENT),
    ("gpu.name", ""),
    ("gpu.name", ABSENT),
    ("gpu.count", 0),
    ("gpu.count", 1.5),
    ("gpu.count", "1"),
    ("gpu.count", ABSENT),
    ("gpu.driver_version", "new"),
    ("gpu.driver_version", ABSENT),
    ("gpu.mig_profile", "off"),
    ("gpu.mig_profile", "8g.80gb"),
    ("gpu.mig_profile", None),
    ("gpu.mig_profile", ABSENT),
    ("gpu.power_limit_watts", 0),
    ("gpu.memory_gb", 80),
    ("parallelism", ABSENT),
    ("parallelism.tensor_parallel", 0),
    ("parallelism.tensor_parallel", ABSENT),
    ("parallelism.pipeline_parallel", -1),
    ("parallelism.expert_parallel", 0),
    ("parallelism.expert_parallel", ABSENT),
    ("parallelism.data_parallel", "1"),
    ("parallelism.data_parallel", ABSENT),
    ("parallelism.sequence_parallel", 1),
    ("load", ABSENT),
    ("load.workload", ""),
    ("load.workload", ABSENT),
    ("load.max_num_seqs", 0),
    ("load.max_num_seqs", 256.5),
    ("load.max_num_seqs", ABSENT),
    ("load.avg_running_batch", 0),
    ("load.avg_running_batch", ABSENT),
    ("load.rate", 4),
    ("latency", ABSENT),
    ("latency.median_itl_ms", 0),
    ("latency.median_itl_ms", "28.4 ms"),
    ("latency.median_itl_ms", ABSENT),
    ("latency.p90_itl_ms", -1),
    ("latency.p95_itl_ms", None),
    ("latency.p99_itl_ms", "66"),
    ("latency.median_ttft_ms", 0),
    ("latency.median_itl_s", 0.0284),
    ("output", ABSENT),
    ("output.output_tokens_total", 0),
    ("output.output_tokens_total", 1.5),
    ("output.output_tokens_total", ABSENT),
    ("output.avg_output_tokens", 0),
    ("output.avg_output_tokens", ABSENT),
    ("output.answers", 0),
    ("output.input_tokens", 7),
    ("energy", ABSENT),
    ("energy.boundary", "server"),
    ("energy.boundary", ABSENT),
    ("energy.method", "estimated"),
    ("energy.method", "external_meter"),
    ("energy.method", "nvml_power_sampling"),
    ("energy.method", ABSENT),
    ("energy.tool_version", ""),
    ("energy.tool_version", ABSENT),
    ("energy.sampling_interval_ms", 0),
    ("energy.window", ABSENT),
    ("energy.window", {"steady_state": True}),
    ("energy.window.start", "09:00"),
    ("energy.window.start", "2026-11-12T09:00:00"),
    ("energy.window.start", ABSENT),
    ("energy.window.end", "2026-11-12T25:00:00Z"),
    ("energy.window.end", ABSENT),
    ("energy.window.seconds", 0),
    ("energy.window.steady_state", False),
    ("energy.window.steady_state", ABSENT),
    ("energy.window.warm_up", 10),
    ("energy.energy_joules", 0),
    ("energy.energy_joules", "216 kJ"),
    ("energy.energy_joules", ABSENT),
    ("energy.joules_per_output_token", 0),
    ("energy.joules_per_output_token", ABSENT),
    ("energy.energy_wh", 60),
    ("raw_file", ABSENT),
    ("raw_file.name", "../raw.jsonl"),
    ("raw_file.name", ABSENT),
    ("raw_file.sha256", "9F86D081884C7D659A2FEAA0C55AD015A3BF4F1B2B0B822CD15D6C15B0F00A08"),
    ("raw_file.sha256", "9f86d081"),
    ("raw_file.sha256", ABSENT),
    ("raw_file.bytes", 0),
    ("raw_file.url", "http://example.org/raw.jsonl"),
    ("raw_file.md5", "d41d8cd98f00b204e9800998ecf8427e"),
    ("license", "proprietary"),
    ("license", ABSENT),
    ("notes", " "),
    ("remarks", "none"),
]


def example() -> dict[str, object]:
    found: dict[str, object] = json.loads(EXAMPLE.read_text())
    return found


def mutated(path: str, value: object) -> dict[str, object]:
    document = copy.deepcopy(example())
    *steps, last = path.split(".")
    place = document
    for step in steps:
        inner = place[step]
        assert isinstance(inner, dict)
        place = inner
    if value is ABSENT:
        del place[last]
    else:
        place[last] = value
    return document


def second_opinion(document: object) -> list[str]:
    checker = jsonschema.Draft202012Validator.FORMAT_CHECKER
    judge = jsonschema.Draft202012Validator(SCHEMA, format_checker=checker)
    return [error.message for error in judge.iter_errors(document)]


def property_paths(schema: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, object]]:
    properties = schema.get("properties", {})
    assert isinstance(properties, dict)
    for name, inner in properties.items():
        yield prefix + name, inner
        yield from property_paths(inner, f"{prefix}{name}.")


def objects(schema: object) -> Iterator[dict[str, object]]:
    for path, inner in property_paths({"properties": {"": schema}}):
        if isinstance(inner, dict) and inner.get("type") == "object":
            yield {"path": path, **inner}


def test_the_schema_is_valid_in_two_opinions() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)

    assert meta_faults(SCHEMA) == []
    assert SCHEMA["$id"] == "https://leadgreen.ai/api/v1/schema/measurement.schema.json"


def test_the_example_is_valid_in_two_opinions() -> None:
    document = parse_json(EXAMPLE.read_text(), where=EXAMPLE.name)

    assert validator(SCHEMA)(document) == []
    assert second_opinion(example()) == []


@pytest.mark.parametrize(("path", "value"), MUTATIONS)
def test_a_file_spoilt_in_one_place_is_refused_there(path: str, value: object) -> None:
    document = mutated(path, value)

    faults = validator(SCHEMA)(document)

    parents = ["$" + "".join(f".{step}" for step in path.split(".")[:n]) for n in range(9)]
    assert faults
    assert all(fault.partition(":")[0] in parents for fault in faults)


@pytest.mark.parametrize(("path", "value"), MUTATIONS)
def test_a_second_validator_refuses_it_too(path: str, value: object) -> None:
    assert second_opinion(mutated(path, value))


def test_every_property_is_spoilt_once() -> None:
    spoilt = {path for path, _ in MUTATIONS}

    assert {path for path, _ in property_paths(SCHEMA)} <= spoilt


def test_every_property_has_a_title_and_a_description() -> None:
    bare = [
        path
        for path, inner in property_paths(SCHEMA)
        if not (isinstance(inner, dict) and inner.get("title") and inner.get("description"))
    ]

    assert bare == []


def test_every_object_is_closed() -> None:
    shut = [one["path"] for one in objects(SCHEMA) if one["unevaluatedProperties"] is False]

    assert len(shut) == 12


def test_every_example_in_the_schema_meets_its_own_property() -> None:
    for path, inner in property_paths(SCHEMA):
        assert isinstance(inner, dict)
        for one in inner.get("examples", []):
            assert validator(inner)(one) == [], path


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("energy.window", {"seconds": 600, "steady_state": True}),
        (
            "energy.window",
            {
                "start": "2026-11-12T09:00:00+01:00",
                "end": "2026-11-12T09:10:00.5+01:00",
                "steady_state": True,
            },
        ),
        ("energy.sampling_interval_ms", 100),
        ("gpu.mig_profile", "1g.10gb+me"),
        ("gpu.mig_profile", "7g.80gb"),
        ("engine.version", "1.2.0rc4"),
        ("contributor.affiliation", "none"),
        ("license", "CC0-1.0"),
        ("notes", ABSENT),
    ],
)
def test_what_the_protocol_leaves_free_is_accepted(path: str, value: object) -> None:
    document = mutated(path, value)

    assert validator(SCHEMA)(document) == []
    assert second_opinion(document) == []


def test_the_example_agrees_with_itself_where_a_schema_cannot_look() -> None:
    energy, output = example()["energy"], example()["output"]
    assert isinstance(energy, dict)
    assert isinstance(output, dict)

    tokens = output["output_tokens_total"]

    assert Fraction(energy["energy_joules"], tokens) == Fraction("0.18")
    assert energy["joules_per_output_token"] == 0.18
    assert Fraction(tokens, output["answers"]) == output["avg_output_tokens"]
