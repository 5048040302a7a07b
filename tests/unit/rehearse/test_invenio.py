"""The InvenioRDM in miniature, where no real one was asked: limits, delays, races, damage."""

import socket
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from packager.rehearse.faults import Fault
from packager.rehearse.invenio import USERS, InvenioServer
from packager.rehearse.records.state import InvenioOptions
from tests.contract.invenio_calls import OCTETS, RECORD
from tests.unit.rehearse.asking import OWN, ask, draft, publish, send

PLAIN = InvenioOptions(USERS, zenodo_json=False)
OWN_RECORDS = "/api/user/records?allversions=true"


def ids(server: InvenioServer) -> list[str]:
    return [each["id"] for each in ask(server.url, "GET", OWN_RECORDS).json["hits"]["hits"]]


def test_a_search_sees_a_write_some_searches_later() -> None:
    with InvenioServer(options=replace(PLAIN, index_searches=2)) as server:
        record = draft(server.url)

        assert [ids(server) for _ in range(3)] == [[], [], [record]]
        assert ask(server.url, "GET", f"/api/records/{record}/draft").status == 200


def test_a_search_sees_a_write_some_seconds_later() -> None:
    with InvenioServer(options=replace(PLAIN, index_seconds=3600)) as server:
        draft(server.url)

        assert ids(server) == []


def test_more_requests_than_allowed_are_refused_user_by_user() -> None:
    with InvenioServer(options=replace(PLAIN, requests_a_minute=2)) as server:
        seen = [ask(server.url, "GET", OWN_RECORDS) for _ in range(3)]
        other = ask(server.url, "GET", OWN_RECORDS, None, {"Authorization": "Bearer zenodo_other"})

    assert [each.status for each in seen] == [200, 200, 429]
    assert seen[2].json == {"message": "2 per 1 minute", "status": 429}
    assert seen[2].headers["Retry-After"] == "60"
    assert other.status == 200


def test_bytes_beyond_the_quota_are_refused_and_the_file_stays_pending() -> None:
    with InvenioServer(options=replace(PLAIN, quota_bytes=10)) as server:
        record = draft(server.url)
        first, second = send(server.url, record, b"123456"), send(server.url, record, b"12345", "b")
        listed = ask(server.url, "GET", f"/api/records/{record}/draft/files").json["entries"]

    assert (first.status, second.status) == (200, 400)
    assert second.json["message"] == "Bucket quota exceeded."
    assert [each["status"] for each in listed] == ["pending", "pending"]


def test_of_publications_at_once_one_wins() -> None:
    with InvenioServer() as server:
        record = draft(server.url)
        send(server.url, record, b"x")
        at = f"/api/records/{record}/draft"
        ask(server.url, "POST", f"{at}/files/a.csv/commit")
        statuses: list[int] = []
        runners = [
            threading.Thread(
                target=lambda: statuses.append(
                    ask(server.url, "POST", f"{at}/actions/publish").status
                )
            )
            for _ in range(4)
        ]
        for each in runners:
            each.start()
        for each in runners:
            each.join()

    assert sorted(statuses) == [202, 404, 404, 404]


def test_versions_opened_at_once_are_two_drafts_of_one_index() -> None:
    with InvenioServer(options=PLAIN) as server:
        record = draft(server.url)
        publish(server.url, record)
        server.plan.add(Fault("race", method="POST", path="/versions$"))
        opened = ask(server.url, "POST", f"/api/records/{record}/versions").json
        drafts = [each for each in server.state.versions.values() if each.public is None]

    assert [each.index for each in drafts] == [2, 2]
    assert opened["id"] in {each.id for each in drafts}


def test_a_draft_saved_by_another_process_fails_the_match_of_revisions() -> None:
    with InvenioServer(options=PLAIN) as server:
        record = draft(server.url)
        at = f"/api/records/{record}/draft"
        revision = ask(server.url, "GET", at).json["revision_id"]
        server.plan.add(Fault("race", method="PUT"))
        told = ask(server.url, "PUT", at, RECORD, {**OWN, "If-Match": str(revision)})

    assert told.status == 412


def test_a_stale_read_does_not_know_what_was_just_published() -> None:
    with InvenioServer() as server:
        record = draft(server.url)
        publish(server.url, record)
        server.plan.add(Fault("stale", path=f"/records/{record}$"))
        seen = [ask(server.url, "GET", f"/api/records/{record}").status for _ in range(2)]

    assert seen == [404, 200]


def test_a_refused_write_leaves_the_state_before_it_as_the_last() -> None:
    with InvenioServer() as server:
        record = draft(server.url)
        publish(server.url, record)
        ask(server.url, "POST", f"/api/records/{record}/draft/actions/publish")
        server.plan.add(Fault("stale"))

        assert ask(server.url, "GET", f"/api/records/{record}").status == 404


