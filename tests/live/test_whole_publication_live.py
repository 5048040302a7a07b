"""Whole publications to real hosts: each fault at every kind of request, one after the other."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from secrets import randbelow, token_hex

import pytest

from packager.rehearse.faults import Planned
from tests.faults.kinds import (
    FAULTS,
    FIRST_ROAD,
    NEXT_ROAD,
    NO_EFFECT,
    READS,
    WRITES,
    is_a_look,
    kinds,
    planned,
)
from tests.faults.large import MOST_MB, assert_sent_once, carry_in_three_runs
from tests.faults.one_publication import assert_one_true_publication, assert_repeat_sends_nothing
from tests.faults.road import Hosts, Road, without_pauses
from tests.live.proxied_hosts import proxied_hosts

pytestmark = [pytest.mark.live, pytest.mark.slow]
EFFECTS_LOST = ("dropped-after", "504-after", "truncated")
MOST_REPEATS = 3 * len(FIRST_ROAD)


@pytest.fixture(scope="module")
def hosts() -> Iterator[Hosts]:
    with proxied_hosts() as hosts:
        yield hosts


@pytest.fixture
def road(hosts: Hosts, tmp_path: Path) -> Iterator[Road]:
    """A series, a repository and a day that nobody else uses."""
    hosts.heal()
    for server in hosts.servers:
        server.forget()
    day = date(2030, 1, 1) + timedelta(days=randbelow(20_000))
    repo_id = f"{hosts.owner}/rain-{token_hex(6)}"
    with without_pauses():
        yield Road(hosts, tmp_path / "project", repo_id, day.isoformat())
    hosts.heal()


def next_of(road: Road) -> Road:
    """The road of the day after a first publication."""
    zenodo, _ = road.run()
    day = date.fromisoformat(road.version) + timedelta(days=1)
    return replace(road, version=day.isoformat(), concept_doi=zenodo.concept_doi)


def strike(road: Road, fault: str, calls: Iterable[str]) -> list[Planned]:
    """Run until it succeeds, with the fault at the first request of every kind."""
    faults = [planned(road.hosts.plan, f"{call}:{fault}") for call in calls]
    road.run_until_done(MOST_REPEATS, heals=False)
    road.hosts.heal()
    return faults


def test_a_publication_needs_the_kinds_of_requests_that_the_faults_are_tried_at(
    road: Road,
) -> None:
    assert road.run_until_done() == []

    assert kinds(road.hosts) == FIRST_ROAD
    assert_one_true_publication(road)
    assert_repeat_sends_nothing(road)


def test_a_large_release_is_streamed_and_resumed_file_by_file(road: Road) -> None:
    peak_mb = carry_in_three_runs(road)

    assert peak_mb < MOST_MB
    assert_one_true_publication(road)
    assert_sent_once(road)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_first_publication_survives_a_fault_at_every_kind_of_change(
    road: Road, fault: str
) -> None:
    faults = strike(road, fault, FIRST_ROAD & WRITES)

    assert {one.acted for one in faults} == {1}
    assert_one_true_publication(road)
    assert_repeat_sends_nothing(road)


@pytest.mark.parametrize("fault", [*NO_EFFECT, "stale"])
def test_a_first_publication_survives_a_fault_at_every_kind_of_reading(
    road: Road, fault: str
) -> None:
    calls = [call for call in sorted(FIRST_ROAD & READS) if fault != "stale" or is_a_look(call)]

    faults = strike(road, fault, calls)

    assert {one.acted for one in faults} == {1}
    assert_one_true_publication(road)


@pytest.mark.parametrize("fault", EFFECTS_LOST)
def test_a_next_publication_survives_a_fault_at_every_kind_of_change(
    road: Road, fault: str
) -> None:
    following = next_of(road)

    faults = strike(following, fault, NEXT_ROAD & WRITES)

    assert {one.acted for one in faults} == {1}
    assert_one_true_publication(following)
    road.verify()
