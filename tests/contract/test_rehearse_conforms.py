"""The hosts in miniature answer as the real ones do: one script of calls, compared call by call."""

import json
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from packager.rehearse.hub import HubServer
from packager.rehearse.invenio import USERS, InvenioServer
from packager.rehearse.records.state import InvenioOptions
from tests.contract.recorded import (
    HUB,
    INVENIO,
    ZENODO_JSON,
    live,
    read,
    seen_of_hub,
    seen_of_invenio,
)
from tests.contract.wire import Seen
from tests.fakes.children import surroundings

BY_ZENODO = {"read the draft, default type", "a record, default type"}
OURS = {"own": "zenodo_own", "other": "zenodo_other"}
HUB_OURS = {"own": "hf_write", "other": "hf_bob"}


def differences(real: list[Seen], ours: list[Seen]) -> list[str]:
    """One line a difference: the call, what the real host told, what the other one."""
    assert [each.label for each in real] == [each.label for each in ours]
    return [
        f"{one.label}: {what}: {of_real} is {of_ours}"
        for one, other in zip(real, ours, strict=True)
        for what, of_real, of_ours in (
            ("status", one.status, other.status),
            ("headers", one.headers, other.headers),
            ("shape", one.shape, other.shape),
        )
        if of_real != of_ours
    ]


def without(labels: set[str], seen: list[Seen]) -> list[Seen]:
    return [each for each in seen if each.label not in labels]


def test_the_rehearsal_answers_as_an_invenio_does() -> None:
    with InvenioServer(options=InvenioOptions(USERS, zenodo_json=False)) as server:
        ours = seen_of_invenio(server.url, OURS)

    assert differences(read(INVENIO), ours) == []
    assert len(ours) > 130


def test_the_rehearsal_answers_plain_json_in_the_shape_of_zenodo() -> None:
    with InvenioServer() as server:
        ours = {each.label: each for each in seen_of_invenio(server.url, OURS)}

    for label in BY_ZENODO:
        shape = ours[label].shape
        assert isinstance(shape, dict)
        assert not {"errors", "pids", "parent", "versions"} & shape.keys()
    asked = [ours[each.label] for each in read(ZENODO_JSON)]
    assert {each.label for each in asked} == BY_ZENODO
    assert differences(read(ZENODO_JSON), asked) == []
    told = [each for each in ours.values() if each.label not in BY_ZENODO]
    assert differences(without(BY_ZENODO, read(INVENIO)), told) == []


def test_the_rehearsal_answers_as_a_hub_does() -> None:
    with HubServer() as server:
        ours = seen_of_hub(server.url, HUB_OURS)

    assert differences(read(HUB), ours) == []
    assert len(ours) > 70


@pytest.mark.live
def test_a_real_invenio_still_answers_as_recorded() -> None:
    url, tokens = live("ZENODO")
    if not url:
        pytest.skip("PACKAGER_LIVE_ZENODO_URL names no InvenioRDM; CI names one")

    seen = without(BY_ZENODO, seen_of_invenio(url, tokens))

    known = {each.label for each in seen}
    recorded = [each for each in read(INVENIO) if each.label in known]
    assert differences(recorded, seen) == []


@pytest.mark.live
def test_a_real_hub_still_answers_as_recorded() -> None:
    url, tokens = live("HUB")
    if not url:
        pytest.skip("PACKAGER_LIVE_HUB_URL names no Hub; CI names one")

    seen = seen_of_hub(url, tokens)

    known = {each.label for each in seen}
    assert differences([each for each in read(HUB) if each.label in known], seen) == []


def test_the_hubs_own_client_and_datasets_walk_the_rehearsal(tmp_path: Path) -> None:
    table = tmp_path / "index.parquet"
    pq.write_table(pa.table({"a": [1, 2], "b": ["x", "y"]}), table)
    with HubServer() as hub:
        environment = surroundings(
            HF_ENDPOINT=hub.url,
            HF_TOKEN="hf_write",
            HF_HUB_DISABLE_XET="1",
            HF_HOME=str(tmp_path / "home"),
        )
        walked = subprocess.run(
            [sys.executable, "-m", "tests.contract.hub_client", "acme/x", str(table)],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        to_storage = hub.storage.log

    assert walked.returncode == 0, walked.stderr
    everything = [".gitattributes", "README.md", "data", "data/index.parquet", "old.txt"]
    assert json.loads(walked.stdout) == {
        "missing": "RepositoryNotFoundError",
        "draft": everything,
        "main before": [".gitattributes"],
        "same again": True,
        "moved": 412,
        "tag": [True],
        "branches": ["main"],
        "same bytes": True,
        "snapshot": [".gitattributes", "README.md", "data/index.parquet"],
        "rows": {"a": [1, 2], "b": ["x", "y"]},
        "commits": ["2", "1", "initial commit"],
    }
    assert [each.method for each in to_storage] == ["PUT", "GET"]
    assert not any(each.authorized for each in to_storage)