def test_damage_shows_in_the_bytes_and_not_in_the_checksum() -> None:
    with InvenioServer() as server:
        record = draft(server.url)
        publish(server.url, record, b"abc")
        before = ask(server.url, "GET", f"/api/records/{record}/files").json["entries"][0]
        server.damage(record, "a.csv")
        after = ask(server.url, "GET", f"/api/records/{record}/files").json["entries"][0]
        content = ask(server.url, "GET", f"/api/records/{record}/files/a.csv/content").content

    # md5 of "abc", from RFC 1321
    assert before["checksum"] == after["checksum"] == "md5:900150983cd24fb0d6963f7d28e17f72"
    assert content == b"acc"


def test_a_client_that_goes_away_while_sending_leaves_the_file_pending(tmp_path: Path) -> None:
    with InvenioServer(folder=tmp_path, options=PLAIN) as server:
        record = draft(server.url)
        at = f"/api/records/{record}/draft/files"
        ask(server.url, "POST", at, [{"key": "a.csv"}])
        _half_sent(server, f"{at}/a.csv/content")
        listed = ask(server.url, "GET", at).json["entries"]

    assert listed[0]["status"] == "pending"
    assert "checksum" not in listed[0]
    assert list(tmp_path.glob("*.part")) == []


def _half_sent(server: InvenioServer, path: str) -> None:
    headers = {**OWN, **OCTETS, "Content-Length": "100"}
    lines = [f"PUT {path} HTTP/1.1", "Host: x", *(f"{k}: {v}" for k, v in headers.items()), "", ""]
    known = len(server.log)
    with socket.create_connection(("127.0.0.1", server.port)) as client:
        client.sendall("\r\n".join(lines).encode() + b"half")
    deadline = time.monotonic() + 5
    while len(server.log) == known and time.monotonic() < deadline:
        time.sleep(0.01)
    assert server.log[-1].status == 0


def test_a_token_may_come_in_the_query() -> None:
    with InvenioServer() as server:
        told = ask(server.url, "GET", "/api/user/records?access_token=zenodo_own", None, {})

    assert told.status == 200


def test_nothing_is_left_of_a_stopped_server() -> None:
    with InvenioServer() as server:
        publish(server.url, draft(server.url))
        folder = Path(server._temporary.name) if server._temporary else Path()
        kept = len(list(folder.iterdir()))

    assert kept == 1
    assert not folder.exists()


def test_orcids_are_held_against_their_check_digit() -> None:
    right, wrong = "0000-0002-1825-0097", "0000-0002-1825-0098"  # the first from orcid.org
    with InvenioServer(options=PLAIN) as server:
        errors = []
        for orcid in (right, wrong):
            identifiers = [{"scheme": "orcid", "identifier": orcid}]
            person = {"type": "personal", "family_name": "L", "identifiers": identifiers}
            body = {**RECORD, "metadata": {**RECORD["metadata"]}}
            body["metadata"]["creators"] = [{"person_or_org": person}]
            errors.append(ask(server.url, "POST", "/api/records", body).json.get("errors"))

    assert errors[0] is None
    assert errors[1][0]["messages"] == ["Invalid ORCID identifier."]


@pytest.mark.parametrize(
    "metadata",
    [
        [],
        "text",
        {"creators": "nobody"},
        {"creators": [1]},
        {"creators": [{"person_or_org": 1}]},
        {"rights": [1]},
        {"resource_type": "dataset"},
        {"related_identifiers": [{"identifier": 1}]},
        {"dates": [{"type": 1}]},
    ],
)
def test_metadata_that_make_no_sense_are_told_and_left_out(metadata: object) -> None:
    with InvenioServer(options=PLAIN) as server:
        told = ask(server.url, "POST", "/api/records", {"metadata": metadata})

    assert told.status == 201
    assert told.json["errors"]


def paged(server: InvenioServer, at: str) -> tuple[list[str], list[int]]:
    """The ids of all pages, and the total that each page told."""
    found, totals = [], []
    while at:
        told = ask(server.url, "GET", at).json
        found += [each["id"] for each in told["hits"]["hits"]]
        totals.append(told["hits"]["total"])
        at = told["links"].get("next", "").removeprefix(server.url)
    return found, totals


def test_a_long_list_comes_page_by_page() -> None:
    with InvenioServer(options=PLAIN) as server:
        made = [draft(server.url) for _ in range(5)]
        found, totals = paged(server, f"{OWN_RECORDS}&q=conformance&size=2")

    assert totals == [5, 5, 5]
    assert found == made[::-1]


def test_every_licence_is_found_page_by_page() -> None:
    with InvenioServer() as server:
        found, totals = paged(server, "/api/vocabularies/licenses?size=100")

    assert (len(set(found)), totals) == (419, [419] * 5)  # counted on InvenioRDM 14.0.5
    assert {"cc-by-4.0", "cc0-1.0", "apache-2.0"} <= set(found)
