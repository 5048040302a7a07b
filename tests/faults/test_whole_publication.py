"""Every kind of request of a whole publication, under every fault; then the same command again."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from packager.rehearse.catalogue import CALLS, CARRYING, named
from packager.rehearse.faults import FaultPlan, Planned
from tests.faults.one_publication import assert_one_true_publication, assert_repeat_sends_nothing
from tests.faults.road import FIRST, Hosts, Road, fake_hosts

FIRST_ROAD = {
    *("create-draft", "reserve-doi", "read-record", "read-draft", "list-files", "own-records"),
    *("vocabulary", "save-draft", "start-files", "send-file", "finish-file", "publish"),
    *("record-files", "record-bytes", "whoami", "repo-info", "validate-card", "create-repo"),
    *("repo-refs", "repo-tree", "create-branch", "preupload", "lfs-batch", "lfs-send"),
    *("lfs-verify", "commit", "repo-paths", "commit-main", "create-tag", "repo-settings"),
    *("delete-branch", "resolve", "lfs-bytes"),
}
NEXT_ROAD = FIRST_ROAD - {"create-draft", "create-repo", "repo-settings"} | {
    *("next-version", "auth-check"),
}
READS = {call for call in FIRST_ROAD | NEXT_ROAD if CALLS[call].is_read} | {
    *("validate-card", "repo-paths", "preupload", "lfs-batch"),
}
WRITES = (FIRST_ROAD | NEXT_ROAD) - READS
FAULTS = (
    *("refused", "reset", "dropped-before", "dropped-after", "truncated", "429", "429-wait"),
    *("500-before", "500-after", "502-before", "502-after", "504-before", "504-after"),
)
NO_EFFECT = (
    *("refused", "dropped-before", "truncated", "429", "429-wait"),
    *("500-before", "502-before", "504-before"),
)
LASTING = ("reset", "dropped-after", "504-before", "504-after", "429", "truncated")
LONGEST_SERIES = 12


def names(calls: set[str], faults: tuple[str, ...]) -> list[str]:
    return [f"{call}:{fault}" for call in CALLS if call in calls for fault in faults]


def stale(calls: set[str]) -> list[str]:
    return [f"{call}:stale" for call in CALLS if call in calls and is_a_look(call)]


def is_a_look(call: str) -> bool:
    return CALLS[call].is_read and call not in CARRYING


def planned(plan: FaultPlan, name: str, *, lasts: bool = False) -> Planned:
    """A fault by its name, once, or until the command gives up."""
    _, fault = named(name)
    return plan.add(replace(fault, times=-1) if lasts else fault)


class Series:
    """A series in which versions follow each other, so that each test need not begin one."""

    def __init__(self, place: Path) -> None:
        self._place, self._number = place, 0
        self._roads: list[Road] = []
        self._open = ExitStack()

    def close(self) -> None:
        self._open.close()
        self._roads = []

    @contextmanager
    def next(self) -> Iterator[Road]:
        """The road of the next version; a series that did not come to its end is not gone on."""
        if not self._roads or len(self._roads) > LONGEST_SERIES:
            self._begin()
        roads, self._roads = self._roads, []
        last = roads[-1]
        record = last.ledger.find_record(last.version, "zenodo")
        assert record is not None
        day = date.fromisoformat(last.version) + timedelta(days=1)
        road = replace(last, version=day.isoformat(), concept_doi=record.concept_doi)
        yield road
        if road.ledger.find_record(road.version, "huggingface"):
            self._roads = [*roads, road]

    def _begin(self) -> None:
        self.close()
        self._number += 1
        hosts = self._open.enter_context(fake_hosts())
        self._roads = [Road(hosts, self._place / str(self._number), "alice/rain")]
        self._roads[0].run()


@pytest.fixture(scope="module")
def series(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Series]:
    series = Series(tmp_path_factory.mktemp("series"))
    yield series
    series.close()


@pytest.fixture
def next_road(series: Series, quick: None) -> Iterator[Road]:
    with series.next() as road:
        yield road


def kinds(hosts: Hosts) -> set[str]:
    """The calls that the log shows; each request is of exactly one kind."""
    found: set[str] = set()
    for server in hosts.servers:
        host = "zenodo" if server is hosts.zenodo else "huggingface"
        for one in server.log:
            fitting = [
                name
                for name, call in CALLS.items()
                if call.host == host and named(f"{name}:429")[1].is_for(one.method, one.path)
            ]
            assert len(fitting) == 1, (one.method, one.path, fitting)
            found.update(fitting)
    return found


def test_the_kinds_of_requests_of_a_first_publication_are_those_tried_here(road: Road) -> None:
    assert road.run_until_done() == []

    assert kinds(road.hosts) == FIRST_ROAD
    assert_one_true_publication(road)
    assert_repeat_sends_nothing(road)


def test_the_kinds_of_requests_of_a_next_publication_are_those_tried_here(next_road: Road) -> None:
    for server in next_road.hosts.servers:
        server.forget()

    assert next_road.run_until_done() == []

    assert kinds(next_road.hosts) == NEXT_ROAD
    assert_one_true_publication(next_road)
    assert_repeat_sends_nothing(next_road)


@pytest.mark.parametrize(
    "name",
    [
        *names(FIRST_ROAD & WRITES, FAULTS),
        *names(FIRST_ROAD & READS, NO_EFFECT),
        *stale(FIRST_ROAD),
    ],
)
def test_a_first_publication_survives_a_fault(road: Road, name: str) -> None:
    fault = planned(road.hosts.plan, name)

    road.run_until_done()

    assert fault.acted == 1
    assert_one_true_publication(road)


@pytest.mark.parametrize("name", [*names(FIRST_ROAD & WRITES, LASTING), *stale(FIRST_ROAD)])
def test_a_first_publication_survives_a_fault_that_outlasts_the_command(
    road: Road, name: str
) -> None:
    fault = planned(road.hosts.plan, name, lasts=True)

    road.run_until_done()

    assert fault.acted
    assert_one_true_publication(road)
    assert_repeat_sends_nothing(road)


@pytest.mark.parametrize(
    "name",
    [
        *names(NEXT_ROAD & WRITES, FAULTS),
        *names({"auth-check"}, NO_EFFECT),
        *stale(NEXT_ROAD),
    ],
)
def test_a_next_publication_survives_a_fault(next_road: Road, name: str) -> None:
    fault = planned(next_road.hosts.plan, name)

    next_road.run_until_done()

    assert fault.acted == 1
    assert_one_true_publication(next_road)


@pytest.mark.parametrize("call", sorted(CARRYING & FIRST_ROAD))
def test_a_bit_that_flips_on_the_way_never_becomes_part_of_a_publication(
    road: Road, call: str
) -> None:
    fault = planned(road.hosts.plan, f"{call}:corrupted")

    road.run_until_done()

    assert fault.acted == 1
    assert_one_true_publication(road)


@pytest.mark.parametrize("host", ["zenodo", "hub"])
def test_a_publication_survives_a_host_that_is_away_for_a_while(road: Road, host: str) -> None:
    assert road.version == FIRST
    name = "whoami:refused" if host == "hub" else "own-records:refused"
    fault = planned(road.hosts.plan, name)

    failures = road.run_until_done()

    assert (fault.acted, len(failures)) == (1, 1)
    assert_one_true_publication(road)
