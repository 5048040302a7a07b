"""A fault's name means one kind of request: of all that the hosts are sent, each is one call."""

import pytest

from packager.rehearse.catalogue import CALLS
from packager.rehearse.desk import Logged
from packager.rehearse.hub import HubServer
from packager.rehearse.invenio import InvenioServer
from tests.contract.recorded import seen_of_hub, seen_of_invenio

UNSENT = {"commit", "lfs-bytes"}  # of the Hub's client: a draft's branch, a download


@pytest.fixture(scope="module")
def sent() -> dict[str, list[Logged]]:
    with InvenioServer() as invenio, HubServer() as hub:
        seen_of_invenio(invenio.url, {"own": "zenodo_own", "other": "zenodo_other"})
        seen_of_hub(hub.url, {"own": "hf_write", "other": "hf_bob"})
        return {"zenodo": invenio.log, "huggingface": [*hub.log, *hub.storage.log]}


def names_of(host: str, method: str, path: str) -> list[str]:
    return [
        name
        for name, call in CALLS.items()
        if (call.host, call.method) == (host, method) and call.names(path)
    ]


def test_every_call_is_sent_by_a_publication(sent: dict[str, list[Logged]]) -> None:
    met = {
        name
        for host, logged in sent.items()
        for each in logged
        for name in names_of(host, each.method, each.path)
    }

    assert set(CALLS) - met == UNSENT


def test_no_request_is_two_calls(sent: dict[str, list[Logged]]) -> None:
    for host, logged in sent.items():
        for each in logged:
            assert len(names_of(host, each.method, each.path)) <= 1, each.path


@pytest.mark.parametrize(
    ("method", "path", "name"),
    [
        ("POST", "/api/datasets/o/n/commit/release/1", "commit"),
        ("POST", "/api/datasets/o/n/commit/main", "commit-main"),
        ("GET", "/cdn/datasets/o/n/00", "lfs-bytes"),
        ("PUT", "/lfs-upload/datasets/o/n/00", "lfs-send"),
        ("HEAD", "/datasets/o/n/resolve/v1/README.md", "resolve-head"),
    ],
)
def test_a_path_of_the_hub_has_its_name(method: str, path: str, name: str) -> None:
    assert names_of("huggingface", method, path) == [name]
