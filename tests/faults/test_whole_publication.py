"""Every kind of request of a whole publication, under every fault; then the same command again."""

import pytest

from packager.rehearse.catalogue import CARRYING
from tests.faults.kinds import (
    FAULTS,
    FIRST_ROAD,
    NO_EFFECT,
    READS,
    WRITES,
    kinds,
    names,
    planned,
    stale,
)
from tests.faults.one_publication import assert_one_true_publication, assert_repeat_sends_nothing
from tests.faults.road import FIRST, Road


def test_the_kinds_of_requests_of_a_first_publication_are_those_tried_here(road: Road) -> None:
    assert road.run_until_done() == []

    assert kinds(road.hosts) == FIRST_ROAD
    assert_one_true_publication(road)
    assert_repeat_sends_nothing(road)


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
