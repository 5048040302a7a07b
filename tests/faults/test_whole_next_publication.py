"""A version that follows another one, under every fault; then the same command again."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from tests.faults.kinds import FAULTS, NEXT_ROAD, NO_EFFECT, WRITES, kinds, names, planned, stale
from tests.faults.one_publication import assert_one_true_publication, assert_repeat_sends_nothing
from tests.faults.road import Road, fake_hosts

LONGEST_SERIES = 12


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
