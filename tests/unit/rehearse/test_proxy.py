"""The proxy: passes everything on, leads links back, and brings the plan's faults before a host."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from packager.rehearse.blobs import PIECE
from packager.rehearse.faults import Fault
from packager.rehearse.hub import HubServer
from packager.rehearse.invenio import InvenioServer
from packager.rehearse.proxy import Proxy
from tests.contract.invenio_calls import RECORD
from tests.unit.rehearse.asking import ALICE, ask, create_repo, draft, publish

CUT = (ConnectionError,)


@pytest.fixture
def invenio() -> Iterator[InvenioServer]:
    with InvenioServer() as running:
        yield running


@pytest.fixture
def proxy(invenio: InvenioServer) -> Iterator[Proxy]:
    with Proxy(invenio.url) as running:
        yield running


def test_links_of_json_answers_lead_back_through_the_proxy(
    proxy: Proxy, invenio: InvenioServer
) -> None:
    answer = ask(proxy.url, "POST", "/api/records", RECORD)
    links = answer.json["links"]

    assert answer.status == 201
    assert links["publish"].startswith(f"{proxy.url}/api/records/")
    assert invenio.url.encode() not in answer.content
    assert (proxy.log[0].status, invenio.log[0].status) == (201, 201)


def test_a_location_leads_back_too(proxy: Proxy, invenio: InvenioServer) -> None:
    record = published(proxy)
    answer = ask(proxy.url, "GET", f"/api/records/{record}/versions/latest")

    assert answer.status == 301
    assert answer.headers["Location"] == f"{proxy.url}/api/records/{record}"


def published(proxy: Proxy, content: bytes = b"a,b\n") -> str:
    record = draft(proxy.url)
    publish(proxy.url, record, content)
    return record


def test_bodies_of_several_pieces_pass_unchanged_both_ways(proxy: Proxy) -> None:
    content = bytes(range(256)) * (PIECE // 100)
    record = published(proxy, content)
    at = f"/api/records/{record}/files/a.csv/content"
    answer = ask(proxy.url, "GET", at)

    assert len(content) > 2 * PIECE
    assert answer.status == 200
    assert answer.content == content
    assert ask(proxy.url, "HEAD", at).headers["Content-Length"] == str(len(content))


def test_a_fault_before_leaves_the_host_alone_and_one_after_does_not(
    proxy: Proxy, invenio: InvenioServer
) -> None:
    dropped = Fault("drop", method="POST", path="^/api/records$")
    proxy.plan.add(dropped)
    proxy.plan.add(replace(dropped, after=True, nth=2))
    made = []
    for _ in range(2):
        with pytest.raises(CUT):
            ask(proxy.url, "POST", "/api/records", RECORD)
        made.append(len(invenio.state.versions))

    assert made == [0, 1]


def test_a_gateway_of_the_proxy_answers_for_a_host_that_has_done_its_work(
    proxy: Proxy, invenio: InvenioServer
) -> None:
    proxy.plan.add(Fault("status", status=504, after=True, path="/publish$"))
    record = published(proxy)

    assert [each.status for each in proxy.log if each.path.endswith("/publish")] == [504]
    assert ask(proxy.url, "GET", f"/api/records/{record}").status == 200


def test_a_stale_read_tells_what_was_heard_before_the_last_write(proxy: Proxy) -> None:
    record = draft(proxy.url)
    at = f"/api/records/{record}/draft"
    ask(proxy.url, "GET", at)
    renamed = {**RECORD, "metadata": {**RECORD["metadata"], "title": "Renamed"}}
    ask(proxy.url, "PUT", at, renamed)
    proxy.plan.add(Fault("stale", method="GET"))
    titles = [ask(proxy.url, "GET", at).json["metadata"]["title"] for _ in range(2)]

    assert titles == [RECORD["metadata"]["title"], "Renamed"]


def test_a_bit_flipped_on_the_way_shows_in_the_checksum(proxy: Proxy) -> None:
    proxy.plan.add(Fault("corrupt", method="PUT", path="/content$"))
    record = published(proxy, b"aa")
    files = ask(proxy.url, "GET", f"/api/records/{record}/files").json["entries"]

    # md5 of "`a", by coreutils
    assert files[0]["checksum"] == "md5:9b206de22a7c64752df86e1cc17e696c"


def test_a_host_that_is_gone_is_a_bad_gateway(invenio: InvenioServer) -> None:
    with Proxy(invenio.url) as proxy:
        invenio.stop()
        answer = ask(proxy.url, "GET", "/api/records")

        assert answer.status == 502


def test_a_hub_and_its_storage_are_two_proxies_of_one_plan() -> None:
    with (
        HubServer() as hub,
        Proxy(hub.cdn_url) as storage,
        Proxy(hub.url, plan=storage.plan, also={hub.cdn_url: storage.url}) as proxy,
    ):
        create_repo(proxy.url)
        batch = {"operation": "upload", "objects": [{"oid": "0" * 64, "size": 1}]}
        at = "/datasets/acme/x.git/info/lfs/objects/batch"
        actions = ask(proxy.url, "POST", at, batch, ALICE).json["objects"][0]["actions"]

        assert actions["upload"]["href"].startswith(f"{storage.url}/lfs/")
        assert actions["verify"]["href"].startswith(f"{proxy.url}/datasets/acme/x.git/")
